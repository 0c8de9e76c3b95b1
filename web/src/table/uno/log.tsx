import type { UnoFact } from "../../api/types.gen";
import { unoCard } from "../../cards/faces";
import { ColourWord } from "../../cards/Tile";
import type { Fact } from "../../game/views";
import { unoWord } from "../../game/words";
import type { Narration } from "../log";

/** How UNO is told: cards and colours as colour, shape and word. */
export const UNO_NARRATION: Narration = {
  game: "uno",
  heading: (fact, t) => (fact.type === "round_started" ? t("round", { n: fact.round }) : null),
  quiet: (fact) => quiet(fact as unknown as UnoFact),
  begins: (fact) => fact.type === "round_started",
  part: (n, t) => t("round", { n }),
  remarkable: new Set(["called_uno", "caught", "false_catch", "challenged", "challenge_offered"]),
  cards: (ids, t) => ({
    drawn: ids.map((id, i) => (
      <span key={id}>
        {i > 0 && t("listComma")}
        <ColourWord colour={unoCard(id).color ?? "wild"}>{unoWord(t, id)}</ColourWord>
      </span>
    )),
    spoken: ids.map((id) => unoWord(t, id)).join(t("listComma")),
  }),
  color: (name, t) => {
    const spoken = t(`uno.color.${name}`);
    return { drawn: <ColourWord colour={name}>{spoken}</ColourWord>, spoken };
  },
  suit: (name) => ({ drawn: name, spoken: name }),
};

function quiet(fact: UnoFact): boolean {
  switch (fact.type) {
    case "skipped":
      return fact.why === "draw_two" || fact.why === "wild_draw_four"; // the cards drawn say it
    case "turn_ended":
      return fact.why === "unplayable" || fact.why === "timeout";
    case "one_card_left":
      return !fact.exposed;
    case "round_started":
    case "drew_for_deal":
    case "dealer_chosen":
    case "dealt":
    case "got":
    case "gave":
    case "challenge_offered":
      return true;
    default:
      return false;
  }
}

/** The facts of an event of UNO. */
export function unoFacts(facts: object[]): UnoFact[] {
  return facts as (UnoFact & Fact)[];
}
