import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar, Name } from "../ui/controls";
import type { Person } from "./people";

/** A fan does not grow beyond this; the number beside it says the rest. */
const MOST_BACKS = 12;

interface SeatBoxProps {
  person: Person;
  count: number;
  onTurn: boolean;
  /** A drawn fan besides the number. */
  fan?: boolean;
  tags?: ReactNode;
  /** "+2 drawn", shown for a moment. */
  gain?: number;
  /** Relation to the viewer for screen readers: "plays after you". */
  relation?: string;
  compact?: boolean;
}

/** Somebody at the table: name, number of cards, what is to be known of the seat. */
export function SeatBox({ person, count, onTurn, fan, tags, gain, relation, compact }: SeatBoxProps) {
  const { t } = useTranslation();
  const state = [person.bot ? t("bot") : "", person.offline ? t("offline") : "", onTurn ? t("onTurn") : ""].filter(
    Boolean,
  );
  const label = [person.name, relation, t("cards", { count }), ...state].filter(Boolean).join(t("comma"));
  return (
    <li
      className={`seat${onTurn ? " seat-turn" : ""}${person.offline ? " seat-off" : ""}${compact ? " seat-compact" : ""}`}
      data-seat={person.seat}
      aria-label={label}
    >
      {!compact && <Avatar name={person.name} bot={person.bot} />}
      <div className="seat-words" aria-hidden="true">
        <div className="seat-name">
          <Name>{person.name}</Name>
          {!compact && tags}
        </div>
        <div className="seat-cards">
          {fan && count > 0 ? (
            <span className="seat-fan" style={{ width: 25 + 5 * (Math.min(count, MOST_BACKS) - 1) }} />
          ) : (
            <span className="seat-back" />
          )}
          <b>{count}</b>
          {person.bot && !compact && (
            <span className="quiet">
              {person.level ? t("botLevel", { level: t(`level.${person.level}`, person.level) }) : t("bot")}
            </span>
          )}
          {person.offline && <span className="quiet">{t("offline")}</span>}
        </div>
        {compact && <div className="seat-tags">{tags}</div>}
      </div>
      {gain ? <span className="seat-gain">{t("gained", { count: gain })}</span> : null}
    </li>
  );
}
