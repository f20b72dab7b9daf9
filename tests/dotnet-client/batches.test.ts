/** Transactional batches and bulk as the .NET client sends and reads them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { batchBody, type DotnetOperation, readBatchAnswer } from "./dotnet-batch.ts";
import { DotnetTransport } from "./dotnet-transport.ts";

const PATH = `/dbs/${DATABASE}/colls/batches`;
const BULK = {
  "x-ms-cosmos-batch-continue-on-error": "True",
  "x-ms-cosmos-batch-atomic": "False",
  "x-ms-cosmos-is-batch-request": "True",
};

let server: TestServer;
let dotnet: DotnetTransport;
beforeAll(async () => {
  server = await TestServer.start();
  await server.createContainer("batches", { partitions: 1 });
  dotnet = new DotnetTransport(server.orrery.endpoint, server.orrery.key);
});
afterAll(async () => {
  dotnet.close();
  await server.stop();
});

async function transact(operations: readonly DotnetOperation[], key = "a", headers = {}) {
  const answer = await dotnet.send("POST", `${PATH}/docs`, {
    headers: {
      "x-ms-cosmos-is-batch-request": "True",
      "x-ms-cosmos-batch-atomic": "True",
      "x-ms-cosmos-batch-ordered": "True",
      "x-ms-documentdb-partitionkey": JSON.stringify([key]),
      ...headers,
    },
    body: batchBody(operations),
  });
  return { answer, ...readBatchAnswer(answer, operations.length) };
}

async function bulk(operations: readonly DotnetOperation[], rangeId = "0", path = PATH) {
  const answer = await dotnet.send("POST", `${path}/docs`, {
    headers: { ...BULK, "x-ms-documentdb-partitionkeyrangeid": rangeId },
    body: batchBody(operations),
  });
  return { answer, ...readBatchAnswer(answer, operations.length) };
}

const statuses = (results: readonly { statusCode: number }[] | undefined) =>
  results?.map(({ statusCode }) => statusCode);
const read = async (id: string, key = "a") =>
  dotnet.send("GET", `${PATH}/docs/${id}`, {
    headers: { "x-ms-documentdb-partitionkey": JSON.stringify([key]) },
  });

describe("transactional batches", () => {
  test("operations of every kind, with bodies, ETags and charges of their own", async () => {
    const { status, results, answer } = await transact([
      { type: "Create", body: { id: "1", pk: "a", n: 1 } },
      { type: "Upsert", body: { id: "2", pk: "a" } },
      { type: "Replace", id: "1", body: { id: "1", pk: "a", n: 2 } },
      { type: "Patch", id: "1", body: { operations: [{ op: "incr", path: "/n", value: 5 }] } },
      { type: "Read", id: "1" },
      { type: "Create", body: { id: "quiet", pk: "a" }, minimal: true },
      { type: "Delete", id: "2" },
      { type: "Create", body: Buffer.from("80ea0a2c8362696e82706b8161", "hex") },
    ]);
    expect([status, statuses(results)]).toEqual([200, [201, 201, 200, 200, 200, 201, 204, 201]]);
    expect(JSON.parse(results![4]!.resourceBody!.toString())).toMatchObject({ id: "1", n: 7 });
    expect(results![4]!.eTag).toBe(results![3]!.eTag);
    expect(results![5]).toMatchObject({ eTag: expect.stringMatching(/^"/) });
    expect([results![5]!.resourceBody, results![6]!.resourceBody, results![6]!.eTag]).toEqual(
      Array(3).fill(undefined),
    );
    for (const { requestCharge } of results!) expect(requestCharge).toBeGreaterThan(0);
    const total = results!.reduce((sum, { requestCharge }) => sum + requestCharge, 0);
    expect(Number(answer.headers["x-ms-request-charge"])).toBeCloseTo(total, 1);
    expect(JSON.parse((await read("bin")).content.toString())).toMatchObject({ id: "bin", pk: "a" });
  });

  test("a failure takes the others with it, and gives the whole its status and message", async () => {
    const { status, subStatus, message, results } = await transact([
      { type: "Create", body: { id: "new", pk: "a" } },
      { type: "Create", body: { id: "1", pk: "a" } },
      { type: "Read", id: "1" },
    ]);
    expect([status, subStatus, statuses(results)]).toEqual([409, 0, [424, 409, 424]]);
    expect(JSON.parse(message!)).toMatchObject({ code: "Conflict", message: expect.stringContaining("1") });
    expect((await read("new")).status).toBe(404);
    const condition = await transact([
      { type: "Replace", id: "1", body: { id: "1", pk: "a" }, ifMatch: '"x"' },
    ]);
    expect(condition.status).toBe(412);
  });

  test("an item that has not changed makes the answer one of several statuses", async () => {
    const etag = (await read("1")).headers.etag as string;
    const { answer, status, results } = await transact([
      { type: "Read", id: "1" },
      { type: "Read", id: "1", ifNoneMatch: etag },
    ]);
    expect([answer.status, status, statuses(results)]).toEqual([207, 207, [200, 304]]);
  });

  test("an item may be left out of the index", async () => {
    const create: DotnetOperation = {
      type: "Create",
      body: { id: "dark", pk: "dark" },
      indexingDirective: "Exclude",
    };
    expect((await transact([create], "dark")).status).toBe(200);
    const query = (text: string) =>
      server.database.container("batches").items.query(text, { partitionKey: "dark" }).fetchAll();
    expect((await query("SELECT * FROM c WHERE c.n = 1")).resources).toEqual([]);
    expect((await read("dark", "dark")).status).toBe(200);
  });

  test("what is wrong with the whole has no rows", async () => {
    const many = Array.from({ length: 101 }, (_, i) => ({ type: "Read", id: `${i}` }) as const);
    expect(await transact(many)).toMatchObject({ status: 400, message: expect.stringContaining("101") });
    const elsewhere = await transact([{ type: "Create", partitionKey: '["b"]', body: { id: "x", pk: "b" } }]);
    expect(elsewhere.status).toBe(400);
    const ahead = await transact([{ type: "Read", id: "1" }], "a", { "x-ms-session-token": "0:-1#999999" });
    expect([ahead.status, ahead.subStatus]).toEqual([404, 1002]);
    const large = { type: "Create", body: { id: "large", pk: "a", text: "x".repeat(1_102_000) } } as const;
    expect((await transact([large, { ...large, body: { ...large.body, id: "other" } }])).status).toBe(413);
  });

  test("a batch of 2.1 MB arrives", async () => {
    const text = "x".repeat(1_050_000);
    const items = ["large1", "large2"].map(
      (id) => ({ type: "Create", body: { id, pk: "large", text }, minimal: true }) as const,
    );
    expect(batchBody(items).length).toBeGreaterThan(2_097_152);
    expect((await transact(items, "large")).status).toBe(200);
  });

  test("broken bodies are 400 in words, and change nothing", async () => {
    const whole = batchBody([{ type: "Create", body: { id: "broken", pk: "a" } }]);
    const send = (body: Buffer) =>
      dotnet.send("POST", `${PATH}/docs`, {
        headers: {
          "x-ms-cosmos-is-batch-request": "True",
          "x-ms-cosmos-batch-atomic": "True",
          "x-ms-documentdb-partitionkey": '["a"]',
        },
        body,
      });
    for (let cut = 1; cut < whole.length; cut += 3)
      expect((await send(whole.subarray(0, cut))).status).toBe(400);
    const changed = Buffer.from(whole);
    changed[changed.length - 2] = 0x20;
    expect((await send(changed)).error?.message).toContain("checksum");
    expect((await transact([{ type: "Create", body: Buffer.from("{nonsense") }])).status).toBe(400);
    expect((await read("broken")).status).toBe(404);
  });
});

describe("bulk", () => {
  /** The row names no id: the body has it. */
  const upsert = (id: string, pk: string): DotnetOperation => ({
    type: "Upsert",
    partitionKey: JSON.stringify([pk]),
    body: { id, pk },
  });

  test("operations of many keys, each with an outcome of its own", async () => {
    const { answer, results } = await bulk([
      upsert("a", "k1"),
      upsert("b", "k2"),
      { type: "Read", partitionKey: '["k3"]', id: "none" },
      { type: "Create", partitionKey: '["k1"]', body: Buffer.from("{nonsense") },
      { type: "Create", partitionKey: '["k1"]', body: { id: "a", pk: "k1" } },
      { type: "Delete", partitionKey: '["k2"]', id: "b" },
      {
        type: "Patch",
        partitionKey: '["k1"]',
        id: "a",
        body: { operations: [{ op: "set", path: "/n", value: 1 }] },
      },
    ]);
    expect([answer.status, statuses(results)]).toEqual([207, [201, 201, 404, 400, 409, 204, 200]]);
    expect(JSON.parse(results![4]!.resourceBody!.toString()).code).toBe("Conflict");
    expect(answer.headers["x-ms-documentdb-partitionkeyrangeid"]).toBe("0");
  });

  test("a range that is gone is told with 410 and 1002", async () => {
    await server.createContainer("ranges", { partitions: 2 });
    const path = `/dbs/${DATABASE}/colls/ranges`;
    const both = [upsert("x", "k1"), upsert("x", "k2"), upsert("x", "k3"), upsert("x", "k4")];
    expect(await bulk(both, "0", path)).toMatchObject({ status: 410, subStatus: 1002 });
  });

  test("operations that are throttled say how long to wait", async () => {
    await server.createContainer("narrow", { throughput: 400 });
    const path = `/dbs/${DATABASE}/colls/narrow`;
    await server.control.put(`${path.slice(1)}/throttle`, { mode: "enforce" });
    const text = "x".repeat(15_000);
    const operations = Array.from({ length: 100 }, (_, i) => ({
      ...upsert(`${i}`, "k1"),
      body: { id: `${i}`, pk: "k1", text },
    }));
    const { answer, results } = await bulk(operations, "0", path);
    expect([answer.status, new Set(statuses(results))]).toEqual([207, new Set([201, 429])]);
    const throttled = results!.filter(({ statusCode }) => statusCode === 429);
    for (const { subStatusCode, retryAfterMs } of throttled) {
      expect(subStatusCode).toBe(3200);
      expect(retryAfterMs).toBeGreaterThan(0);
    }
  });
});
