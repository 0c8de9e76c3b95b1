import { useTranslation } from "react-i18next";
import { seatOf, type UnoView } from "../../game/views";
import { Name } from "../../ui/controls";
import { type Person, personAt } from "../people";

/** Totals on the way to the target, best first. */
export function Scores({ view, all }: { view: UnoView; all: Person[] }) {
  const { t } = useTranslation();
  const target = typeof view.options.targetScore === "number" ? view.options.targetScore : null;
  const most = Math.max(target ?? 0, 1, ...view.players.map((p) => Math.abs(p.score)));
  const sorted = [...view.players].sort((a, b) => b.score - a.score || a.seat - b.seat);
  return (
    <section className="scores" aria-label={t("scores")}>
      <div className="spread">
        <b>{t("scores")}</b>
        <span className="quiet">{target ? t("ofTarget", { target }) : t("oneRound")}</span>
      </div>
      <ul>
        {sorted.map((player) => {
          const person = personAt(all, player.seat);
          const gained = view.roundWinner !== null && seatOf(view.roundWinner) === player.seat ? pointsWon(view) : 0;
          return (
            <li key={player.seat} className={`score${person.me ? " score-me" : ""}`}>
              <Name>{person.name}</Name>
              <span className="score-bar">
                <span style={{ transform: `scaleX(${Math.min(1, Math.abs(player.score) / most)})` }} />
              </span>
              {view.roundPoints && <span className="score-gain">{gained > 0 && `+${gained}`}</span>}
              <b className="score-total">{player.score}</b>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the winner of the round got. */
export function pointsWon(view: UnoView): number {
  return Object.values(view.roundPoints ?? {}).reduce((sum, n) => sum + n, 0);
}
