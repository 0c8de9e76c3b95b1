import { useTranslation } from "react-i18next";

/** How one player or side went through a match: a number after each round. */
export interface Line {
  name: string;
  me: boolean;
  values: number[];
}

const WIDE = 320;
const HIGH = 130;
const LEFT = 8;
const RIGHT = 78;

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
  const rounds = Math.max(...lines.map((line) => line.values.length));
  if (rounds < 2) return null;
  const low = Math.min(base, ...all);
  const high = Math.max(base + 1, ...all);
  const x = (i: number) => LEFT + (i * (WIDE - LEFT - RIGHT)) / (rounds - 1);
  const y = (value: number) => HIGH - 10 - ((value - low) * (HIGH - 20)) / (high - low);
  const ends = lines
    .map((line) => ({ line, at: y(line.values[line.values.length - 1] ?? 0) }))
    .sort((a, b) => a.at - b.at);
  for (let i = 1; i < ends.length; i++) {
    const [above, end] = [ends[i - 1], ends[i]];
    if (above && end) end.at = Math.max(end.at, above.at + 12);
  }
  const spoken = lines.map((line) => `${line.name}${t("colon")}${line.values.map(shown).join(t("listComma"))}`);
  const height = Math.max(HIGH, (ends[ends.length - 1]?.at ?? 0) + 8);
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
      {ends.map(({ line, at }) => (
        <text key={line.name} x={WIDE - RIGHT + 6} y={at + 4} fontWeight={line.me ? 700 : 400}>
          {shown(line.values[line.values.length - 1] ?? 0)} {line.name}
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
