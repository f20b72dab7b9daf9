/**
 * Deletes all items of one partition key at once. When the request is answered, no reader sees them any more, and their
 * ids are free. The next rounds of the sweep give back the room that they take.
 */
import { deleteCharge } from "../../throughput/charges.ts";
import type { AnswerSource } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import { spenderOf } from "../spending/metering.ts";
import type { ItemRequest } from "./items.ts";
import { missingKey, placeOf, sourceNow } from "./logical-place.ts";

export interface LogicalPartitionDeletion extends AnswerSource {
  readonly items: number;
  readonly charge: number;
}

export async function deleteLogicalPartition(
  container: Container,
  { key, terms }: Pick<ItemRequest, "key" | "terms">,
): Promise<LogicalPartitionDeletion> {
  if (key === undefined) throw missingKey();
  const { epk, text, partition } = placeOf(container, key);
  const { items, charge } = await container.metered(partition, spenderOf(terms, text), async () => ({
    items: await partition.store.transact(epk, text, (transaction) => transaction.drop()),
    // As one small item: the service takes the rest from what is left over. The sweep charges nobody for it.
    charge: deleteCharge(0, 0),
  }));
  return { items, charge, ...sourceNow(container, epk) };
}
