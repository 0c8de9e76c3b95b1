import type { ShandongFact } from "../../api/types.gen";
import { pokerWord } from "../../game/words";
import type { Narration } from "../log";
import { CardWords, SuitWord } from "./cards";

const QUIET = new Set(["hand_began", "got", "gave", "window_opened", "kitty_taken"]);

/** How Shandong is told: a heading per hand and per trick, suits as shape and ranks. */
export const SHANDONG_NARRATION: Narration = {
  game: "shandong",
  heading: (fact, t) => {
    if (fact.type === "hand_began") return t("handNumber", { n: fact.hand });
    return fact.type === "led" ? t("trickNumber", { n: fact.trick }) : null;
  },
  quiet: (fact) => QUIET.has(fact.type),
  begins: (fact) => fact.type === "hand_began",
  part: (n, t) => t("handNumber", { n }),
  remarkable: new Set(["declared", "snatched", "stuck", "hooked"]),
  cards: (ids, t) => ({
    drawn: <CardWords ids={ids} />,
    spoken: ids.map((id) => pokerWord(t, id)).join(t("listComma")),
  }),
  color: (name) => ({ drawn: name, spoken: name }),
  suit: (name, t) => ({ drawn: <SuitWord suit={name} />, spoken: t(`shandong.suit.${name}`) }),
};

/** The facts of an event of Shandong. */
export function shandongFacts(facts: object[]): ShandongFact[] {
  return facts as ShandongFact[];
}
