import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { RoomInfo } from "../api/types.gen";
import { shownNames } from "../game/names";
import { useTable } from "../state/store";

/** Who sits on a seat, for the screen. */
export interface Person {
  seat: number;
  name: string;
  bot: boolean;
  level: string;
  offline: boolean;
  ready: boolean;
  me: boolean;
}

export function people(info: RoomInfo | null, me: number, t: TFunction): Person[] {
  const seats = info?.seats ?? [];
  const names = shownNames(seats, t);
  return seats.map((s, i) => ({
    seat: s.seat,
    name: s.seat === me ? t("you") : names[i] || t("seatNumber", { n: s.seat + 1 }),
    bot: s.bot !== "",
    level: s.bot,
    offline: s.bot === "" && s.id !== "" && (!s.connected || s.away),
    ready: s.ready,
    me: s.seat === me,
  }));
}

/** Everybody at the table that is open; the same list until somebody comes, goes or gets ready. */
export function usePeople(): Person[] {
  const { t } = useTranslation();
  const info = useTable((s) => s.info);
  const me = useTable((s) => s.position.seat);
  return useMemo(() => people(info, me, t), [info, me, t]);
}

export function personAt(all: Person[], seat: number): Person {
  return (
    all.find((p) => p.seat === seat) ?? {
      seat,
      name: `${seat + 1}`,
      bot: false,
      level: "",
      offline: false,
      ready: false,
      me: false,
    }
  );
}
