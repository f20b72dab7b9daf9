/**
 * The key-value contract in memory. A commit is one synchronous step; a scan or a snapshot reads a clone, which
 * costs the same for any number of rows.
 */
import {
  KeyValueError,
  type KeyValueStore,
  type LockTerms,
  type Row,
  type ScanOptions,
  type Snapshot,
  type Transaction,
} from "./key-value-store.ts";
import { MemorySpaces } from "./memory-spaces.ts";
import { swapAlone } from "./swap-alone.ts";
import { type Commit, Transactions } from "./transactions.ts";

export class MemoryStore implements KeyValueStore {
  readonly #spaces: MemorySpaces;
  readonly #reader: MemoryReader;
  readonly #transactions: Transactions;

  constructor(spaces = new MemorySpaces(), commit: Commit = (writes) => spaces.apply(writes.all())) {
    this.#spaces = spaces;
    this.#reader = new MemoryReader(spaces);
    this.#transactions = new Transactions(new MemoryReader(spaces), commit);
  }

  /** Another store with the rows of this moment. Costs a little for each space; rows are shared until one side changes them. */
  fork(): MemoryStore {
    return new MemoryStore(this.#spaces.clone());
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

  transact<T>(
    lock: string,
    work: (transaction: Transaction) => Promise<T> | T,
    terms?: LockTerms,
  ): Promise<T> {
    return this.#transactions.run(lock, work, terms);
  }

  async spaces(): Promise<number[]> {
    this.#reader.assertOpen();
    return this.#spaces.used();
  }

  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean> {
    return swapAlone(this, space, key, from, to);
  }

  async dropSpace(space: number): Promise<void> {
    this.#reader.assertOpen();
    this.#spaces.drop(space);
  }

  async caughtUp(): Promise<void> {}

  async close(): Promise<void> {
    this.#reader.close();
    await this.#transactions.close();
  }
}

/** Reads rows in memory, until it or the reader that it came from is closed. */
class MemoryReader implements Snapshot {
  readonly #spaces: MemorySpaces;
  readonly #origin: MemoryReader | undefined;
  #isClosed = false;

  constructor(spaces: MemorySpaces, origin?: MemoryReader) {
    this.#spaces = spaces;
    this.#origin = origin;
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    this.assertOpen();
    return this.#spaces.get(space, key);
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    this.assertOpen();
    return keys.map((key) => this.#spaces.get(space, key));
  }

  async *scan(space: number, options: ScanOptions = {}): AsyncGenerator<readonly Row[]> {
    this.assertOpen();
    for (const chunk of this.#spaces.scan(space, options)) {
      yield chunk;
      this.assertOpen();
    }
  }

  snapshot(): Snapshot {
    this.assertOpen();
    return new MemoryReader(this.#spaces.clone(), this);
  }

  close(): void {
    this.#isClosed = true;
  }

  assertOpen(): void {
    this.#origin?.assertOpen();
    if (this.#isClosed) throw new KeyValueError("closed", "The store or the snapshot is closed.");
  }
}
