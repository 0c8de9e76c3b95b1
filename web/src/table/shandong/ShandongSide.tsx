import { useDeferredValue, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ShandongView } from "../../game/views";
import { useTable } from "../../state/store";
import { LOG_LINES } from "../../state/table";
import { LogList } from "../LogList";
import { usePeople } from "../people";
import { Side } from "../Side";
import { shandongLog } from "./log";
import { PointsPanel } from "./panels";

/** The log may lag behind the table for a moment: it is long, and the table matters more. */
function Log() {
  const { t } = useTranslation();
  const all = usePeople();
  const events = useDeferredValue(useTable((s) => s.events));
  const notes = useTable((s) => s.notes);
  const lines = useMemo(() => shandongLog(events, notes, all, t, LOG_LINES), [events, notes, all, t]);
  return <LogList lines={lines} />;
}

function Points() {
  return <PointsPanel view={useTable((s) => s.position.view) as unknown as ShandongView} />;
}

export function ShandongSide({ wide }: { wide: boolean }) {
  return <Side Log={Log} Scores={Points} {...(wide ? { Head: Points } : {})} />;
}
