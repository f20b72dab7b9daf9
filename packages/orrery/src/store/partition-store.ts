/**
 * One physical partition on one key space.
 *
 * - Everything derived from an item (id, index, unique keys, change log, totals) is written in the transaction
 *   that writes the item; `checkPartition` proves that they agree.
 * - All writes of one logical partition take turns; others run beside them.
 * - The LSN grows by one with every transaction that wrote something, in commit order.
 * - A partition that was split or merged passes on what still comes to it: writers and point reads that looked it
 *   up before the change reach its successors.
 */
import assert from "node:assert/strict";
import type { KeyValueStore, Reader, Transaction } from "../kv/key-value-store.ts";
import { DroppedPartitions } from "./dropped-partitions.ts";
import type { Etags } from "./etags.ts";
import { ExpiredItems } from "./expired-items.ts";
import type { IndexGenerations } from "./index-generations.ts";
import type { ItemCache } from "./item-cache.ts";
import { StoredItem } from "./item-record.ts";
import { idKey, itemKey, logicalKey, type Ref, SUMMARY_KEY } from "./key-layout.ts";
import type { Lifetimes } from "./lifetimes.ts";
import type { LogicalNumbers } from "./logical-numbers.ts";
import {
  decodeLogicalRecord,
  decodeSummary,
  emptySummary,
  encodeSummary,
  type LogicalRecord,
  type PartitionSummary,
} from "./logical-record.ts";
import { LogicalTransaction } from "./logical-transaction.ts";
import { RecordedTransaction, type RecordedWrite } from "./recorded-transaction.ts";
import type { ContainerNames } from "./system-properties.ts";
import type { UniqueKeys } from "./unique-keys.ts";
import { WriterGate } from "./writer-gate.ts";

/** What a partition needs to know of its container. */
export interface PartitionContext {
  readonly kv: KeyValueStore;
  readonly cache: ItemCache;
  readonly container: ContainerNames;
  readonly indexes: IndexGenerations;
  readonly uniqueKeys: UniqueKeys;
  readonly lifetimes: Lifetimes;
  readonly etags: Etags;
  readonly logicalNumbers: LogicalNumbers;
  /** How large a logical partition may grow. */
  readonly logicalBytesMax: number;
  /** Called after a commit that left a partition larger than its `watchedBytes`. */
  passedWatchedBytes(store: PartitionStore): void;
  /** Seconds since 1970. */
  nowSeconds(): number;
}

/** Follows every transaction of a partition while it is copied. */
export interface WriteMirror {
  /** The last thing before a commit, in commit order: may write the same elsewhere, in the same transaction. */
  write(
    kv: Transaction,
    epk: Buffer,
    writes: readonly RecordedWrite[],
    delta: { readonly items: number; readonly bytes: number },
  ): void;
  /** A commit that was mirrored has failed. */
  spoil(): void;
}

export class PartitionStore {
  readonly context: PartitionContext;
  readonly space: number;
  /** As of the last commit: the only totals and LSN that anybody may be told. */
  readonly summary: PartitionSummary;
  /** As of the last commit that is under way: what the next one builds on. */
  #pending: PartitionSummary;
  readonly dropped: DroppedPartitions;
  readonly expiredItems = new ExpiredItems(this);
  /** False: the version log is known to be empty. */
  mayHaveVersions = true;
  /** Passing this is told to the context. */
  watchedBytes = Number.POSITIVE_INFINITY;
  readonly gate = new WriterGate();
  mirror: WriteMirror | undefined;
  #successors: readonly { readonly max: Buffer; readonly store: PartitionStore }[] = [];
  #commits = 0;
  readonly #cachePrefix: string;

  private constructor(
    context: PartitionContext,
    space: number,
    summary: PartitionSummary,
    dropped: DroppedPartitions,
  ) {
    this.context = context;
    this.space = space;
    this.summary = summary;
    this.#pending = { ...summary };
    this.dropped = dropped;
    this.#cachePrefix = `${space.toString(36)}:`;
  }

  static async open(context: PartitionContext, space: number): Promise<PartitionStore> {
    const bytes = await context.kv.get(space, SUMMARY_KEY);
    const dropped = await DroppedPartitions.load(context.kv, space);
    return new PartitionStore(context, space, bytes ? decodeSummary(bytes) : emptySummary(), dropped);
  }

  /** A hot item without waiting, or undefined when the cache does not have it. */
  cached(epk: Buffer, id: string): StoredItem | undefined {
    const item = this.context.cache.item(this.cacheKey(epk, id));
    return item !== undefined && this.dropped.holds(item.ref) ? undefined : item;
  }

