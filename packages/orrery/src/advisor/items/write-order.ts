/**
 * In which order the items were written, as far as they show it, and which properties have one value for all writes of
 * one time. A key made of such properties alone takes every write of its time, however many values the file has.
 *
 * The order is that of the clock; without one, that of the file, if any property follows it. A file that says neither
 * (dates alone, shuffled) leaves suspects: dates, and whole numbers without gaps, which may count up with the time.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { valueAtSegments } from "@orrerydb/keys/hash";
import { type Clock, findFollowers, inTime, ROWS_LOOKED_AT, rankCorrelation } from "./clock.ts";
import type { ItemSample, PathCounts, Row } from "./item-sample.ts";
import { type PathValue, withValues } from "./with-values.ts";

export interface WriteOrder {
  readonly basis: "clock" | "file" | "unknown";
  /** Undefined where the order is unknown. */
  readonly inOrder: ((rows: readonly Row[]) => readonly Row[]) | undefined;
  /** With each property of the time at its latest value, as if it were written now. */
  readonly writtenNow: (item: JsonObject) => JsonObject;
}

/** `2026-01-31`, `2026/01`, `1/31/2026`, `31.01.2026`, `20260131`, `2026-W05`, with or without more behind. */
const DATE =
  /^((19|20)\d\d[-/.]?(0[1-9]|1[0-2]|[WQ]\d)([-/.]?\d\d)?\d?|\d{1,2}[-/.]\d{1,2}[-/.](19|20)\d\d)(\D.*)?$/;
/** From this correlation on, one order is taken for the other. */
const SAME_ORDER = 0.9;
/** Of consecutive numbers, at least this part is there. */
const WITHOUT_GAPS = 0.5;

export function findWriteOrder(sample: ItemSample, clock: Clock | undefined): WriteOrder {
  const rows = sample.rows.slice(0, ROWS_LOOKED_AT);
  const arrival = rows.toSorted((a, b) => a.order - b.order);
  const ordered = clock === undefined ? arrival : inTime(rows, clock);
  const followers = findFollowers(sample.paths, ordered).filter(({ path }) => path !== clock?.path);
  const monotone = sample.paths.filter((path) => isMonotone(path, ordered));
  const isFileOrdered = clock === undefined && (followers.length > 0 || monotone.length > 0);
  // A file that is in the order of its clock confirms it; any other may have a clock that is not that of the writes.
  const isConfirmed = isFileOrdered || Math.abs(clock?.correlation ?? 0) >= SAME_ORDER;
  const suspects = sample.paths.filter(
    (path) =>
      isShared(path, rows) &&
      ((!isConfirmed && isDate(path, rows)) ||
        (clock === undefined && !isFileOrdered && isConsecutive(path, rows))),
  );
  const stamps: PathValue[] = [
    ...(clock === undefined ? [] : [clock]),
    ...followers,
    ...monotone.filter((path) => isTime(path, rows)),
    ...suspects,
  ].map(({ segments }) => ({
    segments,
    value: (valueAtSegments(ordered.at(-1)!.item, segments) ?? null) as Json,
  }));
  const basis = clock !== undefined ? "clock" : isFileOrdered ? "file" : "unknown";
  return {
    basis,
    inOrder:
      basis === "unknown"
        ? undefined
        : clock === undefined
          ? (rows) => rows.toSorted((a, b) => a.order - b.order)
          : (rows) => inTime(rows, clock),
    writtenNow: (item) => withValues(item, stamps),
  };
}

type Path = Pick<PathCounts, "segments">;

function valuesOf({ segments }: Path, rows: readonly Row[]): unknown[] {
  return rows.map(({ item }) => valueAtSegments(item, segments));
}

function isShared(path: Path, rows: readonly Row[]): boolean {
  const distinct = new Set(valuesOf(path, rows)).size;
  return distinct > 1 && distinct * 2 < rows.length;
}

function isDate(path: Path, rows: readonly Row[]): boolean {
  return valuesOf(path, rows.slice(0, 100)).every(
    (value) => (typeof value === "string" || typeof value === "number") && DATE.test(`${value}`),
  );
}

/** A full time or a date, each item with its own. */
function isTime(path: Path, rows: readonly Row[]): boolean {
  return !isShared(path, rows) && isDate(path, rows);
}

function isConsecutive(path: Path, rows: readonly Row[]): boolean {
  const values = new Set(valuesOf(path, rows).map(wholeNumber));
  if (values.has(undefined)) return false;
  const numbers = [...values] as number[];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.length >= WITHOUT_GAPS * (most - least + 1);
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

/** Rises or falls with the order. */
function isMonotone(path: Path, ordered: readonly Row[]): boolean {
  const points = valuesOf(path, ordered).flatMap((value, order) => {
    const time = typeof value === "string" && DATE.test(value) ? Date.parse(value) : wholeNumber(value);
    return time === undefined || Number.isNaN(time) ? [] : [{ time, order }];
  });
  return points.length === ordered.length && Math.abs(rankCorrelation(points)) >= SAME_ORDER;
}
