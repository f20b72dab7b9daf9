/** Lines over time, drawn as SVG: a few hundred points need no more. What is under the pointer is named below. */
import { useState } from "preact/hooks";
import { moment, timeMarks } from "../parts/words.ts";

export interface ChartLine {
  readonly name: string;
  /** Of the style sheet. */
  readonly kind: "used" | "scaled" | "limit";
  readonly values: readonly number[];
}

interface LineChartProps {
  readonly starts: readonly number[];
  /** How long each of them is. */
  readonly stretchMs: number;
  readonly lines: readonly ChartLine[];
  /** Counts that are marked at the foot where they are not 0. */
  readonly marks: { readonly name: string; readonly values: readonly number[] };
  readonly words: (value: number) => string;
  readonly label: string;
}

const WIDTH = 1_000;
const HEIGHT = 200;
const GRID_LINES = 4;

export function LineChart({ starts, stretchMs, lines, marks, words, label }: LineChartProps) {
  const [at, setAt] = useState<number | undefined>(undefined);
  const top = niceTop(Math.max(1, ...lines.flatMap(({ values }) => values)));
  const x = (i: number) => (starts.length < 2 ? 0 : (i / (starts.length - 1)) * WIDTH);
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const named = at !== undefined && starts[at] !== undefined ? at : undefined;
  const onPointer = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    setAt(Math.round(((event.clientX - box.left) / box.width) * (starts.length - 1)));
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setAt(Math.min(starts.length - 1, Math.max(0, (at ?? starts.length) + step)));
  };
  return (
    <figure class="chart">
      <div class="chart-frame">
        <div class="chart-scale" aria-hidden="true">
          {Array.from({ length: GRID_LINES + 1 }, (_, i) => (
            <span key={i}>{words((top * (GRID_LINES - i)) / GRID_LINES)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${label}. Arrow keys walk along it.`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its moments are named with the arrow keys
          tabIndex={0}
          onPointerMove={onPointer}
          onPointerLeave={() => setAt(undefined)}
          onKeyDown={onKey}
        >
          {Array.from({ length: GRID_LINES + 1 }, (_, i) => (
            <line
              key={i}
              class="chart-grid"
              x1={0}
              x2={WIDTH}
              y1={(HEIGHT * i) / GRID_LINES}
              y2={(HEIGHT * i) / GRID_LINES}
            />
          ))}
          {lines.map(({ name, kind, values }) => {
            const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
            return (
              <g key={name} class={`chart-${kind}`}>
                {kind === "used" && (
                  <polygon points={`0,${HEIGHT} ${points} ${x(values.length - 1)},${HEIGHT}`} />
                )}
                <polyline points={points} />
              </g>
            );
          })}
          {marks.values.map((count, i) =>
            count > 0 ? (
              <line key={starts[i]} class="chart-mark" x1={x(i)} x2={x(i)} y1={HEIGHT - 14} y2={HEIGHT} />
            ) : null,
          )}
          {named !== undefined && <line class="chart-now" x1={x(named)} x2={x(named)} y1={0} y2={HEIGHT} />}
        </svg>
      </div>
      <div class="chart-times" aria-hidden="true">
        {timeMarks(starts, stretchMs).map((text, i) => (
          <span key={i}>{text}</span>
        ))}
      </div>
      <figcaption class="heat-caption">
        <output class="heat-named" aria-live="polite">
          {named === undefined ? (
            "Point at a moment to name it."
          ) : (
            <>
              <b>{moment(starts[named]!, stretchMs)}</b>
              {lines.map(({ name, values }) => ` · ${name} ${words(values[named] ?? 0)}`)}
              {` · ${marks.values[named] ?? 0} ${marks.name}`}
            </>
          )}
        </output>
        <span class="chart-legend" aria-hidden="true">
          {lines.map(({ name, kind }) => (
            <span key={name}>
              <i class={`legend-${kind}`} />
              {name}
            </span>
          ))}
          {marks.values.some((count) => count > 0) && (
            <span>
              <i class="legend-mark" />
              {marks.name}
            </span>
          )}
        </span>
      </figcaption>
    </figure>
  );
}

/** 1, 2, 4, 5 or 8 of a power of ten, so that its quarters are round. */
export function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10);
}
