import { describe, expect, test } from "vitest";
import { type Frame, requestCode } from "./frame.ts";
import { readRequest, transportRequestIdOf } from "./read-request.ts";
import { HEADER_TOKENS } from "./request-tokens.ts";
import type { TokenValue } from "./tokens.ts";

const ID = "00112233-4455-6677-8899-aabbccddeeff";
const [DATABASE, CONTAINER, ITEM] = [0x15, 0x16, 0x17];

function request(type: number, operation: number, tokens: readonly (readonly [number, TokenValue])[]): Frame {
  return { code: requestCode(type, operation), activityId: ID, tokens: new Map(tokens), payload: undefined };
}

const names: [number, string][] = [
  [DATABASE, "my db"],
  [CONTAINER, "c/d"],
];

test.each([
  ["an item", 3, 3, [...names, [ITEM, "100%"]], "/dbs/my%20db/colls/c%2Fd/docs/100%25"],
  ["items", 3, 4, names, "/dbs/my%20db/colls/c%2Fd/docs"],
  ["a container", 2, 3, names, "/dbs/my%20db/colls/c%2Fd"],
  ["containers", 2, 4, [[DATABASE, "a"]], "/dbs/a/colls"],
  ["databases", 1, 4, [], "/dbs"],
  ["a procedure", 7, 8, [...names, [0x1b, "sp"]], "/dbs/my%20db/colls/c%2Fd/sprocs/sp"],
  [
    "a permission",
    6,
    3,
    [
      [DATABASE, "a"],
      [0x19, "u"],
      [0x1a, "p"],
    ],
    "/dbs/a/users/u/permissions/p",
  ],
  ["the account", 0x14, 3, [], "/"],
] as const)("%s by name", (_, type, operation, tokens, target) => {
  expect(readRequest(request(type, operation, tokens as [number, string][])).target).toBe(target);
});

const RID = Buffer.from("0102030405060708090a0b0c0d0e0f10", "hex");
test.each([
  ["an item", 3, 3, 16, "/dbs/AQIDBA%3D%3D/colls/AQIDBAUGBwg%3D/docs/AQIDBAUGBwgJCgsMDQ4PEA%3D%3D"],
  ["items", 3, 4, 8, "/dbs/AQIDBA%3D%3D/colls/AQIDBAUGBwg%3D/docs"],
  ["a container", 2, 3, 8, "/dbs/AQIDBA%3D%3D/colls/AQIDBAUGBwg%3D"],
  ["containers", 2, 4, 4, "/dbs/AQIDBA%3D%3D/colls"],
  ["permissions", 6, 4, 8, "/dbs/AQIDBA%3D%3D/users/AQIDBAUGBwg%3D/permissions"],
  ["a database", 1, 3, 4, "/dbs/AQIDBA%3D%3D"],
] as const)("%s by resource id", (_, type, operation, bytes, target) => {
  expect(readRequest(request(type, operation, [[0x00, RID.subarray(0, bytes)]])).target).toBe(target);
});

test("an offer by its id, which is text", () => {
  expect(readRequest(request(0x0f, 3, [[0x00, Buffer.from("aB-1")]])).target).toBe("/offers/aB-1");
  expect(readRequest(request(0x0f, 4, [])).target).toBe("/offers");
});

test("names win over a resource id", () => {
  expect(readRequest(request(2, 3, [[0x00, RID], ...names])).target).toBe("/dbs/my%20db/colls/c%2Fd");
});

test.each([
  ["create", 1, "POST", {}],
  ["patch", 2, "PATCH", {}],
  ["read", 3, "GET", {}],
  ["delete", 5, "DELETE", {}],
  ["replace", 6, "PUT", {}],
  ["query", 0x0f, "POST", { "x-ms-documentdb-isquery": "true" }],
  ["SQL query", 9, "POST", { "x-ms-documentdb-isquery": "true" }],
  ["head", 0x11, "HEAD", {}],
  ["upsert", 0x13, "POST", { "x-ms-documentdb-is-upsert": "true" }],
  ["batch", 0x25, "POST", { "x-ms-cosmos-is-batch-request": "true" }],
  ["query plan", 0x42, "POST", { "x-ms-cosmos-is-query-plan-request": "true" }],
] as const)("%s", (_, operation, method, headers) => {
  expect(readRequest(request(3, operation, names))).toMatchObject({ method, headers });
});

