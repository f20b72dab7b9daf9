/**
 * Removes what is left of logical partitions that were deleted whole, some items at a time. The mark on the disk
 * goes with the last of them, so that a restart goes on where a crash ended it.
 */
import { droppedKey, itemKey, makeRef, refAtEnd } from "./key-layout.ts";
import type { LogicalWriter } from "./logical-transaction.ts";
import type { PartitionSpace } from "./partition-space.ts";

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
      const count = await removeSome(writer, own, number, epk);
      if (count === 0) break;
      removed += count;
      await kv.caughtUp();
    }
  }
  return removed;
}

async function removeSome(
  writer: LogicalWriter,
  { space, dropped, context }: PartitionSpace,
  number: number,
  epk: Buffer,
): Promise<number> {
  return writer.transact(epk, "", async (transaction) => {
    // Split or merged meanwhile: its successors have taken over the mark.
    if (transaction.space !== space) return 0;
    let count = 0;
    for await (const rows of transaction.kv.scan(space, {
      from: itemKey(makeRef(number, 0)),
      to: itemKey(makeRef(number + 1, 0)),
      keysOnly: true,
      limit: TRANSACTION_ITEMS,
    })) {
      for (const { key } of rows) await transaction.eraseDropped(refAtEnd(key));
      count += rows.length;
    }
    if (count === 0) {
      transaction.kv.delete(space, droppedKey(number));
      transaction.kv.afterCommit(() => dropped.removed(number, context.nowSeconds()));
    }
    return count;
  });
}
