import { useEffect, useState } from "react";
import { type TableState, useTable } from "./store";

/** While bots rush nobody can read along: then once a second is enough. */
const RUSHED_MS = 1000;

/**
 * The store for what stands beside the table: it is drawn one picture after it. Two small pictures instead of a large
 * one, so that neither takes longer than a screen waits.
 */
export function useAfterTable(): TableState {
  const [state, setState] = useState(useTable.getState);
  useEffect(() => {
    let waiting = false;
    let timer = 0;
    let frame = 0;
    let taken = 0;
    const take = () => {
      waiting = false;
      taken = performance.now();
      setState(useTable.getState());
    };
    const soon = () => {
      // The first of the two is still the table's own picture.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(take);
      });
    };
    const changed = () => {
      if (waiting) return;
      waiting = true;
      const pause = useTable.getState().rushed ? taken + RUSHED_MS - performance.now() : 0;
      if (pause > 0) timer = window.setTimeout(soon, pause);
      else soon();
    };
    take();
    const stop = useTable.subscribe(changed);
    return () => {
      window.clearTimeout(timer);
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);
  return state;
}
