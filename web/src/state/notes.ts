import type { Note } from "../game/notes";
import { useTable } from "./store";

/** What the log knows beyond its events was read off positions that are gone after a reload: this tab keeps it. */
const keyOf = (match: string) => `paiju.notes.${match}`;

export function savedNotes(match: string): Record<number, Note> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(match)) ?? "{}") as Record<number, Note>;
  } catch {
    return {};
  }
}

/** Call once: from then on leaving the page keeps the notes of the open table. */
export function keepNotes(): void {
  window.addEventListener("pagehide", () => {
    const { info, notes, events } = useTable.getState();
    const first = events[0]?.seq ?? 0;
    const shown = Object.entries(notes).filter(([seq]) => Number(seq) >= first);
    if (info && shown.length > 0) sessionStorage.setItem(keyOf(info.match), JSON.stringify(Object.fromEntries(shown)));
  });
}
