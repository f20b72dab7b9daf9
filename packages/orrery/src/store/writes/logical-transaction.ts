/**
 * Writes to one logical partition in one transaction: items and all that is derived from them.
 * Made by `PartitionStore.transact`; must not be used after it.
 */

import assert from "node:assert/strict";
import { type Epk, epkBytes } from "@orrerydb/keys/hash";
import { UncachedReader } from "../../kv/key-cache/section-reader.ts";
import type { Transaction } from "../../kv/key-value-store.ts";
import type { HeapShare } from "../../schedule/heap-room.ts";
import { inPieces, LARGE_PIECE_BYTES } from "../../schedule/in-turns.ts";
import { Failure } from "../../value/failure.ts";
import { heapRefusal, heapWeight } from "../../value/heap-weight.ts";
import type { JsonObject } from "../../value/json.ts";
import { type PrintedJson, printInPieces } from "../../value/json-in-pieces.ts";
import type { ItemRef } from "../../value/row-source.ts";
import { timestampOf } from "../../value/timestamp.ts";
import { whenKnown } from "../../value/when-known.ts";
import type { IndexKind } from "../indexes/index-kind.ts";
import type { IndexWriter, WriteWork } from "../indexes/index-rows.ts";
import { encodeVersion, type NewVersion } from "../logs/version-log.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import { StoredItem } from "../records/item-record.ts";
import {
  droppedKey,
  itemKey,
  logicalKey,
  logKey,
  makeRef,
  refAtEnd,
  refBytes,
  refOfValue,
  SEQUENCES,
  versionKey,
} from "../records/key-layout.ts";
import {
  checkRoom,
  encodeLogicalRecord,
  type LogicalRecord,
  type TotalsDelta,
} from "../records/logical-record.ts";
import { withoutSystemProperties } from "../records/system-properties.ts";
import { addWords, NO_WORDS, negatedWords } from "../records/word-totals.ts";
import { PartitionRows } from "../scans/partition-rows.ts";
import { EVERYTHING } from "../scans/row-scope.ts";
import { composeItem } from "./compose-item.ts";
import { DerivedRows } from "./derived-rows.ts";

interface WriteOptions {
  /** Whether the item gets index entries (`x-ms-indexing-directive`); absent: as the policy says. */
  readonly indexed?: boolean | undefined;
}

/** Whoever changes what is there already: a partition, or those that hold its data by now. */
export interface LogicalWriter {
  /** As `PartitionStore.transact`, for work that adds no item: only a first item needs the key value. */
  transactExisting<T>(epk: Epk, work: (transaction: LogicalTransaction) => Promise<T>): Promise<T>;
}

export class LogicalTransaction {
  readonly epk: Epk;
  readonly #kv: Transaction;
  readonly #space: PartitionSpace;
  readonly #key: string | undefined;
  #logical: LogicalRecord | undefined;
  /** By id; undefined marks a deletion. */
  readonly #written = new Map<string, StoredItem | undefined>();
  readonly #derived: DerivedRows;
  readonly #keepsVersions: boolean;
  readonly #versions: NewVersion[] = [];
  #itemsDelta = 0;
  #bytesDelta = 0;
  #wordsBefore = NO_WORDS;
  #reindexed = false;
  #heap: HeapShare | undefined;

  constructor(space: PartitionSpace, kv: Transaction, epk: Epk, key: string | undefined) {
    this.#space = space;
    this.#kv = kv;
    this.epk = epk;
    this.#key = key;
    this.#derived = new DerivedRows(kv, space);
    this.#keepsVersions = space.context.lifetimes.keepsVersions;
  }

  /** Where it writes: the partition may have been split or merged since its writer looked it up. */
  get space(): number {
    return this.#space.space;
  }

  get work(): WriteWork {
    return this.#derived.work;
  }

