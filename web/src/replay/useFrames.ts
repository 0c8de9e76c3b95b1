import { useEffect, useRef, useState } from "react";
import { get, post } from "../api/http";
import type { Positions, ReplayFrame } from "../api/types.gen";

const CHUNK = 40;

export interface Frames {
  positions: Positions | null;
  failed: Error | null;
  /** The position with this number, or null while it is fetched. */
  frame: ReplayFrame | null;
}

/** Positions of a match (`match`) or of an opened file (`record`), fetched a few at a time around the one wanted. */
export function useFrames(match: string, record: string | null, seat: number, wanted: number): Frames {
  const [positions, setPositions] = useState<Positions | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [, redraw] = useState(0);
  const cache = useRef(new Map<string, ReplayFrame>());
  const asked = useRef(new Set<string>());
  const chunk = Math.floor(wanted / CHUNK) * CHUNK;

  useEffect(() => {
    const fetchChunk = async (first: number) => {
      const key = `${seat}:${first}`;
      if (asked.current.has(key)) return;
      asked.current.add(key);
      try {
        const found =
          record === null
            ? await get<Positions>(
                `/matches/${encodeURIComponent(match)}/positions?first=${first}&count=${CHUNK}&seat=${seat}`,
              )
            : await post<Positions>("/positions", { record, first, count: CHUNK, seat });
        for (const frame of found.frames) cache.current.set(`${seat}:${frame.seq}`, frame);
        setPositions((known) => known ?? found);
        redraw((n) => n + 1);
      } catch (error) {
        asked.current.delete(key);
        setFailed(error instanceof Error ? error : new Error(String(error)));
      }
    };
    void fetchChunk(chunk);
    void fetchChunk(chunk + CHUNK);
  }, [match, record, seat, chunk]);

  return { positions, failed, frame: cache.current.get(`${seat}:${wanted}`) ?? null };
}
