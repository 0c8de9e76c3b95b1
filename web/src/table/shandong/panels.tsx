import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { DEALT, sideOf } from "../../game/shandong";
import type { ShandongView } from "../../game/views";
import { type Person, personAt, usePeople } from "../people";
import { SuitWord } from "./cards";
import { Declarations, TrumpOrder } from "./sheets";

interface StatusProps {
  view: ShandongView;
  layout: "phone" | "column" | "wide";
  all: Person[];
}

/** Level, trump, bankers, points: four facts that are always in sight. */
export function Status({ view, layout, all }: StatusProps) {
  const { t } = useTranslation();
  const mySide = view.seat >= 0 ? sideOf(view.seat) : 0;
  const bankers =
    view.bankerSide === null
      ? t("bankersOpen")
      : view.seat < 0
        ? namesOf(view.bankerSide, all, t)
        : t(view.bankerSide === mySide ? "us" : "them");
  const trump = view.trumpSuit ? (
    <SuitWord suit={view.trumpSuit} />
  ) : (
    <span className={view.trumpHidden ? "hidden-trump" : ""}>{t(view.trumpHidden ? "trumpHidden" : "trumpNone")}</span>
  );
  const dealing = view.phase === "dealing";
  return (
    <dl className={`status status-${layout}`}>
      <div>
        <dt>{t("levelWord")}</dt>
        <dd>{view.level}</dd>
      </div>
      <div>
        <dt>{t("trumpWord")}</dt>
        <dd>{trump}</dd>
      </div>
      <div>
        <dt>{t("bankersWord")}</dt>
        <dd>{bankers}</dd>
      </div>
      <div>
        <dt>{dealing ? t("dealtWord") : t("idleShort")}</dt>
        <dd>{dealing ? `${view.handCounts[Math.max(view.seat, 0)] ?? 0} / ${DEALT}` : `${view.points} / 80`}</dd>
      </div>
    </dl>
  );
}

/** The two of a side, for those who belong to none. */
function namesOf(side: number, all: Person[], t: TFunction): string {
  return [side, side + 2].map((seat) => personAt(all, seat).name).join(t("listComma"));
}

const MARKS = [0, 40, 80, 120, 160];

/** The word for the part of the scale that begins at `mark`: its two ends are worth one level more. */
export function bandOf(mark: number, points: number): string {
  if (mark === 0 && points === 0) return "none";
  return mark === 160 && points >= 200 ? "200" : String(mark);
}

/** The scale that decides a hand, filled up to the points of the attackers, and what they bring about. */
export function PointsScale({ points }: { points: number }) {
  const { t } = useTranslation();
  const reached = MARKS.findLastIndex((mark) => points >= mark);
  return (
    <div aria-hidden="true">
      <div className="points-bands">
        {MARKS.map((mark, i) => (
          <span key={mark} className={i === reached ? "points-reached" : ""}>
            {t(`band.${bandOf(mark, points)}`)}
          </span>
        ))}
      </div>
      <div className="points-bar">
        <span className="points-fill" style={{ transform: `scaleX(${Math.min(1, Math.max(0, points) / 200)})` }} />
        {MARKS.slice(1).map((mark) => (
          <span key={mark} className="points-mark" style={{ left: `${mark / 2}%` }} />
        ))}
      </div>
      <div className="points-scale">
        {MARKS.map((mark) => (
          <span key={mark} style={{ left: `${mark / 2}%` }} className={mark === 80 ? "points-goal" : ""}>
            {mark}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Points of the attackers on the scale that decides the hand, and both levels. */
export function PointsPanel({ view }: { view: ShandongView }) {
  const { t } = useTranslation();
  const all = usePeople();
  const mySide = view.seat >= 0 ? sideOf(view.seat) : 0;
  const idle = view.bankerSide === null ? null : 1 - view.bankerSide;
  const watching = view.seat < 0;
  const whose = idle === null || watching ? t("idleShort") : t(idle === mySide ? "ourPoints" : "theirPoints");
  const levels = [mySide, 1 - mySide].map((side) => {
    const name = watching ? namesOf(side, all, t) : t(side === mySide ? "usLevel" : "themLevel");
    return `${name} ${view.levels[side]}`;
  });
  return (
    <section className="points" aria-label={t("idlePoints")}>
      <Status view={view} layout="wide" all={all} />
      <TrumpOrder view={view} />
      <div className="declared-line">
        <Declarations declarations={view.declarations.slice(-1)} all={all} />
      </div>
      <div className="spread">
        <b>{whose}</b>
        <span>
          <b className="points-number">{view.points}</b> <span className="quiet">{t("of80")}</span>
        </span>
      </div>
      <PointsScale points={view.points} />
      <div className="spread points-levels">
        <span>
          {t("levelsWord")} <b>{levels.join(" · ")}</b>
        </span>
        {view.bigJokersPlayed > 0 && <span className="quiet">{t("bigJokers", { count: view.bigJokersPlayed })}</span>}
      </div>
    </section>
  );
}
