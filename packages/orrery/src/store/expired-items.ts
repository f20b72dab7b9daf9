/**
 * Finds items whose time to live may have passed, oldest first, without looking at the others.
 *
 * - Items with a `ttl` of their own have an entry under the second in which it ends, whatever the container says.
 * - The others live for the container's default, counted from their last write, and the change log is in the order
 *   of the last writes: its head is what expires next. So a changed default needs no entry to be written anew.
 *   A cursor remembers how much of the head holds none of them any more. It is kept in memory only: after a restart
 *   the log is walked once from its beginning.
 *
 * Should the clock be set back, items that seem to be written in the future hide those behind them from the walk
 * until their time has come. Readers are not concerned: they judge every item by itself.
 */
import { StoredItem } from "./item-record.ts";
import { expiryKey, itemKey, Kind, type Ref, refAtEnd } from "./key-layout.ts";
import type { PartitionStore } from "./partition-store.ts";

/** Where an item is, and what has to be locked to remove it. */
export interface ExpiredItem {
  readonly ref: Ref;
  readonly epk: Buffer;
}

export class ExpiredItems {
  readonly #store: PartitionStore;
  /** No item before this key of the change log has the container's time to live. */
  #cursor = Buffer.of(Kind.log);

  constructor(store: PartitionStore) {
    this.#store = store;
  }

  /** Items whose own time ended before `nowSeconds`. */
  async withOwnTime(nowSeconds: number, max: number): Promise<ExpiredItem[]> {
    const { space, context } = this.#store;
    const found: ExpiredItem[] = [];
    const range = { from: Buffer.of(Kind.expiry), to: expiryKey(nowSeconds), keysOnly: true, limit: max };
    for await (const rows of context.kv.scan(space, range)) {
      const refs = rows.map(({ key }) => refAtEnd(key));
      for (const item of await this.#load(refs)) if (item !== undefined) found.push(item);
    }
    return found;
  }

  /**
   * Items without a time of their own that were last written before `writtenBefore`. Looks at `max` entries at
   * most. `advance` is to be called when they are removed: then they are not looked at again.
   */
  async withDefaultTime(
    writtenBefore: number,
    max: number,
  ): Promise<{ readonly items: ExpiredItem[]; readonly isFinished: boolean; advance(): void }> {
    const { space, context } = this.#store;
    const items: ExpiredItem[] = [];
    let cursor = this.#cursor;
    let seen = 0;
    const advance = () => {
      this.#cursor = cursor;
    };
    const range = { from: this.#cursor, to: Buffer.of(Kind.log + 1), limit: max };
    for await (const rows of context.kv.scan(space, range)) {
      const loaded = await this.#load(rows.map(({ value }) => value.toString("latin1")));
      for (const [i, { key }] of rows.entries()) {
        const item = loaded[i];
        if (item !== undefined && item.ttl === 0) {
          if (item.timestamp >= writtenBefore) return { items, isFinished: true, advance };
          items.push(item);
        }
        cursor = Buffer.concat([key, Buffer.of(0)]);
        seen++;
      }
    }
    return { items, isFinished: seen < max, advance };
  }

  async #load(refs: readonly Ref[]): Promise<(StoredItem | undefined)[]> {
    const { space, context, dropped } = this.#store;
    const records = await context.kv.getMany(space, refs.map(itemKey));
    return records.map((record, i) =>
      record === undefined || dropped.holds(refs[i]!) ? undefined : new StoredItem(refs[i]!, record),
    );
  }
}
