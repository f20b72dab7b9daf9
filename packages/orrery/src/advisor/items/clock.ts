/**
 * Which property says when an item was written, and which properties follow it. A value that all items of one time
 * share (a day, an hour, a batch number) takes all the writes of that time: under hashing that is what makes a key hot
 * in time, not that it grows.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { valueAtSegments } from "@orrerydb/keys/hash";
import type { ItemSample, PathCounts, Row } from "./item-sample.ts";

export type TimeUnit = "iso" | "ms" | "s";

export interface Clock {
  readonly path: `/${string}`;
  readonly segments: readonly string[];
  readonly unit: TimeUnit;
  /** Of its order with the order in which the items came, from -1 to 1 (Spearman). */
  readonly correlation: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Properties that are constant while time goes by, and never come back: with their latest value. */
export interface Follower {
  readonly path: `/${string}`;
  readonly segments: readonly string[];
  readonly latest: unknown;
}

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const YEAR_2000_S = 946_684_800;
const YEAR_2100_S = 4_102_444_800;
export const ROWS_LOOKED_AT = 10_000;
/** The part of the rows that must have a time. */
const PRESENT_MIN = 0.99;
/** Values of a follower may be interleaved for so much of the changes: clocks differ a little. */
const RUNS_PER_VALUE_MAX = 1.5;

export function timeUnitOf(value: unknown): TimeUnit | undefined {
  if (typeof value === "string") return ISO.test(value) ? "iso" : undefined;
  if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
  if (value > YEAR_2000_S && value < YEAR_2100_S) return "s";
  return value > YEAR_2000_S * 1000 && value < YEAR_2100_S * 1000 ? "ms" : undefined;
}

export function timeOf(clock: Pick<Clock, "segments" | "unit">, item: JsonObject): number {
  const value = valueAtSegments(item, clock.segments);
  if (clock.unit === "iso") return typeof value === "string" ? Date.parse(value) : Number.NaN;
  return typeof value === "number" ? value * (clock.unit === "s" ? 1000 : 1) : Number.NaN;
}

/** The property that follows the order of arrival best; `_ts` where nothing of the item's own does. */
export function findClock(sample: ItemSample): Clock | undefined {
  const rows = sample.rows.slice(0, ROWS_LOOKED_AT);
  const paths = sample.paths.map(({ path, segments }) => ({ path, segments }));
  const clocks = [...paths, { path: "/_ts" as const, segments: ["_ts"] }].flatMap((path) =>
    clockAt(path, rows),
  );
  return clocks.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))[0];
}

function clockAt({ path, segments }: Pick<PathCounts, "path" | "segments">, rows: readonly Row[]): Clock[] {
  const unit = timeUnitOf(rows[0] && valueAtSegments(rows[0].item, segments));
  if (unit === undefined) return [];
  const timed = rows
    .map(({ item, order }) => ({ time: timeOf({ segments, unit }, item), order }))
    .filter(({ time }) => !Number.isNaN(time));
  if (timed.length < PRESENT_MIN * rows.length) return [];
  const times = timed.map(({ time }) => time).sort((a, b) => a - b);
  const correlation = rankCorrelation(timed);
  return [{ path, segments, unit, correlation, firstMs: times[0]!, lastMs: times.at(-1)! }];
}

/** Spearman: of an order with a time, from -1 to 1. */
export function rankCorrelation(
  points: readonly { readonly time: number; readonly order: number }[],
): number {
  const byOrder = [...points].sort((a, b) => a.order - b.order);
  const ranked = byOrder.map(({ time }, rank) => ({ time, rank })).sort((a, b) => a.time - b.time);
  const n = ranked.length;
  if (n < 3) return 0;
  let squares = 0;
  ranked.forEach(({ rank }, i) => {
    squares += (rank - i) ** 2;
  });
  return 1 - (6 * squares) / (n * (n * n - 1));
}

export function followersOf(sample: ItemSample, clock: Clock): Follower[] {
  const rows = inTime(sample.rows.slice(0, ROWS_LOOKED_AT), clock);
  return findFollowers(
    sample.paths.filter(({ path }) => path !== clock.path),
    rows,
  );
}

/** `ordered` in the order in which they were written. */
export function findFollowers(
  paths: readonly Pick<PathCounts, "path" | "segments">[],
  ordered: readonly Row[],
): Follower[] {
  return paths.flatMap(({ path, segments }) => {
    const values = ordered.map(({ item }) => valueAtSegments(item, segments));
    const distinct = new Set(values);
    let runs = 1;
    for (let i = 1; i < values.length; i++) if (values[i] !== values[i - 1]) runs++;
    // A value for every item or two is a number of the item: each write has its own.
    const isShared = distinct.size > 1 && distinct.size * 2 < values.length;
    return isShared && runs <= RUNS_PER_VALUE_MAX * distinct.size
      ? [{ path, segments, latest: values.at(-1) }]
      : [];
  });
}

export function inTime(rows: readonly Row[], clock: Clock): Row[] {
  return rows
    .map((row) => ({ row, time: timeOf(clock, row.item) }))
    .filter(({ time }) => !Number.isNaN(time))
    .sort((a, b) => a.time - b.time || a.row.order - b.row.order)
    .map(({ row }) => row);
}

/** Rows with their times: worked out once for all that look at them. */
export interface TimedRows {
  readonly rows: readonly Row[];
  readonly clock: Clock | undefined;
  /** One for each row; zero without a clock. */
  readonly times: Float64Array;
}

export function timedRows(rows: readonly Row[], clock: Clock | undefined): TimedRows {
  if (clock === undefined) return { rows, clock, times: new Float64Array(rows.length) };
  return { rows, clock, times: Float64Array.from(rows, ({ item }) => timeOf(clock, item)) };
}
