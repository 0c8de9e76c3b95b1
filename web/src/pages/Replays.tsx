import { useState } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { Ladder, MatchInfo, MatchList } from "../api/types.gen";
import { ownPlayer } from "../state/seats";
import { Name, Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { whenText } from "./dates";
import { OpenRecord } from "./OpenRecord";

type Whose = "mine" | "everybody";

/** Finished matches of this browser's player or of everybody; any record from disk. */
export function Replays() {
  const { t } = useTranslation();
  const player = ownPlayer()?.player ?? "";
  const [before, setBefore] = useState<string[]>([""]);
  const [whose, setWhose] = useState<Whose>("mine");
  return (
    <div className="stack">
      <h1>{t("replay.list")}</h1>
      <OpenRecord />
      <Segments
        label={t("replay.list")}
        hideLabel
        value={whose}
        choices={(["mine", "everybody"] as const).map((value) => ({ value, text: t(`replay.${value}`) }))}
        onChange={setWhose}
      />
      <section className="panel matches">
        {whose === "everybody" ? (
          <Everybody player={player} />
        ) : (
          before.map((page, i) => (
            <MatchPage
              key={page}
              player={player}
              before={page}
              onMore={i === before.length - 1 ? (next) => setBefore([...before, next]) : undefined}
            />
          ))
        )}
      </section>
    </div>
  );
}

const BUSIEST = 2;
const SHOWN = 30;

/** The newest matches of those who play most, bots among them: together they have been in nearly every match. */
async function everybodysMatches(): Promise<MatchInfo[]> {
  const ladders = await Promise.all(
    ["uno", "shandong"].flatMap((game) =>
      ["ranked", "casual"].map((mode) => get<Ladder>(`/ladder?game=${game}&mode=${mode}`)),
    ),
  );
  const busiest = ladders.flatMap(({ rows }) => [...rows].sort((a, b) => b.matches - a.matches).slice(0, BUSIEST));
  const players = [...new Set(busiest.map((row) => row.player))];
  const lists = await Promise.all(
    players.map((id) => get<MatchList>(`/players/${encodeURIComponent(id)}/matches?before=`)),
  );
  const found = new Map(lists.flatMap((list) => list.matches).map((match) => [match.match, match]));
  return [...found.values()].sort((a, b) => b.finishedAt.localeCompare(a.finishedAt)).slice(0, SHOWN);
}

function Everybody({ player }: { player: string }) {
  const { t } = useTranslation();
  const loaded = useLoaded(everybodysMatches, "everybody");
  if (loaded === undefined) return <p className="pad quiet">{t("loading")}</p>;
  if (loaded instanceof Error || loaded.length === 0) return <NoMatches />;
  return <MatchRows matches={loaded} player={player} />;
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

function MatchPage({
  player,
  before,
  onMore,
}: {
  player: string;
  before: string;
  onMore: ((next: string) => void) | undefined;
}) {
  const { t } = useTranslation();
  const loaded = useLoaded<MatchList>(
    () =>
      player
        ? get(`/players/${encodeURIComponent(player)}/matches?before=${encodeURIComponent(before)}`)
        : Promise.resolve({ matches: [], next: "" }),
    player + before,
  );
  if (loaded === undefined) return <p className="pad quiet">{t("loading")}</p>;
  const list = loaded instanceof Error ? { matches: [], next: "" } : loaded;
  if (list.matches.length === 0 && before === "") return <NoMatches />;
  return (
    <>
      <MatchRows matches={list.matches} player={player} />
      {list.next && onMore && (
        <button type="button" className="button more-button" onClick={() => onMore(list.next)}>
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
        return (
          <li key={match.match} className="match-row">
            <span className="second">{whenText(match.finishedAt, i18n.language)}</span>
            <b>{t(`game.${match.game}`, match.game)}</b>
            {mine && (
              <span className={`tag ${mine.placement === 1 ? "tag-ok" : "tag-bad"}`}>
                {mine.placement === 1 ? t("ladder.won") : t("ladder.place", { n: mine.placement })}
              </span>
            )}
            <span className="second match-names">
              {match.players.map((p) => (
                <span key={p.seat}>
                  <Name>{p.name}</Name> {p.score}
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
