/**
 * A heat map as numbers: rows by columns of time. By hash, rows are slices of the hash space; neighbours that are cold are
 * merged, so that what is hot gets the room, but never over the border of a partition. By key, rows are keys in the order
 * of their values: the hot ones alone, the others in groups of neighbours.
 */
import type { HeatColumn } from "orrerydb/control-api";
import { keyWords } from "../parts/words.ts";
import type { PlacedPartition } from "./hash-place.ts";

export type HeatMeasure = "ru" | "throttled" | "use" | "storage";

export interface HeatRow {
  readonly label: string;
  /** The partition that it lies in, where it lies in one. */
  readonly partition?: PlacedPartition;
  /** Its part of the hash space, where it has one. */
  readonly span?: HashSpan;
}

/** Part of the hash space, from 0 to 1. */
export interface HashSpan {
  readonly from: number;
  readonly to: number;
}

const WHOLE: HashSpan = { from: 0, to: 1 };

export interface HeatMatrix {
  readonly rows: readonly HeatRow[];
  /** Oldest first; also those in which nothing happened. */
  readonly starts: readonly number[];
  /** By row, then by column. */
  readonly values: readonly Float32Array[];
  /** What the hottest colour stands for. */
  readonly top: number;
}

/** Less than this part of what a partition may use is never shown as the hottest: little load should look calm. */
const HOT_PART_MIN = 0.1;

interface RuScale {
  readonly partitions: readonly PlacedPartition[];
  readonly columnMs: number;
}

function topMin(measure: "ru" | "throttled", { partitions, columnMs }: RuScale): number {
  if (measure === "throttled") return 1;
  const most = partitions.reduce((max, { ruPerSecond }) => Math.max(max, ruPerSecond), 0);
  return HOT_PART_MIN * most * (columnMs / 1000);
}

export function columnStarts(nowMs: number, columnMs: number, count: number): number[] {
  const last = Math.floor(nowMs / columnMs) * columnMs;
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * columnMs);
}

export function hashMatrix(
  columns: readonly HeatColumn[],
  starts: readonly number[],
  partitions: readonly PlacedPartition[],
  {
    measure,
    slices,
    columnMs,
    rowsMax,
    span = WHOLE,
  }: {
    measure: "ru" | "throttled";
    slices: number;
    columnMs: number;
    rowsMax: number;
    span?: HashSpan | undefined;
  },
): HeatMatrix {
  const field = measure === "ru" ? 1 : 2;
  const bySlice = Array.from({ length: slices }, () => new Float32Array(starts.length));
  for (const [at, column] of placed(columns, starts)) {
    for (const entry of column.slices) bySlice[entry[0]]![at]! += entry[field];
  }
  const firstSlice = Math.floor(span.from * slices);
  const totals = bySlice
    .slice(firstSlice, Math.max(firstSlice + 1, Math.ceil(span.to * slices)))
    .map((values) => values.reduce((sum, value) => sum + value, 0));
  const borders = new Set(bordersOf(partitions, slices).map((border) => border - firstSlice));
  const groups = mergeNeighbours(totals, borders, rowsMax).map(
    ([from, to]) => [from + firstSlice, to + firstSlice] as const,
  );
  const values = groups.map(([from, to]) => summed(bySlice.slice(from, to), starts.length));
  const rows = groups.map(([from, to]) => {
    const middle = (from + to) / 2 / slices;
    const partition = partitions.findLast((each) => each.from <= middle);
    const label = `hash ${percentText(from / slices)} to ${percentText(to / slices)}`;
    const row = { label, span: { from: from / slices, to: to / slices } };
    return partition === undefined ? row : { ...row, partition };
  });
  return matrix(rows, starts, values, topMin(measure, { partitions, columnMs }));
}

/** One row for each partition: what it used of what it may use. */
export function useMatrix(
  columns: readonly HeatColumn[],
  starts: readonly number[],
  partitions: readonly PlacedPartition[],
  { slices, columnMs }: { slices: number; columnMs: number },
): HeatMatrix {
  const values = partitions.map(() => new Float32Array(starts.length));
  for (const [at, column] of placed(columns, starts)) {
    for (const [slice, ru] of column.slices) {
      const middle = (slice + 0.5) / slices;
      const index = partitions.findLastIndex(({ from }) => from <= middle);
      const partition = partitions[index];
      if (partition !== undefined) values[index]![at]! += ru / (partition.ruPerSecond * (columnMs / 1000));
    }
  }
  return matrix(partitionRows(partitions), starts, values, 1);
}

/**
 * One row for each partition: what it held. Columns in which nothing happened hold what the one before them held, the
 * present one what the partitions hold now. What a partition held before a split is shared among those that it became.
 */
