import { create } from "zustand";
import { LiveSocket, problemIn } from "../api/socket";
import type { Chatted, Clock, Event, Problem, RoomInfo, ServerMessage, Update } from "../api/types.gen";
import { type Note, noteOf } from "../game/notes";
import type { GameAction, Json } from "../game/views";
import { currentLanguage } from "../i18n/language";
import { forgetSeat, seatIn } from "./seats";

/** How the line to the server is, in words the page shows. */
export type Connection = "connecting" | "open" | "reconnecting" | "replaced" | "closed";

export interface Position {
  seq: number;
  seat: number;
  view: Json | null;
  legal: GameAction[];
}

/** One step of the match as it reached this page: what happened, and the position before and after. */
export interface Step {
  events: Event[];
  before: Position;
  after: Position;
}

export interface CheckResult {
  key: string;
  legal: boolean;
  problem: Problem | null;
  /** What the selection is, in the reader's language ("pair of jacks"); empty when the server names nothing. */
  meaning: string;
}

export interface TableState {
  room: string;
  connection: Connection;
  attempt: number;
  /** Moves made up for after a lost connection; shown for a few seconds. */
  caughtUp: number;
  info: RoomInfo | null;
  position: Position;
  clock: Clock;
  /** `performance.now()` when the clock arrived. */
  clockAt: number;
  events: Event[];
  /** By seq: what the events themselves do not say. */
  notes: Record<number, Note>;
  chat: Chatted[];
  unread: number;
  selection: string[];
  check: CheckResult | null;
  /** The last refusal, shown until the next change. */
  refusal: Problem | null;
  /** Card ids on their way to the table: a picture only, the state waits for the answer. */
  sending: string[];
  rematch: number[];
  gone: string;
  failed: Problem | null;
}

const NOBODY: Clock = { seat: -4, leftMs: null, totalMs: null, deadline: null };
const START: Position = { seq: 0, seat: -3, view: null, legal: [] };
const CHECK_MS = 120;
const MOST_EVENTS = 600;

const EMPTY: TableState = {
  room: "",
  connection: "connecting",
  attempt: 0,
  caughtUp: 0,
  info: null,
  position: START,
  clock: NOBODY,
  clockAt: 0,
  events: [],
  notes: {},
  chat: [],
  unread: 0,
  selection: [],
  check: null,
  refusal: null,
  sending: [],
  rematch: [],
  gone: "",
  failed: null,
};

export const useTable = create<TableState>(() => EMPTY);

let socket: LiveSocket | null = null;
let watching = false;
let checkTimer = 0;
let wanted = "";
const waitingUpdates: Update[] = [];
const listeners = new Set<(step: Step) => void>();

