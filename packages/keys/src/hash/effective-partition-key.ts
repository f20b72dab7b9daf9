/*
 * The effective partition key (EPK): the point of the hash space where a logical partition lies.
 *
 * Bytes inside, hex at the edges. EPKs compare as byte strings (`compareEpk`), every EPK is below FF, which ends
 * the last range, and the empty key is the empty byte string, with which the first range begins.
 */

import { KeyBytes } from "./key-bytes.ts";
import { murmur3x64of128, murmur3x86of32 } from "./murmur3.ts";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";
import { PartitionKeyError } from "./partition-key-error.ts";

/** Bytes of one hash of version 2, and of each level of a hierarchical key. */
export const HASH_BYTES = 16;

/** Version 1 looks at no more of a string than this. */
const V1_CHARACTERS = 100;

const scratch = new KeyBytes();
const limbs = new Uint32Array(4);

/** A hierarchical (MultiHash) key may be a prefix; any other has a component for each path, or none at all. */
export function effectivePartitionKey(
  components: readonly PartitionKeyComponent[],
  definition: PartitionKeyDefinition,
): Uint8Array {
  const count = components.length;
  const kind = definition.kind ?? "Hash";
  if (count > definition.paths.length) {
    throw new PartitionKeyError(
      "TooManyComponents",
      `The key has ${count} values, but the container's key has ${definition.paths.length} paths.`,
    );
  }
  if (count === 0) return new Uint8Array(0);
  if (kind === "MultiHash") return hashEach(components);
  if (count < definition.paths.length) {
    throw new PartitionKeyError(
      "TooFewComponents",
      `The key has ${count} values, but the container's key has ${definition.paths.length} paths.`,
    );
  }
  if (kind === "Range") return orderedKey(components);
  return definition.version === 2 ? hashV2(components) : hashV1(components);
}

function hashEach(components: readonly PartitionKeyComponent[]): Uint8Array {
  const epk = new Uint8Array(HASH_BYTES * components.length);
  for (let index = 0; index < components.length; index++) {
    scratch.begin();
    scratch.hashInputV2(components[index]);
    writeHash(epk, index * HASH_BYTES);
  }
  return epk;
}

function hashV2(components: readonly PartitionKeyComponent[]): Uint8Array {
  const epk = new Uint8Array(HASH_BYTES);
  scratch.begin();
  for (const component of components) scratch.hashInputV2(component);
  writeHash(epk, 0);
  return epk;
}

/** h2 then h1, each big-endian; the two top bits are cleared, so that FF lies above every hash. */
function writeHash(epk: Uint8Array, offset: number): void {
  murmur3x64of128(scratch.bytes, scratch.length, limbs);
  let at = offset;
  for (let index = 0; index < 4; index++) {
    const limb = limbs[index ^ 2]!;
    epk[at++] = limb >>> 24;
    epk[at++] = limb >>> 16;
    epk[at++] = limb >>> 8;
    epk[at++] = limb;
  }
  epk[offset]! &= 0x3f;
}

/**
 * Version 1 keeps the values behind the hash: two keys with one hash stay two logical partitions. Of a long string
 * both see the same beginning, so that all strings with that beginning are one logical partition.
 */
function hashV1(key: readonly PartitionKeyComponent[]): Uint8Array {
  const components = key.map(beginningV1);
  scratch.begin();
  for (const component of components) scratch.hashInputV1(component);
  const hash = murmur3x86of32(scratch.bytes, scratch.length);
  scratch.begin();
  scratch.orderedNumber(hash);
  for (const component of components) scratch.ordered(component);
  return scratch.copy();
}

/** In UTF-16 units, as the .NET and Java clients count: half a surrogate pair at the cut is written as U+FFFD. */
function beginningV1(component: PartitionKeyComponent): PartitionKeyComponent {
  return typeof component === "string" && component.length > V1_CHARACTERS
    ? component.slice(0, V1_CHARACTERS)
    : component;
}

/** The legacy kind Range: ordered by value, not hashed. */
function orderedKey(components: readonly PartitionKeyComponent[]): Uint8Array {
  scratch.begin();
  for (const component of components) scratch.ordered(component);
  return scratch.copy();
}
