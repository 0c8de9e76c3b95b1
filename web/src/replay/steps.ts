import type { Move } from "../api/types.gen";
import { unoCard } from "../cards/faces";
import { type GameAction, seatOf } from "../game/views";

/** What a replay steps through: every move but the shuffles, which are gone before anybody sees them. */
export interface ReplayStep {
  /** Index among the steps; 0 is the table before the first move. */
  turn: number;
  move: Move | null;
  /** Number of the position that shows it. */
  frame: number;
}

export function stepsOf(moves: Move[]): ReplayStep[] {
  const steps: ReplayStep[] = [{ turn: 0, move: null, frame: settled(moves, 0) }];
  for (const move of moves) {
    if (isShuffle(move)) continue;
    steps.push({ turn: steps.length, move, frame: settled(moves, move.seq) });
  }
  return steps;
}

function isShuffle(move: Move | undefined): boolean {
  return (move?.action as GameAction | undefined)?.type === "SHUFFLE";
}

/** The first position from `seq` on that no shuffle follows. */
function settled(moves: Move[], seq: number): number {
  let at = seq;
  while (isShuffle(moves[at])) at += 1;
  return at;
}

export interface Part {
  /** First and last turn. */
  from: number;
  to: number;
}

/** Rounds or hands, as parts of the slider. */
export function partsOf(steps: ReplayStep[]): Part[] {
  const starts = steps
    .filter((s) =>
      ["START", "NEXT_ROUND", "NEXT_HAND"].includes((s.move?.action as GameAction | undefined)?.type ?? ""),
    )
    .map((s) => s.turn);
  const last = steps.length - 1;
  return starts.map((from, i) => ({ from, to: (starts[i + 1] ?? last + 1) - 1 }));
}

/** Turns worth a mark: +4, UNO said, catches, declarations, failed challenges. */
export function marksOf(steps: ReplayStep[]): number[] {
  return steps
    .filter((s) => {
      const action = s.move?.action as GameAction | undefined;
      if (!action) return false;
      if (action.type === "PLAY_CARD") return unoCard(action.cardId ?? "").type === "wild_draw_four";
      return ["CALL_UNO", "CHALLENGE_UNO", "CHALLENGE_WILD_DRAW_FOUR", "DECLARE", "SNATCH", "STICK"].includes(
        action.type,
      );
    })
    .map((s) => s.turn);
}

/** The step that a record line belongs to. */
export function turnOfSeq(steps: ReplayStep[], seq: number): number {
  return steps.findLast((s) => (s.move?.seq ?? 0) <= seq)?.turn ?? 0;
}

/** Whom a move is about: the actor, or the seat a host action names. */
export function actorOf(move: Move): number {
  return move.seat >= 0 ? move.seat : seatOf((move.action as GameAction).playerId);
}
