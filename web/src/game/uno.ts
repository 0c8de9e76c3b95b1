import { COLOURS, type Colour, type UnoCard, unoCard } from "../cards/faces";
import type { GameAction, UnoView } from "./views";

/** Reading an UNO view for the screen. Whatever is possible comes from the server's list of legal actions. */

export function playsOf(legal: GameAction[], cardId: string): GameAction[] {
  return legal.filter((a) => (a.type === "PLAY_CARD" || a.type === "JUMP_IN") && a.cardId === cardId);
}

export function legalCards(legal: GameAction[], type = "PLAY_CARD"): Set<string> {
  return new Set(legal.filter((a) => a.type === type && a.cardId).map((a) => a.cardId as string));
}

export function can(legal: GameAction[], type: string): GameAction | undefined {
  return legal.find((a) => a.type === type);
}

/** What the playable cards have in common: the colour in force, faces of other colours, wilds. */
export interface Fits {
  colour: Colour | null;
  faces: UnoCard[];
  wild: boolean;
}

export function whatFits(view: UnoView, legal: GameAction[]): Fits {
  const cards = [...legalCards(legal)].map(unoCard);
  const faces = new Map<string, UnoCard>();
  for (const card of cards) {
    if (card.color !== null && card.color !== view.currentColor) faces.set(`${card.type}${card.value}`, card);
  }
  return {
    colour: cards.some((c) => c.color !== null && c.color === view.currentColor) ? view.currentColor : null,
    faces: [...faces.values()],
    wild: cards.some((c) => c.color === null),
  };
}

const ORDER: Record<string, number> = { number: 0, skip: 10, reverse: 11, draw_two: 12, wild: 13, wild_draw_four: 14 };

function rank(card: UnoCard): number {
  return (ORDER[card.type] ?? 0) + (card.value ?? 0);
}

function tone(card: UnoCard): number {
  return card.color === null ? COLOURS.length : COLOURS.indexOf(card.color);
}

/** Ids sorted by colour (red, yellow, green, blue, wild) or by face; `first` come before all others. */
export function sortedUno(ids: string[], by: "colour" | "value", first?: Set<string>): string[] {
  const key = (id: string): [number, number, number] => {
    const card = unoCard(id);
    const front = first?.has(id) ? 0 : 1;
    return by === "colour" ? [front, tone(card), rank(card)] : [front, rank(card), tone(card)];
  };
  return ids
    .map((id, i) => ({ id, i, key: key(id) }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2] || a.i - b.i)
    .map((x) => x.id);
}

/** How many cards of each colour are in a hand. */
export function coloursHeld(ids: string[]): Record<Colour, number> {
  const held = { red: 0, yellow: 0, green: 0, blue: 0 };
  for (const id of ids) {
    const { color } = unoCard(id);
    if (color) held[color] += 1;
  }
  return held;
}

/** The seat that plays after `seat` if nothing happens. */
export function seatAfter(view: UnoView, seat: number): number {
  const seats = view.players.map((p) => p.seat);
  const at = seats.indexOf(seat);
  if (at < 0) return -4;
  return seats[(at + view.direction + seats.length) % seats.length] ?? -4;
}
