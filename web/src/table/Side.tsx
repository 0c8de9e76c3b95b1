import { type ReactNode, useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useTable } from "../state/table";
import { Icon } from "../ui/Icon";
import { Chat } from "./Chat";

/** How far back the log at the table goes; the replay has everything. */
export const LOG_LINES = 40;

export interface LogLine {
  key: string;
  /** A heading: a new round or trick. */
  heading?: ReactNode;
  actor?: string;
  words?: ReactNode;
}

export interface SideProps {
  log: LogLine[];
  scores: ReactNode;
  /** What stands above the tabs, e.g. level and trump. */
  head?: ReactNode;
  /** Always in sight below the log on wide screens. */
  foot?: ReactNode;
}

/** Log (newest on top), chat and scores; the fingerprint of the sealed deal at its foot. */
export function Side({ log, scores, head, foot }: SideProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<string>("log");
  const { unread, info } = useTable();
  useEffect(() => {
    if (tab === "chat" && unread > 0) useTable.setState({ unread: 0 });
  }, [tab, unread]);
  useEffect(() => {
    const open = (event: Event) => setTab((event as CustomEvent<string>).detail);
    window.addEventListener("paiju:tab", open);
    return () => window.removeEventListener("paiju:tab", open);
  }, []);
  return (
    <div className="side-inner">
      {head}
      <Tabs selectedKey={tab} onSelectionChange={(key) => setTab(String(key))} className="tabs">
        <TabList aria-label={t("side")} className="tab-list">
          <Tab id="log" className="tab">
            {t("log")}
          </Tab>
          <Tab id="chat" className="tab">
            {t("chat")}
            {unread > 0 && tab !== "chat" && <span className="tag tag-accent">{unread}</span>}
          </Tab>
          <Tab id="scores" className="tab">
            {t("scores")}
          </Tab>
        </TabList>
        <TabPanel id="log" className="tab-panel">
          <ol className="log" aria-label={t("log")}>
            {log.map((line) =>
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
            {log.length === 0 && <li className="log-line quiet">{t("logEmpty")}</li>}
          </ol>
        </TabPanel>
        <TabPanel id="chat" className="tab-panel">
          <Chat />
        </TabPanel>
        <TabPanel id="scores" className="tab-panel tab-pad">
          {scores}
        </TabPanel>
      </Tabs>
      {foot}
      {info?.commitment && (
        <p className="sealed" title={info.commitment}>
          <Icon name="shield" /> {t("sealed", { print: fingerprint(info.commitment) })}
        </p>
      )}
    </div>
  );
}

export function fingerprint(commitment: string): string {
  return `${commitment.slice(0, 4)}…${commitment.slice(-4)}`;
}
