/*
 * The hash behind pre-calculated suffixes, for anyone to compute in any language:
 *
 *   suffix = 1 + MurmurHash3_x86_32(bytes, seed 0) mod N
 *
 * where the bytes of each value follow each other: a string is 08, its UTF-8, FF; a number is 05 and its IEEE 754
 * double in little-endian order; null is 01, false 02, true 03. These are the bytes that Cosmos DB itself hashes for a
 * partition key of version 2.
 *
 * In keys that are stored: do not change.
 */

import { KeyBytes } from "../hash/key-bytes.ts";
import { murmur3x86of32 } from "../hash/murmur3.ts";
import type { Scalar } from "./join-parts.ts";

const scratch = new KeyBytes();

/** Unsigned 32 bits. */
export function suffixHash(values: readonly Scalar[]): number {
  scratch.begin();
  for (let index = 0; index < values.length; index++) scratch.hashInputV2(values[index]);
  return murmur3x86of32(scratch.bytes, scratch.length);
}

/** 1 to `suffixes`. */
export function suffixOfHash(hash: number, suffixes: number): number {
  return 1 + (hash % suffixes);
}
