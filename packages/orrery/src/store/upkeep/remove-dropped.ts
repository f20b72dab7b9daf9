/**
 * Removes what is left of logical partitions that were deleted whole, some items at a time. The mark on the disk
 * goes with the last of them, so that a restart goes on where a crash ended it.
 */
import type { PartitionSpace } from "../partition/partition-space.ts";
import type { LogicalWriter } from "../writes/logical-transaction.ts";

/** In one transaction; writers of a new logical partition with the same key wait for it. */
const TRANSACTION_ITEMS = 100;

/** Returns how many items it removed: less than `itemsMax` means that none is left. */
export async function removeDropped(
  writer: LogicalWriter,
  own: PartitionSpace,
  itemsMax: number,
): Promise<number> {
  const { kv, dropped, context } = own;
  dropped.forget(context.nowSeconds());
  let removed = 0;
  for (const { number, epk } of dropped.pending) {
    for (;;) {
      if (removed >= itemsMax) return removed;
      const count = await writer.transactExisting(epk, async (transaction) => {
        // Split or merged meanwhile: its successors have taken over the mark.
        if (transaction.space !== own.space) return 0;
        return transaction.eraseDropped(number, TRANSACTION_ITEMS);
      });
      if (count === 0) break;
      removed += count;
      await kv.caughtUp();
    }
  }
  return removed;
}
