/** The ranges of a plan: in key values, and as the gateway answers them, in effective partition keys. */
import {
  type Epk,
  type EpkRange,
  effectivePartitionKey,
  epkRangeOfPrefix,
  type PartitionKeyDefinition,
  WHOLE_EPK_RANGE,
} from "@orrerydb/keys/hash";
import type { KeyRange } from "./execution-info.ts";
import type { PartitionKeys } from "./partition-filter.ts";

interface EpkQueryRange extends EpkRange {
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
  const byEpk = new Map<Epk, EpkQueryRange>();
  for (const { min, max, isMinInclusive, isMaxInclusive } of ranges) {
    const epk = effectivePartitionKey(min, definition);
    if (max === "Infinity") {
      byEpk.set(epk, { min: epk, max: WHOLE_EPK_RANGE.max, isMinInclusive, isMaxInclusive });
    } else if (min.length > 0 && min.length < definition.paths.length) {
      byEpk.set(epk, { ...epkRangeOfPrefix(min, definition), isMinInclusive: true, isMaxInclusive: false });
    } else {
      byEpk.set(epk, { min: epk, max: epk, isMinInclusive, isMaxInclusive });
    }
  }
  return [...byEpk.values()].sort((a, b) => (a.min < b.min ? -1 : 1));
}
