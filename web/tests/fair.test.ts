import { createHash, webcrypto } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { BadRecord, readRecord } from "../src/fair/record";
import { FairSource, verify } from "../src/fair/verify";

const ORDER_OF_TWELVE = [4, 3, 7, 1, 10, 0, 6, 2, 8, 11, 9, 5];
const SEED = `${"00".repeat(31)}07`;
const bytes = Uint8Array.from(SEED.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

beforeAll(() => {
  if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, "crypto", { value: webcrypto });
});

/** A record whose shuffles come from the seed. */
async function record(change: (order: number[]) => number[] = (order) => order): Promise<string> {
  const source = new FairSource(bytes);
  const first = await source.order(108);
  const second = await source.order(108);
  const commitment = createHash("sha256").update(bytes).digest("hex");
  return [
    JSON.stringify({ paiju: 1, game: "uno", rulebook: "official", options: {}, seats: ["Ann", "Bo"], commitment }),
    JSON.stringify({ seq: 1, seat: -2, action: { type: "START" } }),
    JSON.stringify({ seq: 2, seat: -1, action: { type: "SHUFFLE", order: first } }),
    JSON.stringify({ seq: 3, seat: -1, action: { type: "SHUFFLE", order: change(second) } }),
    JSON.stringify({ result: {}, seed: SEED }),
  ].join("\n");
}

describe("the fair source", () => {
  it("gives the same order as the server for the same seed", async () => {
    // paiju.engine.shuffle.FairSource(bytes(31) + b"\x07").order(12)
    expect(await new FairSource(bytes).order(12)).toEqual(ORDER_OF_TWELVE);
  });
});

describe("check this deal", () => {
  it("finds a true deal genuine", async () => {
    expect(await verify(readRecord(await record()))).toEqual({ kind: "genuine", shuffles: 2 });
  });
  it("names the shuffle that does not come from the seed", async () => {
    const forged = await record(([a = 0, b = 0, ...rest]) => [b, a, ...rest]);
    expect(await verify(readRecord(forged))).toEqual({ kind: "wrongShuffle", seq: 3 });
  });
  it("sees a seed that is not the published one", async () => {
    const forged = (await record()).replace(SEED, "11".repeat(32));
    expect(await verify(readRecord(forged))).toEqual({ kind: "wrongFingerprint" });
  });
  it("says when the seed is not known yet", async () => {
    const open = (await record()).split("\n").slice(0, -1).join("\n");
    expect(await verify(readRecord(open))).toEqual({ kind: "noSeed" });
  });
});

describe("record files", () => {
  it.each([
    ["hello", "notRecord"],
    ['{"paiju":9,"seats":[]}', "newer"],
    ['{"paiju":1,"seats":[]}\n{"what":1}', "damaged"],
  ])("refuses %s as %s", (text, fault) => {
    expect(() => readRecord(text)).toThrow(BadRecord);
    try {
      readRecord(text);
    } catch (error) {
      expect((error as BadRecord).fault).toBe(fault);
    }
  });
});
