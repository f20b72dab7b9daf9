/**
 * Applies a changed indexing policy to the items that are already there, one logical partition after another,
 * while the container serves. Items say by which generation they are indexed, so it can stop and start anywhere.
 */

import type { StoredItem } from "../store/item-record.ts";
import { EVERYTHING, PartitionRows } from "../store/partition-rows.ts";
import type { Container } from "./container.ts";

/** Items of one logical partition per transaction. */
const BATCH_ITEMS = 100;

export async function reindex(container: Container): Promise<void> {
  const { indexes, kv } = container.context;
  for (const { store } of container.map.partitions) {
    const total = Math.max(1, store.summary.items);
    let seen = 0;
    const rows = new PartitionRows(kv, store.space, { items: total }, EVERYTHING);
    let batch: StoredItem[] = [];
    const flush = async (): Promise<void> => {
      const items = batch;
      batch = [];
      const [first] = items;
      if (first === undefined) return;
      await store.transact(first.epk, "", async (transaction) => {
        for (const { ref } of items) await transaction.reindex(ref);
      });
      await kv.caughtUp();
    };
    for await (const chunk of rows.items({})) {
      for (const { item } of chunk) {
        seen++;
        if (item.generation === indexes.current) continue;
        if (batch.length >= BATCH_ITEMS || (batch[0] && !batch[0].epk.equals(item.epk))) await flush();
        batch.push(item);
      }
      container.indexProgress = Math.min(99, Math.floor((100 * seen) / total));
    }
    await flush();
  }
  container.indexProgress = 100;
}
