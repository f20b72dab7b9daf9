/**
 * The heat map on a canvas: one pixel for each cell, drawn at once and stretched. The cell under the pointer, or where the
 * arrow keys have led, is named below it.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { HeatMatrix, HeatMeasure } from "../heat/heat-matrix.ts";
import { moment, number, percent } from "../parts/words.ts";
import { heatColour, heatCss, theme } from "./colours.ts";

interface HeatMapProps {
  readonly matrix: HeatMatrix;
  readonly measure: HeatMeasure;
  readonly columnMs: number;
  readonly axis: "hash" | "key";
  readonly label: string;
}

const HEIGHT = 300;
const SHADES = 256;

export function HeatMap({ matrix, measure, columnMs, axis, label }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<{ row: number; column: number } | undefined>(undefined);
  const { rows, starts, values } = matrix;
  const colours = theme.value;
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, matrix, measure, colours);
  }, [matrix, measure, colours]);

  const onPointer = (event: PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * starts.length);
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows.length);
    if (rows[row] !== undefined && starts[column] !== undefined) setCell({ row, column });
  };
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || rows.length === 0) return;
    event.preventDefault();
    const { row, column } = cell ?? { row: 0, column: starts.length - 1 };
    setCell({
      row: Math.min(rows.length - 1, Math.max(0, row + step[0])),
      column: Math.min(starts.length - 1, Math.max(0, column + step[1])),
    });
  };
  const named = cell && rows[cell.row] && starts[cell.column] !== undefined ? cell : undefined;
  return (
    <figure class={axis === "key" ? "heat heat-by-key" : "heat"}>
      <div class="heat-frame">
        <div class="heat-rows" aria-hidden="true">
          {rowMarks(matrix, axis).map(({ text, top, size }) => (
            <span key={`${top}`} style={{ top: `${top * 100}%`, height: `${size * 100}%` }}>
              {text}
            </span>
          ))}
        </div>
        <div class="heat-canvas">
          <canvas
            ref={canvas}
            height={HEIGHT}
            tabIndex={0}
            role="img"
            aria-label={`${label}. Arrow keys walk over its cells.`}
            onPointerMove={onPointer}
            onPointerLeave={() => setCell(undefined)}
            onKeyDown={onKey}
          />
          {axis === "hash" &&
            borders(matrix).map((top) => (
              <i key={top} class="heat-border" style={{ top: `${top * 100}%` }} />
            ))}
          {named && (
            <i
              class="heat-cell"
              style={{
                left: `${(named.column / starts.length) * 100}%`,
                top: `${(named.row / rows.length) * 100}%`,
                width: `${100 / starts.length}%`,
                height: `${100 / rows.length}%`,
              }}
            />
          )}
          {rows.length === 0 && <p class="heat-empty">Nothing has been counted in this time.</p>}
        </div>
      </div>
      <div class="heat-times" aria-hidden="true">
        {timeMarks(starts, columnMs).map((text, i) => (
          <span key={i}>{text}</span>
        ))}
      </div>
      <figcaption class="heat-caption">
        <output class="heat-named" aria-live="polite">
          {named ? (
            <>
              <b>{moment(starts[named.column]!, columnMs)}</b> · {rowWords(matrix, named.row)} ·{" "}
              <b>{valueWords(values[named.row]![named.column]!, measure)}</b>
            </>
          ) : (
            "Point at a cell to name it."
          )}
        </output>
        <span class="heat-scale" aria-hidden="true">
          0
          {[0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => (
            <i key={value} style={{ background: heatCss(value, colours) }} />
          ))}
          {valueWords(scaleMax(matrix.max, measure), measure)}
        </span>
      </figcaption>
    </figure>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Use is judged against the limit, all else against the highest that is seen. */
function scaleMax(max: number, measure: HeatMeasure): number {
  return measure === "use" ? Math.max(1, max) : max;
}

export function draw(
  canvas: HTMLCanvasElement,
  { rows, starts, values, max }: HeatMatrix,
  measure: HeatMeasure,
  of: "light" | "dark",
) {
  const context = canvas.getContext("2d")!;
  canvas.width = Math.max(1, starts.length);
  canvas.height = Math.max(1, rows.length);
  const image = context.createImageData(canvas.width, canvas.height);
  const shades = Array.from({ length: SHADES }, (_, i) => heatColour(i / (SHADES - 1), of));
  // Small values are seen beside large ones: the scale of heat is logarithmic, that of a limit is not.
  const top = scaleMax(max, measure);
  const levelOf = (value: number) => (measure === "use" ? value / top : Math.log1p(value) / Math.log1p(top));
  for (let row = 0; row < canvas.height; row++) {
    for (let column = 0; column < canvas.width; column++) {
      const value = values[row]?.[column] ?? 0;
      const level = value > 0 && top > 0 ? 0.1 + 0.9 * levelOf(value) : 0;
      const [red, green, blue] = shades[Math.min(SHADES - 1, Math.round(level * (SHADES - 1)))]!;
      const at = 4 * (row * canvas.width + column);
      image.data.set([red, green, blue, 255], at);
    }
  }
  context.putImageData(image, 0, 0);
}

/** Partitions by hash, keys where there is room for their names. */
function rowMarks({ rows }: HeatMatrix, axis: "hash" | "key"): { text: string; top: number; size: number }[] {
  if (axis === "key") {
    const every = Math.ceil(rows.length / 18);
    return rows.flatMap(({ label }, i) =>
      i % every === 0 ? [{ text: label, top: i / rows.length, size: every / rows.length }] : [],
    );
  }
  const marks: { text: string; top: number; size: number }[] = [];
  let start = 0;
  for (let i = 1; i <= rows.length; i++) {
    if (rows[i]?.partition?.id === rows[start]?.partition?.id && i < rows.length) continue;
    const size = (i - start) / rows.length;
    if (size > 0.04) marks.push({ text: rows[start]!.partition?.id ?? "", top: start / rows.length, size });
    start = i;
  }
  return marks;
}

function borders({ rows }: HeatMatrix): number[] {
  return rows.flatMap(({ partition }, i) =>
    i > 0 && partition?.id !== rows[i - 1]!.partition?.id ? [i / rows.length] : [],
  );
}

function timeMarks(starts: readonly number[], columnMs: number): string[] {
  const count = 5;
  if (starts.length === 0) return [];
  return Array.from({ length: count }, (_, i) =>
    moment(starts[Math.round((i / (count - 1)) * (starts.length - 1))]!, columnMs),
  );
}

function rowWords({ rows }: HeatMatrix, row: number): string {
  const { label, partition } = rows[row]!;
  return partition === undefined || label.startsWith("partition")
    ? label
    : `partition ${partition.id}, ${label}`;
}

function valueWords(value: number, measure: HeatMeasure): string {
  if (measure === "use") return `${percent(value)} of the RU/s`;
  return measure === "ru" ? `${number(value)} RU` : `${number(Math.round(value))} × 429`;
}
