import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import type { RoomInfo } from "../api/types.gen";
import { request } from "../state/moves";
import { go, linkTo } from "../state/route";
import { forgetSeat, seatIn } from "../state/seats";
import { gameInfo, joinRoom, useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { closeTable, continueHere, enter, openTable } from "../state/table";
import { ConnectionBar } from "../table/ConnectionBar";
import { faceOf } from "../table/games";
import { people } from "../table/people";
import { BackBar } from "../table/TableBar";
import { Avatar, Button, Name } from "../ui/controls";
import { useLayout } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { problemText } from "../ui/problem";
import { ChangedRules } from "./ChangedRules";
import { Skeleton } from "./Skeleton";
import { useTurnTitle } from "./title";

/** One address for everything that happens in a room: join, wait, play, watch. */
export function Room({ code }: { code: string }) {
  const { t } = useTranslation();
  const info = useTable((s) => s.info);
  const started = useTable((s) => s.position.view !== null);
  const connection = useTable((s) => s.connection);
  const failed = useTable((s) => s.failed);
  const gone = useTable((s) => s.gone);
  const layout = useLayout();
  const language = useSettings((s) => s.language);
  useTurnTitle();
  useEffect(() => {
    openTable(code);
    return closeTable;
  }, [code]);
  useEffect(() => {
    if (language && useTable.getState().info) void enter();
  }, [language]);

  if (failed || (connection === "closed" && gone !== "replaced")) {
    return (
      <Message icon="warning" title={failed?.text ?? t(`gone.${gone || "closed"}`)}>
        <a className="button button-primary" href="#/">
          {t("backToStart")}
        </a>
      </Message>
    );
  }
  if (!info) return <Skeleton />;
  if (info.status === "waiting" || !started) return <Waiting info={info} />;
  const Table = faceOf(info.game).table;
  return (
    <Suspense fallback={<Skeleton />}>
      <Table layout={layout} />
      {gone === "replaced" && (
        <div className="takeover">
          <Message icon="eye" title={t("otherTab")} text={t("otherTabText")}>
            <Button kind="primary" onPress={continueHere}>
              {t("continueHere")}
            </Button>
          </Message>
        </div>
      )}
    </Suspense>
  );
}

interface MessageProps {
  icon: "warning" | "eye";
  title: string;
  text?: string;
  children: React.ReactNode;
}

export function Message({ icon, title, text, children }: MessageProps) {
  return (
    <main className="message">
      <Icon name={icon} />
      <h1>{title}</h1>
      {text && <p className="second">{text}</p>}
      <div className="row wrap">{children}</div>
    </main>
  );
}

function Waiting({ info }: { info: RoomInfo }) {
  const { t } = useTranslation();
  const { position, refusal } = useTable();
  const { name, set } = useSettings();
  const seated = position.seat >= 0;
  const host = info.host === position.seat && seated;
  const all = people(info, position.seat, t);
  const taken = info.seats.filter((s) => s.id !== "");
  const mine = info.seats.find((s) => s.seat === position.seat);
  const notReady = info.seats.filter((s) => s.id && !s.bot && !s.ready && s.seat !== position.seat);
  const full = taken.length === info.seats.length;
  const arena = info.dialect === "arena";
  const server = useServer((s) => s.server);
  const level =
    gameInfo(server, info.game)?.levels.find((l) => l === "normal") ??
    gameInfo(server, info.game)?.levels[0] ??
    "normal";
  const leave = async () => {
    await request("leave");
    forgetSeat(info.room);
    go("");
  };
  return (
    <>
      <BackBar title={t("roomTitle", { code: info.room })}>
        <Line />
      </BackBar>
      <main className="page page-narrow waiting">
        <ConnectionBar />
        <Share info={info} />
        <section className="panel pad">
          <div className="spread">
            <b>
              {t("gameRules", {
                game: t(`${info.game}.name`, info.game),
                rules: t(`${info.game}.rulebook.${info.rulebook}`, info.rulebook),
              })}
            </b>
            <a href={`#/rules/${info.game}/${info.rulebook}`} target="_blank" rel="noreferrer">
              {t("whatDiffers")}
            </a>
          </div>
          <p className="second">
            {t(`${info.game}.rulebook.${info.rulebook}.about`, "")}{" "}
            {info.clock > 0 ? t("clockIs", { count: info.clock }) : t("clockIsNone")}
          </p>
          <ChangedRules info={info} />
        </section>
        <section>
          <div className="spread">
            <h2>{t("seatsTaken", { n: taken.length, count: info.seats.length })}</h2>
            {info.spectators > 0 && <span className="second">{t("watchers", { count: info.spectators })}</span>}
          </div>
          <ul className="waiting-seats">
            {info.seats.map((seat, i) => (
              <li key={seat.seat} className="waiting-seat">
                {seat.id ? (
                  <Avatar name={all[i]?.name ?? ""} bot={seat.bot !== ""} />
                ) : (
                  <span className="avatar avatar-empty" aria-hidden="true" />
                )}
                <b>{seat.id ? <Name>{all[i]?.name ?? ""}</Name> : t("emptySeat")}</b>
                <span className="bar-space" />
                {seat.bot && <span className="tag">{t("botLevel", { level: t(`level.${seat.bot}`, seat.bot) })}</span>}
                {seat.id && !seat.bot && !arena && (
                  <span className={`tag ${seat.ready ? "tag-ok" : "tag-warn"}`}>
                    {t(seat.ready ? "isReady" : "notReadyYet")}
                  </span>
                )}
                {seat.bot && host && (
                  <Button
                    size="small"
                    icon="cross"
                    aria-label={t("removeBot", { name: seat.name })}
                    onPress={() => void request("bot", { seat: seat.seat, bot: "" })}
                  />
                )}
                {!seat.id && host && (
                  <Button size="small" icon="plus" onPress={() => void request("bot", { seat: seat.seat, bot: level })}>
                    {t("addBot")}
                  </Button>
                )}
                {!seat.id && !seated && !arena && <JoinButton info={info} seat={seat.seat} />}
              </li>
            ))}
          </ul>
        </section>
        {refusal && (
          <p className="line line-bad" role="alert">
            {refusal.text}
          </p>
        )}
        <div className="waiting-foot">
          {seated ? (
            <>
              <p className="second">
                {notReady.length > 0
                  ? t("waitingPeople", { names: notReady.map((s) => s.name).join(t("listComma")) })
                  : full
                    ? t("everybodyHere")
                    : t("emptyBecomeBots")}
              </p>
              <div className="row">
                <Button onPress={() => void leave()}>{t("leaveSeat")}</Button>
                <Button onPress={() => void request("ready", { ready: !mine?.ready })}>
                  {t(mine?.ready ? "notReady" : "readyButton")}
                </Button>
                {host && (
                  <Button kind="primary" onPress={() => void request("start")}>
                    {t(full ? "startNow" : "startWithBots")}
                  </Button>
                )}
              </div>
            </>
          ) : arena ? (
            <p className="second">{t("arenaWaits")}</p>
          ) : (
            <>
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
              <p className="second">{t(full ? "roomFull" : "pickSeat")}</p>
            </>
          )}
        </div>
      </main>
    </>
  );
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

function JoinButton({ info, seat }: { info: RoomInfo; seat: number }) {
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
        {t("sitHere")}
      </Button>
    </>
  );
}

/** Code, link and QR: three ways to call a friend. */
function Share({ info }: { info: RoomInfo }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const link = linkTo(`room/${info.room}`);
  const code = encode(link, { border: 1 });
  const path = code.data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const copy = async () => {
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    setCopied(true);
  };
  return (
    <section className="share panel">
      <svg className="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t("qr")}>
        <rect width={code.size} height={code.size} fill="#fff" />
        <path d={path} fill="#1b2426" />
      </svg>
      <div className="stack">
        <span className="second">{t("roomCode")}</span>
        <b className="share-code">{info.room}</b>
        <p className="second">{t("scanOrSend")}</p>
        <Button icon="link" onPress={() => void copy()}>
          {t(copied ? "copied" : "copyLink")}
        </Button>
        <input
          className="input share-link"
          readOnly
          value={link}
          aria-label={t("linkWord")}
          onFocus={(e) => e.target.select()}
        />
      </div>
    </section>
  );
}
