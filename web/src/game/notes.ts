import type { Event, Note as Noted } from "../api/types.gen";
import { handChanges } from "./uno";
import type { GameAction, Json, ShandongView, UnoView } from "./views";

/** What came of an event beyond what it says itself: cards drawn, a challenge won, a trick taken. */
export type Note = Partial<Omit<Noted, "seq">>;

/** Read off the views before and after it, as long as the page is there to see both. */
export function noteOf(event: Event | undefined, before: Json | null, after: Json | null): Note | null {
  if (!event || !before || !after) return null;
  return "discardPile" in after
    ? unoNote(event, before as unknown as UnoView, after as unknown as UnoView)
    : shandongNote(before as unknown as ShandongView, after as unknown as ShandongView);
}

function unoNote(event: Event, before: UnoView, after: UnoView): Note | null {
  const action = event.action as GameAction;
  const note: Note = {};
  const success = after.lastAction?.type === action.type ? after.lastAction.success : undefined;
  if (success !== undefined) note.success = success;
  const grown = [...handChanges(before, after)].filter(([, n]) => n > 0);
  const total = grown.reduce((sum, [, n]) => sum + n, 0);
  if (total > 0 && !["PLAY_CARD", "JUMP_IN"].includes(action.type)) note.count = total;
  return Object.keys(note).length > 0 ? note : null;
}

function shandongNote(before: ShandongView, after: ShandongView): Note | null {
  if (after.failedThrow && !before.failedThrow && after.failedThrow.forced.length > 0)
    return { forced: after.failedThrow.forced };
  const last = after.lastTrick;
  if (!last || last.winner === undefined) return null;
  if (before.handNumber === after.handNumber && JSON.stringify(before.lastTrick) === JSON.stringify(last)) return null;
  return { trick: { n: before.trickNumber, winner: last.winner, points: last.points } };
}
