/**
 * JSON to CosmosBinary, in the few forms that the Rust client writes itself: all clients read them, where they read some
 * of the shortened ones each in its own way.
 */
import type { Json } from "../../value/json.ts";
import { Marker, PREAMBLE } from "./markers.ts";

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/** Strings must be well-formed: half of a surrogate pair has no UTF-8. */
export function encodeCosmosBinary(value: Json): Buffer {
  const chunks: Buffer[] = [Buffer.from([PREAMBLE])];
  writeValue(chunks, value);
  return Buffer.concat(chunks);
}

/** Returns how many bytes it has added. */
function writeValue(chunks: Buffer[], value: Json): number {
  switch (typeof value) {
    case "string":
      return add(chunks, stringBytes(value));
    case "number":
      return add(chunks, numberBytes(value));
    case "boolean":
      return add(chunks, Buffer.from([value ? Marker.true : Marker.false]));
  }
  if (value === null) return add(chunks, Buffer.from([Marker.null]));
  return Array.isArray(value)
    ? writeParts(chunks, Marker.arrayCounted1, value, (item) => writeValue(chunks, item))
    : writeParts(
        chunks,
        Marker.objectCounted1,
        Object.entries(value),
        ([name, part]) => add(chunks, stringBytes(name)) + writeValue(chunks, part),
      );
}

/** The head stands before the parts and tells their length, so that its place is kept until that is known. */
function writeParts<T>(
  chunks: Buffer[],
  marker1: number,
  parts: readonly T[],
  write: (part: T) => number,
): number {
  const place = chunks.length;
  chunks.push(Buffer.alloc(0));
  const length = parts.reduce((sum, part) => sum + write(part), 0);
  const head = partsHead(marker1, length, parts.length);
  chunks[place] = head;
  return head.length + length;
}

function partsHead(marker1: number, length: number, count: number): Buffer {
  // A part takes at least one byte, so that the count fits where the length does.
  const form = widthOf(length);
  const width = WIDTHS[form]!;
  const head = Buffer.alloc(1 + 2 * width);
  head[0] = marker1 + form;
  head.writeUIntLE(length, 1, width);
  head.writeUIntLE(count, 1 + width, width);
  return head;
}

function stringBytes(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < Marker.string1 - Marker.shortString) {
    const bytes = Buffer.allocUnsafe(1 + length);
    bytes[0] = Marker.shortString + length;
    bytes.write(text, 1);
    return bytes;
  }
  const form = widthOf(length);
  const width = WIDTHS[form]!;
  const bytes = Buffer.allocUnsafe(1 + width + length);
  bytes[0] = Marker.string1 + form;
  bytes.writeUIntLE(length, 1, width);
  bytes.write(text, 1 + width);
  return bytes;
}

/**
 * What the text of the number would have told the client: from 2^53 on, the digits of the text are not those of the
 * double, and a client that reads an integer must get the same one both ways.
 */
function numberBytes(value: number): Buffer {
  const text = JSON.stringify(value);
  if (!/^-?\d+$/.test(text)) return doubleBytes(value);
  const integer = BigInt(text);
  if (integer >= 0n && integer < Marker.systemString) return Buffer.from([Number(integer)]);
  if (integer > UINT64_MAX || integer < INT64_MIN) return doubleBytes(value);
  const bytes = Buffer.allocUnsafe(9);
  if (integer > INT64_MAX) {
    bytes[0] = Marker.numberUint64;
    bytes.writeBigUInt64LE(integer, 1);
  } else {
    bytes[0] = Marker.numberInt64;
    bytes.writeBigInt64LE(integer, 1);
  }
  return bytes;
}

function doubleBytes(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes[0] = Marker.numberDouble;
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

/** Lengths take 1, 2 or 4 bytes, in markers that follow one another. */
const WIDTHS = [1, 2, 4] as const;

function widthOf(length: number): number {
  return length <= 0xff ? 0 : length <= 0xffff ? 1 : 2;
}

function add(chunks: Buffer[], bytes: Buffer): number {
  chunks.push(bytes);
  return bytes.length;
}
