import type { TFunction } from "i18next";
import type { GameAction, ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { flyTo } from "../../motion/fly";
import { play } from "../../sound/sound";
import { announce } from "../../state/announce";
import type { Step } from "../../state/store";
import { type Person, personAt } from "../people";
import { shandongSentence } from "./log";

interface Context {
  all: Person[];
  t: TFunction;
}

/** Shows, sounds and says what a step of the match was. */
export function shandongSteps(step: Step, { all, t }: Context): void {
  const before = step.before.view as unknown as ShandongView | null;
  const after = step.after.view as unknown as ShandongView | null;
  if (!after) return;
  for (const event of step.events) {
    const action = event.action as GameAction;
    const sentence = shandongSentence(event, before?.trick == null, all, t);
    if (sentence && event.seat !== after.seat && action.type !== "PASS") announce(sentence);
    if (action.type === "PLAY") {
      play("down");
      const first = action.cards?.[0];
      if (!first || !step.sent.includes(first))
        flyTo(`[data-trick="${event.seat}"]`, [
          ...(first ? [`[data-card="${first}"]`] : []),
          `[data-seat="${event.seat}"]`,
        ]);
    }
    if (action.type === "DEAL") play("deal");
    if (action.type === "DECLARE" || action.type === "SNATCH" || action.type === "STICK") play("declare");
  }
  if (before?.phase === "dealing")
    for (const id of after.hand.filter((card) => !before.hand.includes(card)).slice(0, 2))
      flyTo(`[data-card="${id}"]`, [".dealing-card"]);
  if (after.failedThrow && !before?.failedThrow) {
    play("throw");
    announce(
      t("throwFailedSpoken", { cards: after.failedThrow.forced.map((id) => pokerWord(t, id)).join(t("listComma")) }),
      "assertive",
    );
  }
  if (after.lastTrick?.winner !== undefined && JSON.stringify(before?.lastTrick) !== JSON.stringify(after.lastTrick)) {
    play("trick");
    announce(t("trickWon", { name: personAt(all, after.lastTrick.winner).name, count: after.lastTrick.points }));
  }
  if (before?.trumpSuit == null && after.trumpSuit && after.phase === "playing")
    announce(t("trumpIs", { suit: t(`suit.${after.trumpSuit}`) }), "assertive");
  if (after.redeals > (before?.redeals ?? 0)) announce(t("redeal"), "assertive");
  if (after.phase === "scored" && before?.phase !== "scored") play("won");
  else if (after.turn === after.seat && before?.turn !== after.seat) play("turn");
}
