import type { TFunction } from "i18next";
import { Fragment, type ReactNode } from "react";
import { ROOM } from "../api/actors";
import type { Event } from "../api/types.gen";
import { type Piece, roomTold, tight, told } from "../game/facts";
import type { Fact, GameAction } from "../game/views";
import type { Person } from "./people";

/** How a game tells its facts in the log. */
export interface Narration {
  /** Name of its catalogue. */
  game: string;
  /** A fact that begins a round, a hand or a trick: its heading. */
  heading(fact: Fact, t: TFunction): string | null;
  /** Facts that the table shows well enough by itself. */
  quiet(fact: Fact): boolean;
  /** What a game without sentences of its own says. */
  plain?(fact: Fact, all: Person[]): Piece[];
  /** Whether a fact begins a part of the match, and what the part is called. */
  begins(fact: Fact): boolean;
  part(number: number, t: TFunction): string;
  /** Facts worth a mark in a replay. */
  remarkable: ReadonlySet<string>;
  cards(ids: string[], t: TFunction): { drawn: ReactNode; spoken: string };
  color(name: string, t: TFunction): { drawn: ReactNode; spoken: string };
  suit(name: string, t: TFunction): { drawn: ReactNode; spoken: string };
}

export interface LogLine {
  key: string;
  /** The event it belongs to. */
  seq: number;
  /** A heading: a new round or trick. */
  heading?: string;
  words?: ReactNode;
}

/** The log for the eye: newest first, headings per round and trick, one line per fact. */
export function logOf(narration: Narration, events: Event[], all: Person[], t: TFunction): LogLine[] {
  const lines: LogLine[] = [];
  for (const event of events) {
    let count = 0;
    const add = (line: Omit<LogLine, "key" | "seq">) => {
      lines.push({ key: `${event.seq}.${count}`, seq: event.seq, ...line });
      count += 1;
    };
    for (const fact of event.facts as Fact[]) {
      const heading = narration.heading(fact, t);
      if (heading) add({ heading });
    }
    for (const pieces of piecesOf(narration, event, all, t)) add({ words: drawn(narration, pieces, t) });
  }
  return lines.reverse();
}

/** What an event brought about, a sentence each. */
export function sentencesOf(narration: Narration, event: Event, all: Person[], t: TFunction): ReactNode[] {
  return piecesOf(narration, event, all, t).map((pieces) => drawn(narration, pieces, t));
}

/** The same for the ear, without what the reader did himself: "Lin plays Green 9." */
export function spokenOf(narration: Narration, event: Event, all: Person[], t: TFunction): string[] {
  const me = all.find((p) => p.me)?.seat;
  const own = (fact: Fact) => me !== undefined && event.seat === me && fact.seat === me;
  const heard = { ...event, facts: (event.facts as Fact[]).filter((fact) => !own(fact) && fact.type !== "passed") };
  return piecesOf(narration, heard, all, t).map((pieces) => pieces.map((p) => spoken(narration, p, t)).join(""));
}

/** One fact as a sentence; empty where the catalogue does not tell it. */
export function spokenFact(narration: Narration, fact: Fact, all: Person[], t: TFunction): string {
  const pieces = factPieces(narration, fact, all, t) ?? [];
  return pieces.map((piece) => spoken(narration, piece, t)).join("");
}

function factPieces(narration: Narration, fact: Fact, all: Person[], t: TFunction): Piece[] | null {
  const pieces = told(narration.game, fact, all) ?? narration.plain?.(fact, all);
  return pieces ? tight(pieces, (piece) => spoken(narration, piece, t)) : null;
}

function piecesOf(narration: Narration, event: Event, all: Person[], t: TFunction): Piece[][] {
  if (event.seat === ROOM) {
    const { type, seat, bot } = event.action as GameAction & { seat?: number; bot?: string };
    const emptied = (type === "left" || type === "kicked") && bot === ""; // before the match: nobody plays on
    const pieces = seat === undefined || emptied ? null : roomTold(type, seat, all);
    return pieces ? [tight(pieces, (piece) => spoken(narration, piece, t))] : [];
  }
  return (event.facts as Fact[])
    .filter((fact) => !narration.quiet(fact))
    .map((fact) => factPieces(narration, fact, all, t))
    .filter((pieces) => pieces !== null);
}

const OPENING = /[（「『(]$/;
const CLOSING = /^[，。、；：！？）」』,.;:!?)]+/;

/** Browsers may break a line between a drawn piece and its punctuation: the two are kept together here. */
function drawn(narration: Narration, pieces: Piece[], t: TFunction): ReactNode {
  const opening = (piece: Piece | undefined) => (typeof piece === "string" && OPENING.exec(piece)?.[0]) || "";
  const closing = (piece: Piece | undefined) => (typeof piece === "string" && CLOSING.exec(piece)?.[0]) || "";
  return pieces.map((piece, i) => {
    const [previous, following] = [pieces[i - 1], pieces[i + 1]];
    const before = opening(previous);
    const after = closing(following);
    const text =
      typeof piece === "string" &&
      piece.slice(
        typeof previous === "object" ? closing(piece).length : 0,
        piece.length - (typeof following === "object" ? opening(piece).length : 0),
      );
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change places
      <Fragment key={i}>
        {typeof piece === "string" ? (
          text
        ) : before || after ? (
          <span className="kept">
            {before}
            {drawnPiece(narration, piece, t)}
            {after}
          </span>
        ) : (
          drawnPiece(narration, piece, t)
        )}
      </Fragment>
    );
  });
}

function drawnPiece(narration: Narration, piece: Piece, t: TFunction): ReactNode {
  if (typeof piece === "string") return piece;
  if ("name" in piece)
    return (
      <b className="log-actor">
        <bdi>{piece.name}</bdi>
      </b>
    );
  if ("cards" in piece) return narration.cards(piece.cards, t).drawn;
  return "color" in piece ? narration.color(piece.color, t).drawn : narration.suit(piece.suit, t).drawn;
}

function spoken(narration: Narration, piece: Piece, t: TFunction): string {
  if (typeof piece === "string") return piece;
  if ("name" in piece) return piece.name;
  if ("cards" in piece) return narration.cards(piece.cards, t).spoken;
  return "color" in piece ? narration.color(piece.color, t).spoken : narration.suit(piece.suit, t).spoken;
}
