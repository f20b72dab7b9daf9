/**
 * Deletes all items of one partition key at once. When the request is answered, no reader sees them any more, and their
 * ids are free. The next rounds of the sweep give back the room that they take.
 */
import { LOGICAL_PARTITION_DELETE_CHARGE, REFUSED_WRITE_CHARGE } from "../../throughput/charges.ts";
import type { AnswerSource } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import { spenderOf } from "../spending/spender.ts";
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
  const place = placeOf(container, key);
  const { epk, text, partition } = place;
  const charge = LOGICAL_PARTITION_DELETE_CHARGE;
  const meter = container.meter.open(partition, spenderOf(terms, text));
  try {
    const items = await partition.store.transact(epk, text, (transaction) => transaction.drop());
    meter.close(charge);
    return { items, charge, ...sourceNow(container, place) };
  } catch (error) {
    throw meter.fail(error, REFUSED_WRITE_CHARGE);
  }
}
