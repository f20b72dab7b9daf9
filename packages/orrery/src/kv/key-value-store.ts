/**
 * The ordered key-value contract on which everything durable stands.
 *
 * - Keys and values are bytes; keys are ordered by unsigned byte comparison, and live in numbered spaces
 *   that share nothing but the commit.
 * - Everything is asynchronous in chunks: one promise per call or per chunk of a scan, never per row, so that
 *   a networked store costs one round trip per chunk and an embedded one almost nothing per row.
 * - `transact` is the only way to write. Work under one lock takes turns; work under different locks runs
 *   side by side. All of its writes commit atomically, durable as the store promises when the promise
 *   resolves, or not at all when it rejects.
 * - Six members are what a database needs: `get`, `getMany`, `scan`, `snapshot`, `transact`, `spaces`. The others are there
 *   because only the store can do them: `swap` is one step among processes, `dropSpace` removes rows where they are stored,
 *   `caughtUp` knows how far behind the store is, `close` releases it.
 * - A missing key is `undefined`, never an error. Failures are `KeyValueError`s with a code.
 */
import type { KeyRange } from "./key-range.ts";
import type { Write } from "./write.ts";

export interface ScanOptions extends KeyRange {
  readonly reverse?: boolean;
  /** Values are left out (empty) when only keys matter. */
  readonly keysOnly?: boolean;
  /** Keys may be left out (empty) when only values matter; with `keysOnly`, when only the number of rows does. */
  readonly valuesOnly?: boolean;
  /** At most this many rows in all. */
  readonly limit?: number;
  /** Rows per chunk; the store may return fewer. */
  readonly chunkRows?: number;
}

export interface Row {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Every call reads one moment; only a snapshot's calls all read the same one. */
export interface Reader {
  get(space: number, key: Uint8Array): Promise<Buffer | undefined>;
  /** In the order of `keys`. */
  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]>;
  /**
   * Chunks of rows in key order, none of them empty, as they are when the first chunk is taken. The buffers
   * belong to the caller. Leaving the loop early frees the scan.
   */
  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]>;
}

/** A reader at a fixed moment, held until `close`. Writers go on meanwhile. */
export interface Snapshot extends Reader {
  close(): void;
}

/**
 * Reads committed state and its own writes; nobody else sees those before the commit, but who comes next under a lock
 * that was passed on early.
 */
export interface Transaction extends Reader {
  /**
   * Whether it reads what others have written under this lock and have not committed yet. If their commit fails, this
   * transaction fails too. Whoever knows committed state only, as a cache does, cannot answer for it.
   */
  readonly isAhead: boolean;
  /**
   * Lets the next one under this lock begin as soon as the writes are queued, if it waits already, so that both can be
   * committed together. It must need nothing of `afterCommit`.
   */
  passOnEarly(): void;
  /**
   * The key is copied. The value is taken at the commit: until then only `beforeCommit` may change it, and afterwards nobody,
   * because the store may keep it.
   */
  put(space: number, key: Uint8Array, value: Uint8Array): void;
  /** Rows that are ready: nothing of them is copied. */
  putAll(writes: readonly Write[]): void;
  delete(space: number, key: Uint8Array): void;
  /**
   * Runs when the work is done, in commit order and without waiting, immediately before its writes are queued.
   * What it assigns (a sequence number) is therefore in commit order for every transaction of the store.
   */
  beforeCommit(assign: () => void): void;
  /** Runs when the writes are committed, before the lock passes on, unless that was early: the place to bring caches up to date. */
  afterCommit(notice: () => void): void;
  /**
   * For `beforeCommit`: runs when the commit fails, before anything else is assigned, to take back what it assigned.
   * Commits behind one that fails may build on what that one assigned: they fail too, and are taken back first.
   */
  afterFailure(undo: () => void): void;
}

/** How a transaction waits for its lock. */
export interface LockTerms {
  /** What it waits for, in words for whoever is refused. */
  readonly name?: string;
  /** It waits as long as it takes: for work that nobody waits for, and that comes one piece at a time. */
  readonly isPatient?: boolean;
}

/** Reads committed state. */
export interface SnapshotReader extends Reader {
  snapshot(): Snapshot;
}

export interface KeyValueStore extends SnapshotReader {
  /**
   * Runs `work` alone among all work under the same `lock`, then commits its writes. If it throws, nothing is
   * written and the error comes out unchanged. Work must not start another transaction under a lock it holds. The wait
   * for the lock is bounded, unless the terms say otherwise.
   */
  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T>, terms?: LockTerms): Promise<T>;
  /**
   * Puts a value in the place of another, or of none, in one step among all processes that share the store, durable as a
   * transaction; false if something else is there, or what was put already, if the answer was lost on its way: then read again.
   * For rows that no transaction writes meanwhile.
   */
  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean>;
  /** The spaces that have a row, in order. */
  spaces(): Promise<number[]>;
  /**
   * Removes every key of a space, in key order. Not atomic: readers may see a part meanwhile, and a crash may leave one;
   * calling it again finishes the job. A snapshot that this process requested before sees all keys.
   */
  dropSpace(space: number): Promise<void>;
  /**
   * Resolves when the store has worked off what was written, or could not for a while. Work that writes much and that
   * nobody waits for asks between its transactions, so that those who do wait need not wait longer.
   */
  caughtUp(): Promise<void>;
  /** Waits for running transactions, then releases everything. Later calls fail with code `closed`. */
  close(): Promise<void>;
}

export type KeyValueErrorCode =
  /** The disk, or the server behind the store, refused; nothing of the transaction was written. */
  | "unavailable"
  /** As `unavailable`, because there is no room. */
  | "full"
  /** Another process holds the data. */
  | "locked"
  /** The data cannot be what was written. Never retried. */
  | "corrupt"
  /** Too many wait for the lock. */
  | "crowded"
  /** The lock was not to be had for too long. */
  | "contended"
  | "closed";

export class KeyValueError extends Error {
  readonly code: KeyValueErrorCode;
  constructor(code: KeyValueErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "KeyValueError";
    this.code = code;
  }
}
