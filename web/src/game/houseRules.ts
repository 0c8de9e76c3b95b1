/** House rules that people know by name. Each sets one or a few options of its game; words are in `houseRule`. */
export interface HouseRule {
  id: string;
  options: Record<string, unknown>;
}

const KNOWN: Record<string, HouseRule[]> = {
  uno: [
    { id: "stacking", options: { stackDrawCards: true } },
    { id: "sevenZero", options: { sevenSwap: true, zeroRotate: true } },
    { id: "jumpIn", options: { jumpIn: true } },
    { id: "drawUntil", options: { drawMode: "untilPlayable" } },
    { id: "forcePlay", options: { forcePlay: true } },
    { id: "noBluff", options: { wd4Rule: "strict" } },
    { id: "oneRound", options: { targetScore: null } },
  ],
  shandong: [
    { id: "openTrump", options: { hiddenDeclaration: false } },
    { id: "noSnatch", options: { allowSnatch: false } },
    { id: "noStick", options: { allowStick: false } },
    { id: "flash", options: { jokerFlash: true } },
    { id: "freePairs", options: { trumpPairNeedsBigJoker: false } },
    { id: "hookJack", options: { hookJack: true } },
    { id: "fromTen", options: { startLevel: "10" } },
  ],
};

export function houseRules(game: string): HouseRule[] {
  return KNOWN[game] ?? [];
}

type Options = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether `options`, on top of what the rulebook says, play by this rule. */
export function holds(rule: HouseRule, options: Options, book: Options): boolean {
  return Object.entries(rule.options).every(([name, value]) =>
    same(name in options ? options[name] : book[name], value),
  );
}

/** The options with one more value. What the rulebook says anyway is left out. */
export function withOption(options: Options, book: Options, name: string, value: unknown): Options {
  const { [name]: _, ...rest } = options;
  return same(value, book[name]) ? rest : { ...rest, [name]: value };
}

/** The options with a rule switched on, or off: then as in the rulebook, or the other way round where the book has it. */
export function toggled(rule: HouseRule, options: Options, book: Options): Options {
  const on = !holds(rule, options, book);
  let changed = options;
  for (const [name, value] of Object.entries(rule.options)) {
    const off = same(book[name], value) && typeof value === "boolean" ? !value : book[name];
    changed = withOption(changed, book, name, on ? value : off);
  }
  return changed;
}
