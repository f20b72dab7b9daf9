/** A body in the forms that only some clients send: binary JSON, and rows of operations where it is a batch. */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import { encodeCosmosBinary } from "../../packages/orrery/src/wire/cosmos-binary/encode-cosmos-binary.ts";
import { BATCH_OPERATION } from "../../packages/orrery/src/wire/hybrid-row/batch-rows.ts";
import { writeRecords } from "../../packages/orrery/src/wire/hybrid-row/record-io.ts";
import type { Row } from "../../packages/orrery/src/wire/hybrid-row/row-layout.ts";
import { writeRow } from "../../packages/orrery/src/wire/hybrid-row/write-row.ts";
import { integerBelow } from "../harness/seeded-random.ts";
import type { FuzzRequest } from "./sample-requests.ts";

const ITEM = 2;

/** A byte for each character. */
export function binaryBody({ headers, body }: FuzzRequest, random: () => number): string {
  const isBatch = headers["x-ms-cosmos-is-batch-request"] === "true" && Array.isArray(body);
  const bytes = isBatch ? batchRows(body, random) : encodeCosmosBinary(body!);
  return bytes.toString("latin1");
}

function batchRows(operations: readonly Json[], random: () => number): Buffer {
  const rows = operations.map((operation) => {
    const { id, partitionKey, resourceBody, ifMatch } = (operation ?? {}) as JsonObject;
    const row: Record<string, Row[string]> = {
      // All that there are, and some that there are not.
      operationType: integerBelow(random, 24),
      resourceType: ITEM,
      timeToLiveInSeconds: integerBelow(random, 3) - 1,
      minimalReturnPreference: random() < 0.5,
    };
    if (typeof id === "string") row.id = id;
    if (typeof partitionKey === "string") row.partitionKey = partitionKey;
    if (typeof ifMatch === "string") row.ifMatch = ifMatch;
    if (resourceBody !== undefined) row.resourceBody = encoded(resourceBody, random);
    return writeRow(BATCH_OPERATION, row);
  });
  return writeRecords(rows);
}

function encoded(value: Json, random: () => number): Buffer {
  return random() < 0.5 ? encodeCosmosBinary(value) : Buffer.from(JSON.stringify(value));
}
