/*
 * Ranges of effective partition keys: `min` is inside, `max` is not.
 *
 * The whole space is ["", FF). Boundaries are never padded with zeros, so plain byte order is the only order.
 * Splitting is rare, hence BigInt here.
 */

import { effectivePartitionKey, HASH_BYTES } from "./effective-partition-key.ts";
import { KeyBytes } from "./key-bytes.ts";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";

export interface EpkRange {
  readonly min: Uint8Array;
  readonly max: Uint8Array;
}

/** Version 2 stands for MultiHash too: its first level is a version 2 hash. */
export type HashVersion = 1 | 2;

const V1_HASH_MAX = 0xffffffff;
const V2_HASH_BITS = 126n;
const V2_HASH_MAX = (1n << V2_HASH_BITS) - 1n;
/** Hierarchical keys have up to three levels, or four where the last is the id. */
const LEVELS_MAX = 4;

export function compareEpk(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = a[index]! - b[index]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Every effective partition key is inside. */
export const WHOLE_EPK_RANGE: EpkRange = { min: Uint8Array.of(), max: Uint8Array.of(0xff) };

export function isInEpkRange(epk: Uint8Array, range: EpkRange): boolean {
  return compareEpk(epk, range.min) >= 0 && compareEpk(epk, range.max) < 0;
}

export function isEmptyEpkRange({ min, max }: EpkRange): boolean {
  return compareEpk(min, max) >= 0;
}

/** What is in both; empty when nothing is. */
export function intersectEpkRanges(a: EpkRange, b: EpkRange): EpkRange {
  return {
    min: compareEpk(a.min, b.min) >= 0 ? a.min : b.min,
    max: compareEpk(a.max, b.max) <= 0 ? a.max : b.max,
  };
}

/** Whether `inner` lies wholly inside `outer`. */
export function isWithinEpkRange(inner: EpkRange, outer: EpkRange): boolean {
  return compareEpk(inner.min, outer.min) >= 0 && compareEpk(inner.max, outer.max) <= 0;
}

/** Everything that begins with these components; with all of them, exactly one logical partition. */
export function epkRangeOfPrefix(
  components: readonly PartitionKeyComponent[],
  definition: PartitionKeyDefinition,
): EpkRange {
  const min = effectivePartitionKey(components, definition);
  const max = new Uint8Array(min.length + 1);
  max.set(min);
  max[min.length] = 0xff;
  return { min, max };
}

/** The `count - 1` inner boundaries that share the hash space out evenly. */
export function evenBoundaries(count: number, version: HashVersion): Uint8Array[] {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} is not a number of partitions.`);
  const boundaries: Uint8Array[] = [];
  for (let index = 1; index < count; index++) {
    boundaries.push(
      version === 1
        ? boundaryV1(Math.floor(V1_HASH_MAX / count) * index)
        : boundaryV2((V2_HASH_MAX / BigInt(count)) * BigInt(index), 1),
    );
  }
  return boundaries;
}

/** The middle of a range, strictly inside it; `undefined` when the range holds a single hash. */
export function midpoint(min: Uint8Array, max: Uint8Array, version: HashVersion): Uint8Array | undefined {
  return version === 1 ? midpointV1(min, max) : midpointV2(min, max);
}

function midpointV1(min: Uint8Array, max: Uint8Array): Uint8Array | undefined {
  const low = hashOfBoundaryV1(min);
  const high = isEnd(max) ? V1_HASH_MAX : hashOfBoundaryV1(max);
  const middle = Math.floor((low + high) / 2);
  return middle > low ? boundaryV1(middle) : undefined;
}

/** An EPK is a number whose digits are hashes. The middle takes one more digit only where it must. */
function midpointV2(min: Uint8Array, max: Uint8Array): Uint8Array | undefined {
  for (let digits = 1; digits <= LEVELS_MAX; digits++) {
    const low = leadingDigits(min, digits);
    const high = isEnd(max) ? (1n << (V2_HASH_BITS * BigInt(digits))) - 1n : leadingDigits(max, digits);
    const middle = (low + high) / 2n;
    if (middle > low) return boundaryV2(middle, digits);
  }
  return undefined;
}

function leadingDigits(epk: Uint8Array, digits: number): bigint {
  let value = 0n;
  for (let digit = 0; digit < digits; digit++) {
    let hash = 0n;
    for (let index = digit * HASH_BYTES; index < (digit + 1) * HASH_BYTES; index++) {
      hash = (hash << 8n) | BigInt(epk[index] ?? 0);
    }
    // The end of a prefix range, P followed by FF, counts as the last hash below P.
    value = (value << V2_HASH_BITS) | (hash > V2_HASH_MAX ? V2_HASH_MAX : hash);
  }
  return value;
}

function boundaryV2(value: bigint, digits: number): Uint8Array {
  const boundary = new Uint8Array(digits * HASH_BYTES);
  let rest = value;
  for (let digit = digits - 1; digit >= 0; digit--) {
    let hash = rest & V2_HASH_MAX;
    rest >>= V2_HASH_BITS;
    for (let index = (digit + 1) * HASH_BYTES - 1; index >= digit * HASH_BYTES; index--) {
      boundary[index] = Number(hash & 0xffn);
      hash >>= 8n;
    }
  }
  return boundary;
}

function boundaryV1(hash: number): Uint8Array {
  const bytes = new KeyBytes();
  bytes.orderedNumber(hash);
  return bytes.copy();
}

/** Undoes the ordered encoding of a hash: a marker, eight bits, then seven with a low bit while more follow. */
function hashOfBoundaryV1(boundary: Uint8Array): number {
  if (boundary.length === 0) return 0;
  let bits = BigInt(boundary[1] ?? 0);
  let count = 8n;
  for (let index = 2; index < boundary.length && count < 64n; index++) {
    bits = (bits << 7n) | BigInt(boundary[index]! >> 1);
    count += 7n;
    if ((boundary[index]! & 1) === 0) break;
  }
  bits = count < 64n ? bits << (64n - count) : bits >> (count - 64n);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(64, bits) ^ (1n << 63n));
  return view.getFloat64(0);
}

function isEnd(boundary: Uint8Array): boolean {
  return boundary[0] === 0xff;
}
