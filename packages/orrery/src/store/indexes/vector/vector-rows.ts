/**
 * The rows of a vector index. Each key begins with the kind byte, the digest of the path and a byte for what the row is:
 *
 * - a set of cells: its centroids divide the space, each vector belongs to the cell of the centroid that it is nearest to;
 * - a vector in full, with the place of its quantized twin: set and cell;
 * - a quantized vector, under its set and cell, so that the vectors of a cell lie together;
 * - a centroid.
 *
 * Set 0 has one cell and no centroids: what has not been assigned to any other. On disk: do not change.
 */
import {
  type ByteString,
  fromByteString,
  toByteString,
  writeByteString,
} from "../../../value/byte-string.ts";
import { Corruption } from "../../../value/corruption.ts";
import type { ItemRef } from "../../../value/rows/row-source.ts";
import { refBytes } from "../../records/key-layout.ts";
import { INDEX_PREFIX_BYTES, indexPrefix } from "../index-prefix.ts";

export const VECTOR_KEY_BYTE = 0x44;

const ROLE_OFFSET = INDEX_PREFIX_BYTES;
const VECTOR_KEY_BYTES = INDEX_PREFIX_BYTES + 1;

export const VectorRole = {
  /** set -> header */
  set: 0x00,
  /** ref -> place and vector */
  full: 0x01,
  /** set, cell, ref -> quantized vector */
  quantized: 0x02,
  /** set, cell -> vector */
  centroid: 0x03,
} as const;

/** The space in which the set was made, and its number there: no two sets of a store are alike. Eight bytes. */
export type SetId = ByteString;
const SET_ID_BYTES = 8;
export const NO_SET: SetId = "\0".repeat(SET_ID_BYTES);

export interface VectorPlace {
  readonly set: SetId;
  readonly cell: number;
}

export const UNASSIGNED: VectorPlace = { set: NO_SET, cell: 0 };

export function vectorPrefix(path: string): Buffer {
  return indexPrefix(VECTOR_KEY_BYTE, path);
}

export function setId(space: number, number: number): SetId {
  const bytes = Buffer.allocUnsafe(SET_ID_BYTES);
  bytes.writeUInt32BE(space, 0);
  bytes.writeUInt32BE(number, 4);
  return toByteString(bytes);
}

export function numberOfSet(id: SetId): number {
  return fromByteString(id).readUInt32BE(4);
}

export function rolePrefix(prefix: Buffer, role: number): Buffer {
  return Buffer.concat([prefix, Buffer.of(role)], VECTOR_KEY_BYTES);
}

export function setKey(prefix: Buffer, id: SetId): Buffer {
  return Buffer.concat([rolePrefix(prefix, VectorRole.set), fromByteString(id)]);
}

function setOfKey(key: Buffer): SetId {
  return toByteString(key, VECTOR_KEY_BYTES, VECTOR_KEY_BYTES + SET_ID_BYTES);
}

export function fullKey(prefix: Buffer, ref: ItemRef): Buffer {
  return Buffer.concat([rolePrefix(prefix, VectorRole.full), refBytes(ref)]);
}

/** How the keys of the quantized vectors of a set begin. */
export function setPrefix(prefix: Buffer, set: SetId): Buffer {
  return Buffer.concat([rolePrefix(prefix, VectorRole.quantized), fromByteString(set)]);
}

export function cellPrefix(prefix: Buffer, { set, cell }: VectorPlace): Buffer {
  return placed(prefix, VectorRole.quantized, set, cell);
}

export function quantizedKey(prefix: Buffer, place: VectorPlace, ref: ItemRef): Buffer {
  return Buffer.concat([cellPrefix(prefix, place), refBytes(ref)]);
}

export function centroidKey(prefix: Buffer, { set, cell }: VectorPlace): Buffer {
  return placed(prefix, VectorRole.centroid, set, cell);
}

function placed(prefix: Buffer, role: number, set: SetId, cell: number): Buffer {
  const key = Buffer.allocUnsafe(VECTOR_KEY_BYTES + SET_ID_BYTES + 4);
  prefix.copy(key);
  key[ROLE_OFFSET] = role;
  writeByteString(set, key, VECTOR_KEY_BYTES);
  key.writeUInt32BE(cell, VECTOR_KEY_BYTES + SET_ID_BYTES);
  return key;
}

