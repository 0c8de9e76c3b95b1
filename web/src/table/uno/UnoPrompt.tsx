import { useTranslation } from "react-i18next";
import { ColourWord } from "../../cards/Tile";
import { can, legalCards } from "../../game/uno";
import { type GameAction, seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { act } from "../../state/moves";
import { useTable } from "../../state/store";
import { Button } from "../../ui/controls";
import { RuleLink } from "../Frame";
import type { Happenings } from "../happenings";
import { Prompt } from "../Prompt";
import { type Person, personAt } from "../people";
import { fitsSentence, unfitReason, unoPrompt } from "./prompt";
import { useGrace } from "./useGrace";
import type { UnoMoves } from "./useUnoMoves";

interface UnoPromptProps {
  view: UnoView;
  legal: GameAction[];
  all: Person[];
  moves: UnoMoves;
  happenings: Happenings;
  phone: boolean;
}

/** The missing call of somebody else that I may catch now. */
export function catchOf(view: UnoView, legal: GameAction[]): GameAction | undefined {
  const exposed = seatOf(view.unoExposed);
  if (exposed < 0) return undefined;
  return legal.find((a) => a.type === "CHALLENGE_UNO" && seatOf(a.targetPlayerId) === exposed);
}

/** What the bar says, most urgent first: a +4 on me, a missing call, my own, a refusal, a chance to jump in, the turn. */
export function UnoPromptBar({ view, legal, all, moves, happenings, phone }: UnoPromptProps) {
  const { t } = useTranslation();
  const grace = useGrace(view.unoExposed);
  const chosen = useTable((s) => s.selection[0]);
  const check = useTable((s) => s.check);
  const refusal = useTable((s) => s.refusal);
  const mine = seatOf(view.currentPlayer) === view.seat && view.seat >= 0;
  const exposed = seatOf(view.unoExposed);
  const catching = catchOf(view, legal);
  const said = unoPrompt(view, legal, all, t);
  if (view.phase === "wd4_response" && mine && view.pendingWd4)
    return <FourOnMe view={view} legal={legal} name={personAt(all, seatOf(view.pendingWd4.playedBy)).name} />;
  if (catching) {
    const name = personAt(all, exposed).name;
    return (
      <Prompt
        tone="you"
        title={t("canCatch", { name })}
        detail={mine ? [t("catchBefore"), said.text].join(t("sentenceGap")) : t("catchUntil")}
      >
        <Button
          kind="primary"
          size="small"
          shortcut="C"
          dashed={grace > 0}
          onPress={() => grace <= 0 && void act(catching)}
        >
          {grace > 0 ? t("catchIn", { s: (grace / 1000).toFixed(1) }) : t("catchName", { name })}
        </Button>
      </Prompt>
    );
  }
  if (exposed === view.seat && view.seat >= 0) return <Prompt tone="warn" title={t("forgotUno")} />;
  if (moves.asking) {
    const card = unoWord(t, moves.asking.card);
    return (
      <Prompt tone="you" title={moves.asking.need === "target" ? t("swapWith") : t("chooseColourFor", { card })} />
    );
  }
  // Not where Draw was: a double click there must not end the turn.
  const pass = can(legal, "SKIP_TURN") && (
    <Button size="small" shortcut="P" onPress={moves.pass} className="answer-pass">
      {t(view.phase === "acted" ? "endTurn" : "keep")}
    </Button>
  );
  const illegal = chosen && check && !check.legal ? check.problem : refusal;
  if (illegal)
    return (
      <Prompt
        tone="bad"
        title={
          chosen ? t("doesNotFit", { card: unoWord(t, chosen), reason: unfitReason(illegal, view, t) }) : illegal.text
        }
        detail={mine ? fitsSentence(view, legal, t) : undefined}
      >
        <RuleLink rule={illegal.rule} />
        {pass}
      </Prompt>
    );
  const [jump] = legalCards(legal, "JUMP_IN");
  if (jump)
    return (
      <Prompt tone="you" title={t("canJump")} text={phone ? undefined : said.text}>
        <Button kind="primary" size="small" shortcut="C" onPress={() => moves.play(jump)}>
          {t("playCard", { card: unoWord(t, jump) })}
        </Button>
      </Prompt>
    );
  const mark = happenings.marks.get(view.seat);
  // What I called myself is no blow.
  if (mark?.hit && mark.text !== t("mark.uno") && !mine)
    return <Prompt tone="warn" title={t("hitYou", { what: mark.long ?? mark.text })} text={said.text} />;
  const twoLeft =
    mine && view.hand.length === 2 && can(legal, "PLAY_CARD") && can(legal, "CALL_UNO") && view.unoCalledBy === null;
  return (
    <Prompt
      tone={said.tone}
      title={said.title}
      text={said.text}
      detail={moves.hinted || (moves.armed ? t("unoArmed") : twoLeft ? t("unoSoon") : undefined)}
    >
      {pass}
    </Prompt>
  );
}

/** Somebody laid +4 on me: what the colour was, and both outcomes in numbers. */
function FourOnMe({ view, legal, name }: { view: UnoView; legal: GameAction[]; name: string }) {
  const { t } = useTranslation();
  const before = view.pendingWd4?.colorBefore;
  const accept = can(legal, "ACCEPT_WILD_DRAW_FOUR");
  const challenge = can(legal, "CHALLENGE_WILD_DRAW_FOUR");
  const [ask, asked] = t("wd4Ask", { name, colour: "\n" }).split("\n");
  return (
    <Prompt
      tone="you"
      title={t("wd4OnYou", { name })}
      text={
        <>
          {ask}
          {before && <ColourWord colour={before}>{t(`uno.color.${before}`)}</ColourWord>}
          {asked}
        </>
      }
      detail={t("wd4Outcomes", { name, n: view.drawPending, m: view.drawPending + 2 })}
    >
      <Button size="small" shortcut="A" onPress={() => accept && void act(accept)}>
        {t("takeCards", { count: view.drawPending })}
      </Button>
      <Button size="small" kind="primary" shortcut="C" onPress={() => challenge && void act(challenge)}>
        {t("challenge")}
      </Button>
    </Prompt>
  );
}
