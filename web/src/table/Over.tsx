import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { COLOURS } from "../cards/faces";
import { Shape } from "../cards/Tile";
import { together } from "../game/words";
import { request } from "../state/moves";
import { go } from "../state/route";
import { useTable } from "../state/store";
import { Avatar, Button } from "../ui/controls";
import { useNow } from "../ui/hooks";
import { Icon } from "../ui/Icon";
import { useKeys } from "./keys";
import type { Person } from "./people";

/** Shapes that rise when the reader has won. */
const CHEER = [...COLOURS, ...COLOURS, ...COLOURS];

/** So many players need small rows. */
const MANY = 6;

interface OverProps {
  title: string;
  ended: boolean;
  /** The reader has won: that is celebrated. */
  won?: boolean;
  /** Whose picture stands beside the title. */
  winner?: Person | null;
  all: Person[];
  /** What the button between rounds says. */
  next?: string;
  children: ReactNode;
}

/** Between rounds: everybody says when to go on. After the match: again, look back, or leave. */
export function OverPanel({ title, ended, won = false, winner, all, next, children }: OverProps) {
  const { t } = useTranslation();
  const { position, info, clock, clockAt, rematch } = useTable();
  const heading = useRef<HTMLHeadingElement>(null);
  const mine = all.find((p) => p.me);
  const waiting = all.filter((p) => !p.bot && !p.ready && !p.offline);
  const humans = all.filter((p) => !p.bot);
  const alone = humans.length === 1 && mine !== undefined;
  const counting = clock.seat === -2 && clock.leftMs !== null;
  const now = useNow(500, counting);
  const seconds = counting
    ? Math.max(0, Math.ceil(((clock.leftMs ?? 0) - (Math.max(now, clockAt) - clockAt)) / 1000))
    : 0;
  const ready = () => void request("ready", { ready: !(mine?.ready ?? false) });
  const again = () => void request("rematch");
  const replay = () => go(`replay/${info?.match ?? ""}`);
  useKeys({ enter: ended ? again : ready, r: ended ? replay : undefined });
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      className={`over panel${won ? " over-won" : ""}${all.length >= MANY ? " over-many" : ""}`}
      data-over={ended ? "match" : "round"}
      aria-label={title}
    >
      {won && (
        <span className="cheer word" aria-hidden="true">
          {CHEER.map((colour, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture that never changes
            <i key={i}>
              <Shape name={colour} />
            </i>
          ))}
        </span>
      )}
      <h2 ref={heading} tabIndex={-1}>
        {winner ? (
          <span className="over-winner">
            <Avatar name={winner.name} bot={winner.bot} />
            <span className="crown">
              <Icon name="crown" />
            </span>
          </span>
        ) : (
          won && (
            <span className="crown">
              <Icon name="crown" />
            </span>
          )
        )}
        <span>{title}</span>
      </h2>
      <div className="over-body">{children}</div>
      {!ended && position.seat >= 0 && (
        <div className="over-foot">
          <p className="second" aria-live="polite">
            {alone ? (
              counting && t("continuesIn", { count: seconds })
            ) : (
              <>
                {t("readyCount", { n: humans.length - waiting.length, count: humans.length })}
                {waiting.length > 0 &&
                  t("readyWaiting", {
                    names: together(
                      waiting.map((p) => (p.me ? t("youWithin") : p.name)),
                      t,
                    ),
                  })}
                {counting && t("startsIn", { count: seconds })}
              </>
            )}
          </p>
          <Button kind="primary" shortcut="↵" onPress={ready}>
            {mine?.ready ? (
              <>
                <Icon name="check" /> {t("readyMarked")}
              </>
            ) : (
              (next ?? t("nextRound"))
            )}
          </Button>
        </div>
      )}
      {ended && (
        <div className="over-buttons">
          {position.seat >= 0 && (
            <Button kind="primary" onPress={again} shortcut="↵">
              {rematch.length > 0 ? t("rematchCount", { n: rematch.length, count: humans.length }) : t("rematch")}
            </Button>
          )}
          <Button icon="eye" shortcut="R" onPress={replay}>
            {t("watchReplay")}
          </Button>
          <Button onPress={() => go("")}>{t("backToStart")}</Button>
        </div>
      )}
    </section>
  );
}
