import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Event, UnoFact } from "../../api/types.gen";
import { unoCard } from "../../cards/faces";
import type { UnoView } from "../../game/views";
import { dealHand, flyBacks, flyTo, swing } from "../../motion/fly";
import { play, type Sound } from "../../sound/sound";
import { announce } from "../../state/announce";
import { type Step, useTable } from "../../state/store";
import { onStep } from "../../state/table";
import { spokenOf } from "../log";
import type { Person } from "../people";
import { UNO_NARRATION, unoFacts } from "./log";

const NOTHING: string[] = [];

/** Follows the match: pictures, sounds, words for the ear. Returns the cards I drew since I last acted. */
export function useUnoSteps(all: Person[]): string[] {
  const { t } = useTranslation();
  const [fresh, setFresh] = useState(NOTHING);
  const context = useRef({ all, t });
  context.current = { all, t };
  useEffect(
    () =>
      onStep(({ events, after }) => {
        setFresh((before) => events.reduce((cards, event) => newCards(cards, event, after.seat), before));
      }, true),
    [],
  );
  useEffect(
    () =>
      onStep((step) => {
        const facts = step.events.flatMap((event) => unoFacts(event.facts));
        showStep(step, facts, context.current.all, context.current.t);
      }),
    [],
  );
  useEffect(() => {
    const view = useTable.getState().position.view as UnoView | null;
    if (view?.roundNumber === 1 && view.turnNumber <= 1 && view.discardPile.length === 1) showDeal(view);
  }, []);
  return fresh;
}

/** The cards that are marked as new after an event: what I draw is, until I act or a round begins. */
export function newCards(before: string[], event: Event, me: number): string[] {
  const facts = unoFacts(event.facts);
  const drawn = drawnCards(facts);
  const kept = event.seat === me || facts.some((fact) => fact.type === "round_started") ? NOTHING : before;
  return drawn.length > 0 ? [...kept, ...drawn] : kept;
}

/** The cards I drew: which they were stands right behind the fact that I drew. */
export function drawnCards(facts: UnoFact[]): string[] {
  return facts.flatMap((fact, i) => (fact.type === "got" && facts[i - 1]?.type === "drew" ? fact.cards : []));
}

/** A round begins: every seat gets its cards from the pile. */
function showDeal(view: UnoView): void {
  play("deal");
  for (const { seat, handCount } of view.players)
    if (seat !== view.seat) flyBacks("[data-draw-pile]", `[data-seat="${seat}"]`, handCount);
  dealHand("[data-draw-pile]", "[data-hand]");
}

/** Shows, sounds and says what happened. */
function showStep(step: Step, facts: UnoFact[], all: Person[], t: TFunction): void {
  for (const event of step.events) for (const sentence of spokenOf(UNO_NARRATION, event, all, t)) announce(sentence);
  const view = step.after.view as unknown as UnoView | null;
  if (!view) return;
  const place = (seat: number) => (seat === view.seat ? "[data-hand]" : `[data-seat="${seat}"]`);
  for (const fact of facts) {
    const sound = soundOf(fact);
    if (sound) play(sound);
    switch (fact.type) {
      case "played":
        for (const id of fact.cards)
          if (!step.sent.includes(id))
            flyTo(`[data-pile-top="${id}"]`, [`[data-card="${id}"]`, `[data-seat="${fact.seat}"]`]);
        break;
      case "drew":
        if (fact.count > 0) flyBacks("[data-draw-pile]", place(fact.seat), fact.count);
        break;
      case "hands_swapped":
        for (const { seat, count } of fact.counts)
          flyBacks(place(seat === fact.seat ? fact.target : fact.seat), place(seat), count);
        swing([place(fact.seat), place(fact.target)]);
        break;
      case "hands_rotated":
        for (const [i, { seat, count }] of fact.counts.entries()) {
          const from = fact.counts.at((i - fact.direction) % fact.counts.length)?.seat ?? seat;
          flyBacks(place(from), place(seat), Math.min(count, 2));
        }
        swing(fact.counts.map(({ seat }) => place(seat)));
        break;
      case "round_started":
        requestAnimationFrame(() => showDeal(view));
        break;
    }
  }
}

function soundOf(fact: UnoFact): Sound | null {
  switch (fact.type) {
    case "played": {
      const { type } = unoCard(fact.cards[0] ?? "");
      if (type === "skip" || type === "reverse") return type;
      return type === "draw_two" || type === "wild_draw_four" ? "plus" : "down";
    }
    case "drew":
      return "up";
    case "called_uno":
      return "uno";
    case "caught":
    case "false_catch":
    case "challenged":
      return "caught";
    case "round_over":
      return "won";
    default:
      return null;
  }
}
