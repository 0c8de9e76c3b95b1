import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { logLines } from "../state/log";
import { useAfterTable } from "../state/useAfterTable";
import { type LogLine, logOf, type Narration } from "./log";
import { usePeople } from "./people";

/** What happened, newest on top, under a heading per round. */
const LogList = memo(function LogList({ lines }: { lines: LogLine[] }) {
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
            {line.words}
          </li>
        ),
      )}
      {lines.length === 0 && <li className="log-line quiet">{t("logEmpty")}</li>}
    </ol>
  );
});

/** The log of the table that is open. */
export function TableLog({ narration }: { narration: Narration }) {
  const { t } = useTranslation();
  const all = usePeople();
  const state = useAfterTable();
  const { events } = state;
  const most = logLines(state);
  const lines = useMemo(() => logOf(narration, events.slice(-most), all, t), [narration, events, all, t, most]);
  return <LogList lines={lines} />;
}
