import type { Move } from "../api/types.gen";
import { type Fact, type GameAction, seatOf } from "../game/views";

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

/** The first turn that somebody at the table takes: a replay opens there, with the cards dealt. */
export function firstMove(steps: ReplayStep[]): number {
  return steps.find((step) => (step.move?.seat ?? -1) >= 0)?.turn ?? 0;
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

/** Rounds or hands, as parts of the slider. They begin with the move that deals, or with the shuffle behind it. */
export function partsOf(steps: ReplayStep[], moves: Move[], begins: (fact: Fact) => boolean): Part[] {
  const starts = moves.filter((move) => (move.facts as Fact[]).some(begins)).map((move) => turnOfSeq(steps, move.seq));
  const last = steps.length - 1;
  return starts.map((from, i) => ({ from, to: (starts[i + 1] ?? last + 1) - 1 }));
}

/** Turns with a fact of these types. */
export function marksOf(steps: ReplayStep[], remarkable: ReadonlySet<string>): number[] {
  return steps
    .filter((s) => ((s.move?.facts ?? []) as Fact[]).some((fact) => remarkable.has(fact.type)))
    .map((s) => s.turn);
}

/** The step that a record line belongs to. */
export function turnOfSeq(steps: ReplayStep[], seq: number): number {
  return steps.findLast((s) => (s.move?.seq ?? 0) <= seq)?.turn ?? 0;
}

/** The seat that a move is about: the actor, or the seat a host action names. */
export function actorOf(move: Move): number {
  return move.seat >= 0 ? move.seat : seatOf((move.action as GameAction).playerId);
}
