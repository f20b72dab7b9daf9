export { effectivePartitionKey, HASH_DIGITS } from "./effective-partition-key.ts";
export { type Epk, epkByteLength, epkBytes, epkOfBytes, parseEpk, writeEpk } from "./epk.ts";
export {
  type EpkRange,
  epkRangeOfPrefix,
  evenBoundaries,
  type HashVersion,
  intersectEpkRanges,
  isEmptyEpkRange,
  isInEpkRange,
  isWithinEpkRange,
  midpoint,
  WHOLE_EPK_RANGE,
} from "./epk-range.ts";
export { hashPosition } from "./hash-position.ts";
export { murmur3x64of128, murmur3x86of32 } from "./murmur3.ts";
export type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";
export { PartitionKeyError, type PartitionKeyErrorCode } from "./partition-key-error.ts";
export {
  extractPartitionKey,
  isPartitionKeyComponent,
  parsePartitionKeyPath,
  valueAtSegments,
} from "./partition-key-path.ts";
