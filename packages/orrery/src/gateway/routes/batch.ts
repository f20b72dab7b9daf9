/** Batches: many operations in one request, transactional or (bulk) each on its own. */
import {
  type BatchOperation,
  type Container,
  type OperationKind,
  type OperationResult,
  runBatch,
  runBulk,
} from "../../engine/index.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { Failure, statusOf } from "../../wire/status.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { isJavaScriptClient, itemRequest, openContainer, partitionHeaders } from "./item-request.ts";
import { isMinimal, STATUS } from "./items.ts";

export async function runItemBatch(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const { request } = context;
  const minimal = isMinimal(context);
  const operations = parseOperations(parseJson(await request.body()), minimal);
  const { ifMatch: _, ifNoneMatch: __, triggers, ...batch } = itemRequest(context);
  if (triggers !== undefined)
    throw new Failure("badRequest", "Triggers do not run with batches: send the write by itself.");
  const rangeId = rangeIdOf(context, container);
  const answer = request.booleanHeader(RequestHeader.batchAtomic)
    ? await runBatch(container, operations, batch)
    : await runBulk(container, operations, {
        ...batch,
        ...(rangeId === undefined ? {} : { rangeId }),
        continueOnError: request.booleanHeader(RequestHeader.batchContinueOnError),
      });
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
    partitionHeaders(context, container, answer.partition, answer.lsn),
  );
}

/**
 * A JavaScript client (4.10.0) that gets 410 for a part of a large bulk repeats the rest of it without end, and never
 * comes to read the ranges again: its operations go to where their keys are now.
 */
function rangeIdOf(context: RequestContext, { map }: Container): string | undefined {
  const id = context.request.header(RequestHeader.partitionKeyRangeId);
  return id !== undefined && isJavaScriptClient(context) && map.isRetired(id) ? undefined : id;
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
    ...(typeof id === "string" ? { id } : {}),
    ...(resourceBody === undefined ? {} : { body: resourceBody as NonNullable<BatchOperation["body"]> }),
    ...(partitionKey === undefined || partitionKey === null
      ? {}
      : {
          key: parsePartitionKeyHeader(
            typeof partitionKey === "string" ? partitionKey : JSON.stringify(partitionKey),
          ),
        }),
    ...(typeof ifMatch === "string" ? { ifMatch } : {}),
    ...(typeof ifNoneMatch === "string" ? { ifNoneMatch } : {}),
  };
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
  const row = { statusCode: STATUS[outcome], requestCharge: charge };
  if (outcome === "deleted") return [Buffer.from(JSON.stringify(row))];
  const head = JSON.stringify({ ...row, eTag: item.etag });
  if (outcome === "notModified" || (outcome !== "read" && operation.minimal === true))
    return [Buffer.from(head)];
  return [Buffer.from(`${head.slice(0, -1)},"resourceBody":`), item.json, Buffer.from("}")];
}
