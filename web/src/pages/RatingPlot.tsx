import { useTranslation } from "react-i18next";
import type { RatingPoint } from "../api/types.gen";
import { useWidth } from "../ui/hooks";
import { dayText, whenText } from "./dates";

/** The rating model counts around 25; people know numbers around 1500. */
const SCALE = 60;

export function shownRating(rating: number): number {
  return Math.round(rating * SCALE);
}

const LEFT = 44;
const BOTTOM = 24;

export interface Plot {
  height: number;
  line: string;
  band: string;
  ticks: { value: number; y: number }[];
  dates: { at: string; x: number }[];
  end: { x: number; y: number };
}

/** Where line and band of a history run on this width; pure, so that it can be tested. */
export function plotOf(points: RatingPoint[], width: number): Plot {
  const height = Math.round(Math.min(Math.max(width * 0.36, 180), 300));
  const low = Math.min(...points.map((p) => p.rating - 2 * p.uncertainty)) * SCALE;
  const high = Math.max(...points.map((p) => p.rating + 2 * p.uncertainty)) * SCALE;
  const stepSize = [50, 100, 200, 250, 500, 1000].find((s) => (high - low) / s <= 5) ?? 1000;
  const from = Math.floor(low / stepSize) * stepSize;
  const to = Math.max(from + stepSize, Math.ceil(high / stepSize) * stepSize);
  const x = (i: number) => LEFT + (points.length === 1 ? 0.5 : i / (points.length - 1)) * (width - LEFT - 12);
  const y = (value: number) => 8 + (1 - (value - from) / (to - from)) * (height - BOTTOM - 8);
  const at = (value: (p: RatingPoint) => number) =>
    points.map((p, i) => `${x(i).toFixed(1)} ${y(value(p) * SCALE).toFixed(1)}`);
  const upper = at((p) => p.rating + 2 * p.uncertainty);
  const lower = at((p) => p.rating - 2 * p.uncertainty).reverse();
  const ticks = [];
  for (let value = from; value <= to; value += stepSize) ticks.push({ value, y: y(value) });
  const shown = [0, Math.floor((points.length - 1) / 2), points.length - 1];
  const dates = [...new Set(shown)].map((i) => ({ at: points[i]?.at ?? "", x: x(i) }));
  const last = points[points.length - 1];
  return {
    height,
    line: `M${at((p) => p.rating).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    ticks,
    dates,
    end: { x: x(points.length - 1), y: y((last?.rating ?? 0) * SCALE) },
  };
}

/** Rating over time with its band of uncertainty; the same as a table for those who cannot see it. */
export function RatingPlot({ points }: { points: RatingPoint[] }) {
  const { t, i18n } = useTranslation();
  const [figure, width] = useWidth<HTMLElement>();
  const plot = plotOf(points, width);
  const dates = plot.dates.map(({ at, x }) => ({ text: dayText(at, i18n.language), x }));
  return (
    <figure ref={figure}>
      <svg className="plot" height={plot.height} role="img" aria-label={t("ladder.rating")}>
        {plot.ticks.map((tick) => (
          <g key={tick.value}>
            <line className="plot-grid" x1={LEFT} x2={width} y1={tick.y} y2={tick.y} />
            <text className="plot-text" x={LEFT - 6} y={tick.y + 4} textAnchor="end">
              {tick.value}
            </text>
          </g>
        ))}
        {dates.map(({ text, x }, i) =>
          text === dates[i - 1]?.text ? null : (
            <text
              key={x}
              className="plot-text"
              x={x}
              y={plot.height - 6}
              textAnchor={x > width - 60 ? "end" : "middle"}
            >
              {text}
            </text>
          ),
        )}
        <path className="plot-band" d={plot.band} />
        <path className="plot-line" d={plot.line} />
        <circle className="plot-end" cx={plot.end.x} cy={plot.end.y} r="5" />
      </svg>
      <figcaption className="quiet">{t("ladder.band")}</figcaption>
      <details>
        <summary>{t("ladder.table")}</summary>
        <div className="plot-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("ladder.date")}</th>
                <th scope="col">{t("ladder.rating")}</th>
                <th scope="col">±</th>
              </tr>
            </thead>
            <tbody>
              {[...points].reverse().map((p) => (
                <tr key={p.match}>
                  <td>{whenText(p.at, i18n.language)}</td>
                  <td>{shownRating(p.rating)}</td>
                  <td>{shownRating(2 * p.uncertainty)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
