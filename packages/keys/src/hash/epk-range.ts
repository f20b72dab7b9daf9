/*
 * Ranges of effective partition keys: `min` is inside, `max` is not.
 *
 * The whole space is ["", FF). Boundaries are never padded with zeros, so the order of strings is the only order.
 * Splitting is rare, hence BigInt here.
 */

import { effectivePartitionKey, HASH_DIGITS } from "./effective-partition-key.ts";
import { type Epk, epkBytes, epkOfBytes } from "./epk.ts";
import { KeyBytes } from "./key-bytes.ts";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";

export interface EpkRange {
  readonly min: Epk;
  readonly max: Epk;
}

/** Version 2 stands for MultiHash too: its first level is a version 2 hash. */
export type HashVersion = 1 | 2;

const V1_HASH_MAX = 0xffffffff;
const V2_HASH_BITS = 126n;
const V2_HASH_MAX = (1n << V2_HASH_BITS) - 1n;
/** Hierarchical keys have up to three levels, or four where the last is the id. */
const LEVELS_MAX = 4;

/** Every effective partition key is inside. */
export const WHOLE_EPK_RANGE: EpkRange = { min: "" as Epk, max: "FF" as Epk };

export function isInEpkRange(epk: Epk, range: EpkRange): boolean {
  return range.min <= epk && epk < range.max;
}

export function isEmptyEpkRange({ min, max }: EpkRange): boolean {
  return min >= max;
}

/** What is in both; empty when nothing is. */
export function intersectEpkRanges(a: EpkRange, b: EpkRange): EpkRange {
  return { min: a.min >= b.min ? a.min : b.min, max: a.max <= b.max ? a.max : b.max };
}

/** Whether `inner` lies wholly inside `outer`. */
export function isWithinEpkRange(inner: EpkRange, outer: EpkRange): boolean {
  return outer.min <= inner.min && inner.max <= outer.max;
}

/** Everything that begins with these components; with all of them, exactly one logical partition. */
export function epkRangeOfPrefix(
  components: readonly PartitionKeyComponent[],
  definition: PartitionKeyDefinition,
): EpkRange {
  const min = effectivePartitionKey(components, definition);
  return { min, max: `${min}FF` as Epk };
}

/** The `count - 1` inner boundaries that share the hash space out evenly. */
export function evenBoundaries(count: number, version: HashVersion): Epk[] {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`${count} is not a number of partitions.`);
  const boundaries: Epk[] = [];
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
export function midpoint(min: Epk, max: Epk, version: HashVersion): Epk | undefined {
  return version === 1 ? midpointV1(min, max) : midpointV2(min, max);
}

function midpointV1(min: Epk, max: Epk): Epk | undefined {
  const low = hashOfBoundaryV1(min);
  const high = isEnd(max) ? V1_HASH_MAX : hashOfBoundaryV1(max);
  const middle = Math.floor((low + high) / 2);
  return middle > low ? boundaryV1(middle) : undefined;
}

/** An EPK is a number whose digits are hashes, one for each level. The middle takes one more level only where it must. */
function midpointV2(min: Epk, max: Epk): Epk | undefined {
  for (let levels = 1; levels <= LEVELS_MAX; levels++) {
    const low = leadingHashes(min, levels);
    const high = isEnd(max) ? (1n << (V2_HASH_BITS * BigInt(levels))) - 1n : leadingHashes(max, levels);
    const middle = (low + high) / 2n;
    if (middle > low) return boundaryV2(middle, levels);
  }
  return undefined;
}

function leadingHashes(epk: Epk, levels: number): bigint {
  let value = 0n;
  for (let at = 0; at < levels * HASH_DIGITS; at += HASH_DIGITS) {
    const hash = BigInt(`0x${epk.slice(at, at + HASH_DIGITS).padEnd(HASH_DIGITS, "0")}`);
    // The end of a prefix range, P followed by FF, counts as the last hash below P.
    value = (value << V2_HASH_BITS) | (hash > V2_HASH_MAX ? V2_HASH_MAX : hash);
  }
  return value;
}

function boundaryV2(value: bigint, levels: number): Epk {
  let boundary = "";
  for (let rest = value, level = 0; level < levels; level++, rest >>= V2_HASH_BITS) {
    boundary = (rest & V2_HASH_MAX).toString(16).padStart(HASH_DIGITS, "0") + boundary;
  }
  return boundary.toUpperCase() as Epk;
}

function boundaryV1(hash: number): Epk {
  const key = new KeyBytes();
  key.orderedNumber(hash);
  return epkOfBytes(key.bytes, 0, key.length);
}

/** Undoes the ordered encoding of a hash: a marker, eight bits, then seven with a low bit while more follow. */
function hashOfBoundaryV1(boundary: Epk): number {
  if (boundary === "") return 0;
  const bytes = epkBytes(boundary);
  let bits = BigInt(bytes[1] ?? 0);
  let count = 8n;
  for (let index = 2; index < bytes.length && count < 64n; index++) {
    bits = (bits << 7n) | BigInt(bytes[index]! >> 1);
    count += 7n;
    if ((bytes[index]! & 1) === 0) break;
  }
  bits = count < 64n ? bits << (64n - count) : bits >> (count - 64n);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(64, bits) ^ (1n << 63n));
  return view.getFloat64(0);
}

function isEnd(boundary: Epk): boolean {
  return boundary.startsWith("FF");
}
