import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

export interface LogLine {
  key: string;
  /** A heading: a new round or trick. */
  heading?: ReactNode;
  actor?: string;
  words?: ReactNode;
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
