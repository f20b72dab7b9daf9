import { expect, test } from "vitest";
import { Failure } from "../../value/failure.ts";
import { testRequest } from "../exchange/gateway-request.fixture.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { requestLine } from "./request-line.ts";
import { KEPT_QUERY_BYTES_MAX, KEPT_TEXT_MAX, servedRequest } from "./served-request.ts";
import { shownRequest } from "./shown-request.ts";

function shown(request: GatewayRequest, answer: Partial<GatewayResponse> = {}) {
  const served = servedRequest(
    request,
    { status: 200, headers: {}, ...answer },
    { atMs: 0, startMs: 10, endMs: 14 },
  );
  return shownRequest(served);
}

test("a read has its item, key, partition, charge and stages", () => {
  const request = testRequest({
    target: "/dbs/shop/colls/carts/docs/a%20b",
    headers: { "x-ms-documentdb-partitionkey": '["ada"]', "user-agent": "test" },
  });
  request.trace.authenticatedMs = 11;
  request.trace.receiveMs = 1;
  const read = shown(request, {
    headers: {
      "x-ms-activity-id": "activity",
      "x-ms-request-charge": 1.05,
      "x-ms-documentdb-partitionkeyrangeid": "3",
    },
    body: Buffer.alloc(7),
  });
  expect(read).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    activityId: "activity",
    operation: "read item",
    database: "shop",
    container: "carts",
    id: "a b",
    key: '["ada"]',
    partitions: ["3"],
    status: 200,
    charge: 1.05,
    ms: 4,
    stages: { authenticate: 1, receive: 1, work: 2 },
    bytes: 7,
    method: "GET",
    path: "/dbs/shop/colls/carts/docs/a%20b",
    client: "test",
  });
  expect(requestLine(read)).toBe(
    '1970-01-01T00:00:00.000Z  200  read item  shop/carts/a b  key ["ada"]  partition 3  1.05 RU  4.0 ms',
  );
});

test("names come from the answer where the client has used resource ids", () => {
  const request = testRequest({ target: "/dbs/XYZ=/colls/XYZabc=/docs" });
  const owner = { "x-ms-alt-content-path": "dbs/shop/colls/carts" };
  expect(shown(request, { headers: owner })).toMatchObject({
    operation: "list items",
    database: "shop",
    container: "carts",
  });
});

test("a query has its text and the partitions that answered", async () => {
  const text = 'SELECT *\nFROM c WHERE c.name = "é"';
  const request = testRequest({
    method: "POST",
    headers: { "x-ms-documentdb-isquery": "true" },
    readBody: async () => Buffer.from(JSON.stringify({ query: text, parameters: [] })),
  });
  await request.body();
  const query = shown(request, { headers: { "x-ms-session-token": "0:0#5,12:0#7", "x-ms-item-count": 2 } });
  expect(query).toMatchObject({ operation: "query items", query: text, partitions: ["0", "12"], items: 2 });
  expect(requestLine(query)).toContain("partitions 0,12  0 RU  4.0 ms  2 items  query SELECT *\\nFROM c");
});

test("the beginning of a long query is shown", async () => {
  const request = testRequest({
    method: "POST",
    headers: { "x-ms-documentdb-isquery": "true" },
    readBody: async () => Buffer.from(JSON.stringify({ query: `SELECT ${"x".repeat(10_000)}` })),
  });
  await request.body();
  expect(shown(request).query).toBe(`SELECT ${"x".repeat(KEPT_QUERY_BYTES_MAX - 17)}`);
});

test("a refusal has its reason, on one line", () => {
  const request = testRequest({ target: "/nowhere\u001b[31m" });
  request.trace.failure = new Failure("notFound", "There is\nnothing.");
  const refused = shown(request, { status: 404, headers: { "x-ms-substatus": 1003 } });
  expect(refused).toMatchObject({ operation: "get", why: "There is\nnothing.", partitions: [] });
  expect(requestLine(refused)).toBe(
    "1970-01-01T00:00:00.000Z  404/1003  get  0 RU  4.0 ms  because There is\\nnothing.",
  );
});

test("an injected fault is marked", () => {
  const request = testRequest({});
  request.trace.fault = "rule 1";
  expect(requestLine(shown(request, { status: 503 }))).toContain("injected by rule 1");
});

test("long texts are cut", () => {
  const { path } = shown(testRequest({ target: `/dbs/${"é".repeat(2_000)}` }));
  expect(path).toHaveLength(KEPT_TEXT_MAX + 1);
});
