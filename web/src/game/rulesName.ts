import type { TFunction } from "i18next";
import type { RoomInfo } from "../api/types.gen";

/** What a room plays by: its rulebook, and that it was changed where it was. */
export function rulesName(info: Pick<RoomInfo, "game" | "rulebook" | "changed">, t: TFunction): string {
  const book = t(`${info.game}.rulebook.${info.rulebook}`, info.rulebook);
  const count = Object.keys(info.changed).length;
  return count > 0 ? t("rulesWith", { rules: book, count }) : book;
}
