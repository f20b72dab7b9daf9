/**
 * Deletes all items of one partition key at once. They are gone for every reader when it is answered, and their
 * ids are free; the room that they take is given back by the next rounds of the sweep.
 */
import { deleteCharge } from "../../throughput/charges.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { spenderOf } from "../spending/metering.ts";
import { holderOf, type ItemRequest, missingKey, placeOf } from "./items.ts";

export interface LogicalPartitionDeletion {
  readonly items: number;
  readonly charge: number;
  readonly partition: PhysicalPartition;
  readonly lsn: number;
}

export async function deleteLogicalPartition(
  container: Container,
  request: Pick<ItemRequest, "key" | "priority" | "bucket">,
): Promise<LogicalPartitionDeletion> {
  const { key } = request;
  if (key === undefined) throw missingKey();
  const { epk, text, partition } = placeOf(container, key);
  const { items, charge } = await container.metered(partition, spenderOf(request, text), async () => ({
    items: await partition.store.transact(epk, text, (transaction) => transaction.drop()),
    // As one small item: the service takes the rest from what is left over. The sweep charges nobody for it.
    charge: deleteCharge(0, 0),
  }));
  return { items, charge, ...holderOf(container, epk) };
}
