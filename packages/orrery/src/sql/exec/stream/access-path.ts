/**
 * How the candidates of a range are read: by walking its items, or through an index. Whatever is chosen, the rows
 * that come of it are the same; only the work differs.
 */
import { encodeValue } from "../../../value/encode-value.ts";
import { type IndexIdentity, pathIndex } from "../../../value/index-identity.ts";
import type { IndexEntry, ItemRef, ItemRow, RowSource } from "../../../value/row-source.ts";
import type { IndexPredicate, PathPredicate } from "../../plan/index-predicate.ts";
import { holdsKey, isTight, type KeyInterval } from "../../plan/key-interval.ts";
import type { QueryWork } from "../query-work.ts";
import type { CandidateChunk, RangePosition } from "./range-stream.ts";
import { HIGHEST_REF, LOWEST_REF } from "./sort-position.ts";

/** Items are fetched in batches that grow, so that a query that stops early has not read much ahead. */
const FIRST_BATCH = 16;
const BATCH_MAX = 256;

/** More refs than this are not collected; eight bytes each make a few megabytes at most. */
const REFS_MAX = 65_536;

export async function* walkItems(
  source: RowSource,
  after: RangePosition | undefined,
): AsyncGenerator<CandidateChunk> {
  for await (const rows of source.items(after ? { after: after.ref } : {})) yield { rows };
}

/** The sort key of an item that lacks what it is ordered by: before all others. */
const UNDEFINED_KEY = encodeValue(undefined).toString("latin1");

/** The items that the index of an order has no entries for, with the keys that these would have. */
export async function* lackingItems(
  source: RowSource,
  path: string | undefined,
  after: RangePosition | undefined,
  { reverse, isMatched }: { readonly reverse: boolean; readonly isMatched: boolean },
): AsyncGenerator<CandidateChunk> {
  const from = after?.key === UNDEFINED_KEY ? after.ref : undefined;
  const isPassed =
    from === undefined ? after !== undefined && !reverse : from === (reverse ? LOWEST_REF : HIGHEST_REF);
  if (path === undefined || isPassed) return;
  const isWithin = from !== undefined && from !== LOWEST_REF && from !== HIGHEST_REF;
  for await (const rows of source.lacking(path, { reverse, ...(isWithin && { after: from }) })) {
    yield { rows, keys: rows.map(() => UNDEFINED_KEY), isMatched };
  }
}

interface ScanOptions {
  readonly reverse?: boolean;
  readonly after?: { readonly key: string; readonly ref: ItemRef };
}

/** The entries of an index in some intervals, in the order of the scan. Intervals are in order and do not overlap. */
export async function* scanIntervals(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
  options: ScanOptions = {},
): AsyncGenerator<readonly IndexEntry[]> {
  const { reverse = false, after } = options;
  for (const interval of reverse ? [...intervals].reverse() : intervals) {
    if (after !== undefined && (reverse ? after.key < interval.from : after.key >= interval.to)) continue;
    const { low, high } = interval;
    const scan = { index, reverse, ...(low && { low }), ...(high && { high }), ...(after && { after }) };
    for await (const entries of source.index(scan)) {
      yield entries.every(({ key }) => holdsKey(interval, key))
        ? entries
        : entries.filter(({ key }) => holdsKey(interval, key));
    }
  }
}

/** How many entries of an index are in some intervals; undefined where they have to be read to know. */
export async function countIntervals(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
): Promise<number | undefined> {
  if (!intervals.every(isTight)) return undefined;
  let count = 0;
  for (const { low, high } of intervals) {
    const found = await source.count?.({ index, ...(low && { low }), ...(high && { high }) });
    if (found === undefined) return undefined;
    count += found;
  }
  return count;
}

/** All entries of an index, in the order of the scan. */
export async function* scanWhole(
  source: RowSource,
  index: IndexIdentity,
  options: ScanOptions = {},
): AsyncGenerator<readonly IndexEntry[]> {
  const { reverse = false, after } = options;
  yield* source.index({ index, reverse, ...(after && { after }) });
}

