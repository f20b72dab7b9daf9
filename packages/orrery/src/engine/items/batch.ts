/**
 * Transactional batches: operations on one logical partition that all happen, at one LSN, or none of them does.
 */
import type { LogicalTransaction } from "../../store/logical-transaction.ts";
import { batchCharge, refusedCharge } from "../../throughput/charges.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import { Failure } from "../../value/failure.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { spenderOf } from "../spending/metering.ts";
import {
  type BatchOperation,
  checkOperationCount,
  dependencyFailed,
  type OperationDone,
  type OperationResult,
  ResponseBudget,
  runOperation,
} from "./batch-operation.ts";
import { checkSession, holderOf, type ItemRequest, type LogicalPlace, missingKey, placeOf } from "./items.ts";

export type BatchRequest = Pick<ItemRequest, "key" | "priority" | "bucket" | "readMultiplier" | "seenLsn">;

export interface BatchAnswer {
  /** One for each operation, in their order. */
  readonly results: readonly OperationResult[];
  readonly charge: number;
  readonly partition: PhysicalPartition;
  readonly lsn: number;
}

export async function runBatch(
  container: Container,
  operations: readonly BatchOperation[],
  request: BatchRequest,
): Promise<BatchAnswer> {
  checkOperationCount(operations);
  if (request.key === undefined) throw missingKey();
  const place = placeOf(container, request.key);
  checkKeys(container, operations, place);
  checkSession(place.partition, request);
  const { partition, text } = place;
  const { readMultiplier } = request;
  const { results, charge } = await container.metered(partition, spenderOf(request, text), async () => {
    const outcome = await commitAll(container, operations, place, readMultiplier);
    return { results: outcome, charge: batchCharge(outcome.map((result) => result.charge)) };
  });
  return { results, charge, ...holderOf(container, place.epk) };
}

async function commitAll(
  container: Container,
  operations: readonly BatchOperation[],
  { partition, epk, text, components }: LogicalPlace,
  readMultiplier: ReadMultiplier,
): Promise<OperationResult[]> {
  const done: OperationDone[] = [];
  const budget = new ResponseBudget();
  const runAll = async (transaction: LogicalTransaction): Promise<void> => {
    for (const operation of operations) {
      const result = await runOperation(container, transaction, components, operation, readMultiplier);
      budget.take(operation, result);
      done.push(result);
    }
  };
  try {
    await partition.store.transact(epk, text, runAll);
    return done;
  } catch (error) {
    // All operations were done: it is the commit that failed, and no operation is to blame.
    const isOfAll = done.length === operations.length;
    if (!(error instanceof Failure) || error.code === "batchResponseTooLarge" || isOfAll) throw error;
    return operations.map((operation, i) =>
      i === done.length
        ? { failure: error, charge: refusedCharge(operation, readMultiplier) }
        : { failure: dependencyFailed(), charge: done[i]?.charge ?? 0 },
    );
  }
}

/** The request's key is what its sender may use: no operation goes elsewhere. */
export function checkKeys(
  container: Container,
  operations: readonly BatchOperation[],
  { epk }: LogicalPlace,
): void {
  for (const { key } of operations) {
    if (key === undefined || placeOf(container, key).epk.equals(epk)) continue;
    throw new Failure(
      "badRequest",
      "One or more operations within the batch request have a different partition key value than the request.",
    );
  }
}
