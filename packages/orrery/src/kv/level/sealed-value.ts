/**
 * A value with its seal: a CRC-32 of the full key and the value (4, big-endian), after the value. So whatever wrote a
 * row elsewhere, or changed a byte of it, is found by whoever reads it; the checksums of LevelDB's files guard a row only
 * until a compaction copies it. On disk: do not change.
 */
import { crc32 } from "node:zlib";

const SEAL_BYTES = 4;

export function sealedValue(fullKey: Uint8Array, value: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(value.length + SEAL_BYTES);
  sealed.set(value);
  sealed.writeUInt32BE(sealOf(fullKey, value), value.length);
  return sealed;
}

/** The value, which shares the memory of what is given; undefined if the seal is not that of key and value. */
export function unsealedValue(fullKey: Uint8Array, sealed: Buffer): Buffer | undefined {
  const end = sealed.length - SEAL_BYTES;
  if (end < 0) return undefined;
  const value = sealed.subarray(0, end);
  return sealOf(fullKey, value) === sealed.readUInt32BE(end) ? value : undefined;
}

function sealOf(fullKey: Uint8Array, value: Uint8Array): number {
  const ofKey = crc32(fullKey);
  // An empty buffer may have no memory, and zlib then returns the checksum of nothing.
  return value.length === 0 ? ofKey : crc32(value, ofKey);
}
