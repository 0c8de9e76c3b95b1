import { get } from "../api/http";
import type { Event, EventsAnswer } from "../api/types.gen";
import { seatIn } from "./seats";
import type { TableState } from "./store";

/** What the log at the table is written from: events with their facts. */

/** How many events are drawn; the replay has everything. */
const LINES = 40;
/** The same while bots rush: what nobody can read is not drawn beyond what is in sight. */
const RUSHED_LINES = 10;
/** Events that are kept and asked for: several rounds, and no more than one answer of the server holds. */
const KEPT = 480;

export function logLines(state: TableState): number {
  return state.rushed ? RUSHED_LINES : LINES;
}

/** The log with more at its end. */
export function longer(events: Event[], more: Event[]): Event[] {
  return [...events, ...more].slice(-KEPT);
}

/** The log up to entry `seq`, for a page that was not there. */
export async function pastLog(room: string, seq: number): Promise<Event[] | null> {
  const path = `/rooms/${encodeURIComponent(room)}/events?since=${Math.max(0, seq - KEPT)}`;
  try {
    return (await get<EventsAnswer>(path, seatIn(room)?.secret)).events;
  } catch {
    return null; // The log is empty then, and fills as the match goes on.
  }
}
