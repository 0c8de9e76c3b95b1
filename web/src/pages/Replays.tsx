import { useState } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { MatchInfo, MatchList } from "../api/types.gen";
import { shownNames } from "../game/names";
import { scoreShown } from "../game/words";
import { ownPlayer } from "../state/seats";
import { useServer } from "../state/server";
import { Name, Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { problemText } from "../ui/problem";
import { whenText } from "./dates";
import { OpenRecord } from "./OpenRecord";

type Whose = "mine" | "everybody";
const ALL = "all";

/** Finished matches of this browser's player or of everybody, newest first; any record from disk. */
export function Replays() {
  const { t } = useTranslation();
  const player = ownPlayer()?.player ?? "";
  const games = useServer((s) => s.server?.games) ?? [];
  const [whose, setWhose] = useState<Whose>(player ? "mine" : "everybody");
  const [game, setGame] = useState(ALL);
  const list =
    whose === "mine"
      ? player && `/players/${encodeURIComponent(player)}/matches?`
      : `/matches?limit=30${game === ALL ? "" : `&game=${encodeURIComponent(game)}`}`;
  return (
    <div className="stack">
      <h1>{t("replay.list")}</h1>
      <div className="row wrap">
        <Segments
          label={t("replay.list")}
          hideLabel
          value={whose}
          choices={(["mine", "everybody"] as const).map((value) => ({ value, text: t(`replay.${value}`) }))}
          onChange={setWhose}
        />
        {whose === "everybody" && (
          <Segments
            label={t("gameWord")}
            hideLabel
            value={game}
            choices={[ALL, ...games.map(({ name }) => name)].map((value) => ({
              value,
              text: value === ALL ? t("replay.allGames") : t(`${value}.name`, value),
            }))}
            onChange={setGame}
          />
        )}
      </div>
      <section className="panel matches">
        {list ? <MatchPages key={list} list={list} player={player} /> : <NoMatches />}
      </section>
      <OpenRecord />
    </div>
  );
}

/** One page of a list under the other, as far as somebody asked for more. */
function MatchPages({ list, player }: { list: string; player: string }) {
  const [pages, setPages] = useState([""]);
  return pages.map((before, i) => (
    <MatchPage
      key={before}
      list={list}
      before={before}
      player={player}
      onMore={i === pages.length - 1 ? (next) => setPages([...pages, next]) : undefined}
    />
  ));
}

function NoMatches() {
  const { t } = useTranslation();
  return (
    <div className="empty">
      <p>
        <b>{t("replay.empty")}</b>
      </p>
      <p className="second">{t("replay.emptyText")}</p>
      <a className="button button-primary" href="#/">
        {t("playNow")}
      </a>
    </div>
  );
}

interface MatchPageProps {
  list: string;
  before: string;
  player: string;
  onMore: ((next: string) => void) | undefined;
}

function MatchPage({ list: path, before, player, onMore }: MatchPageProps) {
  const { t } = useTranslation();
  const loaded = useLoaded(() => get<MatchList>(`${path}&before=${encodeURIComponent(before)}`), path + before);
  if (loaded === undefined) return <p className="pad quiet">{t("loading")}</p>;
  if (loaded instanceof Error)
    return (
      <p className="pad" role="alert">
        {problemText(loaded, t)}
      </p>
    );
  if (loaded.matches.length === 0 && before === "") return <NoMatches />;
  return (
    <>
      <MatchRows matches={loaded.matches} player={player} />
      {loaded.next && onMore && (
        <button type="button" className="button more-button" onClick={() => onMore(loaded.next)}>
          {t("replay.more")}
        </button>
      )}
    </>
  );
}

/** Lines of finished matches with a way to their replay. */
export function MatchRows({ matches, player }: { matches: MatchInfo[]; player: string }) {
  const { t, i18n } = useTranslation();
  return (
    <ul>
      {matches.map((match) => {
        const mine = match.players.find((p) => p.player === player);
        const names = shownNames(match.players, t);
        return (
          <li key={match.match} className="match-row">
            <span className="second">{whenText(match.finishedAt, i18n.language)}</span>
            <b>{t(`${match.game}.name`, match.game)}</b>
            {mine && (
              <span className={`tag ${mine.placement === 1 ? "tag-ok" : "tag-bad"}`}>
                {mine.placement === 1 ? t("ladder.won") : t("ladder.place", { n: mine.placement })}
              </span>
            )}
            <span className="second match-names">
              {match.players.map((p, i) => (
                <span key={p.seat} className={p.placement === 1 ? "match-winner" : undefined}>
                  {p.placement === 1 && <Icon name="crown" />}
                  <Name>{names[i] ?? p.name}</Name> {scoreShown(match.game, p.score, t)}
                </span>
              ))}
            </span>
            <a className="button button-small" href={`#/replay/${match.match}`}>
              {t("replay.open")}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
