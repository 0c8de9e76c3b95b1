import { SPECTATOR } from "../api/actors";
import { i18n } from "../i18n";
import { type Person, personAt } from "../table/people";
import type { Fact } from "./views";
import { fill, mark } from "./words";

/** Facts in words. The sentences come from the games' catalogues and, for what all games have, from `engine`; the
 * terminal reads the same. */

/** A piece of a sentence: text, or something that a game draws or names in its own way. */
export type Piece = string | { name: string } | { cards: string[] } | { color: string } | { suit: string };

const SEATS = ["target", "setter", "banker", "chooser", "leader", "holder", "nextBankerSeat"];
const CARDS = ["card", "cards", "jokers", "pair", "off", "forced"];
const NO_FIELDS = new Set(["type", "seat", "to"]);

type Texts = Record<string, string>;

function textsOf(catalogue: string): Texts {
  return (i18n.getResource(i18n.language, "translation", catalogue) as Texts | undefined) ?? {};
}

function has(texts: Texts, key: string): boolean {
  return key in texts || `${key}_other` in texts;
}

/** Which sentence tells a fact to `reader`, the more particular one first: the rule of paiju/fact_words.py. */
function sentenceKey(texts: Texts, fact: Fact, reader: number): string | null {
  const found = variants(fact).find((key) => has(texts, key));
  if (!found) return null;
  const own = `${found}.you`;
  return fact.seat === reader && has(texts, own) ? own : found;
}

function variants(fact: Fact): string[] {
  const stem = `fact.${fact.type}`;
  const fields = Object.entries(fact).filter(([name]) => !NO_FIELDS.has(name));
  const exact = fields.filter(([, value]) => typeof value !== "object" || value === null);
  const filled = fields.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
  return [
    ...(fact.seat === undefined ? [`${stem}.nobody`] : []),
    ...exact.map(([name, value]) => `${stem}.${name}.${value}`),
    ...filled.map(([name]) => `${stem}.${name}`),
    stem,
  ];
}

/** A fact as the pieces of a sentence; null when the catalogue does not tell it. */
export function told(game: string, fact: Fact, all: Person[]): Piece[] | null {
  const me = all.find((p) => p.me)?.seat ?? SPECTATOR;
  const own = textsOf(game);
  const key = sentenceKey({ ...textsOf("engine"), ...own }, fact, me);
  if (!key) return null;
  const catalogue = has(own, key) ? game : "engine";
  const pieces: Piece[] = [];
  const put = (piece: Piece): string => mark(pieces.push(piece) - 1);
  const params: Record<string, unknown> = { who: put({ name: personAt(all, fact.seat ?? -4).name }) };
  for (const [name, value] of Object.entries(withoutOff(fact))) params[name] = inWords(game, name, value, all, put);
  const number = Number(fact.count ?? fact.points ?? 0);
  const sentence = i18n.t(`${catalogue}.${key}`, { ...params, count: number, n: number });
  const within = i18n.t("youWithin");
  const begun = sentence.startsWith(`${within} `) ? personAt(all, me).name + sentence.slice(within.length) : sentence;
  return fill(begun, pieces);
}

/** What was discarded (`off`) is named apart from the cards of the suit led. */
function withoutOff(fact: Fact): Fact {
  const { cards, off } = fact as { cards?: string[]; off?: string[] };
  return cards && off ? ({ ...fact, cards: cards.filter((card) => !off.includes(card)) } as Fact) : fact;
}

/** The same in the words that all games share. */
export function toldByAll(fact: Fact, all: Person[]): Piece[] | null {
  return told("engine", fact, all);
}

/** What happened to the room itself: somebody left, a bot plays on. */
export function roomTold(type: string, seat: number, all: Person[]): Piece[] | null {
  const key = `room.${type}`;
  if (!has(textsOf("engine"), key)) return null;
  const person = personAt(all, seat);
  return fill(i18n.t(`engine.${key}${person.me ? ".you" : ""}`, { who: mark(0) }), [{ name: person.name }]);
}

function inWords(game: string, name: string, value: unknown, all: Person[], put: (piece: Piece) => string): unknown {
  if (value === null || value === undefined) return "";
  if (CARDS.includes(name)) return put({ cards: Array.isArray(value) ? (value as string[]) : [String(value)] });
  if (SEATS.includes(name)) return put({ name: within(all, value as number) });
  if (name === "color") return put({ color: String(value) });
  if (name === "suit") return put({ suit: String(value) });
  if (name === "seats") return namesOf(value as number[], all);
  if (name === "levels") return levelsOf(value as string[], all);
  if (name === "pattern") {
    const { type, cards, pairCount, count } = value as {
      type: string;
      cards: string[];
      pairCount?: number;
      count?: number;
    };
    return i18n.t(`${game}.pattern.${type}`, { n: pairCount ?? count ?? cards.length });
  }
  return value;
}

/** A name that does not begin the sentence. */
function within(all: Person[], seat: number): string {
  const person = personAt(all, seat);
  return person.me ? i18n.t("youWithin") : person.name;
}

function namesOf(seats: number[], all: Person[]): string {
  return seats.map((seat) => within(all, seat)).join(i18n.t("engine.list.and"));
}

/** Levels by side: partners sit opposite each other. */
function levelsOf(levels: string[], all: Person[]): string {
  return levels
    .map((level, side) => i18n.t("engine.team.level", { names: namesOf([side, side + 2], all), level }))
    .join(i18n.t("engine.list.comma"));
}

/** A space between Chinese and Latin letters, none between Chinese ones. */
function spaced(text: string): string {
  return text
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, "$1")
    .replace(/(\p{Script=Han})(?=[A-Za-z])/gu, "$1 ")
    .replace(/([A-Za-z])(?=\p{Script=Han})/gu, "$1 ");
}

const HAN = /\p{Script=Han}/u;

/** Chinese sentences have a space beside names and cards, for those in Latin letters or digits; Chinese ones want none.
 * `word`: a piece as it is read. */
export function tight(pieces: Piece[], word: (piece: Piece) => string): Piece[] {
  const chinese = (piece: Piece | undefined, at: number): boolean =>
    typeof piece === "object" && HAN.test(word(piece).at(at) ?? "");
  return pieces
    .map((piece, i) => {
      if (typeof piece !== "string") return piece;
      const apart = spaced(piece);
      const text = chinese(pieces[i - 1], -1) && /^ \p{Script=Han}/u.test(apart) ? apart.slice(1) : apart;
      return chinese(pieces[i + 1], 0) && /\p{Script=Han} $/u.test(text) ? text.slice(0, -1) : text;
    })
    .filter((piece) => piece !== "");
}
