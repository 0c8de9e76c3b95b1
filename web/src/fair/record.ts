/** A record of a match: JSON Lines, first line what was played, last line how it ended. */

export interface RecordHead {
  paiju: number;
  game: string;
  rulebook: string;
  options: Record<string, unknown>;
  seats: string[];
  commitment?: string | null;
}

export interface RecordEntry {
  seq: number;
  seat: number;
  action: { type: string; order?: number[]; [more: string]: unknown };
  at?: string;
}

export interface MatchRecord {
  head: RecordHead;
  entries: RecordEntry[];
  result: Record<string, unknown> | null;
  seed: string | null;
}

export type RecordFault = "notRecord" | "newer" | "damaged";

export class BadRecord extends Error {
  constructor(
    readonly fault: RecordFault,
    readonly line: number,
  ) {
    super(`${fault} in line ${line}`);
  }
}

/** Read a `.paiju` file. Throws `BadRecord` naming the line. */
export function readRecord(text: string): MatchRecord {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const parsed = lines.map((line, i) => parseLine(line, i + 1));
  const head = parsed[0] as unknown as RecordHead | undefined;
  if (!head || typeof head.paiju !== "number" || !Array.isArray(head.seats)) throw new BadRecord("notRecord", 1);
  if (head.paiju > 1) throw new BadRecord("newer", 1);
  const record: MatchRecord = { head, entries: [], result: null, seed: null };
  parsed.slice(1).forEach((data, i) => {
    if ("result" in data) {
      record.result = data.result as Record<string, unknown>;
      record.seed = typeof data.seed === "string" ? data.seed : null;
    } else if (
      typeof data.seq === "number" &&
      typeof data.seat === "number" &&
      typeof data.action === "object" &&
      data.action !== null
    ) {
      record.entries.push(data as unknown as RecordEntry);
    } else throw new BadRecord("damaged", i + 2);
  });
  return record;
}

function parseLine(line: string, number: number): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(line);
    if (typeof data === "object" && data !== null) return data as Record<string, unknown>;
  } catch {
    // falls through to the same complaint
  }
  throw new BadRecord(number === 1 ? "notRecord" : "damaged", number);
}
