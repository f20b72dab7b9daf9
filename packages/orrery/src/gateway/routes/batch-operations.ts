/** The operations of a batch as clients send them: JSON, or the rows of the .NET client. */
import type { Json } from "@orrerydb/exact-json";
import type { BatchOperation } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import {
  ITEM_OPERATION_KINDS,
  ITEM_OPERATIONS,
  type ItemOperationKind,
} from "../../value/operations/item-operation.ts";
import { shownValue } from "../../value/shown-value.ts";
import { type OperationRow, readOperationRows } from "../../wire/hybrid-row/batch-rows.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { indexedBy } from "./item-request.ts";

const KINDS: ReadonlyMap<string, ItemOperationKind> = new Map(
  ITEM_OPERATION_KINDS.map((kind) => [ITEM_OPERATIONS[kind].name.toLowerCase(), kind]),
);
const NAMES = ITEM_OPERATION_KINDS.map((kind) => ITEM_OPERATIONS[kind].name).join(", ");

/** `minimal`: the request as a whole asks not to see what it writes. */
export function parseOperations(body: Buffer, minimal: boolean): BatchOperation[] {
  const operations = parseJson(body);
  if (!Array.isArray(operations))
    throw new Failure("badRequest", "The body of a batch must be an array of operations.");
  return operations.map((operation: unknown) => parseOperation(operation, minimal));
}

function parseOperation(input: unknown, minimal: boolean): BatchOperation {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>;
  const { operationType, id, resourceBody, partitionKey, ifMatch, ifNoneMatch } = fields;
  const kind = KINDS.get(shownValue(operationType).toLowerCase());
  if (kind === undefined) {
    throw new Failure(
      "badRequest",
      `The operation type ${shownValue(operationType)} is not one of ${NAMES}.`,
    );
  }
  return {
    kind,
    minimal: minimal || fields.minimalReturnPreference === true,
    id: textOf(id),
    body: resourceBody as BatchOperation["body"],
    key: keyOfOperation(partitionKey),
    indexed: indexedBy(textOf(fields.indexingDirective)),
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

/** By their numbers in the .NET client. */
const KINDS_BY_CODE: ReadonlyMap<number | undefined, ItemOperationKind> = new Map(
  ITEM_OPERATION_KINDS.map((kind) => [ITEM_OPERATIONS[kind].rowCode, kind]),
);
const CODES = ITEM_OPERATION_KINDS.map((kind) => ITEM_OPERATIONS[kind])
  .map(({ rowCode, name }) => `${rowCode} (${name})`)
  .join(", ");
const DOCUMENT_TYPE = 2;

export function readOperations(body: Buffer, minimal: boolean): BatchOperation[] {
  return readOperationRows(body).map((row) => operationOf(row, minimal));
}

function operationOf(row: OperationRow, minimal: boolean): BatchOperation {
  const kind = KINDS_BY_CODE.get(row.operationType);
  if (kind === undefined) {
    throw new Failure("badRequest", `The operation type ${row.operationType} is not one of ${CODES}.`);
  }
  checkFields(row);
  let document: Json | undefined;
  return {
    kind,
    minimal: minimal || row.minimalReturnPreference === true,
    id: row.id,
    // Read when the operation runs, so that of the many in a bulk request only the one with a broken item fails.
    get body() {
      if (row.resourceBody === undefined) return undefined;
      document ??= parseJson(row.resourceBody);
      return document;
    },
    key: keyOfOperation(row.partitionKey),
    indexed: indexedBy(row.indexingDirective),
    ifMatch: row.ifMatch,
    ifNoneMatch: row.ifNoneMatch,
  };
}

/** What only the service's own tools send is refused rather than left out. */
function checkFields({
  resourceType,
  effectivePartitionKey,
  binaryId,
  timeToLiveInSeconds,
}: OperationRow): void {
  const refused = (name: string, instead: string) =>
    new Failure("badRequest", `An operation of a batch cannot have '${name}' here: ${instead}.`);
  if (resourceType !== DOCUMENT_TYPE) throw refused("resourceType", "it is 2, for items");
  if (effectivePartitionKey !== undefined) throw refused("effectivePartitionKey", "send the partition key");
  if (binaryId !== undefined) throw refused("binaryId", "send the id as text");
  if (timeToLiveInSeconds !== undefined) throw refused("timeToLiveInSeconds", "set 'ttl' in the item");
}
