/** The results of a batch as its sender reads them: JSON, or the rows of the .NET client. */
import { answersItem, type BatchOperation, type OperationResult } from "../../engine/index.ts";
import { errorBody } from "../../wire/error-body.ts";
import { type ResultRow, writeResultRows } from "../../wire/hybrid-row/batch-rows.ts";
import { OUTCOME_STATUS, statusOf } from "../../wire/status.ts";

const COMMA = Buffer.from(",");

/** Several statuses, as soon as one is not a success; "not modified" is none. */
export function batchStatus(results: readonly OperationResult[]): 200 | 207 {
  const isAllDone = results.every((result) => !("failure" in result) && result.outcome !== "notModified");
  return isAllDone ? 200 : 207;
}

export function writeJsonResults(
  operations: readonly BatchOperation[],
  results: readonly OperationResult[],
): Buffer {
  const rows = results.map((result, i) => jsonRow(operations[i]!, result));
  return Buffer.concat([
    Buffer.from("["),
    ...rows.flatMap((row, i) => (i === 0 ? row : [COMMA, ...row])),
    Buffer.from("]"),
  ]);
}

/** The JSON of a result, around the item's bytes as they are stored. */
function jsonRow(operation: BatchOperation, result: OperationResult): Buffer[] {
  if ("failure" in result) {
    const { code, retryAfterMs } = result.failure;
    const { status, substatus = result.failure.substatus } = statusOf(code);
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

export function writeRowResults(
  operations: readonly BatchOperation[],
  results: readonly OperationResult[],
  activityId: string,
): Buffer {
  return writeResultRows(results.map((result, i) => resultRow(operations[i]!, result, activityId)));
}

/** The client takes the body of the first result that failed for the message of the whole. */
function resultRow(operation: BatchOperation, result: OperationResult, activityId: string): ResultRow {
  if ("failure" in result) {
    const { code, message, details, retryAfterMs = 0, substatus } = result.failure;
    const status = statusOf(code);
    return {
      statusCode: status.status,
      subStatusCode: substatus ?? status.substatus,
      resourceBody: errorBody(status, message, activityId, details),
      retryAfterMilliseconds: Math.ceil(retryAfterMs),
      requestCharge: result.charge,
    };
  }
  const { outcome, item, charge } = result;
  return {
    statusCode: OUTCOME_STATUS[outcome],
    eTag: outcome === "deleted" ? undefined : item.etag,
    resourceBody: answersItem(operation, outcome) ? item.json : undefined,
    requestCharge: charge,
  };
}
