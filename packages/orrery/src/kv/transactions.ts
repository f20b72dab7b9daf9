/**
 * The transactions of a store inside this process: one lock per key, writes kept aside until the work is done,
 * then handed to the store in one piece.
 *
 * Between the `beforeCommit` calls of a transaction and `commit` nothing else runs, so that what they assign
 * is in the order in which the store receives the writes. The lock is held until the commit has succeeded or
 * failed: the next holder reads what the one before it wrote.
 */
import assert from "node:assert/strict";
import {
  KeyValueError,
  type LockTerms,
  type Reader,
  type Row,
  type ScanOptions,
  type Transaction,
} from "./key-value-store.ts";
import { KeyedLock } from "./keyed-lock.ts";
import { OwnWrites } from "./own-writes.ts";

/**
 * Takes all writes, or fails and takes none. Called synchronously, in commit order. A commit that fails takes with it
 * all that were called after it; `undo` of each is called at once, the last one's first, before anything else runs.
 */
export type Commit = (writes: OwnWrites, undo: () => void) => Promise<void> | void;

export class Transactions {
  readonly #reader: Reader;
  readonly #commit: Commit;
  readonly #locks = new KeyedLock();
  #running = 0;
  #isClosed = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(reader: Reader, commit: Commit) {
    this.#reader = reader;
    this.#commit = commit;
  }

  async run<T>(
    lock: string,
    work: (transaction: Transaction) => Promise<T> | T,
    terms?: LockTerms,
  ): Promise<T> {
    if (this.#isClosed) throw new KeyValueError("closed", "The store is closed.");
    this.#running++;
    try {
      return await this.#locks.run(lock, () => this.#transact(work), terms);
    } finally {
      this.#running--;
      if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  async #transact<T>(work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
    const transaction = new BufferedTransaction(this.#reader);
    try {
      const result = await work(transaction);
      const writes = transaction.finish();
      if (!writes.isEmpty) await this.#commit(writes, () => transaction.undo());
      transaction.committed();
      return result;
    } finally {
      transaction.end();
    }
  }

  /** Refuses new transactions; resolves when those under way and those that wait for a lock have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenIdle.push(resolve);
    });
  }
}

class BufferedTransaction implements Transaction {
  readonly #reader: Reader;
  readonly #writes = new OwnWrites();
  readonly #assigns: (() => void)[] = [];
  readonly #notices: (() => void)[] = [];
  readonly #undos: (() => void)[] = [];
  #isOpen = true;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    const own = this.#writes.get(space, key);
    if (own === undefined) return this.#reader.get(space, key);
    return own === null ? undefined : Buffer.from(own);
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    const values = await this.#reader.getMany(space, keys);
    for (const [index, key] of keys.entries()) {
      const own = this.#writes.get(space, key);
      if (own !== undefined) values[index] = own === null ? undefined : Buffer.from(own);
    }
    return values;
  }

  scan(space: number, options: ScanOptions = {}): AsyncIterable<readonly Row[]> {
    return this.#writes.scanOver(this.#reader, space, options);
  }

  put(space: number, key: Uint8Array, value: Uint8Array): void {
    assert(this.#isOpen, "write after the end of the transaction");
    this.#writes.set(space, key, value);
  }

  delete(space: number, key: Uint8Array): void {
    assert(this.#isOpen, "write after the end of the transaction");
    this.#writes.set(space, key, null);
  }

  beforeCommit(assign: () => void): void {
    assert(this.#isOpen, "write after the end of the transaction");
    this.#assigns.push(assign);
  }

  afterCommit(notice: () => void): void {
    assert(this.#isOpen, "write after the end of the transaction");
    this.#notices.push(notice);
  }

  afterFailure(undo: () => void): void {
    assert(this.#isOpen, "write after the end of the transaction");
    this.#undos.push(undo);
  }

  undo(): void {
    for (const undo of this.#undos.reverse()) undo();
  }

  committed(): void {
    for (const notice of this.#notices) notice();
  }

  finish(): OwnWrites {
    try {
      for (const assign of this.#assigns) assign();
    } catch (error) {
      this.undo();
      throw error;
    }
    this.end();
    return this.#writes;
  }

  end(): void {
    this.#isOpen = false;
  }
}
