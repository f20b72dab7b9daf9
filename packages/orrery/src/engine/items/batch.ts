/**
 * Transactional batches: operations on one logical partition that all happen, at one LSN, or none of them does.
 */
import type { LogicalTransaction } from "../../store/writes/logical-transaction.ts";
import { batchCharge, REFUSED_WRITE_CHARGE, refusedCharge } from "../../throughput/charges.ts";
import type { ReadMultiplier } from "../../throughput/consistency-level.ts";
import { Failure, isBusy, isRefusal } from "../../value/failure.ts";
import type { AnswerSource } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import { checkSession } from "../container/request-terms.ts";
import { writerOf } from "../spending/spender.ts";
import {
  type BatchOperation,
  checkOperationCount,
  dependencyFailed,
  type OperationDone,
  type OperationResult,
  ResponseBudget,
  runOperation,
} from "./batch-operation.ts";
import type { ItemRequest } from "./items.ts";
import { type LogicalPlace, missingKey, placeOf, sourceNow } from "./logical-place.ts";

/** Conditions are each operation's own, and triggers do not run with batches. */
export type BatchRequest = Pick<ItemRequest, "key" | "terms">;

export interface BatchAnswer extends AnswerSource {
  /** One for each operation, in their order. */
  readonly results: readonly OperationResult[];
  readonly charge: number;
}

export async function runBatch(
  container: Container,
  operations: readonly BatchOperation[],
  { key, terms }: BatchRequest,
): Promise<BatchAnswer> {
  checkOperationCount(operations);
  if (key === undefined) throw missingKey();
  const place = placeOf(container, key);
  checkKeys(container, operations, place);
  // Like single writes, a batch of nothing but writes works on the newest state, whatever the client has seen.
  if (operations.some(({ kind }) => kind === "read")) checkSession(place.partition, terms);
  const { partition, text } = place;
  const { readMultiplier } = terms;
  const meter = container.meter.open(partition, writerOf(terms, text));
  try {
    const results = await commitAll(container, operations, place, readMultiplier);
    const charge = batchCharge(results.map((result) => result.charge));
    meter.close(charge);
    return { results, charge, ...sourceNow(container, place) };
  } catch (error) {
    throw meter.fail(error, REFUSED_WRITE_CHARGE);
  }
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
    // All operations were done, or none was begun: no operation is to blame.
    const isOfAll = done.length === operations.length || isBusy(error);
    if (!isRefusal(error) || isOfAll) throw error;
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
    if (key === undefined || placeOf(container, key).epk === epk) continue;
    throw new Failure(
      "badRequest",
      "One or more operations within the batch request have a different partition key value than the request.",
    );
  }
}
