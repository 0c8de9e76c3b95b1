import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { get, Refusal } from "../api/http";
import type { Ladder, LadderRow, MatchList, Profile, Share } from "../api/types.gen";
import { ownPlayer } from "../state/seats";
import { gameInfo, useServer } from "../state/server";
import { Avatar, Name, Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { problemText } from "../ui/problem";
import { GameChoice } from "./GameChoice";
import { NoSuchGame } from "./Message";
import { RatingPlot, shownRating } from "./RatingPlot";
import { MatchRows } from "./Replays";

type Mode = Ladder["mode"];
type Who = "all" | "people" | "bots";
const MODES: Mode[] = ["ranked", "casual", "competitive", "sandbox"];

/** The ladder of a mode; unless one is wanted, the first on which somebody stands. */
async function ladderOf(game: string, wanted: Mode | null): Promise<Ladder> {
  const load = (mode: Mode) => get<Ladder>(`/ladder?game=${encodeURIComponent(game)}&mode=${mode}`);
  if (wanted) return load(wanted);
  const ranked = await load("ranked");
  if (ranked.rows.length > 0) return ranked;
  const casual = await load("casual");
  return casual.rows.length > 0 ? casual : ranked;
}

/** Ratings with their uncertainty per game and mode; beside it the history of one player or bot. */
export function LadderPage({ game, player }: { game: string; player: string }) {
  const server = useServer((s) => s.server);
  if (server && !gameInfo(server, game)) return <NoSuchGame page="ladder" game={game} />;
  return <LadderOf game={game} player={player} />;
}

function LadderOf({ game, player }: { game: string; player: string }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Mode | null>(null);
  const [who, setWho] = useState<Who>("all");
  const loaded = useLoaded(() => ladderOf(game, wanted), `${game}${wanted}`);
  const mode = wanted ?? (loaded === undefined || loaded instanceof Error ? "ranked" : loaded.mode);
  const all = loaded === undefined || loaded instanceof Error ? [] : loaded.rows;
  const rows = all.filter((row) => who === "all" || row.bot === (who === "bots"));
  const mine = ownPlayer()?.player ?? "";
  const chosen = player || rows.find((row) => row.player === mine)?.player || rows[0]?.player || mine;
  return (
    <div className="ladder">
      <section className="panel ladder-board">
        <h1 className="unseen">{t("gameTitle", { game: t(`${game}.name`, game), title: t("ladder.title") })}</h1>
        <div className="ladder-head">
          <GameChoice page="ladder" game={game} />
          <Segments
            label={t("ladder.title")}
            hideLabel
            value={who}
            choices={(["all", "people", "bots"] as const).map((value) => ({ value, text: t(`ladder.${value}`) }))}
            onChange={setWho}
          />
          <Segments
            label={t("countsFor")}
            hideLabel
            value={mode}
            choices={MODES.map((value) => ({ value, text: t(`mode.${value}`) }))}
            onChange={setWanted}
          />
        </div>
        {rows.length === 0 ? (
          <div className="empty">
            <p>
              <b>
                {t(loaded === undefined ? "loading" : loaded instanceof Error ? "unreachable" : `ladder.empty.${mode}`)}
              </b>
            </p>
            {loaded && !(loaded instanceof Error) && (
              <>
                <p className="second">{t("ladder.emptyText")}</p>
                <a className="button" href={`#/new/${game}`}>
                  {t("makeRoomTitle")}
                </a>
              </>
            )}
          </div>
        ) : (
          <Board rows={rows} mine={mine} chosen={chosen} game={game} />
        )}
        <p className="quiet pad">{t("ladder.order")}</p>
      </section>
      {chosen && (
        <div className="stack">
          <ProfilePanel key={chosen} player={chosen} wanted={chosen === player} game={game} mode={mode} />
        </div>
      )}
    </div>
  );
}

/** The server's bots stand on the ladder by their level: what they are called differs from table to table. */
function ladderName({ player, name }: { player: string; name: string }, t: TFunction): string {
  const [, level] = player.split(/^bot:/);
  return level ? t(`level.${level}`, level) : name;
}

function Board({ rows, mine, chosen, game }: { rows: LadderRow[]; mine: string; chosen: string; game: string }) {
  const { t } = useTranslation();
  const low = Math.min(...rows.map((r) => r.rating - 2 * r.uncertainty));
  const high = Math.max(...rows.map((r) => r.rating + 2 * r.uncertainty));
  const at = (x: number) => ((x - low) / Math.max(1e-9, high - low)) * 100;
  return (
    <table className="board">
      <thead>
        <tr>
          <th scope="col">{t("ladder.rank")}</th>
          <th scope="col">{t("ladder.name")}</th>
          <th scope="col">
            {t("ladder.score")}
            <span className="board-long">{t("ladder.scoreLine")}</span>
          </th>
          <th scope="col" className="number">
            {t("ladder.matches")}
          </th>
          <th scope="col" className="number">
            {t("ladder.wins")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.player} className={row.player === mine ? "board-me" : ""}>
            <td>
              <b>{row.rank ?? "–"}</b>
            </td>
            <td>
              <a
                className="board-name"
                href={`#/ladder/${game}/${encodeURIComponent(row.player)}`}
                aria-current={row.player === chosen ? "true" : undefined}
              >
                <Avatar name={row.name} bot={row.bot} small /> <Name>{ladderName(row, t)}</Name>
                {row.bot && <span className="tag">{t("bot")}</span>}
                {row.player === mine && <span className="tag tag-accent">{t("ladder.me")}</span>}
                {row.rank === null && <span className="tag tag-warn">{t("ladder.few")}</span>}
                {!row.verified && <span className="tag">{t("ladder.unverified")}</span>}
              </a>
            </td>
            <td>
              <span className="whisker-cell">
                <b>{shownRating(row.rating)}</b>
                <span className="unseen">± {shownRating(2 * row.uncertainty)}</span>
                <svg className="whisker" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                  <line
                    x1={at(row.rating - 2 * row.uncertainty)}
                    x2={at(row.rating + 2 * row.uncertainty)}
                    y1="6"
                    y2="6"
                  />
                  <rect x={at(row.rating) - 1.5} y="2" width="3" height="8" />
                </svg>
              </span>
            </td>
            <td className="number">{row.matches}</td>
            <td className="number">{row.matches ? `${Math.round((row.wins / row.matches) * 100)}%` : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ProfileProps {
  player: string;
  /** Somebody chose this player, and wants to see the profile. */
  wanted: boolean;
  game: string;
  mode: Mode;
}

function ProfilePanel({ player, wanted, game, mode }: ProfileProps) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const profile = useLoaded(() => get<Profile>(`/players/${encodeURIComponent(player)}`), player);
  const recent = useLoaded(() => get<MatchList>(`/players/${encodeURIComponent(player)}/matches`), player);
  useEffect(() => {
    const place = wanted && profile ? panel.current?.getBoundingClientRect() : undefined;
    if (place && (place.top < 0 || place.bottom > window.innerHeight)) panel.current?.scrollIntoView();
  }, [wanted, profile]);
  if (profile === undefined) return <p className="panel pad quiet">{t("loading")}</p>;
  if (profile instanceof Error)
    return (
      <div className="panel pad" role="alert">
        {profile instanceof Refusal && profile.problem.code === "no_player" ? (
          <>
            <h2>{t("noSuchPlayer")}</h2>
            <p className="second">{t("ladder.choose")}</p>
          </>
        ) : (
          problemText(profile, t)
        )}
      </div>
    );
  const line =
    profile.ratings.find((r) => r.game === game && r.mode === mode) ??
    profile.ratings.find((r) => r.game === game) ??
    profile.ratings[0];
  const name = ladderName(profile, t);
  return (
    <>
      <section ref={panel} className="panel pad profile" aria-label={name}>
        <div className="spread wrap">
          <div className="row">
            <Avatar name={name} bot={profile.bot} />
            <div>
              <h2>
                <Name>{name}</Name>
              </h2>
              {line && (
                <p className="second">
                  {t(`${line.game}.name`, line.game)} · {t(`mode.${line.mode}`)} ·{" "}
                  {t("ladder.matchCount", { count: line.matches })}
                </p>
              )}
            </div>
          </div>
          {line && (
            <p className="profile-rating">
              <b>{shownRating(line.rating)}</b> ± {shownRating(2 * line.uncertainty)}
            </p>
          )}
        </div>
        {line && line.points.length > 0 ? (
          <RatingPlot points={line.points} />
        ) : (
          <p className="quiet">{t("ladder.noPlot")}</p>
        )}
      </section>
      <div className="shares">
        <Shares
          title={t("ladder.bySeat")}
          shares={profile.bySeat.filter((s) => s.game === (line?.game ?? game))}
          name={(key) => t("ladder.seat", { n: Number(key) + 1 })}
        />
        <Shares
          title={t("ladder.byRulebook")}
          shares={profile.byRulebook.filter((s) => s.game === (line?.game ?? game))}
          name={(key) => t(`${line?.game ?? game}.rulebook.${key}`, key)}
        />
      </div>
      {recent && !(recent instanceof Error) && recent.matches.length > 0 && (
        <section className="panel matches">
          <h2 className="pad recent-title">{t("ladder.recent")}</h2>
          <MatchRows matches={recent.matches.slice(0, 10)} player={player} />
        </section>
      )}
    </>
  );
}

interface SharesProps {
  title: string;
  shares: Share[];
  name(key: string): string;
}

function Shares({ title, shares, name }: SharesProps) {
  const { t } = useTranslation();
  const sides = [...new Set(shares.map((share) => Number((1 / share.fair).toFixed(2))))];
  const same = sides.length === 1 && Number.isInteger(sides[0]);
  return (
    <section className="panel pad">
      <h3>{title}</h3>
      {sides.length > 0 && <p className="quiet">{t(same ? "fairLine" : "fairLines", { n: sides[0] })}</p>}
      <ul>
        {shares.map((share) => {
          const part = share.matches ? share.wins / share.matches : 0;
          return (
            <li key={share.key} className="share-row">
              <span>{name(share.key)}</span>
              <span className="share-bar">
                <span style={{ transform: `scaleX(${part})` }} />
                <i className="share-fair" style={{ left: `${share.fair * 100}%` }} />
              </span>
              <b>{Math.round(part * 100)}%</b>
              <span className="second">{share.matches}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
