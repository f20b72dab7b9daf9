/** Binary JSON in both directions, over HTTP. The bodies are put together in other forms than the server writes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { binaryJson } from "../harness/binary-json.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const PATH = `/dbs/${DATABASE}/colls/binary`;
const KEY = { "x-ms-documentdb-partitionkey": '["a"]' };
const BINARY = { "x-ms-cosmos-supported-serialization-formats": "CosmosBinary" };
const QUERY = { "content-type": "application/query+json", "x-ms-documentdb-isquery": "True" };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.createContainer("binary", { partitions: 1 });
});
afterAll(() => server.stop());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.raw.send("POST", `${PATH}/docs`, { headers: { ...KEY, ...headers }, body });

describe("binary bodies are taken", () => {
  test("for items, wherever one is written, and read back as text", async () => {
    expect((await post(binaryJson({ id: "1", pk: "a", n: 1.5, list: [null, true, "é"] }))).status).toBe(201);
    expect(
      (await post(binaryJson({ id: "1", pk: "a", n: 2 }), { "x-ms-documentdb-is-upsert": "True" })).status,
    ).toBe(200);
    const replaced = await server.raw.send("PUT", `${PATH}/docs/1`, {
      headers: KEY,
      body: binaryJson({ id: "1", pk: "a", n: 3 }),
    });
    expect(JSON.parse(replaced.text)).toMatchObject({ n: 3 });
    const patch = binaryJson({ operations: [{ op: "incr", path: "/n", value: 4 }] });
    expect((await server.raw.send("PATCH", `${PATH}/docs/1`, { headers: KEY, body: patch })).status).toBe(
      200,
    );
    const read = await server.raw.send("GET", `${PATH}/docs/1`, { headers: KEY });
    expect(JSON.parse(read.text)).toMatchObject({ id: "1", n: 7 });
  });

  test("for queries, query plans, batches and the parameters of a stored procedure", async () => {
    const query = binaryJson({ query: "SELECT VALUE @x", parameters: [{ name: "@x", value: "here" }] });
    expect(JSON.parse((await post(query, QUERY)).text).Documents).toContain("here");
    const plan = await post(query, { "x-ms-cosmos-is-query-plan-request": "True" });
    expect(JSON.parse(plan.text).queryInfo.rewrittenQuery).toBeDefined();
    const batch = await post(
      binaryJson([{ operationType: "Create", resourceBody: { id: "batch", pk: "a" } }]),
      {
        "x-ms-cosmos-is-batch-request": "True",
        "x-ms-cosmos-batch-atomic": "True",
      },
    );
    expect(batch.status).toBe(200);
    const body = { id: "echo", body: "function (a) { getContext().getResponse().setBody(a); }" };
    await server.raw.send("POST", `${PATH}/sprocs`, { body: binaryJson(body) });
    const run = await server.raw.send("POST", `${PATH}/sprocs/echo`, {
      headers: KEY,
      body: binaryJson([{ a: 1 }]),
    });
    expect(JSON.parse(run.text)).toEqual({ a: 1 });
  });

  test("and refused with 400 where they are broken, with 413 where they are too large", async () => {
    const whole = binaryJson({ id: "x", pk: "a" });
    for (let cut = 1; cut < whole.length; cut++)
      expect((await post(whole.subarray(0, cut))).status).toBe(400);
    const broken = await post(Buffer.from("80ea022c40", "hex"));
    expect([broken.status, JSON.parse(broken.text).code]).toEqual([400, "BadRequest"]);
    expect((await post(binaryJson({ id: "x", pk: "a", s: "x".repeat(10) }).subarray(0, -1))).status).toBe(
      400,
    );
    const bomb = Buffer.concat([Buffer.from("80e400400d00", "hex"), Buffer.alloc(0xd4000, 0x2b)]);
    expect((await post(bomb)).status).toBe(413);
  });
});

describe("binary answers", () => {
  test("are for point operations of those who accept nothing else", async () => {
    const created = await post({ id: "out", pk: "a", n: 1 }, BINARY);
    expect([created.status, created.bytes[0], created.headers["content-type"]]).toEqual([
      201,
      0x80,
      "application/json",
    ]);
    const read = await server.raw.send("GET", `${PATH}/docs/out`, { headers: { ...KEY, ...BINARY } });
    expect(read.bytes.equals(created.bytes)).toBe(true);
    // The name `id`, then the value `out`, both with their length in the marker.
    expect(read.bytes.includes(Buffer.from("\x82id\x83out", "latin1"))).toBe(true);

    const both = { "x-ms-cosmos-supported-serialization-formats": "JsonText,CosmosBinary" };
    for (const headers of [both, {}]) {
      const text = await server.raw.send("GET", `${PATH}/docs/out`, { headers: { ...KEY, ...headers } });
      expect(JSON.parse(text.text)).toMatchObject({ id: "out", n: 1 });
    }
    const rows = await post({ query: "SELECT * FROM c", parameters: [] }, { ...QUERY, ...BINARY });
    expect(JSON.parse(rows.text).Documents.length).toBeGreaterThan(0);
    const missing = await server.raw.send("GET", `${PATH}/docs/none`, { headers: { ...KEY, ...BINARY } });
    expect([missing.status, JSON.parse(missing.text).code]).toEqual([404, "NotFound"]);
    const minimal = await post({ id: "quiet", pk: "a" }, { ...BINARY, prefer: "return=minimal" });
    expect([minimal.status, minimal.bytes.length]).toEqual([201, 0]);
  });

  test("stay text for half of a surrogate pair, which UTF-8 cannot hold", async () => {
    const created = await post('{"id":"half","pk":"a","s":"\\ud800"}', BINARY);
    expect(JSON.parse(created.text)).toMatchObject({ s: "\ud800" });
  });
});
