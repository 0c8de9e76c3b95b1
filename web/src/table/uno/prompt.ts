import type { TFunction } from "i18next";
import type { Problem } from "../../api/types.gen";
import { unoCard } from "../../cards/faces";
import { can, legalCards, whatFits } from "../../game/uno";
import { type GameAction, seatOf, type UnoView } from "../../game/views";
import { anyFace, listed, unoWord } from "../../game/words";
import { type Person, personAt } from "../people";

export interface Said {
  tone: "you" | "wait";
  title: string;
  text: string;
}

/** "Play green, a 9 or a wild – or draw": a summary of the server's list of legal actions. */
export function fitsSentence(view: UnoView, legal: GameAction[], t: TFunction): string {
  const fits = whatFits(view, legal);
  const things = [
    ...(fits.colour ? [t(`uno.color.${fits.colour}`)] : []),
    ...fits.faces.map((card) => anyFace(t, card)),
    ...(fits.wild ? [t("anyWild")] : []),
  ];
  const draw = can(legal, "DRAW_CARD") !== undefined;
  if (things.length === 0) return draw ? t("nothingFits") : "";
  return t(draw ? "fitsOrDraw" : "fits", { things: listed(things, t) });
}

/** Why a card does not fit: "needs red or a 3" where the pile says it, else the server's sentence. */
export function unfitReason(problem: Problem, view: UnoView, t: TFunction): string {
  const card = view.topCard && unoCard(view.topCard.id);
  if (problem.code !== "INVALID_CARD" || !view.currentColor || !card) return problem.text;
  const things = [t(`uno.color.${view.currentColor}`), ...(card.color ? [anyFace(t, card)] : [])];
  return t("needs", { things: listed(things, t) });
}

/** The sentence of the prompt bar while nothing special is asked. */
export function unoPrompt(view: UnoView, legal: GameAction[], all: Person[], t: TFunction): Said {
  const current = seatOf(view.currentPlayer);
  const mine = current === view.seat && view.seat >= 0;
  if (view.phase === "idle") return { tone: "wait", title: "", text: t("dealing") };
  if (!mine) {
    const name = personAt(all, current).name;
    return { tone: "wait", title: "", text: t(view.seat < 0 ? "watchingTurn" : "waitingFor", { name }) };
  }
  const title = t("yourTurn");
  switch (view.phase) {
    case "choose_color":
      return { tone: "you", title, text: t("chooseColourNow") };
    case "drawn":
      return {
        tone: "you",
        title,
        text: t(can(legal, "SKIP_TURN") ? "drewFits" : "drewMust", {
          card: view.drawnCardId ? unoWord(t, view.drawnCardId) : "",
        }),
      };
    case "acted":
      return { tone: "you", title, text: t("endYourTurn") };
    case "turn":
      if (view.drawPending > 0) {
        const stack = legalCards(legal).size > 0;
        return { tone: "you", title, text: t(stack ? "owedStack" : "owed", { count: view.drawPending }) };
      }
      return { tone: "you", title, text: fitsSentence(view, legal, t) };
    default:
      return { tone: "you", title, text: fitsSentence(view, legal, t) };
  }
}

/** The whole table in one breath, for W: pile, colour, hands, and what is asked. */
export function tableSpoken(view: UnoView, legal: GameAction[], all: Person[], t: TFunction): string {
  const pile = [
    t("discardPile"),
    view.topCard ? unoWord(t, view.topCard.id) : "",
    view.currentColor ? t("colourNow", { colour: t(`colour.${view.currentColor}`) }) : "",
  ];
  const others = view.players
    .filter((p) => p.seat !== view.seat)
    .map((p) => `${personAt(all, p.seat).name} ${t("cards", { count: p.handCount })}`);
  const asked = unoPrompt(view, legal, all, t).text;
  return `${pile.filter(Boolean).join(t("comma"))}. ${others.join(t("comma"))}. ${asked}`;
}
