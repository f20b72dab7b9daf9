/** Batches: many operations in one request, transactional or (bulk) each on its own. */
import type { BatchAnswer, BatchOperation } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { isHybridRow } from "../../wire/hybrid-row/record-io.ts";
import { OUTCOME_STATUS } from "../../wire/status.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse, TouchedItem } from "../exchange/gateway-response.ts";
import { rangeHeaders, withoutContentPath } from "../exchange/owner-headers.ts";
import { parseOperations, readOperations } from "./batch-operations.ts";
import { batchStatus, writeJsonResults, writeRowResults } from "./batch-results.ts";
import { itemRequest } from "./item-request.ts";
import { isMinimal } from "./items.ts";

/** The answer has the form of the request. */
export async function runItemBatch(context: RequestContext): Promise<GatewayResponse> {
  const body = await context.request.bodyToParse();
  const isOfRows = isHybridRow(body);
  const operations = (isOfRows ? readOperations : parseOperations)(body, isMinimal(context));
  const running = runOperations(context, operations);
  const answer = await (context.request.replica === undefined ? running.catch(withoutSubstatus) : running);
  const { results, charge, container } = answer;
  const rows = isOfRows
    ? writeRowResults(operations, results, context.activityId)
    : writeJsonResults(operations, results);
  const headers = rangeHeaders(container, answer);
  if (results.some((result) => "failure" in result)) withoutContentPath(headers);
  const response = context.answer(batchStatus(results), rows, charge, headers);
  return context.services.recorder.isOn ? { ...response, touched: touchedBy(operations, results) } : response;
}

function touchedBy(operations: readonly BatchOperation[], results: BatchAnswer["results"]): TouchedItem[] {
  return results.flatMap((result, i) => {
    if ("failure" in result) return [];
    const { item, outcome, charge } = result;
    return [{ do: operations[i]!.kind, item, status: OUTCOME_STATUS[outcome], charge }];
  });
}

/** Over HTTP the service has no substatus for a batch on a container that is gone; in direct mode it has. */
function withoutSubstatus(error: unknown): never {
  if (error instanceof Failure && error.code === "ownerNotFound")
    throw new Failure("notFound", error.message);
  throw error;
}

function runOperations(context: RequestContext, operations: readonly BatchOperation[]): Promise<BatchAnswer> {
  const { engine, intendedContainer, request, client } = context;
  const { terms, key, triggers } = itemRequest(context);
  if (triggers !== undefined)
    throw new Failure("badRequest", "Triggers do not run with batches: send the write by itself.");
  if (request.booleanHeader(RequestHeader.batchAtomic))
    return engine.items.batch(intendedContainer, operations, { terms, key });
  return engine.items.bulk(intendedContainer, operations, {
    terms,
    key,
    rangeId: request.header(RequestHeader.partitionKeyRangeId),
    continueOnError: request.booleanHeader(RequestHeader.batchContinueOnError),
    followsSplits: client.followsSplits,
  });
}
