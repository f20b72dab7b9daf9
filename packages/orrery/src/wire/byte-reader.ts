/** A cursor over bytes from outside: it never reads past their end, and what is wrong with them becomes a 400 that says where. */
import { isUtf8 } from "node:buffer";
import { Failure } from "../value/failure.ts";

/** Up to here it is faster to look at the bytes one by one. */
const SHORT_TEXT_BYTES = 64;

export class ByteReader {
  readonly bytes: Buffer;
  readonly #format: string;
  position: number;

  /** The format is named in messages: "binary JSON". */
  constructor(bytes: Buffer, format: string, position = 0) {
    this.bytes = bytes;
    this.#format = format;
    this.position = position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  fail(what: string): never {
    throw new Failure("badRequest", `The request body is not valid ${this.#format}: ${what}.`);
  }

  byte(): number {
    return this.bytes[this.#advance(1)]!;
  }

  /** Little-endian, of 1 to 4 bytes. */
  uint(width: number): number {
    return this.bytes.readUIntLE(this.#advance(width), width);
  }

  /** Little-endian, of 1 to 4 bytes. */
  int(width: number): number {
    return this.bytes.readIntLE(this.#advance(width), width);
  }

  uint64(): bigint {
    return this.bytes.readBigUInt64LE(this.#advance(8));
  }

  int64(): bigint {
    return this.bytes.readBigInt64LE(this.#advance(8));
  }

  float32(): number {
    return this.bytes.readFloatLE(this.#advance(4));
  }

  float64(): number {
    return this.bytes.readDoubleLE(this.#advance(8));
  }

  /** A view, not a copy. */
  slice(length: number): Buffer {
    const start = this.#advance(length);
    return this.bytes.subarray(start, start + length);
  }

  utf8(length: number): string {
    const start = this.#advance(length);
    const end = start + length;
    if (length <= SHORT_TEXT_BYTES && this.#isAscii(start, end))
      return this.bytes.toString("latin1", start, end);
    if (!isUtf8(this.bytes.subarray(start, end))) this.fail(`the string at byte ${start} is not UTF-8`);
    return this.bytes.toString("utf8", start, end);
  }

  #isAscii(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.bytes[i]! > 0x7f) return false;
    return true;
  }

  /** Where a part of this length ends; the part must lie inside the bytes. */
  endOf(length: number): number {
    if (length > this.bytes.length - this.position) this.#cut(length);
    return this.position + length;
  }

  #advance(length: number): number {
    const start = this.position;
    this.position = this.endOf(length);
    return start;
  }

  #cut(length: number): never {
    this.fail(
      `at byte ${this.position} it announces ${length} more bytes, but it ends at ${this.bytes.length}`,
    );
  }
}
