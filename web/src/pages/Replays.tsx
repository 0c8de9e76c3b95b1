export function Replays() { return null; }
