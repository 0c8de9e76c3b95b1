import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTable } from "../state/store";
import { retryNow } from "../state/table";
import { Button } from "../ui/controls";
import { Icon } from "../ui/Icon";

/** The state of the line in words; nothing while all is well. */
export function ConnectionBar() {
  const { t } = useTranslation();
  const connection = useTable((s) => s.connection);
  const attempt = useTable((s) => s.attempt);
  const caughtUp = useTable((s) => s.caughtUp);
  const [online, setOnline] = useState(navigator.onLine);
  const [told, setTold] = useState(false);
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine);
    window.addEventListener("online", changed);
    window.addEventListener("offline", changed);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("offline", changed);
    };
  }, []);
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
          <b>{t("youOffline")}</b> {t("offlineText")}
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
          <b>{t("reconnecting")}</b> {t("attempt", { n: attempt })}
        </p>
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
