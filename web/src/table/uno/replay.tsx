import { useTranslation } from "react-i18next";
import { CardBack, UnoFace } from "../../cards/Card";
import { unoCard } from "../../cards/faces";
import { ColourWord, UnoTile } from "../../cards/Tile";
import { unoPlaces } from "../../game/seating";
import { sortedUno } from "../../game/uno";
import { type Json, seatOf, type UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import type { ReplayFace } from "../../replay/face";

const seen = (view: Json) => view as unknown as UnoView;

export const UNO_REPLAY: ReplayFace = {
  places: (view, bottom) =>
    unoPlaces(
      seen(view).players.map((p) => p.seat),
      bottom,
    ),
  count: (view, seat) => seen(view).players.find((p) => p.seat === seat)?.handCount ?? 0,
  turn: (view) => seatOf(seen(view).currentPlayer),
  sorted: (hand) => sortedUno(hand, "colour"),
  tile: (id) => <UnoTile card={unoCard(id)} />,
  word: (id, t) => unoWord(t, id),
  poker: false,
  scores: (view, names) =>
    [...seen(view).players]
      .sort((a, b) => b.score - a.score)
      .map((player) => ({ name: names[player.seat] ?? "", score: String(player.score) })),
  Middle,
};

function Middle({ view: seen }: { view: Json }) {
  const view = seen as unknown as UnoView;
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
