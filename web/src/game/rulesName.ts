import type { TFunction } from "i18next";
import type { RoomInfo } from "../api/types.gen";

/** The options in which `options` differs from those of a rulebook. */
export function changedOptions(options: Record<string, unknown>, book: Record<string, unknown>): typeof options {
  const differs = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(book[name]);
  return Object.fromEntries(Object.entries(options).filter(differs));
}

/** What a room plays by: its rulebook, and that it was changed where it was. */
export function rulesName(info: Pick<RoomInfo, "game" | "rulebook" | "changed">, t: TFunction): string {
  const book = t(`${info.game}.rulebook.${info.rulebook}`, info.rulebook);
  const count = Object.keys(info.changed).length;
  return count > 0 ? t("rulesWith", { rules: book, count }) : book;
}
