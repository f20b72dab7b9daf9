/**
 * The entries of an index in the order of a query, with the keys of that order. An index that has the order behind other
 * paths is read where these have the values that the filter fixes. If its keys are inverted as well, it is read in the
 * other direction, and entries with equal keys, which would come the wrong way round, are turned.
 */
import type { IndexEntry, RowSource } from "../../../value/rows/row-source.ts";
import { invertedKey } from "../../plan/access/composite-interval.ts";
import type { OrderedScan } from "../../plan/order/ordered-scan.ts";
import type { KeyInterval } from "../../plan/predicates/key-interval.ts";
import { scanWhole } from "./access-path.ts";
import { scanIntervals } from "./scan-intervals.ts";
import { HIGHEST_REF, LOWEST_REF, type SortEntry } from "./sort-position.ts";

interface OrderedOptions {
  /** From the highest key of the order to the lowest. */
  readonly reverse: boolean;
  /** Strictly after this entry of the order. */
  readonly after?: SortEntry;
  /** Absent: all of the index. */
  readonly intervals: readonly KeyInterval[] | undefined;
}

type EntryChunks = AsyncGenerator<readonly IndexEntry[]>;

export async function* orderedEntries(
  source: RowSource,
  scan: OrderedScan,
  { reverse, after, intervals }: OrderedOptions,
): EntryChunks {
  const { index, prefix, isInverted } = scan;
  const read = (options: { reverse: boolean; after?: SortEntry }): EntryChunks =>
    intervals ? scanIntervals(source, index, intervals, options) : scanWhole(source, index, options);
  const own = (key: string): string => prefix + (isInverted ? invertedKey(key) : key);
  const start = after && { key: own(after.key), ref: after.ref };
  const chunks = isInverted
    ? turnedTies(read, reverse, start)
    : read({ reverse, ...(start && { after: start }) });
  if (prefix === "") {
    yield* chunks;
    return;
  }
  for await (const entries of chunks) {
    yield entries.map((entry) => {
      const key = entry.key.slice(prefix.length);
      return { ...entry, key: isInverted ? invertedKey(key) : key };
    });
  }
}

/** More entries than this with one key are read a second time instead of being held. */
const HELD_TIES_MAX = 1024;

type Read = (options: { reverse: boolean; after?: SortEntry }) => EntryChunks;

/** Keys from the lowest to the highest where `reverse`, which is that of the order; the refs of one key as it says. */
async function* turnedTies(read: Read, reverse: boolean, start: SortEntry | undefined): EntryChunks {
  if (start !== undefined) yield* tiesAfter(read, reverse, start);
  const past = reverse ? HIGHEST_REF : LOWEST_REF;
  const after = start && { after: { key: start.key, ref: past } };
  let ties: IndexEntry[] = [];
  let isTooMany = false;
  const turned = async function* (): EntryChunks {
    if (isTooMany) yield* tiesAfter(read, reverse, { key: ties[0]!.key, ref: past });
    else if (ties.length > 0) yield ties.reverse();
  };
  for await (const entries of read({ reverse: !reverse, ...after })) {
    for (const entry of entries) {
      if (ties.length > 0 && ties[0]!.key !== entry.key) {
        yield* turned();
        ties = [];
        isTooMany = false;
      }
      if (ties.length < HELD_TIES_MAX) ties.push(entry);
      else isTooMany = true;
    }
  }
  yield* turned();
}

/** The entries of one key after a ref. */
async function* tiesAfter(read: Read, reverse: boolean, start: SortEntry): EntryChunks {
  for await (const entries of read({ reverse, after: start })) {
    const end = entries.findIndex(({ key }) => key !== start.key);
    yield end < 0 ? entries : entries.slice(0, end);
    if (end >= 0) return;
  }
}
