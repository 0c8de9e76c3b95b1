import { memo } from "react";
import { useTranslation } from "react-i18next";
import { COLOURS, type PokerCard, printedPoints, type UnoCard, unoIndex } from "./faces";
import { Numeral } from "./Numerals";

/** One of the shapes, `size` user units wide, with its middle at (x, y). */
function Glyph({ name, x, y, size, fill, stroke }: GlyphProps) {
  return (
    <use href={`#s-${name}`} x={x - size / 2} y={y - size / 2} width={size} height={size} fill={fill} stroke={stroke} />
  );
}
interface GlyphProps {
  name: string;
  x: number;
  y: number;
  size: number;
  fill?: string;
  stroke?: string;
}

/** What a face is printed on, with its hairline. */
function Paper({ fill, edge }: { fill: string; edge: string }) {
  return (
    <rect
      className="face-edge"
      x=".7"
      y=".7"
      width="98.6"
      height="142.6"
      rx="10.5"
      fill={fill}
      stroke={edge}
      strokeWidth="1.4"
    />
  );
}

/** The four colours two by two: the sign of a wild card. */
function Four({ x, y, step, size }: { x: number; y: number; step: number; size: number }) {
  return COLOURS.map((colour, i) => (
    <Glyph
      key={colour}
      name={colour}
      x={x + (i % 2 ? step : -step)}
      y={y + (i > 1 ? step : -step)}
      size={size}
      fill={`var(--${colour})`}
      stroke={`var(--${colour}-print)`}
    />
  ));
}

/** A whole UNO card, 100 × 144: a fan that shows only its spine shows everything. */
export const UnoFace = memo(function UnoFace({ card }: { card: UnoCard }) {
  const { t } = useTranslation();
  const tone = card.color ?? "wild";
  const index = unoIndex(card);
  const wild = card.color === null;
  const drawn = card.type === "skip" || card.type === "reverse";
  const round = card.value === 6 || card.value === 9;
  const ink = `var(--${tone}-print)`;
  const on = `var(--${tone}-on)`;
  return (
    <svg className="face" viewBox="0 0 100 144" aria-hidden="true">
      <rect x=".7" y=".7" width="98.6" height="142.6" rx="10.5" fill={`var(--${tone}-tint)`} />
      <path d="M11.2 .7H36V143.3H11.2A10.5 10.5 0 0 1 .7 132.8V11.2A10.5 10.5 0 0 1 11.2 .7Z" fill={`var(--${tone})`} />
      <Paper fill="none" edge={`var(--${tone}-${wild ? "edge" : "word"})`} />
      {index && (
        <Numeral
          text={index}
          x={18.5}
          y={index.length > 1 ? 15 : 12}
          height={index.length > 1 ? 19 : 25}
          most={30}
          ink={on}
        />
      )}
      {round && <rect x="10" y="41" width="17" height="3.2" rx="1.6" fill={on} />}
      {drawn && (
        <g color={on}>
          <Glyph name={card.type} x={18.5} y={26} size={30} />
        </g>
      )}
      {!wild && <Glyph name={tone} x={18.5} y={62} size={17} fill={on} />}
      {wild &&
        COLOURS.map((c, i) => (
          <Glyph
            key={c}
            name={c}
            x={18.5}
            y={(index ? 58 : 40) + i * 22}
            size={14}
            fill={`var(--${c})`}
            stroke="#fff"
          />
        ))}
      {!wild && (
        <g opacity=".34">
          <Glyph name={tone} x={68} y={72} size={58} fill={`var(--${tone})`} />
        </g>
      )}
      {!wild && index && (
        <Numeral
          text={index}
          x={68}
          y={index.length > 1 ? 54 : 46}
          height={index.length > 1 ? 38 : 52}
          most={52}
          ink={ink}
          inlay={`var(--${tone}-tint)`}
        />
      )}
      {round && <rect x="54" y="104" width="28" height="4" rx="2" fill={ink} />}
      {drawn && (
        <>
          <g color={ink}>
            <Glyph name={card.type} x={68} y={70} size={46} />
          </g>
          <text x="68" y="122" className="pip" fontSize={card.type === "skip" ? 15 : 11.5} fill={ink}>
            {t(`face.${card.type}`)}
          </text>
        </>
      )}
      {wild && (
        <>
          <Four x={68} y={64} step={12.5} size={20} />
          {index ? (
            <Numeral text={index} x={68} y={100} height={26} ink={ink} />
          ) : (
            <text x="68" y="120" className="pip" fontSize="16" fill={ink}>
              {t("face.wild")}
            </text>
          )}
        </>
      )}
    </svg>
  );
});

