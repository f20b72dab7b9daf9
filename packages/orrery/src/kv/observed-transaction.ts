/** A transaction around another one, to which everything goes; its subclass sees each write first. */
import type { Row, ScanOptions, Transaction } from "./key-value-store.ts";
import { Write } from "./write.ts";

export abstract class ObservedTransaction implements Transaction {
  readonly #inner: Transaction;

  constructor(inner: Transaction) {
    this.#inner = inner;
  }

  /** Called with rows before they are written, in order. */
  protected abstract observe(writes: readonly Write[]): void;

  get isAhead(): boolean {
    return this.#inner.isAhead;
  }

  passOnEarly(): void {
    this.#inner.passOnEarly();
  }

  get(space: number, key: Uint8Array): Promise<Buffer | undefined> {
    return this.#inner.get(space, key);
  }

  getMany(space: number, keys: readonly Uint8Array[]): Promise<(Buffer | undefined)[]> {
    return this.#inner.getMany(space, keys);
  }

  scan(space: number, options?: ScanOptions): AsyncIterable<readonly Row[]> {
    return this.#inner.scan(space, options);
  }

  put(space: number, key: Uint8Array, value: Uint8Array): void {
    this.putAll([Write.of(space, key, value)]);
  }

  delete(space: number, key: Uint8Array): void {
    this.putAll([Write.of(space, key, null)]);
  }

  putAll(writes: readonly Write[]): void {
    this.observe(writes);
    this.#inner.putAll(writes);
  }

  beforeCommit(assign: () => void): void {
    this.#inner.beforeCommit(assign);
  }

  afterCommit(notice: () => void): void {
    this.#inner.afterCommit(notice);
  }

  afterFailure(undo: () => void): void {
    this.#inner.afterFailure(undo);
  }
}
