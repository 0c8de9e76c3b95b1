import type { ShandongAction, UnoAction } from "../api/types.gen";

/** What the server shows of a position, by game. Drawn as it is; nothing is worked out from it. */
export type {
  ShandongPattern as Pattern,
  ShandongTrick as Trick,
  ShandongView,
  UnoView,
} from "../api/types.gen";

export type Json = Record<string, unknown>;

/** An action of any game: `type`, and what our games have besides. */
export type GameAction = UnoAction & ShandongAction & Json;

/** A fact of any game. */
export interface Fact extends Json {
  type: string;
  seat?: number;
}

/** `p1` is seat 0. */
export function seatOf(playerId: string | null | undefined): number {
  return playerId ? Number(playerId.slice(1)) - 1 : -4;
}

export function playerOf(seat: number): string {
  return `p${seat + 1}`;
}
