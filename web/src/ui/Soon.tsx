import { type ReactNode, useDeferredValue } from "react";

/** Drawn right after the first picture, in small steps: what is not needed to begin must not hold up the rest. */
export function Soon({ children }: { children: ReactNode }) {
  const now = useDeferredValue(true, false);
  return now ? children : null;
}
