import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShandongView, Trick } from "../../game/views";
import { gather } from "../../motion/fly";
import { onStep } from "../../state/table";
import type { Person } from "../people";
import { shandongSteps } from "./effects";

const HOLD_MS = 900;
const NOTICE_MS = 2500;

interface TrickShow {
  /** A trick that is complete, until everybody has seen it. */
  held: Trick | null;
  /** A throw that has just failed. */
  notice: ShandongView["failedThrow"];
  /** Nobody waits for the last trick any more. */
  letGo(): void;
}

/** Follows the match: pictures, sounds, words; what has to stay in sight for a moment stays. */
export function useTrickShow(all: Person[]): TrickShow {
  const { t } = useTranslation();
  const [held, setHeld] = useState<Trick | null>(null);
  const [notice, setNotice] = useState<ShandongView["failedThrow"]>(null);
  const shown = useRef<Trick | null>(null);
  const letGo = useCallback(() => {
    shown.current = null;
    setHeld(null);
  }, []);
  const context = useRef({ all, t });
  context.current = { all, t };
  useEffect(
    () =>
      onStep((step) => {
        const before = step.before.view as ShandongView | null;
        const after = step.after.view as ShandongView | null;
        if (!after) return;
        if (after.lastTrick && JSON.stringify(before?.lastTrick) !== JSON.stringify(after.lastTrick)) {
          const last = after.lastTrick;
          setHeld(last);
          shown.current = last;
          window.setTimeout(() => {
            if (shown.current !== last) return;
            const winner = last.winner === after.seat ? "[data-hand]" : `[data-seat="${last.winner}"]`;
            gather("[data-trick] > .spread-cards", winner, () => setHeld((now) => (now === last ? null : now)));
          }, HOLD_MS);
        } else if (after.trick && after.trick.plays.length > 1) letGo();
        if (after.failedThrow && !before?.failedThrow) {
          const failed = after.failedThrow;
          setNotice(failed);
          window.setTimeout(() => setNotice((now) => (now === failed ? null : now)), NOTICE_MS);
        }
        shandongSteps(step, context.current);
      }),
    [letGo],
  );
  return { held, notice, letGo };
}
