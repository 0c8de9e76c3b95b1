import { useTranslation } from "react-i18next";
import type { ReplayFrame } from "../api/types.gen";
import { CardBack } from "../cards/Card";
import type { Fact } from "../game/views";
import type { Person } from "../table/people";
import { Avatar, Name } from "../ui/controls";
import { Icon } from "../ui/Icon";
import type { ReplayFace } from "./face";

interface ReplayTableProps {
  face: ReplayFace;
  frame: ReplayFrame;
  all: Person[];
  /** Whose eyes: a seat, or −3 for all hands. */
  eyes: number;
  actor: number;
  /** What the step brought about. */
  facts: Fact[];
  /** How the match ended, at its end. */
  ending: string;
}

/** A position of a finished match: every hand that may be seen as tiles, the rest as backs. */
export function ReplayTable({ face, frame, all, eyes, actor, facts, ending }: ReplayTableProps) {
  const { t } = useTranslation();
  const names = all.map((person) => person.name);
  const { view } = frame;
  const bottom = eyes >= 0 ? eyes : 0;
  const places = face.places(view, bottom, names.length);
  const handOf = (seat: number): string[] | null =>
    eyes < 0 ? (frame.hands[seat] ?? null) : seat === eyes ? (view.hand as string[]) : null;
  // At the end a result lies in the middle, and everybody has a heading again.
  const seated = face.seated === true && !ending;
  const few = face.seated !== true && names.length <= 4;
  const turn = ending ? -1 : face.turn(view);
  const seatView = (seat: number) => {
    const hand = handOf(seat);
    const count = face.count(view, seat);
    return (
      <div
        key={seat}
        className={`replay-seat${seat === actor ? " replay-actor" : ""}`}
        role="group"
        aria-label={`${names[seat] ?? ""}${t("comma")}${t("cards", { count })}`}
      >
        <p className="row">
          <Avatar name={names[seat] ?? ""} small />{" "}
          <b>
            <Name>{names[seat] ?? ""}</Name>
          </b>
          <span className="second">{t("cards", { count })}</span>
          {turn === seat && <span className="tag tag-accent">{t("onTurn")}</span>}
        </p>
        {hand ? (
          <ul className={`replay-hand${face.poker ? " replay-poker" : ""}`}>
            {face.sorted(hand).map((id) => (
              <li key={id} className="replay-tile" title={face.word(id, t)}>
                <span className="unseen">{face.word(id, t)}</span>
                {face.tile(id)}
              </li>
            ))}
          </ul>
        ) : (
          !seated && (
            <span className="seat-fan" aria-hidden="true">
              {Array.from({ length: Math.min(12, count) }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: identical backs have nothing else
                <span key={i}>
                  <CardBack />
                </span>
              ))}
            </span>
          )
        )}
      </div>
    );
  };
  return (
    <section
      className={`felt replay-felt${seated ? ` replay-seated replay-${eyes < 0 ? "open" : "own"}` : ""}${few ? " replay-few" : ""}`}
      aria-label={t("table")}
    >
      {(["top", "left", "right"] as const).map((side) => (
        <div key={side} className={`replay-side replay-${side}`}>
          {places
            .filter((place) => place.side === side && (!seated || handOf(place.seat)))
            .map((place) => seatView(place.seat))}
        </div>
      ))}
      <div className="replay-middle">
        {ending ? (
          <div className="replay-end" role="status" data-replay-end>
            <p className="row">
              <Icon name="crown" />
              {ending}
            </p>
            <dl className="replay-scores">
              {face.scores(view, names, t).map(({ name, score }) => (
                <div key={name}>
                  <dt>
                    <Name>{name}</Name>
                  </dt>
                  <dd>{score}</dd>
                </div>
              ))}
            </dl>
          </div>
        ) : (
          <face.Middle view={view} all={all} actor={actor} facts={facts} />
        )}
      </div>
      <div className="replay-side replay-bottom">{seatView(bottom)}</div>
    </section>
  );
}
