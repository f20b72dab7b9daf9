/*
 * The bytes of partition key components, written one after the other into a buffer that is kept between calls.
 *
 * There are two encodings: the input of the hash functions, and the order-preserving one in which version 1 puts
 * hash and values into the effective partition key. Neither calls back into user code, so one shared buffer is
 * enough: `begin` empties it, and what `bytes` holds up to `length` is valid until the next `begin`.
 */

import type { PartitionKeyComponent } from "./partition-key-definition.ts";
import { PartitionKeyError } from "./partition-key-error.ts";

const UNDEFINED = 0x00;
const NULL = 0x01;
const FALSE = 0x02;
const TRUE = 0x03;
const NUMBER = 0x05;
const STRING = 0x08;

/** A longer string is cut after one byte more, and has no end mark. */
const ORDERED_BYTES = 100;

const double = new Float64Array(1);
const doubleLimbs = new Int32Array(double.buffer);
const doubleBytes = new Uint8Array(double.buffer);
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

export class KeyBytes {
  bytes = new Uint8Array(4096);
  length = 0;

  begin(): void {
    this.length = 0;
  }

  /** Hash input of version 1: strings end with 00. */
  hashInputV1(component: PartitionKeyComponent): void {
    if (typeof component === "string") {
      this.#string(component);
      this.#byte(0x00);
    } else {
      this.#hashInputOfOther(component);
    }
  }

  /** Hash input of version 2: whole strings, ended with FF, which UTF-8 never contains. */
  hashInputV2(component: PartitionKeyComponent): void {
    if (typeof component === "string") {
      this.#string(component);
      this.#byte(0xff);
    } else {
      this.#hashInputOfOther(component);
    }
  }

  /** The encoding whose byte order is the order of the values. */
  ordered(component: PartitionKeyComponent): void {
    if (typeof component === "string") this.#orderedString(component);
    else if (typeof component === "number") this.orderedNumber(component);
    else this.#marker(component);
  }

  /** Eight bits, then seven at a time with a low bit that says whether more follow; trailing zeros are left out. */
  orderedNumber(value: number): void {
    this.#double(value);
    let high = doubleLimbs[littleEndian ? 1 : 0]!;
    let low = doubleLimbs[littleEndian ? 0 : 1]!;
    if (high >= 0) {
      high ^= 0x80000000;
    } else {
      low = -low | 0;
      high = (~high + (low === 0 ? 1 : 0)) | 0;
    }
    this.#reserve(12);
    this.#byte(NUMBER);
    this.#byte(high >>> 24);
    high = (high << 8) | (low >>> 24);
    low <<= 8;
    for (;;) {
      const chunk = high >>> 24;
      high = (high << 7) | (low >>> 25);
      low <<= 7;
      if (high === 0 && low === 0) {
        this.#byte(chunk & 0xfe);
        return;
      }
      this.#byte(chunk | 0x01);
    }
  }

  #orderedString(text: string): void {
    const start = this.length;
    this.#string(text);
    const isWhole = this.length - start - 1 <= ORDERED_BYTES;
    if (!isWhole) this.length = start + 1 + ORDERED_BYTES + 1;
    // UTF-8 has no FF, so adding one never overflows, and 00 is free to end the string.
    for (let index = start + 1; index < this.length; index++) this.bytes[index]!++;
    if (isWhole) this.#byte(0x00);
  }

  #hashInputOfOther(component: number | boolean | null | undefined): void {
    if (typeof component !== "number") {
      this.#marker(component);
      return;
    }
    this.#double(component);
    this.#reserve(9);
    this.#byte(NUMBER);
    for (let index = 0; index < 8; index++) this.#byte(doubleBytes[littleEndian ? index : 7 - index]!);
  }

  #marker(component: boolean | null | undefined): void {
    if (component === undefined) this.#byte(UNDEFINED);
    else if (component === null) this.#byte(NULL);
    else if (component === false) this.#byte(FALSE);
    else if (component === true) this.#byte(TRUE);
    else {
      throw new PartitionKeyError(
        "NotScalar",
        "A partition key value is a string, a number, true, false, null or absent; this one is an object or an array.",
      );
    }
  }

  /** -0 becomes 0: they are one value in JSON, and must not be two logical partitions. */
  #double(value: number): void {
    if (!Number.isFinite(value)) {
      throw new PartitionKeyError(
        "NotFinite",
        `${value} can't be a partition key value: JSON has no such number.`,
      );
    }
    double[0] = value === 0 ? 0 : value;
  }

  /** UTF-8 with its marker. A lone surrogate becomes U+FFFD, as in TextEncoder. */
  #string(text: string): void {
    this.#reserve(text.length * 3 + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = STRING;
    for (let index = 0; index < text.length; index++) {
      let code = text.charCodeAt(index);
      if (code < 0x80) {
        bytes[at++] = code;
        continue;
      }
      if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
        continue;
      }
      if (code >= 0xd800 && code < 0xe000) {
        const next = text.charCodeAt(index + 1);
        if (code < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
          index++;
          bytes[at++] = 0xf0 | (code >> 18);
          bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
          bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
          bytes[at++] = 0x80 | (code & 0x3f);
          continue;
        }
        code = 0xfffd;
      }
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
    this.length = at;
  }

  #byte(byte: number): void {
    if (this.length === this.bytes.length) this.#reserve(1);
    this.bytes[this.length++] = byte;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
