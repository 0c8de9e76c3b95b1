import { useTranslation } from "react-i18next";
import { pokerCard, SUITS } from "../../cards/faces";
import { PokerTile, Shape } from "../../cards/Tile";
import type { ShandongView } from "../../game/views";
import { LEVELS, pokerWord } from "../../game/words";
import { Sheet } from "../../ui/controls";
import { type Person, personAt } from "../people";
import { Spread, SuitWord } from "./cards";

interface LookupProps {
  view: ShandongView;
  all: Person[];
  open: boolean;
  onClose(): void;
}

/** What can be looked up at any time: the order of trumps, the last trick, what was played, who declared. */
export function Lookup({ view, all, open, onClose }: LookupProps) {
  const { t } = useTranslation();
  const last = view.lastTrick;
  return (
    <Sheet title={t("lookup")} open={open} onClose={onClose} wide>
      <div className="lookup">
        <section aria-label={t("lastTrick")}>
          <h3>{t("lastTrick")}</h3>
          {last ? (
            <ul className="lookup-trick">
              {last.plays.map((p) => (
                <li key={p.seat} className={p.seat === last.winner ? "lookup-won" : ""}>
                  <b>{personAt(all, p.seat).name}</b>
                  <Spread ids={p.cards} label={p.cards.map((id) => pokerWord(t, id)).join(t("listComma"))} />
                  {p.seat === last.winner && (
                    <>
                      <span className="tag tag-accent">{t("wonTrick")}</span>
                      {last.points > 0 && (
                        <span className="tag tag-warn">{t("trickPoints", { count: last.points })}</span>
                      )}
                    </>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className="quiet">{t("noLastTrick")}</p>
          )}
        </section>
        <section aria-label={t("playedCards")}>
          <h3>
            {t("playedCards")} <span className="quiet">{t("cards", { count: view.playedCards.length })}</span>
          </h3>
          <Played ids={view.playedCards} />
        </section>
        <section aria-label={t("declaredTitle")}>
          <h3>{t("declaredTitle")}</h3>
          {view.declarations.length === 0 && <p className="quiet">{t("nobodyDeclared")}</p>}
          <Declarations declarations={view.declarations} all={all} />
        </section>
        <section aria-label={t("trumpOrder")}>
          <h3>{t("trumpOrder")}</h3>
          <TrumpOrder view={view} />
        </section>
      </div>
    </Sheet>
  );
}

/** How many of each face have been played: a row for every suit, the jokers below. */
function Played({ ids }: { ids: string[] }) {
  const { t } = useTranslation();
  const count = (suit: string, rank: string) => ids.filter((id) => id.startsWith(`${suit}_${rank}_`)).length;
  const cell = (suit: string, rank: string) => {
    const n = count(suit, rank);
    return (
      <td key={rank} className={`played-${n}`}>
        {n || "·"}
      </td>
    );
  };
  const ranks = LEVELS.toReversed();
  return (
    <>
      <table className="played-table">
        <thead>
          <tr>
            <td />
            {ranks.map((rank) => (
              <th key={rank} scope="col">
                {rank}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {SUITS.map((suit) => (
            <tr key={suit}>
              <th scope="row" className={`text-${suit}`}>
                <span className="unseen">{t(`shandong.suit.${suit}`)}</span>
                <Shape name={suit} />
              </th>
              {ranks.map((rank) => cell(suit, rank))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row">
        {["big", "small"].map((rank) => (
          <span key={rank} className={`played-${count("joker", rank)}`}>
            {t(`face.${rank}`)} {count("joker", rank) || "·"}
          </span>
        ))}
      </p>
    </>
  );
}

/** Who declared, and with which cards. */
export function Declarations({ declarations, all }: { declarations: ShandongView["declarations"]; all: Person[] }) {
  const { t } = useTranslation();
  return declarations.map((d) => (
    <div key={d.seat + d.type} className="lookup-play">
      <span>
        <b>{personAt(all, d.seat).name}</b> {t(d.type === "snatch" ? "snatched" : "declared")}
      </span>
      <Spread
        ids={[...d.jokers, ...(d.pair ?? [])]}
        backs={d.pair ? 0 : 2}
        label={t(d.pair ? "declaredOpen" : "faceDownPair", { name: personAt(all, d.seat).name })}
      />
    </div>
  ));
}

/** Every trump from the strongest down; equal ones stand together. */
export function TrumpOrder({ view }: { view: ShandongView }) {
  const { t } = useTranslation();
  return (
    <ol className="trump-order" aria-label={t("trumpOrder")}>
      {view.trumpOrder.map((equals) => (
        <li key={equals.join()}>
          {equals.map((id) => (
            <span key={id} className="mini-tile">
              <span className="unseen">{pokerWord(t, id)}</span>
              <PokerTile card={pokerCard(id)} />
            </span>
          ))}
        </li>
      ))}
      {view.trumpSuit && (
        <li className="unseen">
          <SuitWord suit={view.trumpSuit} />
        </li>
      )}
    </ol>
  );
}
