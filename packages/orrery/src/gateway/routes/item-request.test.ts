import { expect, test } from "vitest";
import { AccountConsistency } from "../../engine/index.ts";
import { RequestHeader } from "../../wire/headers.ts";
import type { RequestContext } from "../context/request-context.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import { itemRequest, requestScope, requestTerms } from "./item-request.ts";

function context(headers: Record<string, string>): RequestContext {
  const request = testRequest({ target: "/dbs/a/colls/b/docs/c", headers });
  return { request, consistency: new AccountConsistency("Session") } as RequestContext;
}

test.each([
  [{}, "High"],
  [{ [RequestHeader.priorityLevel]: "high" }, "High"],
  [{ [RequestHeader.priorityLevel]: "Low" }, "Low"],
])("%j has the priority %s", (headers, priority) => {
  expect(requestTerms(context(headers)).priority).toBe(priority);
});

test("there is no priority between high and low", () => {
  expect(() => requestTerms(context({ [RequestHeader.priorityLevel]: "Medium" }))).toThrow(
    "must be High or Low, not 'Medium'",
  );
});

test.each([itemRequest, requestScope])("an empty partition key header is refused (%o)", (read) => {
  expect(() => read(context({ [RequestHeader.partitionKey]: "" }))).toThrow("is empty");
});
