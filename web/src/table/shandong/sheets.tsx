import { useTranslation } from "react-i18next";
import { pokerCard } from "../../cards/faces";
import { PokerTile } from "../../cards/Tile";
import type { ShandongView } from "../../game/views";
import { pokerWord } from "../../game/words";
import { Sheet } from "../../ui/controls";
import { type Person, personAt } from "../people";
import { CardWords, Spread, SuitWord } from "./cards";

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
            <ul className="stack">
              {last.plays.map((p) => (
                <li key={p.seat} className="lookup-play">
                  <b>{personAt(all, p.seat).name}</b>
                  <Spread ids={p.cards} label={p.cards.map((id) => pokerWord(t, id)).join(t("listComma"))} />
                  {p.seat === last.winner && (
                    <span className="tag tag-accent">
                      {t("wonTrick")} · {t("trickPoints", { count: last.points })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <p className="quiet">{t("noLastTrick")}</p>
          )}
        </section>
        <section aria-label={t("trumpOrder")}>
          <h3>{t("trumpOrder")}</h3>
          <TrumpOrder view={view} />
        </section>
        <section aria-label={t("declaredTitle")}>
          <h3>{t("declaredTitle")}</h3>
          {view.declarations.length === 0 && <p className="quiet">{t("nobodyDeclared")}</p>}
          <Declarations declarations={view.declarations} all={all} />
        </section>
        <section aria-label={t("playedCards")}>
          <h3>
            {t("playedCards")} <span className="quiet">{t("cards", { count: view.playedCards.length })}</span>
          </h3>
          <CardWords ids={view.playedCards} />
        </section>
      </div>
    </Sheet>
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
