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
import type { Epk, EpkRange } from "@orrerydb/keys/hash";
import type { KeyValueStore, Transaction } from "../kv/key-value-store.ts";
import type { ItemRef } from "../value/rows/row-source.ts";
import type { CompiledIndexes } from "./indexes/compiled-indexes.ts";
import type { IndexKind } from "./indexes/index-kind.ts";
import type { MaintainedPartition } from "./indexes/index-rows.ts";
import { type ChangeRequest, type Changes, readChanges } from "./logs/change-log.ts";
import { readVersions, trimVersions, type VersionRequest, type Versions } from "./logs/version-log.ts";
import {
  type LogicalPartition,
  logicalScope,
  readLogicalPartitions,
} from "./partition/logical-partitions.ts";
import { type PartitionContext, PartitionSpace } from "./partition/partition-space.ts";
import type { StoredItem } from "./records/item-record.ts";
import type { PartitionSummary, TotalsDelta } from "./records/logical-record.ts";
import { EntryCounts } from "./scans/entry-counts.ts";
import { LackingItems } from "./scans/lacking-items.ts";
import { PartitionRows } from "./scans/partition-rows.ts";
import { type CheckReport, checkPartition } from "./upkeep/check-partition.ts";
import { ExpiredItems } from "./upkeep/expired-items.ts";
import type { ItemProgress } from "./upkeep/item-progress.ts";
import { reindex } from "./upkeep/reindex.ts";
import { removeDropped } from "./upkeep/remove-dropped.ts";
import { removeExpired } from "./upkeep/remove-expired.ts";
import { Moment } from "./wrappers/moment.ts";
import { RecordedTransaction, type RecordedWrite } from "./wrappers/recorded-transaction.ts";
import { LogicalTransaction } from "./writes/logical-transaction.ts";
import { lockName, ScriptTurns } from "./writes/script-turns.ts";
import { WriterGate } from "./writes/writer-gate.ts";

/** Follows every transaction of a partition while it is copied. */
export interface WriteMirror {
  /** The last thing before a commit, in commit order: may write the same elsewhere, in the same transaction. */
  write(kv: Transaction, epk: Epk, writes: readonly RecordedWrite[], delta: TotalsDelta): void;
  /** A commit that was mirrored has failed. */
  spoil(): void;
}

/** Whoever takes over a partition's data: in order of their ranges, each with its end. */
type Successors = readonly { readonly max: Epk; readonly store: PartitionStore }[];

export class PartitionStore {
  readonly #space: PartitionSpace;
  readonly #expiredItems: ExpiredItems;
  readonly #lackingItems: LackingItems;
  readonly #entryCounts: EntryCounts;
  readonly #gate = new WriterGate();
  readonly #scriptTurns = new ScriptTurns();
  #mirror: WriteMirror | undefined;
  #successors: Successors = [];

  private constructor(space: PartitionSpace) {
    this.#space = space;
    this.#expiredItems = new ExpiredItems(space);
    this.#lackingItems = new LackingItems(space.space);
    this.#entryCounts = new EntryCounts(() => space.summary.lsn);
  }

  static async open(kv: KeyValueStore, space: number, context: PartitionContext): Promise<PartitionStore> {
    return new PartitionStore(await PartitionSpace.open(kv, space, context));
  }

  /** The number of its key space. */
  get space(): number {
    return this.#space.space;
  }

  /** As of the last commit. A later one makes a new object. */
  get summary(): PartitionSummary {
    return this.#space.summary;
  }

  /** A hot item without waiting, or undefined when the cache does not have it. */
  cached(epk: Epk, id: string): StoredItem | undefined {
    return this.#space.cached(epk, id);
  }

