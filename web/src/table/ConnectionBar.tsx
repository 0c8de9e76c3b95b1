import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { request } from "../state/moves";
import { useTable } from "../state/store";
import { retryNow } from "../state/table";
import { Button } from "../ui/controls";
import { useOnline } from "../ui/hooks";
import { Icon } from "../ui/Icon";

/** The state of the connection in words; nothing while all is well. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const connection = useTable((s) => s.connection);
  const attempt = useTable((s) => s.attempt);
  const caughtUp = useTable((s) => s.caughtUp);
  const watching = useTable((s) => s.position.seat < 0);
  const replacedByBot = useTable((s) => s.info?.status === "playing" && s.info.seats[s.position.seat]?.away === true);
  const online = useOnline();
  const [told, setTold] = useState(false);
  useEffect(() => {
    setTold(false);
    if (caughtUp === 0 || connection !== "open") return;
    const timer = window.setTimeout(() => setTold(true), 3000);
    return () => window.clearTimeout(timer);
  }, [caughtUp, connection]);
  if (connection === "reconnecting" && !online) {
    return (
      <div className="line line-bad" role="alert">
        <Icon name="warning" />
        <p>
          <b>{t("youOffline")}</b> {t(watching ? "offlineWatching" : "offlineText")}
        </p>
        <Button size="small" onPress={retryNow}>
          {t("tryAgain")}
        </Button>
      </div>
    );
  }
  if (connection === "reconnecting") {
    return (
      <div className="line line-warn" role="alert">
        <Icon name="turn" />
        <p>
          <b>{t("reconnecting")}</b> {t(watching ? "attemptWatching" : "attempt", { n: attempt })}
        </p>
      </div>
    );
  }
  if (connection === "open" && replacedByBot) {
    return (
      <div className="line line-warn" role="alert" data-bot-plays>
        <Icon name="bot" />
        <p>
          <b>{t("botForYou")}</b> {t("botForYouText")}
        </p>
        <Button size="small" kind="primary" onPress={() => void request("back")}>
          {t("iAmBack")}
        </Button>
      </div>
    );
  }
  if (connection === "open" && caughtUp > 0 && !told) {
    return (
      <div className="line line-ok" role="status">
        <Icon name="check" />
        <p>
          <b>{t("backAgain")}</b> {t("caughtUp", { count: caughtUp })}
        </p>
      </div>
    );
  }
  return null;
}