  /** What the partition's totals change by. */
  get delta(): TotalsDelta {
    return { items: this.#itemsDelta, bytes: this.#bytesDelta, words: this.#derived.words };
  }

  read(id: string): StoredItem | undefined | Promise<StoredItem | undefined> {
    if (this.#written.has(id)) return this.#written.get(id);
    // Nobody else writes this logical partition now, so what the cache holds is current, but for what is being committed.
    const cached = this.#kv.isAhead ? undefined : this.#space.cached(this.epk, id);
    return cached ?? this.#space.readItem(this.#kv, this.epk, id);
  }

  /** An item of this logical partition by its address, as it was committed. */
  async readByRef(ref: ItemRef): Promise<StoredItem | undefined> {
    if (this.#space.dropped.holds(ref)) return undefined;
    const item = await this.#load(ref);
    return item?.epk === this.epk ? item : undefined;
  }

  /** Undefined while the logical partition has no item. */
  async #logicalNumber(): Promise<number | undefined> {
    return (this.#logical ?? (await this.#space.logicalPartition(this.epk, this.#kv)))?.number;
  }

  /** The rows of this logical partition, with what this transaction has written. */
  async rows(): Promise<PartitionRows> {
    const number = await this.#logicalNumber();
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

  /** Requires that no item has this id. */
  create(id: string, document: JsonObject, options: WriteOptions = {}): StoredItem | Promise<StoredItem> {
    const opened = this.#openLogical();
    const composed = whenKnown(opened, (logical) => this.#composeNew(logical, document, options));
    return whenKnown(composed, (item) => {
      const isClear = this.#mayBeInTheWay ? this.#clearWay(item) : undefined;
      const changed = whenKnown(isClear, () => this.#derived.change(undefined, item));
      return whenKnown(changed, () => {
        this.#note({ operation: "create", current: item, expired: false });
        this.#write(id, item, 1, item.size);
        return item;
      });
    });
  }

  #composeNew(
    logical: LogicalRecord,
    document: JsonObject,
    options: WriteOptions,
  ): StoredItem | Promise<StoredItem> {
    if (logical.nextSequence >= SEQUENCES) {
      throw new Failure(
        "forbidden",
        "This logical partition has used up its resource ids. Move its items to a new container to go on.",
      );
    }
    const ref = makeRef(logical.number, logical.nextSequence++);
    return this.#compose(ref, withoutSystemProperties(document), options);
  }

  /** Puts `document` in the place of `existing`; its id may differ, its partition key may not. */
  async replace(existing: StoredItem, document: JsonObject, options: WriteOptions = {}): Promise<StoredItem> {
    const own = withoutSystemProperties(document);
    await this.parseStored(existing);
    const item = await this.#compose(existing.ref, own, options);
    await this.#openLogical();
    if (this.#mayBeInTheWay) await this.#clearWay(item);
    await this.#derived.change(existing, item);
    if (item.id !== existing.id) this.#written.set(existing.id, undefined);
    this.#leaveLog(existing);
    this.#note({ operation: "replace", current: item, previous: existing, expired: false });
    this.#write(item.id, item, 0, item.size - existing.size);
    return item;
  }

  /** What takes long for a large item comes in pieces: printing it, and parsing it with what the server adds. */
  #compose(ref: ItemRef, document: JsonObject, options: WriteOptions): StoredItem | Promise<StoredItem> {
    const { context } = this.#space;
    const compose = (json: PrintedJson) => {
      const item = composeItem(context, { ref, epk: this.epk, document, json, ...options });
      return this.#parse(item)?.then(() => item) ?? item;
    };
    const printed = printInPieces(document);
    const { done, value } = printed.next();
    return done ? compose(value) : inPieces(context.scheduler, context, printed).then(compose);
  }

  /** Parses an item that is stored, a large one in slices, before its document is asked for. */
  parseStored(item: StoredItem): Promise<void> | undefined {
    this.occupyHeap(item.json);
    return this.#parse(item);
  }

  /**
   * Counts what the request's body does not account for: items that are in the store, and those that a script or a patch
   * makes. Without it, a batch of a hundred patches could parse 200 MB of items.
   */
  occupyHeap(json: Buffer): void {
    // Work in the background takes one item at a time.
    if (this.#key === undefined) return;
    const { heap } = this.#space.context.scheduler;
    const bytes = heapWeight(json);
    this.#heap ??= heap.begin();
    if (!this.#heap.tryGrow(bytes)) throw heapRefusal(bytes, heap.bytesMax);
  }

  /** It was committed, or has failed. */
  end(): void {
    this.#heap?.release();
  }

  #parse(item: StoredItem): Promise<void> | undefined {
    const { context } = this.#space;
    return item.size < LARGE_PIECE_BYTES ? undefined : inPieces(context.scheduler, context, item.parse());
  }

  /** `expired`: because its time to live has passed. */
  async delete(existing: StoredItem, { expired = false } = {}): Promise<void> {
    await this.parseStored(existing);
    await this.#openLogical();
    await this.#erase(existing, { expired });
    this.#written.set(existing.id, undefined);
    this.#itemsDelta -= 1;
    this.#bytesDelta -= existing.size;
  }

  /** Deletes an item of this logical partition if its time to live has passed; returns whether it had. */
  async deleteIfExpired(ref: ItemRef): Promise<boolean> {
    const item = await this.readByRef(ref);
    if (item === undefined || this.#space.isLive(item)) return false;
    await this.delete(item, { expired: true });
    return true;
  }

  /**
   * Deletes the logical partition whole: from the commit on no reader sees its items, and later writes begin a new
   * one. `eraseDropped` removes the items. Must be the only write. Returns how many items there were.
   */
  async drop(): Promise<number> {
    assert.equal(this.#written.size, 0);
    const { space, dropped, context } = this.#space;
    const logical = await this.#space.logicalPartition(this.epk, this.#kv);
    if (logical === undefined) return 0;
    this.#kv.delete(space, logicalKey(this.epk));
    this.#kv.put(space, droppedKey(logical.number), epkBytes(this.epk));
    this.#itemsDelta -= logical.items;
    this.#bytesDelta -= logical.bytes;
    this.#derived.words = negatedWords(logical.words);
    this.#kv.beforeCommit(() => this.#advance());
    this.#kv.afterCommit(() => {
      dropped.add(logical.number, this.epk);
      this.#space.noteCommit();
      context.cache.delete(this.#space.cacheKey(this.epk));
    });
    return logical.items;
  }

  /**
   * Removes some items of a dropped partition with this key; returns how many. When there is none left, the mark goes
   * with this transaction.
   */
  async eraseDropped(number: number, itemsMax: number): Promise<number> {
    const { space, dropped, context } = this.#space;
    const range = { from: itemKey(makeRef(number, 0)), to: itemKey(makeRef(number + 1, 0)) };
    let count = 0;
    for await (const rows of this.#kv.scan(space, { ...range, keysOnly: true, limit: itemsMax })) {
      for (const { key } of rows) await this.#eraseDroppedItem(refAtEnd(key));
      count += rows.length;
    }
    if (count === 0) {
      this.#kv.delete(space, droppedKey(number));
      this.#kv.afterCommit(() => dropped.removed(number, context.nowSeconds()));
    }
    return count;
  }

  /** Gives an item the index entries of the current policy. That is no change: its LSN and ETag stay. */
  async reindex(ref: ItemRef): Promise<void> {
    const { context, dropped } = this.#space;
    const existing = await this.#load(ref);
    if (existing === undefined || existing.generation === context.indexes.current) return;
    const item = existing.withGeneration(context.indexes.current);
    await this.#derived.reindex(existing, item, !dropped.holds(ref));
    this.#reindexed = true;
    this.#kv.put(this.#space.space, itemKey(ref), item.record);
    const key = this.#space.cacheKey(this.epk, item.id);
    this.#kv.afterCommit(() => {
      this.#space.noteCommit();
      if (!dropped.holds(ref)) context.cache.set(key, item);
    });
  }

  /** Changes rows of one kind of index, for its maintenance: that is no change of items. */
  indexWriter(kind: IndexKind): IndexWriter {
    return this.#derived.writerOf(kind);
  }

  /** Called by the store when the work is done. */
  finish(): Promise<void> | undefined {
    if (this.#written.size === 0 && this.#versions.length === 0) return this.#recount();
    if (this.#written.size > 0) {
      assert(this.#logical !== undefined, "whoever writes an item opens its logical partition");
      this.#putLogical(this.#logical);
    }
    const { space, context } = this.#space;
    // Refused before anything is put.
    timestampOf(context.nowSeconds());
    this.#kv.beforeCommit(() => {
      const items = this.#inCurrentGeneration();
      const lsn = this.#advance();
      for (const [place, version] of this.#versions.entries()) {
        this.#kv.put(space, versionKey(lsn, place), encodeVersion(version, lsn, context.nowSeconds()));
      }
      let place = 0;
      for (const item of items) {
        // In the record that is to be written.
        item.placeInLog(lsn, place);
        this.#kv.put(space, logKey(lsn, place), refBytes(item.ref));
        place++;
      }
    });
    if (this.#mayPassOnEarly) this.#kv.passOnEarly();
    this.#kv.afterCommit(() => {
      if (this.#written.size > 0) this.#updateCache();
      if (this.#versions.length > 0) this.#space.noteVersions(true);
    });
    return undefined;
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
    const { space, context } = this.#space;
    const { current } = context.indexes;
    const items: StoredItem[] = [];
    for (const [id, written] of this.#written) {
      if (written === undefined) continue;
      const item = written.generation === current ? written : written.withGeneration(current);
      items.push(item);
      if (item === written) continue;
      this.#derived.reindexWritten(written, item);
      this.#kv.put(space, itemKey(item.ref), item.record);
      this.#written.set(id, item);
      this.#writeLogical(this.#logical!);
    }
    return items;
  }

  /** A transaction that only made index rows changes the totals of texts, and has no LSN. */
  async #recount(): Promise<void> {
    if (!this.#reindexed || this.#derived.words.size === 0) return;
    const logical = await this.#openLogical();
    this.#writeLogical(logical);
    const key = this.#space.cacheKey(this.epk);
    this.#kv.beforeCommit(() => this.#space.recount(this.#kv, this.delta));
    this.#kv.afterCommit(() => this.#space.context.cache.set(key, logical));
  }

  #putLogical(logical: LogicalRecord): void {
    logical.items += this.#itemsDelta;
    logical.bytes += this.#bytesDelta;
    if (this.#bytesDelta > 0) checkRoom(logical, this.#space.context.logicalBytesMax);
    this.#writeLogical(logical);
  }

  #writeLogical(logical: LogicalRecord): void {
    const { space } = this.#space;
    logical.words = addWords(this.#wordsBefore, this.#derived.words);
    if (logical.items === 0) this.#kv.delete(space, logicalKey(this.epk));
    else this.#kv.put(space, logicalKey(this.epk), encodeLogicalRecord(logical));
  }

  /** Returns the LSN of this transaction. */
  #advance(): number {
    return this.#space.advance(this.#kv, this.delta, this.#keepsVersions);
  }

  #updateCache(): void {
    const { cache } = this.#space.context;
    this.#space.noteCommit();
    const logical = this.#logical!;
    if (logical.items === 0) cache.delete(this.#space.cacheKey(this.epk));
    else cache.set(this.#space.cacheKey(this.epk), logical);
    for (const [id, item] of this.#written) {
      const key = this.#space.cacheKey(this.epk, id);
      if (item === undefined) cache.delete(key);
      else cache.set(key, item);
    }
  }

  /** A copy of the record that this transaction may change. */
  #openLogical(): LogicalRecord | Promise<LogicalRecord> {
    if (this.#logical !== undefined) return this.#logical;
    const known = this.#space.logicalPartition(this.epk, this.#kv);
    const opened = whenKnown(known, (record) => (record === undefined ? this.#newLogical() : { ...record }));
    return whenKnown(opened, (logical) => {
      this.#wordsBefore = logical.words;
      return (this.#logical = logical);
    });
  }

  async #newLogical(): Promise<LogicalRecord> {
    assert(this.#key !== undefined, "a first item needs the key value");
    const number = await this.#space.context.logicalNumbers.next();
    return { number, nextSequence: 0, items: 0, bytes: 0, key: this.#key, words: NO_WORDS };
  }

  async #load(ref: ItemRef): Promise<StoredItem | undefined> {
    const record = await this.#kv.get(this.#space.space, itemKey(ref));
    return record && StoredItem.decode(ref, record);
  }

  get #mayBeInTheWay(): boolean {
    const { dropped, context } = this.#space;
    return !dropped.isEmpty || context.uniqueKeys.count > 0;
  }

  /** Another item may hold the id or the unique values although it is dropped or expired: it is removed first. A live one is a conflict. */
  async #clearWay(item: StoredItem): Promise<void> {
    const { dropped, space } = this.#space;
    const holders = await this.#kv.getMany(space, this.#derived.pointersOf(item));
    const refs = new Set(holders.filter((holder) => holder !== undefined).map(refOfValue));
    refs.delete(item.ref);
    const work = { ...this.work };
    for (const ref of refs) {
      if (dropped.holds(ref)) await this.#eraseDroppedItem(ref);
      else await this.#deleteExpired(ref);
    }
    // What was gone already is not this writer's work.
    Object.assign(this.work, work);
  }

  /** If it is still there. */
  async #eraseDroppedItem(ref: ItemRef): Promise<void> {
    assert(this.#space.dropped.holds(ref));
    const item = await this.#load(ref);
    if (item === undefined) return;
    // No total counts it.
    await this.#erase(item, { isCounted: false });
    const { cache } = this.#space.context;
    const key = this.#space.cacheKey(this.epk, item.id);
    this.#kv.afterCommit(() => {
      this.#space.noteCommit();
      if (cache.item(key)?.ref === ref) cache.delete(key);
    });
  }

  async #deleteExpired(ref: ItemRef): Promise<void> {
    const holder = await this.#load(ref);
    assert(holder, "pointers lead to items");
    if (this.#space.isLive(holder)) {
      throw new Failure(
        "conflict",
        "Unique index constraint violation: another item of this logical partition has the same values at the container's unique key paths.",
      );
    }
    await this.delete(holder, { expired: true });
  }

  /** The item and everything beside it but the totals of items and bytes. */
  async #erase(existing: StoredItem, { expired = false, isCounted = true }): Promise<void> {
    await this.#derived.change(existing, undefined, isCounted);
    this.#kv.delete(this.#space.space, itemKey(existing.ref));
    this.#leaveLog(existing);
    this.#note({ operation: "delete", previous: existing, expired });
  }

  #note(version: NewVersion): void {
    if (this.#keepsVersions) this.#versions.push(version);
  }

  #write(id: string, item: StoredItem, itemsDelta: number, bytesDelta: number): void {
    this.#kv.put(this.#space.space, itemKey(item.ref), item.record);
    this.#written.delete(id);
    this.#written.set(id, item);
    this.#itemsDelta += itemsDelta;
    this.#bytesDelta += bytesDelta;
  }

  /** An item has one entry in the change log: that of its last write. */
  #leaveLog(existing: StoredItem): void {
    if (existing.lsn > 0) this.#kv.delete(this.#space.space, logKey(existing.lsn, existing.place));
  }
}
