import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LogLine } from "../table/log";
import { Tabs } from "../ui/controls";
import { DealCheck } from "./DealCheck";

interface ReplaySideProps {
  /** What has been told so far, newest first. */
  lines: LogLine[];
  /** The entry that is shown. */
  current: number;
  commitment: string;
  load(): Promise<string>;
  onMove(seq: number): void;
}

/** The moves up to here, and whether the deal was fair. */
export function ReplaySide({ lines, current, commitment, load, onMove }: ReplaySideProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<"moves" | "deal">("moves");
  return (
    <aside className="replay-side-panel" aria-label={t("replayTabs")}>
      <Tabs
        label={t("replayTabs")}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { id: "moves", title: t("replay.moves"), panel: <Moves lines={lines} current={current} onMove={onMove} /> },
          { id: "deal", title: t("replayDeal"), panel: <DealCheck commitment={commitment} load={load} /> },
        ]}
      />
    </aside>
  );
}

function Moves({ lines, current, onMove }: Pick<ReplaySideProps, "lines" | "current" | "onMove">) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Only the panel scrolls: on a phone the table has to stay in sight.
    const panel = list.current?.closest<HTMLElement>(".tab-panel");
    const line = list.current?.querySelector<HTMLElement>(`[data-move="${current}"]`);
    if (panel && line) panel.scrollTop = line.offsetTop - panel.clientHeight / 2;
  }, [current]);
  return (
    <>
      <ol className="log" ref={list}>
        {lines.map((line) =>
          line.heading ? (
            <li key={line.key} className="log-heading">
              {line.heading}
            </li>
          ) : (
            <li key={line.key}>
              <button
                type="button"
                className={`log-line replay-move${line.seq === current ? " replay-now" : ""}`}
                data-move={line.seq}
                aria-current={line.seq === current ? "step" : undefined}
                onClick={() => onMove(line.seq)}
              >
                {line.words}
              </button>
            </li>
          ),
        )}
      </ol>
      <p className="quiet tab-pad">{t("replay.clickMove")}</p>
    </>
  );
}
