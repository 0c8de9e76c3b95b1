import { useEffect, useState } from "react";
import { type TableState, useTable } from "./store";

/**
 * The store for what stands beside the table: it is drawn one picture after it. Two small pictures instead of a large
 * one, so that neither takes longer than a screen waits.
 */
export function useAfterTable(): TableState {
  const [state, setState] = useState(useTable.getState);
  useEffect(() => {
    let waiting = 0;
    const take = () => {
      waiting = 0;
      setState(useTable.getState());
    };
    const changed = () => {
      // The first of the two is still the table's own picture.
      if (waiting === 0)
        waiting = requestAnimationFrame(() => {
          waiting = requestAnimationFrame(take);
        });
    };
    take();
    const stop = useTable.subscribe(changed);
    return () => {
      cancelAnimationFrame(waiting);
      stop();
    };
  }, []);
  return state;
}
