import type { TFunction } from "i18next";
import { pokerCard, printedPoints } from "../../cards/faces";
import { patternSize, suitToFollow, wantedCount } from "../../game/shandong";
import type { GameAction, ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { type Person, personAt } from "../people";

export interface Said {
  tone: "you" | "wait";
  title: string;
  text: string;
  detail?: string;
}

/** The sentence of the prompt bar while the selection is not under discussion. */
export function shandongPrompt(
  view: ShandongView,
  legal: GameAction[],
  selection: string[],
  all: Person[],
  t: TFunction,
): Said {
  const mine = view.turn === view.seat && view.seat >= 0;
  const name = view.turn === null ? "" : personAt(all, view.turn).name;
  if (view.phase === "waiting" || view.phase === "shuffling") return { tone: "wait", title: "", text: t("dealing") };
  if (view.phase === "dealing") {
    const declarer = view.declarations.at(-1)?.seat;
    return {
      tone: "wait",
      title: "",
      text:
        declarer === undefined
          ? t("dealingWatch")
          : t("dealingDeclared", {
              name: personAt(all, declarer).name,
              context: declarer === view.seat ? "me" : undefined,
            }),
      ...(view.redeals > 0 && view.declarations.length === 0
        ? { detail: t("dealtAgain", { count: view.redeals, level: view.level }) }
        : {}),
    };
  }
  if (view.waitingFor === "giveBack") {
    return mine
      ? {
          tone: "you",
          title: t("giveBackTitle"),
          text: t("chosenOf", { n: selection.length, count: 3 }),
          detail: t("giveBackHow"),
        }
      : { tone: "wait", title: "", text: t("waitingGiveBack", { name }) };
  }
  if (view.waitingFor === "throwChoice") {
    return mine
      ? { tone: "you", title: t("throwChoiceTitle"), text: t("throwChoiceHow") }
      : { tone: "wait", title: "", text: t("waitingFor", { name }) };
  }
  switch (view.phase) {
    case "declaring":
    case "snatching":
    case "sticking":
      return {
        tone: "wait",
        title: "",
        text: t(
          view.phase === "declaring" && view.seat >= 0 && legal.length > 0 ? "nobodyDeclared" : `window.${view.phase}`,
        ),
      };
    case "burying": {
      if (!mine) return { tone: "wait", title: "", text: t("waitingBury", { name }) };
      const points = selection.reduce((sum, id) => sum + printedPoints(pokerCard(id)), 0);
      return {
        tone: "you",
        title: t("buryTitle"),
        text: t("chosenOf", { n: selection.length, count: 4 }),
        detail: t("buryPoints", { count: points }),
      };
    }
    case "playing": {
      const led = view.trick && {
        detail: t("ledWas", {
          name: personAt(all, view.trick.leader).name,
          pattern: t(`shandong.pattern.${view.trick.lead.type}`, { n: patternSize(view.trick.lead) }),
        }),
      };
      if (!mine)
        return { tone: "wait", title: "", text: t(view.seat < 0 ? "watchingTurn" : "waitingFor", { name }), ...led };
      const wanted = wantedCount(view);
      if (wanted === null || !led)
        return {
          tone: "you",
          title: t("yourLead"),
          text: selection.length ? t("chosenCount", { count: selection.length }) : t("leadHow"),
        };
      const suit = suitToFollow(view);
      return {
        tone: "you",
        title: followWords(view, wanted, suit, t),
        text: selection.length
          ? t("chosenOf", { n: selection.length, count: wanted })
          : suit && view.playable.length === wanted && (view.follow?.cards.length ?? 0) > wanted
            ? t("followForced", { count: wanted })
            : "",
        ...led,
      };
    }
    case "scored": {
      const winner = view.lastTrick?.winner;
      if (winner === undefined) return { tone: "wait", title: "", text: "" };
      const text = t("lastTrickWon", {
        name: personAt(all, winner).name,
        context: winner === view.seat ? "me" : undefined,
      });
      return { tone: "wait", title: "", text };
    }
    default:
      return { tone: "wait", title: "", text: "" };
  }
}

/** What has to be followed, with how many, and what becomes of a hand that is short of it. */
function followWords(view: ShandongView, wanted: number, suit: string | null, t: TFunction): string {
  const led = view.follow ? t(`shandong.suit.${view.follow.suit}`) : "";
  if (!suit) return view.follow ? t("followNone", { count: wanted, suit: led }) : t("followAny", { count: wanted });
  const held = view.follow?.cards.length ?? 0;
  return held < wanted
    ? t("followShort", { count: wanted, suit: led, held, rest: wanted - held })
    : t("followSuit", { count: wanted, suit: led });
}

/** The whole table in sentences, for those who listen. */
export function tableSpoken(view: ShandongView, said: Said, all: Person[], t: TFunction): string {
  const played = (view.trick?.plays ?? []).map(
    (p) => `${personAt(all, p.seat).name}: ${p.cards.map((id) => pokerWord(t, id)).join(t("listComma"))}`,
  );
  const trump = view.trumpSuit
    ? t(`shandong.suit.${view.trumpSuit}`)
    : t(view.trumpHidden ? "trumpHidden" : "trumpNone");
  return [
    `${t("levelWord")} ${view.level}`,
    `${t("trumpWord")} ${trump}`,
    `${t("idlePoints")} ${view.points}`,
    ...played,
    `${said.title} ${said.text}`,
  ].join(". ");
}
