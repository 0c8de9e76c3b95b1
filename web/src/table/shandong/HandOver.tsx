import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Event, ShandongFact } from "../../api/types.gen";
import { sideOf } from "../../game/shandong";
import type { ShandongView } from "../../game/views";
import { LEVELS, pokerWord, together } from "../../game/words";
import { useTable } from "../../state/store";
import { Icon } from "../../ui/Icon";
import { OverPanel } from "../Over";
import { type Person, personAt } from "../people";
import { type Line, ScoreCurve, TurningPoints } from "../Story";
import { Spread } from "./cards";
import { PointsScale } from "./panels";

/** The account of a hand: points, kitty, levels before and after. */
export function HandOver({ view, all, ended }: { view: ShandongView; all: Person[]; ended: boolean }) {
  const { t } = useTranslation();
  const events = useTable((s) => s.events);
  const hands = useMemo(() => handsOf(events), [events]);
  const result = view.result;
  if (!result) return null;
  const mySide = view.seat >= 0 ? sideOf(view.seat) : 0;
  const banker = sideOf(result.bankerSeat);
  const next = sideOf(result.nextBankerSeat);
  const owner = view.kittyOwner === null ? null : personAt(all, view.kittyOwner);
  const banking = personAt(all, result.nextBankerSeat);
  const both = (side: number) =>
    together(
      [side, side + 2].map((seat) => personAt(all, seat).name),
      t,
    );
  const who = (side: number) => (view.seat < 0 ? both(side) : t(side === mySide ? "us" : "them"));
  const subject = (side: number) => ({
    side: who(side),
    context: view.seat < 0 ? undefined : side === mySide ? "us" : "them",
    points: result.score,
  });
  const title = ended
    ? t("matchWonSide", subject(view.matchWinner ?? 0))
    : t(next === banker ? "bankersKeep" : "idleTakes", subject(next));
  const first = hands[0]?.levelsBefore ?? result.levelsBefore;
  const lines: Line[] = [mySide, 1 - mySide].map((side) => ({
    name: who(side),
    me: view.seat >= 0 && side === mySide,
    values: [first, ...hands.map((hand) => hand.levels)].map((levels) => LEVELS.indexOf(levels[side] ?? "")),
  }));
  // Nobody has a level above A: the winners' line goes one step further.
  const winners = lines[view.matchWinner === mySide ? 0 : 1];
  if (view.matchWinner !== null && winners && winners.values.length > 1)
    winners.values[winners.values.length - 1] = LEVELS.length;
  const shown = (level: number) => LEVELS[level] ?? t("pastTop");
  const ahead = ended ? view.matchWinner : next;
  const kept = result.kittyGain === 0 && (result.kittyPoints > 0 || sideOf(result.lastTrickWinner) === banker);
  return (
    <OverPanel title={title} ended={ended} won={view.seat >= 0 && ahead === mySide} all={all} next={t("nextHand")}>
      <div>
        <dl className="account">
          <div>
            <dt>{t("pointsTricks")}</dt>
            <dd>{result.trickPoints}</dd>
          </div>
          <div>
            <dt>{t(kept ? "kittyKept" : "pointsKitty", { points: result.kittyPoints, n: result.multiplier })}</dt>
            <dd>{result.kittyGain >= 0 ? `+${result.kittyGain}` : result.kittyGain}</dd>
          </div>
          <div className="account-sum">
            <dt>{t("pointsSum")}</dt>
            <dd>{result.score}</dd>
          </div>
        </dl>
        <PointsScale points={result.score} />
      </div>
      <table className="levels">
        <caption className="unseen">{t("levelsWord")}</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">{t("sideWord")}</th>
            <th scope="col">{t("before")}</th>
            <th scope="col">{t("now")}</th>
          </tr>
        </thead>
        <tbody>
          {[mySide, 1 - mySide].map((side) => {
            const up = LEVELS.indexOf(result.levels[side] ?? "") - LEVELS.indexOf(result.levelsBefore[side] ?? "");
            return (
              <tr key={side} className={`${side === mySide ? "score-me" : ""}${side === ahead ? " level-ahead" : ""}`}>
                <th scope="row">
                  {who(side)} {side === next && !ended && <span className="tag tag-warn">{t("bankerTag")}</span>}
                </th>
                <td className="level-before">
                  {result.levelsBefore[side]} <Icon name="next" />
                </td>
                <td>
                  <b className="level-now">{view.matchWinner === side ? t("pastTop") : result.levels[side]}</b>{" "}
                  {up > 0 && <span className="tag tag-ok">+{up}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="buried">
        <span>{t("buriedWere", { name: owner?.name ?? "", context: owner?.me ? "me" : undefined })}</span>
        <Spread ids={result.kitty} label={result.kitty.map((id) => pokerWord(t, id)).join(t("listComma"))} />
      </div>
      {!ended && (
        <p className="next-banker">
          {t("nextBanker", { name: banking.name, level: result.levels[next], context: banking.me ? "me" : undefined })}
        </p>
      )}
      {ended && (
        <div>
          <ScoreCurve lines={lines} shown={shown} base={Math.min(...lines.flatMap((line) => line.values))} />
          <TurningPoints points={turningPoints(hands, who, t)} />
        </div>
      )}
    </OverPanel>
  );
}

type Scored = Extract<ShandongFact, { type: "hand_scored" }>;

/** The hands of the match as far as the log reaches back. */
function handsOf(events: Event[]): Scored[] {
  return events
    .flatMap((event) => event.facts as unknown as ShandongFact[])
    .filter((fact): fact is Scored => fact.type === "hand_scored");
}

/** Hands in which the bank changed sides, or a side went up by two and more. */
function turningPoints(hands: Scored[], who: (side: number) => string, t: TFunction): string[] {
  return hands
    .flatMap((hand) => {
      const taken = sideOf(hand.bankerSeat) !== sideOf(hand.nextBankerSeat);
      const [up = 0, side = 0] = hand.levels
        .map((level, i) => [LEVELS.indexOf(level) - LEVELS.indexOf(hand.levelsBefore[i] ?? level), i])
        .sort((a, b) => (b[0] ?? 0) - (a[0] ?? 0))[0] ?? [0, 0];
      if (up >= 2) return [t("turnLevels", { n: hand.hand, side: who(side), count: up, score: hand.score })];
      return taken ? [t("turnBank", { n: hand.hand, side: who(sideOf(hand.nextBankerSeat)), score: hand.score })] : [];
    })
    .slice(-4);
}
