import { create } from "zustand";
import { NOBODY, SPECTATOR } from "../api/actors";
import type { Chatted, Event, Problem, RoomInfo, TurnClock } from "../api/types.gen";
import type { GameAction, Json, Pattern } from "../game/views";

/** The state of the connection to the server, as the page shows it. */
export type Connection = "connecting" | "open" | "reconnecting" | "replaced" | "closed";

export interface Position {
  seq: number;
  seat: number;
  view: Json | null;
  legal: GameAction[];
}

/** One step of the match as it reached this page: what happened, and the position after it. */
export interface Step {
  events: Event[];
  after: Position;
  /** Own cards that lay on the table already, before the answer. */
  sent: string[];
}

export interface CheckResult {
  key: string;
  legal: boolean;
  problem: Problem | null;
  /** What the game reads in the selection (in Shandong its pattern); null when there is nothing to say. */
  reading: Pattern | null;
}

export interface TableState {
  room: string;
  connection: Connection;
  attempt: number;
  /** Moves made up for after a lost connection; shown for a few seconds. */
  caughtUp: number;
  info: RoomInfo | null;
  position: Position;
  clock: TurnClock;
  /** `performance.now()` when the clock arrived. */
  clockAt: number;
  /** Bots play faster than anybody can follow. */
  rushed: boolean;
  events: Event[];
  chat: Chatted[];
  unread: number;
  selection: string[];
  check: CheckResult | null;
  /** The last refusal, shown until the next change. */
  refusal: Problem | null;
  /** An action is on its way, or its result is not on the screen yet. */
  acting: boolean;
  /** Card ids on their way to the table: a picture only, the state waits for the answer. */
  sending: string[];
  rematch: number[];
  gone: string;
  failed: Problem | null;
}

const STOPPED: TurnClock = { seat: NOBODY, leftMs: null, totalMs: null, deadline: null };
export const START: Position = { seq: 0, seat: SPECTATOR, view: null, legal: [] };
/** A table nobody has told us about yet. */
export const EMPTY: TableState = {
  room: "",
  connection: "connecting",
  attempt: 0,
  caughtUp: 0,
  info: null,
  position: START,
  clock: STOPPED,
  clockAt: 0,
  rushed: false,
  events: [],
  chat: [],
  unread: 0,
  selection: [],
  check: null,
  refusal: null,
  acting: false,
  sending: [],
  rematch: [],
  gone: "",
  failed: null,
};

/** The one store: what the server showed last, and what the person is about to do. */
export const useTable = create<TableState>(() => EMPTY);
