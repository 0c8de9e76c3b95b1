import type { UnoView } from "../../game/views";
import { useAfterTable } from "../../state/useAfterTable";
import { TableLog } from "../LogList";
import { usePeople } from "../people";
import { Side } from "../Side";
import { UNO_NARRATION } from "./log";
import { Scores } from "./Scores";

function Log() {
  return <TableLog narration={UNO_NARRATION} />;
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
