/** Entries of an index in the order of a scan. */
import type { IndexIdentity } from "../../../value/rows/index-identity.ts";
import type { IndexEntry, IndexScan, ItemRef, RowSource } from "../../../value/rows/row-source.ts";
import { holdsKey, type KeyInterval, scanOf } from "../../plan/predicates/key-interval.ts";

export interface ScanOptions extends Pick<IndexScan, "alike" | "together"> {
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
  const { reverse = false, after, alike, together } = options;
  for (const interval of reverse ? [...intervals].reverse() : intervals) {
    if (after !== undefined && (reverse ? after.key < interval.from : after.key >= interval.to)) continue;
    const scan = {
      ...scanOf(index, interval),
      reverse,
      ...(after && { after }),
      ...(alike && { alike }),
      ...(together && { together }),
    };
    for await (const entries of source.index(scan)) {
      // They come in order: what is between two that are in the interval is in it too.
      const isInside = [entries[0], entries.at(-1)].every((entry) => !entry || holdsKey(interval, entry.key));
      yield isInside ? entries : entries.filter(({ key }) => holdsKey(interval, key));
    }
  }
}
