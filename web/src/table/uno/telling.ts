import type { TFunction } from "i18next";
import type { Event, UnoFact } from "../../api/types.gen";
import type { Fact } from "../../game/views";
import type { Mark, Telling } from "../happenings";
import { type Person, personAt } from "../people";
import { UNO_NARRATION } from "./log";

const WEIGHTY = new Set([
  "skipped",
  "owed",
  "hands_swapped",
  "hands_rotated",
  "caught",
  "false_catch",
  "challenged",
  "accepted",
  "challenge_offered",
  "timed_out",
  "penalised",
  "jumped_in",
  "called_uno",
  "misdealt",
  "reshuffled",
  "removed",
]);

/** What a card brings, and a call. */
const KNOWN = new Set(["skipped", "owed", "drew", "called_uno", "jumped_in", "accepted"]);

/** Draws whose reason stands in the sentence before. */
const SAID_BEFORE = new Set(["caught", "false_catch", "challenge_won", "challenge_lost"]);

export const UNO_TELLING: Telling = {
  narration: UNO_NARRATION,
  weighty: (fact) => WEIGHTY.has(fact.type) || (fact.type === "drew" && fact.why !== "turn"),
  known: (fact) => KNOWN.has(fact.type),
  // A call that is missing stands at the seat, and in the bar of whoever can catch it.
  shown: (fact) => fact.type === "hand_shown" || fact.type === "one_card_left",
  shortened: (fact) => (fact.type === "drew" && SAID_BEFORE.has(String(fact.why)) ? { ...fact, why: "turn" } : fact),
  marks,
};

/** What the facts of one event did to each seat, in a word or two. */
function marks(found: Fact[], all: Person[], t: TFunction): Map<number, Mark> {
  const facts = found as unknown as UnoFact[];
  const words = new Map<number, { text: string[]; long: string[] }>();
  const hit = new Set<number>();
  const say = (seat: number, text: string, hits = true, long = text) => {
    const said = words.get(seat) ?? { text: [], long: [] };
    words.set(seat, { text: [...said.text, text], long: [...said.long, long] });
    if (hits) hit.add(seat);
  };
  for (const fact of facts)
    switch (fact.type) {
      case "drew":
        if (fact.count > 0) say(fact.seat, `+${fact.count}`, fact.why !== "turn");
        break;
      case "skipped":
        say(fact.seat, t("mark.skipped"));
        break;
      case "caught":
        say(fact.target, t("mark.caught"));
        break;
      case "false_catch":
        say(fact.seat, t("mark.falseCatch"));
        break;
      case "challenged":
        if (fact.won) say(fact.target, t("mark.bluffed"));
        else say(fact.seat, t("mark.challengeLost"), true, t("mark.challengeLostLong"));
        break;
      case "timed_out":
        say(fact.seat, t("mark.timed_out"));
        break;
      case "called_uno":
        say(fact.seat, t("mark.uno"));
        break;
      case "jumped_in":
        say(fact.seat, t("mark.jumpedIn"));
        break;
      case "hands_swapped":
        for (const { seat, count } of fact.counts) {
          const other = seat === fact.seat ? fact.target : fact.seat;
          const { me, name } = personAt(all, other);
          const swap = { name: me ? t("youWithin") : name, count };
          say(seat, t("mark.swapped", swap), true, t("mark.swappedLong", swap));
        }
        break;
      case "hands_rotated":
        for (const { seat, count } of fact.counts)
          say(seat, t("mark.rotated", { count }), true, t("mark.rotatedLong", { count }));
        break;
    }
  const mark = (seat: number, { text, long }: { text: string[]; long: string[] }): Mark => ({
    text: text.join(" "),
    long: long.join(t("comma")),
    hit: hit.has(seat),
  });
  return new Map([...words].map(([seat, said]) => [seat, mark(seat, said)]));
}

/** Whether the owner of a last card has called it: said once, it stays true until the hand changes. */
export function saidUno(events: Event[], seat: number): boolean {
  for (let i = events.length - 1; i >= 0; i--) {
    const facts = (events[i]?.facts ?? []) as unknown as UnoFact[];
    for (let j = facts.length - 1; j >= 0; j--) {
      const fact = facts[j];
      if (!fact) continue;
      if (fact.type === "called_uno" && fact.seat === seat) return true;
      if (fact.type === "one_card_left" && fact.seat === seat) return fact.called;
      if (fact.type === "round_started" || fact.type === "hands_swapped" || fact.type === "hands_rotated") return false;
    }
  }
  return false;
}
