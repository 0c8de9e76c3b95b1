import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { UnoView } from "../../game/views";
import { useTable } from "../../state/store";
import { LOG_LINES } from "../../state/table";
import { LogList } from "../LogList";
import { usePeople } from "../people";
import { Side } from "../Side";
import { unoLog } from "./log";
import { Scores } from "./Scores";

/** The log may lag behind the table for a moment: it is long, and the table matters more. */
function Log() {
  const { t } = useTranslation();
  const all = usePeople();
  const events = useDeferredValue(useTable((s) => s.events));
  const notes = useTable((s) => s.notes);
  const lines = useMemo(() => unoLog(events, notes, all, t, LOG_LINES), [events, notes, all, t]);
  return <LogList lines={lines} />;
}

function Totals() {
  const all = usePeople();
  const view = useDeferredValue(useTable((s) => s.position.view)) as unknown as UnoView;
  return <Scores view={view} all={all} />;
}

function Foot() {
  return (
    <div className="side-foot">
      <Totals />
    </div>
  );
}

export function UnoSide() {
  return <Side Log={Log} Scores={Totals} Foot={Foot} />;
}
