/** A move in place, by the control API: the server does it itself, and the container keeps its name. */
import { setTimeout } from "node:timers/promises";
import type { Container } from "@azure/cosmos";
import { repartition } from "orrerydb/repartition";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ControlAnswer } from "../harness/control-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { TestServer } from "../harness/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const PATIENT = { maxLagMs: 600_000 };
const move = (name: string, action = "") => `dbs/test/colls/${name}/repartition${action && `/${action}`}`;

async function source(name: string, of = server): Promise<Container> {
  const container = await of.createContainer(name, {
    partitionKey: "/customer",
    partitions: 2,
    changeFeedPolicy: { retentionDuration: 60 },
  });
  for (let i = 0; i < 60; i++) await container.items.create(item(i));
  return container;
}

function item(i: number) {
  return { id: `i${i}`, customer: `c${i % 7}`, region: `r${i % 5}` };
}

/** Waits until it is in a state and nothing is under way. */
async function until(name: string, state: string, of = server) {
  for (;;) {
    const { body } = await of.control.get(move(name));
    if (body.state === "failed") expect(body.error).toBe(state);
    if (body.state === state && body.action?.outcome !== "running" && body.lagMs === 0) return body;
    await setTimeout(50);
  }
}

async function act(name: string, action: string, terms: object = {}): Promise<ControlAnswer> {
  return server.control.post(move(name, action), terms);
}

async function keyPaths(name: string, of = server): Promise<readonly string[]> {
  return (await of.connect().database("test").container(name).read()).resource!.partitionKey!.paths;
}

async function ids(name: string): Promise<string[]> {
  const { items } = server.connect().database("test").container(name);
  return (await items.query<string>("SELECT VALUE c.id FROM c").fetchAll()).resources.sort();
}

test("from start to completion, there and back, while it is written to", async () => {
  const container = await source("orders");
  expect((await server.control.get(move("orders"))).body).toEqual({ state: "none", can: ["start"] });
  const planned = await act("orders", "plan", { key: ["/region"] });
  expect(planned.body).toMatchObject({
    to: "orders-repartition",
    items: 60,
    mode: "allVersions",
    warnings: [],
  });
  const started = await server.control.post(move("orders"), { key: ["/region"], maxRu: 100_000 });
  expect(started).toMatchObject({ status: 200, body: { state: "copying", to: "orders-repartition" } });
  expect((await server.control.post(move("orders"), { key: ["/region"] })).status).toBe(409);
  expect(await until("orders", "following")).toMatchObject({
    key: ["/region"],
    strategy: null,
    ranges: 2,
    rangesCopied: 2,
    total: 60,
    isCutOver: false,
    problems: [],
    can: ["verify", "cut-over", "pause", "cancel"],
  });
  await container.items.create(item(60));
  await container.item("i3", "c3").delete();
  await act("orders", "verify");
  expect(await until("orders", "following")).toMatchObject({
    verification: { differences: 0 },
    action: { action: "verify", outcome: "done", error: null },
  });
  expect((await act("orders", "cut-over", PATIENT)).body.state).toBe("cuttingOver");
  expect(await until("orders", "following")).toMatchObject({
    isCutOver: true,
    switched: { exchanged: true, live: "orders" },
    can: ["verify", "roll-back", "pause", "complete"],
  });
  expect(await keyPaths("orders")).toEqual(["/region"]);
  expect((await act("orders", "cancel")).status).toBe(409);

  await server.connect().database("test").container("orders").items.create(item(61));
  await act("orders", "roll-back", PATIENT);
  expect(await until("orders", "following")).toMatchObject({ isCutOver: false });
  expect(await keyPaths("orders")).toEqual(["/customer"]);
  const expected = [...Array(62).keys()].filter((i) => i !== 3).map((i) => `i${i}`);
  expect(await ids("orders")).toEqual(expected.sort());

  await act("orders", "cut-over", PATIENT);
  await until("orders", "following");
  expect((await act("orders", "complete", { deleteFormer: true })).body.state).toBe("none");
  expect(await ids("orders")).toEqual(expected);
  await expect(keyPaths("orders-repartition")).rejects.toMatchObject({ code: 404 });
});

