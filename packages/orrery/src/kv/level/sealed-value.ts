/**
 * A value with its seal: a CRC-32 of the full key and the value (4, big-endian), after the value. So whatever wrote a
 * row elsewhere, or changed a byte of it, is found by whoever reads it; the checksums of LevelDB's files guard a row only
 * until a compaction copies it. On disk: do not change.
 */
import { crc32 } from "node:zlib";

export const SEAL_BYTES = 4;

const POLYNOMIAL = 0xedb8_8320;
/** A call into zlib takes as long as so many bytes here. */
const SHORT_BYTES = 64;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc;
});

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
  return extended(extended(0, fullKey), value);
}

function extended(crc: number, bytes: Uint8Array): number {
  if (bytes.length > SHORT_BYTES) return crc32(bytes, crc);
  let inverted = ~crc;
  for (let at = 0; at < bytes.length; at++) {
    inverted = TABLE[(inverted ^ bytes[at]!) & 255]! ^ (inverted >>> 8);
  }
  return ~inverted >>> 0;
}
