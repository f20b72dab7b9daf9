/**
 * JSON to CosmosBinary, in the few forms that the Rust client writes itself: all clients read them, where they read some
 * of the shortened ones each in its own way.
 */
import {
  type Exact,
  ExactNumber,
  exactElements,
  exactMember,
  type Json,
  type JsonArray,
  type JsonObject,
  namesOf,
} from "@orrerydb/exact-json";
import { Marker, PREAMBLE } from "./markers.ts";

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

const FIRST_BYTES = 1024;
const SHORT_STRING_BYTES = Marker.string1 - Marker.shortString;
/** A character of UTF-16 takes three bytes at most. */
const BYTES_PER_CHARACTER = 3;
/** Lengths take 1, 2 or 4 bytes, in markers that follow one another. */
const WIDTHS = [1, 2, 4] as const;
const LONGEST_HEAD = 1 + 2 * WIDTHS[2];

/** Strings must be well-formed: half of a surrogate pair has no UTF-8. */
export function encodeCosmosBinary(value: Json): Buffer {
  const encoder = new Encoder();
  encoder.value(value);
  return encoder.written();
}

class Encoder {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 1;

  constructor() {
    this.#bytes[0] = PREAMBLE;
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  value(value: Exact<Json>): void {
    if (value instanceof ExactNumber) this.#exactNumber(value);
    else if (typeof value === "string") this.#string(value);
    else if (typeof value === "number") this.#number(value);
    else if (typeof value === "boolean") this.#byte(value ? Marker.true : Marker.false);
    else if (value === null) this.#byte(Marker.null);
    else if (Array.isArray(value)) this.#array(exactElements(value as JsonArray));
    else this.#object(value as JsonObject);
  }

  #array(items: readonly Exact<Json>[]): void {
    const start = this.#openParts();
    for (const item of items) this.value(item);
    this.#closeParts(start, Marker.arrayCounted1, items.length);
  }

  #object(object: JsonObject): void {
    const start = this.#openParts();
    const names = namesOf(object);
    for (const name of names) {
      this.#string(name);
      this.value(exactMember(object, name) as Exact<Json>);
    }
    this.#closeParts(start, Marker.objectCounted1, names.length);
  }

  /** The head tells the length of the parts, so that room for the longest is left until that is known. */
  #openParts(): number {
    this.#reserve(LONGEST_HEAD);
    const start = this.#end;
    this.#end += LONGEST_HEAD;
    return start;
  }

  #closeParts(start: number, marker1: number, count: number): void {
    const length = this.#end - start - LONGEST_HEAD;
    // A part takes at least one byte, so that the count fits where the length does.
    const form = formOf(length);
    const width = WIDTHS[form]!;
    const head = 1 + 2 * width;
    this.#bytes[start] = marker1 + form;
    this.#bytes.writeUIntLE(length, start + 1, width);
    this.#bytes.writeUIntLE(count, start + 1 + width, width);
    this.#bytes.copyWithin(start + head, start + LONGEST_HEAD, this.#end);
    this.#end = start + head + length;
  }

  #string(text: string): void {
    this.#reserve(LONGEST_HEAD + BYTES_PER_CHARACTER * text.length);
    const start = this.#end;
    if (text.length < SHORT_STRING_BYTES) {
      const length = this.#bytes.write(text, start + 1);
      if (length < SHORT_STRING_BYTES) {
        this.#bytes[start] = Marker.shortString + length;
        this.#end = start + 1 + length;
        return;
      }
    }
    const length = Buffer.byteLength(text);
    const form = formOf(length);
    const width = WIDTHS[form]!;
    this.#bytes[start] = Marker.string1 + form;
    this.#bytes.writeUIntLE(length, start + 1, width);
    this.#bytes.write(text, start + 1 + width);
    this.#end = start + 1 + width + length;
  }

  #number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value < Marker.systemString) {
      this.#byte(value);
      return;
    }
    const integer = integerOf(value);
    if (integer === undefined) this.#double(value);
    else this.#integer(integer);
  }

  /** The format has integers of 64 bits and doubles. */
  #exactNumber({ value, digits }: ExactNumber): void {
    const integer = /^-?\d+$/.test(digits) && digits !== "-0" ? BigInt(digits) : undefined;
    if (integer !== undefined && integer >= INT64_MIN && integer <= UINT64_MAX) this.#integer(integer);
    else this.#double(value);
  }

  #integer(value: bigint): void {
    this.#reserve(9);
    if (value > INT64_MAX) {
      this.#bytes[this.#end] = Marker.numberUint64;
      this.#bytes.writeBigUInt64LE(value, this.#end + 1);
    } else {
      this.#bytes[this.#end] = Marker.numberInt64;
      this.#bytes.writeBigInt64LE(value, this.#end + 1);
    }
    this.#end += 9;
  }

  #double(value: number): void {
    this.#reserve(9);
    this.#bytes[this.#end] = Marker.numberDouble;
    this.#bytes.writeDoubleLE(value, this.#end + 1);
    this.#end += 9;
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#end++] = byte;
  }

  #reserve(more: number): void {
    const needed = this.#end + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/**
 * What the text of the number would have told the client: from 2^53 on, the digits of the text are not those of the
 * double, and a client that reads an integer must get the same one both ways.
 */
function integerOf(value: number): bigint | undefined {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!Number.isInteger(value)) return undefined;
  const text = JSON.stringify(value);
  const integer = text.includes("e") ? undefined : BigInt(text);
  return integer !== undefined && integer >= INT64_MIN && integer <= UINT64_MAX ? integer : undefined;
}

function formOf(length: number): number {
  return length <= 0xff ? 0 : length <= 0xffff ? 1 : 2;
}
