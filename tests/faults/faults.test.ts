/** Faults on command as the published SDK meets them: what it gets, and how often it tries. */
import { connect } from "node:http2";
import type { Container, CosmosClientOptions } from "@azure/cosmos";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connectToRanges } from "../direct/addresses.ts";
import { signedHeaders } from "../harness/signed-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

let server: TestServer;
let container: Container;
const rangeCount = 2;
const ITEM = `/dbs/${DATABASE}/colls/c/docs/1`;
const PARTITION_KEY = { "x-ms-documentdb-partitionkey": '["a"]' };

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  container = await server.createContainer("c", { partitions: rangeCount });
  await container.items.create({ id: "1", pk: "a" });
});

afterAll(() => server.stop());
afterEach(() => server.control.send("DELETE", "faults"));

async function inject(rule: object): Promise<void> {
  const { status, body } = await server.control.post("faults", { id: "f", ...rule });
  expect(status, body.message).toBe(200);
}

async function counted(): Promise<{ hits: number; seen: number }> {
  const { body } = await server.control.get("faults/f");
  return { hits: body.hits, seen: body.seen };
}

/** What an operation ended with: its status, or the code of the error that came out. */
const outcome = (work: Promise<{ statusCode?: number }>) =>
  work.then(
    ({ statusCode }) => statusCode,
    ({ code, substatus }) => (substatus ? `${code}/${substatus}` : code),
  );
const read = () => outcome(container.item("1", "a").read());
const create = (id: string) => outcome(container.items.create({ id, pk: "a" }));
const query = () =>
  outcome(
    container.items
      .query("SELECT * FROM c WHERE c.pk = 'a'", { partitionKey: "a" })
      .fetchNext()
      .then(() => ({ statusCode: 200 })),
  );

describe("what the JavaScript client does", () => {
  // The outcome where the fault does not end, and how often the client tried until then.
  test.each([
    // Nine repetitions, after the time that the answer names.
    [
      "tooManyRequests",
      { retryAfterMs: 1 },
      { read: ["429/3200", 10], create: ["429/3200", 10], query: ["429/3200", 10] },
    ],
    // One more try, of reads: there is one region.
    ["serviceUnavailable", {}, { read: [503, 2], create: [503, 1], query: [503, 2] }],
    // Twice more without its session token.
    ["sessionNotAvailable", {}, { read: [404, 3], create: ["404/1002", 3] }],
    // All of these are passed on at once.
    ["retryWith", { retryAfterMs: 1 }, { read: [449, 1], create: [449, 1] }],
    ["timeout", {}, { read: [408, 1], create: [408, 1] }],
    ["internalServerError", {}, { read: [500, 1], create: [500, 1] }],
    ["gone", {}, { read: [410, 1], create: [410, 1] }],
    ["nameCacheStale", {}, { read: ["410/1000", 1], create: ["410/1000", 1] }],
    ["partitionKeyRangeGone", {}, { read: ["410/1002", 1], create: ["410/1002", 1] }],
    ["completingSplit", {}, { read: ["410/1007", 1], create: ["410/1007", 1] }],
    ["completingMigration", {}, { read: ["410/1008", 1], create: ["410/1008", 1] }],
    ["leaseNotFound", {}, { read: ["410/1022", 1], create: ["410/1022", 1] }],
    ["ownerNotFound", {}, { read: [404, 1], create: ["404/1003", 1] }],
    ["containerBeingCreated", {}, { read: [404, 1], create: ["404/1013", 1] }],
  ] as const)("on %s", async (type, more, expected) => {
    const operations = { read, create: () => create("2"), query };
    for (const [name, [code, tries]] of Object.entries(expected)) {
      await inject({ condition: { operations: [name] }, result: { type, ...more } });
      expect([name, await operations[name as keyof typeof operations]()]).toEqual([name, code]);
      expect([name, await counted()]).toEqual([name, { hits: tries, seen: tries }]);
      await server.control.send("DELETE", "faults");
    }
  });

  test("its last try gets through where the fault ends", async () => {
    await inject({ result: { type: "tooManyRequests", retryAfterMs: 1, times: 9 } });
    expect(await read()).toBe(200);
    expect(await read()).toBe(200);
    expect(await counted()).toEqual({ hits: 18, seen: 20 });
  });

  test("a connection that is cut: reads are tried again after a second, writes are not", async () => {
    await inject({ result: { type: "cut" }, hitLimit: 2 });
    expect(await create("cut-before")).toBe("ECONNRESET");
    expect(await read()).toBe(200);
    expect(await counted()).toEqual({ hits: 2, seen: 2 });
    expect(await create("cut-before")).toBe(201);
  });

  test("cut after the commit: the write is there, though nobody was told", async () => {
    await inject({ result: { type: "cut", carriedOut: true }, hitLimit: 1 });
    expect(await create("cut-after")).toBe("ECONNRESET");
    expect(await create("cut-after")).toBe(409);
  });

  test("an answer that is lost: 408 for a write that was carried out", async () => {
    await inject({ result: { type: "timeout", carriedOut: true }, hitLimit: 1 });
    expect(await create("late")).toBe(408);
    expect(await create("late")).toBe(409);
  });

  test("what the database refuses itself is told as it is", async () => {
    await inject({ result: { type: "timeout", carriedOut: true } });
    expect(await create("1")).toBe(409);
  });

  test("latency: answers are right, and late", async () => {
    await inject({ result: { type: "delay", latency: { fromMs: 1, toMs: 2 } } });
    expect(await read()).toBe(200);
    expect(await counted()).toEqual({ hits: 1, seen: 1 });
  });

  test("latency that is longer than the client waits: it gives up, and the rule's end frees the rest", async () => {
    const hasty = server.connect({
      connectionPolicy: { requestTimeout: 50 },
    } as Partial<CosmosClientOptions>);
    await inject({
      condition: { operations: ["create"] },
      result: { type: "delay", latency: { ms: 600_000 } },
    });
    const late = hasty.database(DATABASE).container("c").items.create({ id: "hasty", pk: "a" });
    expect((await late.catch((error) => error)).name).toBe("TimeoutError");
    hasty.dispose();
    await server.control.send("DELETE", "faults");
    await expect.poll(async () => (await container.item("hasty", "a").read()).statusCode).toBe(200);
  });

  test("one slow partition: keys of the others are not touched", async () => {
    const { headers } = await container.item("1", "a").read();
    const partition = headers["x-ms-documentdb-partitionkeyrangeid"];
    await inject({
      condition: { database: DATABASE, container: "c", partition },
      result: { type: "delay", latency: { ms: 1 } },
    });
    for (let i = 0; i < 20; i++) await container.item("1", `key-${i}`).read();
    const { hits } = await counted();
    expect(hits).toBeGreaterThan(0);
    expect(hits).toBeLessThan(20);
  });

  test("a query over all partitions asks each of them, with the plan let through", async () => {
    await inject({ condition: { operations: ["query"] }, result: { type: "delay", latency: { ms: 1 } } });
    await container.items.query("SELECT * FROM c ORDER BY c.id").fetchAll();
    // The client tries the whole of it first, is told to plan, and then asks range by range.
    expect((await counted()).hits).toBe(1 + rangeCount);
  });
});

