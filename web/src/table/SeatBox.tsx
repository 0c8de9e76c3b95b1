import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Avatar, Name } from "../ui/controls";
import { Bubble } from "./Bubble";
import type { Mark } from "./happenings";
import type { Person } from "./people";

/** A fan does not grow beyond this; the number beside it says the rest. */
const MOST_BACKS = 12;

interface SeatBoxProps {
  person: Person;
  count: number;
  onTurn: boolean;
  tags?: ReactNode;
  /** What has just happened to the seat. */
  mark?: Mark | undefined;
  /** Relation to the viewer for screen readers: "plays after you". */
  relation?: string;
  className?: string;
}

/** Somebody at the table: name, number of cards, what is to be known of the seat. Its size never changes. */
export function SeatBox({ person, count, onTurn, tags, mark, relation, className }: SeatBoxProps) {
  const { t } = useTranslation();
  const state = [person.bot ? t("bot") : "", person.offline ? t("offline") : "", onTurn ? t("onTurn") : ""].filter(
    Boolean,
  );
  const label = [person.name, relation, t("cards", { count }), ...state, mark?.text].filter(Boolean).join(t("comma"));
  const classes = ["seat", onTurn && "seat-turn", person.offline && "seat-off", mark?.hit && "seat-hit", className];
  return (
    <li className={classes.filter(Boolean).join(" ")} data-seat={person.seat} aria-label={label}>
      <Avatar name={person.name} bot={person.bot} />
      <div className="seat-words" aria-hidden="true">
        <div className="seat-name">
          <Name>{person.name}</Name>
        </div>
        {mark ? (
          <div className={`seat-mark${mark.hit ? " seat-mark-hit" : ""}`}>{mark.text}</div>
        ) : (
          <div className="seat-cards">
            {count > 0 && (
              <span className="seat-fan" style={{ "--backs": Math.min(count, MOST_BACKS) } as CSSProperties} />
            )}
            <span className="seat-back" />
            <b>{count}</b>
            {person.offline ? <span className="quiet">{t("offline")}</span> : tags}
          </div>
        )}
      </div>
      <Bubble seat={person.seat} />
    </li>
  );
}