describe("tokens become headers", () => {
  const headerOf = (id: number, value: TokenValue, operation = 3) =>
    readRequest(request(3, operation, [...names, [id, value]])).headers;

  test.each([
    [0x01, "type%3dmaster", "authorization", "type%3dmaster"],
    [0x04, 10, "x-ms-max-item-count", "10"],
    [0x04, 0xffff_ffff, "x-ms-max-item-count", "-1"],
    [0x05, "0:0#5", "x-ms-session-token", "0:0#5"],
    [0x06, "next", "x-ms-continuation", "next"],
    [0x07, 2, "x-ms-indexing-directive", "Exclude"],
    [0x10, 3, "x-ms-consistency-level", "Eventual"],
    [0x10, 4, "x-ms-consistency-level", "ConsistentPrefix"],
    [0x2b, '["a"]', "x-ms-documentdb-partitionkey", '["a"]'],
    [0x42, 1, "x-ms-documentdb-populatequerymetrics", "true"],
    [0x42, 0, "x-ms-documentdb-populatequerymetrics", "false"],
    [0x82, 1, "prefer", "return=minimal"],
    [0xbf, 2, "x-ms-cosmos-priority-level", "Low"],
    [0xc4, 3, "x-ms-cosmos-supported-serialization-formats", "JsonText,CosmosBinary"],
    [0xdb, 2, "x-ms-cosmos-throughput-bucket", "2"],
  ])("%i: %s", (id, value, header, text) => {
    expect(headerOf(id, value)[header]).toBe(text);
  });

  test("a match is a precondition of writes, and what readers have", () => {
    expect(headerOf(0x08, "etag", 3)["if-none-match"]).toBe("etag");
    expect(headerOf(0x08, "etag", 4)["if-none-match"]).toBe("etag");
    expect(headerOf(0x08, "etag", 6)["if-match"]).toBe("etag");
  });

  test("effective partition keys are text, or bytes where their type says so", () => {
    const epks: [number, TokenValue][] = [
      [0x62, Buffer.from("05C1")],
      [0x63, Buffer.from("FF")],
    ];
    expect(readRequest(request(3, 4, [...names, ...epks])).headers).toMatchObject({
      "x-ms-start-epk": "05C1",
      "x-ms-end-epk": "FF",
    });
    const bytes = readRequest(request(3, 4, [...names, [0x64, 2], [0x62, Buffer.from([5, 0xc1])]])).headers;
    expect(bytes["x-ms-start-epk"]).toBe("05C1");
  });

  test("no token stands for two headers, and none is of the request itself", () => {
    const ids = HEADER_TOKENS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([
    ["a number for a text", 0x2b, 5],
    ["a text for a flag", 0x42, "true"],
    ["a consistency level that does not exist", 0x10, 9],
    ["no priority", 0xbf, 0],
  ])("%s is refused", (_, id, value) => {
    expect(() => headerOf(id, value)).toThrow(expect.objectContaining({ code: "badRequest" }));
  });

  test("unknown tokens are read over", () => {
    expect(headerOf(0x7777, "what")).toEqual(headerOf(0x7778, 1));
  });
});

test("a feed of items without a key is one of the range that it was sent to", () => {
  const isWhole = (operation: number, ...more: [number, TokenValue][]) =>
    readRequest(request(3, operation, [...names, ...more])).isOfWholeRange;
  expect([isWhole(4), isWhole(0x0f), isWhole(9)]).toEqual([true, true, true]);
  expect([isWhole(4, [0x2b, '["a"]']), isWhole(4, [0x2c, "0"]), isWhole(3), isWhole(0x25)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("what is not served is refused, and its transport request id is still known", () => {
  const unknown = request(0x04, 1, [[0x4d, 17]]);
  expect(() => readRequest(unknown)).toThrow(expect.objectContaining({ code: "badRequest" }));
  expect(transportRequestIdOf(unknown)).toBe(17);
  expect(transportRequestIdOf(request(3, 3, [[0x4d, "17"]]))).toBeUndefined();
  expect(() => readRequest(request(3, 0x15, []))).toThrow("The operation 21");
});