  async get(epk: Epk, id: string): Promise<StoredItem | undefined> {
    return (await this.#space.get(epk, id)) ?? this.#successor(epk)?.get(epk, id);
  }

  async getByRef(ref: ItemRef): Promise<StoredItem | undefined> {
    const own = await this.#space.getByRef(ref);
    if (own !== undefined || this.#successors.length === 0) return own;
    const found = await Promise.all(this.#successors.map(({ store }) => store.getByRef(ref)));
    return found.find((item) => item !== undefined);
  }

  /** The rows of the logical partitions in some ranges, none overlapping another; without ranges, all rows. */
  async rows(ranges: readonly EpkRange[] | undefined, moment?: Moment): Promise<PartitionRows> {
    const { kv, space, summary, indexes, context } = this.#space;
    const reader = Moment.reader(moment, kv);
    const scope =
      ranges === undefined
        ? { items: summary.items, bytes: summary.bytes }
        : { ...(await logicalScope(reader, space, ranges)), partitionItems: summary.items };
    return new PartitionRows(reader, space, scope, this.#space.visibility(), {
      indexLosesDigits: this.#space.mayHaveForm,
      ...(moment !== undefined && { lackingItems: this.#lackingItems }),
      entryCounts: this.#entryCounts,
      indexes: { generations: context.indexes, partition: indexes },
    });
  }

  /** All that have items, in EPK order, some at a time. */
  logicalPartitions(): AsyncIterable<readonly LogicalPartition[]> {
    return readLogicalPartitions(this.#space.kv, this.space);
  }

  /** The latest version of what changed after an LSN, of the logical partitions in a range, and is there now. */
  async changes(
    { range, accepts, ...request }: Omit<ChangeRequest, "logicalNumbers"> & { readonly range?: EpkRange },
    moment?: Moment,
  ): Promise<Changes> {
    const { kv, space } = this.#space;
    const reader = Moment.reader(moment, kv);
    const { isLive } = this.#space.visibility();
    const scope = range && (await logicalScope(reader, space, [range]));
    return readChanges(reader, space, {
      ...request,
      ...(scope === undefined ? {} : { logicalNumbers: new Set(scope.logicalNumbers) }),
      accepts: (item) => accepts(item) && isLive(item),
    });
  }

  /** Undefined when versions after `afterLsn` are not kept any more, or never were. */
  versions(request: VersionRequest, moment?: Moment): Promise<Versions | undefined> {
    const { kv, space } = this.#space;
    return readVersions(Moment.reader(moment, kv), space, request);
  }

  /**
   * Runs `work` on one logical partition: it reads committed state and its own writes, commits whole or not at
   * all, and nobody else writes there meanwhile. `key` is the key value as the protocol's JSON array.
   */
  transact<T>(epk: Epk, key: string, work: (transaction: LogicalTransaction) => Promise<T>): Promise<T> {
    return this.#transact(epk, work, key);
  }

  /** For work in the background that adds no item, and need not know the key value: it waits as long as it takes. */
  transactExisting<T>(epk: Epk, work: (transaction: LogicalTransaction) => Promise<T>): Promise<T> {
    return this.#transact(epk, work);
  }

  /** Runs `work` alone among all scripts of a logical partition, before it transacts. */
  inScriptTurn<T>(epk: Epk, key: string, work: () => Promise<T>): Promise<T> {
    return this.#scriptTurns.run(this.#space.lockOf(epk), key, work);
  }

  async #transact<T>(
    epk: Epk,
    work: (transaction: LogicalTransaction) => Promise<T>,
    key?: string,
  ): Promise<T> {
    while (this.#gate.isShut) await this.#gate.opened();
    const successor = this.#successor(epk);
    if (successor !== undefined) return successor.#transact(epk, work, key);
    this.#gate.enter();
    let transaction: LogicalTransaction | undefined;
    try {
      const write = async (kv: Transaction) => {
        const mirror = this.#mirror;
        const recorded = mirror && new RecordedTransaction(kv, this.space);
        const own = new LogicalTransaction(this.#space, recorded ?? kv, epk, key);
        transaction = own;
        const value = await work(own);
        await own.finish();
        if (mirror !== undefined && recorded !== undefined) {
          kv.beforeCommit(() => {
            kv.afterFailure(() => mirror.spoil());
            mirror.write(kv, epk, [...recorded.writes.values()], own.delta);
          });
        }
        return value;
      };
      const terms = key === undefined ? { isPatient: true } : { name: lockName(key) };
      return await this.#space.kv.transact(this.#space.lockOf(epk), write, terms);
    } finally {
      transaction?.end();
      this.#gate.leave();
    }
  }

  /** Runs `work` that concerns no logical partition, unless others hold the data by now. */
  async maintain(work: () => Promise<void>): Promise<boolean> {
    while (this.#gate.isShut) await this.#gate.opened();
    if (this.#successors.length > 0) return false;
    this.#gate.enter();
    try {
      await work();
      return true;
    } finally {
      this.#gate.leave();
    }
  }

  /** Looks at about `itemsMax` items that may have expired, and removes those that have; returns how many. */
  removeExpired(itemsMax: number): Promise<number> {
    return removeExpired(this, this.#space, this.#expiredItems, itemsMax);
  }

  /** Removes what is left of logical partitions that were deleted whole; less than `itemsMax`: none is left. */
  removeDropped(itemsMax: number): Promise<number> {
    return removeDropped(this, this.#space, itemsMax);
  }

  /** Removes versions that were committed before a time; returns how many. */
  trimVersions(beforeSeconds: number): Promise<number> {
    return trimVersions(this, this.#space, beforeSeconds);
  }

  /** How many logical partitions were deleted whole: with items to remove, and without but not forgotten yet. */
  get droppedPartitions(): { readonly pending: number; readonly remembered: number } {
    return this.#space.dropped.counts;
  }

  /** Gives all items the index entries of the current policy; returns whether it came to the end. */
  reindex(progress: ItemProgress): Promise<boolean> {
    return reindex(this, this.#space, progress);
  }

  /** Whether there may be work in the background for some kind of index. */
  async indexesNeedMaintenance(): Promise<boolean> {
    if (this.#successors.length > 0) return false;
    for (const kind of this.#maintainedKinds) {
      const partition = this.#maintained(kind);
      if (partition !== undefined && (await kind.rows!.maintenance!.isNeeded(partition))) return true;
    }
    return false;
  }

  /** Requires that the partition is not copied meanwhile. */
  async maintainIndexes(isStopped: () => boolean): Promise<void> {
    assert(!this.isMirrored, "the partition is being copied");
    for (const kind of this.#maintainedKinds) {
      const partition = this.#maintained(kind);
      if (partition !== undefined) await kind.rows!.maintenance!.run(partition, isStopped);
    }
  }

  get #maintainedKinds(): readonly IndexKind[] {
    return this.#space.context.indexes.rowKinds.filter(({ rows }) => rows!.maintenance !== undefined);
  }

  #maintained(kind: IndexKind): MaintainedPartition<CompiledIndexes> | undefined {
    const { kv, space, context, indexes: partition, summary } = this.#space;
    const indexes = context.indexes.currentIndexes.of(kind);
    return (
      indexes && {
        kv,
        space,
        partition,
        items: summary.items,
        indexes,
        maintain: (work) => this.maintain(work),
        write: (epk, work) =>
          this.transactExisting(epk, (transaction) => work(transaction.indexWriter(kind))),
      }
    );
  }

  check(moment: Moment): Promise<CheckReport> {
    const { kv, space, context } = this.#space;
    return checkPartition(Moment.reader(moment, kv), space, context);
  }

  /** The context is notified past this size; Infinity disables it. */
  watchSize(bytesMax: number): void {
    this.#space.watchSize(bytesMax);
  }

  /** Larger than it is watched for. */
  get isTooLarge(): boolean {
    return this.#space.isTooLarge;
  }

  /** Keeps writers out; resolves when none is inside, with what lets them in again. Only one may hold them. */
  keepWritersOut(): Promise<() => void> {
    return this.#gate.hold();
  }

  /** Writers that wait and writers that come fail from now on. Resolves when the last one has left. */
  shutForGood(failure: () => Error): Promise<void> {
    this.#space.leave();
    return this.#gate.shutForGood(failure);
  }

  /** Sends every write to a mirror from now on, or to nobody any more. Requires that writers are kept out. */
  mirrorTo(mirror: WriteMirror | undefined): void {
    assert(this.#gate.isShut, "writers may be under way");
    this.#mirror = mirror;
  }

  get isMirrored(): boolean {
    return this.#mirror !== undefined;
  }

  /** From now on others hold the data. Requires that writers are kept out. */
  passOnTo(successors: Successors): void {
    assert(this.#gate.isShut, "writers may be under way");
    this.#successors = successors;
  }

  #successor(epk: Epk): PartitionStore | undefined {
    if (this.#successors.length === 0) return undefined;
    const found = this.#successors.find(({ max }) => epk < max);
    assert(found, "the successors cover the range");
    return found.store;
  }
}
