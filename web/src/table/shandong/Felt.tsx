import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { CardBack, PokerFace } from "../../cards/Card";
import { pokerCard } from "../../cards/faces";
import { Shape } from "../../cards/Tile";
import { shandongPlaces } from "../../game/seating";
import { DEALT, KITTY, patternSize, sideOf } from "../../game/shandong";
import type { ShandongView, Trick } from "../../game/views";
import { pokerWord } from "../../game/words";
import { Avatar, Name } from "../../ui/controls";
import { Icon } from "../../ui/Icon";
import { Bubble } from "../Bubble";
import type { Mark } from "../happenings";
import { type Person, personAt } from "../people";
import { Spread } from "./cards";

interface FeltProps {
  view: ShandongView;
  all: Person[];
  /** The trick on show: the running one, or the last one for a moment. */
  trick: Trick | null;
  /** My cards on their way: they lie here before the server has answered. A picture only. */
  laying: string[];
  wanted: number | null;
  /** What I have chosen for the kitty. */
  burying?: string[];
  /** What has just happened to each seat. */
  marks: ReadonlyMap<number, Mark>;
}

/** Four places, each a name and its cards: what was played, or what was declared with. */
export function Felt({ view, all, trick, laying, wanted, burying = [], marks }: FeltProps) {
  const { t } = useTranslation();
  const places = shandongPlaces(view.seat);
  const me = Math.max(view.seat, 0);
  const seats = (["top", "left", "right", "bottom"] as const).map((place) => {
    const seat = places[place];
    const own = place === "bottom" && view.seat >= 0;
    const play = trick?.plays.find((p) => p.seat === seat);
    const best = (trick?.winner ?? trick?.winning) === seat && play !== undefined;
    const replaced = !play && view.declarations.slice(0, -1).some((d) => d.seat === seat);
    const words = trick && play && <PlayWords view={view} trick={trick} seat={seat} best={best} />;
    return (
      <div key={place} className={`place place-${place}`}>
        {!own && (
          <Seat
            view={view}
            person={personAt(all, seat)}
            relation={t(`relation.${(seat - me + 4) % 4}`)}
            mark={marks.get(seat)}
          >
            {words}
          </Seat>
        )}
        <div
          className={`played${best ? " played-best" : ""}${replaced ? " played-replaced" : ""}`}
          data-trick={seat}
          data-played={play ? "" : undefined}
        >
          <Lying
            view={view}
            all={all}
            seat={seat}
            cards={play?.cards ?? (own && laying.length > 0 ? laying : null)}
            wanted={own ? wanted : undefined}
            burying={burying}
          />
        </div>
        {own && (
          <div className="own-line" data-seat={seat}>
            {marks.get(seat) ? <span className="seat-mark seat-mark-hit">{marks.get(seat)?.text}</span> : words}
            {trick && trick.winner === undefined && trick.points > 0 && (
              <span className="tag tag-warn trick-points">{t("trickPoints", { count: trick.points })}</span>
            )}
            <Bubble seat={seat} />
          </div>
        )}
      </div>
    );
  });
  return (
    <>
      {view.trumpSuit && (
        <span className="emblem" aria-hidden="true">
          <Shape name={view.trumpSuit} />
          {view.level}
        </span>
      )}
      {seats}
    </>
  );
}

/** Two decks. */
const PACK = 4 * DEALT + KITTY;

interface LyingProps {
  view: ShandongView;
  all: Person[];
  seat: number;
  cards: string[] | null;
  /** My own place: how many cards are wanted, null when that is free. */
  wanted: number | null | undefined;
  burying: string[];
}

