import { expect, test } from "vitest";
import { QueryError } from "../../sql/query-terms.ts";
import { toFailure } from "./query-failure.ts";

test.each([
  ["SC1001", "badRequest"],
  ["InvalidContinuation", "badRequest"],
  ["Timeout", "timeout"],
  ["UnsupportedQueryFeature", "crossPartitionNotServable"],
] as const)("%s is %s", (code, failure) => {
  expect(toFailure(new QueryError(code, "What was wrong."))).toMatchObject({
    code: failure,
    message: expect.stringContaining("What was wrong."),
  });
});

test("a bug stays one", () => {
  const bug = new TypeError("bug");
  expect(toFailure(bug)).toBe(bug);
});
