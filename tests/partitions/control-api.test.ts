/** Every route of the control API, over HTTP. */
import type { Container, CosmosClient } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PRODUCT_VERSION } from "../../packages/orrery/src/wire/product.ts";
import { ControlClient } from "../harness/control-client.ts";
import { DATABASE, TestServer } from "../harness/test-server.ts";

const PATH = `dbs/${DATABASE}/colls/c`;

let server: TestServer;
let client: CosmosClient;
let container: Container;
let control: ControlClient;

beforeAll(async () => {
  server = await TestServer.start({ controllableClock: true });
  ({ client, control } = server);
  container = await server.createContainer("c", { partitions: 2 });
  for (let i = 0; i < 40; i++) await container.items.create({ id: `${i}`, pk: `key${i % 4}` });
});

afterAll(() => server.stop());

test("it tells of containers, partitions, keys and history", async () => {
  const { body } = await control.get("containers");
  expect(body.containers).toEqual([
    expect.objectContaining({
      database: DATABASE,
      container: "c",
      partitions: 2,
      items: 40,
      throttle: "observe",
      usedRuPerSecond: expect.any(Number),
      throttledPerSecond: 0,
    }),
  ]);
  const { body: partitions } = await control.get(`${PATH}/partitions`);
  expect(partitions.partitions.map(({ id, ruPerSecond }: never) => [id, ruPerSecond])).toEqual([
    ["0", 6_000],
    ["1", 6_000],
  ]);
  const { body: keys } = await control.get(`${PATH}/keys?limit=2`);
  expect(keys.consumers).toHaveLength(2);
  expect(keys.largest[0]).toMatchObject({ items: 10 });
  expect(keys.throttled).toEqual([]);
  const { body: history } = await control.get(`${PATH}/history?unit=minutes`);
  const requests = history.partitions.flatMap(({ points }: { points: { requests: number }[] }) =>
    points.map((point) => point.requests),
  );
  expect(requests.reduce((a: number, b: number) => a + b)).toBe(40);
});

test("it tells the last requests, and why one was refused", async () => {
  const { body: before } = await control.get("requests?limit=1");
  await container.item("nothing", "key0").read();
  await container.items.query("SELECT * FROM c WHERE c.id = '1'", { partitionKey: "key1" }).fetchAll();
  const { body } = await control.get(`requests?from=${before.next}&container=${DATABASE}/c`);
  const ofItems = body.requests.filter(({ operation }: { operation: string }) =>
    /^(read|query) items?$/.test(operation),
  );
  expect(ofItems).toEqual([
    expect.objectContaining({
      operation: "read item",
      id: "nothing",
      key: '["key0"]',
      partitions: [expect.any(String)],
      status: 404,
      charge: 1,
      why: expect.stringContaining("not exist"),
      stages: { authenticate: expect.any(Number), receive: 0, work: expect.any(Number) },
    }),
    expect.objectContaining({
      operation: "query items",
      query: "SELECT * FROM c WHERE c.id = '1'",
      partitions: [expect.any(String)],
      status: 200,
      items: 1,
    }),
  ]);
  const first = await control.get(`requests?from=${before.next}&limit=1`);
  expect(first.body.requests).toHaveLength(1);
  expect(first.body.next).toBe(before.next + 1);
  const failed = await control.get(`requests?from=${before.next}&failed=true`);
  expect(failed.body.requests.map(({ status }: { status: number }) => status)).toEqual([404]);
  expect((await control.get("requests?failed=perhaps")).status).toBe(400);
});

