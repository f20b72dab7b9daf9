/**
 * Writes to one logical partition in one transaction: items and all that is derived from them.
 * Made by `PartitionStore.transact`; must not be used after it.
 */

import assert from "node:assert/strict";
import type { JsonObject } from "@orrerydb/exact-json";
import type { Epk } from "@orrerydb/keys/hash";
import { UncachedReader } from "../../kv/key-cache/section-reader.ts";
import type { Transaction } from "../../kv/key-value-store.ts";
import { Failure } from "../../value/failure.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { timestampOf } from "../../value/timestamp.ts";
import type { IndexKind } from "../indexes/index-kind.ts";
import type { IndexWriter, WriteWork } from "../indexes/index-rows.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import { refOfValue } from "../records/key-layout.ts";
import type { TotalsDelta } from "../records/logical-record.ts";
import { PartitionRows } from "../scans/partition-rows.ts";
import { EVERYTHING } from "../scans/row-scope.ts";
import { ItemComposer, type WriteOptions } from "./item-composer.ts";
import { ItemRows } from "./item-rows.ts";
import {
  dropPartition,
  eraseDroppedItem,
  eraseDroppedItems,
  type TransactionParts,
} from "./logical-partition-drop.ts";
import { LogicalTotals } from "./logical-totals.ts";

/** Whoever changes what is there already: a partition, or those that hold its data by now. */
export interface LogicalWriter {
  /** As `PartitionStore.transact`, for work that adds no item: only a first item needs the key value. */
  transactExisting<T>(epk: Epk, work: (transaction: LogicalTransaction) => Promise<T>): Promise<T>;
}

export class LogicalTransaction {
  readonly epk: Epk;
  readonly #kv: Transaction;
  readonly #space: PartitionSpace;
  readonly #composer: ItemComposer;
  readonly #rows: ItemRows;
  readonly #totals: LogicalTotals;
  /** By id; undefined marks a deletion. */
  readonly #written = new Map<string, StoredItem | undefined>();
  #reindexed = false;

  /** `key`: the key value; absent for work in the background. */
  constructor(space: PartitionSpace, kv: Transaction, epk: Epk, key: string | undefined) {
    this.#space = space;
    this.#kv = kv;
    this.epk = epk;
    this.#composer = new ItemComposer(space.context, epk, key !== undefined);
    this.#rows = new ItemRows(space, kv);
    this.#totals = new LogicalTotals(space, kv, this.#rows.derived, epk, key);
  }

  /** Where it writes: the partition may have been split or merged since its writer looked it up. */
  get space(): number {
    return this.#space.space;
  }

  get work(): WriteWork {
    return this.#rows.derived.work;
  }

  /** What the partition's totals change by. */
  get delta(): TotalsDelta {
    return this.#totals.delta;
  }

