/**
 * A store whose disk fails on command, for tests of the layers above. Until then it keeps the contract, and writes
 * in groups as the store on disk does.
 *
 * - `holdCommits`: the disk is slow. What is written meanwhile gathers behind the first write.
 * - `failCommits`: the next groups are refused with a code. Nothing of them is written; the store goes on.
 * - `crashInCommit`: the store crashes while it writes the next group, whose promises reject. What is found
 *   after `reopen` depends on how much reached the log. "part": the record is torn, and a log discards a torn
 *   record as a whole, so that the transaction is absent. "all": only the acknowledgement was lost, so that the
 *   transaction is there although its promise rejected. Half a transaction is never found: the contract is
 *   atomic, and a store that showed one would be broken, not crashed.
 * - `crash`: calls fail with `unavailable` until `reopen`, and commits that were not synced are gone. Under
 *   "disk" a commit is synced before it resolves; under "process" only `sync` does it.
 */
import type { Durability } from "./durability.ts";
import { GroupCommit } from "./group-commit.ts";
import {
  KeyValueError,
  type KeyValueErrorCode,
  type KeyValueStore,
  type LockTerms,
  type Row,
  type ScanOptions,
  type Snapshot,
  type Transaction,
} from "./key-value-store.ts";
import { MemorySpaces } from "./memory/memory-spaces.ts";
import { MemoryStore } from "./memory/memory-store.ts";
import type { Write } from "./write.ts";

export class FaultStore implements KeyValueStore {
  readonly #durability: Durability;
  /** What is on the disk. */
  #synced = new MemorySpaces();
  /** What would be there after each commit since the last sync. */
  #unsynced: MemorySpaces[] = [];
  /** Undefined after a crash. */
  #store: MemoryStore | undefined;
  readonly #failures: KeyValueErrorCode[] = [];
  #crashInCommit: "part" | "all" | undefined;
  #held: Promise<void> | undefined;

  constructor(durability: Durability = "disk") {
    this.#durability = durability;
    this.reopen();
  }

  /** Until the function that it returns is called. */
  holdCommits(): () => void {
    let release!: () => void;
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      this.#held = undefined;
      release();
    };
  }

  failCommits(code: KeyValueErrorCode, count = 1): void {
    for (let i = 0; i < count; i++) this.#failures.push(code);
  }

  /** The groups that were to be refused and have not been yet will be written. */
  acceptCommits(): void {
    this.#failures.length = 0;
  }

  crashInCommit(written: "part" | "all"): void {
    this.#crashInCommit = written;
  }

  /** Everything acknowledged so far will survive a crash. */
  sync(): void {
    this.#synced = this.#unsynced.at(-1) ?? this.#synced;
    this.#unsynced = [];
  }

  /** Of the commits that were not synced, the first `kept` happen to have reached the disk. */
  crash(kept = 0): void {
    this.#unsynced.length = Math.min(kept, this.#unsynced.length);
    this.sync();
    void this.#store?.close();
    this.#store = undefined;
  }

  /** The store as a new process finds it. Transactions and snapshots of the time before stay without effect. */
  reopen(): void {
    this.crash();
    const spaces = this.#synced.clone();
    const commits = new GroupCommit((group) => this.#write(store, spaces, group.flat()));
    const store = new MemoryStore(spaces, (writes, undo) => commits.commit(writes, undo));
    this.#store = store;
  }

  async get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#running.get(space, key);
  }

  async getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#running.getMany(space, keys);
  }

  async *scan(space: number, options?: ScanOptions): AsyncGenerator<readonly Row[]> {
    yield* this.#running.scan(space, options);
  }

  snapshot(): Snapshot {
    return this.#running.snapshot();
  }

  async transact<T>(
    lock: string,
    work: (transaction: Transaction) => Promise<T>,
    terms?: LockTerms,
  ): Promise<T> {
    return this.#running.transact(lock, work, terms);
  }

  async spaces(): Promise<number[]> {
    return this.#running.spaces();
  }

  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean> {
    return this.#running.swap(space, key, from, to);
  }

  async dropSpace(space: number): Promise<void> {
    return this.transact(`drop:${space}`, async (transaction) => {
      for await (const rows of transaction.scan(space, { keysOnly: true })) {
        for (const { key } of rows) transaction.delete(space, key);
      }
    });
  }

  async caughtUp(): Promise<void> {}

  async close(): Promise<void> {
    await this.#store?.close();
  }

  get #running(): MemoryStore {
    if (this.#store === undefined) throw new KeyValueError("unavailable", "The store has crashed.");
    return this.#store;
  }

  async #write(store: MemoryStore, spaces: MemorySpaces, writes: readonly Write[]): Promise<void> {
    await this.#held;
    if (store !== this.#store) throw new KeyValueError("unavailable", "The store has crashed.");
    const code = this.#failures.shift();
    if (code !== undefined) throw new KeyValueError(code, "The test wants this commit to fail.");
    const crashing = this.#crashInCommit;
    this.#crashInCommit = undefined;
    if (crashing !== "part") {
      spaces.apply(writes);
      this.#unsynced.push(spaces.clone());
    }
    if (this.#durability === "disk" || crashing === "all") this.sync();
    if (crashing !== undefined) {
      this.crash();
      throw new KeyValueError("unavailable", "The store has crashed.");
    }
  }
}
