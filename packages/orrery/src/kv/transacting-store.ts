/** The base of all stores: reads go to a reader, and work to `Transactions`. */
import { toByteString } from "../value/byte-string.ts";
import { ForwardingReader } from "./forwarding-reader.ts";
import type { KeyValueStore, LockTerms, Snapshot, SnapshotReader, Transaction } from "./key-value-store.ts";
import { spaceKey } from "./space-key.ts";
import type { Transactions } from "./transactions.ts";

export abstract class TransactingStore<R extends SnapshotReader>
  extends ForwardingReader<R>
  implements KeyValueStore
{
  protected readonly transactions: Transactions;

  protected constructor(reader: R, transactions: Transactions) {
    super(reader);
    this.transactions = transactions;
  }

  abstract spaces(): Promise<number[]>;
  abstract dropSpace(space: number): Promise<void>;
  abstract close(): Promise<void>;

  snapshot(): Snapshot {
    return this.reader.snapshot();
  }

  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T>, terms?: LockTerms): Promise<T> {
    return this.transactions.run(lock, work, terms);
  }

  /** For a store that no other process has open. */
  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean> {
    return this.transact(`swap:${toByteString(spaceKey(space, key))}`, async (transaction) => {
      const present = await transaction.get(space, key);
      const isSame = from === undefined ? present === undefined : present?.equals(from) === true;
      if (isSame) transaction.put(space, key, to);
      return isSame;
    });
  }

  async caughtUp(): Promise<void> {}
}
