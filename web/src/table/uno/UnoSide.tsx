import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { UnoView } from "../../game/views";
import { logLines } from "../../state/log";
import { useAfterTable } from "../../state/useAfterTable";
import { LogList } from "../LogList";
import { usePeople } from "../people";
import { Side } from "../Side";
import { unoLog } from "./log";
import { Scores } from "./Scores";

function Log() {
  const { t } = useTranslation();
  const all = usePeople();
  const state = useAfterTable();
  const { events, notes } = state;
  const most = logLines(state);
  const latest = (state.position.view as UnoView | null)?.roundNumber;
  const lines = useMemo(
    () => unoLog({ events, notes }, all, t, { most, latest }),
    [events, notes, all, t, most, latest],
  );
  return <LogList lines={lines} />;
}

function Totals() {
  const all = usePeople();
  const view = useAfterTable().position.view as UnoView | null;
  return view && <Scores view={view} all={all} />;
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
