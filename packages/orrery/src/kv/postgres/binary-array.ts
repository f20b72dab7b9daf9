/**
 * Arrays as PostgreSQL's binary protocol has them. The driver sends a buffer as it is, and anything else as text, which
 * doubles the bytes of keys and values.
 */

const BYTEA_OID = 17;
const INT4_OID = 23;
/** Dimensions, flags, type. */
const HEADER_BYTES = 12;
/** Length and lower bound of the only dimension. An empty array has none. */
const DIMENSION_BYTES = 8;
const INT4_BYTES = 4;

export function byteaArray(elements: readonly Uint8Array[]): Buffer {
  let bytes = headerBytes(elements.length);
  for (const { length } of elements) bytes += 4 + length;
  const array = Buffer.allocUnsafe(bytes);
  let at = writeHeader(array, BYTEA_OID, elements.length);
  for (const element of elements) {
    at = array.writeInt32BE(element.length, at);
    array.set(element, at);
    at += element.length;
  }
  return array;
}

/** Numbers of spaces: those above the largest of PostgreSQL's integers are its negative ones. */
export function spaceArray(spaces: readonly number[]): Buffer {
  const array = Buffer.allocUnsafe(headerBytes(spaces.length) + spaces.length * (4 + INT4_BYTES));
  let at = writeHeader(array, INT4_OID, spaces.length);
  for (const space of spaces) {
    at = array.writeInt32BE(INT4_BYTES, at);
    at = array.writeInt32BE(space | 0, at);
  }
  return array;
}

function headerBytes(length: number): number {
  return length === 0 ? HEADER_BYTES : HEADER_BYTES + DIMENSION_BYTES;
}

/** Returns where the elements begin. */
function writeHeader(array: Buffer, oid: number, length: number): number {
  array.writeInt32BE(length === 0 ? 0 : 1, 0);
  array.writeInt32BE(0, 4);
  const at = array.writeInt32BE(oid, 8);
  return length === 0 ? at : array.writeInt32BE(1, array.writeInt32BE(length, at));
}
