import type { TFunction } from "i18next";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Event, UnoFact } from "../../api/types.gen";
import { unoCard } from "../../cards/faces";
import { UnoTile } from "../../cards/Tile";
import { sortedUno } from "../../game/uno";
import { seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { lasting } from "../../motion/fly";
import { useTable } from "../../state/store";
import { Name } from "../../ui/controls";
import { OverPanel } from "../Over";
import { type Person, personAt } from "../people";
import { type Line, ScoreCurve, TurningPoints } from "../Story";
import { pointsWon, Scores } from "./Scores";

/** Between rounds and at the end: who won, what everybody still held, running totals; the story of the match. */
export function RoundOver({ view, all }: { view: UnoView; all: Person[] }) {
  const { t } = useTranslation();
  const events = useTable((s) => s.events);
  const ended = view.phase === "ended";
  const seat = seatOf(ended ? view.winner : view.roundWinner);
  const person = seat >= 0 ? personAt(all, seat) : null;
  const gain = pointsWon(view);
  const rounds = useMemo(() => roundsOf(events), [events]);
  const last = rounds[rounds.length - 1];
  const title = ended
    ? person
      ? t("matchWon", { context: person.me ? "me" : undefined, name: person.name })
      : t("matchDrawn")
    : person
      ? t("roundWon", { context: person.me ? "me" : undefined, name: person.name, n: view.roundNumber, gain })
      : t("roundDrawn", { n: view.roundNumber });
  return (
    <OverPanel title={title} ended={ended} won={person?.me ?? false} winner={person} all={all}>
      {ended && rounds.length > 1 ? (
        <div>
          <ScoreCurve lines={linesOf(rounds, all)} shown={String} />
          <TurningPoints points={turningPoints(rounds, all, t)} />
        </div>
      ) : (
        last && <CardsLeft round={last} all={all} />
      )}
      <Scores view={view} all={all} />
    </OverPanel>
  );
}

type Round = Extract<UnoFact, { type: "round_over" }>;

/** The rounds of the match as far as the log reaches back. */
function roundsOf(events: Event[]): Round[] {
  return events
    .flatMap((event) => event.facts as unknown as UnoFact[])
    .filter((fact): fact is Round => fact.type === "round_over");
}

/** What everybody still held, worth most first, counted up to what the winner got. */
function CardsLeft({ round, all }: { round: Round; all: Person[] }) {
  const { t } = useTranslation();
  const losers = round.players.filter((p) => p.cards.length > 0).sort((a, b) => b.points - a.points);
  const sum = losers.reduce((total, p) => total + p.points, 0);
  return (
    <section aria-label={t("cardsLeft")}>
      <div className="spread">
        <b>{t("cardsLeft")}</b>
        <b className="left-winner">
          <CountUp to={sum} />
        </b>
      </div>
      <div className="over-left">
        {losers.map((player) => (
          <div key={player.seat} className="left-row">
            <Name>{personAt(all, player.seat).name}</Name>
            <span className="left-cards">
              {sortedUno(player.cards, "colour").map((id) => (
                <span key={id}>
                  <span className="unseen">{unoWord(t, id)}</span>
                  <UnoTile card={unoCard(id)} />
                </span>
              ))}
            </span>
            <b>{player.points}</b>
          </div>
        ))}
      </div>
    </section>
  );
}

/** A sum that is counted up; at once where motion is off. */
function CountUp({ to }: { to: number }) {
  const [shown, setShown] = useState(lasting(1) === 0 ? to : 0);
  useEffect(() => {
    const ms = lasting(900);
    if (ms === 0) {
      setShown(to);
      return;
    }
    const begin = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      const part = Math.min(1, (now - begin) / ms);
      setShown(Math.round(to * part));
      if (part < 1) frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return <>+{shown}</>;
}

function linesOf(rounds: Round[], all: Person[]): Line[] {
  const seats = rounds[0]?.players.map((p) => p.seat).sort((a, b) => a - b) ?? [];
  return seats.map((seat) => ({
    name: personAt(all, seat).name,
    me: personAt(all, seat).me,
    values: [
      ...(rounds[0]?.round === 1 ? [0] : []),
      ...rounds.map((round) => round.players.find((p) => p.seat === seat)?.score ?? 0),
    ],
  }));
}

/** Rounds in which the lead changed hands, and the one that brought most. */
function turningPoints(rounds: Round[], all: Person[], t: TFunction): string[] {
  // Who came later does not know who led before.
  const [first] = rounds;
  let leader = first && first.round > 1 ? ([...first.players].sort((a, b) => b.score - a.score)[0]?.seat ?? -1) : -1;
  let most: { gained: number; text: string } = { gained: 0, text: "" };
  const found: string[] = [];
  for (const round of rounds) {
    const [best] = [...round.players].sort((a, b) => b.score - a.score);
    const [top] = [...round.players].sort((a, b) => b.gained - a.gained);
    if (best && best.seat !== leader) {
      const { name, me } = personAt(all, best.seat);
      found.push(t("takesLead", { n: round.round, name, score: best.score, context: me ? "me" : undefined }));
      leader = best.seat;
    }
    if (top && top.gained > most.gained) {
      const { name, me } = personAt(all, top.seat);
      const text = t("biggestRound", { n: round.round, name, gain: top.gained, context: me ? "me" : undefined });
      most = { gained: top.gained, text };
    }
  }
  return [...found.slice(-3), most.text].filter(Boolean);
}
