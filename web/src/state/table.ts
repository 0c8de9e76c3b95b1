import { type Answer, LiveSocket, type Request } from "../api/socket";
import type { Event, ServerMessage, Update } from "../api/types.gen";
import type { GameAction } from "../game/views";
import { currentLanguage } from "../i18n/language";
import { longer, pastLog } from "./log";
import { forgetSeat, seatIn } from "./seats";
import { keepSelection, savedSelection } from "./selection";
import { EMPTY, type Position, START, type Step, useTable } from "./store";

/** The connection of the open table: enters a room, keeps the store up to date, reconnects by itself. */

let socket: LiveSocket | null = null;
let watching = false;
let wanted = "";
const waitingUpdates: Update[] = [];
const listeners = new Map<(step: Step) => void, boolean>();

/** Hear every step that can be followed: animations, sounds and announcements hang here. With `rushed` also the others. */
export function onStep(listener: (step: Step) => void, rushed = false): () => void {
  listeners.set(listener, rushed);
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
  const handlers = {
    opened: () => void enter(),
    received: receive,
    lost: (attempt: number) => {
      const { connection } = useTable.getState();
      if (connection !== "replaced" && connection !== "closed")
        useTable.setState({ connection: "reconnecting", attempt });
    },
  };
  socket = new LiveSocket(handlers, code);
}

/** Send a request over the connection of the open table; null when there is none or it was lost. */
export function ask(request: Request): Promise<Answer | null> {
  return socket?.ask(request) ?? Promise.resolve(null);
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
        events: longer(known, fresh),
        chat: message.chat,
        sending: [],
        failed: null,
        rematch: [],
      });
      keepSelection();
      if (known.length === 0 || fresh.length > 0) void loadLog();
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
const FLOOD_MS = 400;
const PICTURE_MS = 16;
let pictureAt = 0;
let calmTimer = 0;

/** Bots rush until nothing more has come for a while. */
function noteRush(rushed: boolean): void {
  window.clearTimeout(calmTimer);
  if (rushed) calmTimer = window.setTimeout(() => useTable.setState({ rushed: false }), 2 * FLOOD_MS);
}

/** Once per picture: fast bots send more updates than a screen can show. What comes after a pause is shown at once. */
function soon(work: () => void): void {
  const idle = performance.now() - pictureAt;
  if (useTable.getState().rushed && idle < FLOOD_MS) window.setTimeout(() => requestAnimationFrame(work), FLOOD_MS);
  else if (document.hidden || idle > PICTURE_MS) work();
  else requestAnimationFrame(work);
}

/** Everything that arrived since the last picture, as one step. */
function takeUpdates(): void {
  pictureAt = performance.now();
  const state = useTable.getState();
  const updates = waitingUpdates
    .splice(0)
    .filter((u) => u.room === state.room && (u.seq > state.position.seq || u.events.length === 0));
  const newest = updates[updates.length - 1];
  if (!newest) return;
  const events = updates.flatMap((u) => u.events);
  const rushed = events.length > FLOOD;
  const before = state.position;
  const withView = updates.findLast((u) => u.view !== null);
  const after: Position = {
    seq: Math.max(newest.seq, before.seq),
    seat: before.seat,
    view: withView?.view ?? before.view,
    legal: (updates.findLast((u) => u.legal !== null)?.legal as GameAction[] | undefined) ?? before.legal,
  };
  useTable.setState({
    position: after,
    rushed,
    clock: newest.clock,
    clockAt: performance.now(),
    events: longer(state.events, events),
    sending: events.some((e) => answers(e, before.seat)) ? [] : state.sending,
    refusal: events.length > 0 ? null : state.refusal,
  });
  noteRush(rushed);
  keepSelection();
  for (const [listener, always] of listeners) if (always || !rushed) listener({ events, after, sent: state.sending });
}

/** Whether an event is the answer to the cards I sent. Calling UNO comes before them. */
function answers(event: Event, me: number): boolean {
  return event.seat === me && (event.action as GameAction).type !== "CALL_UNO";
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
  closeTable(); // or the line would come back by itself, as that of a spectator
  useTable.setState({ connection: "closed", gone: reason });
}

/** The log so far. What happens meanwhile is in the store already. */
async function loadLog(): Promise<void> {
  const { room, position, info } = useTable.getState();
  const past = await pastLog(room, position.seq);
  const now = useTable.getState();
  if (!past || now.room !== room || now.info?.match !== info?.match) return;
  const known = past[past.length - 1]?.seq ?? -1;
  useTable.setState({
    events: longer(
      past,
      now.events.filter((event) => event.seq > known),
    ),
  });
}