export function storageMatrix(
  columns: readonly HeatColumn[],
  starts: readonly number[],
  partitions: readonly PlacedPartition[],
  slices: number,
): HeatMatrix {
  const values = partitions.map(() => new Float32Array(starts.length));
  const known = columns.filter(({ storage }) => storage !== undefined);
  let next = 0;
  for (const [at, start] of starts.entries()) {
    while (known[next] !== undefined && known[next]!.startMs <= start) next++;
    const isNow = at === starts.length - 1 || known.length === 0;
    for (const [row, { from, to, storageBytes }] of partitions.entries()) {
      values[row]![at] = isNow ? storageBytes : bytesIn(known[next - 1]?.storage ?? [], { from, to }, slices);
    }
  }
  return matrix(partitionRows(partitions), starts, values, 1);
}

function bytesIn(storage: readonly number[], { from, to }: HashSpan, slices: number): number {
  let sum = 0;
  for (let slice = Math.floor(from * slices); slice < Math.min(storage.length, to * slices); slice++) {
    const inside = Math.min((slice + 1) / slices, to) - Math.max(slice / slices, from);
    sum += storage[slice]! * inside * slices;
  }
  return sum;
}

function partitionRows(partitions: readonly PlacedPartition[]): HeatRow[] {
  return partitions.map((partition) => ({
    label: `partition ${partition.id}`,
    partition,
    span: { from: partition.from, to: partition.to },
  }));
}

/** A key with this part of everything has a row of its own. */
const OWN_ROW_PART = 0.03;

export function keyMatrix(
  columns: readonly HeatColumn[],
  starts: readonly number[],
  { measure, rowsMax, ...scale }: { measure: "ru" | "throttled"; rowsMax: number } & RuScale,
): HeatMatrix {
  const byKey = new Map<string, Float32Array>();
  for (const [at, column] of placed(columns, starts)) {
    for (const each of column.keys) {
      let values = byKey.get(each.key);
      if (values === undefined) byKey.set(each.key, (values = new Float32Array(starts.length)));
      values[at]! += each[measure];
    }
  }
  const keys = [...byKey]
    .map(([key, values]) => ({ key, values, total: values.reduce((sum, value) => sum + value, 0) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => compareKeys(a.key, b.key));
  const all = keys.reduce((sum, { total }) => sum + total, 0);
  const borders = new Set<number>();
  for (const [i, { total }] of keys.entries()) {
    if (total >= OWN_ROW_PART * all) borders.add(i).add(i + 1);
  }
  const groups = mergeNeighbours(
    keys.map(({ total }) => total),
    borders,
    rowsMax,
  );
  const rows = groups.map(([from, to]) => ({
    label: groupWords(keys.slice(from, to).map(({ key }) => key)),
  }));
  const values = groups.map(([from, to]) =>
    summed(
      keys.slice(from, to).map((each) => each.values),
      starts.length,
    ),
  );
  return matrix(rows, starts, values, topMin(measure, scale));
}

const natural = new Intl.Collator("en", { numeric: true });

export function compareKeys(a: string, b: string): number {
  return natural.compare(keyWords(a), keyWords(b));
}

/**
 * Groups of neighbours, as [from, to): at most `rowsMax` of them, unless there are more borders, with the lowest heat
 * up to which neighbours must be put together for that.
 */
export function mergeNeighbours(
  totals: readonly number[],
  borders: ReadonlySet<number>,
  rowsMax: number,
): [number, number][] {
  const grouped = (threshold: number): [number, number][] => {
    const groups: [number, number][] = [];
    let start = 0;
    let sum = 0;
    for (const [i, total] of totals.entries()) {
      if (i > start && (borders.has(i) || sum + total > threshold)) {
        groups.push([start, i]);
        start = i;
        sum = 0;
      }
      sum += total;
    }
    if (totals.length > 0) groups.push([start, totals.length]);
    return groups;
  };
  if (totals.length <= rowsMax) return totals.map((_, i) => [i, i + 1]);
  let low = 0;
  let high = totals.reduce((sum, total) => sum + total, 0);
  if (grouped(low).length <= rowsMax) return grouped(low);
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (grouped(middle).length <= rowsMax) high = middle;
    else low = middle;
  }
  return grouped(high);
}

function bordersOf(partitions: readonly PlacedPartition[], slices: number): number[] {
  return partitions.map(({ from }) => Math.round(from * slices));
}

function* placed(columns: readonly HeatColumn[], starts: readonly number[]): Generator<[number, HeatColumn]> {
  const index = new Map(starts.map((start, i) => [start, i]));
  for (const column of columns) {
    const at = index.get(column.startMs);
    if (at !== undefined) yield [at, column];
  }
}

function summed(arrays: readonly Float32Array[], length: number): Float32Array {
  const sum = new Float32Array(length);
  for (const values of arrays) for (let i = 0; i < length; i++) sum[i]! += values[i]!;
  return sum;
}

function matrix(
  rows: readonly HeatRow[],
  starts: readonly number[],
  values: readonly Float32Array[],
  topAtLeast: number,
): HeatMatrix {
  let top = topAtLeast;
  for (const row of values) for (const value of row) if (value > top) top = value;
  return { rows, starts, values, top };
}

function groupWords(keys: readonly string[]): string {
  const first = keyWords(keys[0]!);
  return keys.length === 1 ? first : `${first} … ${keyWords(keys.at(-1)!)} (${keys.length} keys)`;
}

function percentText(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
