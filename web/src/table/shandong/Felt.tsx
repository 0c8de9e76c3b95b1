import { useTranslation } from "react-i18next";
import { CardBack } from "../../cards/Card";
import { shandongPlaces } from "../../game/seating";
import { patternSize, sideOf } from "../../game/shandong";
import type { ShandongView, Trick } from "../../game/views";
import { pokerWord } from "../../game/words";
import { Avatar, Name } from "../../ui/controls";
import { Icon } from "../../ui/Icon";
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
  compact: boolean;
  onLastTrick(): void;
}

/** Four seats; in front of each what it has played, or the cards it declared with. */
export function Felt({ view, all, trick, laying, wanted, compact, onLastTrick }: FeltProps) {
  const { t } = useTranslation();
  const places = shandongPlaces(view.seat);
  const me = Math.max(view.seat, 0);
  const ahead = trick?.winner ?? trick?.winning;
  return (
    <>
      {(["top", "left", "right", "bottom"] as const).map((place) => {
        const seat = places[place];
        const own = place === "bottom" && view.seat >= 0;
        const play = trick?.plays.find((p) => p.seat === seat);
        const declaration = view.declarations.findLast((d) => d.seat === seat);
        const best = ahead === seat && play !== undefined;
        const leads = trick?.leader === seat;
        const label = play
          ? t("playedBy", {
              name: personAt(all, seat).name,
              cards: play.cards.map((id) => pokerWord(t, id)).join(t("listComma")),
            })
          : "";
        return (
          <div key={place} className={`place place-${place}`}>
            {!own && (
              <Seat
                view={view}
                person={personAt(all, seat)}
                relation={t(`relation.${(seat - me + 4) % 4}`)}
                compact={compact}
              />
            )}
            <div className={`played${best ? " played-best" : ""}`} data-trick={seat}>
              {play ? (
                <>
                  <Spread ids={play.cards} label={label} />
                  <p className="played-words">
                    {best && (
                      <span className="tag tag-accent">
                        <Icon name="crown" /> {t(trick?.winner === undefined ? "ahead" : "wonTrick")}
                      </span>
                    )}
                    {view.failedThrow?.seat === seat && <span className="tag tag-warn">{t("throwFailedTag")}</span>}
                    {leads && trick && (
                      <span className="quiet">
                        {t("ledPattern", {
                          pattern: t(`shandong.pattern.${trick.lead.type}`, { n: patternSize(trick.lead) }),
                        })}
                      </span>
                    )}
                  </p>
                </>
              ) : declaration && view.phase !== "playing" && view.phase !== "scored" ? (
                <Spread
                  ids={[...declaration.jokers, ...(declaration.pair ?? [])]}
                  backs={declaration.pair ? 0 : 2}
                  label={t(declaration.pair ? "declaredOpen" : "declaredHidden", { name: personAt(all, seat).name })}
                />
              ) : own && laying.length > 0 ? (
                <Spread ids={laying} label={laying.map((id) => pokerWord(t, id)).join(t("listComma"))} />
              ) : own && view.turn === view.seat && view.phase === "playing" ? (
                <div className="played-empty">{wanted ? t("yourN", { count: wanted }) : t("yourLeadShort")}</div>
              ) : null}
            </div>
          </div>
        );
      })}
      <div className="felt-middle">
        {trick && trick.points > 0 && <span className="tag tag-warn">{t("trickPoints", { count: trick.points })}</span>}
        {!trick && view.phase === "dealing" && (
          <span className="dealing">
            <span className="dealing-card">
              <CardBack />
            </span>
            {t("dealingNow")}
          </span>
        )}
        {!trick && ["declaring", "snatching", "sticking", "burying"].includes(view.phase) && (
          <span className="quiet">{t(view.phase === "burying" ? "phase.burying" : `window.${view.phase}`)}</span>
        )}
      </div>
      {view.lastTrick && (
        <button type="button" className="button button-small last-trick" onClick={onLastTrick}>
          <Icon name="back" /> {t("lastTrick")} <kbd className="key">T</kbd>
        </button>
      )}
    </>
  );
}

function Seat({
  view,
  person,
  relation,
  compact,
}: {
  view: ShandongView;
  person: Person;
  relation: string;
  compact: boolean;
}) {
  const { t } = useTranslation();
  const count = view.handCounts[person.seat] ?? 0;
  const onTurn = view.turn === person.seat;
  const ours = view.seat >= 0 && sideOf(person.seat) === sideOf(view.seat);
  const tags = [
    ours && { key: "ours", kind: "tag-ok", text: t("ourSide") },
    view.bankerSide !== null &&
      view.bankerSide === sideOf(person.seat) &&
      !compact && { key: "bank", kind: "tag-warn", text: t("bankerTag") },
    view.setter === person.seat && { key: "setter", kind: "tag-warn", text: t("setterTag") },
    view.kittyOwner === person.seat && { key: "kitty", kind: "", text: t("kittyTag") },
    view.passed.includes(person.seat) && { key: "passed", kind: "", text: t("passedTag") },
  ].filter((tag) => tag !== false);
  const label = [
    person.name,
    relation,
    t("cards", { count }),
    ...tags.map((x) => x.text),
    person.bot ? t("bot") : "",
    person.offline ? t("offline") : "",
    onTurn ? t("onTurn") : "",
  ].filter(Boolean);
  return (
    <div
      className={`seat${onTurn ? " seat-turn" : ""}${person.offline ? " seat-off" : ""}${compact ? " seat-line" : ""}`}
      data-seat={person.seat}
      role="group"
      aria-label={label.join(t("comma"))}
    >
      {!compact && <Avatar name={person.name} bot={person.bot} />}
      <div className="seat-words" aria-hidden="true">
        <div className="seat-name">
          <Name>{person.name}</Name>
          {compact ? <span className="second">{count}</span> : <span className="quiet">{relation}</span>}
        </div>
        <div className="seat-cards">
          {!compact && <b>{t("cards", { count })}</b>}
          {tags.map((tag) => (
            <span key={tag.key} className={`tag ${tag.kind}`}>
              {tag.text}
            </span>
          ))}
          {person.offline && <span className="quiet">{t("offline")}</span>}
        </div>
      </div>
    </div>
  );
}