  async get(epk: Buffer, id: string): Promise<StoredItem | undefined> {
    const cached = this.cached(epk, id);
    if (cached !== undefined) return cached;
    const commits = this.#commits;
    const item = await this.readItem(this.context.kv, epk, id);
    if (item === undefined) return this.#successor(epk)?.get(epk, id);
    if (commits === this.#commits) this.context.cache.set(this.cacheKey(epk, id), item);
    return item;
  }

  async getByRef(ref: Ref): Promise<StoredItem | undefined> {
    if (this.dropped.holds(ref)) return undefined;
    const record = await this.context.kv.get(this.space, itemKey(ref));
    if (record !== undefined) return new StoredItem(ref, record);
    const found = await Promise.all(this.#successors.map(({ store }) => store.getByRef(ref)));
    return found.find((item) => item !== undefined);
  }

  async readItem(reader: Reader, epk: Buffer, id: string): Promise<StoredItem | undefined> {
    let missing: Ref | undefined;
    for (;;) {
      const address = await reader.get(this.space, idKey(epk, id));
      const ref = address?.toString("latin1");
      if (ref === undefined || ref === missing || this.dropped.holds(ref)) return undefined;
      const record = await reader.get(this.space, itemKey(ref));
      if (record !== undefined) return new StoredItem(ref, record);
      // It was deleted between the two reads. The same transaction may have given its id to another.
      missing = ref;
    }
  }

  async logicalPartition(epk: Buffer, reader: Reader = this.context.kv): Promise<LogicalRecord | undefined> {
    const cached = this.context.cache.logical(this.cacheKey(epk));
    if (cached !== undefined) return cached;
    const bytes = await reader.get(this.space, logicalKey(epk));
    return bytes && decodeLogicalRecord(bytes);
  }

  /**
   * Runs `work` on one logical partition: it reads committed state and its own writes, commits whole or not at
   * all, and nobody else writes there meanwhile. `key` is the key value as the protocol's JSON array.
   */
  async transact<T>(
    epk: Buffer,
    key: string,
    work: (transaction: LogicalTransaction) => Promise<T> | T,
  ): Promise<T> {
    while (this.gate.isShut) await this.gate.opened();
    const successor = this.#successor(epk);
    if (successor !== undefined) return successor.transact(epk, key, work);
    this.gate.enter();
    try {
      return await this.context.kv.transact(`${this.#cachePrefix}${epk.toString("latin1")}`, async (kv) => {
        const { mirror } = this;
        const recorded = mirror && new RecordedTransaction(kv, this.space);
        const own = new LogicalTransaction(this, recorded ?? kv, epk, key);
        const value = await work(own);
        await own.finish();
        if (mirror !== undefined && recorded !== undefined) {
          kv.beforeCommit(() => {
            kv.afterFailure(() => mirror.spoil());
            mirror.write(kv, epk, [...recorded.writes.values()], own.delta);
          });
        }
        return value;
      });
    } finally {
      this.gate.leave();
    }
  }

  /** Runs `work` that concerns no logical partition, unless others hold the data by now. */
  async maintain(work: () => Promise<void>): Promise<boolean> {
    while (this.gate.isShut) await this.gate.opened();
    if (this.#successors.length > 0) return false;
    this.gate.enter();
    try {
      await work();
      return true;
    } finally {
      this.gate.leave();
    }
  }

  /** From now on others hold the data: in order of their ranges, each with its end. Requires that the gate is held. */
  passOnTo(successors: readonly { readonly max: Buffer; readonly store: PartitionStore }[]): void {
    assert(this.gate.isShut, "writers may be under way");
    this.#successors = successors;
  }

  #successor(epk: Buffer): PartitionStore | undefined {
    if (this.#successors.length === 0) return undefined;
    const found = this.#successors.find(({ max }) => Buffer.compare(epk, max) < 0);
    assert(found, "the successors cover the range");
    return found.store;
  }

  /** Counts a transaction immediately before its commit; answers its LSN. */
  advance(transaction: Transaction, items: number, bytes: number, keepsVersions: boolean): number {
    const before = this.#pending;
    const lsn = before.lsn + 1;
    this.#change(transaction, {
      lsn,
      items: before.items + items,
      bytes: before.bytes + bytes,
      versionsAfter: keepsVersions ? before.versionsAfter : lsn,
    });
    return lsn;
  }

  /** Immediately before the commit that takes versions up to this LSN out of their log. */
  trimmed(transaction: Transaction, lsn: number): void {
    const versionsAfter = Math.max(this.#pending.versionsAfter, lsn);
    this.#change(transaction, { ...this.#pending, versionsAfter });
  }

  #change(transaction: Transaction, after: PartitionSummary): void {
    const before = this.#pending;
    this.#pending = after;
    transaction.put(this.space, SUMMARY_KEY, encodeSummary(after));
    transaction.afterFailure(() => {
      this.#pending = before;
    });
    transaction.afterCommit(() => {
      Object.assign(this.summary, after);
      if (this.isTooLarge) this.context.passedWatchedBytes(this);
    });
  }

  /** Items may differ from what a reader found that began before. */
  noteCommit(): void {
    this.#commits++;
  }

  get isTooLarge(): boolean {
    return this.summary.bytes > this.watchedBytes;
  }

  cacheKey(epk: Buffer, id?: string): string {
    const prefix = `${this.#cachePrefix}${epk.toString("latin1")}`;
    return id === undefined ? prefix : `${prefix}/${id}`;
  }
}
