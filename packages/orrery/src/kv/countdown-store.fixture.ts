/** A store that crashes in a commit which a test has counted out. */
import { FaultStore } from "./fault-store.fixture.ts";
import type { LockTerms, Transaction } from "./key-value-store.ts";

/** Lets some commits through, then crashes in the next. */
export class CountdownStore extends FaultStore {
  commitsLeft = Number.POSITIVE_INFINITY;
  written: "part" | "all" = "part";

  override transact<T>(
    lock: string,
    work: (transaction: Transaction) => Promise<T>,
    terms?: LockTerms,
  ): Promise<T> {
    const counted = async (transaction: Transaction) => {
      const result = await work(transaction);
      transaction.beforeCommit(() => {
        if (this.commitsLeft-- === 0) this.crashInCommit(this.written);
      });
      return result;
    };
    return super.transact(lock, counted, terms);
  }
}
