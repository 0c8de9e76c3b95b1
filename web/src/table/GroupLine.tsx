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
  /** Of the hand. */
  width: number;
}

/** Name and size of each suit: chips that jump to it above a rack, headings over the cards of a fan. */
export function GroupLine({ groups, cards, fan, cardWidth, width }: GroupLineProps) {
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
  const places = groups.map((g) => placeOf(g, cards, fan, cardWidth));
  const must = groups.find((g) => g.must);
  if (must) widen(places, groups.indexOf(must), wordsRoom(must, t("mustFollow"), cardWidth), width);
  return (
    <div className={heads ? "group-heads" : "group-lines"} aria-hidden="true">
      {groups.map((g, i) => (
        <span key={g.key} className={g.must ? "group-must" : ""} style={heads ? places[i] : {}}>
          <span>
            {g.title} {g.count}
          </span>
          {g.must && <b>{t("mustFollow")}</b>}
        </span>
      ))}
    </div>
  );
}

interface Place {
  left: number;
  width: number;
}

function placeOf(group: HandGroup, cards: HandCard[], fan: Fan, cardWidth: number): Place {
  const first = cards.findIndex((card) => card.group === group.key);
  const left = fan.left[first] ?? 0;
  return { left, width: (fan.left[first + group.count - 1] ?? left) + cardWidth - left };
}

/** Width of "must follow" beside the sign of a suit. Letters grow with the cards, see `large.css`. */
function wordsRoom(group: HandGroup, words: string, cardWidth: number): number {
  return (Math.max(72, words.length * 7.4 + 44) + (group.key === "trump" ? 26 : 0)) * Math.max(1, cardWidth / 90);
}

const APART = 10;

/** Give a heading over few cards the room its words need, taken from those beside it. */
function widen(places: Place[], at: number, room: number, width: number) {
  const place = places[at];
  if (!place || place.width >= room) return;
  place.left = Math.max(0, Math.min(place.left - (room - place.width) / 2, width - room));
  place.width = room;
  const [before, after] = [places[at - 1], places[at + 1]];
  if (before) before.width = Math.min(before.width, place.left - APART - before.left);
  const moved = after ? Math.max(0, place.left + room + APART - after.left) : 0;
  if (after) {
    after.left += moved;
    after.width -= moved;
  }
}
