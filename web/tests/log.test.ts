import { describe, expect, it } from "vitest";
import type { Event, Update } from "../src/api/types.gen";
import { longer, notesOf } from "../src/state/log";

const event = (seq: number, type: string, seat = 0): Event => ({ seq, seat, at: "", action: { type } });

describe("the log", () => {
  it("grows, and when it gets long it still begins with a whole round", () => {
    const rounds = Array.from({ length: 1000 }, (_, i) => event(i, i % 100 === 0 ? "NEXT_ROUND" : "DRAW_CARD"));
    const log = longer({ events: rounds, notes: { 5: { count: 1 }, 990: { count: 2 } } }, [event(1000, "PASS")], {
      1000: { count: 3 },
    });
    expect(log.events[0]).toMatchObject({ seq: 600, action: { type: "NEXT_ROUND" } });
    expect(log.events.at(-1)?.seq).toBe(1000);
    expect(log.notes).toEqual({ 990: { count: 2 }, 1000: { count: 3 } });
  });

  it("keeps a round that is longer than the rest", () => {
    const events = Array.from({ length: 700 }, (_, i) => event(i, i === 0 ? "START" : "DRAW_CARD"));
    expect(longer({ events, notes: {} }, [], {}).events).toHaveLength(700);
  });

  it("notes cards drawn at the move, not at the shuffle that came with it", () => {
    const view = (count: number) => ({ discardPile: [], roundNumber: 1, players: [{ seat: 0, handCount: count }] });
    const update = { events: [event(4, "DRAW_CARD"), event(5, "SHUFFLE", -1)], view: view(9) } as unknown as Update;
    expect(notesOf([update], view(7))).toEqual({ 4: { count: 2 } });
  });
});
