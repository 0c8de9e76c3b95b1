import { type ComponentType, memo, useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { useTable } from "../state/store";
import { Icon } from "../ui/Icon";
import { Chat } from "./Chat";

/** What a game puts here. Each part reads the table itself, so that the tabs stand still while bots play. */
export interface SideParts {
  Log: ComponentType;
  Scores: ComponentType;
  /** What stands above the tabs, e.g. level and trump. */
  Head?: ComponentType;
  /** Always in sight below the log on wide screens. */
  Foot?: ComponentType;
}

/** Log (newest on top), chat and scores; the fingerprint of the sealed deal at its foot. */
export const Side = memo(function Side({ Log, Scores, Head, Foot }: SideParts) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<string>("log");
  const unread = useTable((s) => s.unread);
  const commitment = useTable((s) => s.info?.commitment);
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
      {Head && <Head />}
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
          <Log />
        </TabPanel>
        <TabPanel id="chat" className="tab-panel">
          <Chat />
        </TabPanel>
        <TabPanel id="scores" className="tab-panel tab-pad">
          <Scores />
        </TabPanel>
      </Tabs>
      {Foot && <Foot />}
      {commitment && (
        <p className="sealed" title={commitment}>
          <Icon name="shield" /> {t("sealed", { print: fingerprint(commitment) })}
        </p>
      )}
    </div>
  );
});

export function fingerprint(commitment: string): string {
  return `${commitment.slice(0, 4)}…${commitment.slice(-4)}`;
}
