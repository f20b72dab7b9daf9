import { describe, expect, test } from "vitest";
import { RequestHeader } from "../../wire/headers.ts";
import { testRequest } from "./gateway-request.fixture.ts";
import type { GatewayRequest } from "./gateway-request.ts";

function request(
  headers: Record<string, string>,
  method = "POST",
  target = "/dbs/a/colls/b/docs",
): GatewayRequest {
  return testRequest({ method, target, headers, readBody: async () => Buffer.from("{}") });
}

test("a path that is no resource's only fails when it is asked for", () => {
  const explorer = request({}, "GET", "/_explorer/index.html");
  expect(explorer.target).toBe("/_explorer/index.html");
  expect(() => explorer.path).toThrow(expect.objectContaining({ code: "notFound" }));
});

test("the body is read once", async () => {
  let reads = 0;
  const once = testRequest({ method: "POST", readBody: async () => Buffer.from(String(++reads)) });
  await once.body();
  expect((await once.body()).toString()).toBe("1");
});

describe("headers", () => {
  test.each([["true"], ["True"], ["TRUE"]])("%s is true", (text) => {
    expect(request({ [RequestHeader.isUpsert]: text }).booleanHeader(RequestHeader.isUpsert)).toBe(true);
  });

  test.each([["false"], [""], ["1"]])("%j is not true", (text) => {
    expect(request({ [RequestHeader.isUpsert]: text }).booleanHeader(RequestHeader.isUpsert)).toBe(false);
  });

  test("whole numbers within bounds", () => {
    const count = (text: string) =>
      request({ [RequestHeader.maxItemCount]: text }).integerHeader(RequestHeader.maxItemCount, -1, 1000);
    expect(count("-1")).toBe(-1);
    expect(count("1000")).toBe(1000);
    expect(count("")).toBeUndefined();
    for (const text of ["1001", "-2", "1.5", "1e2", "0x10", "ten", "Infinity"]) {
      expect(() => count(text)).toThrow(expect.objectContaining({ code: "badRequest" }));
    }
  });

  test("lists are split at commas", () => {
    const triggers = (text: string) =>
      request({ [RequestHeader.preTriggerInclude]: text }).listHeader(RequestHeader.preTriggerInclude);
    expect(triggers("a, b,")).toEqual(["a", "b"]);
    expect(triggers("")).toEqual([]);
  });
});

describe("what a POST asks for", () => {
  test.each([
    ["create", {}],
    ["upsert", { [RequestHeader.isUpsert]: "True" }],
    ["query", { [RequestHeader.isQuery]: "true", [RequestHeader.isUpsert]: "true" }],
    ["query", { [RequestHeader.isQueryGo]: "True" }],
    ["query", { [RequestHeader.contentType]: "application/query+json; charset=utf-8" }],
    ["queryPlan", { [RequestHeader.isQueryPlan]: "True", [RequestHeader.isQuery]: "true" }],
    ["batch", { [RequestHeader.isBatch]: "true", [RequestHeader.isQuery]: "true" }],
  ])("%s", (post, headers) => expect(request(headers).feedPost()).toBe(post));
});

describe("what changes nothing", () => {
  const query = { [RequestHeader.isQuery]: "true" };

  test.each<[boolean, string, string, Record<string, string>]>([
    [true, "GET", "/dbs/a", {}],
    [true, "POST", "/dbs/a/colls/b/docs", query],
    [true, "POST", "/dbs/a/colls/b/docs", { [RequestHeader.isQueryPlan]: "True" }],
    [false, "POST", "/dbs/a/colls/b/docs", {}],
    [false, "POST", "/dbs/a/colls/b/docs", { ...query, [RequestHeader.isBatch]: "true" }],
    [false, "POST", "/dbs/a/colls/b/sprocs/s", query],
    [false, "POST", "/dbs/a/colls/b/operations/partitionkeydelete", query],
    [false, "PUT", "/dbs/a", query],
    [false, "DELETE", "/dbs/a", query],
  ])("%s: %s %s", (isRead, method, target, headers) => {
    expect(request(headers, method, target).isRead).toBe(isRead);
  });
});
