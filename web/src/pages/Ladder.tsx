export function LadderPage(_: { game: string; player: string }) { return null; }
