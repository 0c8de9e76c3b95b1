import type { TFunction } from "i18next";
import type { RoomInfo } from "../api/types.gen";

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
  return (info?.seats ?? []).map((s) => ({
    seat: s.seat,
    name: s.seat === me ? t("you") : s.name || t("seatNumber", { n: s.seat + 1 }),
    bot: s.bot !== "",
    level: s.bot,
    offline: s.bot === "" && s.id !== "" && (!s.connected || s.away),
    ready: s.ready,
    me: s.seat === me,
  }));
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
