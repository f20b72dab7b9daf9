/**
 * The rows of DISTINCT and GROUP BY as an index holds them, in the order of their keys: one row for all entries of a
 * key that follow one another. Items are read only where an entry does not hold its values whole.
 */
import type { Json, JsonObject, Value } from "@orrerydb/exact-json";
import { fromByteString } from "../../../value/byte-string.ts";
import { decodeCompositeKey, endOfParts } from "../../../value/composite-key.ts";
import { type CompositeParts, pathIndex } from "../../../value/rows/index-identity.ts";
import type { EachEntry, IndexEntry, ItemRow, RowSource } from "../../../value/rows/row-source.ts";
import { indexedItem } from "../../bind/indexed-item.ts";
import { EVERYWHERE_PATH } from "../../plan/access/covering-path.ts";
import type { PropertyNames } from "../../plan/access/row-key.ts";
import type { KeyedRows } from "../../plan/order/plan-keyed.ts";
import { DEFINED } from "../../plan/predicates/key-interval.ts";
import type { IndexUsage } from "../index-usage.ts";
import { scanWhole, UNDEFINED_KEY } from "./access-path.ts";
import { CoveredBatch, CoveredRow, type EachItem, type HoldsAnswer, rowOf } from "./covered-row.ts";
import type { CandidateChunk, OpenRange } from "./range-stream.ts";
import { scanIntervals } from "./scan-intervals.ts";

export function keyedRanges(keyed: KeyedRows, usage: IndexUsage): OpenRange {
  return async function* ({ source }, after, opening) {
    const { index, isMatched, isOnce, reverse } = keyed;
    // A policy that named the path may have left entries behind for items that lack it.
    const intervals = keyed.intervals ?? (keyed.countsMissing ? [DEFINED] : undefined);
    usage.use(index, isMatched);
    if (after === undefined) opening.indexLookups += intervals?.length ?? 1;
    const isMissingDue = keyed.countsMissing && (reverse || after === undefined);
    const missing = async (): Promise<CandidateChunk> => {
      usage.use(pathIndex(EVERYWHERE_PATH), true);
      const counts = await countMissing(source, keyed);
      opening.indexLookups++;
      opening.indexEntries += counts.entries;
      return missingChunk(counts.missing, isMatched);
    };
    if (isMissingDue && !reverse) yield await missing();
    const options = {
      reverse,
      alike: isOnce ? ("once" as const) : ("counted" as const),
      ...(keyed.keyParts && !isOnce && !source.indexLosesDigits && { together: keyed.keyParts.length }),
      // The key may be only the beginning of an entry's: what comes after all of them comes after both together.
      ...(after?.key !== undefined && { after: { key: after.key + after.ref, ref: "" } }),
    };
    const chunks = intervals
      ? scanIntervals(source, index, intervals, options)
      : scanWhole(source, index, options);
    for await (const entries of chunks) {
      yield { ...(await rowsOf(source, entries, keyed)), entriesPerRow: 1, isMatched };
    }
    if (isMissingDue && reverse && after?.key !== UNDEFINED_KEY) yield await missing();
  };
}

/** How many items have no entry. */
async function countMissing(
  source: RowSource,
  { index }: KeyedRows,
): Promise<{ readonly missing: number; readonly entries: number }> {
  const everywhere = pathIndex(EVERYWHERE_PATH);
  const items = (await source.exactCount()) ?? (await countEntries(source, { index: everywhere }));
  const entries = await countEntries(source, { index, low: DEFINED.low! });
  return { missing: Math.max(items - entries, 0), entries };
}

async function countEntries(source: RowSource, scan: Parameters<RowSource["index"]>[0]): Promise<number> {
  const known = await source.count(scan);
  if (known !== undefined) return known;
  let count = 0;
  for await (const entries of source.index({ ...scan, alike: "counted" })) {
    for (const { times } of entries) count += times;
  }
  return count;
}

function missingChunk(missing: number, isMatched: boolean): CandidateChunk {
  const rows = missing > 0 ? [new CoveredRow({ ref: "" }, undefined, missing)] : [];
  return { rows, keys: rows.map(() => UNDEFINED_KEY), isMatched };
}

