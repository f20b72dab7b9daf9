/** Whatever comes in: a JSON error body, nothing half written, and a server that goes on. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { type Answer, SignedClient } from "../harness/signed-client.ts";

const ITEMS = "/dbs/db/colls/c/docs";
const KEY_A = { "x-ms-documentdb-partitionkey": '["a"]' };

let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  server = await startProcess(["--memory", "--log-level", "error"]);
  client = new SignedClient(server.endpoint, server.key);
  await client.createContainer("db", "c");
});

afterAll(async () => {
  client.close();
  expect(await server.end("SIGTERM")).toEqual({ code: 0, signal: null });
  // Only a bug is logged as an error.
  expect(server.errors()).toBe("");
});

/** Every refusal has a body that the SDKs can read. */
function expectRefusal({ status, text, headers }: Answer, expected: number, message?: string): void {
  expect([status, text]).toEqual([expected, expect.any(String)]);
  const body = JSON.parse(text) as { code: string; message: string };
  expect(body).toEqual({
    code: expect.stringMatching(/^[A-Z]/),
    message: expect.stringContaining("ActivityId"),
  });
  if (message !== undefined) expect(body.message).toContain(message);
  expect(headers["content-type"]).toBe("application/json");
}

async function itemCount(): Promise<number> {
  const { text } = await client.send("GET", ITEMS);
  return (JSON.parse(text) as { _count: number })._count;
}

function nested(levels: number): string {
  return `${"[".repeat(levels)}${"]".repeat(levels)}`;
}

describe("a body that is refused leaves nothing behind", () => {
  let before: number;
  beforeEach(async () => {
    before = await itemCount();
  });

  test.each([
    ["nothing", "", "it is empty"],
    ["a half", '{"id":"1","pk":"a"', "not valid JSON"],
    ["a word", "hello", "not valid JSON"],
    ["two values", '{"id":"1"}{"id":"2"}', "not valid JSON"],
    ["a comment", '{"id":"1"} // ok', "not valid JSON"],
    ["an infinite number", '{"id":"1","pk":"a","n":Infinity}', "not valid JSON"],
    ["a control character", '{"id":"1","pk":"a","t":"\u0001"}', "not valid JSON"],
    ["broken UTF-8", Buffer.from('{"id":"\xff","pk":"a"}', "latin1"), "UTF-8"],
    ["UTF-8 of a surrogate", Buffer.from('{"id":"\xed\xa0\x80","pk":"a"}', "latin1"), "UTF-8"],
    ["an array", "[]", "must be a JSON object"],
    ["a text", '"id"', "must be a JSON object"],
    ["null", "null", "must be a JSON object"],
    ["129 levels", `{"id":"1","pk":"a","deep":${nested(128)}}`, "128 levels"],
    ["100,000 levels", nested(100_000), "128 levels"],
    ["no id", '{"pk":"a"}', "id"],
    ["a number as id", '{"id":7,"pk":"a"}', "string"],
    ["null as id", '{"id":null,"pk":"a"}', "string"],
    ["an empty id", '{"id":"","pk":"a"}', "empty"],
    ["an id of 1,024 bytes", JSON.stringify({ id: "é".repeat(512), pk: "a" }), "1024"],
    ["a ttl of 0", '{"id":"1","pk":"a","ttl":0}', "ttl"],
    ["a ttl in words", '{"id":"1","pk":"a","ttl":"soon"}', "ttl"],
    ["a ttl that is too long", '{"id":"1","pk":"a","ttl":2147483648}', "ttl"],
    ["another key", '{"id":"1","pk":"b"}', "PartitionKey"],
    ["an object, which is no key, beside a key", '{"id":"1","pk":{"a":1}}', "PartitionKey"],
  ])("%s", async (_, body, message) => {
    expectRefusal(await client.send("POST", ITEMS, { headers: KEY_A, body }), 400, message);
    expect(await itemCount()).toBe(before);
  });

  test("an item above 2 MB", async () => {
    const body = { id: "big", pk: "a", text: "x".repeat(2 * 1024 * 1024) };
    expectRefusal(await client.send("POST", ITEMS, { headers: KEY_A, body }), 413);
    expect(await itemCount()).toBe(before);
  });

  test.each([
    ["that is no JSON", "hello"],
    ["that is no array", "{}"],
    ["with two values", '["a","b"]'],
    ["with an array", '[["a"]]'],
    ["of 2,049 bytes", JSON.stringify(["k".repeat(2049)])],
  ])("a key %s", async (_, header) => {
    const body = { id: "1", pk: "a" };
    const headers = { "x-ms-documentdb-partitionkey": header };
    expectRefusal(await client.send("POST", ITEMS, { headers, body }), 400);
    expect(await itemCount()).toBe(before);
  });
});

