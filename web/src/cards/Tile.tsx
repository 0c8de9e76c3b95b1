import { memo } from "react";
import { useTranslation } from "react-i18next";
import { COLOURS, type PokerCard, printedPoints, type UnoCard, unoIndex } from "./faces";
import { NumeralText } from "./Numerals";

/** The card of a rack: colour block with index, white foot with shape. Fills its box, which may be of any proportion. */
export const UnoTile = memo(function UnoTile({ card }: { card: UnoCard }) {
  const tone = card.color ?? "wild";
  const index = unoIndex(card);
  const drawn = card.type === "skip" || card.type === "reverse";
  const round = card.value === 6 || card.value === 9;
  return (
    <span className={`tile tile-${tone}`} aria-hidden="true">
      <span className="tile-block">
        {index && (
          <span className={`tile-index${round ? " tile-round" : ""}${index.length > 1 ? " tile-long" : ""}`}>
            <NumeralText text={index} />
          </span>
        )}
        {drawn && (
          <svg className="tile-sign" viewBox="0 0 40 40">
            <use href={`#s-${card.type}`} width="40" height="40" />
          </svg>
        )}
        {card.type === "wild" && <FourShapes className="tile-four" />}
      </span>
      <span className="tile-foot">
        {card.color ? <Shape name={card.color} /> : <FourShapes className="tile-feet" />}
      </span>
    </span>
  );
});

/** Rank above suit, centred; an amber dot where the card is worth points. */
export const PokerTile = memo(function PokerTile({ card }: { card: PokerCard }) {
  const { t } = useTranslation();
  if (card.suit === "joker") {
    const letters = t(`face.${card.rank}Short`);
    return (
      <span className={`tile tile-poker tile-joker tile-${card.rank}`} aria-hidden="true">
        <span className="tile-letters">
          {[...letters].length === 2 && /[^ -~]/.test(letters) ? (
            [...letters].map((l) => <span key={l}>{l}</span>)
          ) : (
            <span>{letters}</span>
          )}
        </span>
        {!/[^ -~]/.test(letters) && <Shape name="star" />}
      </span>
    );
  }
  return (
    <span className={`tile tile-poker suit-${card.suit}`} aria-hidden="true">
      <span className="tile-rank">
        <NumeralText text={card.rank} />
      </span>
      <Shape name={card.suit} />
      {printedPoints(card) > 0 && <span className="tile-dot" />}
    </span>
  );
});

/** A shape in a line of text, in the colour of the text's class. */
export function Shape({ name }: { name: string }) {
  return (
    <svg className={`shape shape-${name}`} viewBox="0 0 20 20" aria-hidden="true">
      <use href={`#s-${name}`} width="20" height="20" />
    </svg>
  );
}

function FourShapes({ className }: { className: string }) {
  return (
    <span className={className}>
      {COLOURS.map((c) => (
        <Shape key={c} name={c} />
      ))}
    </span>
  );
}

/** An UNO colour as colour + shape + word. */
export function ColourWord({ colour, children }: { colour: string; children: React.ReactNode }) {
  return (
    <span className={`word word-${colour}`}>
      {colour !== "wild" && <Shape name={colour} />}
      {children}
    </span>
  );
}
