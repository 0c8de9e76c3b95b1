import { type GameAction, type Json, seatOf } from "../../game/views";

/** Reading a view that the page knows nothing about. Games agree on a few names; the rest is shown as it is. */

type Plain = string | number | boolean | null;

function isPlain(value: unknown): value is Plain {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** The own cards as they are in actions, each with an id of its own. */
export function handOf(view: Json): { id: string; card: Plain }[] {
  const hand = Array.isArray(view.hand) ? view.hand.filter(isPlain) : [];
  return hand.map((card, i) => ({ id: `${i}:${card}`, card }));
}

export function turnOf(view: Json): number {
  if (typeof view.turn === "number") return view.turn;
  return typeof view.currentPlayer === "string" ? seatOf(view.currentPlayer) : -4;
}

/** Cards in the hand of a seat: the first list of numbers with "count" in its name. */
export function countOf(view: Json, seat: number): number {
  const counts = Object.entries(view).find(([name, value]) => /counts?$/i.test(name) && Array.isArray(value))?.[1];
  return Array.isArray(counts) ? Number(counts[seat] ?? 0) : 0;
}

const SHOWN_ELSEWHERE = new Set(["hand", "seat", "turn", "currentPlayer", "legal", "rulebook", "options"]);

/** What else the view says: lists as piles, single values as words. */
export function pilesOf(view: Json): { name: string; cards: Plain[] }[] {
  return Object.entries(view).flatMap(([name, value]) => {
    if (SHOWN_ELSEWHERE.has(name) || /counts?$/i.test(name)) return [];
    if (Array.isArray(value) && value.every(isPlain)) return [{ name, cards: value }];
    return isPlain(value) ? [{ name, cards: [value] }] : [];
  });
}

/** "trickNumber" and "trick_number" as words. */
export function spaced(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase();
}

/** "play 7" */
export function actionWords(action: GameAction): string {
  const rest = Object.entries(action).filter(([name]) => name !== "type");
  return [
    spaced(action.type),
    ...rest.map(([, value]) => (Array.isArray(value) ? value.join(" ") : String(value))),
  ].join(" ");
}

/** The legal actions that name a card. */
export function actionsWith(legal: GameAction[], card: Plain): GameAction[] {
  return legal.filter((action) =>
    Object.entries(action).some(
      ([name, value]) => name !== "type" && (value === card || (Array.isArray(value) && value.includes(card))),
    ),
  );
}
