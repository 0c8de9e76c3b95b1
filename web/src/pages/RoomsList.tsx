import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { get } from "../api/http";
import type { RoomInfo, RoomList } from "../api/types.gen";
import { shownNames } from "../game/names";
import { rulesName } from "../game/rulesName";
import { Avatar, Segments } from "../ui/controls";
import { useLoaded } from "../ui/hooks";
import { problemText } from "../ui/problem";

type Kind = "join" | "watch" | "bots";

function takenOf(room: RoomInfo): number {
  return room.seats.filter((seat) => seat.id !== "").length;
}

/** What a room offers to a visitor; null for one in which nobody is: there is nothing to join or to see. */
function kindOf(room: RoomInfo): Kind | null {
  const taken = room.seats.filter((seat) => seat.id !== "");
  if (taken.length === 0) return null;
  if (room.dialect === "arena" || taken.every((seat) => seat.bot !== "")) return "bots";
  return room.status === "waiting" && taken.length < room.seats.length ? "join" : "watch";
}

/** Rooms that everybody may see, by what one can do there. */
export function Rooms() {
  const { t } = useTranslation();
  const [tick, setTick] = useState(0);
  const [wanted, setWanted] = useState<Kind | null>(null);
  const [last, setLast] = useState<RoomInfo[] | Error | null>(null);
  const loaded = useLoaded(() => get<RoomList>("/rooms"), `rooms${tick}`);
  useEffect(() => {
    const timer = window.setInterval(() => document.visibilityState === "visible" && setTick((n) => n + 1), 10_000);
    return () => window.clearInterval(timer);
  }, []);
  useEffect(() => {
    if (loaded instanceof Error) setLast((known) => (Array.isArray(known) ? known : loaded));
    else if (loaded) setLast(loaded.rooms);
  }, [loaded]);
  const of = (kind: Kind) => (Array.isArray(last) ? last : []).filter((room) => kindOf(room) === kind);
  const kinds = (["join", "watch", "bots"] as const).filter((kind) => kind === "join" || of(kind).length > 0);
  const kind = wanted && kinds.includes(wanted) ? wanted : "join";
  const shown = of(kind)
    .sort((a, b) => takenOf(b) - takenOf(a))
    .slice(0, 8);
  return (
    <section className="rooms panel" aria-labelledby="rooms">
      <div className="rooms-head">
        <h2 id="rooms">{t("rooms")}</h2>
        {kinds.length > 1 && (
          <Segments
            label={t("rooms")}
            hideLabel
            value={kind}
            choices={kinds.map((value) => ({ value, text: t(`roomKind.${value}`, { n: of(value).length }) }))}
            onChange={setWanted}
          />
        )}
      </div>
      {last instanceof Error ? (
        <p className="pad" role="alert">
          {problemText(last, t)}
        </p>
      ) : last === null ? (
        <div className="skeleton-rows" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ) : shown.length === 0 ? (
        <div className="empty">
          <p>
            <b>{t("noRooms")}</b>
          </p>
          <p className="second">{t("noRoomsText")}</p>
        </div>
      ) : (
        <ul>
          {shown.map((room) => (
            <RoomRow key={room.room} room={room} kind={kind} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RoomRow({ room, kind }: { room: RoomInfo; kind: Kind }) {
  const { t } = useTranslation();
  return (
    <li className="room-row">
      <span className="room-what">
        <b>{t(`${room.game}.name`, room.game)}</b>
        <span className="second">{rulesName(room, t)}</span>
      </span>
      <span className="second room-names">
        {shownNames(room.seats, t).map(
          (name, i) => name && <Avatar key={room.seats[i]?.seat} name={name} bot={room.seats[i]?.bot !== ""} small />,
        )}
        <bdi>{shownNames(room.seats, t).filter(Boolean).join(t("listComma"))}</bdi>
      </span>
      <span className="room-count">
        <b>
          {takenOf(room)} / {room.seats.length}
        </b>
      </span>
      <a className="button button-small" href={`#/room/${room.room}`}>
        {t(kind === "join" ? "join" : "watch")}
      </a>
    </li>
  );
}
