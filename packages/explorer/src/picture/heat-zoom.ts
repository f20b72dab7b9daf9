/** A part of a heat map that is looked at closer: a stretch of time, and by hash also a part of the hash space. */
import type { HashSpan, HeatMatrix } from "../heat/heat-matrix.ts";

export interface HeatZoom {
  readonly fromMs: number;
  /** The start of the last column. */
  readonly toMs: number;
  readonly span?: HashSpan | undefined;
}

export interface HeatCell {
  readonly row: number;
  readonly column: number;
}

/** Fewer columns than this say nothing. */
const COLUMNS_MIN = 4;

/** What lies between two cells, where that is a part worth looking at. */
export function zoomBetween({ rows, starts }: HeatMatrix, a: HeatCell, b: HeatCell): HeatZoom | undefined {
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column)];
  if (right - left + 1 < COLUMNS_MIN) return undefined;
  const first = rows[Math.min(a.row, b.row)]?.span;
  const last = rows[Math.max(a.row, b.row)]?.span;
  const span = first && last && a.row !== b.row ? { from: first.from, to: last.to } : undefined;
  return { fromMs: starts[left]!, toMs: starts[right]!, span };
}

/** Half of the time, around a cell. */
export function zoomAround(matrix: HeatMatrix, { row, column }: HeatCell): HeatZoom | undefined {
  const half = Math.floor(matrix.starts.length / 4);
  const left = Math.max(0, Math.min(column - half, matrix.starts.length - 2 * half));
  const right = Math.min(matrix.starts.length - 1, left + 2 * half - 1);
  return zoomBetween(matrix, { row, column: left }, { row, column: right });
}

/** The columns that are looked at; all where the part has gone by. */
export function zoomedStarts(starts: readonly number[], zoom: HeatZoom | undefined): readonly number[] {
  if (zoom === undefined) return starts;
  const inside = starts.filter((start) => start >= zoom.fromMs && start <= zoom.toMs);
  return inside.length < COLUMNS_MIN ? starts : inside;
}
