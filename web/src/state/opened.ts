/** The record file that was opened from disk, for this tab; a reload keeps it where the browser has room for it. */
const KEY = "paiju.record";
let text: string | null = null;

export function keepOpened(record: string): void {
  text = record;
  try {
    sessionStorage.setItem(KEY, record);
  } catch {
    // Too large for the storage: it still works until the page is left.
  }
}

export function openedRecord(): string | null {
  return text ?? sessionStorage.getItem(KEY);
}
