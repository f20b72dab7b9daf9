/**
 * Values as a LevelDB holds them: which of them carry a checksum, and what stands for an empty one. The caller who opens the
 * database says which kinds of rows are checksummed.
 */

import { SPACE_BYTES, spaceOf } from "../space-key.ts";
import type { Write } from "../write.ts";
import { sealedValue, unsealedValue } from "./sealed-value.ts";

/** Whether rows are sealed of which the keys begin with this byte. */
export type SealedKinds = (space: number, kind: number | undefined) => boolean;

/**
 * Stands for an empty value in rows without a checksum: `classic-level` never frees the memory of an empty value that is
 * put (32 bytes), which grew to gigabytes by the index entries of millions of items. No other value of a kind without
 * checksums is this byte. On disk: do not change.
 */
const NO_VALUE = Buffer.of(0xff);

const NOTHING = Buffer.alloc(0);

/** The value as it is put: never empty. */
export function storedValue({ key, value }: Write, isSealedKind: SealedKinds): Uint8Array | null {
  if (value === null) return null;
  if (isSealedKind(spaceOf(key), key[SPACE_BYTES])) return sealedValue(key, value);
  return value.length === 0 ? NO_VALUE : value;
}

/** The value of a row; undefined if its checksum does not match. */
export function bareValue(fullKey: Buffer, stored: Buffer, isSealed: boolean): Buffer | undefined {
  if (isSealed) return unsealedValue(fullKey, stored);
  return stored.length === 1 && stored[0] === NO_VALUE[0] ? NOTHING : stored;
}
