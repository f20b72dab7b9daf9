/**
 * Sets of values as intervals of index keys. An interval is `[from, to)` in the order of encoded values; because no
 * encoding is a prefix of another, appending 0xFF to one gives a border just after it. `low` and `high` say the
 * same to a row source, which may answer a little more (it widens a bound whose encoding is only a digest): whoever
 * reads the entries drops those whose keys are outside. Intervals of a composite index have keys alone
 * (`composite-interval.ts`).
 */
import type { Value } from "@orrerydb/exact-json";
import type { ByteString } from "../../../value/byte-string.ts";
import { encodeKey } from "../../../value/encode-value.ts";
import type { IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { IndexScan, ValueBound } from "../../../value/rows/row-source.ts";

export interface KeyInterval {
  readonly from: ByteString;
  readonly to: ByteString;
  readonly low?: ValueBound;
  readonly high?: ValueBound;
}

const AFTER = "\xff";
const END = "\xff\xff";

/** Longer strings are cut before they become bounds, so that every bound is exact. */
const BOUND_LENGTH_MAX = 64;

/** Before every array, and before every object: they are known by digests, so that none is the first. */
const ARRAYS: Edge = { key: encodeKey([]).charAt(0), bound: { value: [], inclusive: false } };
const OBJECTS: Edge = { key: encodeKey({}).charAt(0), bound: { value: {}, inclusive: false } };

/** One end of an interval. */
interface Edge {
  readonly key: ByteString;
  readonly bound?: ValueBound;
}

const before = (value: Value): Edge => ({ key: encodeKey(value), bound: { value, inclusive: false } });
const from = (value: Value): Edge => ({ key: encodeKey(value), bound: { value, inclusive: true } });
const after = (value: Value): Edge => ({ key: encodeKey(value) + AFTER, bound: { value, inclusive: false } });
const through = (value: Value): Edge => ({
  key: encodeKey(value) + AFTER,
  bound: { value, inclusive: true },
});

function interval(low: Edge, high: Edge): KeyInterval {
  return {
    from: low.key,
    to: high.key,
    ...(low.bound && { low: low.bound }),
    ...(high.bound && { high: high.bound }),
  };
}

/** The first and last edges of a primitive value's type: comparisons are defined only within it. */
function typeEdges(value: Value): readonly [Edge, Edge] | undefined {
  if (value === null) return [from(null), through(null)];
  if (typeof value === "boolean") return [from(false), through(true)];
  if (typeof value === "number") return [after(true), before("")];
  return typeof value === "string" ? [from(""), ARRAYS] : undefined;
}

export const DEFINED: KeyInterval = interval(from(null), { key: END });
export const STRINGS: KeyInterval = interval(...typeEdges("")!);
export const NUMBERS: KeyInterval = interval(...typeEdges(0)!);
export const BOOLEANS: KeyInterval = interval(...typeEdges(true)!);
export const NULLS: KeyInterval = point(null);
export const PRIMITIVES: KeyInterval = interval(from(null), ARRAYS);
export const ARRAY_VALUES: KeyInterval = interval(
  { key: ARRAYS.key, bound: { value: [], inclusive: true } },
  OBJECTS,
);
export const OBJECT_VALUES: KeyInterval = interval(
  { key: OBJECTS.key, bound: { value: {}, inclusive: true } },
  { key: END },
);
/** Of items that lack the path. */
export const UNDEFINED: KeyInterval = point(undefined);

const TYPES: readonly KeyInterval[] = [BOOLEANS, NUMBERS, STRINGS, ARRAY_VALUES, OBJECT_VALUES];

/** Whether it holds all values of a type. Where one ends, keys begin with another byte than at its beginning. */
export function isWide({ from, to }: KeyInterval): boolean {
  return from[0] !== to[0] && TYPES.some((type) => from <= type.from && type.to <= to);
}

/** An interval, and whether it holds only the values asked for. */
export interface Cover {
  readonly interval: KeyInterval;
  readonly exact: boolean;
}

export function point(value: Value): KeyInterval {
  const key = encodeKey(value);
  const bound: ValueBound = { value, inclusive: true };
  return { from: key, to: key + AFTER, low: bound, high: bound };
}

/** Both ends belong to it. */
export function between(low: number, high: number): KeyInterval {
  return interval(from(low), through(high));
}

export function equalTo(value: Value): Cover {
  if (typeof value === "string" && value.length > BOUND_LENGTH_MAX) {
    return { interval: startingWith(value).interval, exact: false };
  }
  const isDigest = typeof value === "object" && value !== null;
  return { interval: point(value), exact: !isDigest };
}

/** All values but some: those that an entry cannot be known by are left in. */
export function otherThan(values: readonly Value[]): readonly Cover[] {
  const known = values.filter((value) => equalTo(value).exact);
  const exact = known.length === values.length;
  const points = uniteIntervals(known.map(point));
  const starts = [lowEdge(DEFINED), ...points.map(({ low }) => after(low!.value))];
  const ends = [...points.map(({ low }) => before(low!.value)), highEdge(DEFINED)];
  return starts.map((start, i) => ({ interval: interval(start, ends[i]!), exact }));
}

export type Comparison = "<" | "<=" | ">" | ">=";

/** Undefined where the comparison is never true. */
export function comparedTo(operator: Comparison, value: Value): Cover | undefined {
  const edges = typeEdges(value);
  if (edges === undefined) return undefined;
  const [first, last] = edges;
  if (typeof value === "string" && value.length > BOUND_LENGTH_MAX) {
    const prefix = value.slice(0, BOUND_LENGTH_MAX);
    const isBelow = operator === "<" || operator === "<=";
    return {
      interval: isBelow ? interval(first, prefixEnd(prefix)) : interval(from(prefix), last),
      exact: false,
    };
  }
  switch (operator) {
    case "<":
      return { interval: interval(first, before(value)), exact: true };
    case "<=":
      return { interval: interval(first, through(value)), exact: true };
    case ">":
      return { interval: interval(after(value), last), exact: true };
    case ">=":
      return { interval: interval(from(value), last), exact: true };
  }
}

/** The strings that begin with a prefix. */
export function startingWith(prefix: string): Cover {
  const start = prefix.slice(0, BOUND_LENGTH_MAX);
  return { interval: interval(from(start), prefixEnd(start)), exact: start.length === prefix.length };
}

/** Just after all strings that begin with `prefix`. */
function prefixEnd(prefix: string): Edge {
  let length = prefix.length;
  while (length > 0 && prefix.charCodeAt(length - 1) === 0xffff) length--;
  if (length === 0) return ARRAYS;
  return before(prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1));
}

