import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Colour } from "../../cards/faces";
import { can, playsOf } from "../../game/uno";
import { type GameAction, playerOf, seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { flyTo } from "../../motion/fly";
import { announce } from "../../state/announce";
import { act, askHint } from "../../state/moves";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";
import { focusCard } from "../keys";

/** A card that cannot be laid before a colour or somebody to swap with is chosen. */
export type Asking = { card: string; colour?: Colour; need: "colour" | "target" } | null;

/** All that somebody can do at an UNO table, by button, key or gesture. */
export interface UnoMoves {
  asking: Asking;
  stopAsking(): void;
  /** The next card is laid with "UNO". */
  armed: boolean;
  play(card?: string, colour?: Colour, target?: number): void;
  draw(): void;
  pass(): void;
  sayUno(): void;
  hint(): Promise<void>;
  /** What the hint said, until the next move. */
  hinted: string;
}

export function useUnoMoves(view: UnoView, legal: GameAction[], hand: string[]): UnoMoves {
  const { t } = useTranslation();
  const live = useTable((s) => s.connection === "open");
  const chosen = useTable((s) => s.selection[0]);
  const [asking, setAsking] = useState<Asking>(null);
  const [armed, setArmed] = useState(false);
  const mine = seatOf(view.currentPlayer) === view.seat && view.seat >= 0;
  const seq = useTable((s) => s.position.seq);
  const [hint, setHint] = useState({ seq: -1, text: "" });
  useEffect(() => {
    if (!mine) setArmed(false);
  }, [mine]);

  const lay = async (action: GameAction, card: string) => {
    const call = armed ? (can(legal, "CALL_UNO") ?? null) : null;
    setArmed(false);
    setAsking(null);
    flyTo(`[data-pile-top="${card}"]`, [`[data-card="${card}"]`]);
    select([]);
    if (await act(action, [card], call)) select([card]);
  };
  const play = (id = chosen, colour?: Colour, target?: number) => {
    if (!live) return;
    if (!id) {
      if (can(legal, "SKIP_TURN") && view.phase === "acted") void act({ type: "SKIP_TURN" });
      else announce(t("chooseFirst"), "assertive");
      return;
    }
    const plays = playsOf(legal, id);
    if (plays.length === 0) {
      select([id]);
      void act({ type: "PLAY_CARD", cardId: id });
      return;
    }
    const fitting = plays.filter(
      (p) =>
        (colour ? p.chosenColor === colour : true) &&
        (target === undefined ? true : p.targetPlayerId === playerOf(target)),
    );
    if (fitting.some((p) => p.chosenColor) && !colour) setAsking({ card: id, need: "colour" });
    else if (fitting.some((p) => p.targetPlayerId) && target === undefined)
      setAsking({ card: id, need: "target", ...(colour ? { colour } : {}) });
    else if (fitting[0]) void lay(fitting[0], id);
  };
  const open = asking && playsOf(legal, asking.card).length > 0 ? asking : null;
  return {
    asking: open,
    stopAsking: () => setAsking(null),
    armed,
    play,
    draw: () => {
      const action = can(legal, "DRAW_CARD") ?? can(legal, "ACCEPT_WILD_DRAW_FOUR");
      if (live) void act(action ?? { type: "DRAW_CARD" });
    },
    pass: () => {
      if (live) void act(can(legal, "SKIP_TURN") ?? { type: "SKIP_TURN" });
    },
    sayUno: () => {
      if (!live) return;
      const withNext = mine && view.phase !== "acted" && seatOf(view.unoExposed) !== view.seat;
      if (withNext && can(legal, "CALL_UNO")) {
        setArmed(!armed);
        if (!armed) announce(t("unoArmed"), "assertive");
      } else void act({ type: "CALL_UNO" });
    },
    hinted: hint.seq === seq ? hint.text : "",
    hint: async () => {
      const action = await askHint();
      if (!action) return;
      const text = action.cardId
        ? t("hintCard", { card: unoWord(t, action.cardId) })
        : t(`hintAction.${action.type}`, action.type);
      setHint({ seq, text });
      announce(text, "assertive");
      if (!action.cardId) return;
      select([action.cardId]);
      const at = hand.indexOf(action.cardId);
      if (at >= 0) focusCard(at);
    },
  };
}
