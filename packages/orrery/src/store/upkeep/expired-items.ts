/**
 * Finds items whose time to live may have passed, without looking again and again at the others.
 *
 * - Items with a `ttl` of their own have an entry under the second in which it ends, whatever the container says.
 * - The others live for the container's default, counted from their last write, so that a changed default needs no
 *   entry to be written anew. They are found in the change log, which is nearly in the order of those times but not
 *   quite: a merge puts two logs into one, and a clock may be set back. So the log is walked once, in blocks, and
 *   of each the earliest of those times is remembered. An entry leaves its block when its item is written again and
 *   none ever joins one: the earliest time only grows, and a block is read again only when that has passed.
 * - What lies behind the last block was written since the walk reached the end, and is left alone as long.
 *
 * Blocks are kept in memory only: after a restart the log is walked again from its beginning, a part in every round.
 */

import type { Epk } from "@orrerydb/keys/hash";
import type { ItemRef } from "../../value/rows/row-source.ts";

import type { PartitionSpace } from "../partition/partition-space.ts";
import { StoredItem } from "../records/item-record.ts";
import { expiryKey, itemKey, Kind, refAtEnd, refOfValue } from "../records/key-layout.ts";

/** Where an item is, and what has to be locked to remove it. */
export interface ExpiredItem {
  readonly ref: ItemRef;
  readonly epk: Epk;
}

/** A part of the change log. */
interface Block {
  /** Keys; the end is exclusive. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** No item in it without a time of its own was last written before this second. */
  writtenSince: number;
}

/** So many for a few bytes of memory, and so few that reading them for one expired item does not matter. */
const BLOCK_ENTRIES = 256;
const LOG_END = Buffer.of(Kind.log + 1);

export class ExpiredItems {
  readonly #space: PartitionSpace;
  /** In the order of the log, without those that hold nothing to be found. */
  #blocks: Block[] = [];
  /** The log behind the blocks. */
  #rest: Block = { from: Buffer.of(Kind.log), to: LOG_END, writtenSince: 0 };

  constructor(space: PartitionSpace) {
    this.#space = space;
  }

  /** Items whose own time ended before `nowSeconds`. */
  async withOwnTime(nowSeconds: number, max: number): Promise<ExpiredItem[]> {
    const { kv, space } = this.#space;
    const found: ExpiredItem[] = [];
    const range = { from: Buffer.of(Kind.expiry), to: expiryKey(nowSeconds), keysOnly: true, limit: max };
    for await (const rows of kv.scan(space, range)) {
      const refs = rows.map(({ key }) => refAtEnd(key));
      for (const item of await this.#load(refs)) if (item !== undefined) found.push(item);
    }
    return found;
  }

  /**
   * Items without a time of their own that were last written before `writtenBefore`, block after block. Those of one
   * block must be removed when the next is asked for. Looks at `entriesMax` entries of the log, or a few more.
   */
  async *withDefaultTime(writtenBefore: number, entriesMax: number): AsyncGenerator<readonly ExpiredItem[]> {
    let left = entriesMax;
    for (const block of this.#blocks) {
      if (block.writtenSince >= writtenBefore) continue;
      if (left <= 0) break;
      const { items, entries, writtenSince } = await this.#read(block, BLOCK_ENTRIES, writtenBefore);
      yield items;
      block.writtenSince = writtenSince;
      left -= entries;
    }
    this.#blocks = this.#blocks.filter(isOfInterest);
    const now = this.#space.context.nowSeconds();
    this.#rest.writtenSince = Math.min(this.#rest.writtenSince, now);
    while (left > 0 && this.#rest.writtenSince < writtenBefore) {
      const rest = this.#rest;
      const limit = Math.min(left, BLOCK_ENTRIES);
      const { items, entries, end, writtenSince } = await this.#read(rest, limit, writtenBefore);
      yield items;
      const block = { from: rest.from, to: end, writtenSince };
      if (isOfInterest(block)) this.#blocks.push(block);
      this.#rest = { ...rest, from: end, writtenSince: entries < limit ? now : rest.writtenSince };
      left -= entries;
    }
  }

  /** What has expired in the first `limit` entries of a block, and what they are without it. */
  async #read({ from, to }: Block, limit: number, writtenBefore: number) {
    const { kv, space } = this.#space;
    const items: ExpiredItem[] = [];
    let entries = 0;
    let end = from;
    let writtenSince = Number.POSITIVE_INFINITY;
    for await (const rows of kv.scan(space, { from, to, limit })) {
      for (const item of await this.#load(rows.map(({ value }) => refOfValue(value)))) {
        if (item === undefined || item.ttl !== 0) continue;
        if (item.timestamp < writtenBefore) items.push(item);
        else writtenSince = Math.min(writtenSince, item.timestamp);
      }
      entries += rows.length;
      end = Buffer.concat([rows.at(-1)!.key, Buffer.of(0)]);
    }
    return { items, entries, end, writtenSince };
  }

  async #load(refs: readonly ItemRef[]): Promise<(StoredItem | undefined)[]> {
    const { kv, space, dropped } = this.#space;
    const records = await kv.getMany(space, refs.map(itemKey));
    return records.map((record, i) =>
      record === undefined || dropped.holds(refs[i]!) ? undefined : StoredItem.decode(refs[i]!, record),
    );
  }
}

function isOfInterest({ writtenSince }: Block): boolean {
  return writtenSince < Number.POSITIVE_INFINITY;
}