/** Whether all entries of an interval have the same value, and so come in the order of their refs. */
export function isPoint({ from: start, to }: KeyInterval): boolean {
  return to === start + AFTER;
}

export function holdsKey({ from: start, to }: KeyInterval, key: string): boolean {
  return key >= start && key < to;
}

/**
 * Whether a row source answers exactly the entries of the interval, and all of them exact: it is one value, or it lies
 * below the strings, which may be too long to be exact.
 */
export function isTight(interval: KeyInterval): boolean {
  const { low, high } = interval;
  if (low === undefined || high === undefined) return false;
  if (isPoint(interval)) return typeof low.value !== "object" || low.value === null;
  return isBelowStrings(low) && isBelowStrings(high);
}

function isBelowStrings({ value, inclusive }: ValueBound): boolean {
  return (
    value === null || typeof value === "number" || typeof value === "boolean" || (value === "" && !inclusive)
  );
}

/** The scan of an interval, which may yield a little more. */
export function scanOf(index: IndexIdentity, { from: start, to, low, high }: KeyInterval): IndexScan {
  if (index.kind === "composite") return { index, keys: { from: start, to } };
  return { index, ...(low && { low }), ...(high && { high }) };
}

/** In order and without overlap. */
export function uniteIntervals(intervals: readonly KeyInterval[]): readonly KeyInterval[] {
  const sorted = intervals
    .filter(({ from: start, to }) => start < to)
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const united: KeyInterval[] = [];
  for (const next of sorted) {
    const last = united.at(-1);
    if (last === undefined || next.from > last.to) united.push(next);
    else if (next.to > last.to) united[united.length - 1] = interval(lowEdge(last), highEdge(next));
  }
  return united;
}

/** From the first to the last of a set in order. */
export function hullOf(intervals: readonly KeyInterval[]): KeyInterval {
  return interval(lowEdge(intervals[0]!), highEdge(intervals.at(-1)!));
}

/**
 * Of two sets in order and without overlap: one pass over both, or, where one is much smaller, a search in the other for
 * each interval of it.
 */
export function intersectIntervals(
  a: readonly KeyInterval[],
  b: readonly KeyInterval[],
): readonly KeyInterval[] {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const isSearched = few.length * SEARCH_RATIO < many.length;
  const common: KeyInterval[] = [];
  let next = 0;
  for (const left of few) {
    if (isSearched) next = firstEndingAfter(many, left.from, next);
    for (; next < many.length && many[next]!.from < left.to; next++) {
      const right = many[next]!;
      const from = left.from > right.from ? left : right;
      const to = left.to < right.to ? left : right;
      if (from.from < to.to) common.push(interval(lowEdge(from), highEdge(to)));
      // It may also meet the next one of the few.
      if (right.to > left.to) break;
    }
  }
  return common;
}

/** Searching takes a few steps for each interval; passing over takes one. */
const SEARCH_RATIO = 16;

/** The position of the first interval that ends after a key, at `start` or behind it. */
function firstEndingAfter(intervals: readonly KeyInterval[], key: string, start: number): number {
  let low = start;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intervals[middle]!.to > key) high = middle;
    else low = middle + 1;
  }
  return low;
}

function lowEdge({ from: key, low }: KeyInterval): Edge {
  return low ? { key, bound: low } : { key };
}

function highEdge({ to: key, high }: KeyInterval): Edge {
  return high ? { key, bound: high } : { key };
}
