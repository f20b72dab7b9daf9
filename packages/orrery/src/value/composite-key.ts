/** The values of a composite index entry, read from its key: encodings one after another, those of descending paths inverted. */
import type { Value } from "@orrerydb/exact-json";
import { Corruption } from "./corruption.ts";
import { decodeValue, NUMBER_BYTES, readInvertedNumber } from "./encode-value.ts";
import type { CompositeParts } from "./rows/index-identity.ts";

/** In the order of the parts; undefined where the key does not hold one of them whole. */
export function decodeCompositeKey(
  key: Buffer,
  offset: number,
  parts: CompositeParts,
): readonly Value[] | undefined {
  return new CompositeDecoder(parts).decode(key, offset, key.length);
}

/** Decodes keys one after another: what one has in common with the last is not decoded again. */
export class CompositeDecoder {
  readonly #parts: CompositeParts;
  /** Those of the last key; absent: nothing is known of it. */
  #bytes: Buffer | undefined;
  #start = 0;
  readonly #values: Value[] = [];
  /** Of the encodings, from the start of the key on. */
  readonly #ends: number[] = [];

  constructor(parts: CompositeParts) {
    this.#parts = parts;
  }

  /** Of a key that is a part of some bytes. */
  decode(bytes: Buffer, start: number, keyEnd: number): readonly Value[] | undefined {
    return this.next(bytes, start, keyEnd) === undefined ? undefined : [...this.#values];
  }

  /** As `decode`, into `values`; returns how many of them are those of the key before. */
  next(bytes: Buffer, start: number, keyEnd: number): number | undefined {
    const common = this.#inCommon(bytes, start, keyEnd);
    this.#bytes = undefined;
    const count = this.#parts.length;
    let alike = 0;
    while (alike < count && common >= this.#ends[alike]!) alike++;
    for (let i = alike, at = alike === 0 ? 0 : this.#ends[alike - 1]!; i < count; i++) {
      const { value, exact, end } = decodePart(bytes, start + at, this.#parts[i]!.descending, keyEnd);
      if (!exact) return undefined;
      this.#values[i] = value;
      at = this.#ends[i] = end - start;
    }
    this.#bytes = bytes;
    this.#start = start;
    return alike;
  }

  /** Those of the last key, until the next one. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** So many bytes are those of the last key. */
  #inCommon(bytes: Buffer, start: number, keyEnd: number): number {
    if (bytes !== this.#bytes) return -1;
    let common = 0;
    while (start + common < keyEnd && bytes[start + common] === bytes[this.#start + common]) common++;
    return common;
  }
}

/** Where the first few parts of a key end. */
export function endOfParts(key: Buffer, offset: number, parts: CompositeParts): number {
  let at = offset;
  for (const { descending } of parts) at = decodePart(key, at, descending, key.length).end;
  return at;
}

function decodePart(
  bytes: Buffer,
  at: number,
  descending: boolean,
  keyEnd: number,
): ReturnType<typeof decodeValue> {
  if (!descending) return decodeValue(bytes, at);
  const number = readInvertedNumber(bytes, at, keyEnd);
  if (number !== undefined) return { value: number, exact: true, end: at + NUMBER_BYTES };
  const { value, exact, end } = decodeValue(inverted(bytes, at, keyEnd), 0);
  if (at + end > keyEnd) throw new Corruption("An encoded value has no end.");
  return { value, exact, end: at + end };
}

let scratch = Buffer.alloc(1024);

/** What is between two places, from 0 on, and more. Valid until the next call: decoding keeps nothing of it. */
function inverted(key: Buffer, from: number, to: number): Buffer {
  const length = to - from;
  if (scratch.length < length) scratch = Buffer.alloc(2 * length);
  for (let i = 0; i < length; i++) scratch[i] = ~key[from + i]!;
  return scratch;
}
