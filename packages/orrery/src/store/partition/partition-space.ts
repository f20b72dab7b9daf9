/**
 * The key space of one physical partition, with what is known of it in memory: its summary, the logical partitions
 * that were deleted whole, the items of it in the cache. For this folder alone: others use `PartitionStore`.
 */

import type { Epk } from "@orrerydb/keys/hash";
import type { KeyValueStore, Reader, Transaction } from "../../kv/key-value-store.ts";
import type { Scheduler } from "../../schedule/scheduler.ts";
import { Corruption } from "../../value/corruption.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { LogicalNumbers } from "../catalog/logical-numbers.ts";
import type { IndexGenerations } from "../indexes/index-generations.ts";
import { PartitionIndexes } from "../indexes/partition-indexes.ts";
import type { Etags } from "../records/etags.ts";
import { StoredItem } from "../records/item-record.ts";
import { idKey, itemKey, logicalKey, refOfValue, SUMMARY_KEY } from "../records/key-layout.ts";
import {
  addTotals,
  decodeLogicalRecord,
  encodeSummary,
  type LogicalRecord,
  type PartitionSummary,
  readSummary,
  type TotalsDelta,
} from "../records/logical-record.ts";
import type { ContainerIdentity } from "../records/system-properties.ts";
import { hasItemsWithForm } from "../records/word-totals.ts";
import type { Visibility } from "../scans/row-scope.ts";
import { DroppedPartitions } from "./dropped-partitions.ts";
import { IdFilter } from "./id-filter.ts";
import { cachePrefix, type ItemCache } from "./item-cache.ts";
import type { Lifetimes } from "./lifetimes.ts";
import type { UniqueKeys } from "./unique-keys.ts";

/** What the partitions of one container have in common. */
export interface PartitionContext {
  readonly scheduler: Scheduler;
  readonly cache: ItemCache;
  readonly container: ContainerIdentity;
  readonly indexes: IndexGenerations;
  readonly uniqueKeys: UniqueKeys;
  readonly lifetimes: Lifetimes;
  readonly etags: Etags;
  readonly logicalNumbers: LogicalNumbers;
  /** Of a key value as the protocol's JSON array. */
  epkOf(key: string): Epk;
  /** How large a logical partition may grow. */
  readonly logicalBytesMax: number;
  /** Seconds since 1970. */
  nowSeconds(): number;
  /** Called after a commit that left a partition larger than it is watched for. */
  grewTooLarge(space: number): void;
}

export class PartitionSpace {
  readonly kv: KeyValueStore;
  readonly space: number;
  readonly context: PartitionContext;
  readonly dropped: DroppedPartitions;
  readonly indexes: PartitionIndexes;
  readonly ids: IdFilter;
  /** As of the last commit. */
  #summary: PartitionSummary;
  /** As of the last commit that is under way: what the next one builds on. */
  #pending: PartitionSummary;
  #mayHaveForm: boolean;
  #watchedBytes = Number.POSITIVE_INFINITY;
  #mayHaveVersions = true;
  #commits = 0;
  #isLeft = false;
  readonly #lockPrefix: string;

  private constructor(
    kv: KeyValueStore,
    space: number,
    context: PartitionContext,
    known: {
      readonly summary: PartitionSummary;
      readonly dropped: DroppedPartitions;
      readonly ids: IdFilter;
    },
  ) {
    this.kv = kv;
    this.space = space;
    this.context = context;
    this.#summary = known.summary;
    this.#pending = known.summary;
    this.#mayHaveForm = hasItemsWithForm(known.summary.words);
    this.dropped = known.dropped;
    this.indexes = new PartitionIndexes(kv, space, context.cache);
    this.ids = known.ids;
    this.#lockPrefix = cachePrefix(space);
  }

  static async open(kv: KeyValueStore, space: number, context: PartitionContext): Promise<PartitionSpace> {
    const summary = await readSummary(kv, space);
    const dropped = await DroppedPartitions.load(kv, space);
    // Of those that were deleted whole, ids are left until their items are removed.
    const ids = new IdFilter(summary.items === 0 && summary.bytes === 0 && dropped.isEmpty);
    return new PartitionSpace(kv, space, context, { summary, dropped, ids });
  }

  /** The only totals and LSN that anybody may see. */
  get summary(): PartitionSummary {
    return this.#summary;
  }

  /** A hot item without waiting, or undefined when the cache does not have it. */
  cached(epk: Epk, id: string): StoredItem | undefined {
    const item = this.context.cache.item(this.cacheKey(epk, id));
    return item !== undefined && this.dropped.holds(item.ref) ? undefined : item;
  }

