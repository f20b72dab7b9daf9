/** The two schemas of batches: operations as the .NET client sends them, and results as it reads them, by exact type. */
import { readRow } from "./read-row.ts";
import { readRecords, writeRecords } from "./record-io.ts";
import type { Column, ColumnType, RowLayout } from "./row-layout.ts";
import { writeRow } from "./write-row.ts";

export const BATCH_OPERATION: RowLayout = {
  schema: 2145473648,
  fixed: columns({ operationType: "int32", resourceType: "int32" }),
  variable: columns({
    partitionKey: "utf8",
    effectivePartitionKey: "binary",
    id: "utf8",
    binaryId: "binary",
    resourceBody: "binary",
  }),
  sparse: columns({
    indexingDirective: "utf8",
    ifMatch: "utf8",
    ifNoneMatch: "utf8",
    timeToLiveInSeconds: "int32",
    minimalReturnPreference: "bool",
  }),
};

export const BATCH_RESULT: RowLayout = {
  schema: 2145473649,
  fixed: columns({ statusCode: "int32", subStatusCode: "int32" }),
  variable: columns({ eTag: "utf8", resourceBody: "binary" }),
  sparse: columns({ retryAfterMilliseconds: "uint32", requestCharge: "float64" }),
};

/** All but the operation's type may be absent; keys are JSON as text. */
export interface OperationRow {
  readonly operationType?: number;
  readonly resourceType?: number;
  readonly partitionKey?: string;
  readonly effectivePartitionKey?: Buffer;
  readonly id?: string;
  readonly binaryId?: Buffer;
  readonly resourceBody?: Buffer;
  readonly indexingDirective?: string;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly timeToLiveInSeconds?: number;
  readonly minimalReturnPreference?: boolean;
}

export interface ResultRow {
  readonly statusCode: number;
  readonly subStatusCode?: number | undefined;
  readonly eTag?: string | undefined;
  readonly resourceBody?: Buffer | undefined;
  readonly retryAfterMilliseconds?: number | undefined;
  readonly requestCharge: number;
}

export function readOperationRows(body: Buffer): OperationRow[] {
  return readRecords(body).map((row) => readRow(BATCH_OPERATION, row) as OperationRow);
}

export function writeResultRows(results: readonly ResultRow[]): Buffer {
  return writeRecords(results.map((result) => writeRow(BATCH_RESULT, { ...result })));
}

function columns(types: Readonly<Record<string, ColumnType>>): Column[] {
  return Object.entries(types).map(([name, type]) => ({ name, type }));
}