  async read(id: string): Promise<StoredItem | undefined> {
    if (this.#written.has(id)) return this.#written.get(id);
    // Nobody else writes this logical partition now, so what the cache holds is current, but for what is being committed.
    const cached = this.#kv.isAhead ? undefined : this.#space.cached(this.epk, id);
    return cached ?? this.#space.readItem(this.#kv, this.epk, id);
  }

  /** An item of this logical partition by its address, as it was committed. */
  async readByRef(ref: ItemRef): Promise<StoredItem | undefined> {
    if (this.#space.dropped.holds(ref)) return undefined;
    const item = await this.#rows.load(ref);
    return item?.epk === this.epk ? item : undefined;
  }

  /** The rows of this logical partition, with what this transaction has written. */
  async rows(): Promise<PartitionRows> {
    const number = await this.#totals.number();
    const scope = { logicalNumbers: number === undefined ? [] : [number], items: 0 };
    const { indexes, context } = this.#space;
    const { mayExpire } = this.#space.visibility();
    const isLive = (item: StoredItem) => this.#space.isLive(item);
    return new PartitionRows(
      new UncachedReader(this.#kv),
      this.space,
      scope,
      { ...EVERYTHING, isLive, mayExpire },
      {
        indexLosesDigits: this.#space.mayHaveForm,
        indexes: { generations: context.indexes, partition: indexes },
      },
    );
  }

  /** Parses an item that is stored, a large one in slices, before its document is asked for. */
  parseStored(item: StoredItem): Promise<void> {
    return this.#composer.parseStored(item);
  }

  /** Counts an item that the request's body does not account for. */
  occupyHeap(json: Buffer): void {
    this.#composer.occupyHeap(json);
  }

  /** Requires that no item has this id. */
  async create(id: string, document: JsonObject, options: WriteOptions = {}): Promise<StoredItem> {
    const ref = await this.#totals.nextRef();
    const item = await this.#composer.compose(ref, document, options);
    if (this.#mayBeInTheWay) await this.#clearWay(item);
    await this.#rows.create(item);
    this.#wrote(id, item);
    this.#totals.add(1, item.size);
    return item;
  }

  /** Puts `document` in the place of `existing`; its id may differ, its partition key may not. */
  async replace(existing: StoredItem, document: JsonObject, options: WriteOptions = {}): Promise<StoredItem> {
    await this.parseStored(existing);
    const item = await this.#composer.compose(existing.ref, document, options);
    await this.#totals.open();
    if (this.#mayBeInTheWay) await this.#clearWay(item);
    await this.#rows.replace(existing, item);
    if (item.id !== existing.id) this.#written.set(existing.id, undefined);
    this.#wrote(item.id, item);
    this.#totals.add(0, item.size - existing.size);
    return item;
  }

  /** `expired`: because its time to live has passed. */
  async delete(existing: StoredItem, { expired = false } = {}): Promise<void> {
    await this.parseStored(existing);
    await this.#totals.open();
    await this.#rows.erase(existing, { expired });
    this.#written.set(existing.id, undefined);
    this.#totals.add(-1, -existing.size);
  }

  /** Deletes an item of this logical partition if its time to live has passed; returns whether it had. */
  async deleteIfExpired(ref: ItemRef): Promise<boolean> {
    const item = await this.readByRef(ref);
    if (item === undefined || this.#space.isLive(item)) return false;
    await this.delete(item, { expired: true });
    return true;
  }

  /** Deletes the logical partition whole. Must be the only write. Returns how many items there were. */
  drop(): Promise<number> {
    assert.equal(this.#written.size, 0);
    return dropPartition(this.#parts);
  }

  /** Removes some items of a dropped partition with this key; returns how many. */
  eraseDropped(number: number, itemsMax: number): Promise<number> {
    return eraseDroppedItems(this.#parts, number, itemsMax);
  }

  get #parts(): TransactionParts {
    return { space: this.#space, kv: this.#kv, epk: this.epk, rows: this.#rows, totals: this.#totals };
  }

  /** Gives an item the index entries of the current policy. That is no change: its LSN and ETag stay. */
  async reindex(ref: ItemRef): Promise<void> {
    const { context, dropped } = this.#space;
    const existing = await this.#rows.load(ref);
    if (existing === undefined || existing.generation === context.indexes.current) return;
    const item = existing.withGeneration(context.indexes.current);
    await this.#rows.derived.changeIndexes(existing, item, !dropped.holds(ref));
    this.#reindexed = true;
    this.#rows.put(item);
    const key = this.#space.cacheKey(this.epk, item.id);
    this.#kv.afterCommit(() => {
      this.#space.noteCommit();
      if (!dropped.holds(ref)) context.cache.set(key, item);
    });
  }

  /** Changes rows of one kind of index, for its maintenance: that is no change of items. */
  indexWriter(kind: IndexKind): IndexWriter {
    return this.#rows.derived.writerOf(kind);
  }

  /** Called by the store when the work is done. */
  async finish(): Promise<void> {
    if (this.#written.size === 0 && !this.#rows.hasVersions) return this.#recount();
    if (this.#written.size > 0) this.#totals.put();
    // Refused before anything is put.
    timestampOf(this.#space.context.nowSeconds());
    this.#kv.beforeCommit(() => {
      const items = this.#inCurrentGeneration();
      const lsn = this.#space.advance(this.#kv, this.delta, this.#rows.keepsVersions);
      this.#rows.putLogs(lsn, items);
    });
    if (this.#mayPassOnEarly) this.#kv.passOnEarly();
    this.#kv.afterCommit(() => {
      if (this.#written.size > 0) this.#updateCache();
      if (this.#rows.hasVersions) this.#space.noteVersions(true);
    });
  }

  /** The transaction was committed, or has failed. */
  end(): void {
    this.#composer.end();
  }

  /** Of some indexes, and of logical partitions that were deleted whole, the next writer knows what is in memory. */
  get #mayPassOnEarly(): boolean {
    const { context, dropped } = this.#space;
    return this.#written.size > 0 && dropped.isEmpty && context.indexes.mayPassOnEarly;
  }

  /**
   * What was written. The indexing policy may have changed meanwhile, and its rebuild may have passed by here already.
   */
  #inCurrentGeneration(): readonly StoredItem[] {
    const { current } = this.#space.context.indexes;
    const items: StoredItem[] = [];
    for (const [id, written] of this.#written) {
      if (written === undefined) continue;
      const item = written.generation === current ? written : written.withGeneration(current);
      items.push(item);
      if (item === written) continue;
      this.#rows.derived.changeIndexesAtCommit(written, item);
      this.#rows.put(item);
      this.#written.set(id, item);
      this.#totals.putWords();
    }
    return items;
  }

  /** A transaction that only made index rows changes the totals of texts, and has no LSN. */
  async #recount(): Promise<void> {
    if (!this.#reindexed || this.delta.words.size === 0) return;
    await this.#totals.open();
    this.#totals.putWords();
    this.#kv.beforeCommit(() => this.#space.recount(this.#kv, this.delta));
    this.#kv.afterCommit(() => this.#totals.updateCache());
  }

  #updateCache(): void {
    const { cache } = this.#space.context;
    this.#space.noteCommit();
    this.#totals.updateCache();
    for (const [id, item] of this.#written) {
      const key = this.#space.cacheKey(this.epk, id);
      if (item === undefined) cache.delete(key);
      else cache.set(key, item);
    }
  }

  /** As the last one, in the order of which the change log lists them. */
  #wrote(id: string, item: StoredItem): void {
    this.#written.delete(id);
    this.#written.set(id, item);
  }

  get #mayBeInTheWay(): boolean {
    const { dropped, context } = this.#space;
    return !dropped.isEmpty || context.uniqueKeys.count > 0;
  }

  /** Another item may hold the id or the unique values although it is dropped or expired: it is removed first. A live one is a conflict. */
  async #clearWay(item: StoredItem): Promise<void> {
    const { dropped, space } = this.#space;
    const holders = await this.#kv.getMany(space, this.#rows.derived.pointersOf(item));
    const refs = new Set(holders.filter((holder) => holder !== undefined).map(refOfValue));
    refs.delete(item.ref);
    const work = { ...this.work };
    for (const ref of refs) {
      if (dropped.holds(ref)) await eraseDroppedItem(this.#parts, ref);
      else await this.#deleteExpired(ref);
    }
    // What was gone already is not this writer's work.
    Object.assign(this.work, work);
  }

  async #deleteExpired(ref: ItemRef): Promise<void> {
    const holder = await this.#rows.load(ref);
    assert(holder, "pointers lead to items");
    if (this.#space.isLive(holder)) {
      throw new Failure(
        "conflict",
        "Unique index constraint violation: another item of this logical partition has the same values at the container's unique key paths.",
      );
    }
    await this.delete(holder, { expired: true });
  }
}
