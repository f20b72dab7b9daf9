/*
 * The effective partition key (EPK) of key values, by the hash functions of the service.
 */
import { type Epk, epkOfBytes, HEX_OF_BYTE } from "./epk.ts";
import { KeyBytes } from "./key-bytes.ts";
import { murmur3x64of128, murmur3x86of32 } from "./murmur3.ts";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "./partition-key-definition.ts";
import { PartitionKeyError } from "./partition-key-error.ts";

/** Digits of one hash of version 2, and of each level of a hierarchical key. */
export const HASH_DIGITS = 32;

/** Version 1 looks at no more of a string than this. */
const V1_CHARACTERS = 100;

const scratch = new KeyBytes();
const limbs = new Uint32Array(4);

/** A hierarchical (MultiHash) key may be a prefix; any other has a component for each path, or none at all. */
export function effectivePartitionKey(
  components: readonly PartitionKeyComponent[],
  definition: PartitionKeyDefinition,
): Epk {
  const count = components.length;
  const kind = definition.kind ?? "Hash";
  if (count > definition.paths.length) {
    throw new PartitionKeyError(
      "TooManyComponents",
      `The key has ${count} values, but the container's key has ${definition.paths.length} paths.`,
    );
  }
  if (count === 0) return "" as Epk;
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

function hashEach(components: readonly PartitionKeyComponent[]): Epk {
  let epk = "";
  for (const component of components) {
    scratch.begin();
    scratch.hashInputV2(component);
    epk += hashDigits();
  }
  return epk as Epk;
}

function hashV2(components: readonly PartitionKeyComponent[]): Epk {
  scratch.begin();
  for (const component of components) scratch.hashInputV2(component);
  return hashDigits() as Epk;
}

/** h2 then h1, each big-endian; the two top bits are cleared, so that FF lies above every hash. */
function hashDigits(): string {
  murmur3x64of128(scratch.bytes, scratch.length, limbs);
  return digitsOf(limbs[2]! & 0x3fffffff) + digitsOf(limbs[3]!) + digitsOf(limbs[0]!) + digitsOf(limbs[1]!);
}

function digitsOf(limb: number): string {
  return (
    HEX_OF_BYTE[limb >>> 24]! +
    HEX_OF_BYTE[(limb >>> 16) & 0xff] +
    HEX_OF_BYTE[(limb >>> 8) & 0xff] +
    HEX_OF_BYTE[limb & 0xff]
  );
}

/**
 * Version 1 keeps the values behind the hash: two keys with one hash stay two logical partitions. Of a long string
 * both see the same beginning, so that all strings with that beginning are one logical partition.
 */
function hashV1(key: readonly PartitionKeyComponent[]): Epk {
  const components = key.map(beginningV1);
  scratch.begin();
  for (const component of components) scratch.hashInputV1(component);
  const hash = murmur3x86of32(scratch.bytes, scratch.length);
  scratch.begin();
  scratch.orderedNumber(hash);
  for (const component of components) scratch.ordered(component);
  return epkOfBytes(scratch.bytes, 0, scratch.length);
}

/** In UTF-16 units, as the .NET and Java clients count: half a surrogate pair at the cut is written as U+FFFD. */
function beginningV1(component: PartitionKeyComponent): PartitionKeyComponent {
  return typeof component === "string" && component.length > V1_CHARACTERS
    ? component.slice(0, V1_CHARACTERS)
    : component;
}

/** The legacy kind Range: ordered by value, not hashed. */
function orderedKey(components: readonly PartitionKeyComponent[]): Epk {
  scratch.begin();
  for (const component of components) scratch.ordered(component);
  return epkOfBytes(scratch.bytes, 0, scratch.length);
}
