import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { ShandongThrowFailed } from "../../api/types.gen";
import { patternSize } from "../../game/shandong";
import type { ShandongView } from "../../game/views";
import { act } from "../../state/moves";
import { useTable } from "../../state/store";
import { Button } from "../../ui/controls";
import { RuleLink } from "../Frame";
import type { Happenings } from "../happenings";
import { Prompt } from "../Prompt";
import { type Person, personAt } from "../people";
import { CardWords } from "./cards";
import { DeclarePanel } from "./DeclarePanel";
import type { Said } from "./prompt";
import type { ShandongMoves } from "./useShandongMoves";

interface ShandongPromptProps {
  view: ShandongView;
  all: Person[];
  moves: ShandongMoves;
  said: Said;
  notice: ShandongThrowFailed | null;
  happenings: Happenings;
}

/** What the bar says, most urgent first: what I could show, a failed throw, a refusal, a legal selection, the turn. */
export function ShandongPromptBar({ view, all, moves, said, notice, happenings }: ShandongPromptProps) {
  const { t } = useTranslation();
  const check = useTable((s) => s.check);
  const refusal = useTable((s) => s.refusal);
  const selection = useTable((s) => s.selection);
  const mine = view.turn === view.seat && view.seat >= 0;
  const problem = check && !check.legal && moves.enough ? check.problem : refusal;
  if (moves.offered.length > 0)
    return (
      <DeclarePanel
        view={view}
        offers={moves.offered}
        canPass={moves.canPass || view.phase === "dealing"}
        onShow={moves.show}
        onPass={moves.pass}
      />
    );
  if (notice) {
    const failed = t("throwFailedText", {
      name: personAt(all, notice.seat).name,
      context: notice.seat === view.seat ? "me" : undefined,
    });
    // Whoever has to follow is told what, beside it.
    return (
      <Prompt
        tone="warn"
        title={t("throwFailed")}
        text={
          mine ? (
            <>
              <span className="word-long">
                {failed}
                {t("sentenceGap")}
              </span>
              {said.title}
            </>
          ) : (
            failed
          )
        }
        detail={
          <>
            <CardWords ids={notice.cards} /> → <CardWords ids={notice.forced} />
          </>
        }
      />
    );
  }
  if (view.waitingFor === "throwChoice" && mine && view.failedThrow)
    return (
      <Prompt tone="you" title={said.title} text={said.text}>
        {view.failedThrow.choices.map((unit) => (
          <Button key={unit.join()} size="small" onPress={() => void act({ type: "CHOOSE_UNIT", cards: unit })}>
            <CardWords ids={unit} />
          </Button>
        ))}
      </Prompt>
    );
  if (problem)
    return (
      <Prompt tone="bad" title={t("notThis", { reason: problem.text })}>
        <RuleLink rule={problem.rule} />
        {view.suggestion?.cards && mine && (
          <Button
            size="small"
            icon="hint"
            shortcut="H"
            className="select-for-me"
            onPress={() => moves.choose(view.suggestion)}
          >
            {t("selectForMe")}
          </Button>
        )}
      </Prompt>
    );
  if (moves.ready) {
    const pattern = moves.intended === "PLAY" ? check?.reading : null;
    const name = pattern ? t(`shandong.pattern.${pattern.type}`, { n: patternSize(pattern) }) : "";
    return (
      <Prompt
        tone={moves.risky ? "warn" : "ok"}
        title={name ? t("readyWith", { what: name }) : t("readyPlain", { context: moves.intended ?? undefined })}
        text={<CardWords ids={selection} />}
        detail={moves.risky ? riskWords(view, t) : moves.intended === "BURY" ? said.detail : undefined}
      />
    );
  }
  // Which cards to give back is news to nearly everybody; what has just happened lies on the table.
  const news = happenings.weighty && !(view.waitingFor === "giveBack" && mine) ? happenings.news : null;
  return (
    <Prompt
      tone={news && said.tone === "wait" ? "warn" : said.tone}
      title={said.title || news}
      text={said.text}
      detail={moves.hinted || (said.title ? news || said.detail : news ? undefined : said.detail)}
    >
      {moves.canPass && !view.passed.includes(view.seat) && (
        <Button size="small" shortcut="P" onPress={moves.pass}>
          {t("passButton")}
        </Button>
      )}
    </Prompt>
  );
}

/** What a throw costs when somebody can beat a part of it. */
function riskWords(view: ShandongView, t: TFunction): string {
  const penalty = Number(view.options.failedThrowPenalty ?? 0);
  return penalty > 0 ? t("throwRiskPoints", { count: penalty }) : t("throwRisk");
}
