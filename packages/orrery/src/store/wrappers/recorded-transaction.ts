/** A transaction that also remembers what it writes to one space, so that it can be written elsewhere too. */
import type { Row, ScanOptions, Transaction } from "../../kv/key-value-store.ts";
import type { Write } from "../../kv/write.ts";

export interface RecordedWrite {
  readonly key: Buffer;
  /** Null for a deletion. */
  readonly value: Uint8Array | null;
}

export class RecordedTransaction implements Transaction {
  readonly #transaction: Transaction;
  readonly #space: number;
  /** By key in latin1: the last write of each. */
  readonly writes = new Map<string, RecordedWrite>();

  constructor(transaction: Transaction, space: number) {
    this.#transaction = transaction;
    this.#space = space;
  }

  get isAhead(): boolean {
    return this.#transaction.isAhead;
  }
  /** Whoever follows it knows committed writes only. */
  passOnEarly(): void {}

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#transaction.get(space, key);
  }
  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#transaction.getMany(space, keys);
  }
  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.#transaction.scan(space, options);
  }
  put(space: number, key: Uint8Array, value: Uint8Array): void {
    this.#transaction.put(space, key, value);
    if (space === this.#space) this.#record(key, value);
  }
  putAll(writes: readonly Write[]): void {
    this.#transaction.putAll(writes);
    for (const { space, bareKey, value } of writes) if (space === this.#space) this.#record(bareKey, value);
  }
  delete(space: number, key: Uint8Array): void {
    this.#transaction.delete(space, key);
    if (space === this.#space) this.#record(key, null);
  }
  beforeCommit(assign: () => void): void {
    this.#transaction.beforeCommit(assign);
  }
  afterCommit(notice: () => void): void {
    this.#transaction.afterCommit(notice);
  }
  afterFailure(undo: () => void): void {
    this.#transaction.afterFailure(undo);
  }

  #record(key: Uint8Array, value: Uint8Array | null): void {
    const copy = Buffer.from(key);
    this.writes.set(copy.toString("latin1"), { key: copy, value });
  }
}
