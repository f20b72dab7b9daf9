/**
 * Gives the items of a partition the index entries of the current policy, one logical partition after another, while
 * it serves. Items say by which generation they are indexed, so it can stop and start anywhere.
 */

import type { PartitionSpace } from "../partition/partition-space.ts";
import { StoredItem } from "../records/item-record.ts";
import { Kind, rangeOfKind, refAtEnd } from "../records/key-layout.ts";
import type { LogicalWriter } from "../writes/logical-transaction.ts";
import type { ItemProgress } from "./item-progress.ts";

/** Items of one logical partition per transaction. */
const BATCH_ITEMS = 100;

/** Returns whether it came to the end. */
export async function reindex(
  writer: LogicalWriter,
  { kv, space, context }: PartitionSpace,
  progress: ItemProgress,
): Promise<boolean> {
  let batch: StoredItem[] = [];
  for await (const rows of kv.scan(space, rangeOfKind(Kind.item))) {
    for (const { key, value } of rows) {
      const item = StoredItem.decode(refAtEnd(key), value);
      if (item.generation === context.indexes.current) continue;
      if (batch.length >= BATCH_ITEMS || (batch[0] && batch[0].epk !== item.epk)) {
        if (progress.isStopped()) return false;
        await reindexBatch(writer, batch);
        await kv.caughtUp();
        batch = [];
      }
      batch.push(item);
    }
    progress.seen(rows.length);
    if (progress.isStopped()) return false;
  }
  await reindexBatch(writer, batch);
  return true;
}

/** Of one logical partition. */
async function reindexBatch(writer: LogicalWriter, items: readonly StoredItem[]): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  await writer.transactExisting(first.epk, async (transaction) => {
    for (const { ref } of items) await transaction.reindex(ref);
  });
}
