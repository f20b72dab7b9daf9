/** The rows of the items that one transaction writes: the items, all that is derived from them, the change log, the versions. */
import type { Transaction } from "../../kv/key-value-store.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import { encodeVersion, type NewVersion } from "../logs/version-log.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import { StoredItem } from "../records/item-record.ts";
import { itemKey, logKey, refBytes, versionKey } from "../records/key-layout.ts";
import { DerivedRows } from "./derived-rows.ts";

export class ItemRows {
  readonly derived: DerivedRows;
  readonly keepsVersions: boolean;
  readonly #space: PartitionSpace;
  readonly #kv: Transaction;
  readonly #versions: NewVersion[] = [];

  constructor(space: PartitionSpace, kv: Transaction) {
    this.#space = space;
    this.#kv = kv;
    this.derived = new DerivedRows(kv, space);
    this.keepsVersions = space.context.lifetimes.keepsVersions;
  }

  get hasVersions(): boolean {
    return this.#versions.length > 0;
  }

  async load(ref: ItemRef): Promise<StoredItem | undefined> {
    const record = await this.#kv.get(this.#space.space, itemKey(ref));
    return record && StoredItem.decode(ref, record);
  }

  async create(item: StoredItem): Promise<void> {
    await this.derived.change(undefined, item);
    this.#note({ operation: "create", current: item, expired: false });
    this.put(item);
  }

  async replace(existing: StoredItem, item: StoredItem): Promise<void> {
    await this.derived.change(existing, item);
    this.#leaveLog(existing);
    this.#note({ operation: "replace", current: item, previous: existing, expired: false });
    this.put(item);
  }

  /** `isCounted`: whether the totals of words count the item. */
  async erase(existing: StoredItem, { expired = false, isCounted = true }): Promise<void> {
    await this.derived.change(existing, undefined, isCounted);
    this.#kv.delete(this.#space.space, itemKey(existing.ref));
    this.#leaveLog(existing);
    this.#note({ operation: "delete", previous: existing, expired });
  }

  /** The item alone. */
  put(item: StoredItem): void {
    this.#kv.put(this.#space.space, itemKey(item.ref), item.record);
  }

  /** Immediately before the commit, which has this LSN. */
  putLogs(lsn: number, items: readonly StoredItem[]): void {
    const { space, context } = this.#space;
    for (const [place, version] of this.#versions.entries()) {
      this.#kv.put(space, versionKey(lsn, place), encodeVersion(version, lsn, context.nowSeconds()));
    }
    for (const [place, item] of items.entries()) {
      // In the record that is to be written.
      item.placeInLog(lsn, place);
      this.#kv.put(space, logKey(lsn, place), refBytes(item.ref));
    }
  }

  #note(version: NewVersion): void {
    if (this.keepsVersions) this.#versions.push(version);
  }

  /** An item has one entry in the change log: that of its last write. */
  #leaveLog(existing: StoredItem): void {
    if (existing.lsn > 0) this.#kv.delete(this.#space.space, logKey(existing.lsn, existing.place));
  }
}
