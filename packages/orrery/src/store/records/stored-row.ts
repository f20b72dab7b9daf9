/**
 * What the rows of a partition's space have in common, whatever their kind: each belongs to one logical partition,
 * and those that follow the change log name a place in it. This is all that copying a partition has to know.
 */
import { Corruption } from "../../value/corruption.ts";
import { StoredItem, withPlaceInLog } from "./item-record.ts";
import {
  isIndexByte,
  Kind,
  logicalNumberOf,
  logKey,
  numberOfDroppedKey,
  refAtEnd,
  refOfValue,
} from "./key-layout.ts";
import { numberOfLogicalRecord } from "./logical-record.ts";

const PLACE_OFFSET = 7;
export const PLACES = 2 ** 16;

/**
 * The number of the logical partition that a row belongs to. Not for the summary and sets of vector cells, which belong
 * to none, nor for versions, which outlive their logical partition and name its EPK.
 */
export function logicalNumberOfRow(key: Buffer, value: Buffer): number {
  switch (key[0]!) {
    case Kind.logical:
      return numberOfLogicalRecord(value);
    case Kind.dropped:
      return numberOfDroppedKey(key);
    case Kind.item:
    case Kind.expiry:
      return logicalNumberOf(refAtEnd(key));
    case Kind.id:
    case Kind.unique:
    case Kind.log:
      return logicalNumberOf(refOfValue(value));
    default:
      if (isIndexByte(key[0])) return logicalNumberOf(refAtEnd(key));
      throw new Corruption(`A row of the unknown kind ${key[0]} is stored.`);
  }
}

/** The place of a log or version row among those of its LSN. */
export function placeOfLogKey(key: Buffer): number {
  return key.readUInt16BE(PLACE_OFFSET);
}

export function isLogKey(key: Buffer): boolean {
  return key[0] === Kind.log || key[0] === Kind.version;
}

/** The key of the log or version row whose place a row names: its own, or that of its item's entry. */
export function logKeyOfRow(key: Buffer, value: Uint8Array | null): Buffer | undefined {
  if (isLogKey(key)) return key;
  if (key[0] !== Kind.item || value === null) return undefined;
  const { lsn, place } = StoredItem.decode(refAtEnd(key), asBuffer(value));
  return logKey(lsn, place);
}

/** A row that names a place, naming another. */
export function withPlace(key: Buffer, value: Uint8Array | null, place: number): [Buffer, Uint8Array | null] {
  if (!isLogKey(key)) return [key, withPlaceInLog(value!, place)];
  const moved = Buffer.from(key);
  moved.writeUInt16BE(place, PLACE_OFFSET);
  return [moved, value];
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