/** What lies before a seat. */
function Lying({ view, all, seat, cards, wanted, burying }: LyingProps) {
  const { t } = useTranslation();
  const { name } = personAt(all, seat);
  if (cards) {
    const said = cards.map((id) => pokerWord(t, id)).join(t("listComma"));
    return <Spread ids={cards} label={t("playedBy", { name, cards: said })} />;
  }
  const bidding = view.phase !== "playing" && view.phase !== "scored";
  const { exchange } = view;
  if (exchange?.seat === seat && bidding && (wanted === undefined || view.phase !== "burying"))
    return <Spread ids={exchange.shown} label={t("exchangeShown", { name })} />;
  const declaration = view.declarations.findLast((d) => d.seat === seat);
  if (declaration && bidding)
    return (
      <Spread
        ids={[...declaration.jokers, ...(declaration.pair ?? [])]}
        backs={declaration.pair ? 0 : 2}
        label={t(declaration.pair ? "declaredOpen" : "declaredHidden", { name })}
      />
    );
  const awaited = view.turn === seat && view.phase === "playing";
  if (wanted === undefined) {
    if (awaited) return <div className="played-empty played-next" aria-hidden="true" />;
    const held = bidding ? (view.handCounts[seat] ?? 0) : 0;
    return held > 0 ? (
      <span className="held" style={{ "--backs": held } as CSSProperties} aria-hidden="true">
        <CardBack />
      </span>
    ) : null;
  }
  if (awaited) return <div className="played-empty">{wanted ? t("yourN", { count: wanted }) : t("yourLeadShort")}</div>;
  if (!bidding || view.phase === "waiting" || view.phase === "shuffling") return null;
  const words =
    view.phase === "dealing"
      ? "dealingNow"
      : view.phase === "burying" || view.waitingFor
        ? `phase.${view.waitingFor ?? view.phase}`
        : `window.${view.phase}`;
  const pack = PACK - view.handCounts.reduce((sum, count) => sum + count, 0);
  return (
    <span className="dealing">
      {view.phase === "dealing" && pack > KITTY ? (
        <span className="held" style={{ "--backs": Math.ceil(pack / 4) } as CSSProperties} aria-hidden="true">
          <CardBack />
        </span>
      ) : (
        <span className="dealing-kitty">
          {Array.from({ length: KITTY }, (_, i) => burying[i] ?? `back${i}`).map((card, i) => (
            <span key={card}>{i < burying.length ? <PokerFace card={pokerCard(card)} /> : <CardBack />}</span>
          ))}
        </span>
      )}
      {t(words)}
    </span>
  );
}

/** What a play is in its trick: ahead, or the lead, or a throw that failed. */
function PlayWords({ view, trick, seat, best }: { view: ShandongView; trick: Trick; seat: number; best: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {best && (
        <span className="tag tag-accent">
          <Icon name="crown" /> {t(trick.winner === undefined ? "ahead" : "wonTrick")}
        </span>
      )}
      {view.failedThrow?.seat === seat && <span className="tag tag-warn">{t("throwFailedTag")}</span>}
      {trick.leader === seat && !best && view.failedThrow?.seat !== seat && (
        <span className="tag">
          {t("ledPattern", { pattern: t(`shandong.pattern.${trick.lead.type}`, { n: patternSize(trick.lead) }) })}
        </span>
      )}
    </>
  );
}

interface SeatProps {
  view: ShandongView;
  person: Person;
  relation: string;
  mark: Mark | undefined;
  children: React.ReactNode;
}

function Seat({ view, person, relation, mark, children }: SeatProps) {
  const { t } = useTranslation();
  const count = view.handCounts[person.seat] ?? 0;
  const onTurn = view.turn === person.seat;
  const ours = view.seat >= 0 && sideOf(person.seat) === sideOf(view.seat);
  const bank = view.bankerSide !== null && view.bankerSide === sideOf(person.seat);
  const tags = [
    ours && { key: "ours", kind: "tag-ok", text: t("ourSide") },
    view.setter === person.seat && { key: "setter", kind: "tag-warn", text: t("setterTag") },
    view.kittyOwner === person.seat
      ? { key: "kitty", kind: "tag-warn", text: t("kittyTag") }
      : bank && !ours && { key: "bank", kind: "tag-warn", text: t("bankerTag") },
    view.passed.includes(person.seat) && { key: "passed", kind: "", text: t("passedTag") },
  ].filter((tag) => tag !== false);
  if (view.seat >= 0 && tags.length === 0) tags.push({ key: "theirs", kind: "", text: t("themLevel") });
  const label = [
    person.name,
    relation,
    t("cards", { count }),
    ...tags.map((x) => x.text),
    person.bot ? t("bot") : "",
    person.offline ? t("offline") : "",
    onTurn ? t("onTurn") : "",
    mark?.text,
  ].filter(Boolean);
  const classes = ["seat", "seat-line", onTurn && "seat-turn", person.offline && "seat-off", mark?.hit && "seat-hit"];
  return (
    <div
      className={classes.filter(Boolean).join(" ")}
      data-seat={person.seat}
      role="group"
      aria-label={label.join(t("comma"))}
    >
      <Avatar name={person.name} bot={person.bot} small />
      <div className="seat-words" aria-hidden="true">
        <div className="seat-head">
          <div className="seat-name">
            <Name>{person.name}</Name> <span className="seat-back" />
            <span className="second">{count}</span>
          </div>
          <div className="seat-cards seat-said">
            {mark ? <span className={`seat-mark${mark.hit ? " seat-mark-hit" : ""}`}>{mark.text}</span> : children}
          </div>
        </div>
        <div className="seat-cards seat-roles">
          {person.offline && <span className="quiet">{t("offline")}</span>}
          {tags.map((tag) => (
            <span key={tag.key} className={`tag ${tag.kind}`}>
              {tag.text}
            </span>
          ))}
        </div>
      </div>
      <Bubble seat={person.seat} />
    </div>
  );
}