describe("what is just within the limits is kept", () => {
  test.each([
    ["128 levels", `{"id":"deep","pk":"a","deep":${nested(127)}}`, "deep"],
    ["an id of 1,023 bytes", JSON.stringify({ id: "i".repeat(1023), pk: "a" }), "i".repeat(1023)],
    ["an id of odd characters", JSON.stringify({ id: "a?#% &+é😀", pk: "a" }), "a?#% &+é😀"],
    ["an id with slashes", JSON.stringify({ id: "/a\\b/docs/c/", pk: "a" }), "/a\\b/docs/c/"],
    ["an item of 2 MB", JSON.stringify({ id: "large", pk: "a", text: "x".repeat(2_097_000) }), "large"],
    ["a property named __proto__", '{"id":"proto","pk":"a","__proto__":{"x":1}}', "proto"],
  ])("%s", async (_, body, id) => {
    const created = await client.send("POST", ITEMS, { headers: KEY_A, body });
    expect([created.status, created.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    const path = `${ITEMS}/${encodeURIComponent(id)}`;
    const read = await client.send("GET", path, { headers: KEY_A });
    expect([read.status, read.text]).toEqual([200, created.text]);
    // Everything that was sent is there.
    const { _rid, _self, _etag, _attachments, _ts, ...own } = JSON.parse(read.text);
    expect(JSON.stringify(own)).toBe(JSON.stringify(JSON.parse(body)));
    expect((await client.send("DELETE", path, { headers: KEY_A })).status).toBe(204);
  });

  test("a key value of 2,048 bytes", async () => {
    const pk = "k".repeat(2048);
    const headers = { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
    expect((await client.send("POST", ITEMS, { headers, body: { id: "1", pk } })).status).toBe(201);
    expect((await client.send("DELETE", `${ITEMS}/1`, { headers })).status).toBe(204);
  });
});

test("of a property that is given twice, the last one counts, and only it is kept", async () => {
  const body = '{"id":"first","id":"second","pk":"b","pk":"a","n":1,"n":2}';
  const created = await client.send("POST", ITEMS, { headers: KEY_A, body });
  expect(created.status).toBe(201);
  const read = await client.send("GET", `${ITEMS}/second`, { headers: KEY_A });
  expect(read.text.match(/"(id|pk|n)":/g)).toEqual(['"id":', '"pk":', '"n":']);
  expect(JSON.parse(read.text)).toMatchObject({ id: "second", pk: "a", n: 2 });
  expect((await client.send("GET", `${ITEMS}/first`, { headers: KEY_A })).status).toBe(404);
});

test("system properties of a client are replaced by the server's", async () => {
  const body = { id: "system", pk: "a", _rid: "x", _self: "x", _etag: "x", _ts: 1, _attachments: "x" };
  const { status, text, headers } = await client.send("POST", ITEMS, { headers: KEY_A, body });
  expect(status).toBe(201);
  expect(JSON.parse(text)._etag).toBe(headers.etag);
  expect(text.match(/"_etag"/g)).toHaveLength(1);
});

describe("routes", () => {
  test.each([
    ["GET", "/nothing", 404],
    ["GET", "/dbs/db/nothing", 400],
    ["GET", "/dbs/db/docs", 400],
    ["GET", "/dbs/%ff", 400],
    ["PUT", "/dbs", 405],
    ["DELETE", "/", 405],
    ["PATCH", "/dbs/db", 405],
    ["PUT", ITEMS, 405],
    ["OPTIONS", ITEMS, 405],
    ["GET", "/dbs/absent", 404],
    ["GET", "/dbs/absent/colls/c", 404],
    ["GET", "/dbs/db/colls/absent", 404],
    ["GET", "/dbs/db/colls/absent/docs", 404],
    ["GET", `${ITEMS}/absent`, 404],
    ["DELETE", `${ITEMS}/absent`, 404],
    ["PUT", `${ITEMS}/absent`, 404],
  ])("%s %s is %d", async (method, path, status) => {
    const options = method === "PUT" ? { body: { id: "absent", pk: "a" } } : {};
    expectRefusal(await client.send(method, path, { headers: KEY_A, ...options }), status);
  });

  test.each([
    ["x-ms-max-item-count", "many"],
    ["x-ms-continuation", "not a token"],
    ["x-ms-documentdb-partitionkeyrangeid", "no range"],
    ["x-ms-session-token", "not a token"],
    ["x-ms-consistency-level", "Absolute"],
  ])("the header %s: %s is refused", async (name, value) => {
    const answer = await client.send("GET", ITEMS, { headers: { [name]: value } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expectRefusal(answer, answer.status);
    expect(answer.status).toBeLessThan(500);
  });
});

/** Its text cannot be had by `String`, only by JSON. */
const ODD = { toString: 1, valueOf: 2 };
const KEY = { paths: ["/pk"], kind: "Hash", version: 2 };
const EMBEDDING = { path: "/v", dataType: "float32", distanceFunction: "cosine", dimensions: 4 };

describe("an object with a property 'toString' is bad input like any other", () => {
  test.each<[string, string, unknown]>([
    ["the kind of a key", "/dbs/db/colls", { id: "n", partitionKey: { ...KEY, kind: ODD } }],
    [
      "the path of a composite index",
      "/dbs/db/colls",
      {
        id: "n",
        partitionKey: KEY,
        indexingPolicy: { compositeIndexes: [[{ path: ODD }, { path: "/a" }]] },
      },
    ],
    [
      "the path of a spatial index",
      "/dbs/db/colls",
      {
        id: "n",
        partitionKey: KEY,
        geospatialConfig: { type: "Geometry" },
        indexingPolicy: { spatialIndexes: [{ path: ODD, types: ["Point"] }] },
      },
    ],
    ...["dataType", "distanceFunction", "dimensions", "path"].map((name): [string, string, unknown] => [
      `${name} of a vector`,
      "/dbs/db/colls",
      {
        id: "n",
        partitionKey: KEY,
        vectorEmbeddingPolicy: { vectorEmbeddings: [{ ...EMBEDDING, [name]: ODD }] },
      },
    ]),
    [
      "the type of a vector index",
      "/dbs/db/colls",
      {
        id: "n",
        partitionKey: KEY,
        vectorEmbeddingPolicy: { vectorEmbeddings: [EMBEDDING] },
        indexingPolicy: { vectorIndexes: [{ path: "/v", type: ODD }] },
      },
    ],
    ["the id of a user", "/dbs/db/users", { id: ODD }],
  ])("%s", async (_, path, body) => {
    expectRefusal(await client.send("POST", path, { body }), 400);
  });

  test("the id of a user that is upserted", async () => {
    const headers = { "x-ms-documentdb-is-upsert": "true" };
    expectRefusal(await client.send("POST", "/dbs/db/users", { headers, body: { id: ODD } }), 400);
  });

  test("the type of a batch's operation", async () => {
    const headers = { ...KEY_A, "x-ms-cosmos-is-batch-request": "true", "x-ms-cosmos-batch-atomic": "true" };
    expectRefusal(await client.send("POST", ITEMS, { headers, body: [{ operationType: ODD }] }), 400);
  });

  test("the _rid of an offer", async () => {
    const { text } = await client.send("GET", "/offers");
    const [offer] = (JSON.parse(text) as { Offers: { _rid: string; _self: string }[] }).Offers;
    const path = `/offers/${offer!._rid}`;
    expectRefusal(await client.send("PUT", path, { body: { ...offer, _rid: ODD } }), 400);
  });
});
