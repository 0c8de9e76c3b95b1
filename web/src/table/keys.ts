import { useEffect, useRef } from "react";
import { useSettings } from "../state/settings";

export type KeyMap = Record<string, (() => void) | undefined>;

/** Letters and Enter for the whole table, outside text fields and open sheets. Names: `d`, `enter`, `escape`, `1`, `?`. */
export function useKeys(keys: KeyMap): void {
  const latest = useRef(keys);
  latest.current = keys;
  const letters = useSettings((s) => s.letters);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement | null;
      if (target?.closest("input, textarea, select") || document.querySelector("[role=dialog]")) return;
      const name = event.key.toLowerCase();
      if (name === "enter" && target?.closest("button, a, [role=tab], [role=radio]")) return;
      if (!letters && name.length === 1) return;
      const action = latest.current[name];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [letters]);
}

/** Moves the focus to a card of the hand and chooses it. */
export function focusCard(index: number): HTMLElement | null {
  window.dispatchEvent(new CustomEvent("paiju:focus-card", { detail: index }));
  const option = document.querySelectorAll<HTMLElement>("[data-hand] [role=option]")[index] ?? null;
  option?.focus();
  return option;
}

let focused: Element | null = null;

/** Notes who has the focus at the table. */
export function rememberFocus(): () => void {
  const note = (event: FocusEvent) => {
    focused = event.target instanceof Element ? event.target : null;
  };
  document.addEventListener("focusin", note);
  return () => document.removeEventListener("focusin", note);
}

/** What had the focus may be gone (a card that was played, an answer that was given): the hand takes it over. */
export function keepFocus(): void {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  document
    .querySelector<HTMLElement>("[data-hand] [tabindex='0'], .over .button-primary")
    ?.focus({ preventScroll: true });
}
