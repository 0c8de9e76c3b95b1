import { useTable } from "./store";

/** Which cards are chosen. Kept over new positions, reloads and changes of language. */

export function select(cards: string[]): void {
  useTable.setState({ selection: cards, refusal: null });
  const { room } = useTable.getState();
  if (cards.length > 0) sessionStorage.setItem(`paiju.selection.${room}`, JSON.stringify(cards));
  else sessionStorage.removeItem(`paiju.selection.${room}`);
}

export function savedSelection(room: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(`paiju.selection.${room}`) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** A selection survives every new position as far as its cards are still held. */
export function keepSelection(): void {
  const { selection, position } = useTable.getState();
  const hand = (position.view?.hand as string[] | undefined) ?? [];
  const kept = selection.filter((id) => hand.includes(id));
  if (kept.length !== selection.length) select(kept);
}