/** Hear every step that can be followed: animations, sounds and announcements hang here. */
export function onStep(listener: (step: Step) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Open a room; with a seat secret in this browser as its player, otherwise to watch. */
export function openTable(room: string): void {
  const code = room.toUpperCase();
  if (socket && wanted === code) return;
  closeTable();
  wanted = code;
  watching = false;
  useTable.setState({ ...EMPTY, room: code, selection: savedSelection(code) });
  socket = new LiveSocket({
    opened: () => void enter(),
    received: receive,
    lost: (attempt) => {
      const { connection } = useTable.getState();
      if (connection !== "replaced" && connection !== "closed")
        useTable.setState({ connection: "reconnecting", attempt });
    },
  });
}

export function closeTable(): void {
  socket?.close();
  socket = null;
  wanted = "";
}

/** Say again who we are, e.g. after taking a seat or changing the language. */
export async function enter(): Promise<void> {
  const { room, position, info } = useTable.getState();
  const own = watching ? undefined : seatIn(room);
  const resume = info !== null && position.seq > 0;
  const answer = await socket?.ask({
    type: "enter",
    room,
    lang: currentLanguage(),
    ...(own ? { secret: own.secret } : {}),
    ...(resume ? { since: position.seq } : {}),
  });
  if (answer) received(answer);
}

/** This tab takes the seat back from another one. */
export function continueHere(): void {
  watching = false;
  useTable.setState({ connection: "connecting", gone: "" });
  void enter();
}

export function retryNow(): void {
  socket?.retry();
}

function received(message: ServerMessage): void {
  receive(message);
}

function receive(message: ServerMessage): void {
  const state = useTable.getState();
  switch (message.type) {
    case "entered": {
      const again = state.connection === "reconnecting" && state.info !== null;
      const known = state.events.length > 0 && message.resumed ? state.events : [];
      const fresh = message.events.filter((e) => e.seq > (known[known.length - 1]?.seq ?? -1));
      const { snapshot } = message;
      const position = {
        seq: snapshot.seq,
        seat: snapshot.seat,
        view: snapshot.view,
        legal: snapshot.legal as GameAction[],
      };
      useTable.setState({
        connection: watching ? "replaced" : "open",
        attempt: 0,
        caughtUp: again ? fresh.length : 0,
        info: message.info,
        position,
        clock: snapshot.clock,
        clockAt: performance.now(),
        events: [...known, ...fresh].slice(-MOST_EVENTS),
        chat: message.chat,
        sending: [],
        failed: null,
        rematch: [],
      });
      keepSelection();
      if (!message.resumed || known.length === 0) void loadEvents();
      break;
    }
    case "update":
      waitingUpdates.push(message);
      if (waitingUpdates.length === 1) soon(takeUpdates);
      break;
    case "room":
      useTable.setState({ info: message.info });
      break;
    case "chatted":
      useTable.setState({ chat: [...state.chat, message].slice(-200), unread: state.unread + 1 });
      break;
    case "rematched":
      useTable.setState({ rematch: message.wanted });
      if (message.info) {
        useTable.setState({
          info: message.info,
          position: { ...START, seat: message.seat ?? state.position.seat },
          events: [],
          selection: [],
        });
        void enter();
      }
      break;
    case "gone":
      goneFor(message.reason);
      break;
    case "refused":
      if (state.info === null) useTable.setState({ failed: message.problem, connection: "closed" });
      else useTable.setState({ refusal: message.problem });
      break;
    default:
      break;
  }
}

/** More events than this in one picture: nobody can follow, so pictures come a few times a second only. */
const FLOOD = 4;
const FLOOD_MS = 300;
let flooded = false;

/** Once per picture: fast bots send more updates than a screen can show. A hidden tab draws nothing and need not wait. */
function soon(work: () => void): void {
  if (document.hidden) work();
  else if (flooded) window.setTimeout(() => requestAnimationFrame(work), FLOOD_MS);
  else requestAnimationFrame(work);
}

/** Everything that arrived since the last picture, as one step. */
function takeUpdates(): void {
  const state = useTable.getState();
  const updates = waitingUpdates
    .splice(0)
    .filter((u) => u.room === state.room && (u.seq > state.position.seq || u.events.length === 0));
  const newest = updates[updates.length - 1];
  if (!newest) return;
  const events = updates.flatMap((u) => u.events);
  flooded = events.length > FLOOD;
  const before = state.position;
  const withView = updates.findLast((u) => u.view !== null);
  const after: Position = {
    seq: Math.max(newest.seq, before.seq),
    seat: before.seat,
    view: withView?.view ?? before.view,
    legal: (updates.findLast((u) => u.legal !== null)?.legal as GameAction[] | undefined) ?? before.legal,
  };
  const last = events[events.length - 1];
  const note = noteOf(last, before.view, after.view);
  useTable.setState({
    position: after,
    notes: last && note ? { ...state.notes, [last.seq]: note } : state.notes,
    clock: newest.clock,
    clockAt: performance.now(),
    events: [...state.events, ...events].slice(-MOST_EVENTS),
    sending: [],
    refusal: events.length > 0 ? null : state.refusal,
  });
  keepSelection();
  if (!flooded) for (const listener of listeners) listener({ events, before, after });
}

function goneFor(reason: string): void {
  if (reason === "replaced") {
    watching = true;
    useTable.setState({ connection: "replaced", gone: reason });
    void enter();
    return;
  }
  if (reason === "restarting") return;
  if (reason === "kicked" || reason === "left") forgetSeat(useTable.getState().room);
  useTable.setState({ connection: "closed", gone: reason });
}

/** The log from the beginning, for a page that has just come. */
async function loadEvents(): Promise<void> {
  const answer = await socket?.ask({ type: "events", since: 0 });
  if (answer?.type !== "events") return;
  const later = useTable.getState().events.filter((e) => e.seq > (answer.events[answer.events.length - 1]?.seq ?? -1));
  useTable.setState({ events: [...answer.events, ...later].slice(-MOST_EVENTS) });
}

// --- doing things ---------------------------------------------------------------------------------------------------

/** Send an action. Returns the refusal, or null when it was accepted. */
export async function act(action: GameAction, cards: string[] = []): Promise<Problem | null> {
  const { position } = useTable.getState();
  useTable.setState({ sending: cards, refusal: null });
  const answer = await socket?.ask({ type: "act", action, actionId: crypto.randomUUID(), expectedSeq: position.seq });
  if (!answer) {
    useTable.setState({ sending: [] });
    return null;
  }
  const problem = problemIn(answer);
  if (problem === null) return null;
  useTable.setState({ sending: [] });
  if (problem.code === "stale") {
    const again = await socket?.ask({ type: "view" });
    if (again?.type === "snapshot") {
      const { snapshot } = again;
      useTable.setState({
        position: {
          seq: snapshot.seq,
          seat: snapshot.seat,
          view: snapshot.view,
          legal: snapshot.legal as GameAction[],
        },
      });
      keepSelection();
    }
    return problem;
  }
  useTable.setState({ refusal: problem });
  return problem;
}

/** Ask a house bot. */
export async function askHint(): Promise<GameAction | null> {
  const answer = await socket?.ask({ type: "hint" });
  if (answer?.type === "hint") return answer.action as GameAction | null;
  const problem = problemIn(answer ?? null);
  if (problem) useTable.setState({ refusal: problem });
  return null;
}

/** Everything that is not a move: ready, start, kick, vote, bot, leave, say, rematch. */
export async function request(type: string, more: Json = {}): Promise<Problem | null> {
  const answer = await socket?.ask({ type, ...more });
  const problem = problemIn(answer ?? null);
  if (problem) useTable.setState({ refusal: problem });
  return problem;
}

// --- selecting ------------------------------------------------------------------------------------------------------

export function select(cards: string[]): void {
  useTable.setState({ selection: cards, refusal: null });
  const { room } = useTable.getState();
  if (cards.length > 0) sessionStorage.setItem(`paiju.selection.${room}`, JSON.stringify(cards));
  else sessionStorage.removeItem(`paiju.selection.${room}`);
}

function savedSelection(room: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(`paiju.selection.${room}`) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** A selection survives every new position as far as its cards are still held. */
function keepSelection(): void {
  const { selection, position } = useTable.getState();
  const hand = (position.view?.hand as string[] | undefined) ?? [];
  const kept = selection.filter((id) => hand.includes(id));
  if (kept.length !== selection.length) select(kept);
}

/** Ask the server about an action, 120 ms after the last change; null = nothing to ask. */
export function checkSoon(action: GameAction | null): void {
  window.clearTimeout(checkTimer);
  if (action === null) {
    useTable.setState({ check: null });
    return;
  }
  const key = JSON.stringify(action);
  if (useTable.getState().check?.key !== key) useTable.setState({ check: null });
  checkTimer = window.setTimeout(() => void check(action, key), CHECK_MS);
}

async function check(action: GameAction, key: string): Promise<void> {
  const answer = await socket?.ask({ type: "check", action });
  if (answer?.type !== "checked") return;
  const meaning = "meaning" in answer && typeof answer.meaning === "string" ? answer.meaning : "";
  useTable.setState({ check: { key, legal: answer.legal, problem: answer.problem, meaning } });
}
