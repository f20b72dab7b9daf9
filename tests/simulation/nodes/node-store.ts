/** The store of one simulated node: its own locks, the shared rows, and a way to them that takes a while. */
import type {
  KeyValueStore,
  LockTerms,
  Reader,
  Row,
  ScanOptions,
  Snapshot,
  Transaction,
} from "../../../packages/orrery/src/kv/key-value-store.ts";
import type { MemorySpaces } from "../../../packages/orrery/src/kv/memory/memory-spaces.ts";
import { MemoryStore } from "../../../packages/orrery/src/kv/memory/memory-store.ts";
import { type Commit, Transactions } from "../../../packages/orrery/src/kv/transactions.ts";

/** Resolves when something that was asked for at the call has been answered. */
type Ask = <T>(work: () => T) => Promise<Awaited<T>>;

export class NodeStore implements KeyValueStore {
  readonly #rows: MemoryStore;
  readonly #reader: SlowReader;
  readonly #transactions: Transactions;
  readonly #ask: Ask;
  readonly #swap: KeyValueStore["swap"];

  constructor(spaces: MemorySpaces, ask: Ask, commit: Commit, swap: KeyValueStore["swap"]) {
    this.#ask = ask;
    this.#swap = swap;
    this.#rows = new MemoryStore(spaces);
    this.#reader = new SlowReader(this.#rows, ask);
    this.#transactions = new Transactions(this.#reader, commit);
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
    const moment = this.#rows.snapshot();
    return Object.assign(new SlowReader(moment, this.#ask), { close: () => moment.close() });
  }

  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T>, terms?: LockTerms): Promise<T> {
    return this.#transactions.run(lock, work, terms);
  }

  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean> {
    return this.#swap(space, key, from, to);
  }

  spaces(): Promise<number[]> {
    return this.#ask(() => this.#rows.spaces());
  }

  dropSpace(space: number): Promise<void> {
    return this.#ask(() => this.#rows.dropSpace(space));
  }

  async caughtUp(): Promise<void> {}

  close(): Promise<void> {
    return this.#transactions.close();
  }
}

class SlowReader implements Reader {
  readonly #reader: Reader;
  readonly #ask: Ask;

  constructor(reader: Reader, ask: Ask) {
    this.#reader = reader;
    this.#ask = ask;
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#ask(() => this.#reader.get(space, key));
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#ask(() => this.#reader.getMany(space, keys));
  }

  async *scan(space: number, options?: ScanOptions): AsyncGenerator<readonly Row[]> {
    const chunks = this.#reader.scan(space, options)[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await this.#ask(() => chunks.next());
      if (done) return;
      yield value;
    }
  }
}
