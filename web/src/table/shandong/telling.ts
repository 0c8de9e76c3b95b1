import type { TFunction } from "i18next";
import type { ShandongFact } from "../../api/types.gen";
import type { Fact } from "../../game/views";
import type { Mark, Telling } from "../happenings";
import type { Person } from "../people";
import { SHANDONG_NARRATION } from "./log";

const WEIGHTY = new Set([
  "declared",
  "snatched",
  "stuck",
  "redealt",
  "trump_shown",
  "throw_failed",
  "unit_chosen",
  "timed_out",
  "hooked",
]);

export const SHANDONG_TELLING: Telling = {
  narration: SHANDONG_NARRATION,
  weighty: (fact) => WEIGHTY.has(fact.type),
  // What an exchange takes, its five cards say, and what is led lies on the table; the log tells it in full.
  shown: (fact) => fact.type === "taken" || fact.type === "led",
  marks,
};

/** What the facts of one event did to each seat, in a word or two. */
function marks(found: Fact[], _all: Person[], t: TFunction): Map<number, Mark> {
  const said = new Map<number, Mark>();
  for (const fact of found as unknown as ShandongFact[])
    switch (fact.type) {
      case "declared":
      case "snatched":
      case "stuck":
      case "throw_failed":
      case "timed_out":
        said.set(fact.seat, { text: t(`mark.${fact.type}`), hit: true });
        break;
      case "killed":
        // A trump below an earlier one takes nothing; the log tells it.
        if (fact.ahead) said.set(fact.seat, { text: t("mark.killed"), hit: false });
        break;
      case "trick_won":
        if (fact.points > 0) said.set(fact.seat, { text: t("mark.wonPoints", { count: fact.points }), hit: false });
        break;
    }
  return said;
}
