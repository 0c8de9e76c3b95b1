import { useTranslation } from "react-i18next";
import type { Frame } from "../api/types.gen";
import { CardBack, UnoFace } from "../cards/Card";
import { pokerCard, unoCard } from "../cards/faces";
import { ColourWord, PokerTile, UnoTile } from "../cards/Tile";
import { shandongPlaces, unoPlaces } from "../game/seating";
import { sortedUno } from "../game/uno";
import { type ShandongView, seatOf, type UnoView } from "../game/views";
import { pokerWord, unoWord } from "../game/words";
import { Spread } from "../table/shandong/cards";
import { Avatar, Name } from "../ui/controls";
import { Icon } from "../ui/Icon";

interface ReplayTableProps {
  game: string;
  frame: Frame;
  names: string[];
  /** Whose eyes: a seat, or −3 for all hands. */
  eyes: number;
  actor: number;
}

/** A position of a finished match: every hand that may be seen as tiles, the rest as backs. */
export function ReplayTable({ game, frame, names, eyes, actor }: ReplayTableProps) {
  const { t } = useTranslation();
  const uno = game === "uno" ? (frame.view as unknown as UnoView) : null;
  const shandong = game === "uno" ? null : (frame.view as unknown as ShandongView);
  const seats = uno ? uno.players.map((p) => p.seat) : [0, 1, 2, 3];
  const bottom = eyes >= 0 ? eyes : (seats[0] ?? 0);
  const places = uno ? unoPlaces(seats, bottom).map((p) => [p.seat, p.side] as const) : placesOfFour(bottom);
  const handOf = (seat: number): string[] | null =>
    eyes < 0 ? (frame.hands[seat] ?? null) : seat === eyes ? (frame.view.hand as string[]) : null;
  const countOf = (seat: number): number =>
    uno ? (uno.players.find((p) => p.seat === seat)?.handCount ?? 0) : (shandong?.handCounts[seat] ?? 0);
  const turn = uno ? seatOf(uno.currentPlayer) : (shandong?.turn ?? -4);
  const seatView = (seat: number) => {
    const hand = handOf(seat);
    const cards = hand && uno ? sortedUno(hand, "colour") : hand;
    return (
      <div
        key={seat}
        className={`replay-seat${seat === actor ? " replay-actor" : ""}`}
        role="group"
        aria-label={`${names[seat] ?? ""}${t("comma")}${t("cards", { count: countOf(seat) })}`}
      >
        <p className="row">
          <Avatar name={names[seat] ?? ""} small />{" "}
          <b>
            <Name>{names[seat] ?? ""}</Name>
          </b>
          <span className="second">{t("cards", { count: countOf(seat) })}</span>
          {turn === seat && <span className="tag tag-accent">{t("onTurn")}</span>}
        </p>
        {cards ? (
          <ul className={`replay-hand${uno ? "" : " replay-poker"}`}>
            {cards.map((id) => (
              <li key={id} className="replay-tile" title={uno ? unoWord(t, id) : pokerWord(t, id)}>
                <span className="unseen">{uno ? unoWord(t, id) : pokerWord(t, id)}</span>
                {uno ? <UnoTile card={unoCard(id)} /> : <PokerTile card={pokerCard(id)} />}
              </li>
            ))}
          </ul>
        ) : (
          <span className="seat-fan" aria-hidden="true">
            {Array.from({ length: Math.min(12, countOf(seat)) }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: identical backs have nothing else
              <span key={i}>
                <CardBack />
              </span>
            ))}
          </span>
        )}
      </div>
    );
  };
  return (
    <section className="felt replay-felt" aria-label={t("table")}>
      {(["top", "left", "right"] as const).map((side) => (
        <div key={side} className={`replay-side replay-${side}`}>
          {places.filter(([, s]) => s === side).map(([seat]) => seatView(seat))}
        </div>
      ))}
      <div className="replay-middle">
        {uno ? <UnoMiddle view={uno} /> : shandong && <ShandongMiddle view={shandong} names={names} />}
      </div>
      <div className="replay-side replay-bottom">{seatView(bottom)}</div>
    </section>
  );
}

function placesOfFour(bottom: number): (readonly [number, string])[] {
  const at = shandongPlaces(bottom);
  return [
    [at.top, "top"],
    [at.left, "left"],
    [at.right, "right"],
  ];
}

function UnoMiddle({ view }: { view: UnoView }) {
  const { t } = useTranslation();
  return (
    <div className="pile replay-pile">
      <div className="pile-draw">
        <span className="pile-stack">{view.deckCount > 0 ? <CardBack /> : <span className="pile-empty" />}</span>
        <span className="pile-caption">
          {t("pileWord")} <b>{view.deckCount}</b>
        </span>
      </div>
      {view.topCard && (
        <div
          className={`pile-top ring-${view.currentColor ?? "none"}`}
          role="img"
          aria-label={unoWord(t, view.topCard.id)}
        >
          <span className="ring">
            <span className="pile-card">
              <UnoFace card={view.topCard} />
            </span>
          </span>
          {view.currentColor && (
            <span className="pile-colour">
              <ColourWord colour={view.currentColor}>{t(`colour.${view.currentColor}`)}</ColourWord>
            </span>
          )}
        </div>
      )}
      {view.drawPending > 0 && <span className="debt-number">+{view.drawPending}</span>}
    </div>
  );
}

function ShandongMiddle({ view, names }: { view: ShandongView; names: string[] }) {
  const { t } = useTranslation();
  const trick = view.trick ?? view.lastTrick;
  const best = trick?.winner ?? trick?.winning;
  return (
    <div className="replay-trick">
      <p className="row wrap second">
        <span className="chip">
          {t("levelWord")} <b>{view.level}</b>
        </span>
        <span className="chip">
          {t("trumpWord")}{" "}
          <b>
            {view.trumpSuit ? t(`shandong.suit.${view.trumpSuit}`) : t(view.trumpHidden ? "trumpHidden" : "trumpNone")}
          </b>
        </span>
        <span className="chip">
          {t("idlePoints")} <b>{view.points}</b>
        </span>
      </p>
      {trick && (
        <ul>
          {trick.plays.map((play) => (
            <li key={play.seat} className="row">
              <b className="replay-name">{names[play.seat]}</b>
              <Spread ids={play.cards} label={play.cards.map((id) => pokerWord(t, id)).join(t("listComma"))} />
              {best === play.seat && (
                <span className="tag tag-accent">
                  <Icon name="crown" /> {t(view.trick ? "ahead" : "wonTrick")}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
