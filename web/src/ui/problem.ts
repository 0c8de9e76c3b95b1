import type { TFunction } from "i18next";
import { Refusal } from "../api/http";

/** One sentence for whatever went wrong. */
export function problemText(error: unknown, t: TFunction): string {
  if (error instanceof Refusal && error.problem.text) return error.problem.text;
  return t("unreachable");
}