async function rowsOf(
  source: RowSource,
  entries: readonly IndexEntry[],
  keyed: KeyedRows,
): Promise<{ readonly rows: readonly ItemRow[]; readonly keys: readonly string[] }> {
  const holds = holdsRow(source, keyed);
  const unheld = entries.filter((entry) => !holds(entry)).map(({ ref }) => ref);
  const loaded = unheld.length > 0 ? await source.load(unheld) : [];
  const byRef = new Map(loaded.map((row) => [row.ref, row]));
  const rows: ItemRow[] = [];
  const keys: string[] = [];
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at]!;
    const isHeld = holds(entry);
    const end = isHeld && !source.indexLosesDigits ? endOfAlike(entries, at, keyed) : at + 1;
    const row = isHeld ? coveredRow(entries.slice(at, end), keyed) : rowOf(entry, byRef.get(entry.ref));
    at = end;
    if (row === undefined) continue;
    rows.push(row);
    keys.push(rowKey(entry, keyed));
  }
  return { rows, keys };
}

/** Tells which entries hold what the answer shows. */
function holdsRow({ indexLosesDigits }: RowSource, keyed: KeyedRows): HoldsAnswer {
  if (!indexLosesDigits) return ({ exact }) => exact;
  return (entry) => {
    const shown = heldValues(entry, keyed).slice(0, keyed.shownValues);
    return entry.exact && !shown.some((value) => typeof value === "number");
  };
}

/** The end of the entries that follow one with the same key, where their values tell that they have it. */
function endOfAlike(entries: readonly IndexEntry[], first: number, { keyParts, isOnce }: KeyedRows): number {
  const { values } = entries[first]!;
  if (keyParts === undefined || isOnce || values === undefined) return first + 1;
  let end = first + 1;
  while (end < entries.length && beginsAlike(entries[end]!.values, values, keyParts.length)) end++;
  return end;
}

function beginsAlike(a: readonly Value[] | undefined, b: readonly Value[], length: number): boolean {
  for (let i = 0; i < length; i++) if (a === undefined || a[i] !== b[i]) return false;
  return true;
}

function coveredRow(entries: readonly IndexEntry[], keyed: KeyedRows): CoveredRow {
  const first = entries[0]!;
  const { each } = first;
  if (entries.length === 1) {
    return each === undefined
      ? new CoveredRow(first, coveredItem(first, keyed), first.times)
      : new CoveredBatch(first, first.times, itemsOf(each, keyed));
  }
  const times = entries.reduce((sum, entry) => sum + entry.times, 0);
  return new CoveredBatch(first, times, itemsOf(eachOf(entries), keyed));
}

function eachOf(entries: readonly IndexEntry[]): EachEntry {
  return (visit) => {
    for (const { values, times, each } of entries) {
      if (each === undefined) visit(values!, times);
      else each(visit);
    }
  };
}

/** One object for all items that have everything. */
function itemsOf(each: EachEntry, { properties }: KeyedRows): EachItem {
  const item: Held = {};
  const held = indexedItem(item);
  return (visit) =>
    each((values, times) => {
      if (values.includes(undefined)) {
        visit(itemWith(values, properties), times);
        return;
      }
      for (let i = 0; i < values.length; i++) hold(item, properties[i]!, values[i]);
      visit(held, times);
    });
}

function rowKey({ key }: IndexEntry, { keyParts }: KeyedRows): string {
  return keyParts === undefined ? key : key.slice(0, endOfParts(fromByteString(key), 0, keyParts));
}

/** As much of the item as the entry holds. */
function coveredItem(entry: IndexEntry, { index, properties }: KeyedRows): JsonObject {
  return itemWith(heldValues(entry, { index }), properties);
}

function heldValues(entry: IndexEntry, { index }: Pick<KeyedRows, "index">): readonly Value[] {
  return index.kind === "composite" ? valuesOf(entry, index.parts) : [entry.value];
}

function itemWith(values: readonly Value[], properties: readonly PropertyNames[]): JsonObject {
  const item: Held = {};
  for (let i = 0; i < properties.length; i++) hold(item, properties[i]!, values[i]);
  return indexedItem(item);
}

function valuesOf({ key, values }: IndexEntry, parts: CompositeParts): readonly Value[] {
  return values ?? decodeCompositeKey(fromByteString(key), 0, parts)!;
}

/** What nobody else has yet. */
type Held = Record<string, Json>;

function hold(item: Held, names: PropertyNames, value: Value): void {
  if (value === undefined) return;
  const last = names.length - 1;
  let held = item;
  for (let i = 0; i < last; i++) {
    if (!Object.hasOwn(held, names[i]!)) setOwn(held, names[i]!, {});
    held = held[names[i]!] as Held;
  }
  setOwn(held, names[last]!, value);
}

/** An assignment to this one name would be something else. */
function setOwn(item: Held, name: string, value: Json): void {
  if (name !== "__proto__") item[name] = value;
  else Object.defineProperty(item, name, { value, enumerable: true, configurable: true, writable: true });
}
