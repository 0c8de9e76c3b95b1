import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useTable } from "../state/store";

/** The tab says when it is my turn. */
export function useTurnTitle(): void {
  const { t } = useTranslation();
  const mine = useTable((s) => s.position.seat >= 0 && s.clock.seat === s.position.seat);
  useEffect(() => {
    document.title = mine ? t("titleTurn") : t("title");
    return () => {
      document.title = t("title");
    };
  }, [mine, t]);
}
