import { memo } from "react";
import { useTranslation } from "react-i18next";
import { unoPlaces } from "../../game/seating";
import { seatAfter } from "../../game/uno";
import { seatOf, type UnoView } from "../../game/views";
import type { Layout } from "../../ui/hooks";
import { type Person, personAt } from "../people";
import { SeatBox } from "../SeatBox";

interface UnoSeatsProps {
  view: UnoView;
  all: Person[];
  layout: Layout;
  /** Cards a seat has just drawn. */
  gains: Map<number, number>;
}

/** Everybody else round the table: three sides where it is wide, else a row above it. */
export function UnoSeats({ view, all, layout, gains }: UnoSeatsProps) {
  const { t } = useTranslation();
  const places = unoPlaces(
    view.players.map((p) => p.seat),
    view.seat,
  );
  const phone = layout === "phone";
  const row = layout !== "wide";
  const many = places.length > 4;
  const playing = view.phase !== "round_over" && view.phase !== "ended";
  const next = view.seat >= 0 ? seatAfter(view, view.seat) : -4;
  const seat = (at: number) => (
    <UnoSeat
      key={at}
      person={personAt(all, at)}
      count={view.players.find((p) => p.seat === at)?.handCount ?? 0}
      onTurn={seatOf(view.currentPlayer) === at && playing}
      said={seatOf(view.unoCalledBy) === at}
      exposed={seatOf(view.unoExposed) === at}
      next={at === next}
      gain={gains.get(at) ?? 0}
      many={many}
      phone={phone}
    />
  );
  if (row)
    return (
      <ul className={`seats seats-row${many && phone ? " seats-chips" : ""}`} aria-label={t("seats")}>
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
  gain: number;
  many: boolean;
  phone: boolean;
}

/** One of them, drawn again only when something about it changes. */
const UnoSeat = memo(function UnoSeat(props: UnoSeatProps) {
  const { person, count, onTurn, said, exposed, next, gain, many, phone } = props;
  const { t } = useTranslation();
  const tags = (
    <>
      {said && <span className="tag tag-accent">{t("saidUno")}</span>}
      {exposed && <span className="tag tag-warn">{t("noUno")}</span>}
      {next && many && <span className="tag">{t("next")}</span>}
    </>
  );
  return (
    <SeatBox
      person={person}
      count={count}
      onTurn={onTurn}
      fan={!many && !phone}
      compact={phone && many}
      tags={tags}
      gain={gain}
      relation={next ? t("playsAfterYou") : ""}
    />
  );
});
