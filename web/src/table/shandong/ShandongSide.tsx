import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ShandongView } from "../../game/views";
import { logLines } from "../../state/log";
import { useAfterTable } from "../../state/useAfterTable";
import { LogList } from "../LogList";
import { usePeople } from "../people";
import { Side } from "../Side";
import { shandongLog } from "./log";
import { PointsPanel } from "./panels";

function Log() {
  const { t } = useTranslation();
  const all = usePeople();
  const state = useAfterTable();
  const { events, notes } = state;
  const most = logLines(state);
  const latest = (state.position.view as ShandongView | null)?.handNumber;
  const lines = useMemo(
    () => shandongLog({ events, notes }, all, t, { most, latest }),
    [events, notes, all, t, most, latest],
  );
  return <LogList lines={lines} />;
}

function Points() {
  const view = useAfterTable().position.view as ShandongView | null;
  return view && <PointsPanel view={view} />;
}

export function ShandongSide({ wide }: { wide: boolean }) {
  return <Side Log={Log} Scores={Points} {...(wide ? { Head: Points } : {})} />;
}
