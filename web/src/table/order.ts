import { useState } from "react";

/** The order in which the player has put the hand by dragging. It survives draws and reloads and belongs to one match. */
export function useOwnOrder(match: string): { own: string[]; set(ids: string[]): void; clear(): void } {
  const key = `paiju.order.${match}`;
  const [own, setOwn] = useState<{ key: string; ids: string[] }>(() => ({ key, ids: read(key) }));
  const ids = own.key === key ? own.ids : read(key);
  return {
    own: ids,
    set: (next) => {
      sessionStorage.setItem(key, JSON.stringify(next));
      setOwn({ key, ids: next });
    },
    clear: () => {
      sessionStorage.removeItem(key);
      setOwn({ key, ids: [] });
    },
  };
}

function read(key: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
  } catch {
    return [];
  }
}