/** Whether a row belongs to the whole partition and not to an item. */
export function isSetRow(key: Buffer): boolean {
  const role = key[ROLE_OFFSET];
  return role === VectorRole.set || role === VectorRole.centroid;
}

const PLACE_BYTES = SET_ID_BYTES + 4;
const COMPONENT_BYTES = 4;

/** Place, then the components as 32-bit floats, least significant byte first. */
export function encodeFull(place: VectorPlace, vector: ArrayLike<number>): Buffer {
  const value = Buffer.allocUnsafe(PLACE_BYTES + COMPONENT_BYTES * vector.length);
  writePlace(value, place);
  for (let i = 0; i < vector.length; i++) value.writeFloatLE(vector[i]!, PLACE_BYTES + COMPONENT_BYTES * i);
  return value;
}

/** The same vector at another place. */
export function withPlace(full: Buffer, place: VectorPlace): Buffer {
  const value = Buffer.from(full);
  writePlace(value, place);
  return value;
}

function writePlace(value: Buffer, { set, cell }: VectorPlace): void {
  writeByteString(set, value, 0);
  value.writeUInt32BE(cell, SET_ID_BYTES);
}

export function placeOfFull(value: Buffer): VectorPlace {
  if (value.length < PLACE_BYTES) throw new Corruption("A vector has no place.");
  return { set: toByteString(value, 0, SET_ID_BYTES), cell: value.readUInt32BE(SET_ID_BYTES) };
}

/** Reads components into `vector`, which tells how many there must be. */
export function readFull(value: Buffer, vector: Float32Array): void {
  readComponents(value, PLACE_BYTES, vector);
}

export function encodeCentroid(vector: Float32Array): Buffer {
  const value = Buffer.allocUnsafe(COMPONENT_BYTES * vector.length);
  for (let i = 0; i < vector.length; i++) value.writeFloatLE(vector[i]!, COMPONENT_BYTES * i);
  return value;
}

export function readCentroid(value: Buffer, vector: Float32Array): void {
  readComponents(value, 0, vector);
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Rows lie anywhere in memory, and a view of floats may not: their bytes are copied. */
function readComponents(value: Buffer, offset: number, vector: Float32Array): void {
  if (value.length !== offset + COMPONENT_BYTES * vector.length) {
    throw new Corruption(`A vector is stored in ${value.length} bytes.`);
  }
  if (IS_LITTLE_ENDIAN) {
    value.copy(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), 0, offset);
    return;
  }
  for (let i = 0; i < vector.length; i++) vector[i] = value.readFloatLE(offset + COMPONENT_BYTES * i);
}

/** The header of a set: how many vectors there were, and the first cell of each group and the number of cells. */
export interface SetHeader {
  readonly id: SetId;
  readonly trainedOn: number;
  /** Ascending from 0; the last is the number of cells. */
  readonly groupStarts: readonly number[];
}

export function encodeSetHeader({ trainedOn, groupStarts }: SetHeader): Buffer {
  const value = Buffer.allocUnsafe(6 + 4 * groupStarts.length);
  value.writeUIntBE(trainedOn, 0, 6);
  for (const [i, start] of groupStarts.entries()) value.writeUInt32BE(start, 6 + 4 * i);
  return value;
}

export function decodeSetHeader(key: Buffer, value: Buffer): SetHeader {
  const groups = (value.length - 6) / 4;
  if (!Number.isInteger(groups) || groups < 2) throw new Corruption("A set of vector cells cannot be read.");
  const groupStarts = Array.from({ length: groups }, (_, i) => value.readUInt32BE(6 + 4 * i));
  if (groupStarts[0] !== 0 || groupStarts.some((start, i) => i > 0 && start < groupStarts[i - 1]!))
    throw new Corruption("The cells of a set are not in order.");
  return { id: setOfKey(key), trainedOn: value.readUIntBE(0, 6), groupStarts };
}
