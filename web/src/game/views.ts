import type { Colour, UnoCard } from "../cards/faces";

/** What the server shows of a position, by game (`View.to_json` of paiju.games). Drawn as it is; nothing is worked out from it. */

export type Json = Record<string, unknown>;

export interface GameAction {
  type: string;
  playerId?: string;
  cardId?: string;
  chosenColor?: Colour;
  targetPlayerId?: string;
  color?: Colour;
  cards?: string[];
  count?: number;
  [more: string]: unknown;
}

export interface UnoPlayer {
  id: string;
  seat: number;
  handCount: number;
  score: number;
  roundsWon: number;
}

export interface LastAction {
  type: string;
  playerId: string;
  cardId?: string;
  chosenColor?: Colour;
  targetPlayerId?: string;
  count?: number;
  success?: boolean;
}

export type UnoPhase = "idle" | "choose_color" | "turn" | "drawn" | "acted" | "wd4_response" | "round_over" | "ended";

export interface UnoView {
  seat: number;
  rulebook: string;
  options: Json;
  status: "waiting" | "playing" | "ended";
  phase: UnoPhase;
  players: UnoPlayer[];
  currentPlayer: string | null;
  dealer: string | null;
  turnNumber: number;
  roundNumber: number;
  direction: 1 | -1;
  currentColor: Colour | null;
  hand: string[];
  discardPile: string[];
  topCard: UnoCard | null;
  deckCount: number;
  drawPending: number;
  drawnCardId: string | null;
  unoCalledBy: string | null;
  unoExposed: string | null;
  pendingWd4: { playedBy: string; colorBefore: Colour | null } | null;
  shownHand: { playerId: string; cards: string[] } | null;
  scores: Record<string, number>;
  roundWinner: string | null;
  roundPoints: Record<string, number> | null;
  winner: string | null;
  lastAction: LastAction | null;
  legal: GameAction[];
}

/** `p1` is seat 0. */
export function seatOf(playerId: string | null | undefined): number {
  return playerId ? Number(playerId.slice(1)) - 1 : -4;
}

export function playerOf(seat: number): string {
  return `p${seat + 1}`;
}

export type EffectiveSuit = "trump" | "spades" | "hearts" | "clubs" | "diamonds";
export type ShandongPhase =
  | "waiting"
  | "shuffling"
  | "dealing"
  | "declaring"
  | "snatching"
  | "sticking"
  | "burying"
  | "playing"
  | "scored";

export interface Pattern {
  type: "single" | "pair" | "consecutive_pairs" | "flash" | "thunder" | "straight" | "mixed" | "invalid";
  cards: string[];
  pairCount?: number;
  count?: number;
  doubles?: number;
  units?: Pattern[];
}

export interface Trick {
  leader: number;
  plays: { seat: number; cards: string[] }[];
  lead: Pattern;
  /** Who is ahead, or who won. */
  winning?: number;
  winner?: number;
  points: number;
}

export interface HandResult {
  trickPoints: number;
  kitty: string[];
  kittyPoints: number;
  multiplier: number;
  kittyGain: number;
  score: number;
  lastTrickWinner: number;
  bankerSeat: number;
  levelsBefore: [string, string];
  levels: [string, string];
  nextBankerSeat: number;
  matchWinner: number | null;
}

export interface ShandongView {
  seat: number;
  rulebook: string;
  options: Json;
  phase: ShandongPhase;
  waitingFor: "giveBack" | "throwChoice" | null;
  turn: number | null;
  currentPlayer: string | null;
  canAct: number[];
  windowMs: number;
  handNumber: number;
  trickNumber: number;
  level: string;
  levels: [string, string];
  bankerSeat: number | null;
  bankerSide: number | null;
  kittyOwner: number | null;
  setter: number | null;
  trumpSuit: "spades" | "hearts" | "clubs" | "diamonds" | null;
  trumpHidden: boolean;
  declarations: { seat: number; type: "declare" | "snatch"; jokers: string[]; pair: string[] | null }[];
  exchange: { seat: number; setter: number; shown: string[]; taken: string[] | null; given: string[] | null } | null;
  passed: number[];
  hand: string[];
  groups: { suit: EffectiveSuit; cards: string[] }[];
  handCounts: number[];
  kittyCount: number;
  kitty: string[] | null;
  newCards: string[];
  trick: Trick | null;
  lastTrick: Trick | null;
  failedThrow: { seat: number; attempted: string[]; forced: string[]; choices: string[][] } | null;
  points: number;
  playedCards: string[];
  bigJokersPlayed: number;
  result: HandResult | null;
  redeals: number;
  matchWinner: number | null;
  legal: GameAction[];
  legalComplete: boolean;
  playable: string[];
  suggestion: GameAction | null;
}
