/**
 * Which way to the candidates of one range costs least, by estimate. The estimates are counted in the index, up to
 * a bound: a query that finds more than that is not hurt by the difference between two ways of finding it.
 */
import { pathIndex } from "../../value/index-identity.ts";
import type { RowSource } from "../../value/row-source.ts";
import type { Covering } from "./covering-path.ts";
import type { IndexPredicate, PathPredicate } from "./index-predicate.ts";
import { isPoint } from "./key-interval.ts";

export type Access =
  /** All items, in the order of their refs. */
  | { readonly kind: "walk" }
  /** The entries of one value, which come in the order of their refs. */
  | { readonly kind: "point"; readonly predicate: PathPredicate }
  /** The refs of a predicate's items, collected and sorted. */
  | { readonly kind: "refs"; readonly predicate: IndexPredicate }
  /** The entries of some intervals, in the order of the index: for results too large to collect. */
  | { readonly kind: "scan"; readonly predicate: PathPredicate };

export interface AccessChoice {
  readonly access: Access;
  /** About how many items it yields. */
  readonly candidates: number;
}

/** Where one way becomes cheaper than another. Tests make few items behave like many. */
export interface AccessTuning {
  /** A range of so few items is walked without asking. */
  readonly walkedItems: number;
  /** Estimates stop here. */
  readonly estimateMax: number;
  /** A range of so many items is worth a scan in index order, where more than `estimateMax` are found. */
  readonly scannedItems: number;
}

export const ACCESS_TUNING: AccessTuning = { walkedItems: 32, estimateMax: 1024, scannedItems: 4096 };

/** Reading an item out of order costs this much more than in order, and this much more than an index entry. */
const LOAD_PER_WALK = 2;
const LOADS_PER_ENTRY = 0.05;
/** Opening a range of an index, next to reading an item in order. */
const LOOKUP_PER_WALK = 0.5;

export async function chooseAccess(
  source: RowSource,
  predicate: IndexPredicate,
  tuning: AccessTuning,
): Promise<AccessChoice> {
  const { walkedItems, estimateMax, scannedItems } = tuning;
  const items = source.itemCount();
  const walk: AccessChoice = { access: { kind: "walk" }, candidates: items };
  if (predicate.kind === "none") return { access: { kind: "refs", predicate }, candidates: 0 };
  if (predicate.kind === "all" || items <= walkedItems) return walk;
  // More than this is not worth counting: walking would be cheaper.
  const estimateEnd = Math.min(estimateMax, Math.ceil(items / LOAD_PER_WALK));
  const operands = predicate.kind === "and" ? predicate.operands : [predicate];
  const estimates = await Promise.all(
    operands.map(async (operand) => ({ operand, entries: await estimate(source, operand, estimateEnd) })),
  );
  estimates.sort((a, b) => a.entries - b.entries);
  const [best, ...rest] = estimates;
  const { operand, entries } = best!;
  if (entries * LOAD_PER_WALK + lookupsOf(operand) * LOOKUP_PER_WALK >= items) return walk;
  if (entries >= estimateMax) {
    return items > scannedItems && operand.kind === "path" && !operand.isMany
      ? { access: scanOrPoint(operand), candidates: entries }
      : walk;
  }
  const helping = rest.filter(
    (other) => other.entries * LOADS_PER_ENTRY < entries * (1 - other.entries / items) && entries > 16,
  );
  if (helping.length > 0) {
    const joined = [operand, ...helping.map((other) => other.operand)];
    const exact = predicate.exact && joined.length === operands.length;
    return {
      access: { kind: "refs", predicate: { kind: "and", operands: joined, exact } },
      candidates: entries,
    };
  }
  if (operand.kind === "path" && isSinglePoint(operand)) {
    return { access: { kind: "point", predicate: operand }, candidates: entries };
  }
  return { access: { kind: "refs", predicate: operand }, candidates: entries };
}

function scanOrPoint(predicate: PathPredicate): Access {
  return { kind: isSinglePoint(predicate) ? "point" : "scan", predicate };
}

function isSinglePoint({ intervals }: PathPredicate): boolean {
  return intervals.length === 1 && isPoint(intervals[0]!);
}

function lookupsOf(predicate: IndexPredicate): number {
  if (predicate.kind === "path") return predicate.intervals.length;
  if (predicate.kind !== "and" && predicate.kind !== "or") return 0;
  return predicate.operands.reduce((sum, operand) => sum + lookupsOf(operand), 0);
}

/** About how many entries have to be read; at most a bound. */
async function estimate(source: RowSource, predicate: IndexPredicate, max: number): Promise<number> {
  switch (predicate.kind) {
    case "all":
      return source.itemCount();
    case "none":
      return 0;
    case "path":
      return estimatePath(source, predicate, max);
    case "or":
    case "and": {
      const entries = await Promise.all(predicate.operands.map((operand) => estimate(source, operand, max)));
      const total = predicate.kind === "or" ? entries.reduce((a, b) => a + b, 0) : Math.min(...entries);
      return Math.min(total, max);
    }
  }
}

/** Long lists of values are judged by a sample: looking up each of them would cost as much as the query. */
const SAMPLED_INTERVALS = 16;

async function estimatePath(
  source: RowSource,
  { path, intervals }: PathPredicate,
  max: number,
): Promise<number> {
  const step = Math.max(Math.floor(intervals.length / SAMPLED_INTERVALS), 1);
  const sample = intervals.filter((_, i) => i % step === 0);
  let entries = 0;
  for (const { low, high } of sample) {
    const scan = { index: pathIndex(path), ...(low && { low }), ...(high && { high }) };
    entries += await source.estimate(scan, max - entries);
    if (entries >= max) return max;
  }
  return Math.min(Math.round((entries * intervals.length) / sample.length), max);
}

/** How many index entries are read for less than one item. */
const LOAD_IN_ENTRIES = 10;
/** MIN and MAX read only a few entries: passing over this many for each item is still cheaper than reading them all. */
const EXTREME_ENTRIES_MAX = 1000;

/** Whether a range is better read from the index that covers the query than item by item. */
export async function isCoveringCheaper(
  covering: Covering,
  source: RowSource,
  choose: () => Promise<AccessChoice>,
): Promise<boolean> {
  if (covering.isExtreme) return entriesPerItem(source) <= EXTREME_ENTRIES_MAX;
  if (entriesPerItem(source) <= LOAD_IN_ENTRIES) return true;
  return covering.intervals !== undefined && (await choose()).access.kind !== "walk";
}

/** Entries that a scan passes over for each item in scope. */
function entriesPerItem(source: RowSource): number {
  const items = source.itemCount();
  return (source.indexedItemCount?.() ?? items) / Math.max(items, 1);
}
