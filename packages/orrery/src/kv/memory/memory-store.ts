/**
 * The key-value contract in memory. A commit is one synchronous step; a scan or a snapshot reads a clone, which
 * costs the same for any number of rows.
 */
import { KeyValueError, type Row, type ScanOptions, type Snapshot } from "../key-value-store.ts";
import { TransactingStore } from "../transacting-store.ts";
import { type Commit, Transactions } from "../transactions.ts";
import { MemorySpaces } from "./memory-spaces.ts";

export class MemoryStore extends TransactingStore<MemoryReader> {
  readonly #spaces: MemorySpaces;

  constructor(spaces = new MemorySpaces(), commit: Commit = (writes) => spaces.apply(writes.all())) {
    super(new MemoryReader(spaces), new Transactions(new MemoryReader(spaces), commit));
    this.#spaces = spaces;
  }

  /** Another store with the rows of this moment. Costs a little for each space; rows are shared until one side changes them. */
  fork(): MemoryStore {
    return new MemoryStore(this.#spaces.clone());
  }

  async spaces(): Promise<number[]> {
    this.reader.assertOpen();
    return this.#spaces.used();
  }

  async dropSpace(space: number): Promise<void> {
    this.reader.assertOpen();
    this.#spaces.drop(space);
  }

  async close(): Promise<void> {
    this.reader.close();
    await this.transactions.close();
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
