import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LiveSocket } from "../src/api/socket";

/** A connection to a server that answers pings as long as it is alive, and whose death nobody announces. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  alive = true;
  readyState = FakeSocket.CONNECTING;
  binaryType = "blob";

  constructor() {
    super();
    FakeSocket.made.push(this);
    setTimeout(() => {
      this.readyState = FakeSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    }, 1);
  }

  send(text: string): void {
    const { id } = JSON.parse(text) as { id: number };
    if (this.alive) this.hear({ type: "pong", re: id });
  }

  hear(message: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }
}

beforeEach(() => {
  FakeSocket.made = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5); // the pauses of the reconnecting socket
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("a server that is alive keeps its connection, a dead one is left within ten seconds", async () => {
  let opened = 0;
  const socket = new LiveSocket({ opened: () => (opened += 1), received: () => {}, lost: () => {} }, "AB12");
  await vi.advanceTimersByTimeAsync(30_000);
  expect([opened, FakeSocket.made.length]).toEqual([1, 1]);
  for (const made of FakeSocket.made) made.alive = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSocket.made.length).toBe(2);
  expect(opened).toBe(2);
  socket.close();
});

/** The life of a socket whose server dies `after` so many ms; `lastWords` are said just before, by a server that answers nothing any more. */
async function socketsMade(after: number, lastWords: boolean): Promise<number> {
  FakeSocket.made = [];
  const socket = new LiveSocket({ opened: () => {}, received: () => {}, lost: () => {} }, "AB12");
  await vi.advanceTimersByTimeAsync(after - 1);
  for (const made of FakeSocket.made) made.alive = false;
  await vi.advanceTimersByTimeAsync(1);
  if (lastWords) FakeSocket.made[0]?.hear({ type: "chat" });
  await vi.advanceTimersByTimeAsync(10_000);
  socket.close();
  return FakeSocket.made.length;
}

it.each([false, true])("the moment of its death makes no difference (last words: %s)", async (lastWords) => {
  const late: number[] = [];
  for (let after = 250; after <= 14_000; after += 250) {
    if ((await socketsMade(after, lastWords)) === 1) late.push(after);
  }
  expect(late).toEqual([]);
});
