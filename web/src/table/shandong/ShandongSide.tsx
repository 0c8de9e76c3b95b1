import type { ShandongView } from "../../game/views";
import { useAfterTable } from "../../state/useAfterTable";
import { TableLog } from "../LogList";
import { Side } from "../Side";
import { SHANDONG_NARRATION } from "./log";
import { PointsPanel } from "./panels";

function Log() {
  return <TableLog narration={SHANDONG_NARRATION} />;
}

function Points() {
  const view = useAfterTable().position.view as ShandongView | null;
  return view && <PointsPanel view={view} />;
}

export function ShandongSide({ wide }: { wide: boolean }) {
  return <Side Log={Log} Scores={Points} {...(wide ? { Head: Points } : {})} />;
}
