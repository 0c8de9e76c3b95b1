export function Replay(_: { match: string; query: URLSearchParams }) { return null; }
