/**
 * Whether the rows of an ORDER BY are read from the index that has its order, which stops with the page, or through
 * the filter and then sorted, which sees all of them but only them.
 */
import type { RowSource } from "../../../value/rows/row-source.ts";
import { estimateEntries, isScattered } from "../access/choose-access.ts";
import type { OrderedScan } from "./ordered-scan.ts";

interface OrderChoice {
  /** Of all ranges. */
  readonly sources: readonly RowSource[];
  /** What would be read of an index. */
  readonly scan: OrderedScan;
  /** Rows that the query may have, OFFSET's included. */
  readonly rowsMax: number;
  /** About how many items the filter leaves; more than `max` are as good as all. */
  candidates(max: number): Promise<number>;
}

/** How many rows a query is expected to be read for; not the size of the page, which must not change what it costs. */
const TYPICAL_ROWS = 100;
/** A page holds no more: where items are large, only as many rows are read for it. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** An index entry that is passed over, next to an item that is read. */
const ENTRY_COST = 0.05;
/** Each page sorts anew; more than this would be felt. */
const SORT_CANDIDATES_MAX = 4000;

/**
 * With `found` candidates among `items`, evenly spread, the index is read about `wanted * items / found` entries
 * deep until there are enough rows, passing over those that are out of scope. Sorting reads all that were found.
 */
export async function isSortCheaper(choice: OrderChoice): Promise<boolean> {
  if (isReadForAll(choice)) return false;
  const counts = await Promise.all(choice.sources.map((source) => countsOf(source, choice.scan)));
  let items = 0;
  let cost = 0;
  for (const count of counts) {
    items += count.items;
    cost += count.items + ENTRY_COST * count.entries;
  }
  const wanted = Math.min(choice.rowsMax, TYPICAL_ROWS, rowsOfPage(choice.sources));
  const foundMax = Math.min(Math.sqrt(wanted * cost), SORT_CANDIDATES_MAX);
  if (items <= foundMax && choice.scan.bounds === undefined) return true;
  return (await choice.candidates(Math.ceil(foundMax) + 1)) <= Math.min(foundMax, items / 2);
}

/** How many items of their size fit on a page. */
function rowsOfPage(sources: readonly RowSource[]): number {
  let items = 0;
  let bytes = 0;
  for (const source of sources) {
    const known = source.itemBytes();
    if (known === undefined) continue;
    items += source.itemCount();
    bytes += known;
  }
  return bytes === 0 ? TYPICAL_ROWS : Math.max(1, (PAGE_BYTES * items) / bytes);
}

/** About how many entries of the index are read for how many items. */
async function countsOf(
  source: RowSource,
  { index, bounds, isInScope }: OrderedScan,
): Promise<{ readonly items: number; readonly entries: number }> {
  const items = source.itemCount();
  const entries = isInScope ? items : source.indexedItemCount();
  if (bounds === undefined) return { items, entries };
  const bounded = await estimateEntries(source, index, bounds.intervals, SORT_CANDIDATES_MAX);
  if (bounded >= SORT_CANDIDATES_MAX) return { items, entries };
  return { items: Math.min(items, bounded), entries: bounded };
}

/** Whether nearly every entry that is read of the index makes a row: then no other way is cheaper. */
function isReadForAll({ scan: { bounds, isInScope }, sources }: OrderChoice): boolean {
  return bounds?.isWhole === true && (isInScope || !sources.some(isScattered));
}

/**
 * Whether the items that a filter leaves are better read all than looked for among the nearest. With `found` of `items`
 * evenly spread, about `wanted * items / found` of the nearest are read until there are enough rows.
 */
export function isFilterCheaper(found: number, items: number, wanted: number): boolean {
  return found * found <= Math.max(wanted, NEAREST_ROWS_MIN) * items;
}

/** The vectors around the nearest are read in any case: fewer rows do not make that cheaper. */
const NEAREST_ROWS_MIN = 10;
