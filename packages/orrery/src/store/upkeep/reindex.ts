/**
 * Gives the items of a partition the index entries of the current policy, one logical partition after another, while
 * it serves. Items say by which generation they are indexed, so it can stop and start anywhere.
 */

import { UncachedReader } from "../../kv/key-cache/section-reader.ts";
import type { PartitionSpace } from "../partition/partition-space.ts";
import type { StoredItem } from "../records/item-record.ts";
import { PartitionRows } from "../scans/partition-rows.ts";
import { EVERYTHING } from "../scans/row-scope.ts";
import type { LogicalWriter } from "../writes/logical-transaction.ts";
import type { ItemProgress } from "./item-progress.ts";

/** Items of one logical partition per transaction. */
const BATCH_ITEMS = 100;

/** Returns whether it came to the end. */
export async function reindex(
  writer: LogicalWriter,
  { kv, space, context, summary }: PartitionSpace,
  progress: ItemProgress,
): Promise<boolean> {
  const rows = new PartitionRows(new UncachedReader(kv), space, { items: summary.items }, EVERYTHING);
  let batch: StoredItem[] = [];
  for await (const chunk of rows.items({})) {
    for (const { item } of chunk) {
      if (item.generation === context.indexes.current) continue;
      if (batch.length >= BATCH_ITEMS || (batch[0] && batch[0].epk !== item.epk)) {
        if (progress.isStopped()) return false;
        await reindexBatch(writer, batch);
        await kv.caughtUp();
        batch = [];
      }
      batch.push(item);
    }
    progress.seen(chunk.length);
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
