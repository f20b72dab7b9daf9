/** The ranges of a plan: in key values, and as the gateway answers them, in effective partition keys. */
import {
  compareEpk,
  effectivePartitionKey,
  epkRangeOfPrefix,
  type PartitionKeyDefinition,
  toHex,
} from "@orrerydb/keys/hash";
import type { KeyRange } from "./execution-info.ts";
import type { PartitionKeys } from "./partition-filter.ts";

interface EpkQueryRange {
  readonly min: string;
  readonly max: string;
  readonly isMinInclusive: boolean;
  readonly isMaxInclusive: boolean;
}

/** Where no item can match, one empty range is left, so that one partition still answers (an aggregate has a row). */
export function keyRangesOf(keys: PartitionKeys): readonly KeyRange[] {
  if (keys === "all") return [{ min: [], max: "Infinity", isMinInclusive: true, isMaxInclusive: false }];
  const points = keys.length === 0 ? [[]] : keys;
  return points.map((key) => ({ min: key, max: key, isMinInclusive: true, isMaxInclusive: true }));
}

/**
 * In EPK order, each once: long keys of version 1 that begin alike have the same EPK, and clients read every range that
 * they are told. A prefix of a hierarchical key becomes the range of all keys below it.
 */
export function toEpkRanges(
  ranges: readonly KeyRange[],
  definition: PartitionKeyDefinition,
): readonly EpkQueryRange[] {
  return ranges
    .map((range) => ({ range, epk: effectivePartitionKey(range.min, definition) }))
    .sort((a, b) => compareEpk(a.epk, b.epk))
    .filter(({ epk }, i, sorted) => i === 0 || compareEpk(epk, sorted[i - 1]!.epk) !== 0)
    .map(({ range, epk }) => {
      const { min, max, isMinInclusive, isMaxInclusive } = range;
      if (max === "Infinity") return { min: toHex(epk), max: "FF", isMinInclusive, isMaxInclusive };
      if (min.length > 0 && min.length < definition.paths.length) {
        const end = epkRangeOfPrefix(min, definition).max;
        return { min: toHex(epk), max: toHex(end), isMinInclusive: true, isMaxInclusive: false };
      }
      return { min: toHex(epk), max: toHex(epk), isMinInclusive, isMaxInclusive };
    });
}
