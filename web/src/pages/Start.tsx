import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { get, Refusal } from "../api/http";
import type { RoomInfo, SeatedAnswer } from "../api/types.gen";
import { GamePicture } from "../cards/GamePicture";
import { prepareIdentity } from "../state/identity";
import { go } from "../state/route";
import { forgetSeat, markSeat, ownSeats } from "../state/seats";
import { gameInfo, playNow, quickMatch, useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { openTable } from "../state/table";
import { prepareTable } from "../table/ahead";
import { OUR_GAMES } from "../table/games";
import { Button, Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { problemText } from "../ui/problem";
import { Soon } from "../ui/Soon";
import { OpenRecord } from "./OpenRecord";
import { Rooms } from "./RoomsList";
import { JoinByCode, LatestMatches, RulesDoor } from "./StartSide";

/** What this is; go on where you were; play with bots, strangers or friends with one click; rooms, a code, the rules. */
export function Start() {
  const { t } = useTranslation();
  const [trouble, setTrouble] = useState("");
  const server = useServer((s) => s.server);
  const games = server?.games.map((game) => game.name) ?? OUR_GAMES;
  useEffect(prepareIdentity, []);
  return (
    <div className="start">
      <h1 className="start-say">{t("whatThisIs")}</h1>
      <Resume />
      {trouble && (
        <div className="line line-bad" role="alert">
          <Icon name="warning" /> <p>{trouble}</p>
        </div>
      )}
      <div className="start-games">
        {games.map((game) => (
          <GameCard key={game} game={game} onTrouble={setTrouble} />
        ))}
      </div>
      <div className="start-lists">
        <Soon>
          <div className="stack start-main">
            <Rooms />
            <LatestMatches />
          </div>
          <div className="stack">
            <JoinByCode />
            <RulesDoor games={games} />
            <OpenRecord />
          </div>
        </Soon>
      </div>
      <footer className="quiet">{t("notAffiliated")}</footer>
    </div>
  );
}

function GameCard({ game, onTrouble }: { game: string; onTrouble(text: string): void }) {
  const { t } = useTranslation();
  const server = useServer((s) => s.server);
  const { levels, set } = useSettings();
  const [busy, setBusy] = useState(false);
  const seats = Math.min(4, gameInfo(server, game)?.rulebooks[0]?.seats[1] ?? 4);
  const offered = gameInfo(server, game)?.levels ?? ["easy", "normal", "hard"];
  const level = levels[game] ?? (offered.includes("normal") ? "normal" : (offered[0] ?? "normal"));
  const sit = async (take: () => Promise<SeatedAnswer>) => {
    if (busy) return;
    setBusy(true);
    onTrouble("");
    try {
      const code = prepareTable(game);
      const seated = await take();
      openTable(seated.room);
      await code;
      go(`room/${seated.room}`);
    } catch (error) {
      onTrouble(problemText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={`game-card panel game-${game}`} aria-labelledby={`game-${game}`} aria-busy={busy}>
      <div className="game-words">
        <h2 id={`game-${game}`}>{t(`${game}.name`, game)}</h2>
        <p className="second">{t(`about.${game}`, "")}</p>
        <Segments
          label={t(`against.${game}`, t("botsLevel"))}
          value={level}
          choices={offered.map((value) => ({ value, text: t(`level.${value}`, value) }))}
          onChange={(value) => set({ levels: { ...levels, [game]: value } })}
        />
        <div className="game-buttons">
          <Button
            kind="primary"
            className="game-play"
            data-play={game}
            onPointerEnter={() => void prepareTable(game)}
            onPress={() => void sit(() => playNow(game, level, seats))}
          >
            {t("playNow")}
          </Button>
          <Button data-quick={game} icon="skip" onPress={() => void sit(() => quickMatch(game))}>
            {t("quickMatch")}
          </Button>
          <a className="button" href={`#/new/${game}`}>
            <Icon name="person" />
            {t("makeRoom")}
          </a>
        </div>
      </div>
      <div className="game-picture" aria-hidden="true">
        <GamePicture game={game} />
      </div>
    </section>
  );
}

/** A match of this browser that still runs. Until the server has answered it is the one that ran when it was last asked. */
function Resume() {
  const { t } = useTranslation();
  const answer = useLoaded(async () => {
    for (const seat of ownSeats().slice(0, 5)) {
      try {
        const { status } = await get<RoomInfo>(`/rooms/${seat.room}`);
        const over = status !== "playing" && status !== "waiting";
        if (status === "closed") forgetSeat(seat.room);
        else markSeat(seat.room, over);
        if (!over) return seat;
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) forgetSeat(seat.room);
      }
    }
    return null;
  }, "resume");
  const found = answer === undefined ? ownSeats().find((seat) => !seat.over) : answer;
  if (!found || found instanceof Error) return null;
  const { game, room } = found;
  return (
    <aside className="resume" aria-label={t("unfinished")}>
      <span className="prompt-dot" />
      <p>
        <b>{t("unfinished")}</b> {t("unfinishedText", { game: t(`${game}.name`, game), room })}
      </p>
      <a className="button button-primary" href={`#/room/${room}`}>
        {t("backToTable")}
      </a>
    </aside>
  );
}
