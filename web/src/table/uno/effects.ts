import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { unoCard } from "../../cards/faces";
import { handChanges } from "../../game/uno";
import { type GameAction, seatOf, type UnoView } from "../../game/views";
import { dealHand, flyBacks, flyTo, swing } from "../../motion/fly";
import { play, type Sound } from "../../sound/sound";
import { announce } from "../../state/announce";
import { type Step, useTable } from "../../state/store";
import { onStep } from "../../state/table";
import type { Person } from "../people";
import { unoSentence } from "./log";

interface Context {
  all: Person[];
  t: TFunction;
}

const GAIN_MS = 1500;
const NOTHING: string[] = [];
const NOBODY = new Map<number, number>();

/** Follows the match: pictures, sounds, words; "+n" at a seat for a moment, new cards until the next action. */
export function useUnoSteps(all: Person[]): { gains: Map<number, number>; fresh: string[] } {
  const { t } = useTranslation();
  const [gains, setGains] = useState(NOBODY);
  const [fresh, setFresh] = useState(NOTHING);
  const context = useRef({ all, t });
  context.current = { all, t };
  useEffect(
    () =>
      onStep((step) => {
        const before = step.before.view as unknown as UnoView | null;
        const after = step.after.view as unknown as UnoView | null;
        if (!after) return;
        const grown = new Map([...handChanges(before, after)].filter(([, n]) => n > 0));
        if (grown.size > 0) {
          setGains(grown);
          window.setTimeout(() => setGains((now) => (now === grown ? NOBODY : now)), GAIN_MS);
        }
        const added =
          before?.roundNumber === after.roundNumber ? after.hand.filter((id) => !before.hand.includes(id)) : NOTHING;
        setFresh(added.length > 0 ? added : NOTHING);
        unoSteps(step, context.current);
      }),
    [],
  );
  useEffect(() => {
    const view = useTable.getState().position.view as UnoView | null;
    if (view?.roundNumber === 1 && view.turnNumber <= 1 && view.discardPile.length === 1) showDeal(view);
  }, []);
  return { gains, fresh };
}

/** A round begins: every seat gets its cards from the pile. */
function showDeal(view: UnoView): void {
  play("deal");
  for (const { seat, handCount } of view.players)
    if (seat !== view.seat) flyBacks("[data-deck]", `[data-seat="${seat}"]`, handCount);
  dealHand("[data-deck]", "[data-hand]");
}

/** Shows, sounds and says what a step of the match was. */
function unoSteps(step: Step, { all, t }: Context): void {
  const before = step.before.view as unknown as UnoView | null;
  const after = step.after.view as unknown as UnoView | null;
  if (!after) return;
  for (const event of step.events) {
    const action = event.action as GameAction;
    const sentence = unoSentence(event, useTable.getState().notes[event.seq], all, t);
    if (sentence && event.seat !== after.seat) announce(sentence);
    const sound = soundOf(action);
    if (sound) play(sound);
    if ((action.type === "PLAY_CARD" || action.type === "JUMP_IN") && action.cardId) {
      if (!step.sent.includes(action.cardId))
        flyTo(`[data-pile-top="${action.cardId}"]`, [`[data-card="${action.cardId}"]`, `[data-seat="${event.seat}"]`]);
      if (action.targetPlayerId)
        swing([
          `[data-seat="${seatOf(action.targetPlayerId)}"]`,
          event.seat === after.seat ? "[data-hand]" : `[data-seat="${event.seat}"]`,
        ]);
    }
  }
  for (const [seat, gain] of handChanges(before, after)) {
    if (gain > 0) flyBacks("[data-deck]", seat === after.seat ? "[data-hand]" : `[data-seat="${seat}"]`, gain);
  }
  if (before && before.deckCount < after.deckCount && before.roundNumber === after.roundNumber)
    announce(t("reshuffled"));
  if (before && before.roundNumber !== after.roundNumber) requestAnimationFrame(() => showDeal(after));
  if (after.phase === "round_over" || after.phase === "ended") play("won");
  else if (seatOf(after.currentPlayer) === after.seat && seatOf(before?.currentPlayer) !== after.seat) play("turn");
}

function soundOf(action: GameAction): Sound | null {
  switch (action.type) {
    case "PLAY_CARD":
    case "JUMP_IN": {
      const { type } = unoCard(action.cardId ?? "");
      if (type === "skip" || type === "reverse") return type;
      return type === "draw_two" || type === "wild_draw_four" ? "plus" : "down";
    }
    case "DRAW_CARD":
    case "ACCEPT_WILD_DRAW_FOUR":
      return "up";
    case "CALL_UNO":
      return "uno";
    case "CHALLENGE_UNO":
    case "CHALLENGE_WILD_DRAW_FOUR":
      return "caught";
    default:
      return null;
  }
}
