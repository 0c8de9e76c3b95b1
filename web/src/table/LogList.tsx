import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Event } from "../api/types.gen";
import { startsRound } from "../state/log";

export interface LogLine {
  key: string;
  /** A heading: a new round or trick. */
  heading?: ReactNode;
  actor?: string;
  words?: ReactNode;
}

/** Which part of a log is drawn. */
export interface LogRange {
  /** Entries at its end; all of them by default. */
  most?: number;
  /** Number of its last round, when it does not begin with the first one. */
  latest?: number;
}

/** How many rounds there were before these events. */
export function roundBefore(events: Event[], latest: number | undefined): number {
  return latest === undefined ? 0 : latest - events.filter(startsRound).length;
}

/** What happened, newest on top, under a heading per round. */
export const LogList = memo(function LogList({ lines }: { lines: LogLine[] }) {
  const { t } = useTranslation();
  return (
    <ol className="log" aria-label={t("log")}>
      {lines.map((line) =>
        line.heading ? (
          <li key={line.key} className="log-heading">
            {line.heading}
          </li>
        ) : (
          <li key={line.key} className="log-line">
            <b className="log-actor">
              <bdi>{line.actor}</bdi>
            </b>
            <span>{line.words}</span>
          </li>
        ),
      )}
      {lines.length === 0 && <li className="log-line quiet">{t("logEmpty")}</li>}
    </ol>
  );
});
