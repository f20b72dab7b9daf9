/**
 * Writes to one logical partition in one transaction: items and all that is derived from them.
 * Made by `PartitionStore.transact`; must not be used after it.
 */
import type { Transaction } from "../kv/key-value-store.ts";
import { Failure } from "../value/failure.ts";
import type { JsonObject } from "../value/json.ts";
import { etagText, StoredItem } from "./item-record.ts";
import {
  idKey,
  itemKey,
  logicalKey,
  logKey,
  makeRef,
  type Ref,
  SEQUENCES,
  SUMMARY_KEY,
} from "./key-layout.ts";
import { encodeLogicalRecord, encodeSummary, type LogicalRecord } from "./logical-record.ts";
import type { PartitionStore } from "./partition-store.ts";

const EMPTY = Buffer.alloc(0);
const SYSTEM_PROPERTIES = ["_rid", "_self", "_etag", "_attachments", "_ts"] as const;

/** What a write did, for its charge. */
export interface WriteWork {
  termsAdded: number;
  termsRemoved: number;
}

export interface WriteOptions {
  /** False: the item gets no index entries (`x-ms-indexing-directive: Exclude`). */
  readonly indexed?: boolean;
}

export class LogicalTransaction {
  readonly kv: Transaction;
  readonly epk: Buffer;
  readonly work: WriteWork = { termsAdded: 0, termsRemoved: 0 };
  readonly #store: PartitionStore;
  readonly #key: string;
  #logical: LogicalRecord | undefined;
  /** By id; undefined marks a deletion. */
  readonly #written = new Map<string, StoredItem | undefined>();
  #itemsDelta = 0;
  #bytesDelta = 0;
  /** Whether the partition's totals already count this transaction. */
  #counted = false;

  constructor(store: PartitionStore, kv: Transaction, epk: Buffer, key: string) {
    this.#store = store;
    this.kv = kv;
    this.epk = epk;
    this.#key = key;
  }

