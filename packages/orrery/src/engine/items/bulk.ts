/**
 * Bulk requests: operations that clients gathered for one physical partition, each on its own. Those of one
 * logical partition keep their order; logical partitions run side by side. If the client wants to stop at the
 * first failure, all run in the order of the request.
 */

import { batchCharge, refusedCharge } from "../../throughput/charges.ts";
import { Failure, isRefusal } from "../../value/failure.ts";
import { ITEM_OPERATIONS } from "../../value/operations/item-operation.ts";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { ServedElsewhere } from "../ground/ownership.ts";
import { type BatchAnswer, type BatchRequest, checkKeys } from "./batch.ts";
import {
  type BatchOperation,
  checkOperationCount,
  dependencyFailed,
  documentOf,
  idOf,
  knownEtag,
  type OperationResult,
  ResponseBudget,
  runOperation,
} from "./batch-operation.ts";
import type { WriteResult } from "./item-writes.ts";
import { readItemById, writeAt } from "./items.ts";
import { type LogicalPlace, missingKey, placeOf, sourceNow } from "./logical-place.ts";

interface BulkRequest extends BatchRequest {
  /** The partition that the client believes to hold all keys. */
  readonly rangeId?: string | undefined;
  readonly continueOnError: boolean;
}

/** An operation and where it goes; an operation without a usable key fails alone. */
type Routed =
  | { readonly operation: BatchOperation; readonly place: LogicalPlace }
  | { readonly operation: BatchOperation; readonly failure: Failure };

export async function runBulk(
  container: Container,
  operations: readonly BatchOperation[],
  request: BulkRequest,
): Promise<BatchAnswer> {
  checkOperationCount(operations);
  if (request.key !== undefined) checkKeys(container, operations, placeOf(container, request.key));
  const named =
    request.rangeId === undefined ? undefined : container.partitions.map.byIdForWriting(request.rangeId);
  const routed = operations.map((operation) => route(container, operation, request));
  if (named !== undefined) checkRange(routed, named);
  checkServed(container, routed);
  const budget = new ResponseBudget();
  const run = (one: Routed) => runAlone(container, one, request, budget);
  const results = request.continueOnError ? await runByKey(routed, run) : await runInOrder(routed, run);
  const first = routed.find((one) => "place" in one)?.place;
  const partition = named ?? container.partitions.all[0]!;
  return {
    results,
    charge: batchCharge(results.map(({ charge }) => charge)),
    ...sourceNow(container, first ?? { epk: partition.min, partition }),
  };
}

function route(container: Container, operation: BatchOperation, request: BulkRequest): Routed {
  try {
    return { operation, place: placeOf(container, keyOf(container, operation, request)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { operation, failure: error };
  }
}

function keyOf(container: Container, operation: BatchOperation, request: BulkRequest) {
  const key = operation.key ?? request.key;
  if (key !== undefined) return key;
  if (!ITEM_OPERATIONS[operation.kind].bringsItem) throw missingKey();
  return container.definition.partitionKey.extract(documentOf(operation));
}

function checkRange(routed: readonly Routed[], named: PhysicalPartition): void {
  for (const one of routed) {
    if ("failure" in one || one.place.partition === named) continue;
    throw new Failure(
      "rangeGone",
      `The partition key ${one.place.text} is not in range ${named.id} but in ${one.place.partition.id}. Read the ranges of the container again.`,
    );
  }
}

/** Before the first operation: none is done twice because another one is served elsewhere. */
function checkServed(container: Container, routed: readonly Routed[]): void {
  const partitions = new Set(routed.flatMap((one) => ("place" in one ? [one.place.partition] : [])));
  const [only] = partitions;
  if (partitions.size > 1) container.partitions.checkWhole();
  else if (only?.isServed === false) throw new ServedElsewhere(only.state.space);
}

/** An error that is not an operation's own fails the request, but only after everything that was begun has ended. */
async function runByKey(
  routed: readonly Routed[],
  run: (one: Routed) => Promise<OperationResult>,
): Promise<OperationResult[]> {
  const byKey = new Map<string, Promise<OperationResult>>();
  const running = routed.map((one) => {
    const key = "place" in one ? one.place.epk : "";
    const before = byKey.get(key);
    const result: Promise<OperationResult> = before === undefined ? run(one) : before.then(() => run(one));
    byKey.set(key, result);
    return result;
  });
  await Promise.allSettled(running);
  return Promise.all(running);
}

async function runInOrder(
  routed: readonly Routed[],
  run: (one: Routed) => Promise<OperationResult>,
): Promise<OperationResult[]> {
  const results: OperationResult[] = [];
  let hasFailed = false;
  for (const one of routed) {
    const result: OperationResult = hasFailed ? { failure: dependencyFailed(), charge: 0 } : await run(one);
    hasFailed ||= "failure" in result;
    results.push(result);
  }
  return results;
}

async function runAlone(
  container: Container,
  routed: Routed,
  { terms }: BulkRequest,
  budget: ResponseBudget,
): Promise<OperationResult> {
  const { operation } = routed;
  const { readMultiplier } = terms;
  if ("failure" in routed)
    return { failure: routed.failure, charge: refusedCharge(operation, readMultiplier) };
  const { components } = routed.place;
  try {
    if (operation.kind === "read") {
      const ifNoneMatch = knownEtag(operation);
      const read = await readItemById(container, idOf(operation), { terms, key: components, ifNoneMatch });
      budget.take(operation, read);
      return read;
    }
    // Looked up again: operations before it may have waited for a split.
    return await writeAt(container, placeOf(container, components), terms, async (transaction) => {
      const done = await runOperation(container, transaction, components, operation, readMultiplier);
      budget.take(operation, done);
      return done as WriteResult;
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { failure: error, charge: error.charge ?? refusedCharge(operation, readMultiplier) };
  }
}
