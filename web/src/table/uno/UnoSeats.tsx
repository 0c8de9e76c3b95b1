import { memo } from "react";
import { useTranslation } from "react-i18next";
import { unoPlaces } from "../../game/seating";
import { seatAfter } from "../../game/uno";
import { seatOf, type UnoView } from "../../game/views";
import { useTable } from "../../state/store";
import type { Layout } from "../../ui/hooks";
import type { Mark } from "../happenings";
import { type Person, personAt } from "../people";
import { SeatBox } from "../SeatBox";
import { saidUno } from "./telling";

interface UnoSeatsProps {
  view: UnoView;
  all: Person[];
  layout: Layout;
  /** What has just happened to each seat. */
  marks: ReadonlyMap<number, Mark>;
}

/** Everybody else round the table: three sides where it is wide, else in rows above it. */
export function UnoSeats({ view, all, layout, marks }: UnoSeatsProps) {
  const { t } = useTranslation();
  const events = useTable((s) => s.events);
  const places = unoPlaces(
    view.players.map((p) => p.seat),
    view.seat,
  );
  const playing = view.phase !== "round_over" && view.phase !== "ended";
  const next = view.seat >= 0 ? seatAfter(view, view.seat) : -4;
  const seat = (at: number) => {
    const count = view.players.find((p) => p.seat === at)?.handCount ?? 0;
    return (
      <UnoSeat
        key={at}
        person={personAt(all, at)}
        count={count}
        onTurn={seatOf(view.currentPlayer) === at && playing}
        said={seatOf(view.unoCalledBy) === at || (count === 1 && saidUno(events, at))}
        exposed={seatOf(view.unoExposed) === at}
        next={at === next}
        mark={marks.get(at)}
      />
    );
  };
  if (layout !== "wide")
    return (
      <ul className={`seats seats-row seats-${places.length}`} aria-label={t("seats")}>
        {places.map((p) => seat(p.seat))}
      </ul>
    );
  return (["left", "top", "right"] as const).map((side) => (
    <ul key={side} className={`seats seats-${side}`} aria-label={t(`seatsAt.${side}`)}>
      {places.filter((p) => p.side === side).map((p) => seat(p.seat))}
    </ul>
  ));
}

interface UnoSeatProps {
  person: Person;
  count: number;
  onTurn: boolean;
  said: boolean;
  exposed: boolean;
  next: boolean;
  mark: Mark | undefined;
}

/** One of them, drawn again only when something about it changes. */
const UnoSeat = memo(function UnoSeat({ person, count, onTurn, said, exposed, next, mark }: UnoSeatProps) {
  const { t } = useTranslation();
  return (
    <SeatBox
      person={person}
      count={count}
      onTurn={onTurn}
      tags={
        exposed ? (
          <span className="tag tag-warn">{t("noUnoTag")}</span>
        ) : said ? (
          <span className="tag tag-accent">{t("unoTag")}</span>
        ) : next ? (
          <span className="tag tag-next">{t("next")}</span>
        ) : null
      }
      mark={mark}
      relation={next ? t("playsAfterYou") : ""}
    />
  );
});
