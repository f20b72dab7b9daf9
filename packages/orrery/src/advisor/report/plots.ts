/** The drawings of the report, as SVG and plain boxes. */
import { percent, whole } from "../ground/figures.ts";
import { escaped } from "./escaped.ts";

const LINE_COLOURS = ["#2f6fd0", "#d0632f", "#2b9a66", "#9a4fc0", "#b38600", "#b3261e"];

interface Bar {
  readonly name: string;
  readonly tier: string;
  readonly value: number;
  readonly note: string;
}

export function costBars(bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(
    ({ name, tier, value, note }) =>
      `<div class="${tier}"><span>${escaped(name)} <small>${whole(value)} RU/s, ${escaped(note)}</small></span><i style="width:${((100 * value) / most).toFixed(1)}%"></i></div>`,
  );
  return `<div class="bars">${rows.join("\n")}</div>`;
}

interface Line {
  readonly name: string;
  /** Rank and part. */
  readonly points: readonly (readonly [number, number])[];
}

/** Both axes by powers: ranks of 2, parts of 10. */
export function spreadPlot(lines: readonly Line[]): string {
  const [width, height, left, bottom] = [720, 260, 56, 34];
  const points = lines.flatMap((line) => line.points);
  const rankMax = Math.max(2, ...points.map(([rank]) => rank));
  const lowest = Math.floor(Math.log10(Math.min(0.1, ...points.map(([, part]) => part))));
  const x = (rank: number) => left + (Math.log2(rank) / Math.log2(rankMax)) * (width - left - 8);
  const y = (part: number) => 8 + (Math.log10(part) / lowest) * (height - bottom - 8);
  const grid: string[] = [];
  for (let power = 0; power >= lowest; power--) {
    const at = y(10 ** power).toFixed(1);
    grid.push(
      `<line x1="${left}" x2="${width}" y1="${at}" y2="${at}" stroke="var(--line)"/><text x="${left - 8}" y="${at}" dy="4" text-anchor="end">${percentOf(power)}</text>`,
    );
  }
  const steps = Math.max(1, Math.ceil(Math.log2(rankMax) / 6));
  for (let power = 0; 2 ** power <= rankMax; power += steps)
    grid.push(
      `<text x="${x(2 ** power).toFixed(1)}" y="${height - 12}" text-anchor="middle">${whole(2 ** power)}</text>`,
    );
  const drawn = lines.map(({ points: line }, i) => {
    const path = line.map(([rank, part]) => `${x(rank).toFixed(1)},${y(part).toFixed(1)}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colour(i)}" stroke-width="2"/>`;
  });
  const legend = lines.map(
    ({ name }, i) => `<li><i style="background:${colour(i)}"></i>${escaped(name)}</li>`,
  );
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Part of the data by rank of the key">${grid.join("")}${drawn.join("")}</svg><ul class="legend">${legend.join("")}</ul>`;
}

function colour(i: number): string {
  return LINE_COLOURS[i % LINE_COLOURS.length]!;
}

function percentOf(power: number): string {
  const value = 10 ** (power + 2);
  return value >= 1 ? `${value} %` : `${value.toFixed(-(power + 2))} %`;
}

interface Row {
  readonly ru: readonly number[];
  readonly refused: readonly number[];
}

/** By square root, so that what is small is seen beside what is large. */
export function heatMap(partitions: readonly Row[], hottest: number): string {
  const seconds = Math.max(1, ...partitions.map(({ ru }) => ru.length));
  const [width, left] = [720, 34];
  const cell = (width - left) / seconds;
  const line = Math.max(5, Math.min(16, 320 / partitions.length));
  const height = partitions.length * line;
  const cells = partitions.flatMap(({ ru, refused }, row) =>
    ru.map((value, second) => {
      const heat = hottest > 0 ? Math.sqrt(value / hottest) : 0;
      const at = `x="${(left + second * cell).toFixed(1)}" y="${(row * line).toFixed(1)}"`;
      const box = `<rect ${at} width="${(cell - 0.5).toFixed(1)}" height="${(line - 0.5).toFixed(1)}" fill="rgba(var(--heat),${Math.max(0.04, heat).toFixed(2)})"/>`;
      const isRefused = (refused[second] ?? 0) > 0;
      const mark = `<rect ${at} width="${(cell - 0.5).toFixed(1)}" height="${Math.max(1.5, line / 4).toFixed(1)}" fill="var(--bad)"/>`;
      return isRefused ? box + mark : box;
    }),
  );
  const busiest = partitions.map(({ ru }) => ru.reduce((sum, value) => sum + value, 0));
  const total = busiest.reduce((sum, value) => sum + value, 0);
  const most = Math.max(...busiest);
  return `<svg viewBox="0 0 ${width} ${height + 22}" role="img" aria-label="RU by partition and second">${cells.join("")}<text x="${left}" y="${height + 16}">0 s</text><text x="${width}" y="${height + 16}" text-anchor="end">${seconds} s</text><text x="${width / 2}" y="${height + 16}" text-anchor="middle">busiest partition ${percent(total > 0 ? most / total : 0)} of the RU</text><text x="${left - 6}" y="10" text-anchor="end">0</text><text x="${left - 6}" y="${height}" text-anchor="end">${partitions.length - 1}</text></svg>`;
}
