/** Advice through the control API: started, looked at, given up, bounded. */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

const PATH = "dbs/test/colls/orders/advice";
const WORKLOAD = `operations:
  - do: create
    perSecond: 200
  - do: query
    text: SELECT * FROM c WHERE c.customer = @customer
    perSecond: 100
`;

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
  const container = await server.createContainer("orders", { partitionKey: "/status" });
  await server.createContainer("empty");
  for (let i = 0; i < 120; i++) {
    await container.items.create({ id: `o${i}`, customer: `c${i % 60}`, status: i % 5 ? "paid" : "new" });
  }
});
afterAll(() => server.stop());

async function ended() {
  for (;;) {
    const { body } = await server.control.get(PATH);
    if (body.state !== "running") return body;
    await setTimeout(50);
  }
}

test("advice on a workload has the form of the command's, and a page", async () => {
  expect((await server.control.get(PATH)).body).toMatchObject({ state: "none", advice: null });
  expect((await server.control.get(`${PATH}/report`)).status).toBe(404);
  const terms = { workload: WORKLOAD, scale: { itemsPerDay: 1e6 }, replays: 1, replaySeconds: 5 };
  const started = await server.control.post(PATH, terms);
  expect(started).toMatchObject({ status: 200, body: { state: "running", error: null } });
  expect((await server.control.post(PATH, terms)).status).toBe(409);
  const { state, advice, part } = await ended();
  expect({ state, part }).toEqual({ state: "done", part: 1 });
  expect(advice.candidates[0]).toMatchObject({ key: ["/customer"], strategy: null });
  expect(advice.candidates[0].replay.charges).not.toHaveLength(0);
  expect(advice).toMatchObject({ items: { count: 120 }, traffic: { source: "declared" } });
  expect(advice.scale.itemsPerDay).toBe(1e6);
  const page = await server.control.ask("GET", `${PATH}/report`);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  expect(await page.text()).toMatch(/^<!doctype html>/i);
});

test("advice on what is being recorded", async () => {
  expect((await server.control.post(PATH, { traffic: "recording" })).status).toBe(409);
  await server.control.post("recording");
  const { items } = server.database.container("orders");
  for (let i = 0; i < 20; i++) {
    await items
      .query({
        query: "SELECT * FROM c WHERE c.customer = @c",
        parameters: [{ name: "@c", value: `c${i}` }],
      })
      .fetchAll();
  }
  const counted = await server.control.get(PATH.replace(/advice$/, "recording"));
  expect(counted.body).toEqual({ recording: true, operations: expect.any(Number) });
  expect(counted.body.operations).toBeGreaterThan(0);
  await server.control.post(PATH, { traffic: "recording", replays: 0 });
  const { advice } = await ended();
  expect(advice.traffic).toMatchObject({ source: "recorded", operations: [{ kind: "query" }] });
  await server.control.send("DELETE", "recording");
});

test("it can be given up, and is forgotten", async () => {
  await server.control.post(PATH, { replays: 10, replaySeconds: 110 });
  const given = await server.control.send("DELETE", PATH);
  expect(given).toMatchObject({ status: 200, body: { state: "none" } });
  expect((await server.control.get(PATH)).body.state).toBe("none");
});

test("no more than two at a time", async () => {
  for (const id of ["second", "third"]) {
    const { items } = await server.createContainer(id, { partitions: 1 });
    await items.create({ id: "1", pk: "1" });
  }
  const [first, second] = [PATH, "dbs/test/colls/second/advice"];
  await server.control.post(first, { replays: 10, replaySeconds: 110 });
  await server.control.post(second, {});
  const third = await server.control.post("dbs/test/colls/third/advice", {});
  expect(third).toMatchObject({ status: 409, body: { message: expect.stringContaining("under way") } });
  for (const path of [first, second]) await server.control.send("DELETE", path);
});

test("an empty container cannot be judged", async () => {
  const { status, body } = await server.control.post("dbs/test/colls/empty/advice");
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: expect.stringContaining("There are no items to judge by."),
  });
});

test.each([
  [{ items: 0 }, "'items' must be a whole number from 1 to 1000000, not 0."],
  [{ replays: 11 }, "'replays' must be a whole number from 0 to 10, not 11."],
  [{ replaySeconds: 1.5 }, "'replaySeconds' must be a whole number from 5 to 110, not 1.5."],
  [{ workload: "operations: 7" }, "'workload' must have a list of 1 to 100 'operations'."],
  [{ workload: "a", traffic: "recording" }, "Give 'traffic' or 'workload', not both."],
  [{ scale: { speed: 1 } }, "The scale has 'speed'"],
  [{ traffic: "file" }, "'traffic' must be 'recording'"],
  [{ workload: "x".repeat(65_537) }, "'workload' must have at most 65536 characters, not 65537."],
])("refuses terms that cannot be, %#", async (terms, message) => {
  const { status, body } = await server.control.post(PATH, terms);
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: expect.stringContaining(message),
  });
});
