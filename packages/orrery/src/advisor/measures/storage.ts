/** How a key shares out the items: over logical partitions, over physical ones, and over time. */
import { type Candidate, partitionOf } from "../candidates/candidate.ts";
import type { Distinct } from "../candidates/path-facts.ts";
import type { TimedRows } from "../items/clock.ts";

export interface Spread {
  readonly rows: number;
  readonly distinct: Distinct;
  /** The largest logical partition: its part of the bytes, and for how much of the time that was seen it is written to. */
  readonly largest: { readonly key: string; readonly share: number; readonly lifeShare: number };
  /** Parts of the bytes, of the keys at ranks 1, 2, 4, 8 …, for a drawing. */
  readonly byRank: readonly (readonly [number, number])[];
  readonly byPartition: readonly number[];
  readonly tooLong: number;
}

export interface Evenness {
  readonly largestOverMean: number;
  /** 0: all alike; towards 1: one has everything. */
  readonly gini: number;
}

const KEY_BYTES_MAX = 2_048;

export function spreadOf(
  candidate: Candidate,
  { rows, times, clock }: TimedRows,
  items: number,
  partitions: number,
): Spread {
  const byKey = new Map<
    string,
    { bytes: number; count: number; first: number; last: number; partition: number }
  >();
  let total = 0;
  let tooLong = 0;
  for (const [i, row] of rows.entries()) {
    const key = candidate.keyOf(row.item);
    const text = key.length === 1 && typeof key[0] === "string" ? key[0] : JSON.stringify(key);
    const time = times[i]!;
    let entry = byKey.get(text);
    if (entry === undefined) {
      if (text.length * 3 > KEY_BYTES_MAX && Buffer.byteLength(text) > KEY_BYTES_MAX) tooLong++;
      entry = {
        bytes: 0,
        count: 0,
        first: time,
        last: time,
        partition: partitionOf(key, candidate.definition, partitions),
      };
      byKey.set(text, entry);
    }
    entry.bytes += row.bytes;
    entry.count++;
    if (time < entry.first) entry.first = time;
    if (time > entry.last) entry.last = time;
    total += row.bytes;
  }
  const sorted = [...byKey].sort((a, b) => b[1].bytes - a[1].bytes);
  const byPartition = new Array<number>(partitions).fill(0);
  for (const [, { bytes, partition }] of sorted) byPartition[partition]! += bytes / total;
  const [key, top] = sorted[0]!;
  const span = clock === undefined ? 0 : clock.lastMs - clock.firstMs;
  const byRank: [number, number][] = [];
  for (let rank = 1; rank <= sorted.length; rank *= 2)
    byRank.push([rank, sorted[rank - 1]![1].bytes / total]);
  return {
    rows: rows.length,
    distinct: distinctOf(
      sorted.map(([, { count }]) => count),
      rows.length,
      items,
    ),
    largest: { key, share: top.bytes / total, lifeShare: span > 0 ? (top.last - top.first) / span : 1 },
    byRank,
    byPartition,
    tooLong,
  };
}

/**
 * Different keys among all items, from a sample: keys that the sample holds once stand for up to `items / rows` each.
 * The estimate is the guaranteed-error one (GEE): their geometric mean.
 */
function distinctOf(counts: readonly number[], rows: number, items: number): Distinct {
  const seen = counts.length;
  if (rows >= items) return { estimate: seen, low: seen, high: seen, method: "exact" };
  const once = counts.filter((count) => count === 1).length;
  const times = items / rows;
  return {
    estimate: Math.round(seen - once + once * Math.sqrt(times)),
    low: seen,
    high: Math.round(seen - once + once * times),
    method: "sample",
  };
}

export function evennessOf(shares: readonly number[]): Evenness {
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0) return { largestOverMean: 1, gini: 0 };
  const mean = total / shares.length;
  const sorted = [...shares].sort((a, b) => a - b);
  const weighted = sorted.reduce((sum, share, i) => sum + share * (2 * (i + 1) - shares.length - 1), 0);
  return { largestOverMean: Math.max(...shares) / mean, gini: weighted / (shares.length * total) };
}
