/** Batches: many operations in one request, transactional or (bulk) each on its own. */
import {
  answersItem,
  type BatchAnswer,
  type BatchOperation,
  type OperationKind,
  type OperationResult,
} from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { OUTCOME_STATUS, statusOf } from "../../wire/status.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import { rangeHeaders } from "../owner-headers.ts";
import type { RequestContext } from "../request-context.ts";
import { itemRequest } from "./item-request.ts";
import { isMinimal } from "./items.ts";

export async function runItemBatch(context: RequestContext): Promise<GatewayResponse> {
  const operations = parseOperations(parseJson(await context.request.body()), isMinimal(context));
  const answer = await runOperations(context, operations);
  const hasFailed = answer.results.some((result) => "failure" in result);
  const rows = answer.results.map((result, i) => resultRow(operations[i]!, result));
  return context.answer(
    hasFailed ? 207 : 200,
    Buffer.concat([
      Buffer.from("["),
      ...rows.flatMap((row, i) => (i === 0 ? row : [COMMA, ...row])),
      Buffer.from("]"),
    ]),
    answer.charge,
    rangeHeaders(answer.container, answer),
  );
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

const COMMA = Buffer.from(",");

const KINDS: ReadonlyMap<string, OperationKind> = new Map(
  (["create", "upsert", "read", "delete", "replace", "patch"] as const).map((kind) => [kind, kind]),
);

function parseOperations(body: unknown, minimal: boolean): BatchOperation[] {
  if (!Array.isArray(body))
    throw new Failure("badRequest", "The body of a batch must be an array of operations.");
  return body.map((operation: unknown) => parseOperation(operation, minimal));
}

function parseOperation(input: unknown, minimal: boolean): BatchOperation {
  const { operationType, id, resourceBody, partitionKey, ifMatch, ifNoneMatch, minimalReturnPreference } =
    (input ?? {}) as Readonly<Record<string, unknown>>;
  const kind = KINDS.get(String(operationType).toLowerCase());
  if (kind === undefined) {
    throw new Failure(
      "badRequest",
      `The operation type ${JSON.stringify(operationType)} is not one of Create, Upsert, Read, Delete, Replace, Patch.`,
    );
  }
  return {
    kind,
    minimal: minimal || minimalReturnPreference === true,
    id: textOf(id),
    body: resourceBody as BatchOperation["body"],
    key: keyOfOperation(partitionKey),
    ifMatch: textOf(ifMatch),
    ifNoneMatch: textOf(ifNoneMatch),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Clients send it as JSON, or as text that holds JSON. */
function keyOfOperation(partitionKey: unknown): BatchOperation["key"] {
  if (partitionKey === undefined || partitionKey === null) return undefined;
  return parsePartitionKeyHeader(
    typeof partitionKey === "string" ? partitionKey : JSON.stringify(partitionKey),
  );
}

/** The JSON of a result, around the item's bytes as they are stored. */
function resultRow(operation: BatchOperation, result: OperationResult): Buffer[] {
  if ("failure" in result) {
    const { status, substatus } = statusOf(result.failure.code);
    const { retryAfterMs } = result.failure;
    const row = {
      statusCode: status,
      ...(substatus === undefined ? {} : { subStatusCode: substatus }),
      requestCharge: result.charge,
      ...(retryAfterMs === undefined ? {} : { retryAfterMilliseconds: Math.ceil(retryAfterMs) }),
    };
    return [Buffer.from(JSON.stringify(row))];
  }
  const { outcome, item, charge } = result;
  const row = { statusCode: OUTCOME_STATUS[outcome], requestCharge: charge };
  if (outcome === "deleted") return [Buffer.from(JSON.stringify(row))];
  const head = JSON.stringify({ ...row, eTag: item.etag });
  if (!answersItem(operation, outcome)) return [Buffer.from(head)];
  return [Buffer.from(`${head.slice(0, -1)},"resourceBody":`), item.json, Buffer.from("}")];
}
