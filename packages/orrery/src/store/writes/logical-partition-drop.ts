/**
 * Deletes a logical partition whole. From the commit on no reader sees its items, and later writes begin a new one; its
 * items are removed afterwards, some at a time.
 */
import assert from "node:assert/strict";
import { type Epk, epkBytes } from "@orrerydb/keys/hash";
import type { Transaction } from "../../kv/key-value-store.ts";
import type { ItemRef } from "../../value/rows/row-source.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import { droppedKey, itemKey, makeRef, refAtEnd } from "../records/key-layout.ts";
import type { ItemRows } from "./item-rows.ts";
import type { LogicalTotals } from "./logical-totals.ts";

/** What a transaction writes with. */
export interface TransactionParts {
  readonly space: PartitionSpace;
  readonly kv: Transaction;
  readonly epk: Epk;
  readonly rows: ItemRows;
  readonly totals: LogicalTotals;
}

/** Must be the only write of its transaction. Returns how many items there were. */
export async function dropPartition({ space, kv, epk, rows, totals }: TransactionParts): Promise<number> {
  const { dropped, context } = space;
  const logical = await totals.remove();
  if (logical === undefined) return 0;
  kv.put(space.space, droppedKey(logical.number), epkBytes(epk));
  kv.beforeCommit(() => {
    space.advance(kv, totals.delta, rows.keepsVersions);
  });
  kv.afterCommit(() => {
    dropped.add(logical.number, epk);
    space.noteCommit();
    context.cache.delete(space.cacheKey(epk));
  });
  return logical.items;
}

/** Removes some items; returns how many. When there is none left, the mark goes with this transaction. */
export async function eraseDroppedItems(
  parts: TransactionParts,
  number: number,
  itemsMax: number,
): Promise<number> {
  const { space, kv } = parts;
  const range = { from: itemKey(makeRef(number, 0)), to: itemKey(makeRef(number + 1, 0)) };
  let count = 0;
  for await (const rows of kv.scan(space.space, { ...range, keysOnly: true, limit: itemsMax })) {
    for (const { key } of rows) await eraseDroppedItem(parts, refAtEnd(key));
    count += rows.length;
  }
  if (count === 0) {
    kv.delete(space.space, droppedKey(number));
    kv.afterCommit(() => space.dropped.removed(number, space.context.nowSeconds()));
  }
  return count;
}

/** If it is still there. */
export async function eraseDroppedItem(
  { space, kv, epk, rows }: TransactionParts,
  ref: ItemRef,
): Promise<void> {
  assert(space.dropped.holds(ref));
  const item = await rows.load(ref);
  if (item === undefined) return;
  // No total counts it.
  await rows.erase(item, { isCounted: false });
  const { cache } = space.context;
  const key = space.cacheKey(epk, item.id);
  kv.afterCommit(() => {
    space.noteCommit();
    if (cache.item(key)?.ref === ref) cache.delete(key);
  });
}
