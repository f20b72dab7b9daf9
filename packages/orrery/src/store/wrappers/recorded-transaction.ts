/** A transaction that also remembers what it writes to one space, so that it can be written elsewhere too. */
import type { Transaction } from "../../kv/key-value-store.ts";
import { ObservedTransaction } from "../../kv/observed-transaction.ts";
import type { Write } from "../../kv/write.ts";

export interface RecordedWrite {
  readonly key: Buffer;
  /** Null for a deletion. */
  readonly value: Uint8Array | null;
}

export class RecordedTransaction extends ObservedTransaction {
  readonly #space: number;
  /** By key, as a byte string: the last write of each. */
  readonly writes = new Map<string, RecordedWrite>();

  constructor(transaction: Transaction, space: number) {
    super(transaction);
    this.#space = space;
  }

  /** Its followers know committed writes only. */
  override passOnEarly(): void {}

  protected observe(writes: readonly Write[]): void {
    for (const { space, bareKey, bareText, value } of writes) {
      if (space === this.#space) this.writes.set(bareText, { key: bareKey, value });
    }
  }
}
