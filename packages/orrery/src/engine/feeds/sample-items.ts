/**
 * Items for advice on keys, outside of all budgets: looking at a container must not take from those who use it. A part
 * of the hash space is read in pages; one that lies on several partitions is divided instead, so that a split or merge
 * between two pages does not matter.
 */
import { type EpkRange, intersectEpkRanges, isWithinEpkRange } from "@orrerydb/keys/hash";
import { PAGE_BYTES_MAX } from "../../sql/query-terms.ts";
import type { Container } from "../container/container.ts";
import { atThisMoment, PAGE_ENTRIES_MAX } from "./change-feed-page.ts";

/** What is still to be read of the hash space. */
export interface SamplePart {
  readonly range: EpkRange;
  readonly afterLsn: number;
}

export interface SamplePage {
  /** JSON, as it is answered. */
  readonly rows: readonly Buffer[];
  readonly rest: readonly SamplePart[];
}

export async function sampleItems(
  container: Container,
  { range, afterLsn }: SamplePart,
  itemsMax: number,
): Promise<SamplePage> {
  const [partition, ...others] = container.partitions.map.overlapping(range);
  if (partition === undefined) return { rows: [], rest: [] };
  if (others.length > 0) {
    const parts = [partition, ...others].map((each) => ({
      range: intersectEpkRanges(each, range),
      afterLsn,
    }));
    return { rows: [], rest: parts };
  }
  const page = {
    afterLsn,
    itemsMax,
    bytesMax: PAGE_BYTES_MAX,
    entriesMax: PAGE_ENTRIES_MAX,
    ...(isWithinEpkRange(partition, range) ? {} : { range }),
    accepts: () => true,
  };
  const { items, lsn, hasMore } = await atThisMoment(container, partition, (moment) =>
    partition.store.changes(page, moment),
  );
  return { rows: items.map(({ json }) => json), rest: hasMore ? [{ range, afterLsn: lsn }] : [] };
}