test("it has figures for Prometheus, for whoever has a key", async () => {
  const { endpoint, key } = server.orrery;
  const read = (authorization: string) =>
    fetch(`${endpoint}/_orrery/metrics`, { headers: { authorization } });
  const answer = await read(`Bearer ${key}`);
  expect(answer.headers.get("content-type")).toContain("version=0.0.4");
  const text = await answer.text();
  expect(text).toContain('orrery_requests_total{operation="create item",status="201"} 40\n');
  expect(text).toContain('orrery_request_duration_seconds_bucket{operation="create item",le="+Inf"} 40\n');
  expect(text).toContain(`orrery_container_partitions{database="${DATABASE}",container="c"} 2\n`);
  expect(text).toMatch(/^orrery_request_units_total\{database="test",container="c"\} \d+/m);
  // Every line is a comment or a sample.
  expect(text.split("\n").filter((line) => !/^(#.*|[a-z_]+(\{.*\})? \S+|)$/.test(line))).toEqual([]);
  expect((await read("Bearer eA==")).status).toBe(401);
  const other = await fetch(`${endpoint}/_orrery/server`, { headers: { authorization: `Bearer ${key}` } });
  expect(other.status).toBe(401);
  expect((await fetch(`${endpoint}/_orrery/ready`)).status).toBe(200);
});

test("it tells where in the hash space the request units went, and on which keys", async () => {
  const { body } = await control.get(`${PATH}/heat?unit=minutes`);
  expect(body).toMatchObject({ unit: "minutes", columnMs: 60_000, slices: 256, nowMs: expect.any(Number) });
  const { columns } = body as {
    columns: { startMs: number; slices: [number, number, number][]; keys: { key: string; ru: number }[] }[];
  };
  const spent = columns.flatMap(({ slices }) => slices);
  expect(new Set(spent.map(([slice]) => slice)).size).toBe(4);
  const keys = columns.flatMap((column) => column.keys);
  expect([...new Set(keys.map(({ key }) => key))].sort()).toEqual(
    [0, 1, 2, 3].map((i) => JSON.stringify([`key${i}`])),
  );
  const total = (numbers: number[]) => numbers.reduce((a, b) => a + b);
  expect(total(keys.map(({ ru }) => ru))).toBeCloseTo(total(spent.map(([, ru]) => ru)), 0);
  expect((await control.get(`${PATH}/heat?unit=minutes&since=${body.nowMs + 60_000}`)).body.columns).toEqual(
    [],
  );
  const { body: stored } = await control.get(`${PATH}/heat?unit=minutes&storage=true`);
  const bytes = (stored as { columns: { storage: number[] }[] }).columns.at(-1)!.storage;
  expect(bytes.length).toBe(256);
  const { partitions } = (await control.get(`${PATH}/partitions`)).body as {
    partitions: { storageBytes: number }[];
  };
  // Each slice is rounded.
  const held = total(partitions.map(({ storageBytes }) => storageBytes));
  expect(Math.abs(total(bytes) - held)).toBeLessThan(128);
  expect((await control.get(`${PATH}/heat?storage=yes`)).status).toBe(400);
  expect((await control.get(`${PATH}/heat?unit=days`)).status).toBe(400);
  expect((await control.get(`${PATH}/heat?since=yesterday`)).status).toBe(400);
});

test("it tells which server it is, and what the key may do", async () => {
  const { body } = await control.get("server");
  expect(body).toMatchObject({ version: PRODUCT_VERSION, access: "full", inMemory: true });
});

test("it tells one container as it tells all, and finds the largest keys only if asked", async () => {
  const { body } = await control.get("containers");
  const { usedRuPerSecond: _, ...figures } = (body as { containers: Record<string, unknown>[] })
    .containers[0]!;
  expect((await control.get(PATH)).body).toMatchObject(figures);
  expect((await control.get(`${PATH}-none`)).status).toBe(404);
  const keys = (await control.get(`${PATH}/keys?largest=false`)).body as Record<string, unknown[]>;
  expect(keys.largest).toEqual([]);
  expect(keys.consumers!.length).toBe(4);
});

test("it tells the words of queries", async () => {
  const { body } = await control.get("query-words");
  expect(body.keywords).toContain("SELECT");
  expect(body.functions).toEqual(expect.arrayContaining(["ARRAY_CONTAINS", "COUNT", "RRF"]));
});

test("a container read shows statistics when it is asked for them", async () => {
  const plain = await container.read();
  expect(plain.resource).not.toHaveProperty("statistics");
  const { resource } = await container.read({
    initialHeaders: { "x-ms-documentdb-populatepartitionstatistics": "true" },
  });
  const { statistics } = resource as unknown as {
    statistics: { documentCount: number; partitionKeys: { partitionKey: string[] }[] }[];
  };
  expect(statistics.map(({ documentCount }) => documentCount).reduce((a, b) => a + b)).toBe(40);
  expect(
    statistics.flatMap(({ partitionKeys }) => partitionKeys.map((key) => key.partitionKey[0])).sort(),
  ).toEqual(["key0", "key1", "key2", "key3"]);
});

test("the throttle mode is switched while the container serves", async () => {
  expect((await control.put(`${PATH}/throttle`, { mode: "enforce" })).body).toEqual({ mode: "enforce" });
  expect((await control.put(`${PATH}/throttle`, { mode: "never" })).status).toBe(400);
  expect((await control.get(`${PATH}/throttle`)).body).toEqual({ mode: "enforce" });
  await control.put(`${PATH}/throttle`, { mode: "observe" });
});

test("throughput buckets cap the requests that name them, and no others", async () => {
  const buckets = [{ id: 2, maxThroughputPercentage: 1 }];
  expect((await control.put(`${PATH}/buckets`, { buckets })).body).toEqual({ buckets });
  expect((await control.put(`${PATH}/buckets`, { buckets: [{ id: 9 }] })).status).toBe(400);
  await control.put(`${PATH}/throttle`, { mode: "enforce" });
  const impatient = server.orrery.client({
    connectionPolicy: {
      retryOptions: { maxRetryAttemptCount: 0, fixedRetryIntervalInMilliseconds: 0, maxWaitTimeInSeconds: 0 },
    },
  });
  const write = (throughputBucket?: number) =>
    impatient
      .database(DATABASE)
      .container("c")
      .items.upsert(
        { id: "large", pk: "key0", text: "x".repeat(1_000_000) },
        { ...(throughputBucket && { throughputBucket }) },
      );
  // One percent of 6,000 RU/s is a tenth of what such a write costs: the next has to wait for seconds.
  await write(2);
  await expect(write(2)).rejects.toMatchObject({ code: 429, substatus: 3212 });
  expect((await write()).statusCode).toBe(200);
  impatient.dispose();
  await container.item("large", "key0").delete();
  await control.put(`${PATH}/throttle`, { mode: "observe" });
  await control.put(`${PATH}/buckets`, { buckets: [] });
});

test("partitions are split, merged, and their throughput is moved", async () => {
  const split = await control.post(`${PATH}/partitions/0/split`, { at: "data" });
  expect(split.body.created).toEqual(["2", "3"]);
  expect((await control.post(`${PATH}/partitions/0/split`)).status).toBe(410);
  const moved = await control.post(`${PATH}/redistribute`, { targets: { 1: 8_000 } });
  expect(moved.body.partitions.map(({ ruPerSecond }: { ruPerSecond: number }) => ruPerSecond)).toEqual([
    2_000, 2_000, 8_000,
  ]);
  expect((await control.post(`${PATH}/merge`, { partitions: ["3", "1"] })).status).toBe(409);
  const merged = await control.post(`${PATH}/merge`, { partitions: ["2", "3"] });
  expect(merged.body.created).toEqual(["4"]);
  const even = await control.post(`${PATH}/redistribute`);
  expect(even.body.partitions.map(({ ruPerSecond }: { ruPerSecond: number }) => ruPerSecond)).toEqual([
    6_000, 6_000,
  ]);
  const { resources } = await container.items.readAll().fetchAll();
  expect(resources).toHaveLength(40);
});

test("the clock goes forward on command, and clients are still let in", async () => {
  const before = await control.get("clock");
  expect(before.body.controllable).toBe(true);
  const after = await control.post("clock", { advanceMs: 3_600_000 });
  expect(after.body.aheadMs).toBe(3_600_000);
  const { resource } = await container.items.create({ id: "late", pk: "key0" });
  expect(resource!._ts).toBeGreaterThanOrEqual(Date.parse(before.body.now) / 1000 + 3_599);
  expect((await control.post("clock", { advanceMs: -1 })).status).toBe(400);
  expect((await control.post("clock", { advanceMs: 1e300 })).status).toBe(400);
});

test.each([
  ["PUT", `${PATH}/throttle`, {}],
  ["PUT", `${PATH}/throttle`, { mode: "enforce", until: 5 }],
  ["PUT", `${PATH}/buckets`, { buckets: [{ id: "1", maxThroughputPercentage: 20 }] }],
  ["PUT", `${PATH}/buckets`, { buckets: [{ id: 1 }] }],
  ["PUT", `${PATH}/buckets`, { buckets: [{ id: 1, maxThroughputPercentage: 20, name: "x" }] }],
  ["POST", `${PATH}/partitions/1/split`, { epk: 5 }],
  ["POST", `${PATH}/partitions/1/split`, { epk: null }],
  ["POST", `${PATH}/partitions/1/split`, { epk: "30", at: "data" }],
  ["POST", `${PATH}/partitions/1/split`, { key: "30" }],
  ["POST", `${PATH}/merge`, { partitions: [null, {}] }],
  ["POST", `${PATH}/merge`, { partitions: ["1"] }],
  ["POST", `${PATH}/merge`, { partitions: ["1", "1"] }],
  ["POST", `${PATH}/redistribute`, { target: { 1: 8_000 } }],
  ["POST", `${PATH}/redistribute`, { targets: null }],
  ["POST", `${PATH}/redistribute`, { targets: { 1: "8000" } }],
  ["POST", "clock", { advanceMs: "1" }],
])("%s %s with %j is malformed, and changes nothing", async (method, path, body) => {
  const before = (await control.get(`${PATH}/partitions`)).body.partitions;
  const answer = await control.send(method, path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).not.toMatch(/NaN|undefined/);
  const after = (await control.get(`${PATH}/partitions`)).body.partitions;
  const shape = ({ id, ruPerSecond }: { id: string; ruPerSecond: number }) => [id, ruPerSecond];
  expect(after.map(shape)).toEqual(before.map(shape));
});

test("what is of a container's own throughput is refused where it shares its database's", async () => {
  const { database } = await client.databases.create({ id: "shared", throughput: 20_000 });
  await database.containers.create({ id: "s", partitionKey: "/pk" });
  const path = "dbs/shared/colls/s";
  const buckets = [{ id: 1, maxThroughputPercentage: 20 }];
  expect((await control.put(`${path}/buckets`, { buckets })).status).toBe(409);
  expect((await control.post(`${path}/redistribute`)).status).toBe(409);
  expect((await control.get(`${path}/buckets`)).body).toEqual({ buckets: [] });
  await database.delete();
});

test("figures are whole hundredths of request units", async () => {
  const { database } = await client.databases.create({ id: "thirds" });
  await database.containers.create({ id: "t", partitionKey: "/pk", throughput: 15_000 });
  const path = "dbs/thirds/colls/t";
  const items = database.container("t").items;
  for (let i = 0; i < 30; i++) await items.upsert({ id: "one", pk: "a", n: i });
  await control.post(`${path}/redistribute`, { targets: { 1: 3_333.33 } });
  const { body } = await control.get(`${path}/partitions`);
  const { body: history } = await control.get(`${path}/history`);
  const { body: keys } = await control.get(`${path}/keys`);
  const figures: number[] = [];
  for (const { ruPerSecond, thisMinute } of body.partitions) figures.push(ruPerSecond, thisMinute.ru);
  for (const { points } of history.partitions) for (const { ru } of points) figures.push(ru);
  for (const { count, error } of keys.consumers) figures.push(count, error);
  expect(figures.length).toBeGreaterThan(6);
  for (const figure of figures) expect(figure).toBe(Number(figure.toFixed(2)));
  await database.delete();
});

test("partitions that are no neighbours cannot be merged, and one that never was cannot be split", async () => {
  const [, last] = (await control.get(`${PATH}/partitions`)).body.partitions;
  const { created } = (await control.post(`${PATH}/partitions/${last.id}/split`)).body;
  const [first, , third] = (await control.get(`${PATH}/partitions`)).body.partitions;
  const merge = (...partitions: string[]) => control.post(`${PATH}/merge`, { partitions, force: true });
  expect((await merge(first.id, third.id)).status).toBe(409);
  expect((await merge(...created)).status).toBe(200);
  const never = await control.post(`${PATH}/partitions/99/split`);
  expect([never.status, never.body.message]).toEqual([410, expect.stringContaining("never had")]);
});

test("another method than a path has is not allowed", async () => {
  const answer = await control.send("DELETE", `${PATH}/buckets`);
  expect(answer.status).toBe(405);
  expect(answer.body.message).toContain("but GET and PUT.");
});

test("what it does not have it refuses, and who has no key", async () => {
  expect((await control.get("nothing")).status).toBe(404);
  expect((await control.get(`dbs/${DATABASE}/colls/other/partitions`)).status).toBe(404);
  const stranger = new ControlClient({
    endpoint: server.orrery.endpoint,
    key: Buffer.from("no").toString("base64"),
  });
  expect((await stranger.get("containers")).status).toBe(401);
});
