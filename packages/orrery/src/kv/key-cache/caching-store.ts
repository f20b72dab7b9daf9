/**
 * A store around another one, whose snapshots read sections from a cache. Every write must go through it, so that the
 * cache sees each commit: the store below must not be one that other processes write to.
 */
import { ForwardingReader } from "../forwarding-reader.ts";
import type { KeyValueStore, LockTerms, Transaction } from "../key-value-store.ts";
import { ObservedTransaction } from "../observed-transaction.ts";
import type { Write } from "../write.ts";
import { CachingSnapshot } from "./caching-snapshot.ts";
import { KeyCache, type KeyCacheOptions } from "./key-cache.ts";

export class CachingStore extends ForwardingReader<KeyValueStore> implements KeyValueStore {
  readonly #cache: KeyCache;

  constructor(inner: KeyValueStore, options?: KeyCacheOptions) {
    super(inner);
    this.#cache = new KeyCache(options);
  }

  snapshot(): CachingSnapshot {
    return new CachingSnapshot(this.reader.snapshot(), this.#cache);
  }

  transact<T>(lock: string, work: (transaction: Transaction) => Promise<T>, terms?: LockTerms): Promise<T> {
    return this.reader.transact(
      lock,
      (transaction) => work(new NotedTransaction(transaction, this.#cache)),
      terms,
    );
  }

  swap(space: number, key: Uint8Array, from: Uint8Array | undefined, to: Uint8Array): Promise<boolean> {
    return this.#uncached(space, () => this.reader.swap(space, key, from, to));
  }

  spaces(): Promise<number[]> {
    return this.reader.spaces();
  }

  dropSpace(space: number): Promise<void> {
    return this.#uncached(space, () => this.reader.dropSpace(space));
  }

  caughtUp(): Promise<void> {
    return this.reader.caughtUp();
  }

  close(): Promise<void> {
    return this.reader.close();
  }

  /** For changes whose rows are not known here: nothing of the space is cached until they are done. */
  async #uncached<T>(space: number, change: () => Promise<T>): Promise<T> {
    this.#cache.beginChange([space]);
    try {
      return await change();
    } finally {
      this.#cache.endChange([space], false);
    }
  }
}

/** Tells the cache when its commit begins, with all rows, and when it has ended. */
class NotedTransaction extends ObservedTransaction {
  readonly #cache: KeyCache;
  readonly #writes: (readonly Write[])[] = [];
  readonly #spaces = new Set<number>();
  readonly #assigns: (() => void)[] = [];
  #hasBegun = false;

  constructor(inner: Transaction, cache: KeyCache) {
    super(inner);
    this.#cache = cache;
    super.beforeCommit(() => this.#begin());
    inner.afterCommit(() => this.#end(true));
    inner.afterFailure(() => this.#end(false));
  }

  protected observe(writes: readonly Write[]): void {
    this.#writes.push(writes);
    let last: number | undefined;
    for (const { space } of writes) {
      if (space !== last) this.#spaces.add(space);
      last = space;
    }
  }

  override beforeCommit(assign: () => void): void {
    this.#assigns.push(assign);
  }

  /** After all others that may still write something. */
  #begin(): void {
    for (const assign of this.#assigns) assign();
    this.#hasBegun = true;
    this.#cache.beginChange(this.#spaces, this.#writes);
  }

  #end(isDone: boolean): void {
    if (this.#hasBegun) this.#cache.endChange(this.#spaces, isDone);
  }
}
