/** What is printed on a card. Faces are for drawing and naming only; the server decides what may be played. */

export const COLOURS = ["red", "yellow", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export type UnoKind = "number" | "skip" | "reverse" | "draw_two" | "wild" | "wild_draw_four";

export interface UnoCard {
  id: string;
  color: Colour | null;
  type: UnoKind;
  value: number | null;
}

export const SUITS = ["spades", "hearts", "clubs", "diamonds"] as const;
export type Suit = (typeof SUITS)[number];

export interface PokerCard {
  id: string;
  suit: Suit | "joker";
  rank: string;
}

/** One object per card, so that a card that has not changed need not be drawn again. */
function remembered<C>(read: (id: string) => C): (id: string) => C {
  const known = new Map<string, C>();
  return (id) => {
    const card = known.get(id) ?? read(id);
    known.set(id, card);
    return card;
  };
}

/** `spades_10_1` → its face. Ids of this game are made of suit, rank and deck. */
export const pokerCard = remembered((id): PokerCard => {
  const [suit = "", rank = ""] = id.split("_");
  return { id, suit: suit as Suit | "joker", rank };
});

/** What a card is worth in a trick, as printed in its amber box. */
export function printedPoints(card: PokerCard): number {
  if (card.rank === "5") return 5;
  return card.rank === "10" || card.rank === "K" ? 10 : 0;
}

/** The big sign of an UNO card where it is text; "" where it is a drawing. */
export function unoIndex(card: UnoCard): string {
  switch (card.type) {
    case "number":
      return String(card.value);
    case "draw_two":
      return "+2";
    case "wild_draw_four":
      return "+4";
    default:
      return "";
  }
}

const UNO_ID = /^(red|yellow|green|blue)-(\d|skip|reverse|draw_two)-\d+$/;

/** An UNO card from its id, for logs and replays that name cards by id only. */
export const unoCard = remembered((id): UnoCard => {
  const found = UNO_ID.exec(id);
  if (found) {
    const color = found[1] as Colour;
    const sign = found[2] ?? "";
    if (sign.length === 1) return { id, color, type: "number", value: Number(sign) };
    return { id, color, type: sign as UnoKind, value: null };
  }
  return { id, color: null, type: id.startsWith("wild-draw-four") ? "wild_draw_four" : "wild", value: null };
});
