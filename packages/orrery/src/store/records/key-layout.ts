/**
 * The keys inside one physical partition's space. Each begins with a byte for its kind; integers are
 * big-endian; effective partition keys (EPK) are prefix-free, so that what follows one needs no separator.
 * On disk: do not change. docs/format.md describes it with the values.
 *
 * A logical partition gets a number when its first item arrives, and an item's address (its ref, and in other
 * byte order the last half of its resource id) is that number followed by a sequence number. So one logical
 * partition lies together in items and in every index, in the order of creation, and a ref is eight bytes.
 */

import { type Epk, epkByteLength, epkBytes, epkOfBytes, writeEpk } from "@orrerydb/keys/hash";
import { fromByteString, toByteString, writeByteString } from "../../value/byte-string.ts";
import { Corruption } from "../../value/corruption.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";

export const Kind = {
  /** -> LSN and totals of the partition */
  summary: 0x01,
  /** EPK -> number, next sequence, totals and value of the logical partition */
  logical: 0x10,
  /** number of a logical partition that was deleted whole -> EPK; until its items are removed */
  dropped: 0x11,
  /** EPK, id -> ref */
  id: 0x20,
  /** ref -> item record */
  item: 0x30,
  // 0x40 to 0x4F: rows of indexes, of which each kind has a byte (`indexes/index-kinds.ts`).
  /** EPK, policy, digest of the values -> ref */
  unique: 0x50,
  /** LSN, place in the transaction -> ref */
  log: 0x60,
  /** LSN, place in the transaction -> one version of an item */
  version: 0x61,
  /** last second of life, ref -> nothing; only of items with a `ttl` of their own */
  expiry: 0x70,
} as const;

export function isIndexByte(kind: number | undefined): boolean {
  return kind !== undefined && kind >>> 4 === 4;
}

/** All keys of a kind. */
export function rangeOfKind(kind: number): { readonly from: Buffer; readonly to: Buffer } {
  return { from: Buffer.of(kind), to: Buffer.of(kind + 1) };
}

export const REF_BYTES = 8;
/** A logical partition's number and an item's sequence have 30 bits each: the top four of a ref are its type. */
export const LOGICAL_NUMBERS = 2 ** 30;
export const SEQUENCES = 2 ** 30;

export const SUMMARY_KEY = Buffer.of(Kind.summary);

const scratch = Buffer.alloc(REF_BYTES);

export function refBytes(ref: ItemRef): Buffer {
  return fromByteString(ref);
}

/** As findings name an item that cannot be read. */
export function refName(ref: ItemRef): string {
  return refBytes(ref).toString("hex");
}

export function makeRef(logicalNumber: number, sequence: number): ItemRef {
  writeRef(scratch, 0, logicalNumber, sequence);
  return toByteString(scratch);
}

function writeRef(bytes: Buffer, at: number, logicalNumber: number, sequence: number): void {
  bytes.writeUInt32BE(logicalNumber >>> 2, at);
  bytes.writeUInt32BE((((logicalNumber & 3) << 30) | sequence) >>> 0, at + 4);
}

export function logicalNumberOf(ref: ItemRef): number {
  const high =
    ref.charCodeAt(0) * 0x1000000 + (ref.charCodeAt(1) << 16) + (ref.charCodeAt(2) << 8) + ref.charCodeAt(3);
  return high * 4 + (ref.charCodeAt(4) >> 6);
}

export function sequenceOf(ref: ItemRef): number {
  return (
    ((ref.charCodeAt(4) & 0x3f) << 24) |
    (ref.charCodeAt(5) << 16) |
    (ref.charCodeAt(6) << 8) |
    ref.charCodeAt(7)
  );
}

/** The address that an id, unique key or change log row leads to. */
export function refOfValue(value: Buffer): ItemRef {
  if (value.length !== REF_BYTES) throw new Corruption(`An address has ${value.length} bytes.`);
  return toByteString(value);
}

export function refAtEnd(key: Buffer): ItemRef {
  return toByteString(key, key.length - REF_BYTES);
}

/** What is before the ref from `from` on, and the ref: of long scans, where each call into Node's buffers counts. */
export function textAndRef(key: Buffer, from: number): { readonly text: string; readonly ref: ItemRef } {
  const both = toByteString(key, from);
  return { text: both.slice(0, -REF_BYTES), ref: both.slice(-REF_BYTES) };
}

export function logicalKey(epk: Epk): Buffer {
  const key = Buffer.allocUnsafe(1 + epkByteLength(epk));
  key[0] = Kind.logical;
  writeEpk(epk, key, 1);
  return key;
}

export function epkOfLogicalKey(key: Buffer): Epk {
  return epkOfBytes(key, 1);
}

export function idKey(epk: Epk, id: string): Buffer {
  const key = Buffer.allocUnsafe(1 + epkByteLength(epk) + Buffer.byteLength(id));
  key[0] = Kind.id;
  key.write(id, writeEpk(epk, key, 1));
  return key;
}

export function itemKey(ref: ItemRef): Buffer {
  const key = Buffer.allocUnsafe(1 + REF_BYTES);
  key[0] = Kind.item;
  writeByteString(ref, key, 1);
  return key;
}

/** As `itemKey(makeRef(…))`, without making the ref. */
export function itemKeyOf(logicalNumber: number, sequence: number): Buffer {
  const key = Buffer.allocUnsafe(1 + REF_BYTES);
  key[0] = Kind.item;
  writeRef(key, 1, logicalNumber, sequence);
  return key;
}

export function uniqueKey(epk: Epk, policy: number, digest: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(Kind.unique), epkBytes(epk), Buffer.of(policy), digest]);
}

export function logKey(lsn: number, place: number): Buffer {
  const key = Buffer.allocUnsafe(9);
  key[0] = Kind.log;
  key.writeUIntBE(lsn, 1, 6);
  key.writeUInt16BE(place, 7);
  return key;
}

export function droppedKey(logicalNumber: number): Buffer {
  const key = Buffer.allocUnsafe(5);
  key[0] = Kind.dropped;
  key.writeUInt32BE(logicalNumber, 1);
  return key;
}

export function numberOfDroppedKey(key: Buffer): number {
  if (key.length !== 5) throw new Corruption("The mark of a deleted logical partition cannot be read.");
  return key.readUInt32BE(1);
}

export function versionKey(lsn: number, place: number): Buffer {
  const key = logKey(lsn, place);
  key[0] = Kind.version;
  return key;
}

/** Without a ref: before all that live until this second. */
export function expiryKey(seconds: number, ref: ItemRef = ""): Buffer {
  const key = Buffer.allocUnsafe(7 + ref.length);
  key[0] = Kind.expiry;
  key.writeUIntBE(seconds, 1, 6);
  writeByteString(ref, key, 7);
  return key;
}

/** Also of a version. */
export function lsnOfLogKey(key: Buffer): number {
  return key.readUIntBE(1, 6);
}

/** The first key after every key that begins with `prefix`. */
export function afterPrefix(prefix: Uint8Array): Buffer {
  const end = Buffer.from(prefix);
  for (let i = end.length - 1; i >= 0; i--) {
    if (end[i] !== 0xff) {
      end[i] = end[i]! + 1;
      return end.subarray(0, i + 1);
    }
  }
  throw new RangeError("No key comes after a prefix of only 0xFF bytes.");
}
