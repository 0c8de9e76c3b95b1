import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { get, Refusal } from "../api/http";
import type { RoomInfo, RoomList } from "../api/types.gen";
import { GamePicture } from "../cards/GamePicture";
import { go } from "../state/route";
import { forgetSeat, ownSeats } from "../state/seats";
import { gameInfo, playNow, useServer } from "../state/server";
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

/** First thing: go on where you were; then play with one click; then rooms, a code, lists, a record from disk. */
export function Start() {
  const { t } = useTranslation();
  const [trouble, setTrouble] = useState("");
  const server = useServer((s) => s.server);
  const games = server?.games.map((game) => game.name) ?? OUR_GAMES;
  return (
    <div className="start">
      <h1 className="unseen">{t("brand")}</h1>
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
          <Rooms />
          <div className="stack">
            <JoinByCode />
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
  const start = async () => {
    if (busy) return;
    setBusy(true);
    onTrouble("");
    try {
      const code = prepareTable(game);
      const seated = await playNow(game, level, seats);
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
    <section className="game-card panel" aria-labelledby={`game-${game}`}>
      <div className="game-words">
        <h2 id={`game-${game}`}>{t(`${game}.name`, game)}</h2>
        <p className="second">{t(`about.${game}`, "")}</p>
        <Segments
          label={t(`against.${game}`, t("botsLevel"))}
          value={level}
          choices={offered.map((value) => ({ value, text: t(`level.${value}`, value) }))}
          onChange={(value) => set({ levels: { ...levels, [game]: value } })}
        />
        <div className="row">
          <Button
            kind="primary"
            className="game-play"
            data-play={game}
            onHoverStart={() => void prepareTable(game)}
            onPress={() => void start()}
          >
            {t("playNow")}
          </Button>
          <a className="button" href={`#/new/${game}`}>
            {t("makeRoomShort")}
          </a>
        </div>
      </div>
      <div className="game-picture" aria-hidden="true">
        <GamePicture game={game} />
      </div>
    </section>
  );
}

/** A match of this browser that still runs. */
function Resume() {
  const { t } = useTranslation();
  const found = useLoaded(async () => {
    for (const seat of ownSeats().slice(0, 5)) {
      try {
        const info = await get<RoomInfo>(`/rooms/${seat.room}`);
        if (info.status === "playing" || info.status === "waiting") return { seat, info };
        if (info.status === "closed") forgetSeat(seat.room);
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) forgetSeat(seat.room);
      }
    }
    return null;
  }, "resume");
  if (!found || found instanceof Error) return null;
  return (
    <aside className="resume" aria-label={t("unfinished")}>
      <span className="prompt-dot" />
      <p>
        <b>{t("unfinished")}</b>{" "}
        {t("unfinishedText", { game: t(`${found.info.game}.name`, found.info.game), room: found.info.room })}
      </p>
      <a className="button button-primary" href={`#/room/${found.info.room}`}>
        {t("backToTable")}
      </a>
    </aside>
  );
}

type Kind = "join" | "watch" | "bots";

function kindOf(room: RoomInfo): Kind {
  if (room.dialect === "arena" || (room.seats.length > 0 && room.seats.every((s) => s.bot !== ""))) return "bots";
  return room.status === "waiting" && room.seats.some((s) => s.id === "") ? "join" : "watch";
}

function takenOf(room: RoomInfo): number {
  return room.seats.filter((seat) => seat.id !== "").length;
}

function Rooms() {
  const { t } = useTranslation();
  const [tick, setTick] = useState(0);
  const [kind, setKind] = useState<Kind>("join");
  const [last, setLast] = useState<RoomInfo[] | null>(null);
  const loaded = useLoaded(() => get<RoomList>("/rooms"), `rooms${tick}`);
  useEffect(() => {
    const timer = window.setInterval(() => document.visibilityState === "visible" && setTick((n) => n + 1), 10_000);
    return () => window.clearInterval(timer);
  }, []);
  useEffect(() => {
    if (loaded && !(loaded instanceof Error)) setLast(loaded.rooms);
  }, [loaded]);
  const rooms = last ?? [];
  const count = (k: Kind) => rooms.filter((r) => kindOf(r) === k).length;
  const shown = rooms
    .filter((r) => kindOf(r) === kind)
    .sort((a, b) => takenOf(b) - takenOf(a))
    .slice(0, 12);
  return (
    <section className="rooms panel" aria-labelledby="rooms">
      <div className="rooms-head">
        <h2 id="rooms">{t("rooms")}</h2>
        <Segments
          label={t("rooms")}
          hideLabel
          value={kind}
          choices={(["join", "watch", "bots"] as const).map((value) => ({
            value,
            text: t(`roomKind.${value}`, { n: count(value) }),
          }))}
          onChange={setKind}
        />
      </div>
      {last === null ? (
        <div className="skeleton-rows" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ) : shown.length === 0 ? (
        <div className="empty">
          <p>
            <b>{t(`noRooms.${kind}`)}</b>
          </p>
          <p className="second">{t("noRoomsText")}</p>
          <a className="button" href="#/new/uno">
            {t("makeRoom")}
          </a>
        </div>
      ) : (
        <ul>
          {shown.map((room) => (
            <li key={room.room} className="room-row">
              <b className="room-code">{room.room}</b>
              <span>{t(`${room.game}.name`, room.game)}</span>
              <span className="second room-rules">{t(`${room.game}.rulebook.${room.rulebook}`, room.rulebook)}</span>
              <span className="second room-names">
                <bdi>
                  {room.seats
                    .filter((s) => s.name)
                    .map((s) => s.name)
                    .join(t("listComma"))}
                </bdi>
              </span>
              <span>
                <b>
                  {takenOf(room)} / {room.seats.length}
                </b>
              </span>
              <a className="button button-small" href={`#/room/${room.room}`}>
                {t(kindOf(room) === "join" ? "join" : "watch")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function JoinByCode() {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const clean = code.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (clean.length >= 4) go(`room/${clean}`);
  };
  return (
    <form className="panel pad stack" onSubmit={submit}>
      <label className="field">
        <span className="panel-title">{t("joinByCode")}</span>
        <span className="row">
          <input
            className="input code-input"
            value={code}
            maxLength={12}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder="K7QM"
            onChange={(e) => setCode(e.target.value)}
          />
          <Button type="submit" dashed={clean.length < 4}>
            {t("join")}
          </Button>
        </span>
      </label>
      <p className="quiet">{t("joinByLink")}</p>
    </form>
  );
}
