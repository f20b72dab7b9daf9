/**
 * The parts of the hash space that a query reads, in order. A part is usually a whole physical partition. Where
 * a continuation token names other borders, because partitions were split or merged since, the parts are cut at
 * both, so that each has one history: not read yet, read up to some entry, or done.
 */
import type { Epk } from "@orrerydb/keys/hash";
import type { ItemRef, RowSource } from "../../../value/rows/row-source.ts";
import type { Continuation, Segment } from "../continuation.ts";

/** One physical partition, as far as it is in the request's scope. */
export interface QueryPartition {
  /** `[min, max)`; "" is the lowest, "FF" the end. */
  readonly min: Epk;
  readonly max: Epk;
  /**
   * The rows in scope of a part of the partition. All reads of one source show one moment. It is used until the
   * page is done, and never afterwards.
   */
  open(min: Epk, max: Epk): RowSource;
}

type RangeHistory =
  | { readonly kind: "new" }
  | { readonly kind: "reached"; readonly ref: ItemRef; readonly key?: string; readonly index?: string }
  | { readonly kind: "passed" };

export interface QueryRange {
  readonly min: Epk;
  readonly max: Epk;
  readonly source: RowSource;
  readonly history: RangeHistory;
}

const NEW: RangeHistory = { kind: "new" };
const PASSED: RangeHistory = { kind: "passed" };

export function cutRanges(
  partitions: readonly QueryPartition[],
  { segments }: Continuation,
): readonly QueryRange[] {
  const borders = [...new Set(segments.flatMap(({ min, max }) => [min, max]))].sort();
  const lastMin =
    segments
      .map(({ min }) => min)
      .sort()
      .at(-1) ?? "";
  const ranges: QueryRange[] = [];
  for (const partition of [...partitions].sort((a, b) => (a.min < b.min ? -1 : 1))) {
    const inside = borders.filter((border) => border > partition.min && border < partition.max);
    const cuts = [partition.min, ...inside, partition.max];
    for (let i = 0; i + 1 < cuts.length; i++) {
      const [min, max] = [cuts[i]!, cuts[i + 1]!];
      const segment = segments.find((candidate) => candidate.min <= min && max <= candidate.max);
      const history: RangeHistory = segment
        ? reached(segment)
        : segments.length > 0 && min < lastMin
          ? PASSED
          : NEW;
      ranges.push({ min, max, source: partition.open(min, max), history });
    }
  }
  return ranges;
}

/** The segment's borders are left behind: this range may be a part of it. */
function reached({ min: _min, max: _max, ...position }: Segment): RangeHistory {
  return { kind: "reached", ...position };
}
