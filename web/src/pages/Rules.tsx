export function RulesPage(_: { game: string; rulebook: string; code: string }) { return null; }
