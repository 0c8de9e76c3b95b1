import { get } from "../api/http";
import type { Event, EventsAnswer, Update } from "../api/types.gen";
import { type Note, noteOf } from "../game/notes";
import type { GameAction, Json } from "../game/views";
import { seatIn } from "./seats";
import type { TableState } from "./store";

/** What the log at the table is written from: events, and notes on what came of them. */

/** How many lines are drawn; the replay has everything. */
const LINES = 40;
/** The same while bots rush: what nobody can read is not drawn beyond what is in sight. */
const RUSHED_LINES = 10;
/** Events that are kept and asked for: several rounds, and no more than one answer of the server holds. */
const KEPT = 480;
const SHUFFLER = -1;
const ROOM = -3;

export function logLines(state: TableState): number {
  return state.rushed ? RUSHED_LINES : LINES;
}

/** What the log is made of. */
export interface Log {
  events: Event[];
  /** By seq. */
  notes: Record<number, Note>;
}

/** The log with more at its end. It begins with a whole round, because rounds and tricks are counted from there. */
export function longer(log: Log, events: Event[], notes: Record<number, Note>): Log {
  const all = { events: [...log.events, ...events], notes: { ...log.notes, ...notes } };
  if (all.events.length <= KEPT) return all;
  const start = all.events.findIndex((event, i) => i >= all.events.length - KEPT && startsRound(event));
  if (start <= 0) return all;
  const kept = all.events.slice(start);
  const first = kept[0]?.seq ?? 0;
  return { events: kept, notes: Object.fromEntries(Object.entries(all.notes).filter(([seq]) => Number(seq) >= first)) };
}

export function startsRound(event: Event): boolean {
  return ["START", "NEXT_ROUND", "NEXT_HAND"].includes((event.action as GameAction).type);
}

/** What the last updates did beyond their events, each read off the views before and after it. */
export function notesOf(updates: Update[], first: Json | null): Record<number, Note> {
  const notes: Record<number, Note> = {};
  let before = first;
  for (const { events, view } of updates.slice(-LINES)) {
    const cause = events.findLast((event) => event.seat !== SHUFFLER && event.seat !== ROOM);
    const note = noteOf(cause, before, view);
    if (cause && note) notes[cause.seq] = note;
    before = view ?? before;
  }
  return notes;
}

/** The log up to entry `seq`, for a page that was not there: the server knows what came of everything. */
export async function pastLog(room: string, seq: number): Promise<Log | null> {
  const since = Math.max(0, seq - KEPT);
  try {
    const path = `/rooms/${encodeURIComponent(room)}/events?since=${since}&notes=true`;
    const { events, notes } = await get<EventsAnswer>(path, seatIn(room)?.secret);
    const first = since === 0 ? 0 : events.findIndex(startsRound);
    return {
      events: events.slice(Math.max(0, first)),
      notes: Object.fromEntries((notes ?? []).map((note) => [note.seq, note])),
    };
  } catch {
    return null; // The log is empty then, and fills as the match goes on.
  }
}
