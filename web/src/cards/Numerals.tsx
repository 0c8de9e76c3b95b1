/** The figures and letters on the cards, drawn by us as strokes: the same on every machine, whatever fonts it has. */

/** How high every figure is; strokes reach to its edges. */
const HIGH = 32;
const STROKE = 5;
/** Width and strokes of each. */
const FIGURES: Record<string, [number, string]> = {
  "0": [24, "M12 3C6.4 3 4 8.6 4 16S6.4 29 12 29 20 23.4 20 16 17.6 3 12 3Z"],
  "1": [17, "M4 8.6 11.5 3V29"],
  "2": [24, "M4.4 9.6C5 5.6 8 3 12 3S19.6 6 19.6 10.4C19.6 15 15.4 18.4 4.6 29H20.4"],
  "3": [24, "M5 3H19L11.4 13C16.6 13 20 16 20 20.8S16.5 29 11.8 29C8 29 5 27 4 23.6"],
  "4": [24, "M15.6 29V3L3.4 21.6H20.8"],
  "5": [
    24,
    "M18.6 3H7L5.8 14.6C7.5 13.1 9.6 12.3 12 12.3 16.8 12.3 20 15.8 20 20.6S16.6 29 11.8 29C8.2 29 5.2 27.2 4 24.2",
  ],
  "6": [24, "M15.4 3 5.6 15.8M12 12.8A8.1 8.1 0 1 1 12 29 8.1 8.1 0 0 1 12 12.8Z"],
  "7": [23, "M3.5 3H19.5L10 29"],
  "8": [
    24,
    "M12 3A6.2 6.2 0 1 1 12 15.4 6.2 6.2 0 0 1 12 3ZM12 15.4C7.4 15.4 4.1 18.2 4.1 22.2S7.4 29 12 29 19.9 26.2 19.9 22.2 16.6 15.4 12 15.4Z",
  ],
  "9": [24, "M8.6 29 18.4 16.2M12 3A8.1 8.1 0 1 1 12 19.2 8.1 8.1 0 0 1 12 3Z"],
  "+": [22, "M11 9.5V24.5M3.5 17H18.5"],
  A: [24, "M3.4 29 12 3 20.6 29M6.6 20.4H17.4"],
  J: [22, "M7.5 3H17.5V21.4C17.5 26 15 29 11 29S4.8 26.6 4 23"],
  Q: [25, "M12 3C6.4 3 4 8.6 4 16S6.4 29 12 29 20 23.4 20 16 17.6 3 12 3ZM13.5 22.5 20.8 29.5"],
  K: [24, "M5 3V29M19.6 3 5 18.4M10.6 12.8 20.6 29"],
};

function placed(text: string): { width: number; strokes: { at: number; d: string }[] } {
  let width = 0;
  const strokes = [...text].map((letter) => {
    const [wide, d] = FIGURES[letter] ?? [0, ""];
    const at = width;
    width += wide;
    return { at, d };
  });
  return { width, strokes };
}

interface NumeralProps {
  text: string;
  /** The middle of its top. */
  x: number;
  y: number;
  height: number;
  /** At most this wide: longer ones are made narrower, not lower. */
  most?: number;
  ink: string;
  /** A light line along the middle of the strokes, for large figures. */
  inlay?: string;
}

/** Figures as a part of a drawing. */
export function Numeral({ text, x, y, height, most = 1000, ink, inlay }: NumeralProps) {
  const { width, strokes } = placed(text);
  const scale = height / HIGH;
  const across = Math.min(scale, most / width);
  const lines = strokes.map(({ at, d }) => <path key={at} d={d} transform={`translate(${at})`} />);
  return (
    <g
      transform={`translate(${(x - (width * across) / 2).toFixed(2)} ${y}) scale(${across.toFixed(4)} ${scale.toFixed(4)})`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g stroke={ink} strokeWidth={STROKE}>
        {lines}
      </g>
      {inlay && (
        <g stroke={inlay} strokeWidth="1">
          {lines}
        </g>
      )}
    </g>
  );
}

/** Figures in a line of text, as high as its capitals. */
export function NumeralText({ text }: { text: string }) {
  return (
    <svg className="numeral" viewBox={`0 0 ${placed(text).width} ${HIGH}`} aria-hidden="true">
      <Numeral text={text} x={placed(text).width / 2} y={0} height={HIGH} ink="currentColor" />
    </svg>
  );
}
