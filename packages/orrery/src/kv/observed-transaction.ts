/** A transaction around another one, to which everything goes; its subclass sees each write first. */
import { ForwardingReader } from "./forwarding-reader.ts";
import type { Transaction } from "./key-value-store.ts";
import { Write } from "./write.ts";

export abstract class ObservedTransaction extends ForwardingReader<Transaction> implements Transaction {
  /** Called with rows before they are written, in order. */
  protected abstract observe(writes: readonly Write[]): void;

  get isAhead(): boolean {
    return this.reader.isAhead;
  }

  passOnEarly(): void {
    this.reader.passOnEarly();
  }

  put(space: number, key: Uint8Array, value: Uint8Array): void {
    this.putAll([Write.of(space, key, value)]);
  }

  delete(space: number, key: Uint8Array): void {
    this.putAll([Write.of(space, key, null)]);
  }

  putAll(writes: readonly Write[]): void {
    this.observe(writes);
    this.reader.putAll(writes);
  }

  beforeCommit(assign: () => void): void {
    this.reader.beforeCommit(assign);
  }

  afterCommit(notice: () => void): void {
    this.reader.afterCommit(notice);
  }

  afterFailure(undo: () => void): void {
    this.reader.afterFailure(undo);
  }
}
