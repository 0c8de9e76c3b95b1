import { pokerCard } from "../cards/faces";
import type { GameAction, Pattern, ShandongView } from "./views";

/** Reads a Shandong view for the screen. It judges nothing: the server does. */

/** Cards that everybody is dealt, and those that are left over. */
export const DEALT = 26;
export const KITTY = 4;

export function sideOf(seat: number): number {
  return seat % 2;
}

/** What my selection would be sent as in this phase; null when nothing can be asked of me. */
export function intendedType(view: ShandongView, legal: GameAction[]): string | null {
  if (view.seat < 0) return null;
  if (view.waitingFor === "giveBack") return view.turn === view.seat ? "GIVE_BACK" : null;
  if (view.waitingFor === "throwChoice") return view.turn === view.seat ? "CHOOSE_UNIT" : null;
  switch (view.phase) {
    case "burying":
      return view.turn === view.seat ? "BURY" : null;
    case "playing":
      return view.turn === view.seat ? "PLAY" : null;
    default:
      return legal.some((a) => a.type === "PASS") ? "PASS" : null;
  }
}

/** What I could show now: declarations, snatches, sticks, one per meaning; one of every suit comes first. */
export function offers(legal: GameAction[]): GameAction[] {
  const seen = new Set<string>();
  const found = legal.filter((a) => {
    if (!["DECLARE", "SNATCH", "STICK"].includes(a.type)) return false;
    const key =
      a.type +
      (a.cards ?? [])
        .map((id) => id.replace(/_\d$/, ""))
        .sort()
        .join();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const suits = new Set<string>();
  const firsts = found.filter((a) => !suits.has(offeredSuit(a)) && suits.add(offeredSuit(a)));
  return [...firsts, ...found.filter((a) => !firsts.includes(a))];
}

/** The suit an offer would make trump (the suit of its cards that are no jokers). */
export function offeredSuit(offer: GameAction): string {
  return (offer.cards ?? []).map(pokerCard).find((c) => c.suit !== "joker")?.suit ?? "joker";
}

/** The card with the same face, if I hold it. */
export function twinIn(hand: string[], id: string): string | undefined {
  const face = id.replace(/_\d$/, "");
  return hand.find((other) => other !== id && other.startsWith(`${face}_`));
}

/** How many cards are wanted of me, where that is fixed. */
export function wantedCount(view: ShandongView): number | null {
  if (view.waitingFor === "giveBack") return 3;
  if (view.phase === "burying") return 4;
  return view.trick ? view.trick.lead.cards.length : null;
}

/** The suit I have to follow and hold cards of. */
export function suitToFollow(view: ShandongView): string | null {
  return view.follow && view.follow.cards.length > 0 ? view.follow.suit : null;
}

/** The longest of a list of patterns' names is shown with its size: "tractor of 3". */
export function patternSize(pattern: Pattern): number {
  return pattern.pairCount ?? pattern.count ?? pattern.cards.length;
}
