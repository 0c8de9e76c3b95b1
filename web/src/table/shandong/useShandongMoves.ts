import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { intendedType, offers, twinIn, wantedCount } from "../../game/shandong";
import type { GameAction, ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { flyTo } from "../../motion/fly";
import { announce } from "../../state/announce";
import { act, askHint, checkSoon } from "../../state/moves";
import { select } from "../../state/selection";
import { useTable } from "../../state/store";

/** All that somebody can do at a Shandong table, by button, key or gesture. */
export interface ShandongMoves {
  /** What the selection would be sent as; null when nothing is asked of me. */
  intended: string | null;
  /** How many cards are wanted; null when that is free. */
  wanted: number | null;
  /** Enough cards are selected for the server to judge. */
  enough: boolean;
  /** The selection is legal: it is on the server's list, or the server was asked. */
  ready: boolean;
  /** It is a throw, which fails when somebody can beat a part of it. */
  risky: boolean;
  /** What the hint said where that is not a card, until the next move. */
  hinted: string;
  /** What I could declare, snatch or stick with, unless I have said no already. */
  offered: GameAction[];
  canPass: boolean;
  play(): Promise<void>;
  hint(): Promise<void>;
  /** Select what somebody proposes. */
  choose(action: GameAction | null): void;
  show(action: GameAction): void;
  pass(): void;
  /** Select a card and its twin, or a single one again. */
  double(id: string): void;
  toggle(id: string): void;
}

export function useShandongMoves(view: ShandongView, legal: GameAction[], onPlay: () => void): ShandongMoves {
  const { t } = useTranslation();
  const live = useTable((s) => s.connection === "open");
  const selection = useTable((s) => s.selection);
  const check = useTable((s) => s.check);
  const [declined, setDeclined] = useState("");
  const wanted = wantedCount(view);
  const intended = intendedType(view, legal);
  const canPass = legal.some((a) => a.type === "PASS");
  const moment = `${view.handNumber}.${view.phase}`;
  const said = declined === moment || view.passed.includes(view.seat) || view.seat < 0;
  const offered = useMemo(() => (said ? [] : offers(legal)), [said, legal]);

  // After each change of the selection the server is asked, as soon as there are enough cards to judge.
  const enough = selection.length > 0 && (wanted === null || selection.length >= wanted);
  const sends = intended !== null && intended !== "PASS";
  const cards = selection.join();
  useEffect(() => {
    const list = cards ? cards.split(",") : [];
    checkSoon(enough && sends ? { type: intended, cards: list } : null);
  }, [cards, enough, sends, intended]);
  const listed = useMemo(() => plays(view, legal), [view, legal]);
  const known = listed && wanted !== null && selection.length === wanted ? listed.has(facesOf(selection)) : null;
  const ready = Boolean((known ?? check?.legal) && enough && sends);
  const risky = ready && check?.reading?.type === "mixed" && view.trick === null;
  const seq = useTable((s) => s.position.seq);
  const [hint, setHint] = useState({ seq: -1, text: "" });

  const choose = (action: GameAction | null) => {
    if (!action?.cards) return;
    select(action.cards);
    announce(t("hintCards", { cards: action.cards.map((id) => pokerWord(t, id)).join(t("listComma")) }), "assertive");
  };
  return {
    intended,
    wanted,
    enough,
    ready,
    risky,
    hinted: hint.seq === seq ? hint.text : "",
    offered,
    canPass,
    choose,
    play: async () => {
      if (!live || !sends) return;
      if (selection.length === 0) {
        announce(t("chooseFirst"), "assertive");
        return;
      }
      onPlay();
      const laid = intended === "PLAY" && ready ? selection : [];
      if (laid[0]) flyTo(`[data-trick="${view.seat}"]`, [`[data-card="${laid[0]}"]`]);
      const problem = await act({ type: intended, cards: selection }, laid);
      if (problem === null) select([]);
    },
    hint: async () => {
      const action = await askHint();
      const proposed = action?.cards || action?.type === "PASS" ? action : view.suggestion;
      if (proposed?.cards && ["PLAY", "BURY", "GIVE_BACK"].includes(proposed.type)) {
        choose(proposed);
        return;
      }
      const text = proposed ? t(`hintAction.${proposed.type}`, proposed.type) : t("hintNothing");
      setHint({ seq, text });
      announce(text, "assertive");
    },
    show: (action) => {
      if (live) void act(action);
    },
    pass: () => {
      setDeclined(moment);
      if (live && canPass) void act({ type: "PASS" });
    },
    double: (id) => {
      const twin = twinIn(view.hand, id);
      const pair = twin ? [id, twin] : [id];
      const rest = selection.filter((s) => !pair.includes(s));
      select(pair.every((p) => selection.includes(p)) && twin === undefined ? rest : [...rest, ...pair]);
    },
    toggle: (id) => select(selection.includes(id) ? selection.filter((s) => s !== id) : [...selection, id]),
  };
}

/** A play by the faces of its cards: either of two equal cards will do. */
function facesOf(cards: string[]): string {
  return cards
    .map((id) => id.replace(/_\d$/, ""))
    .sort()
    .join();
}

/** All that may be played now, where the server has listed it. */
function plays(view: ShandongView, legal: GameAction[]): Set<string> | null {
  if (!view.legalComplete || view.phase !== "playing" || view.turn !== view.seat) return null;
  return new Set(legal.filter((a) => a.type === "PLAY").map((a) => facesOf(a.cards ?? [])));
}
