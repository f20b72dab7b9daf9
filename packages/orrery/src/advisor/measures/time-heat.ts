/**
 * How much of the writes of one time one key takes. Two estimates, of which the larger counts: the share of the busiest
 * key if all items were written now, which finds keys made of the time however few items a value has, and its share
 * of items that were written together, which finds keys that take turns.
 *
 * Only the first level of a hierarchical key counts: what shares it is on one physical partition until that splits.
 */
import type { Candidate } from "../candidates/candidate.ts";
import type { Row } from "../items/item-sample.ts";
import type { WriteOrder } from "../items/write-order.ts";

export interface TimeHeat {
  readonly share: number;
  /** What one key may have: the part of the throughput that one partition has. */
  readonly limit: number;
  readonly basis: WriteOrder["basis"];
}

/** The rows as if they were written now, and in the order in which they were: worked out once for all candidates. */
export interface WrittenRows {
  readonly basis: WriteOrder["basis"];
  readonly now: readonly Row[];
  readonly ordered: readonly Row[];
}

const WINDOW_ROWS = 50;
const WINDOWS_MIN = 3;
const WINDOWS_MAX = 100;
/** So much of a window one of many keys has by chance, or because its items belong together. */
const WINDOW_SHARE_MIN = 0.2;
/** Fewer rows of a key say nothing of its share. */
const ROWS_MIN = 10;

export function writtenRows(rows: readonly Row[], { basis, inOrder, writtenNow }: WriteOrder): WrittenRows {
  return {
    basis,
    now: rows.map((row) => ({ ...row, item: writtenNow(row.item) })),
    ordered: inOrder?.(rows) ?? [],
  };
}

export function timeHeatOf(
  candidate: Candidate,
  { now, ordered, basis }: WrittenRows,
  partitions: number,
): TimeHeat {
  const top = mostOfOneKey(candidate, now);
  const together = shareTogether(candidate, ordered);
  return {
    share: Math.max(top >= ROWS_MIN ? top / now.length : 0, together > WINDOW_SHARE_MIN ? together : 0),
    limit: 1 / partitions,
    basis,
  };
}

export function isHotInTime({ share, limit }: TimeHeat): boolean {
  return share > limit;
}

/** The busiest key's part of a window of rows: the median of the windows. */
function shareTogether(candidate: Candidate, ordered: readonly Row[]): number {
  const windows = Math.min(WINDOWS_MAX, Math.floor(ordered.length / WINDOW_ROWS));
  if (windows < WINDOWS_MIN) return 0;
  const shares = Array.from({ length: windows }, (_, i) => {
    const start = Math.floor((i * ordered.length) / windows);
    return mostOfOneKey(candidate, ordered.slice(start, start + WINDOW_ROWS)) / WINDOW_ROWS;
  }).sort((a, b) => a - b);
  return shares[windows >> 1]!;
}

function mostOfOneKey(candidate: Candidate, rows: readonly Row[]): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (const { item } of rows) {
    const first = JSON.stringify(candidate.keyOf(item)[0] ?? null);
    const count = (counts.get(first) ?? 0) + 1;
    counts.set(first, count);
    if (count > most) most = count;
  }
  return most;
}
