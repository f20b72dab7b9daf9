/** The limits of the service on what is built here: what is just allowed is taken, what is one more is refused. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startProcess } from "../harness/server-process.ts";
import { type RequestOptions, SignedClient } from "../harness/signed-client.ts";

let server: ServerProcess;
let client: SignedClient;
let count = 0;

beforeAll(async () => {
  server = await startProcess(["--memory", "--log-level", "error"]);
  client = new SignedClient(server.endpoint, server.key);
  await client.send("POST", "/dbs", { body: { id: "db" } });
  await createContainer({ id: "c" });
});

afterAll(async () => {
  client.close();
  await server.end("SIGTERM");
  expect(server.errors()).toBe("");
});

async function statusOf(method: string, path: string, options: RequestOptions): Promise<number> {
  const { status, text } = await client.send(method, path, options);
  if (status >= 400) expect(JSON.parse(text).message).toContain("ActivityId");
  return status;
}

function createContainer(definition: object, headers: Record<string, string> = {}): Promise<number> {
  const body = { id: `c${count++}`, partitionKey: { paths: ["/pk"], kind: "Hash" }, ...definition };
  return statusOf("POST", "/dbs/db/colls", { headers, body });
}

function list<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}

function query(text: string, parameters: unknown[] = []): Promise<number> {
  const headers = {
    "x-ms-documentdb-isquery": "true",
    "content-type": "application/query+json",
    "x-ms-documentdb-query-enablecrosspartition": "true",
  };
  return statusOf("POST", "/dbs/db/colls/c/docs", { headers, body: { query: text, parameters } });
}

describe("names", () => {
  test.each([
    [255, 201],
    [256, 400],
  ])("of %d characters", async (length, status) => {
    expect(await statusOf("POST", "/dbs", { body: { id: "n".repeat(length) } })).toBe(status);
    expect(await createContainer({ id: "n".repeat(length) })).toBe(status);
  });

  test.each(["a/b", "a\\b", "a?b", "a#b", "", "ends with a blank ", 7, null])("'%s'", async (id) => {
    expect(await statusOf("POST", "/dbs", { body: { id } })).toBe(400);
    expect(await createContainer({ id })).toBe(400);
  });
});

describe("a container", () => {
  const uniqueKeys = (keys: number, paths: number) => ({
    uniqueKeyPolicy: { uniqueKeys: list(keys, (i) => ({ paths: list(paths, (j) => `/u${i}_${j}`) })) },
  });
  const composites = (indexes: number, paths: number) => ({
    indexingPolicy: {
      compositeIndexes: list(indexes, (i) =>
        list(paths, (j) => ({ path: `/p${i}_${j}`, order: "ascending" })),
      ),
    },
  });
  const computed = (properties: number) => ({
    computedProperties: list(properties, (i) => ({ name: `p${i}`, query: `SELECT VALUE c.x${i} FROM c` })),
  });
  const hierarchy = (levels: number) => ({
    partitionKey: { paths: list(levels, (i) => `/level${i}`), kind: "MultiHash", version: 2 },
  });

  test.each([
    ["10 unique keys", uniqueKeys(10, 1), 201],
    ["11 unique keys", uniqueKeys(11, 1), 400],
    ["16 paths in a unique key", uniqueKeys(1, 16), 201],
    ["17 paths in a unique key", uniqueKeys(1, 17), 400],
    ["8 paths in a composite index", composites(1, 8), 201],
    ["9 paths in a composite index", composites(1, 9), 400],
    ["100 composite indexes", composites(100, 2), 201],
    ["101 composite indexes", composites(101, 2), 400],
    ["20 computed properties", computed(20), 201],
    ["21 computed properties", computed(21), 400],
    ["3 levels of a key", hierarchy(3), 201],
    ["4 levels of a key", hierarchy(4), 400],
    ["the longest time to live", { defaultTtl: 2_147_483_647 }, 201],
    ["a longer time to live", { defaultTtl: 2_147_483_648 }, 400],
    ["a time to live of 0", { defaultTtl: 0 }, 400],
    ["a time to live of -1", { defaultTtl: -1 }, 201],
    ["no partition key", { partitionKey: undefined }, 400],
    ["a partition key without a path", { partitionKey: { paths: [] } }, 400],
    [
      "a partition key of two paths and kind Hash",
      { partitionKey: { paths: ["/a", "/b"], kind: "Hash" } },
      400,
    ],
    ["a partition key that is a text", { partitionKey: "/pk" }, 400],
    ["an indexing policy that is a text", { indexingPolicy: "all" }, 400],
  ])("with %s", async (_, definition, status) => {
    expect(await createContainer(definition)).toBe(status);
  });

  test.each([
    ["x-ms-offer-throughput", "400", 201],
    ["x-ms-offer-throughput", "300", 400],
    ["x-ms-offer-throughput", "450", 400],
    ["x-ms-offer-throughput", "much", 400],
    ["x-ms-cosmos-offer-autopilot-settings", '{"maxThroughput":1000}', 201],
    ["x-ms-cosmos-offer-autopilot-settings", '{"maxThroughput":900}', 400],
    ["x-ms-cosmos-offer-autopilot-settings", "{", 400],
  ])("with %s: %s is %d", async (name, value, status) => {
    expect(await createContainer({}, { [name]: value })).toBe(status);
  });

  test("keeps its partition key for ever", async () => {
    const body = { id: "c", partitionKey: { paths: ["/other"], kind: "Hash" } };
    const { status, text } = await client.send("PUT", "/dbs/db/colls/c", { body });
    expect(status).toBe(400);
    expect(JSON.parse(text).message).toContain("create a new container");
  });
});

describe("a key value of the first version's hash", () => {
  test.each([
    [100, 201],
    [2049, 400],
  ])("of %d bytes", async (length, status) => {
    const id = `v1-${length}`;
    expect(await createContainer({ id, partitionKey: { paths: ["/pk"], kind: "Hash", version: 1 } })).toBe(
      201,
    );
    const pk = "k".repeat(length);
    const headers = { "x-ms-documentdb-partitionkey": JSON.stringify([pk]) };
    expect(await statusOf("POST", `/dbs/db/colls/${id}/docs`, { headers, body: { id: "1", pk } })).toBe(
      status,
    );
  });
});

describe("a batch", () => {
  const batch = (operations: unknown) =>
    statusOf("POST", "/dbs/db/colls/c/docs", {
      headers: {
        "x-ms-documentdb-partitionkey": '["a"]',
        "x-ms-cosmos-is-batch-request": "true",
        "x-ms-cosmos-batch-atomic": "true",
      },
      body: operations,
    });
  const upserts = (length: number, text = "") =>
    list(length, (i) => ({ operationType: "Upsert", resourceBody: { id: `batch${i}`, pk: "a", text } }));

  test.each([
    ["100 operations", upserts(100), 200],
    ["101 operations", upserts(101), 400],
    ["no operation", [], 400],
    ["an unknown operation", [{ operationType: "Fly" }], 400],
    ["an object instead of a list", {}, 400],
    ["more than 2 MB", upserts(3, "x".repeat(1024 * 1024)), 413],
  ])("with %s", async (_, operations, status) => {
    expect(await batch(operations)).toBe(status);
  });
});

describe("a patch", () => {
  test.each([
    [10, 200],
    [11, 400],
  ])("of %d operations", async (length, status) => {
    const headers = { "x-ms-documentdb-partitionkey": '["a"]' };
    await client.send("POST", "/dbs/db/colls/c/docs", {
      headers: { ...headers, "x-ms-documentdb-is-upsert": "true" },
      body: { id: "patched", pk: "a" },
    });
    const operations = list(length, (i) => ({ op: "set", path: `/p${i}`, value: i }));
    const body = { operations };
    expect(await statusOf("PATCH", "/dbs/db/colls/c/docs/patched", { headers, body })).toBe(status);
  });
});

describe("a query", () => {
  const joins = (length: number) =>
    `SELECT VALUE 1 FROM c ${list(length, (i) => `JOIN j${i} IN c.list`).join(" ")}`;

  const searching = (characters: number) =>
    `SELECT VALUE 1 FROM c WHERE FullTextContainsAny(c.x, 'a', '${"b".repeat(characters - 1)}')`;

  test.each([
    ["10 joins", joins(10), 200],
    ["11 joins", joins(11), 400],
    ["a text of 512 KB", `SELECT VALUE 1 FROM c WHERE c.x = '${"x".repeat(500 * 1024)}'`, 200],
    ["a longer text", `SELECT VALUE 1 FROM c WHERE c.x = '${"x".repeat(512 * 1024)}'`, 400],
    ["search terms of 65,536 characters", searching(65_536), 200],
    ["longer search terms", searching(65_537), 400],
    ["10,000 brackets", `SELECT VALUE ${"(".repeat(10_000)}1${")".repeat(10_000)}`, 400],
    ["10,000 times NOT", `SELECT VALUE ${"NOT ".repeat(10_000)} true FROM c`, 400],
    ["a syntax error", "SELEKT * FROM c", 400],
    ["nothing", "", 400],
  ])("with %s", async (_, text, status) => {
    expect(await query(text)).toBe(status);
  });

  test("whose parameters are no list", async () => {
    expect(await query("SELECT * FROM c", "none" as never)).toBe(400);
  });
});

test("a page of a feed has at most 4 MB", async () => {
  expect(await createContainer({ id: "pages" })).toBe(201);
  const headers = { "x-ms-documentdb-partitionkey": '["a"]' };
  for (let i = 0; i < 6; i++) {
    const body = { id: String(i), pk: "a", text: "x".repeat(1_500_000) };
    expect(await statusOf("POST", "/dbs/db/colls/pages/docs", { headers, body })).toBe(201);
  }
  let items = 0;
  let continuation = "";
  do {
    const page = await client.send("GET", "/dbs/db/colls/pages/docs", {
      headers: { "x-ms-max-item-count": "-1", "x-ms-continuation": continuation },
    });
    expect(page.status).toBe(200);
    expect(page.text.length).toBeLessThanOrEqual(4 * 1024 * 1024);
    items += JSON.parse(page.text)._count;
    continuation = (page.headers["x-ms-continuation"] as string | undefined) ?? "";
  } while (continuation !== "");
  expect(items).toBe(6);
});
