import { expect, it } from "vitest";
import type { Event } from "../src/api/types.gen";
import { longer } from "../src/state/log";

const event = (seq: number): Event => ({ seq, seat: 0, at: "", action: { type: "DRAW_CARD" }, facts: [] });

it("the log grows, and forgets its beginning when it gets long", () => {
  const events = Array.from({ length: 480 }, (_, i) => event(i));
  const log = longer(events, [event(480)]);
  expect(log).toHaveLength(480);
  expect(log[0]?.seq).toBe(1);
  expect(log.at(-1)?.seq).toBe(480);
});
