import type { ReactNode } from "react";
import { PokerFace, UnoFace } from "./Card";
import { pokerCard, unoCard } from "./faces";

const PICTURES: Record<string, ReactNode[]> = {
  uno: ["red-7-1", "yellow-reverse-1", "blue-draw_two-1", "wild-100"].map((id) => (
    <UnoFace key={id} card={unoCard(id)} />
  )),
  shandong: ["joker_big_0", "spades_5_0", "hearts_Q_0", "hearts_Q_1"].map((id) => (
    <PokerFace key={id} card={pokerCard(id)} />
  )),
};

/** A few cards of a game, for its place on the start page. */
export function GamePicture({ game }: { game: string }) {
  return (PICTURES[game] ?? []).map((card, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a picture that never changes
    <span key={i}>{card}</span>
  ));
}
