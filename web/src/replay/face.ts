import type { TFunction } from "i18next";
import type { ComponentType, ReactNode } from "react";
import type { Fact, Json } from "../game/views";
import type { Person } from "../table/people";

export interface MiddleProps {
  view: Json;
  all: Person[];
  /** Who made the move that is shown; negative for nobody. */
  actor: number;
  /** What the step that is shown brought about. */
  facts: Fact[];
}

/** How a position of a game is drawn in a replay. */
export interface ReplayFace {
  /** Seats at the table other than `bottom`, and where they sit. */
  places(view: Json, bottom: number, seats: number): { seat: number; side: "left" | "top" | "right" }[];
  /** Cards in the hand of a seat. */
  count(view: Json, seat: number): number;
  /** Whose turn it is; negative for nobody. */
  turn(view: Json): number;
  sorted(hand: string[]): string[];
  /** A card as a tile and as a word. */
  tile(id: string): ReactNode;
  word(id: string, t: TFunction): string;
  /** Tiles of playing cards are narrower. */
  poker: boolean;
  /** How everybody stands, the winners first. */
  scores(view: Json, names: string[], t: TFunction): { name: string; score: string }[];
  /** What lies on the table. */
  Middle: ComponentType<MiddleProps>;
  /** The middle names those around it: their hands need no heading where there is room for everybody's place. */
  seated?: boolean;
  /** What is always in sight, above the table or beside it. */
  Head?: ComponentType<{ view: Json; all: Person[] }>;
}
