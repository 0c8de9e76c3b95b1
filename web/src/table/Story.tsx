import { useTranslation } from "react-i18next";
import { useWindowSize } from "../ui/hooks";

/** How one player or side went through a match: a number after each round. */
export interface Line {
  name: string;
  me: boolean;
  values: number[];
}

const WIDE = 320;
const HIGH = 130;
/** Where little height is left, a lower drawing keeps its words readable. */
const LOW_WINDOW = 500;
const LOW_PHONE = 700;
const LOW_HIGH = 62;
const NAMES_IN_LOW = 4;
/** So many rounds can be told apart by dots. */
const FEW_ROUNDS = 12;
const LEFT = 8;
const RIGHT = 84;

interface CurveProps {
  lines: Line[];
  shown(value: number): string;
  /** Where the line at the foot is drawn. */
  base?: number;
}

/** Everybody's way through the match; names stand at the ends of the lines, no two on one spot. */
export function ScoreCurve({ lines, shown, base = 0 }: CurveProps) {
  const { t } = useTranslation();
  const all = lines.flatMap((line) => line.values);
  const { width, height: free } = useWindowSize();
  const low = free < (width < 600 ? LOW_PHONE : LOW_WINDOW);
  const high = low ? LOW_HIGH : HIGH;
  const rounds = Math.max(...lines.map((line) => line.values.length));
  if (rounds < 2) return null;
  const least = Math.min(base, ...all);
  const most = Math.max(base + 1, ...all);
  const x = (i: number) => LEFT + (i * (WIDE - LEFT - RIGHT)) / (rounds - 1);
  const y = (value: number) => high - 10 - ((value - least) * (high - 20)) / (most - least);
  const end = (line: Line) => line.values[line.values.length - 1] ?? 0;
  const first = lines.reduce((best, line) => (end(line) > end(best) ? line : best));
  const ends = lines
    .filter((line) => !low || lines.length <= NAMES_IN_LOW || line.me || line === first)
    .map((line) => ({ line, at: y(end(line)) }))
    .sort((a, b) => a.at - b.at);
  for (let i = 1; i < ends.length; i++) {
    const [above, below] = [ends[i - 1], ends[i]];
    if (above && below) below.at = Math.max(below.at, above.at + 12);
  }
  const spoken = lines.map((line) => `${line.name}${t("colon")}${line.values.map(shown).join(t("listComma"))}`);
  const height = Math.max(high, (ends[ends.length - 1]?.at ?? 0) + 8);
  return (
    <svg className="curve" viewBox={`0 0 ${WIDE} ${height}`} role="img" aria-label={spoken.join(". ")}>
      <line x1={LEFT} x2={WIDE - RIGHT} y1={y(base)} y2={y(base)} />
      {lines.map((line) => (
        <path
          key={line.name}
          className={line.me ? "curve-me" : ""}
          d={line.values.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("")}
        />
      ))}
      {rounds <= FEW_ROUNDS &&
        lines.map((line) =>
          line.values.map((value, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rounds never change places
            <circle key={`${line.name}${i}`} className={line.me ? "curve-me" : ""} cx={x(i)} cy={y(value)} r={4} />
          )),
        )}
      {ends.map(({ line, at }) => (
        <text key={line.name} x={WIDE - RIGHT + 9} y={at + 4} fontWeight={line.me ? 700 : 400}>
          {line.name}
          {t("colon")}
          {shown(end(line))}
        </text>
      ))}
    </svg>
  );
}

/** The rounds that decided a match, in words. */
export function TurningPoints({ points }: { points: string[] }) {
  const { t } = useTranslation();
  if (points.length === 0) return null;
  return (
    <section className="turning" aria-label={t("turningPoints")}>
      <b>{t("turningPoints")}</b>
      <ol>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
    </section>
  );
}
