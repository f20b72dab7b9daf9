/**
 * Whether the rows of an ORDER BY are read from the index that has its order, which stops with the page, or through
 * the filter and then sorted, which sees all of them but only them.
 */
import type { RowSource } from "../../value/row-source.ts";

interface OrderChoice {
  /** Of all ranges. */
  readonly sources: readonly RowSource[];
  /** The filter asks for a part of the index of the order, and for nothing else. */
  readonly isBoundOfOrder: boolean;
  /** Rows that the query may have, OFFSET's included. */
  readonly rowsMax: number;
  /** About how many items the filter leaves; more than `max` are as good as all. */
  candidates(max: number): Promise<number>;
}

/** How many rows a query is expected to be read for; not the size of the page, which must not change what it costs. */
const TYPICAL_ROWS = 100;
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
  let items = 0;
  let cost = 0;
  for (const source of choice.sources) {
    items += source.itemCount();
    cost += source.itemCount() + ENTRY_COST * (source.indexedItemCount?.() ?? source.itemCount());
  }
  const wanted = Math.min(choice.rowsMax, TYPICAL_ROWS);
  const foundMax = Math.min(Math.sqrt(wanted * cost), SORT_CANDIDATES_MAX);
  if (items <= foundMax) return true;
  return (await choice.candidates(Math.ceil(foundMax) + 1)) <= foundMax;
}

/** Whether nearly every entry that is read of the index makes a row: then no other way is cheaper. */
function isReadForAll({ isBoundOfOrder, sources }: OrderChoice): boolean {
  return (
    isBoundOfOrder && sources.every((source) => (source.indexedItemCount?.() ?? 0) <= 2 * source.itemCount())
  );
}
