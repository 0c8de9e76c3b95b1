import { useTranslation } from "react-i18next";
import { can, playsOf } from "../../game/uno";
import { type GameAction, seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { act } from "../../state/moves";
import { useSettings } from "../../state/settings";
import { useTable } from "../../state/store";
import { Button } from "../../ui/controls";
import type { UnoMoves } from "./useUnoMoves";

interface UnoButtonsProps {
  view: UnoView;
  legal: GameAction[];
  moves: UnoMoves;
  phone: boolean;
  canDraw: boolean;
  onSort(): void;
}

/** Draw, hint, sort, UNO, play: always here, dashed when impossible. */
export function UnoButtons({ view, legal, moves, phone, canDraw, onSort }: UnoButtonsProps) {
  const { t } = useTranslation();
  const live = useTable((s) => s.connection === "open");
  const chosen = useTable((s) => s.selection[0]);
  const sorted = useSettings((s) => s.sort);
  const mine = seatOf(view.currentPlayer) === view.seat && view.seat >= 0;
  const fits = chosen !== undefined && playsOf(legal, chosen).length > 0;
  // Taking what a +4 brings is an answer to somebody: it stands in the bar.
  const mayDraw = canDraw && view.phase !== "wd4_response";
  const mustDraw = mayDraw && view.phase === "turn" && !can(legal, "PLAY_CARD");
  const owed = view.drawPending > 0 && mine && mayDraw;
  const drawWord = owed ? t("drawCount", { count: view.drawPending }) : t(phone ? "drawShort" : "drawOne");
  const forgotten = seatOf(view.unoExposed) === view.seat && view.seat >= 0;
  const playCard =
    chosen && t(view.drawPending > 0 && mine && fits ? "stackCard" : "playCard", { card: unoWord(t, chosen) });
  return (
    <>
      <Button
        {...(mustDraw ? { kind: "primary" } : {})}
        icon="draw"
        shortcut="D"
        dashed={!mayDraw}
        onPress={view.phase === "wd4_response" ? () => void act({ type: "DRAW_CARD" }) : moves.draw}
        className="action-draw"
      >
        {drawWord}
      </Button>
      <Button
        kind="plain"
        icon="hint"
        shortcut="H"
        onPress={() => void moves.hint()}
        className="action-hint"
        aria-label={t("hint")}
        dashed={!mine}
      >
        <span className="action-word">{t("hint")}</span>
      </Button>
      <Button kind="plain" icon="sort" onPress={onSort} className="action-sort" aria-label={t(`sortBy.${sorted}`)}>
        <span className="action-word">{t(`sortBy.${sorted}`)}</span>
      </Button>
      <span className="action-space" />
      <Button
        {...(forgotten ? { kind: "primary" } : {})}
        shortcut="U"
        aria-pressed={moves.armed}
        dashed={!can(legal, "CALL_UNO")}
        onPress={moves.sayUno}
        className={`action-uno${moves.armed ? " action-armed" : ""}`}
      >
        {t("sayUno")}
      </Button>
      <Button
        kind="primary"
        shortcut="↵"
        dashed={!live || !fits || moves.asking !== null}
        onPress={() => moves.play()}
        className="action-play"
      >
        {playCard && <span className="word-long">{playCard}</span>}
        <span className={playCard ? "word-short" : ""}>{t("play")}</span>
      </Button>
    </>
  );
}
