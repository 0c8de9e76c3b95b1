import { WebSocket as ReconnectingSocket } from "partysocket";
import { session } from "./http";
import type { Problem, ServerMessage } from "./types.gen";

/** A client message without its number, which the socket gives. */
export type Request = { type: string } & Record<string, unknown>;
export type Answer = Extract<ServerMessage, { re: number }>;

export interface SocketHandlers {
  /** The socket is open: enter the room. Called again after every reconnection. */
  opened(): void;
  received(message: ServerMessage): void;
  /** The connection is lost; the n-th attempt to reconnect is under way. */
  lost(attempt: number): void;
}

/** Between pings, and for the answer to one: a dead server is noticed within twice this time. */
const PING_MS = 4_500;
const ANSWER_MS = 12_000;

/** One WebSocket that reconnects by itself. `ask` pairs answers with requests; whatever else arrives goes to `received`. */
export class LiveSocket {
  private readonly socket: ReconnectingSocket;
  private readonly waiting = new Map<number, (answer: Answer | null) => void>();
  private next = 1;
  private attempts = 0;
  private pings = 0;
  private beating = false;
  /** How many messages have arrived. */
  private heard = 0;

  constructor(
    private readonly handlers: SocketHandlers,
    room: string,
    url: string = socketUrl(room),
  ) {
    this.socket = new ReconnectingSocket(url, [], {
      minReconnectionDelay: 300,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 1.5,
      connectionTimeout: 5000,
      maxEnqueuedMessages: 0,
    });
    this.socket.addEventListener("open", () => {
      this.attempts = 0;
      handlers.opened();
    });
    this.socket.addEventListener("message", (event: MessageEvent) => this.read(String(event.data)));
    this.socket.addEventListener("close", () => {
      this.forget();
      this.attempts += 1;
      handlers.lost(this.attempts);
    });
    window.addEventListener("offline", this.networkChanged);
    window.addEventListener("online", this.networkChanged);
    this.pings = window.setInterval(() => void this.beat(), PING_MS);
  }

  /** Ping the server until it answers. If nothing arrives meanwhile, reconnect instead of waiting until the system notices. */
  private async beat(): Promise<void> {
    if (this.beating) return;
    this.beating = true;
    while (this.isOpen()) {
      const heard = this.heard;
      if ((await this.ask({ type: "ping" }, PING_MS)) !== null) break;
      if (this.heard === heard && this.isOpen()) this.socket.reconnect();
    }
    this.beating = false;
  }

  /** The network went away, so the connection is lost; or it is back, so try again now. */
  private readonly networkChanged = (): void => this.socket.reconnect();

  isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Send and wait for the answer; null when the connection was lost or no answer came in time. */
  ask(request: Request, patience = ANSWER_MS): Promise<Answer | null> {
    if (!this.isOpen()) return Promise.resolve(null);
    const id = this.next++;
    return new Promise((resolve) => {
      const timer = window.setTimeout(() => this.settle(id, null), patience);
      this.waiting.set(id, (answer) => {
        window.clearTimeout(timer);
        resolve(answer);
      });
      this.socket.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Try again now instead of waiting for the next attempt. */
  retry(): void {
    this.socket.reconnect();
  }

  close(): void {
    window.clearInterval(this.pings);
    window.removeEventListener("offline", this.networkChanged);
    window.removeEventListener("online", this.networkChanged);
    this.forget();
    this.socket.close();
  }

  private read(text: string): void {
    this.heard += 1;
    const message = JSON.parse(text) as ServerMessage;
    if ("re" in message && this.waiting.has(message.re)) this.settle(message.re, message);
    else this.handlers.received(message);
  }

  private settle(id: number, answer: Answer | null): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(answer);
  }

  private forget(): void {
    for (const id of [...this.waiting.keys()]) this.settle(id, null);
  }
}

/** The problem in an answer, or null when the request was carried out. */
export function problemIn(answer: Answer | null): Problem | null {
  if (answer?.type === "refused") return answer.problem;
  return null;
}

/** The room in the address lets a proxy keep all its seats at one server; the server itself ignores it. */
export function socketUrl(room: string): string {
  const url = new URL(`api/v1/ws?room=${encodeURIComponent(room)}`, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  url.searchParams.set("session", session);
  return url.href;
}
