import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShandongThrowFailed } from "../../api/types.gen";
import type { ShandongView, Trick } from "../../game/views";
import { gather } from "../../motion/fly";
import { onStep } from "../../state/table";
import type { Person } from "../people";
import { showStep } from "./effects";
import { shandongFacts } from "./log";

const HOLD_MS = 900;
/** The last trick decides about the kitty: its account waits until it was seen. */
const LAST_MS = 1500;
const NOTICE_MS = 2500;
const FOLLOWS = new Set(["followed", "killed", "discarded"]);

interface TrickShow {
  /** A trick that is complete, until everybody has seen it. */
  held: Trick | null;
  /** A throw that has just failed. */
  notice: ShandongThrowFailed | null;
  /** Nobody waits for the last trick any more. */
  letGo(): void;
}

/** Follows the match: pictures, sounds, words; what has to stay in sight for a moment stays. */
export function useTrickShow(phase: string, all: Person[]): TrickShow {
  const { t } = useTranslation();
  const [held, setHeld] = useState<Trick | null>(null);
  const [notice, setNotice] = useState<ShandongThrowFailed | null>(null);
  const shown = useRef<Trick | null>(null);
  const letGo = useCallback(() => {
    shown.current = null;
    setHeld(null);
  }, []);
  const context = useRef({ phase, all, t });
  context.current = { phase, all, t };
  useEffect(
    () =>
      onStep((step) => {
        const after = step.after.view as ShandongView | null;
        if (!after) return;
        const facts = step.events.flatMap((event) => shandongFacts(event.facts));
        const last = after.lastTrick;
        const won = facts.some((fact) => fact.type === "trick_won");
        if (last && won && context.current.phase !== "scored") {
          setHeld(last);
          shown.current = last;
          window.setTimeout(
            () => {
              if (shown.current !== last) return;
              const winner = last.winner === after.seat ? "[data-hand]" : `[data-seat="${last.winner}"]`;
              gather("[data-trick] > .spread-cards", winner, () => setHeld((now) => (now === last ? null : now)));
            },
            after.phase === "scored" ? LAST_MS : HOLD_MS,
          );
        } else if (facts.some((fact) => FOLLOWS.has(fact.type))) letGo();
        const failed = facts.find((fact) => fact.type === "throw_failed");
        if (failed) {
          setNotice(failed);
          window.setTimeout(() => setNotice((now) => (now === failed ? null : now)), NOTICE_MS);
        }
        showStep(step, context.current.all, context.current.t);
      }),
    [letGo],
  );
  return { held, notice, letGo };
}
