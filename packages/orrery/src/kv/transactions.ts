/**
 * The transactions of a store inside this process: one lock per key, writes kept aside until the work is done,
 * then handed to the store in one piece.
 *
 * Between the `beforeCommit` calls of a transaction and `commit` nothing else runs, so that what they assign
 * is in the order in which the store receives the writes. The lock is held until the commit has succeeded or
 * failed: the next holder reads what the one before it wrote.
 *
 * A transaction may let it go early, when its writes are queued and others wait. The next holder reads them from memory
 * then, and stands and falls with them: it is queued behind them, and neither ends well nor is refused before they are
 * committed. So those who wait for one lock are committed together.
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
import { spaceKey } from "./space-key.ts";
import type { Write } from "./write.ts";

/**
 * Takes all writes, or fails and takes none. Called synchronously, in commit order. A commit that fails takes with it
 * all that were called after it; `undo` of each is called at once, the last one's first, before anything else runs.
 */
export type Commit = (writes: OwnWrites, undo: () => void) => Promise<void> | void;

export class Transactions {
  readonly #reader: Reader;
  readonly #commit: Commit;
  readonly #locks = new KeyedLock();
  /** What was passed on early and is not committed yet, by lock, in order. */
  readonly #queued = new Map<string, readonly Queued[]>();
  #running = 0;
  #isClosed = false;
  readonly #whenIdle: (() => void)[] = [];

  constructor(reader: Reader, commit: Commit) {
    this.#reader = reader;
    this.#commit = commit;
  }

  async run<T>(lock: string, work: (transaction: Transaction) => Promise<T>, terms?: LockTerms): Promise<T> {
    if (this.#isClosed) throw new KeyValueError("closed", "The store is closed.");
    this.#running++;
    try {
      await this.#locks.enter(lock, terms);
      const { result, committed } = await this.#transact(lock, work);
      if (committed !== undefined) await committed;
      return result;
    } finally {
      this.#running--;
      if (this.#running === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  /** Holds the lock, and passes it on at its end. */
  async #transact<T>(
    lock: string,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<{ readonly result: T; readonly committed?: Promise<void> }> {
    const before = this.#queued.get(lock) ?? NOTHING_QUEUED;
    const last = before.at(-1);
    const transaction = new BufferedTransaction(this.#reader, before);
    try {
      const result = await work(transaction);
      // A commit that fails takes all behind it along: then the last one has failed too.
      if (last?.hasFailed) await last.committed;
      const writes = transaction.finish();
      if (writes.isEmpty) {
        await last?.committed;
        transaction.committed();
        return { result };
      }
      // Where nobody waits, it is not worth its price: a tenth of what the thread takes for a create.
      if (transaction.isPassedOnEarly && this.#locks.isAwaited(lock)) {
        const committed = this.#queue(lock, writes, transaction);
        if (committed !== undefined) return { result, committed };
      } else await this.#commit(writes, () => transaction.undo());
      transaction.committed();
      return { result };
    } catch (error) {
      // Why it was refused may be something that never was.
      await last?.committed;
      throw error;
    } finally {
      transaction.end();
      this.#locks.leave(lock);
    }
  }

  /** Undefined: the store has committed the writes at once. */
  #queue(lock: string, writes: OwnWrites, transaction: BufferedTransaction): Promise<void> | undefined {
    const queued: Queued = { writes, committed: undefined, hasFailed: false };
    const committing = this.#commit(writes, () => {
      queued.hasFailed = true;
      transaction.undo();
    });
    if (committing === undefined) return undefined;
    this.#queued.set(lock, [...(this.#queued.get(lock) ?? NOTHING_QUEUED), queued]);
    queued.committed = committing.then(
      () => {
        this.#unqueue(lock, queued);
        transaction.committed();
      },
      (error) => {
        this.#unqueue(lock, queued);
        throw error;
      },
    );
    return queued.committed;
  }

  /** Without waiting for anything: whoever comes next must not find it above what was committed after it. */
  #unqueue(lock: string, queued: Queued): void {
    const left = this.#queued.get(lock)!.filter((other) => other !== queued);
    if (left.length === 0) this.#queued.delete(lock);
    else this.#queued.set(lock, left);
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

interface Queued {
  readonly writes: OwnWrites;
  committed: Promise<void> | undefined;
  hasFailed: boolean;
}

const NOTHING_QUEUED: readonly Queued[] = [];

class BufferedTransaction implements Transaction {
  readonly #reader: Reader;
  /** Under the same lock, not committed when this one began. */
  readonly #before: readonly Queued[];
  readonly #writes = new OwnWrites();
  readonly #assigns: (() => void)[] = [];
  readonly #notices: (() => void)[] = [];
  readonly #undos: (() => void)[] = [];
  #isOpen = true;
  isPassedOnEarly = false;

  constructor(reader: Reader, before: readonly Queued[]) {
    this.#reader = reader;
    this.#before = before;
  }

  get isAhead(): boolean {
    return this.#before.length > 0;
  }

  passOnEarly(): void {
    this.isPassedOnEarly = true;
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    const written = this.#written(space, key);
    if (written === undefined) return this.#reader.get(space, key);
    return Promise.resolve(written === null ? undefined : Buffer.from(written));
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    const values = await this.#reader.getMany(space, keys);
    for (const [index, key] of keys.entries()) {
      const written = this.#written(space, key);
      if (written !== undefined) values[index] = written === null ? undefined : Buffer.from(written);
    }
    return values;
  }

  /** By this transaction, or by one before it. */
  #written(space: number, key: Uint8Array): Write["value"] | undefined {
    if (this.#before.length === 0) return this.#writes.get(space, key);
    const fullKey = spaceKey(space, key);
    let value = this.#writes.find(fullKey);
    for (let i = this.#before.length - 1; value === undefined && i >= 0; i--)
      value = this.#before[i]!.writes.find(fullKey);
    return value;
  }

  scan(space: number, options: ScanOptions = {}): AsyncIterable<readonly Row[]> {
    const layers = [...this.#before.map(({ writes }) => writes), this.#writes];
    const top = layers.reduce<Pick<Reader, "scan">>(
      (base, writes) => ({ scan: (at, terms = {}) => writes.scanOver(base, at, terms) }),
      this.#reader,
    );
    return top.scan(space, options);
  }

  put(space: number, key: Uint8Array, value: Uint8Array): void {
    assert(this.#isOpen, "write after the end of the transaction");
    this.#writes.set(space, key, value);
  }

  putAll(writes: readonly Write[]): void {
    assert(this.#isOpen, "write after the end of the transaction");
    for (const write of writes) this.#writes.add(write);
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
