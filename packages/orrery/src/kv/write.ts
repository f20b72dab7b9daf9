/**
 * Rows on their way to a store. Keys are written one after another into blocks of memory, and stay there: a row knows where
 * its key is, and only a store that needs a buffer of it makes one.
 */
import { type ByteString, toByteString } from "../value/byte-string.ts";
import { assertSpace, SPACE_BYTES, writeSpace } from "./space-key.ts";

const BLOCK_BYTES = 16 * 1024;
let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
let blockUsed = 0;

const NOTHING = Buffer.alloc(0);

export class Write {
  /** What the key will hold; null when it is deleted. */
  readonly value: Uint8Array | null;
  readonly #block: Buffer;
  readonly #start: number;
  readonly #end: number;
  #key: Buffer | undefined;

  /** The full key is a part of `bytes`, and must stay what it is. */
  constructor(value: Uint8Array | null, bytes: Buffer, start = 0, end = bytes.length) {
    this.value = value;
    this.#block = bytes;
    this.#start = start;
    this.#end = end;
  }

  /** With the key copied. */
  static of(space: number, key: Uint8Array, value: Uint8Array | null): Write {
    assertSpace(space);
    const start = roomFor(SPACE_BYTES + key.length);
    writeSpace(block, start, space);
    block.set(key, start + SPACE_BYTES);
    blockUsed = start + SPACE_BYTES + key.length;
    return new Write(value, block, start, blockUsed);
  }

  /** Whether it is of this full key: most are of another length, or end otherwise, and nothing needs to be called for them. */
  isOf(fullKey: Uint8Array): boolean {
    const { length } = fullKey;
    if (this.#end - this.#start !== length) return false;
    if (this.#block[this.#end - 1] !== fullKey[length - 1]) return false;
    return this.#block.compare(fullKey, 0, length, this.#start, this.#end) === 0;
  }

  /** The full key. */
  get key(): Buffer {
    this.#key ??= this.#block.subarray(this.#start, this.#end);
    return this.#key;
  }
  get space(): number {
    return this.#block.readUInt32BE(this.#start);
  }
  /** The key without its space. */
  get bareKey(): Buffer {
    return this.#block.subarray(this.#start + SPACE_BYTES, this.#end);
  }
  get bareText(): ByteString {
    return toByteString(this.#block, this.#start + SPACE_BYTES, this.#end);
  }
  /** Of key and value. */
  get bytes(): number {
    return this.#end - this.#start + (this.value === null ? 0 : this.value.length);
  }
}

/** Many keys of one space without values: they are encoded where they stay. */
export class NewKeys {
  readonly writes: Write[] = [];
  readonly #space: number;
  #start = 0;

  constructor(space: number) {
    assertSpace(space);
    this.#space = space;
  }

  /** Begins a key of so many bytes at most: it is to be written into `bytes` from here on. */
  begin(bytesMax: number): number {
    this.#start = roomFor(SPACE_BYTES + bytesMax);
    writeSpace(block, this.#start, this.#space);
    return this.#start + SPACE_BYTES;
  }

  /** Of the key that was begun. */
  get bytes(): Buffer {
    return block;
  }

  /** The key is written up to here. */
  end(end: number): void {
    blockUsed = end;
    this.writes.push(new Write(NOTHING, block, this.#start, end));
  }

  /** As if the last key had not been written. */
  takeBack(): void {
    this.writes.pop();
  }

  /** A key that was made elsewhere. */
  add(key: Uint8Array): void {
    this.writes.push(Write.of(this.#space, key, NOTHING));
  }
}

/** Where so many bytes may be written. */
function roomFor(bytes: number): number {
  if (blockUsed + bytes > block.length) {
    block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes));
    blockUsed = 0;
  }
  return blockUsed;
}
