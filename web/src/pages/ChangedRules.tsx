import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { RoomInfo, RulesText } from "../api/types.gen";
import { houseRules } from "../game/houseRules";
import { useLoaded } from "../ui/hooks";

/** Where a room differs from its rulebook, in words. */
export function ChangedRules({ info }: { info: RoomInfo }) {
  const { t, i18n } = useTranslation();
  const { game, rulebook, changed } = info;
  const path = `/rules/${encodeURIComponent(game)}/${encodeURIComponent(rulebook)}`;
  const loaded = useLoaded(() => get<RulesText>(path), path + i18n.language);
  if (loaded === undefined || Object.keys(changed).length === 0) return null;
  const words = loaded instanceof Error ? [] : loaded.options;
  const named = houseRules(game).filter((rule) =>
    Object.entries(rule.options).every(
      ([name, value]) => name in changed && JSON.stringify(changed[name]) === JSON.stringify(value),
    ),
  );
  const covered = new Set(named.flatMap((rule) => Object.keys(rule.options)));
  return (
    <ul className="changed" aria-label={t("houseRules")}>
      {named.map((rule) => (
        <li key={rule.id} className="tag" title={t(`houseRule.${game}.${rule.id}.text`)}>
          {t(`houseRule.${game}.${rule.id}.name`)}
        </li>
      ))}
      {Object.entries(changed)
        .filter(([name]) => !covered.has(name))
        .map(([name, value]) => {
          const option = words.find((known) => known.name === name);
          const plain = typeof value === "boolean" ? t(value ? "yes" : "no") : String(value);
          return (
            <li key={name} className="tag">
              {option?.label ?? name}
              {t("colon")}
              {option?.values[JSON.stringify(value)] ?? plain}
            </li>
          );
        })}
    </ul>
  );
}
