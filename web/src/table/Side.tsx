import { type ComponentType, memo, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTable } from "../state/store";
import { Tabs } from "../ui/controls";
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
      <Tabs
        label={t("side")}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { id: "log", title: t("log"), panel: <Log /> },
          {
            id: "chat",
            title: (
              <>
                {t("chat")}
                {unread > 0 && tab !== "chat" && <span className="tag tag-accent">{unread}</span>}
              </>
            ),
            panel: <Chat />,
          },
          { id: "scores", title: t("scores"), panel: <Scores />, padded: true },
        ]}
      />
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
