import { type Piece, toldByAll } from "../../game/facts";
import type { Fact } from "../../game/views";
import type { Narration } from "../log";
import { type Person, personAt } from "../people";
import { spaced } from "./reading";

const QUIET = new Set(["match_started", "shuffled", "dealt", "got", "gave"]);
const PARTIAL = new Set(["type", "seat", "to"]);

/** How any game is told: in the words that all games share, else its facts as they are. */
export const GENERIC_NARRATION: Narration = {
  game: "",
  heading: () => null,
  quiet: (fact) => QUIET.has(fact.type),
  plain: (fact, all) => toldByAll(fact, all) ?? plain(fact, all),
  begins: (fact) => fact.type === "match_started",
  part: (n) => String(n),
  remarkable: new Set(),
  cards: (ids) => ({ drawn: <b>{ids.join(" ")}</b>, spoken: ids.join(" ") }),
  color: (name) => ({ drawn: name, spoken: name }),
  suit: (name) => ({ drawn: name, spoken: name }),
};

/** "Kit: guessed · number 7" */
function plain(fact: Fact, all: Person[]): Piece[] {
  const fields = Object.entries(fact)
    .filter(([name, value]) => !PARTIAL.has(name) && value !== null && typeof value !== "boolean")
    .map(([name, value]) => ` · ${spaced(name)} ${Array.isArray(value) ? value.join(" ") : String(value)}`);
  const words = `${spaced(fact.type)}${fields.join("")}`;
  return fact.seat === undefined ? [words] : [{ name: personAt(all, fact.seat).name }, `: ${words}`];
}
