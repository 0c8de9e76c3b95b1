import type { MatchRecord } from "./record";

/** "Check this deal": the seed gives the published fingerprint, and every shuffle of the log comes from the seed. */

export type Verdict =
  | { kind: "genuine"; shuffles: number }
  | { kind: "noSeed" }
  | { kind: "noCrypto" }
  | { kind: "wrongFingerprint" }
  | { kind: "wrongShuffle"; seq: number };

export async function verify(record: MatchRecord): Promise<Verdict> {
  if (!record.seed || !record.head.commitment) return { kind: "noSeed" };
  if (!globalThis.crypto?.subtle) return { kind: "noCrypto" };
  const seed = fromHex(record.seed);
  if (!seed || (await sha256(seed)) !== record.head.commitment.toLowerCase()) return { kind: "wrongFingerprint" };
  const source = new FairSource(seed);
  let shuffles = 0;
  for (const entry of record.entries) {
    const order = entry.action.type === "SHUFFLE" ? entry.action.order : undefined;
    if (!order) continue;
    const expected = await source.order(order.length);
    if (expected.some((n, i) => n !== order[i])) return { kind: "wrongShuffle", seq: entry.seq };
    shuffles += 1;
  }
  return { kind: "genuine", shuffles };
}

const LABEL = new TextEncoder().encode("paiju/shuffle/1");

/** The provably fair stream: block i is HMAC-SHA256(seed, label ‖ i as 8 bytes), read as big-endian 32-bit words. */
export class FairSource {
  private readonly key: Promise<CryptoKey>;
  private block = 0n;
  private words: number[] = [];

  constructor(seed: Uint8Array<ArrayBuffer>) {
    this.key = crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  }

  async bits32(): Promise<number> {
    if (this.words.length === 0) {
      const message = new Uint8Array(LABEL.length + 8);
      message.set(LABEL);
      new DataView(message.buffer).setBigUint64(LABEL.length, this.block);
      this.block += 1n;
      const digest = new DataView(await crypto.subtle.sign("HMAC", await this.key, message));
      for (let at = 0; at < 32; at += 4) this.words.push(digest.getUint32(at));
    }
    return this.words.shift() as number;
  }

  /** 0 … n − 1, each equally likely: numbers in the unfair rest of 2³² are thrown away. */
  async below(n: number): Promise<number> {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let x = await this.bits32();
    while (x >= limit) x = await this.bits32();
    return x % n;
  }

  /** Fisher–Yates from the end. */
  async order(n: number): Promise<number[]> {
    const items = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i > 0; i--) {
      const j = await this.below(i + 1);
      [items[i], items[j]] = [items[j] as number, items[i] as number];
    }
    return items;
  }
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
