/**
 * CosmosBinary to JSON: every form that a client may send. A few bytes can stand for many (references, system strings,
 * arrays of empty arrays), so the decoder counts what the value takes as text, at the least, and stops where a body of
 * text would be too large.
 */
import {
  arrayOf,
  type Exact,
  ExactNumber,
  exactInteger,
  formOf,
  inexact,
  type Json,
  type JsonArray,
  NameOrder,
  pushExact,
  putExact,
  setForm,
} from "@orrerydb/exact-json";
import { Failure } from "../../value/failure.ts";
import { NESTING_LEVELS_MAX } from "../../value/nesting-levels.ts";
import { ByteReader } from "../byte-reader.ts";
import { errorsMessage } from "../error-body.ts";
import { Marker, PREAMBLE } from "./markers.ts";
import { failOnMarker, isStringMarker, readString } from "./read-string.ts";

/** As much as a body of text may have. */
const DECODED_BYTES_MAX = 2_202_010;

export function isCosmosBinary(body: Buffer): boolean {
  return body[0] === PREAMBLE;
}

/** Of a body that begins as binary JSON does. */
export function decodeCosmosBinary(body: Buffer): Json {
  const reader = new ByteReader(body, "binary JSON", 1);
  const value = new Decoder(reader).value(0);
  if (!reader.isAtEnd) reader.fail(`after the value, at byte ${reader.position}, it goes on`);
  return inexact(value);
}

class Decoder {
  readonly #reader: ByteReader;
  #bytesLeft = DECODED_BYTES_MAX;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** `levels` is how many arrays and objects are open around it. */
  value(levels: number): Exact<Json> {
    this.#spend(1);
    const marker = this.#reader.byte();
    if (marker < Marker.systemString) return marker;
    if (isStringMarker(marker)) return this.#string(marker);
    if (marker >= Marker.array0 && marker <= Marker.numberArrays2) return this.#collection(marker, levels);
    switch (marker) {
      case Marker.null:
        return null;
      case Marker.false:
        return false;
      case Marker.true:
        return true;
      case Marker.guid:
        return this.#guid();
      case Marker.binary1:
        return this.#base64(1);
      case Marker.binary2:
        return this.#base64(2);
      case Marker.binary4:
        return this.#base64(4);
      default:
        return this.#number(marker);
    }
  }

  #string(marker: number): string {
    const text = readString(this.#reader, marker);
    this.#spend(text.length);
    return text;
  }

