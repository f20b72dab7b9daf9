/**
 * How the candidates of a range are read: by walking its items, or through an index. Whatever is chosen, the rows
 * that come of it are the same; only the work differs.
 */
import { encodeKey } from "../../../value/encode-value.ts";
import { FIRST_BATCH, nextBatch } from "../../../value/operations/item-batch.ts";
import type { IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { IndexEntry, ItemName, ItemRef, ItemRow, RowSource } from "../../../value/rows/row-source.ts";
import { asksForLacking, type IndexPredicate, indexOf } from "../../plan/predicates/index-predicate.ts";
import { isTight, type KeyInterval, scanOf } from "../../plan/predicates/key-interval.ts";
import type { QueryWork } from "../query-work.ts";
import type { RowSkip } from "../row-skip.ts";
import { textRefs } from "../texts/text-refs.ts";
import { UnreadRow } from "./covered-row.ts";
import { type EntryScan, judgedEntries } from "./judged-entries.ts";
import type { CandidateChunk, RangePosition } from "./range-stream.ts";
import { type ScanOptions, scanIntervals } from "./scan-intervals.ts";
import { HIGHEST_REF, LOWEST_REF } from "./sort-position.ts";

/** More refs than this are not collected; eight bytes each make a few megabytes at most. */
const REFS_MAX = 65_536;

export async function* walkItems(
  source: RowSource,
  after: RangePosition | undefined,
): AsyncGenerator<CandidateChunk> {
  for await (const rows of source.items(after ? { after: after.ref } : {})) yield { rows };
}

/**
 * The same, but items are not read as long as they are only passed over. Where all are, only their number matters.
 */
export async function* skipItems(
  source: RowSource,
  after: RangePosition | undefined,
  skip: RowSkip,
): AsyncGenerator<CandidateChunk> {
  const count = after === undefined ? await source.exactCount() : undefined;
  if (count !== undefined && count > 0 && count <= skip.left) {
    yield { rows: [new UnreadRow(HIGHEST_REF, count)], entriesPerRow: 1 };
    return;
  }
  let passed = after;
  const chunks = await source.refs(after ? { after: after.ref } : {});
  for await (const refs of chunks ?? []) {
    if (skip.left <= 0) break;
    yield { rows: refs.map((ref) => new UnreadRow(ref)), entriesPerRow: 1 };
    if (refs.length > 0) passed = { ref: refs.at(-1)! };
  }
  yield* walkItems(source, passed);
}

/** The sort key of an item that lacks what it is ordered by: before all others. */
export const UNDEFINED_KEY = encodeKey(undefined);

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

/** How many entries of an index are in some intervals; undefined where they have to be read to know. */
export async function countIntervals(
  source: RowSource,
  index: IndexIdentity,
  intervals: readonly KeyInterval[],
): Promise<number | undefined> {
  if (index.kind === "path" && !intervals.every(isTight)) return undefined;
  let count = 0;
  for (const interval of intervals) {
    const found = await source.count(scanOf(index, interval));
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
  const { reverse = false, after, alike, together } = options;
  yield* source.index({
    index,
    reverse,
    ...(after && { after }),
    ...(alike && { alike }),
    ...(together && { together }),
  });
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

/**
 * The items of index entries, in their order; an item that has gone since is left out. `isUnread` is asked for each
 * batch, and says whether the items matter.
 */
export async function* loadEntries(
  source: RowSource,
  chunks: AsyncIterable<readonly IndexEntry[]>,
  isUnread: () => boolean,
): AsyncGenerator<{ readonly rows: readonly ItemRow[]; readonly keys: readonly string[] }> {
  let size = FIRST_BATCH;
  for await (const entries of chunks) {
    if (isUnread()) {
      yield { rows: unreadRows(entries), keys: entries.map(({ key }) => key) };
      continue;
    }
    for (let at = 0; at < entries.length; ) {
      const batch = entries.slice(at, at + size);
      const rows = await source.load(batch.map(({ ref }) => ref));
      at += size;
      size = nextBatch(size, rows);
      yield { rows, keys: keysOf(batch, rows) };
    }
  }
}

function keysOf(entries: readonly IndexEntry[], rows: readonly ItemRow[]): readonly string[] {
  const keys: string[] = [];
  for (const { ref, key } of entries) if (rows[keys.length]?.ref === ref) keys.push(key);
  return keys;
}

function unreadRows(entries: readonly { readonly ref: ItemRef }[]): readonly UnreadRow[] {
  return entries.map(({ ref }) => new UnreadRow(ref));
}

/** The items of some refs, in their order. */
export async function* loadRefs(
  source: RowSource,
  refs: readonly ItemRef[],
  isUnread: () => boolean,
): AsyncGenerator<{ readonly rows: readonly ItemRow[] }> {
  let size = FIRST_BATCH;
  for (let at = 0; at < refs.length; ) {
    const batch = refs.slice(at, at + size);
    const rows = isUnread() ? batch.map((ref) => new UnreadRow(ref)) : await source.load(batch);
    at += size;
    size = nextBatch(size, rows);
    yield { rows };
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
    case "named":
      return findNamed(source, predicate.names, work);
    case "path":
      if (asksForLacking(predicate)) return undefined;
      return collectEntries(source, { ...predicate, index: indexOf(predicate) }, work);
    case "composite":
      return collectEntries(source, { ...predicate, index: indexOf(predicate) }, work);
    case "functional":
      return collectEntries(source, predicate, work);
    case "text":
      return textRefs(source, predicate, work);
    case "or":
      return collectUnion(source, predicate.operands, work);
    case "and":
      return collectIntersection(source, predicate.operands, work);
  }
}

async function findNamed(
  source: RowSource,
  names: readonly ItemName[],
  work: QueryWork,
): Promise<ReadonlySet<ItemRef>> {
  const refs = await source.find(names);
  work.indexLookups += names.length;
  work.indexEntries += refs.length;
  return new Set(refs);
}

async function collectEntries(
  source: RowSource,
  scan: EntryScan,
  work: QueryWork,
): Promise<ReadonlySet<ItemRef> | undefined> {
  const refs = new Set<ItemRef>();
  work.indexLookups += scan.intervals.length;
  for await (const { entries, passedOver } of judgedEntries(source, scan)) {
    work.indexEntries += entries.length + passedOver;
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