  async get(epk: Epk, id: string): Promise<StoredItem | undefined> {
    const cached = this.cached(epk, id);
    if (cached !== undefined) return cached;
    const commits = this.#commits;
    const item = await this.readItem(this.kv, epk, id);
    if (item !== undefined && commits === this.#commits && !this.#isLeft)
      this.context.cache.set(this.cacheKey(epk, id), item);
    return item;
  }

  /** Nobody writes here any more: readers that are still under way may know less than others do. */
  leave(): void {
    this.#isLeft = true;
    this.ids.forget();
  }

  async getByRef(ref: ItemRef): Promise<StoredItem | undefined> {
    if (this.dropped.holds(ref)) return undefined;
    const record = await this.kv.get(this.space, itemKey(ref));
    return record && StoredItem.decode(ref, record);
  }

  async readItem(reader: Reader, epk: Epk, id: string): Promise<StoredItem | undefined> {
    if (!this.ids.mayHold(epk, id)) return undefined;
    let missing: ItemRef | undefined;
    for (;;) {
      const address = await reader.get(this.space, idKey(epk, id));
      const ref = address && refOfValue(address);
      if (ref === undefined || this.dropped.holds(ref)) return undefined;
      if (ref === missing) throw new Corruption(`The id "${id}" leads to an item that is not there.`);
      const record = await reader.get(this.space, itemKey(ref));
      if (record !== undefined) return StoredItem.decode(ref, record);
      // It was deleted between the two reads. The same transaction may have given its id to another.
      missing = ref;
    }
  }

  /** For a writer of the logical partition. */
  async logicalPartition(epk: Epk, transaction: Transaction): Promise<LogicalRecord | undefined> {
    const cached = transaction.isAhead ? undefined : this.context.cache.logical(this.cacheKey(epk));
    if (cached !== undefined) return cached;
    const bytes = await transaction.get(this.space, logicalKey(epk));
    return bytes && decodeLogicalRecord(bytes);
  }

  isLive(item: StoredItem): boolean {
    const { lifetimes, nowSeconds } = this.context;
    return lifetimes.isLive(item, nowSeconds);
  }

  /** Which of the stored items are there for readers. */
  visibility(): Visibility {
    const { dropped } = this;
    return {
      isLive: (item) => this.isLive(item) && (dropped.isEmpty || !dropped.holds(item.ref)),
      isDropped: (ref) => dropped.holds(ref),
      hasDropped: !dropped.isEmpty,
      mayExpire: this.context.lifetimes.defaultTtl !== undefined,
    };
  }

  /** Counts a transaction immediately before its commit; returns its LSN. */
  advance(transaction: Transaction, delta: TotalsDelta, keepsVersions: boolean): number {
    const before = this.#pending;
    const lsn = before.lsn + 1;
    const versionsAfter = keepsVersions ? before.versionsAfter : lsn;
    const { items, bytes, words } = addTotals(before, delta);
    this.#change(transaction, { lsn, items, bytes, versionsAfter, words });
    return lsn;
  }

  /** Immediately before a commit that makes index rows and changes no item: it has no LSN. */
  recount(transaction: Transaction, delta: TotalsDelta): void {
    this.#change(transaction, addTotals(this.#pending, delta));
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
      this.#summary = after;
      if (this.isTooLarge) this.context.grewTooLarge(this.space);
    });
  }

  /** Items may differ from what a reader found that began before. */
  noteCommit(): void {
    this.#commits++;
  }

  /** The context is notified past this size. */
  watchSize(bytesMax: number): void {
    this.#watchedBytes = bytesMax;
  }

  get isTooLarge(): boolean {
    return this.#summary.bytes > this.#watchedBytes;
  }

  /** False: the version log is known to be empty. */
  get mayHaveVersions(): boolean {
    return this.#mayHaveVersions;
  }

  /** Whether an item may have digits that no index entry holds. Once true it stays so: readers may see older items. */
  get mayHaveForm(): boolean {
    return this.#mayHaveForm;
  }

  noteForm(): void {
    this.#mayHaveForm = true;
  }

  noteVersions(mayExist: boolean): void {
    this.#mayHaveVersions = mayExist;
  }

  /** Of an item, or without an id of the logical partition. */
  cacheKey(epk: Epk, id?: string): string {
    const prefix = this.lockOf(epk);
    return id === undefined ? prefix : `${prefix}/${id}`;
  }

  /** The lock under which the writes of a logical partition take turns. */
  lockOf(epk: Epk): string {
    return `${this.#lockPrefix}${epk}`;
  }
}
