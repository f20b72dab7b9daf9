/**
 * The heat map on a canvas: one pixel for each cell, drawn at once and stretched. The cell under the pointer, or where the
 * arrow keys have led, is named below it. What is drawn over with the pointer is looked at closer.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { HeatMatrix, HeatMeasure } from "../heat/heat-matrix.ts";
import { bytes, moment, number, percent, timeMarks } from "../parts/words.ts";
import { heatColour, heatCss, theme } from "./colours.ts";
import { type HeatCell, type HeatZoom, zoomAround, zoomBetween } from "./heat-zoom.ts";

interface HeatMapProps {
  readonly matrix: HeatMatrix;
  readonly measure: HeatMeasure;
  readonly columnMs: number;
  readonly axis: "hash" | "key";
  readonly label: string;
  readonly isZoomed: boolean;
  /** Undefined: all of it. */
  readonly onZoom: (zoom: HeatZoom | undefined) => void;
}

const HEIGHT = 300;
const SHADES = 256;

export function HeatMap({ matrix, measure, columnMs, axis, label, isZoomed, onZoom }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cell, setCell] = useState<HeatCell | undefined>(undefined);
  const [dragged, setDragged] = useState<HeatCell | undefined>(undefined);
  const { rows, starts, values } = matrix;
  const colours = theme.value;
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, matrix, measure, colours);
  }, [matrix, measure, colours]);

  const cellAt = (event: PointerEvent): HeatCell | undefined => {
    const box = canvas.current!.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * starts.length);
    const row = Math.floor(((event.clientY - box.top) / box.height) * rows.length);
    return rows[row] !== undefined && starts[column] !== undefined ? { row, column } : undefined;
  };
  const onMove = (event: PointerEvent) => setCell(cellAt(event) ?? cell);
  const onDown = (event: PointerEvent) => {
    canvas.current!.setPointerCapture(event.pointerId);
    setDragged(cellAt(event));
  };
  const onUp = () => {
    const zoom = dragged && cell && zoomBetween(matrix, dragged, cell);
    setDragged(undefined);
    if (zoom !== undefined) onZoom(zoom);
  };
  const onKey = (event: KeyboardEvent) => {
    const at = cell ?? { row: 0, column: starts.length - 1 };
    const step = STEPS[event.key];
    if (event.key === "Escape" || event.key === "-") onZoom(undefined);
    else if (event.key === "+") onZoom(zoomAround(matrix, at));
    else if (step === undefined || rows.length === 0) return;
    else {
      setCell({
        row: Math.min(rows.length - 1, Math.max(0, at.row + step[0])),
        column: Math.min(starts.length - 1, Math.max(0, at.column + step[1])),
      });
    }
    event.preventDefault();
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
            aria-label={`${label}. Arrow keys walk over its cells, plus looks closer, Escape shows all.`}
            onPointerMove={onMove}
            onPointerDown={onDown}
            onPointerUp={onUp}
            onPointerCancel={() => setDragged(undefined)}
            onPointerLeave={() => setCell(undefined)}
            onKeyDown={onKey}
          />
          {axis === "hash" &&
            borders(matrix).map((top) => (
              <i key={top} class="heat-border" style={{ top: `${top * 100}%` }} />
            ))}
          {named && <i class="heat-cell" style={boxOf(named, named, matrix)} />}
          {named && dragged && <i class="heat-part" style={boxOf(dragged, named, matrix)} />}
          {isEmpty(matrix) && (
            <p class="heat-empty">
              {measure === "throttled"
                ? "No request was over the limit in this time."
                : "Nothing happened in this time. Use the container, and it shows here at once."}
            </p>
          )}
          {isZoomed && (
            <button type="button" class="small heat-all" onClick={() => onZoom(undefined)}>
              Show all
            </button>
          )}
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
            "Point at a cell to name it; draw over a part to look closer."
          )}
        </output>
        <span class="heat-scale" aria-hidden="true">
          0
          {[0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => (
            <i key={value} style={{ background: heatCss(value, colours) }} />
          ))}
          {valueWords(matrix.top, measure)}
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

/** From one cell to another, both included. */
function boxOf(a: HeatCell, b: HeatCell, { rows, starts }: HeatMatrix): Record<string, string> {
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column) + 1];
  const [top, bottom] = [Math.min(a.row, b.row), Math.max(a.row, b.row) + 1];
  return {
    left: `${(left / starts.length) * 100}%`,
    top: `${(top / rows.length) * 100}%`,
    width: `${((right - left) / starts.length) * 100}%`,
    height: `${((bottom - top) / rows.length) * 100}%`,
  };
}

function isEmpty({ values }: HeatMatrix): boolean {
  return !values.some((row) => row.some((value) => value > 0));
}

export function draw(
  canvas: HTMLCanvasElement,
  { rows, starts, values, top }: HeatMatrix,
  measure: HeatMeasure,
  of: "light" | "dark",
) {
  const context = canvas.getContext("2d")!;
  canvas.width = Math.max(1, starts.length);
  canvas.height = Math.max(1, rows.length);
  const image = context.createImageData(canvas.width, canvas.height);
  const shades = Array.from({ length: SHADES }, (_, i) => heatColour(i / (SHADES - 1), of));
  // Small values are seen beside large ones: the scale of heat is logarithmic, that of a limit or of bytes is not.
  const isLinear = measure === "use" || measure === "storage";
  const levelOf = (value: number) => (isLinear ? value / top : Math.log1p(value) / Math.log1p(top));
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

function rowWords({ rows }: HeatMatrix, row: number): string {
  const { label, partition } = rows[row]!;
  return partition === undefined || label.startsWith("partition")
    ? label
    : `partition ${partition.id}, ${label}`;
}

function valueWords(value: number, measure: HeatMeasure): string {
  if (measure === "storage") return bytes(value);
  if (measure === "use") return `${percent(value)} of the RU/s`;
  return measure === "ru" ? `${number(value)} RU` : `${number(Math.round(value))} × 429`;
}