  /** In the byte order of .NET, which turns the first three groups around. */
  #guid(): string {
    const bytes = this.#reader.slice(16);
    const groups = [
      Buffer.from(bytes.subarray(0, 4)).reverse(),
      Buffer.from(bytes.subarray(4, 6)).reverse(),
      Buffer.from(bytes.subarray(6, 8)).reverse(),
      bytes.subarray(8, 10),
      bytes.subarray(10),
    ];
    return groups.map((group) => group.toString("hex")).join("-");
  }

  #base64(width: number): string {
    return this.#reader.slice(this.#reader.uint(width)).toString("base64");
  }

  #number(marker: number): Exact<number> {
    const reader = this.#reader;
    switch (marker) {
      case Marker.numberUint64:
        return exactInteger(reader.uint64());
      case Marker.numberUint8:
      case Marker.uint8:
        return reader.byte();
      case Marker.int8:
        return reader.int(1);
      case Marker.numberInt16:
      case Marker.int16:
        return reader.int(2);
      case Marker.numberInt32:
      case Marker.int32:
        return reader.int(4);
      case Marker.uint32:
        return reader.uint(4);
      case Marker.numberInt64:
      case Marker.int64:
        return exactInteger(reader.int64());
      case Marker.float32:
        return this.#finite(reader.float32());
      case Marker.numberDouble:
      case Marker.float64:
        return this.#finite(reader.float64());
      default:
        return failOnMarker(reader, marker);
    }
  }

  #finite(value: number): Exact<number> {
    if (!Number.isFinite(value)) {
      this.#reader.fail(`the number before byte ${this.#reader.position} is not finite; send it as a string`);
    }
    return Object.is(value, -0) ? new ExactNumber(value, "-0") : value;
  }

  #collection(marker: number, outerLevels: number): Json {
    const levels = this.#enter(outerLevels);
    switch (marker) {
      case Marker.array0:
        return [];
      case Marker.array1:
        return arrayOf([this.value(levels)]);
      case Marker.object0:
        return {};
      case Marker.object1: {
        const object: Record<string, Json> = {};
        this.#member(object, new NameOrder(), levels);
        return object;
      }
      case Marker.numbers1:
        return this.#numbers(this.#numberMarker(), this.#reader.uint(1));
      case Marker.numbers2:
        return this.#numbers(this.#numberMarker(), this.#reader.uint(2));
      case Marker.numberArrays1:
        return this.#numberArrays(Marker.numbers1, levels);
      case Marker.numberArrays2:
        return this.#numberArrays(Marker.numbers2, levels);
      default:
        return marker < Marker.object0 ? this.#array(marker, levels) : this.#object(marker, levels);
    }
  }

  #enter(outerLevels: number): number {
    if (outerLevels >= NESTING_LEVELS_MAX) {
      this.#reader.fail(
        `it is nested deeper than ${NESTING_LEVELS_MAX} levels before byte ${this.#reader.position}`,
      );
    }
    return outerLevels + 1;
  }

  #array(marker: number, levels: number): Json {
    const items: Json[] = [];
    this.#parts(marker - Marker.arrayLength1, () => pushExact(items, this.value(levels)));
    return items;
  }

  #object(marker: number, levels: number): Json {
    const object: Record<string, Json> = {};
    const order = new NameOrder();
    this.#parts(marker - Marker.objectLength1, () => this.#member(object, order, levels));
    const { names } = order;
    if (names !== undefined) setForm(object, { ...formOf(object), names });
    return object;
  }

  /** Three forms with a length in bytes, of 1, 2 or 4 bytes, then three with the number of parts as well. */
  #parts(form: number, readPart: () => void): void {
    const reader = this.#reader;
    const width = [1, 2, 4][form % 3]!;
    const length = reader.uint(width);
    const count = form < 3 ? undefined : reader.uint(width);
    const end = reader.endOf(length);
    let parts = 0;
    for (; reader.position < end; parts++) readPart();
    if (reader.position > end) reader.fail(`a value goes on past byte ${end}, where the one around it ends`);
    if (count !== undefined && parts !== count) {
      reader.fail(`the value that ends at byte ${end} announces ${count} parts and has ${parts}`);
    }
  }

  #member(object: Record<string, Json>, order: NameOrder, levels: number): void {
    const marker = this.#reader.byte();
    if (!isStringMarker(marker)) {
      this.#reader.fail(`the name of a property is expected at byte ${this.#reader.position - 1}`);
    }
    const name = this.#string(marker);
    order.add(name);
    putExact(object, name, this.value(levels));
  }

  /** The numbers of a uniform array share one marker. */
  #numberMarker(): number {
    const marker = this.#reader.byte();
    return NUMBERS_OF_ARRAYS.has(marker) ? marker : failOnMarker(this.#reader, marker);
  }

  #numbers(marker: number, count: number): JsonArray {
    this.#spend(1 + count);
    return arrayOf(Array.from({ length: count }, () => this.#number(marker)));
  }

  #numberArrays(inner: typeof Marker.numbers1 | typeof Marker.numbers2, levels: number): Json {
    const reader = this.#reader;
    this.#enter(levels);
    const arrayMarker = reader.byte();
    if (arrayMarker !== inner) failOnMarker(reader, arrayMarker);
    const width = inner === Marker.numbers1 ? 1 : 2;
    const marker = this.#numberMarker();
    const numbers = reader.uint(width);
    const arrays = reader.uint(width);
    return Array.from({ length: arrays }, () => this.#numbers(marker, numbers));
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new Failure("tooLarge", errorsMessage("Request size is too large"));
  }
}

const NUMBERS_OF_ARRAYS: ReadonlySet<number> = new Set([
  Marker.float32,
  Marker.float64,
  Marker.uint8,
  Marker.int8,
  Marker.int16,
  Marker.int32,
  Marker.int64,
  Marker.uint32,
]);
