import { SECTIONS } from "../api/sections.gen";

/** The section of the rules that explains a refusal; "" opens the page at its top. */
export function anchorOf(game: string, code: string): string {
  return SECTIONS[game]?.[code] ?? "";
}
