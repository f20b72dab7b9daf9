import { expect, test } from "vitest";
import type { FailureCode } from "../value/failure.ts";
import { statusOf } from "./status.ts";

test.each<[FailureCode, number, number | undefined]>([
  ["partitionKeyMismatch", 400, 1001],
  ["crossPartitionNotServable", 400, 1004],
  ["unauthorized", 401, undefined],
  ["partitionKeyFull", 403, 1014],
  ["notFound", 404, undefined],
  ["sessionNotAvailable", 404, 1002],
  ["conflict", 409, undefined],
  ["databaseExists", 409, 3206],
  ["rangeGone", 410, 1002],
  ["completingSplit", 410, 1007],
  ["batchResponseTooLarge", 413, 3402],
  ["tooManyRequests", 429, 3200],
  ["throughputBucketExceeded", 429, 3212],
  ["corrupt", 500, undefined],
  ["storageFull", 503, undefined],
])("%s is %i/%s", (code, status, substatus) => {
  expect(statusOf(code)).toMatchObject({ status });
  expect(statusOf(code).substatus).toBe(substatus);
});

test("a refusal has no substatus that makes clients look for another region", () => {
  for (const code of ["forbidden", "partitionKeyFull"] as const) {
    expect([3, 1008]).not.toContain(statusOf(code).substatus);
  }
});
