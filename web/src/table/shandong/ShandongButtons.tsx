import { useTranslation } from "react-i18next";
import type { ShandongView } from "../../game/views";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";
import { Button } from "../../ui/controls";
import type { ShandongMoves } from "./useShandongMoves";

const VERBS: Record<string, string> = { BURY: "buryButton", GIVE_BACK: "giveBackButton" };

interface ButtonsProps {
  view: ShandongView;
  moves: ShandongMoves;
  onLook(): void;
}

/** Hint, unselect, look up, play: always in their places; dashed when they can do nothing now. */
export function ShandongButtons({ view, moves, onLook }: ButtonsProps) {
  const { t } = useTranslation();
  const live = useTable((s) => s.connection === "open");
  const chosen = useTable((s) => s.selection.length);
  const mine = view.turn === view.seat && view.seat >= 0;
  const count = moves.intended ? (moves.wanted ?? chosen) : 0;
  const verb = VERBS[moves.intended ?? ""] ?? "playButton";
  return (
    <>
      <Button icon="hint" shortcut="H" dashed={!mine} onPress={() => void moves.hint()} className="action-hint">
        {t("hint")}
      </Button>
      <Button shortcut="X" dashed={chosen === 0} onPress={() => select([])} className="action-clear">
        {t("clear")}
      </Button>
      <Button icon="eye" shortcut="T" onPress={onLook} className="action-look" aria-label={t("lookup")}>
        <span className="action-word">{t("lookupShort")}</span>
      </Button>
      <span className="action-space" />
      <Button
        kind="primary"
        shortcut="↵"
        dashed={!live || !moves.ready}
        onPress={() => void moves.play()}
        className="action-play"
      >
        {count > 0 ? t(verb, { n: chosen, count }) : t("leadButton")}
      </Button>
    </>
  );
}