  async read(id: string): Promise<StoredItem | undefined> {
    if (this.#written.has(id)) return this.#written.get(id);
    // Nobody else writes this logical partition now, so what the cache holds is current.
    return this.#store.cached(this.epk, id) ?? (await this.#store.readItem(this.kv, this.epk, id));
  }

  /** An item of this logical partition by its address, as it was committed. */
  async readByRef(ref: Ref): Promise<StoredItem | undefined> {
    const record = await this.kv.get(this.#store.space, itemKey(ref));
    const item = record && new StoredItem(ref, record);
    return item?.epk.equals(this.epk) ? item : undefined;
  }

  /** Undefined while the logical partition has no item. */
  async logicalNumber(): Promise<number | undefined> {
    return (this.#logical ?? (await this.#store.logicalPartition(this.epk, this.kv)))?.number;
  }

  /** Requires that no item has this id. */
  async create(id: string, document: JsonObject, options: WriteOptions = {}): Promise<StoredItem> {
    const logical = await this.#openLogical();
    if (logical.nextSequence >= SEQUENCES) {
      throw new Failure(
        "forbidden",
        "This logical partition has used up its resource ids. Move its items to a new container to go on.",
      );
    }
    const ref = makeRef(logical.number, logical.nextSequence++);
    const item = this.#compose(ref, document, options);
    await this.#putUnique(item, undefined);
    this.kv.put(this.#store.space, idKey(this.epk, id), Buffer.from(ref, "latin1"));
    const entries = this.#entriesOf(item);
    for (const entry of entries) this.kv.put(this.#store.space, entry, EMPTY);
    this.work.termsAdded += entries.length;
    this.#write(id, item, 1, item.size);
    return item;
  }

  /** Puts `document` in the place of `existing`; its id may differ, its partition key may not. */
  async replace(existing: StoredItem, document: JsonObject, options: WriteOptions = {}): Promise<StoredItem> {
    const item = this.#compose(existing.ref, document, options);
    const id = item.id;
    await this.#openLogical();
    await this.#putUnique(item, existing);
    if (id !== existing.id) {
      this.kv.delete(this.#store.space, idKey(this.epk, existing.id));
      this.kv.put(this.#store.space, idKey(this.epk, id), Buffer.from(item.ref, "latin1"));
      this.#written.set(existing.id, undefined);
    }
    this.#replaceEntries(this.#entriesOf(existing), this.#entriesOf(item));
    this.#leaveLog(existing);
    this.#write(id, item, 0, item.size - existing.size);
    return item;
  }

  async delete(existing: StoredItem): Promise<void> {
    await this.#openLogical();
    await this.#putUnique(undefined, existing);
    this.kv.delete(this.#store.space, idKey(this.epk, existing.id));
    this.kv.delete(this.#store.space, itemKey(existing.ref));
    this.#replaceEntries(this.#entriesOf(existing), []);
    this.#leaveLog(existing);
    this.#written.set(existing.id, undefined);
    this.#itemsDelta -= 1;
    this.#bytesDelta -= existing.size;
  }

  /** Gives an item the index entries of the current policy. That is no change: its LSN and ETag stay. */
  reindex(existing: StoredItem): void {
    const item = existing.withGeneration(this.#store.context.indexes.current);
    this.#replaceEntries(this.#entriesOf(existing), this.#entriesOf(item));
    this.kv.put(this.#store.space, itemKey(item.ref), item.record);
    const key = this.#store.cacheKey(this.epk, item.id);
    this.kv.afterCommit(() => {
      this.#store.noteCommit();
      this.#store.context.cache.set(key, item);
    });
  }

  /** Called by the store when the work is done. */
  async finish(): Promise<void> {
    if (this.#written.size === 0) return;
    const logical = await this.#openLogical();
    logical.items += this.#itemsDelta;
    logical.bytes += this.#bytesDelta;
    const space = this.#store.space;
    if (logical.items === 0) this.kv.delete(space, logicalKey(this.epk));
    else this.kv.put(space, logicalKey(this.epk), encodeLogicalRecord(logical));
    this.kv.beforeCommit(() => {
      const { summary } = this.#store;
      summary.lsn += 1;
      summary.items += this.#itemsDelta;
      summary.bytes += this.#bytesDelta;
      this.#counted = true;
      let place = 0;
      for (const item of this.#written.values()) {
        if (item === undefined) continue;
        item.placeInLog(summary.lsn, place);
        this.kv.put(space, itemKey(item.ref), item.record);
        this.kv.put(space, logKey(summary.lsn, place), Buffer.from(item.ref, "latin1"));
        place++;
      }
      this.kv.put(space, SUMMARY_KEY, encodeSummary(summary));
    });
    this.kv.afterCommit(() => this.#updateCache());
  }

  #updateCache(): void {
    const { cache } = this.#store.context;
    this.#store.noteCommit();
    const logical = this.#logical!;
    if (logical.items === 0) cache.delete(this.#store.cacheKey(this.epk));
    else cache.set(this.#store.cacheKey(this.epk), logical);
    for (const [id, item] of this.#written) {
      const key = this.#store.cacheKey(this.epk, id);
      if (item === undefined) cache.delete(key);
      else cache.set(key, item);
    }
  }

  failed(): void {
    if (!this.#counted) return;
    this.#store.summary.items -= this.#itemsDelta;
    this.#store.summary.bytes -= this.#bytesDelta;
  }

  /** A copy of the record that this transaction may change. */
  async #openLogical(): Promise<LogicalRecord> {
    if (this.#logical === undefined) {
      const known = await this.#store.logicalPartition(this.epk, this.kv);
      this.#logical = known
        ? { ...known }
        : {
            number: await this.#store.context.nextLogicalNumber(),
            nextSequence: 0,
            items: 0,
            bytes: 0,
            key: this.#key,
          };
    }
    return this.#logical;
  }

  #compose(ref: Ref, document: JsonObject, { indexed = true }: WriteOptions): StoredItem {
    const { context } = this.#store;
    const timestamp = context.nowSeconds();
    const etag = context.nextEtag();
    const text = JSON.stringify(withoutSystemProperties(document));
    const { ttl } = document;
    return StoredItem.encode(ref, {
      epk: this.epk,
      timestamp,
      ttl: typeof ttl === "number" ? ttl : 0,
      etag,
      indexed,
      generation: context.indexes.current,
      json: `${text.slice(0, -1)},${context.systemProperties(ref, etagText(etag, timestamp), timestamp)}}`,
    });
  }

  #entriesOf(item: StoredItem): Buffer[] {
    return this.#store.context.indexes.entriesOf(item);
  }

  #write(id: string, item: StoredItem, itemsDelta: number, bytesDelta: number): void {
    this.kv.put(this.#store.space, itemKey(item.ref), item.record);
    this.#written.delete(id);
    this.#written.set(id, item);
    this.#itemsDelta += itemsDelta;
    this.#bytesDelta += bytesDelta;
  }

  /** An item has one entry in the change log: that of its last write. */
  #leaveLog(existing: StoredItem): void {
    if (existing.lsn > 0) this.kv.delete(this.#store.space, logKey(existing.lsn, existing.place));
  }

  #replaceEntries(before: Buffer[], after: Buffer[]): void {
    const kept = new Set(before.map((key) => key.toString("latin1")));
    for (const key of after) {
      if (kept.delete(key.toString("latin1"))) continue;
      this.kv.put(this.#store.space, key, EMPTY);
      this.work.termsAdded++;
    }
    for (const key of kept) this.kv.delete(this.#store.space, Buffer.from(key, "latin1"));
    this.work.termsRemoved += kept.size;
  }

  async #putUnique(item: StoredItem | undefined, existing: StoredItem | undefined): Promise<void> {
    const { uniqueKeys } = this.#store.context;
    if (uniqueKeys.count === 0) return;
    const { space } = this.#store;
    const before = existing ? uniqueKeys.keysOf(this.epk, existing.document) : [];
    const after = item ? uniqueKeys.keysOf(this.epk, item.document) : [];
    for (const key of before) this.kv.delete(space, key);
    for (const key of after) {
      if ((await this.kv.get(space, key)) !== undefined) {
        throw new Failure(
          "conflict",
          "Unique index constraint violation: another item of this logical partition has the same values at the container's unique key paths.",
        );
      }
      this.kv.put(space, key, Buffer.from(item!.ref, "latin1"));
    }
  }
}

function withoutSystemProperties(document: JsonObject): JsonObject {
  if (!SYSTEM_PROPERTIES.some((name) => Object.hasOwn(document, name))) return document;
  const copy = { ...document } as Record<string, unknown>;
  for (const name of SYSTEM_PROPERTIES) delete copy[name];
  return copy as JsonObject;
}
