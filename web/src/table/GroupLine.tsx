import { useTranslation } from "react-i18next";
import type { Fan } from "../game/rack";
import type { HandCard, HandGroup } from "./Hand";
import { focusCard } from "./keys";

interface GroupLineProps {
  groups: HandGroup[];
  cards: HandCard[];
  /** Where the cards lie in a fan; null for a rack. */
  fan: Fan | null;
  cardWidth: number;
}

/** Name and size of each suit: chips that jump to it above a rack, headings over the cards of a fan. */
export function GroupLine({ groups, cards, fan, cardWidth }: GroupLineProps) {
  const { t } = useTranslation();
  if (!fan)
    return (
      <div className="group-chips" role="group" aria-label={t("groups")}>
        {groups.map((g) => (
          <button
            key={g.key}
            type="button"
            className={`chip group-chip${g.must ? " group-must" : ""}`}
            onClick={() => focusCard(cards.findIndex((c) => c.group === g.key))}
          >
            {g.title} {g.count}
            {g.must && ` ${t("mustFollow")}`}
          </button>
        ))}
        {groups.length === 0 && (
          <span className="chip group-chip" style={{ visibility: "hidden" }}>
            0
          </span>
        )}
      </div>
    );
  const heads = fan.rows === 1;
  return (
    <div className={heads ? "group-heads" : "group-lines"} aria-hidden="true">
      {groups.map((g) => {
        const place = placeOf(g, cards, fan, cardWidth);
        return (
          <span key={g.key} className={g.must ? "group-must" : ""} style={heads ? place : {}}>
            <span>
              {g.title} {g.count}
            </span>
            {g.must && (!heads || place.width > ROOM_FOR_WORDS) && <b>{t("mustFollow")}</b>}
          </span>
        );
      })}
    </div>
  );
}

/** Over a single card the coloured line has to say it. */
const ROOM_FOR_WORDS = 170;

function placeOf(group: HandGroup, cards: HandCard[], fan: Fan, cardWidth: number): { left: number; width: number } {
  const first = cards.findIndex((card) => card.group === group.key);
  const left = fan.left[first] ?? 0;
  return { left, width: (fan.left[first + group.count - 1] ?? left) + cardWidth - left };
}
