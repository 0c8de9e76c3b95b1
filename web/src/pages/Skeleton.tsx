import { useTranslation } from "react-i18next";

/** The shape of the table, shown only when loading takes longer than a blink. */
export function Skeleton() {
  const { t } = useTranslation();
  return (
    <main className="skeleton">
      <div className="skeleton-seats" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <div className="skeleton-piles" aria-hidden="true">
        <span />
        <span />
      </div>
      <div className="skeleton-hand" aria-hidden="true">
        {"1234567".split("").map((n) => (
          <span key={n} />
        ))}
      </div>
      <p className="quiet" role="status">
        {t("settingTable")}
      </p>
    </main>
  );
}
