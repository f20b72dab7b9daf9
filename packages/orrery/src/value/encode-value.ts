/**
 * Order-preserving bytes of a value: comparing two encodings byte by byte is `compareValues`.
 *
 * - Self-delimiting: no encoding is a prefix of another, so that more bytes may follow.
 * - Exact for undefined, null, booleans, numbers and strings of up to 256 encoded bytes. A longer string keeps
 *   its first 256 bytes and a digest; an array or object keeps a digest of its canonical JSON. Such an
 *   encoding still sorts by type and prefix, and equal values have equal encodings, but it cannot be decoded.
 * - Strings are encoded one UTF-16 code unit at a time (as CESU-8 does), because that is the order of values.
 */

import { hash } from "node:crypto";
import type { Value } from "@orrerydb/exact-json";
import { type ByteString, fromByteString, toByteString, writeByteString } from "./byte-string.ts";
import { Corruption } from "./corruption.ts";
import { canonicalJson } from "./json-text/canonical-json.ts";

// On disk: do not change.
const TAG_UNDEFINED = 0x00;
const TAG_NULL = 0x01;
const TAG_FALSE = 0x02;
const TAG_TRUE = 0x03;
const TAG_NUMBER = 0x05;
const TAG_STRING = 0x08;
const TAG_ARRAY = 0x0a;
const TAG_OBJECT = 0x0b;
/** Ends a string. Sorts below every byte of a longer one: U+0000 and U+0001 are escaped by 0x01. */
const STRING_END = 0x00;
const STRING_ESCAPE = 0x01;
/** Ends a string that was cut. Sorts above every byte of a string. */
const STRING_CUT = 0xff;
const STRING_BYTES_MAX = 256;
export const DIGEST_BYTES = 8;
/** With its tag. */
export const NUMBER_BYTES = 9;

/** What is shorter is no string that was cut. */
export const CUT_STRING_BYTES_MIN = 1 + STRING_BYTES_MAX + 1 + DIGEST_BYTES;

/** No encoding is longer. */
export const ENCODED_VALUE_BYTES_MAX = 1 + STRING_BYTES_MAX + 6 + 1 + DIGEST_BYTES;

/** Writes at `offset` of a buffer with room for `ENCODED_VALUE_BYTES_MAX`, and returns the end. */
export function writeValue(target: Buffer, offset: number, value: Value): number {
  if (typeof value === "number") return writeNumber(target, offset, value);
  if (typeof value === "string") return writeString(target, offset, value);
  if (typeof value === "object" && value !== null) {
    target[offset] = Array.isArray(value) ? TAG_ARRAY : TAG_OBJECT;
    return writeDigest(target, offset + 1, canonicalJson(value));
  }
  if (value === undefined) target[offset] = TAG_UNDEFINED;
  else if (value === null) target[offset] = TAG_NULL;
  else target[offset] = value ? TAG_TRUE : TAG_FALSE;
  return offset + 1;
}

export function encodeValue(value: Value): Buffer {
  const bytes = Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);
  return bytes.subarray(0, writeValue(bytes, 0, value));
}

/** One for all keys: a filter may list a hundred thousand values. */
const scratch = Buffer.allocUnsafe(ENCODED_VALUE_BYTES_MAX);

/** As `encodeValue`, as a byte string. */
export function encodeKey(value: Value): ByteString {
  return toByteString(scratch, 0, writeValue(scratch, 0, value));
}

/** Flipping the sign bit (or all bits of a negative number) makes IEEE doubles sort as unsigned bytes. */
function writeNumber(target: Buffer, offset: number, value: number): number {
  target[offset] = TAG_NUMBER;
  target.writeDoubleBE(value === 0 ? 0 : value, offset + 1);
  const first = target[offset + 1]!;
  if (first < 0x80) {
    target[offset + 1] = first | 0x80;
  } else {
    for (let i = 1; i <= 8; i++) target[offset + i] = ~target[offset + i]! & 0xff;
  }
  return offset + NUMBER_BYTES;
}

function writeString(target: Buffer, offset: number, value: string): number {
  target[offset] = TAG_STRING;
  let end = offset + 1;
  const limit = end + STRING_BYTES_MAX;
  for (let i = 0; i < value.length; i++) {
    if (end >= limit) {
      target[end] = STRING_CUT;
      return writeDigest(target, end + 1, value);
    }
    end = writeUnit(target, end, value.charCodeAt(i));
  }
  target[end] = STRING_END;
  return end + 1;
}

function writeUnit(target: Buffer, offset: number, unit: number): number {
  let end = offset;
  if (unit < 0x80) {
    if (unit <= STRING_ESCAPE) {
      target[end++] = STRING_ESCAPE;
      target[end++] = unit + 1;
    } else {
      target[end++] = unit;
    }
  } else if (unit < 0x800) {
    target[end++] = 0xc0 | (unit >> 6);
    target[end++] = 0x80 | (unit & 0x3f);
  } else {
    target[end++] = 0xe0 | (unit >> 12);
    target[end++] = 0x80 | ((unit >> 6) & 0x3f);
    target[end++] = 0x80 | (unit & 0x3f);
  }
  return end;
}

