/**
 * Removes items whose time to live has passed. Readers do not see them from the second it ends; this gives back
 * their room, and puts their deletion into the change feed of all versions.
 */
import type { Epk } from "@orrerydb/keys/hash";

import type { PartitionSpace } from "../partition/partition-space.ts";
import type { LogicalWriter } from "../writes/logical-transaction.ts";
import type { ExpiredItem, ExpiredItems } from "./expired-items.ts";

/** Of one logical partition, in one transaction. */
const TRANSACTION_ITEMS = 100;

/** Looks at about `itemsMax` items that may have expired, and removes those that have; returns how many. */
export async function removeExpired(
  writer: LogicalWriter,
  { context }: PartitionSpace,
  expiredItems: ExpiredItems,
  itemsMax: number,
): Promise<number> {
  const { defaultTtl } = context.lifetimes;
  if (defaultTtl === undefined) return 0;
  const now = context.nowSeconds();
  let removed = await remove(writer, await expiredItems.withOwnTime(now, itemsMax));
  if (defaultTtl > 0) {
    for await (const items of expiredItems.withDefaultTime(now - defaultTtl, itemsMax)) {
      removed += await remove(writer, items);
    }
  }
  return removed;
}

async function remove(writer: LogicalWriter, items: readonly ExpiredItem[]): Promise<number> {
  let removed = 0;
  for (const group of byLogicalPartition(items)) {
    removed += await writer.transactExisting(group[0]!.epk, async (transaction) => {
      let count = 0;
      for (const { ref } of group) {
        // It may have been written again since it was found.
        if (await transaction.deleteIfExpired(ref)) count++;
      }
      return count;
    });
  }
  return removed;
}

function byLogicalPartition(items: readonly ExpiredItem[]): ExpiredItem[][] {
  const open = new Map<Epk, ExpiredItem[]>();
  const groups: ExpiredItem[][] = [];
  for (const item of items) {
    let group = open.get(item.epk);
    if (group === undefined || group.length >= TRANSACTION_ITEMS) {
      group = [];
      open.set(item.epk, group);
      groups.push(group);
    }
    group.push(item);
  }
  return groups;
}