/** The first and the last entry of some intervals, and those that cannot be told from them without their items. */
export async function* extremeEntries(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
): AsyncGenerator<readonly IndexEntry[]> {
  for (const reverse of [false, true]) {
    let first: IndexEntry | undefined;
    for await (const entries of scanIntervals(source, index, intervals, { reverse })) {
      first ??= entries[0];
      if (first === undefined) continue;
      const alike = entries.findIndex((entry) => entry !== first && !beginAlike(first!, entry));
      yield alike < 0 ? entries : entries.slice(0, alike);
      if (alike >= 0) break;
    }
  }
}

/** Two strings so long that their entries hold only their beginnings, which are the same. */
function beginAlike(a: IndexEntry, b: IndexEntry): boolean {
  return !a.exact && !b.exact && typeof a.value === "string" && a.value === b.value;
}

/** The items of index entries, in their order; an item that has gone since is left out. */
export async function* loadEntries(
  source: RowSource,
  chunks: AsyncIterable<readonly IndexEntry[]>,
): AsyncGenerator<{ readonly rows: readonly ItemRow[]; readonly keys: readonly string[] }> {
  let size = FIRST_BATCH;
  for await (const entries of chunks) {
    for (let at = 0; at < entries.length; at += size, size = Math.min(size * 2, BATCH_MAX)) {
      const batch = entries.slice(at, at + size);
      const rows = await source.load(batch.map(({ ref }) => ref));
      yield { rows, keys: keysOf(batch, rows) };
    }
  }
}

function keysOf(entries: readonly IndexEntry[], rows: readonly ItemRow[]): readonly string[] {
  const keys: string[] = [];
  for (const { ref, key } of entries) if (rows[keys.length]?.ref === ref) keys.push(key);
  return keys;
}

/** The items of some refs, in their order. */
export async function* loadRefs(
  source: RowSource,
  refs: readonly ItemRef[],
): AsyncGenerator<{ readonly rows: readonly ItemRow[] }> {
  let size = FIRST_BATCH;
  for (let at = 0; at < refs.length; at += size, size = Math.min(size * 2, BATCH_MAX)) {
    yield { rows: await source.load(refs.slice(at, at + size)) };
  }
}

/** The refs of a predicate's items; undefined: too many. */
export async function collectRefs(
  source: RowSource,
  predicate: IndexPredicate,
  work: QueryWork,
): Promise<ReadonlySet<ItemRef> | undefined> {
  switch (predicate.kind) {
    case "all":
      return undefined;
    case "none":
      return new Set();
    case "path":
      return collectPath(source, predicate, work);
    case "or":
      return collectUnion(source, predicate.operands, work);
    case "and":
      return collectIntersection(source, predicate.operands, work);
  }
}

async function collectPath(
  source: RowSource,
  { path, intervals }: PathPredicate,
  work: QueryWork,
): Promise<ReadonlySet<ItemRef> | undefined> {
  const refs = new Set<ItemRef>();
  work.indexLookups += intervals.length;
  for await (const entries of scanIntervals(source, pathIndex(path), intervals)) {
    work.indexEntries += entries.length;
    for (const { ref } of entries) refs.add(ref);
    if (refs.size > REFS_MAX) return undefined;
  }
  return refs;
}

async function collectUnion(
  source: RowSource,
  operands: readonly IndexPredicate[],
  work: QueryWork,
): Promise<ReadonlySet<ItemRef> | undefined> {
  const all = new Set<ItemRef>();
  for (const operand of operands) {
    const refs = await collectRefs(source, operand, work);
    if (refs === undefined) return undefined;
    for (const ref of refs) all.add(ref);
    if (all.size > REFS_MAX) return undefined;
  }
  return all;
}

async function collectIntersection(
  source: RowSource,
  operands: readonly IndexPredicate[],
  work: QueryWork,
): Promise<ReadonlySet<ItemRef> | undefined> {
  let common: ReadonlySet<ItemRef> | undefined;
  for (const operand of operands) {
    const refs = await collectRefs(source, operand, work);
    if (refs === undefined) return undefined;
    const known: ReadonlySet<ItemRef> | undefined = common;
    common = known === undefined ? refs : new Set([...known].filter((ref) => refs.has(ref)));
    if (common.size === 0) break;
  }
  return common;
}
