/**
 * The rows of a store in memory: a sorted map for each space.
 *
 * Keys are kept as byte strings: they sort as their bytes do, are found several
 * times as fast as buffers, and take less than half the memory. Values are copied on the way out, so that nobody outside can
 * change what is stored; on the way in only those that would keep the bytes of others alive.
 */
import { fromByteString, toByteString } from "../../value/byte-string.ts";
import type { Row, ScanOptions } from "../key-value-store.ts";
import { type EntryRange, OrderedMap } from "../ordered-map.ts";
import { CHUNK_BYTES, CHUNK_ROWS, CHUNK_ROWS_MAX } from "../scan-limits.ts";
import type { Write } from "../write.ts";

type Rows = OrderedMap<Buffer>;

const NO_BYTES = Buffer.alloc(0);

export class MemorySpaces {
  readonly #spaces: Map<number, Rows>;

  constructor(spaces = new Map<number, Rows>()) {
    this.#spaces = spaces;
  }

  /** Costs a little for each space, nothing for its rows. */
  clone(): MemorySpaces {
    const spaces = new Map<number, Rows>();
    for (const [space, rows] of this.#spaces) spaces.set(space, rows.clone());
    return new MemorySpaces(spaces);
  }

  get(space: number, key: Uint8Array): Buffer | undefined {
    const value = this.#spaces.get(space)?.get(keyString(key));
    return value === undefined ? undefined : copyBytes(value);
  }

  /** The rows of the moment when the first chunk is taken. */
  *scan(space: number, options: ScanOptions): Generator<readonly Row[]> {
    const rows = this.#spaces.get(space)?.clone();
    if (rows === undefined) return;
    const { from, to, reverse = false, keysOnly = false, valuesOnly = false } = options;
    const chunkRows = Math.min(options.chunkRows ?? CHUNK_ROWS, CHUNK_ROWS_MAX);
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let range: EntryRange = {
      from: from === undefined ? undefined : keyString(from),
      to: to === undefined ? undefined : keyString(to),
      reverse,
    };
    for (;;) {
      const chunk: Row[] = [];
      let bytes = 0;
      let last = "";
      for (const { key, value } of rows.entries(range, Math.min(chunkRows, left))) {
        if (bytes > CHUNK_BYTES) break;
        bytes += key.length + value.length;
        chunk.push({
          key: valuesOnly ? NO_BYTES : fromByteString(key),
          value: keysOnly ? NO_BYTES : copyBytes(value),
        });
        last = key;
      }
      if (chunk.length === 0) return;
      yield chunk;
      left -= chunk.length;
      // A key followed by a zero is the very next one.
      range = reverse ? { ...range, to: last } : { ...range, from: `${last}\0` };
    }
  }

  apply(writes: Iterable<Write>): void {
    for (const { space, bareText, value } of writes) {
      if (value === null) this.#spaces.get(space)?.delete(bareText);
      else this.#rows(space).set(bareText, keptBytes(value));
    }
  }

  /** In order. */
  used(): number[] {
    return [...this.#spaces]
      .filter(([, rows]) => rows.size > 0)
      .map(([space]) => space)
      .sort((a, b) => a - b);
  }

  drop(space: number): void {
    this.#spaces.delete(space);
  }

  #rows(space: number): Rows {
    let rows = this.#spaces.get(space);
    if (rows === undefined) this.#spaces.set(space, (rows = new OrderedMap()));
    return rows;
  }
}

function keyString(key: Uint8Array): string {
  return toByteString(Buffer.isBuffer(key) ? key : Buffer.from(key));
}

/** Small buffers are cut from a larger one, all of which would stay. */
function keptBytes(bytes: Uint8Array): Buffer {
  const isAlone = Buffer.isBuffer(bytes) && bytes.length === bytes.buffer.byteLength;
  return isAlone ? bytes : copyBytes(bytes);
}

function copyBytes(bytes: Uint8Array): Buffer {
  return bytes.length === 0 ? NO_BYTES : Buffer.from(bytes);
}