/** What stands in the encoding of every string that holds the text and is not cut. */
export function encodeText(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(3 * text.length);
  let end = 0;
  for (let i = 0; i < text.length; i++) end = writeUnit(bytes, end, text.charCodeAt(i));
  return bytes.subarray(0, end);
}

function writeDigest(target: Buffer, offset: number, text: string): number {
  // One call that returns a text of one byte a character takes a third of the time of a hash object and its buffer.
  return writeByteString(hash("sha256", text, "binary").slice(0, DIGEST_BYTES), target, offset);
}

interface DecodedValue {
  /** The value, exact or not: a cut string is its prefix, an array or object is absent. */
  readonly value: Value;
  readonly exact: boolean;
  /** Where the encoding ends. */
  readonly end: number;
}

export function decodeValue(source: Buffer, offset: number): DecodedValue {
  const tag = source[offset]!;
  switch (tag) {
    case TAG_UNDEFINED:
      return { value: undefined, exact: true, end: offset + 1 };
    case TAG_NULL:
      return { value: null, exact: true, end: offset + 1 };
    case TAG_FALSE:
      return { value: false, exact: true, end: offset + 1 };
    case TAG_TRUE:
      return { value: true, exact: true, end: offset + 1 };
    case TAG_NUMBER:
      return { value: readNumber(source, offset + 1), exact: true, end: offset + NUMBER_BYTES };
    case TAG_STRING:
      return readString(source, offset + 1);
    case TAG_ARRAY:
    case TAG_OBJECT:
      return { value: undefined, exact: false, end: offset + 1 + DIGEST_BYTES };
    default:
      throw new Corruption(`No value is encoded with the tag ${tag}.`);
  }
}

/** As `decodeValue`, of a whole key: most values of an index are numbers and ASCII strings. */
export function decodeKey(key: ByteString): Pick<DecodedValue, "value" | "exact"> {
  const tag = key.charCodeAt(0);
  if (tag === TAG_NUMBER && key.length === NUMBER_BYTES) {
    for (let i = 0; i < 8; i++) numberBytes[i] = key.charCodeAt(i + 1);
    return { value: numberOfBytes(), exact: true };
  }
  if (tag === TAG_STRING && isAsciiString(key)) return { value: key.slice(1, -1), exact: true };
  const { value, exact } = decodeValue(fromByteString(key), 0);
  return { value, exact };
}

function isAsciiString(key: string): boolean {
  const last = key.length - 1;
  for (let i = 1; i < last; i++) {
    const byte = key.charCodeAt(i);
    if (byte <= STRING_ESCAPE || byte >= 0x80) return false;
  }
  return key.charCodeAt(last) === STRING_END;
}

const numberBytes = new Uint8Array(8);
const numberView = new DataView(numberBytes.buffer);

function readNumber(source: Buffer, offset: number): number {
  if (offset + 8 > source.length) throw new Corruption("An encoded number is too short.");
  for (let i = 0; i < 8; i++) numberBytes[i] = source[offset + i]!;
  return numberOfBytes();
}

/** The number whose encoding, with its bits inverted, ends before `end`, if it is one: most values that are ordered downwards are. */
export function readInvertedNumber(source: Buffer, offset: number, end: number): number | undefined {
  if (source[offset] !== (~TAG_NUMBER & 0xff) || offset + NUMBER_BYTES > end) return undefined;
  for (let i = 0; i < 8; i++) numberBytes[i] = ~source[offset + 1 + i]!;
  return numberOfBytes();
}

/** Of those that were just read. */
function numberOfBytes(): number {
  if (numberBytes[0]! >= 0x80) numberBytes[0] = numberBytes[0]! & 0x7f;
  else for (let i = 0; i < 8; i++) numberBytes[i] = ~numberBytes[i]!;
  return numberView.getFloat64(0);
}

function readString(source: Buffer, offset: number): DecodedValue {
  let end = offset;
  let ascii = true;
  while (source[end]! !== STRING_END && source[end]! !== STRING_CUT) {
    if (source[end]! >= 0x80 || source[end]! === STRING_ESCAPE) ascii = false;
    if (source[end]! === STRING_ESCAPE) end++;
    end++;
    if (end >= source.length) throw new Corruption("An encoded string has no end.");
  }
  const value = ascii ? toByteString(source, offset, end) : readCodeUnits(source, offset, end);
  const exact = source[end] === STRING_END;
  return { value, exact, end: exact ? end + 1 : end + 1 + DIGEST_BYTES };
}

function readCodeUnits(source: Buffer, offset: number, end: number): string {
  const units: number[] = [];
  for (let i = offset; i < end; ) {
    const byte = source[i]!;
    if (byte === STRING_ESCAPE) {
      units.push(source[i + 1]! - 1);
      i += 2;
    } else if (byte < 0x80) {
      units.push(byte);
      i += 1;
    } else if (byte < 0xe0) {
      units.push(((byte & 0x1f) << 6) | (source[i + 1]! & 0x3f));
      i += 2;
    } else {
      units.push(((byte & 0x0f) << 12) | ((source[i + 1]! & 0x3f) << 6) | (source[i + 2]! & 0x3f));
      i += 3;
    }
  }
  return String.fromCharCode(...units);
}
