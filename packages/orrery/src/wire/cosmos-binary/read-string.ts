/**
 * The strings of CosmosBinary, in all the ways in which clients shorten them: a dictionary, base64 and GUIDs as their
 * bytes, characters of fewer bits, and references to an earlier string.
 */
import type { ByteReader } from "../byte-reader.ts";
import { Marker, SYSTEM_STRINGS } from "./markers.ts";

const HEX_LOWER = "0123456789abcdef";
const HEX_UPPER = "0123456789ABCDEF";
const DATE_TIME = " 0123456789:-.TZ";
const GUID_DIGITS = 32;

export function isStringMarker(marker: number): boolean {
  return marker >= Marker.systemString && marker <= Marker.reference4;
}

export function readString(reader: ByteReader, marker: number): string {
  if (marker < Marker.userString) return SYSTEM_STRINGS[marker - Marker.systemString]!;
  if (marker < Marker.userStringEnd) return failOnUserString(reader);
  if (marker < Marker.shortString) return readShortened(reader, marker);
  if (marker < Marker.string1) return reader.utf8(marker - Marker.shortString);
  switch (marker) {
    case Marker.string1:
      return reader.utf8(reader.uint(1));
    case Marker.string2:
      return reader.utf8(reader.uint(2));
    case Marker.string4:
      return reader.utf8(reader.uint(4));
    default:
      return referenced(reader, reader.uint(marker - Marker.reference1 + 1));
  }
}

function readShortened(reader: ByteReader, marker: number): string {
  switch (marker) {
    case Marker.base64:
      return base64(reader, 1, "base64");
    case Marker.base64Long:
      return base64(reader, 2, "base64");
    case Marker.base64Url:
      return base64(reader, 1, "base64url");
    case Marker.base64UrlLong:
      return base64(reader, 2, "base64url");
    case Marker.guidLower:
      return guid(reader, HEX_LOWER);
    case Marker.guidUpper:
      return guid(reader, HEX_UPPER);
    case Marker.guidQuoted:
      return `"${guid(reader, HEX_LOWER)}"`;
    case Marker.hexLower:
      return spelled(reader, reader.byte(), HEX_LOWER);
    case Marker.hexUpper:
      return spelled(reader, reader.byte(), HEX_UPPER);
    case Marker.dateTime:
      return spelled(reader, reader.byte(), DATE_TIME);
    case Marker.packed4:
      return offset(reader, 4);
    case Marker.packed5:
      return offset(reader, 5);
    case Marker.packed6:
      return offset(reader, 6);
    case Marker.packed7:
      return unpack(reader, reader.uint(1), 7).toString("latin1");
    case Marker.packed7Long:
      return unpack(reader, reader.uint(2), 7).toString("latin1");
    default:
      return failOnMarker(reader, marker);
  }
}

export function failOnMarker(reader: ByteReader, marker: number): never {
  return reader.fail(`0x${marker.toString(16)} at byte ${reader.position - 1} begins no value`);
}

function failOnUserString(reader: ByteReader): never {
  return reader.fail(
    `the string at byte ${reader.position - 1} is from a dictionary of the container's own, which no client has; send it whole`,
  );
}

/** Targets are no references themselves, so that there are neither chains nor circles. */
function referenced(reader: ByteReader, target: number): string {
  const marker = reader.bytes[target];
  if (marker === undefined || !isStringMarker(marker) || marker >= Marker.reference1) {
    return reader.fail(`a reference points to byte ${target}, where no string begins`);
  }
  const { position } = reader;
  reader.position = target + 1;
  const text = readString(reader, marker);
  reader.position = position;
  return text;
}

/** The count is of groups of four characters; then comes how many of them are padding, or, inverted, were left out. */
function base64(reader: ByteReader, width: number, encoding: "base64" | "base64url"): string {
  const padded = reader.uint(width) * 4;
  const paddingByte = reader.byte();
  const isPadded = paddingByte <= 2;
  const padding = isPadded ? paddingByte : 255 - paddingByte;
  if (padding > 2 || padding > padded)
    reader.fail(`the base64 at byte ${reader.position} has no such padding`);
  const bytes = reader.slice(((padded - padding) * 3) >> 2);
  // Node leaves out the padding of base64url.
  const text = bytes.toString(encoding).slice(0, padded - padding);
  return isPadded ? text + "=".repeat(padding) : text;
}

/** As .NET writes it, the first digit of each byte in the low bits. */
function guid(reader: ByteReader, digits: string): string {
  return spelled(reader, GUID_DIGITS, digits).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function spelled(reader: ByteReader, count: number, alphabet: string): string {
  return unpack(reader, count, 4).reduce((text, value) => text + alphabet[value]!, "");
}

/** Characters as their distance from the lowest of them. */
function offset(reader: ByteReader, bits: number): string {
  const count = reader.byte();
  const base = reader.byte();
  const characters = unpack(reader, count, bits).map((value) => value + base);
  if (base > 0x7f || characters.some((character) => character > 0x7f)) {
    reader.fail(`the string before byte ${reader.position} leaves ASCII`);
  }
  return Buffer.from(characters).toString("latin1");
}

/** Numbers of a few bits each, one after the other from the lowest bit on. */
function unpack(reader: ByteReader, count: number, bits: number): Buffer {
  const bytes = reader.slice(Math.ceil((count * bits) / 8));
  const values = Buffer.alloc(count);
  for (let i = 0; i < count; i++) {
    const at = i * bits;
    const both = bytes[at >> 3]! | ((bytes[(at >> 3) + 1] ?? 0) << 8);
    values[i] = (both >> (at & 7)) & ((1 << bits) - 1);
  }
  return values;
}
