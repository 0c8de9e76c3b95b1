import { useEffect, useState } from "react";

/** How long the server lets somebody call UNO late before a catch counts. */
const GRACE_MS = 1000;

/** Milliseconds until a catch works, counted from when the missing call became visible. */
export function useGrace(exposed: string | null): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (exposed === null) return;
    const end = performance.now() + GRACE_MS;
    setLeft(GRACE_MS);
    const timer = window.setInterval(() => {
      const rest = Math.max(0, end - performance.now());
      setLeft(rest);
      if (rest === 0) window.clearInterval(timer);
    }, 100);
    return () => window.clearInterval(timer);
  }, [exposed]);
  return left;
}
