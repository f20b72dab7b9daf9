/**
 * The key-value contract in memory: one sorted map of full keys, changed in one synchronous step per commit.
 *
 * A snapshot is a clone of the map, which costs the same for any size; a scan takes one for itself. Bytes are
 * copied on the way in and on the way out, so that nobody outside can change what is stored.
 */
import {
  KeyValueError,
  type KeyValueStore,
  type Row,
  type ScanOptions,
  type Snapshot,
  type Transaction,
} from "./key-value-store.ts";
import { type Entry, type EntryRange, OrderedMap } from "./ordered-map.ts";
import type { OwnWrites } from "./own-writes.ts";
import { CHUNK_BYTES, CHUNK_ROWS, CHUNK_ROWS_MAX } from "./scan-limits.ts";
import { copyBareKey, spaceKey, spaceRange } from "./space-key.ts";
import { Transactions } from "./transactions.ts";

export class MemoryStore implements KeyValueStore {
  readonly #rows: OrderedMap<Buffer>;
  readonly #reader: MapReader;
  readonly #transactions: Transactions;

  constructor() {
    this.#rows = new OrderedMap();
    this.#reader = new MapReader(this.#rows);
    this.#transactions = new Transactions(new MapReader(this.#rows), (writes) =>
      applyWrites(this.#rows, writes),
    );
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#reader.get(space, key);
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#reader.getMany(space, keys);
  }

  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.#reader.scan(space, options);
  }

  snapshot(): Snapshot {
    return this.#reader.snapshot();
  }

  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
    return this.#transactions.run(lock, work);
  }

  async dropSpace(space: number): Promise<void> {
    this.#reader.assertOpen();
    dropRange(this.#rows, spaceRange(space, {}));
  }

  async close(): Promise<void> {
    this.#reader.close();
    await this.#transactions.close();
  }
}

/** Reads a sorted map of full keys, until closed. */
export class MapReader implements Snapshot {
  readonly #rows: OrderedMap<Buffer>;
  readonly #owner: MapReader | undefined;
  #isClosed = false;

  /** Closing the owner closes this one too. */
  constructor(rows: OrderedMap<Buffer>, owner?: MapReader) {
    this.#rows = rows;
    this.#owner = owner;
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    this.assertOpen();
    return this.#get(space, key);
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    this.assertOpen();
    return keys.map((key) => this.#get(space, key));
  }

  async *scan(space: number, options: ScanOptions = {}): AsyncGenerator<readonly Row[]> {
    this.assertOpen();
    const { reverse = false, keysOnly = false } = options;
    const chunkRows = Math.min(options.chunkRows ?? CHUNK_ROWS, CHUNK_ROWS_MAX);
    const rows = this.#rows.clone();
    let range: EntryRange = { ...spaceRange(space, options), reverse };
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    while (left > 0) {
      this.assertOpen();
      const entries = cutToBytes(rows.entries(range, Math.min(chunkRows, left)));
      const last = entries.at(-1);
      if (last === undefined) return;
      left -= entries.length;
      yield entries.map(({ key, value }) => ({
        key: copyBareKey(key),
        value: keysOnly ? Buffer.alloc(0) : Buffer.from(value),
      }));
      range = reverse ? { ...range, to: last.key } : { ...range, from: nextKey(last.key) };
    }
  }

  snapshot(): Snapshot {
    this.assertOpen();
    return new MapReader(this.#rows.clone(), this);
  }

  close(): void {
    this.#isClosed = true;
  }

  assertOpen(): void {
    this.#owner?.assertOpen();
    if (this.#isClosed) throw new KeyValueError("closed", "The store or the snapshot is closed.");
  }

  #get(space: number, key: Uint8Array): Buffer | undefined {
    const value = this.#rows.get(spaceKey(space, key));
    return value === undefined ? undefined : Buffer.from(value);
  }
}

export function applyWrites(rows: OrderedMap<Buffer>, writes: OwnWrites): void {
  for (const { key, value } of writes.all()) {
    if (value === null) rows.delete(key);
    else rows.set(key, Buffer.from(value));
  }
}

export function dropRange(rows: OrderedMap<Buffer>, range: EntryRange): void {
  for (;;) {
    const entries = rows.entries(range, CHUNK_ROWS_MAX);
    if (entries.length === 0) return;
    for (const { key } of entries) rows.delete(key);
  }
}

/** At least one entry, if there is any, and no more after the one that passes the bytes of a chunk. */
function cutToBytes(entries: Entry<Buffer>[]): Entry<Buffer>[] {
  let bytes = 0;
  for (const [index, { key, value }] of entries.entries()) {
    bytes += key.length + value.length;
    if (bytes > CHUNK_BYTES) return entries.slice(0, index + 1);
  }
  return entries;
}

/** The key that comes immediately after. */
function nextKey(key: Uint8Array): Buffer {
  const next = Buffer.alloc(key.length + 1);
  next.set(key);
  return next;
}
