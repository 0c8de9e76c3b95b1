import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SPECTATOR } from "../api/actors";
import { get, getText, Refusal } from "../api/http";
import type { Event, MatchInfo } from "../api/types.gen";
import { shownNames } from "../game/names";
import { changedOptions, rulesName } from "../game/rulesName";
import type { Fact } from "../game/views";
import { NoSuchPage } from "../pages/Message";
import { openedRecord } from "../state/opened";
import { linkTo, replaceRoute } from "../state/route";
import { gameInfo, useServer } from "../state/server";
import { faceOf, type GameFace } from "../table/games";
import { useKeys } from "../table/keys";
import { type LogLine, logOf, spokenFact } from "../table/log";
import type { Person } from "../table/people";
import { BackBar } from "../table/TableBar";
import { Button } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { problemText } from "../ui/problem";
import { ReplaySide } from "./ReplaySide";
import { ReplayTable } from "./ReplayTable";
import { actorOf, firstMove, marksOf, partsOf, stepsOf, turnOfSeq } from "./steps";
import { useFrames } from "./useFrames";

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 900;
/** What the server answers about a match that it does not know, and about what cannot be the name of one. */
const NOTHING_THERE = [404, 422];

/** A finished match, turn by turn, through everybody's eyes or one seat's. The address holds turn and seat. */
export function Replay({ match, query }: { match: string; query: URLSearchParams }) {
  const { t } = useTranslation();
  const server = useServer((s) => s.server);
  const record = match === "file" ? openedRecord() : null;
  const seat = Number(query.get("seat") ?? SPECTATOR);
  const [revealed, setRevealed] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [copied, setCopied] = useState(false);
  const [target, setTarget] = useState(0);
  const { positions, failed, frame } = useFrames(match, record, seat, target);
  const steps = useMemo(() => stepsOf(positions?.moves ?? []), [positions]);
  const last = steps.length - 1;
  const wanted = query.get("turn");
  const asked = Math.max(0, Number(wanted) || 0);
  // Until the match has come nobody knows how long it is: the address is believed, and keys go on from there.
  const turn = wanted === null ? firstMove(steps) : positions ? Math.min(asked, last) : asked;
  const step = steps[turn];
  const shown = useRef(frame);
  if (frame) shown.current = frame;
  useEffect(() => setTarget(step?.frame ?? 0), [step?.frame]);

  const goTo = (next: number, eyes = seat) => {
    if (!positions && wanted === null) return;
    const clamped = Math.max(0, positions ? Math.min(next, last) : next);
    replaceRoute(`replay/${match}?turn=${clamped}${eyes >= 0 ? `&seat=${eyes}` : ""}`);
    setCopied(false);
  };
  useEffect(() => {
    if (!playing) return;
    if (turn >= last) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(() => goTo(turn + 1), STEP_MS / speed);
    return () => window.clearTimeout(timer);
  });
  useKeys({
    arrowleft: () => goTo(turn - 1),
    arrowright: () => goTo(turn + 1),
    home: () => goTo(0),
    end: positions ? () => goTo(last) : undefined,
    " ": () => setPlaying(!playing),
  });

  const about = useLoaded(
    () => (match === "file" ? Promise.resolve(null) : get<MatchInfo>(`/matches/${match}`)),
    match,
  );
  const names = useMemo(() => {
    const players = about instanceof Error ? [] : (about?.players ?? []);
    return shownNames(
      (positions?.seats ?? []).map((name, i) => ({ name, bot: players.find((p) => p.seat === i)?.bot ?? "" })),
      t,
    );
  }, [positions, about, t]);
  const all: Person[] = useMemo(
    () =>
      names.map((name, i) => ({
        seat: i,
        name,
        bot: false,
        level: "",
        offline: false,
        ready: false,
        me: false,
      })),
    [names],
  );
  // Whichever comes first: with the game it is known whether a strip stands above the table.
  const game = positions?.game ?? (about && !(about instanceof Error) ? about.game : undefined);
  const [loaded, setLoaded] = useState<Awaited<ReturnType<GameFace["replay"]>> | null>(null);
  useEffect(() => {
    if (game) void faceOf(game).replay().then(setLoaded);
  }, [game]);
  const log: LogLine[] = useMemo(() => {
    const events = (positions?.moves ?? []).map(
      (m): Event => ({ seq: m.seq, at: m.at, seat: m.seat, action: m.action, facts: m.facts }),
    );
    return loaded ? logOf(loaded.narration, events, all, t) : [];
  }, [positions, loaded, all, t]);
  const current = step?.move?.seq ?? -1;
  if (record === null && failed instanceof Refusal && NOTHING_THERE.includes(failed.status))
    return <NoSuchPage title={t("noSuchMatch")} text={t("noSuchMatchText")} />;
  if (failed || (match === "file" && record === null)) {
    return (
      <>
        <BackBar title={t("replay.title")} />
        <main className="message">
          <h1>{failed ? problemText(failed, t) : t("replay.empty")}</h1>
          <a className="button" href="#/replays">
            {t("nav.replays")}
          </a>
        </main>
      </>
    );
  }
  const view = frame ?? shown.current;
  const parts = loaded ? partsOf(steps, positions?.moves ?? [], loaded.narration.begins) : [];
  const marks = loaded ? marksOf(steps, loaded.narration.remarkable) : [];
  const ended = last > 0 && turn >= last;
  const endings = (positions?.moves ?? [])
    .flatMap((move) => move.facts as Fact[])
    .filter((f) => f.type === "match_over");
  const result = loaded && endings[0] ? spokenFact(loaded.narration, endings[0], all, t) : "";
  const told = ended || revealed ? log : log.filter((line) => line.seq <= current);
  const now = log.filter((line) => line.seq === current && !line.heading).reverse();
  const loadRecord = () => (record === null ? getText(`/matches/${match}/record`) : Promise.resolve(record));
  const download = async () => {
    const url = URL.createObjectURL(new Blob([await loadRecord()], { type: "application/x-ndjson" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${match}.paiju`;
    link.click();
    URL.revokeObjectURL(url);
  };
  const book = gameInfo(server, positions?.game ?? "")?.rulebooks.find(({ name }) => name === positions?.rulebook);
  const changed = book ? changedOptions(positions?.options ?? {}, book.options) : {};
  return (
    <div className={`replay${game ? "" : " replay-unknown"}`} data-turn={turn} data-frame={view?.seq}>
      <BackBar
        title={
          <>
            {game && t(`${game}.name`, game)}
            <span className={game ? "bar-rest" : undefined}>
              {game && " · "}
              {t("replay.title")}
            </span>
          </>
        }
      >
        {positions && <span className="chip replay-game">{rulesName({ ...positions, changed }, t)}</span>}
        {ended || revealed ? (
          <span className="chip replay-result-chip">{result || t("replayResult")}</span>
        ) : (
          <Button size="small" icon="eye" className="replay-reveal" onPress={() => setRevealed(true)}>
            <span className="replay-word">{t("replayShowResult")}</span>
          </Button>
        )}
        <Button
          size="small"
          icon="link"
          disabled={match === "file"}
          onPress={() => {
            void navigator.clipboard
              ?.writeText(linkTo(`replay/${match}?turn=${turn}${seat >= 0 ? `&seat=${seat}` : ""}`))
              .catch(() => undefined);
            setCopied(true);
          }}
        >
          <span className="replay-word">{t(copied ? "copied" : "replay.link")}</span>
        </Button>
        <Button size="small" icon="download" onPress={() => void download()}>
          <span className="replay-word">{t("replay.record")}</span>
        </Button>
      </BackBar>
      {view && loaded?.face.Head ? (
        <loaded.face.Head view={view.view} all={all} />
      ) : (
        game && faceOf(game).strip && <StripRoom />
      )}
      <main className="replay-main">
        {view && positions && loaded ? (
          <ReplayTable
            face={loaded.face}
            frame={view}
            all={all}
            eyes={seat}
            actor={step?.move ? actorOf(step.move) : -4}
            facts={(step?.move?.facts ?? []) as Fact[]}
            ending={ended ? result || t("replayResult") : ""}
          />
        ) : (
          <div className="felt replay-felt" />
        )}
        <section className="panel replay-controls" aria-label={t("replay.position")}>
          <p className="replay-told" aria-live="polite">
            <b>{t("replay.of", { n: turn, count: Math.max(0, last) })}</b>{" "}
            {now.length > 0 ? (
              <span className="second">
                ·{" "}
                {now.map((line) => (
                  <span key={line.key}>
                    {line.words}
                    {t("sentenceGap")}
                  </span>
                ))}
              </span>
            ) : (
              turn === 0 && <span className="second">· {t("replay.start")}</span>
            )}
          </p>
          <label className="replay-eyes">
            <Icon name="eye" />
            <select
              className="input"
              aria-label={t("replay.see")}
              value={seat}
              onChange={(e) => goTo(turn, Number(e.target.value))}
            >
              {[SPECTATOR, ...names.keys()].map((eyes) => (
                <option key={eyes} value={eyes}>
                  {eyes < 0 ? t("replay.allHands") : names[eyes]}
                </option>
              ))}
            </select>
          </label>
          <div className="replay-slider">
            <input
              type="range"
              min={0}
              max={Math.max(last, 0)}
              value={turn}
              aria-label={t("replay.position")}
              onChange={(e) => goTo(Number(e.target.value))}
            />
            <div className="replay-parts">
              {(parts.length > 1 ? parts : []).map((part, i) => (
                <button
                  type="button"
                  key={part.from}
                  aria-label={loaded?.narration.part(i + 1, t)}
                  onClick={() => goTo(part.from)}
                  style={{
                    left: `${(part.from / Math.max(1, last)) * 100}%`,
                    width: `${((part.to - part.from) / Math.max(1, last)) * 100}%`,
                  }}
                >
                  <span className="part-name">{loaded?.narration.part(i + 1, t)}</span>
                  <span className="part-number">{i + 1}</span>
                </button>
              ))}
            </div>
            <div className="replay-marks" aria-hidden="true" title={t("replay.markers")}>
              {marks.map((mark) => (
                <span key={mark} style={{ left: `${(mark / Math.max(1, last)) * 100}%` }} />
              ))}
            </div>
          </div>
          <div className="replay-buttons">
            <Button icon="first" className="replay-far" aria-label={t("replay.first")} onPress={() => goTo(0)} />
            <Button icon="back" aria-label={t("replay.back")} onPress={() => goTo(turn - 1)} />
            <Button
              kind="primary"
              icon={playing ? "pause" : "play"}
              onPress={() => setPlaying(!playing)}
              className="replay-play"
              aria-label={t(playing ? "replay.pause" : "replay.play")}
            >
              <span className="replay-word">{t(playing ? "replay.pause" : "replay.play")}</span>
            </Button>
            <Button icon="next" aria-label={t("replay.next")} onPress={() => goTo(turn + 1)} />
            <Button icon="last" className="replay-far" aria-label={t("replay.last")} onPress={() => goTo(last)} />
            <select
              className="input replay-speed"
              aria-label={t("replay.speed")}
              value={speed}
              onChange={(e) => setSpeed(Number(e.target.value))}
            >
              {SPEEDS.map((s) => (
                <option key={s} value={s}>
                  {s === 0.5 ? "½×" : `${s}×`}
                </option>
              ))}
            </select>
          </div>
        </section>
      </main>
      <ReplaySide
        lines={told}
        current={current}
        commitment={positions?.commitment ?? ""}
        load={loadRecord}
        onMove={(seq) => goTo(turnOfSeq(steps, seq))}
      />
    </div>
  );
}

/** The room of the strip of facts, until they have come. */
function StripRoom() {
  return (
    <dl className="status" style={{ visibility: "hidden" }}>
      <div>
        <dt>&nbsp;</dt>
        <dd />
      </div>
    </dl>
  );
}
