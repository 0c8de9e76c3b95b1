import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RoomInfo, SeatInfo } from "../api/types.gen";
import { rulesName } from "../game/rulesName";
import { request } from "../state/moves";
import { go } from "../state/route";
import { forgetSeat, seatIn } from "../state/seats";
import { gameInfo, joinRoom, useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { enter } from "../state/table";
import { prepareTable } from "../table/ahead";
import { Chat } from "../table/Chat";
import { ConnectionBar } from "../table/ConnectionBar";
import { people } from "../table/people";
import { BackBar } from "../table/TableBar";
import { Avatar, Button, Name } from "../ui/controls";
import { useNow } from "../ui/hooks";
import { problemText } from "../ui/problem";
import { ChangedRules } from "./ChangedRules";
import { Share } from "./Share";

/** A room before its match: who sits where, what is played, how to call others, and a word meanwhile. */
export function Waiting({ info }: { info: RoomInfo }) {
  const { t } = useTranslation();
  const refusal = useTable((s) => s.refusal);
  const seated = useTable((s) => s.position.seat >= 0);
  const taken = info.seats.filter((s) => s.id !== "").length;
  useEffect(() => void prepareTable(info.game), [info.game]);
  return (
    <>
      <BackBar title={t("roomTitle", { code: info.room })}>
        <Line />
      </BackBar>
      <main className="page waiting">
        <ConnectionBar />
        <div className={`waiting-grid${seated ? "" : " waiting-guest"}`}>
          <div className="stack">
            <Share info={info} />
            <RoomRules info={info} />
          </div>
          <div className="stack">
            <section className="panel pad" aria-labelledby="seats">
              <div className="spread">
                <h2 id="seats">{t("seatsTaken", { n: taken, count: info.seats.length })}</h2>
                {info.spectators > 0 && <span className="second">{t("watchers", { count: info.spectators })}</span>}
              </div>
              <Seats info={info} />
            </section>
            {info.chat && seated && (
              <section className="panel waiting-chat" aria-label={t("chat")}>
                <Chat />
              </section>
            )}
          </div>
        </div>
        {refusal && (
          <p className="line line-bad" role="alert">
            {refusal.text}
          </p>
        )}
        <Foot info={info} full={taken === info.seats.length} />
      </main>
    </>
  );
}

function RoomRules({ info }: { info: RoomInfo }) {
  const { t } = useTranslation();
  const changed = Object.keys(info.changed).length > 0;
  return (
    <section className="panel pad">
      <div className="spread wrap">
        <b>{t("gameRules", { game: t(`${info.game}.name`, info.game), rules: rulesName(info, t) })}</b>
        <a href={`#/rules/${info.game}/${info.rulebook}`} target="_blank" rel="noreferrer">
          {t("rules")}
        </a>
      </div>
      <ChangedRules info={info} />
      <p className="second">
        {!changed && `${t(`${info.game}.rulebook.${info.rulebook}.about`, "")} `}
        {info.clock > 0 ? t("clockIs", { count: info.clock }) : t("clockIsNone")}
        {info.mode === "ranked" && ` ${t("mode.ranked")}${t("fullStop")}`}
      </p>
    </section>
  );
}

function Seats({ info }: { info: RoomInfo }) {
  const { t } = useTranslation();
  const me = useTable((s) => s.position.seat);
  const host = info.host === me && me >= 0;
  const arena = info.dialect === "arena";
  const all = people(info, me, t);
  const levels = gameInfo(
    useServer((s) => s.server),
    info.game,
  )?.levels;
  const level = levels?.find((l) => l === "normal") ?? levels?.[0] ?? "normal";
  const mark = (seat: SeatInfo) => {
    if (seat.bot) return <span className="tag">{t("botLevel", { level: t(`level.${seat.bot}`, seat.bot) })}</span>;
    if (!seat.id || arena) return null;
    if (!seat.connected && seat.seat !== me) return <span className="tag tag-warn">{t("offline")}</span>;
    return <span className={`tag ${seat.ready ? "tag-ok" : ""}`}>{t(seat.ready ? "isReady" : "notReadyYet")}</span>;
  };
  return (
    <ul className="waiting-seats">
      {info.seats.map((seat, i) => {
        const name = all[i]?.name ?? "";
        return (
          <li key={seat.seat} className="waiting-seat" data-seat={seat.seat}>
            {seat.id ? (
              <Avatar name={name} bot={seat.bot !== ""} />
            ) : (
              <span className="avatar avatar-empty" aria-hidden="true" />
            )}
            <b className={seat.id ? "" : "second"}>{seat.id ? <Name>{name}</Name> : t("emptySeat")}</b>
            {info.host === seat.seat && <span className="tag tag-accent">{t("hostTag")}</span>}
            <span className="bar-space" />
            {mark(seat)}
            {seat.bot && host && (
              <Button
                size="small"
                kind="plain"
                icon="cross"
                aria-label={t("removeBot", { name })}
                onPress={() => void request("bot", { seat: seat.seat, bot: "" })}
              />
            )}
            {seat.id && !seat.bot && host && seat.seat !== me && <Kick seat={seat.seat} name={name} />}
            {!seat.id && host && (
              <Button size="small" icon="plus" onPress={() => void request("bot", { seat: seat.seat, bot: level })}>
                {t("addBot")}
              </Button>
            )}
            {!seat.id && me < 0 && !arena && <JoinButton info={info} seat={seat.seat} text={t("sitHere")} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Remove somebody, as the host: asked once more before it happens. */
function Kick({ seat, name }: { seat: number; name: string }) {
  const { t } = useTranslation();
  const [sure, setSure] = useState(false);
  useEffect(() => {
    if (!sure) return;
    const timer = window.setTimeout(() => setSure(false), 5000);
    return () => window.clearTimeout(timer);
  }, [sure]);
  if (sure)
    return (
      <Button size="small" kind="primary" onPress={() => void request("kick", { seat })}>
        {t("kickSure", { name })}
      </Button>
    );
  return (
    <Button size="small" kind="plain" icon="cross" aria-label={t("kickName", { name })} onPress={() => setSure(true)} />
  );
}

function Foot({ info, full }: { info: RoomInfo; full: boolean }) {
  const { t } = useTranslation();
  const me = useTable((s) => s.position.seat);
  const { name, set } = useSettings();
  const mine = info.seats.find((s) => s.seat === me);
  const free = info.seats.find((s) => !s.id);
  const notReady = info.seats.filter((s) => s.id && !s.bot && !s.ready && s.seat !== me);
  const leave = async () => {
    await request("leave");
    forgetSeat(info.room);
    go("");
  };
  if (mine)
    return (
      <div className="waiting-foot">
        <p className="second" role="status">
          {info.startsInMs !== null && info.startsInMs !== undefined ? (
            <StartsIn milliseconds={info.startsInMs} />
          ) : notReady.length > 0 ? (
            t("waitingPeople", { names: notReady.map((s) => s.name).join(t("listComma")) })
          ) : full ? (
            t("everybodyHere")
          ) : (
            t("emptyBecomeBots")
          )}
        </p>
        <div className="row">
          <Button onPress={() => void leave()}>{t("leaveSeat")}</Button>
          <Button onPress={() => void request("ready", { ready: !mine.ready })}>
            {t(mine.ready ? "notReady" : "readyButton")}
          </Button>
          {info.host === me && (
            <Button kind="primary" onPress={() => void request("start")}>
              {t(full ? "startNow" : "startWithBots")}
            </Button>
          )}
        </div>
      </div>
    );
  if (info.dialect === "arena") return <p className="second">{t("arenaWaits")}</p>;
  return (
    <div className="waiting-foot">
      <p className="second">{t(full ? "roomFull" : "pickSeat")}</p>
      {free && (
        <div className="waiting-name">
          <label className="field">
            {t("yourName")}
            <input
              className="input"
              value={name}
              maxLength={32}
              placeholder={t("guest")}
              autoComplete="nickname"
              onChange={(e) => set({ name: e.target.value })}
            />
          </label>
          <JoinButton info={info} seat={free.seat} text={t("sitDown")} />
        </div>
      )}
    </div>
  );
}

/** A room among strangers begins by itself: the seconds until then. */
function StartsIn({ milliseconds }: { milliseconds: number }) {
  const { t } = useTranslation();
  const [end, setEnd] = useState(() => performance.now() + milliseconds);
  useEffect(() => setEnd(performance.now() + milliseconds), [milliseconds]);
  const now = useNow(250, true);
  return <>{t("quickWaits", { count: Math.max(0, Math.ceil((end - now) / 1000)) })}</>;
}

function Line() {
  const { t } = useTranslation();
  const connection = useTable((s) => s.connection);
  return (
    <span className={`line-state line-${connection}`} role="status">
      <span className="dot" />
      {t(`line.${connection}`)}
    </span>
  );
}

function JoinButton({ info, seat, text }: { info: RoomInfo; seat: number; text: string }) {
  const { t } = useTranslation();
  const [trouble, setTrouble] = useState("");
  const join = async () => {
    try {
      await joinRoom(info.room, info.game, seat);
      await enter();
    } catch (error) {
      setTrouble(problemText(error, t));
    }
  };
  if (seatIn(info.room)) return null;
  return (
    <>
      {trouble && <span role="alert">{trouble}</span>}
      <Button size="small" kind="primary" onPress={() => void join()}>
        {text}
      </Button>
    </>
  );
}
