/**
 * The keys of several ranges that lie close to one another: what is between them is read too where it is little, because
 * a new scan takes longer than a few keys.
 */
import type { KeyBounds } from "./key-bounds.ts";

export interface RangeKeys {
  /** The keys of each range in turn, up to the one where `max` was reached, which is left out. */
  readonly ranges: readonly (readonly Buffer[])[];
  /** `max` at most. */
  readonly count: number;
}

/** `ranges` are in order and do not overlap. A scan ends where one of its chunks ends between two of them. */
export async function keysInRanges(
  ranges: readonly KeyBounds[],
  max: number,
  scan: (bounds: KeyBounds) => AsyncIterable<readonly Buffer[]>,
): Promise<RangeKeys> {
  const found = ranges.map((): Buffer[] => []);
  let count = 0;
  let at = 0;
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for await (const keys of scan({ from: ranges[at]!.from, to: ranges.at(-1)!.to })) {
      for (const key of keys) {
        while (Buffer.compare(key, ranges[at]!.to) >= 0) at++;
        if (Buffer.compare(key, ranges[at]!.from) < 0) continue;
        found[at]!.push(key);
        if (++count >= max) return { ranges: found.slice(0, at), count };
      }
      hasMore = Buffer.compare(keys.at(-1)!, ranges[at]!.from) < 0;
      if (hasMore) break;
    }
  }
  return { ranges: found, count };
}