/** Court cards carry a sign of their own: a sword, a blossom, a crown. */
const COURT = new Set(["J", "Q", "K"]);

/** A whole poker card, 100 × 144: index column left, one large suit right; court cards have a panel with their sign. */
export const PokerFace = memo(function PokerFace({ card }: { card: PokerCard }) {
  const { t } = useTranslation();
  const points = printedPoints(card);
  if (card.suit === "joker") return <JokerFace big={card.rank === "big"} letters={t(`face.${card.rank}Short`)} />;
  const ink = `var(--${card.suit})`;
  const court = COURT.has(card.rank);
  return (
    <svg className="face" viewBox="0 0 100 144" aria-hidden="true">
      <Paper fill="var(--face)" edge="#8d9a94" />
      {court && <rect x="41" y="8" width="51" height="128" rx="8" fill={ink} opacity=".1" />}
      <Numeral text={card.rank} x={19} y={11} height={26} most={29} ink={ink} />
      <Glyph name={card.suit} x={19} y={57} size={23} fill={ink} />
      {court && <Glyph name={card.rank} x={66.5} y={47} size={46} fill={ink} />}
      <Glyph
        name={card.suit}
        x={66.5}
        y={court ? 102 : 86}
        size={card.rank === "A" ? 60 : court ? 40 : 48}
        fill={ink}
      />
      {points > 0 && <PointBox x={4} y={121} points={points} />}
    </svg>
  );
});

function PointBox({ x, y, points }: { x: number; y: number; points: number }) {
  return (
    <>
      <rect x={x} y={y} width="30" height="17" rx="5" fill="#fbefd2" stroke="#7a4e00" strokeWidth="1.2" />
      <Numeral text={String(points)} x={x + 15} y={y + 3.5} height={10} ink="#7a4e00" />
    </>
  );
}

function JokerFace({ big, letters }: { big: boolean; letters: string }) {
  const strip = big ? "var(--joker-big)" : "none";
  const ink = big ? "#fff" : "#1b2426";
  const stacked = /[^ -~]/.test(letters);
  return (
    <svg className="face" viewBox="0 0 100 144" aria-hidden="true">
      <Paper fill="var(--face)" edge="#8d9a94" />
      <rect x="5" y="6" width="29" height="132" rx="7" fill={strip} stroke={big ? "none" : ink} strokeWidth="2" />
      {stacked ? (
        [...letters].map((letter, i) => (
          <text key={letter} x="19.5" y={32 + i * 25} className="pip" fontSize="21" fill={ink}>
            {letter}
          </text>
        ))
      ) : (
        <text x="19.5" y="30" className="pip" fontSize="17" fill={ink}>
          {letters}
        </text>
      )}
      <Glyph
        name="star"
        x={19.5}
        y={stacked ? 79 : 52}
        size={18}
        fill={big ? "#fff" : "none"}
        stroke={big ? "none" : ink}
      />
      <Glyph name="cap" x={69} y={72} size={48} fill={big ? "var(--joker-big)" : "none"} stroke={big ? "none" : ink} />
    </svg>
  );
}

export function CardBack() {
  return (
    <svg className="face" viewBox="0 0 100 144" aria-hidden="true">
      <use href="#s-back" width="100" height="144" />
    </svg>
  );
}
