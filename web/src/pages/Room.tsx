import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { closeTable, continueHere, enter, openTable } from "../state/table";
import { faceOf } from "../table/games";
import { Button } from "../ui/controls";
import { useLayout } from "../ui/hooks";
import { later } from "../ui/later";
import { Message, NoSuchPage } from "./Message";
import { Shell } from "./Shell";
import { Skeleton } from "./Skeleton";
import { useTurnTitle } from "./title";

const Waiting = later(() => import("./Waiting").then((m) => m.Waiting));
const ROOM_CODE = /^[A-Za-z0-9]{4,12}$/;

/** One address for everything that happens in a room. What cannot be a code is not asked for. */
export function Room({ code }: { code: string }) {
  return ROOM_CODE.test(code) ? <OpenRoom code={code} /> : <NoSuchRoom />;
}

function NoSuchRoom() {
  const { t } = useTranslation();
  return <NoSuchPage title={t("noSuchRoom")} text={t("noSuchRoomText")} />;
}

/** Join, wait, play, watch. */
function OpenRoom({ code }: { code: string }) {
  const { t } = useTranslation();
  const info = useTable((s) => s.info);
  const started = useTable((s) => s.position.view !== null);
  const connection = useTable((s) => s.connection);
  const failed = useTable((s) => s.failed);
  const gone = useTable((s) => s.gone);
  const layout = useLayout();
  const language = useSettings((s) => s.language);
  useTurnTitle();
  useEffect(() => {
    openTable(code);
    return closeTable;
  }, [code]);
  useEffect(() => {
    if (language && useTable.getState().info) void enter();
  }, [language]);

  if (failed?.code === "no_room") return <NoSuchRoom />;
  if (failed || (connection === "closed" && gone !== "replaced")) {
    return (
      <Shell page="">
        <Message
          icon="warning"
          title={failed?.text ?? t(`gone.${gone || "closed"}`)}
          text={gone === "kicked" ? t("kickedText") : ""}
        >
          <a className="button button-primary" href="#/">
            {t("backToStart")}
          </a>
          {gone === "kicked" && <Button onPress={() => openTable(code)}>{t("watch")}</Button>}
        </Message>
      </Shell>
    );
  }
  if (!info) return <Skeleton />;
  if (info.status === "waiting" || !started)
    return (
      <Suspense fallback={<Skeleton />}>
        <Waiting info={info} />
      </Suspense>
    );
  const Table = faceOf(info.game).table;
  return (
    <Suspense fallback={<Skeleton />}>
      {/* Nothing on the table of one match, such as marks at seats, belongs to the next. */}
      <Table key={info.match} layout={layout} />
      {gone === "replaced" && (
        <div className="takeover">
          <Message icon="eye" title={t("otherTab")} text={t("otherTabText")}>
            <Button kind="primary" onPress={continueHere}>
              {t("continueHere")}
            </Button>
          </Message>
        </div>
      )}
    </Suspense>
  );
}
