import type { TFunction } from "i18next";
import { type PokerCard, pokerCard, printedPoints, type UnoCard, unoCard, unoIndex } from "../cards/faces";

/** Names of cards, short for texts and long for screen readers. */

/** "Green 7", "Wild +4". */
export function unoWord(t: TFunction, id: string): string {
  const card = unoCard(id);
  const face = faceWord(t, card);
  return card.color ? t("cardName", { colour: t(`cardColour.${card.color}`), face }) : face;
}

function faceWord(t: TFunction, card: UnoCard): string {
  if (card.type === "wild_draw_four") return t("face.wildFour");
  return unoIndex(card) || t(`face.${card.type}`);
}

/** "a 9", "an 8", "a Skip": a face of any colour. */
export function anyFace(t: TFunction, card: UnoCard): string {
  const face = faceWord(t, card);
  return t("anyFace", { face, context: face.startsWith("8") ? "an" : undefined });
}

export function unoSpoken(t: TFunction, id: string): string {
  const card = unoCard(id);
  if (card.type === "wild") return t("speak.wild");
  if (card.type === "wild_draw_four") return t("speak.wildFour");
  return t("speak.card", {
    colour: t(`colour.${card.color}`),
    face: card.type === "draw_two" ? t("speak.drawTwo") : faceWord(t, card),
  });
}

/** "♥10" is drawn with shapes; in words it is "hearts 10". */
export function pokerWord(t: TFunction, id: string): string {
  const card = pokerCard(id);
  return card.suit === "joker"
    ? t(`face.${card.rank}`)
    : t("pokerName", { suit: t(`shandong.suit.${card.suit}`), rank: card.rank });
}

export function pokerSpoken(t: TFunction, card: PokerCard): string {
  const name =
    card.suit === "joker"
      ? t(`face.${card.rank}`)
      : t("speak.poker", { suit: t(`shandong.suit.${card.suit}`), rank: t(`rank.${card.rank}`, card.rank) });
  const points = printedPoints(card);
  return points ? t("speak.points", { name, count: points }) : name;
}

/** "a, b or c" in the reader's language. */
export function listed(things: string[], t: TFunction): string {
  if (things.length < 2) return things[0] ?? "";
  return `${things.slice(0, -1).join(t("listComma"))}${t("listOr")}${things[things.length - 1]}`;
}

/** Names one after another, all of them meant. */
export function together(names: string[], t: TFunction): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(t("listComma"))}${t("listAnd")}${names[names.length - 1]}`;
}

/** The levels of Shandong Upgrade from the first to the last; a side that has passed the last one has won. */
export const LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

/** The score of a seat as people say it: points, or the level of its side. */
export function scoreShown(game: string, score: number, t: TFunction): string {
  return game === "shandong" ? (LEVELS[score] ?? t("pastTop")) : String(score);
}

/** Marks are characters nobody writes (private use). */
const FIRST_MARK = 0xe001;

/** Puts nodes where the marks of `t` are: a sentence with drawn cards in it. */
export function fill<T>(sentence: string, nodes: T[]): (string | T)[] {
  return sentence.split(/[\uE001-\uE009]/).flatMap((text, i, all) => {
    const code = i < all.length - 1 ? sentence.charCodeAt(all.slice(0, i + 1).join("x").length) : 0;
    const node = code > 0 ? nodes[code - FIRST_MARK] : undefined;
    return node === undefined ? [text] : [text, node];
  });
}

export function mark(n: number): string {
  return String.fromCharCode(FIRST_MARK + n);
}
