import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { Event } from "../../api/types.gen";
import { unoCard } from "../../cards/faces";
import { ColourWord } from "../../cards/Tile";
import type { Note } from "../../game/notes";
import type { GameAction } from "../../game/views";
import { seatOf } from "../../game/views";
import { fill, mark, unoWord } from "../../game/words";
import { type Log, startsRound } from "../../state/log";
import { type LogLine, type LogRange, roundBefore } from "../LogList";
import { type Person, personAt } from "../people";

interface Told {
  seat: number;
  /** A sentence with marks where cards and colours go. */
  sentence: string;
  cards: string[];
  colours: string[];
}

/** Who an entry of the log is about: the actor, or the seat a host action names. */
export function actorOf(event: Event): number {
  const action = event.action as GameAction;
  return event.seat >= 0 ? event.seat : seatOf(action.playerId);
}

function tell(event: Event, note: Note | undefined, all: Person[], t: TFunction): Told | null {
  const action: GameAction & Note = { ...(event.action as GameAction), ...note };
  const seat = actorOf(event);
  const me = personAt(all, seat).me ? "me" : undefined;
  const target = action.targetPlayerId ? personAt(all, seatOf(action.targetPlayerId)).name : "";
  const count = action.count ?? 0;
  const line = (key: string, more: Record<string, unknown> = {}) =>
    t(`log_.${key}`, { context: me, target, count, card: mark(0), colour: mark(1), ...more });
  const base: Told = { seat, sentence: "", cards: action.cardId ? [action.cardId] : [], colours: [] };
  const colour = action.chosenColor ?? action.color;
  if (colour) base.colours = [colour];
  switch (action.type) {
    case "PLAY_CARD":
      return {
        ...base,
        sentence: line(
          colour && unoCard(action.cardId ?? "").color === null ? "playWild" : target ? "playSwap" : "play",
        ),
      };
    case "JUMP_IN":
      return { ...base, sentence: line("jumpIn") };
    case "DRAW_CARD":
      return { ...base, sentence: count === 0 ? line("drawSome") : line("draw") };
    case "SKIP_TURN":
      return { ...base, sentence: line("keep") };
    case "CALL_UNO":
      return { ...base, sentence: line("uno") };
    case "CHALLENGE_UNO":
      return { ...base, sentence: line(action.success === false ? "catchFalse" : "catch") };
    case "CHALLENGE_WILD_DRAW_FOUR":
      return {
        ...base,
        sentence: line(action.success === undefined ? "challenge" : action.success ? "challengeWon" : "challengeLost"),
      };
    case "ACCEPT_WILD_DRAW_FOUR":
      return { ...base, sentence: line("accept", { count: count || 4 }) };
    case "CHOOSE_COLOR":
      return { ...base, sentence: line("colour") };
    case "TIMEOUT":
      return { ...base, sentence: line("timeout") };
    case "REMOVE_PLAYER":
      return { ...base, sentence: line("removed") };
    case "PENALTY":
      return { ...base, sentence: line("penalty") };
    default:
      return null;
  }
}

/** The log for the eye: newest first, a heading per round, cards as colour, shape and word. */
export function unoLog(log: Log, all: Person[], t: TFunction, how: LogRange = {}): LogLine[] {
  const { events, notes } = log;
  const { most = events.length, latest } = how;
  const lines: LogLine[] = [];
  let round = roundBefore(events, latest);
  for (const [i, event] of events.entries()) {
    if (startsRound(event)) round += 1;
    if (i < events.length - most) continue;
    if (startsRound(event)) {
      lines.push({ key: `r${event.seq}`, heading: t("roundNumber", { n: round }) });
      continue;
    }
    const told = tell(event, notes[event.seq], all, t);
    if (!told) continue;
    lines.push({ key: String(event.seq), actor: personAt(all, told.seat).name, words: drawn(told, t) });
  }
  return lines.reverse();
}

function drawn(told: Told, t: TFunction): ReactNode {
  const nodes: ReactNode[] = [
    told.cards[0] ? (
      <ColourWord key="card" colour={unoCard(told.cards[0]).color ?? "wild"}>
        {unoWord(t, told.cards[0])}
      </ColourWord>
    ) : null,
    told.colours[0] ? (
      <ColourWord key="colour" colour={told.colours[0]}>
        {t(`colour.${told.colours[0]}`)}
      </ColourWord>
    ) : null,
  ];
  return fill(told.sentence, nodes);
}

/** The same for the ear: "Lin plays Green 9." */
export function unoSentence(event: Event, note: Note | undefined, all: Person[], t: TFunction): string {
  const told = tell(event, note, all, t);
  if (!told) return "";
  const words = fill(told.sentence, [
    told.cards[0] ? unoWord(t, told.cards[0]) : "",
    told.colours[0] ? t(`colour.${told.colours[0]}`) : "",
  ]).join("");
  return t("sentence", { actor: personAt(all, told.seat).name, words });
}
