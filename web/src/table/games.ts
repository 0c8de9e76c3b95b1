import type { ReplayFace } from "../replay/face";
import type { Layout } from "../ui/hooks";
import { type Later, later } from "../ui/later";
import type { Narration } from "./log";

/** What the page has for a game. Code comes when it is wanted: nothing here is part of the first page but names. */
export interface GameFace {
  /** The table to play at. */
  table: Later<{ layout: Layout }>;
  /** How a match is told and looked back at. */
  replay(): Promise<{ narration: Narration; face: ReplayFace }>;
  /** Whether a strip of facts stands above the table that is looked back at: `Head` of its `face`. */
  strip?: true;
}

const FACES: Record<string, GameFace> = {
  uno: {
    table: later(() => import("./uno/UnoTable").then((m) => m.UnoTable)),
    replay: async () => ({
      narration: (await import("./uno/log")).UNO_NARRATION,
      face: (await import("./uno/replay")).UNO_REPLAY,
    }),
  },
  shandong: {
    table: later(() => import("./shandong/ShandongTable").then((m) => m.ShandongTable)),
    replay: async () => ({
      narration: (await import("./shandong/log")).SHANDONG_NARRATION,
      face: (await import("./shandong/replay")).SHANDONG_REPLAY,
    }),
    strip: true,
  },
};

/** Any other game: its view, its legal actions and its facts, drawn as they are. */
const GENERIC: GameFace = {
  table: later(() => import("./generic/GenericTable").then((m) => m.GenericTable)),
  replay: async () => ({
    narration: (await import("./generic/log")).GENERIC_NARRATION,
    face: (await import("./generic/replay")).GENERIC_REPLAY,
  }),
};

/** Games that are offered before the server has said what it has; the first is shown where none is chosen. */
export const OUR_GAMES = Object.keys(FACES);
export const FIRST_GAME = OUR_GAMES[0] ?? "";

export function faceOf(game: string): GameFace {
  return FACES[game] ?? GENERIC;
}
