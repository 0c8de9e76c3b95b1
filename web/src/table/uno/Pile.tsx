import { useTranslation } from "react-i18next";
import { CardBack, UnoFace } from "../../cards/Card";
import { unoCard } from "../../cards/faces";
import { ColourWord } from "../../cards/Tile";
import type { UnoView } from "../../game/views";
import { unoWord } from "../../game/words";
import { Icon } from "../../ui/Icon";

interface PileProps {
  view: UnoView;
  /** My card on its way: it lies here before the server has answered. A picture only. */
  laying: string | undefined;
  canDraw: boolean;
  /** Whose debt it is, in words. */
  owedBy: string;
  onDraw(): void;
}

/** Draw pile and discard pile; the colour in force as ring, shape and word; a debt as a number. */
export function Pile({ view, laying, canDraw, owedBy, onDraw }: PileProps) {
  const { t } = useTranslation();
  const pile = laying && laying !== view.topCard?.id ? [...view.discardPile, laying] : view.discardPile;
  const top = pile[pile.length - 1];
  const below = pile[pile.length - 2];
  const colour = view.currentColor;
  const spoken = [
    t("discardPile"),
    top ? unoWord(t, top) : "",
    colour ? t("colourNow", { colour: t(`colour.${colour}`) }) : "",
    t(view.direction === 1 ? "clockwise" : "counterClockwise"),
  ].filter(Boolean);
  return (
    <div className="pile" data-pile>
      <button
        type="button"
        className="pile-draw"
        onClick={onDraw}
        aria-disabled={!canDraw}
        aria-label={[
          t("drawPile", { count: view.deckCount }),
          ...(view.drawPending > 0 ? [`+${view.drawPending}`, owedBy] : []),
        ].join(t("comma"))}
        data-draw-pile
      >
        <span className={`pile-stack${view.deckCount > 1 ? " pile-deep" : ""}`}>
          {view.deckCount > 0 ? <CardBack /> : <span className="pile-empty" />}
          {view.drawPending > 0 && (
            <span className="debt">
              <span className="debt-number">+{view.drawPending}</span>
              <span className="debt-words">{owedBy}</span>
            </span>
          )}
        </span>
        <span className="pile-caption">
          <span className="pile-word">{t("pileWord")} </span>
          <b>{view.deckCount}</b>
        </span>
      </button>
      <div className={`pile-top ring-${colour ?? "none"}`} role="img" aria-label={spoken.join(t("comma"))}>
        <span className="ring">
          {below && (
            <span className="pile-below">
              <UnoFace card={unoCard(below)} />
            </span>
          )}
          {top && (
            <span className="pile-card" data-pile-top={top} key={top}>
              <UnoFace card={unoCard(top)} />
            </span>
          )}
        </span>
        {colour && (
          <span className="pile-colour" aria-hidden="true">
            <ColourWord colour={colour}>{t(`colour.${colour}`)}</ColourWord>
          </span>
        )}
      </div>
    </div>
  );
}

/** The way round the table: four arrows on a dotted path. */
export function Orbit({ direction }: { direction: number }) {
  return (
    <span className={`orbit ${direction === 1 ? "orbit-clockwise" : "orbit-counter"}`} aria-hidden="true">
      {["top", "right", "bottom", "left"].map((side) => (
        <span key={side} className={`orbit-${side}`}>
          <Icon name="next" />
        </span>
      ))}
    </span>
  );
}

/** Direction of play in words, with a sign. */
export function Direction({ view, nextName }: { view: UnoView; nextName: string }) {
  const { t } = useTranslation();
  return (
    <p className="direction">
      <span className={view.direction === 1 ? "" : "flipped"}>
        <Icon name="turn" />
      </span>
      <span>{t(view.direction === 1 ? "clockwiseWord" : "counterClockwiseWord")}</span>
      {nextName && (
        <span className="direction-next">
          {t("afterYou")} <b>{nextName}</b>
        </span>
      )}
    </p>
  );
}