test("it is paused, resumed and cancelled, and the target deleted", async () => {
  await source("paused");
  const strategy = {
    format: 1,
    kind: "hashSuffix",
    from: ["/region"],
    of: ["/id"],
    suffixes: 3,
    into: "/partitionKey",
    separator: "-",
    partitionKeyVersion: 2,
  };
  await server.control.post(move("paused"), { strategy, to: "spread" });
  await until("paused", "following");
  expect((await act("paused", "pause")).body).toMatchObject({
    state: "paused",
    strategy: { suffixes: 3 },
    can: ["resume", "cancel"],
  });
  expect((await act("paused", "verify")).status).toBe(409);
  await act("paused", "resume");
  await until("paused", "following");
  expect((await act("paused", "cancel", { deleteTarget: true })).body.state).toBe("none");
  await expect(keyPaths("spread")).rejects.toMatchObject({ code: 404 });
  expect(await keyPaths("paused")).toEqual(["/customer"]);
});

test("a cut-over that is refused says why, and following goes on", async () => {
  const container = await server.createContainer("plain", { partitionKey: "/customer" });
  await container.items.create(item(1));
  await server.control.post(move("plain"), { key: ["/region"] });
  await until("plain", "following");
  await act("plain", "cut-over");
  expect(await until("plain", "following")).toMatchObject({
    action: { action: "cut-over", outcome: "refused", error: expect.stringContaining("stop the writers") },
  });
  await container.delete();
  expect((await server.control.get(move("plain"))).status).toBe(404);
});

test.each([
  [{}, 409, "Say which key the target is to have"],
  [{ key: ["/region"], strategy: {} }, 409, "not both"],
  [{ key: ["/region"], maxRu: 0 }, 400, "'maxRu' must be from 1"],
  [{ key: "/region" }, 400, "'key' must be an array"],
  [{ key: ["/region"], to: "refusing" }, 409, "same container"],
])("refuses to start with %j", async (terms, status, message) => {
  await server.database.containers.createIfNotExists({ id: "refusing", partitionKey: "/customer" });
  const answer = await server.control.post(move("refusing"), terms);
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    status,
    message: expect.stringContaining(message),
  });
  expect((await server.control.get(move("refusing"))).body.state).toBe("none");
});

test("a server that is started again goes on", async () => {
  const options = { data: temporaryFolder("in-place") };
  const first = await TestServer.start(options);
  await source("kept", first);
  await first.control.post(move("kept"), { key: ["/region"] });
  await until("kept", "following", first);
  await first.stop();
  const second = await TestServer.start(options);
  try {
    await second.database.container("kept").items.create(item(60));
    await second.control.get(move("kept"));
    await until("kept", "following", second);
    await second.control.post(move("kept", "cut-over"), PATIENT);
    expect(await until("kept", "following", second)).toMatchObject({ isCutOver: true, total: 61 });
    expect(await keyPaths("kept", second)).toEqual(["/region"]);
  } finally {
    await second.stop();
  }
});

test("reads are mirrored while the server follows", async () => {
  const container = await source("mirrored");
  await server.control.post(move("mirrored"), { key: ["/region"] });
  await until("mirrored", "following");
  const { endpoint, key } = server.orrery;
  const place = (name: string) => ({ endpoint, key, database: "test", container: name });
  const stop = new AbortController();
  let compared = 0;
  const watcher = await repartition({
    from: place("mirrored"),
    to: place("mirrored-repartition"),
    onProgress: ({ items }) => {
      compared = items;
    },
  });
  const mirroring = watcher.mirror({ share: 1, signal: stop.signal });
  await expect.poll(async () => (await server.control.get("recording")).body.recording).toBe(true);
  await container.items.create(item(100));
  await container.item("i100", "c2").read();
  await container.items.query("SELECT * FROM c WHERE c.region = 'r0'").fetchAll();
  await expect.poll(() => compared).toBeGreaterThanOrEqual(2);
  stop.abort();
  expect(await mirroring).toMatchObject({ differing: 0, failed: 0 });
  watcher.dispose();
});
