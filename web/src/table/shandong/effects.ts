import type { TFunction } from "i18next";
import type { ShandongFact } from "../../api/types.gen";
import { flyTo } from "../../motion/fly";
import { play, type Sound } from "../../sound/sound";
import { announce } from "../../state/announce";
import type { Step } from "../../state/store";
import { spokenOf } from "../log";
import type { Person } from "../people";
import { SHANDONG_NARRATION, shandongFacts } from "./log";

/** What cannot wait until the reader has time. */
const URGENT = new Set(["throw_failed", "trump_shown", "redealt"]);

/** Shows, sounds and says what happened. */
export function showStep(step: Step, all: Person[], t: TFunction): void {
  for (const event of step.events) {
    const urgent = event.facts.some((fact) => URGENT.has(String(fact.type)));
    const sentences = spokenOf(SHANDONG_NARRATION, event, all, t);
    if (urgent && sentences.length > 0) announce(sentences.join(" "), "assertive");
    else for (const sentence of sentences) announce(sentence);
    for (const fact of shandongFacts(event.facts)) showFact(fact, step.sent);
  }
}

function showFact(fact: ShandongFact, sent: string[]): void {
  const sound = soundOf(fact);
  if (sound) play(sound);
  switch (fact.type) {
    case "led":
    case "followed":
    case "killed":
    case "discarded": {
      const [first = ""] = fact.cards;
      if (!sent.includes(first))
        flyTo(`[data-trick="${fact.seat}"]`, [`[data-card="${first}"]`, `[data-seat="${fact.seat}"]`]);
      break;
    }
    case "got":
      if (fact.why === "deal") for (const id of fact.cards.slice(0, 2)) flyTo(`[data-card="${id}"]`, [".dealing-card"]);
      break;
  }
}

function soundOf(fact: ShandongFact): Sound | null {
  switch (fact.type) {
    case "led":
    case "followed":
    case "killed":
    case "discarded":
      return "down";
    case "dealt":
      return "deal";
    case "declared":
    case "snatched":
    case "stuck":
      return "declare";
    case "throw_failed":
      return "throw";
    case "trick_won":
      return "trick";
    case "hand_scored":
      return "won";
    default:
      return null;
  }
}