describe("every way in", () => {
  const fetched = () =>
    server.raw.send("GET", ITEM, { headers: PARTITION_KEY }).then(
      ({ status, headers }) => [status, headers["x-orrery-fault"]],
      () => "cut",
    );

  test("HTTP/1.1: the answer names its rule", async () => {
    await inject({ result: { type: "gone", times: 1 } });
    expect(await fetched()).toEqual([410, "f"]);
    expect(await fetched()).toEqual([200, undefined]);
    await server.control.send("DELETE", "faults");
    await inject({ result: { type: "cut" } });
    expect(await fetched()).toBe("cut");
  });

  test("HTTP/2", async () => {
    const session = connect(server.orrery.endpoint);
    const key = Buffer.from(server.orrery.key, "base64");
    session.on("error", () => {});
    const send = () =>
      new Promise<unknown>((resolve) => {
        const stream = session.request({
          ":path": ITEM,
          ...PARTITION_KEY,
          ...signedHeaders(key, "GET", ITEM),
        });
        stream.on("response", (headers) => resolve([headers[":status"], headers["x-orrery-fault"]]));
        stream.on("error", () => resolve("cut"));
        stream.on("close", () => resolve("cut"));
      });
    await inject({ result: { type: "gone", times: 1 } });
    expect(await send()).toEqual([410, "f"]);
    await server.control.send("DELETE", "faults");
    await inject({ result: { type: "cut" } });
    expect(await send()).toBe("cut");
    expect(session.destroyed || session.closed).toBe(true);
  });

  test("direct mode", async () => {
    const { body } = await server.control.get(`dbs/${DATABASE}/colls/c/partitions`);
    expect(body.partitions).toHaveLength(rangeCount);
    const clients = await connectToRanges(server.orrery, container);
    const { headers } = await container.item("1", "a").read();
    const client = clients.get(String(headers["x-ms-documentdb-partitionkeyrangeid"]))!;
    const send = () =>
      client.send({ operation: "read", link: ITEM.slice(1), tokens: { 43: '["a"]' } }).then(
        ({ status, tokens }) => [status, tokens.get(0x1c)],
        () => "cut",
      );
    await inject({ condition: { connection: "direct" }, result: { type: "completingSplit", times: 1 } });
    expect(await send()).toEqual([410, 1007]);
    expect((await send())[0]).toBe(200);
    await server.control.send("DELETE", "faults");
    await inject({ condition: { connection: "direct" }, result: { type: "cut" } });
    expect(await send()).toBe("cut");
    for (const each of clients.values()) each.close();
  });

  test("who may not read meets no fault, and uses none up", async () => {
    await inject({ result: { type: "gone" } });
    const answer = await fetch(`${server.orrery.endpoint}${ITEM}`);
    expect(answer.status).toBe(401);
    expect(await counted()).toEqual({ hits: 0, seen: 0 });
  });
});

describe("the control API", () => {
  test("lists, switches and removes rules", async () => {
    const { body: added } = await server.control.post("faults", { result: { type: "gone" } });
    expect(added).toMatchObject({ enabled: true, state: "active", hits: 0, seen: 0 });
    const path = `faults/${added.id}`;
    expect((await server.control.put(path, { enabled: false })).body.state).toBe("disabled");
    expect((await server.control.get("faults")).body.rules).toHaveLength(1);
    expect((await server.control.send("DELETE", path)).body.id).toBe(added.id);
    expect((await server.control.get(path)).status).toBe(404);
    expect((await server.control.post("faults", { result: { type: "gone" }, hits: 1 })).status).toBe(400);
    expect((await server.control.post("faults", { id: "x", result: { type: "gone" } })).status).toBe(200);
    expect((await server.control.post("faults", { id: "x", result: { type: "gone" } })).status).toBe(409);
  });
});
