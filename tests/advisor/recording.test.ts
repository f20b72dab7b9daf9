/** Traffic that a server records, by the control API and by the command, and advice on it. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Container } from "@azure/cosmos";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runToEnd, spawnCommand } from "../harness/server-process.ts";
import { TestServer } from "../harness/test-server.ts";

let server: TestServer;
let folder: string;
let container: Container;

beforeAll(async () => {
  server = await TestServer.start();
  folder = await mkdtemp(join(tmpdir(), "orrery-recording-"));
  container = await server.createContainer("orders", { partitionKey: "/customer", partitions: 2 });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function useIt(id: string): Promise<void> {
  const item = { id, customer: "c1", region: "r1", nested: { n: 1, list: [1] }, text: "x".repeat(300) };
  await container.items.create(item);
  await container.item(id, "c1").read();
  await container.items.query("SELECT * FROM c WHERE c.customer = 'c1'", { partitionKey: "c1" }).fetchAll();
  await container.items.batch(
    [{ operationType: "Upsert", resourceBody: { id: `${id}-2`, customer: "c1" } }],
    "c1",
  );
  await container.item(id, "c1").delete();
}

test("operations are recorded with what could be keys, until it ends", async () => {
  expect((await server.control.post("recording")).body).toMatchObject({ recording: true });
  expect((await server.control.post("recording")).status).toBe(409);
  await useIt("1");
  const { body } = await server.control.get("recording");
  expect(body).toMatchObject({ recording: true, dropped: 0 });
  const common = { at: expect.any(Number), container: "test/orders", charge: expect.any(Number) };
  const item = { id: "1", customer: "c1", region: "r1", nested: { n: 1 } };
  const by = ["/id", "/customer"];
  expect(body.operations).toEqual([
    { ...common, do: "create", status: 201, item, by, bytes: expect.any(Number) },
    { ...common, do: "read", status: 200, item, by, bytes: expect.any(Number) },
    {
      ...common,
      do: "query",
      status: 200,
      text: "SELECT * FROM c WHERE c.customer = @text1",
      parameters: { "@text1": "c1" },
    },
    {
      ...common,
      do: "batch",
      status: 200,
      item: { id: "1-2", customer: "c1" },
      others: [],
      bytes: expect.any(Number),
    },
    { ...common, do: "delete", status: 204, item, by, bytes: expect.any(Number) },
  ]);
  expect(body.operations.every(({ charge }: { charge: number }) => charge > 0)).toBe(true);
  await server.control.send("DELETE", "recording");
  await useIt("2");
  const after = await server.control.get(`recording?from=${body.next}`);
  expect(after.body).toMatchObject({ recording: false, operations: [] });
});

test("the parts of a bulk are operations of their own, each with its charge", async () => {
  await server.control.post("recording");
  const partitionKey = "c7";
  const resourceBody = { id: "b1", customer: "c7", region: "r2" };
  await container.items.bulk([
    { operationType: "Create", partitionKey, resourceBody },
    { operationType: "Create", partitionKey, resourceBody: { ...resourceBody, id: "b2" } },
  ]);
  await container.items.bulk([
    { operationType: "Read", partitionKey, id: "b1" },
    {
      operationType: "Patch",
      partitionKey,
      id: "b1",
      resourceBody: { operations: [{ op: "set", path: "/region", value: "r3" }] },
    },
    { operationType: "Delete", partitionKey, id: "b2" },
    { operationType: "Delete", partitionKey, id: "never there" },
  ]);
  const { operations } = (await server.control.get("recording")).body;
  await server.control.send("DELETE", "recording");
  const told = operations.map(({ do: verb, item, status }: { do: string; item: object; status: number }) => ({
    ...item,
    verb,
    status,
  }));
  expect(told).toEqual([
    { ...resourceBody, verb: "create", status: 201 },
    { ...resourceBody, id: "b2", verb: "create", status: 201 },
    { ...resourceBody, verb: "read", status: 200 },
    { ...resourceBody, region: "r3", verb: "patch", status: 200 },
    { ...resourceBody, id: "b2", verb: "delete", status: 204 },
  ]);
  const read = operations.find((each: { do: string }) => each.do === "read");
  expect(read.charge).toBe(1);
});

test("the run of a stored procedure is a transaction over the items that it touched", async () => {
  await container.items.create({ id: "p1", customer: "c8", region: "r1" });
  await container.scripts.storedProcedures.create({
    id: "move",
    body: `function move(to) {
      const container = getContext().getCollection();
      const link = container.getAltLink();
      container.readDocument(link + "/docs/p1", (error, item) => {
        item.region = to;
        container.replaceDocument(link + "/docs/p1", item, () =>
          container.createDocument(link, { id: "p2", customer: "c8", region: "r1" }));
      });
    }`,
  });
  await server.control.post("recording");
  await container.scripts.storedProcedure("move").execute("c8", ["r9"]);
  const { operations } = (await server.control.get("recording")).body;
  await server.control.send("DELETE", "recording");
  expect(operations).toEqual([
    {
      at: expect.any(Number),
      container: "test/orders",
      do: "batch",
      procedure: "move",
      status: 200,
      charge: expect.any(Number),
      bytes: expect.any(Number),
      item: { id: "p1", customer: "c8", region: "r1" },
      others: [
        { id: "p1", customer: "c8", region: "r9" },
        { id: "p2", customer: "c8", region: "r1" },
      ],
    },
  ]);
});

test("a container that is made again has the key that it was made with", async () => {
  await server.control.post("recording");
  for (const partitionKey of ["/a", "/b"]) {
    const made = await server.createContainer("again", { partitionKey });
    await made.items.create({ id: "1", a: "x", b: "x" });
    await made.item("1", "x").read();
    await made.delete();
  }
  const { operations } = (await server.control.get("recording")).body;
  await server.control.send("DELETE", "recording");
  const reads = operations.filter((each: { do: string }) => each.do === "read");
  expect(reads.map(({ by }: { by: string[] }) => by)).toEqual([
    ["/id", "/a"],
    ["/id", "/b"],
  ]);
});

test("with a salt, texts cannot be read, and the same are still the same", async () => {
  await server.control.post("recording", { hash: true });
  await useIt("3");
  const { operations } = (await server.control.get("recording")).body;
  await server.control.send("DELETE", "recording");
  expect(JSON.stringify(operations)).not.toMatch(/c1|r1/);
  const [created, read, queried] = operations;
  expect(read.item.customer).toBe(created.item.customer);
  expect(queried.parameters["@text1"]).toBe(created.item.customer);
});

test("the command writes a file that advice takes", async () => {
  const out = join(folder, "traffic.ndjson");
  const { endpoint } = server.orrery;
  const child = spawnCommand(["record", "--endpoint", endpoint, "--out", out]);
  const ended = once(child, "close");
  while (!(await server.control.get("recording")).body.recording) await setTimeout(20);
  for (let i = 0; i < 8; i++) await useIt(`w${i}`);
  child.kill("SIGINT");
  expect((await ended)[0]).toBe(0);
  const lines = (await readFile(out, "utf8")).trim().split("\n");
  expect(lines).toHaveLength(8 * 5);
  const items = `${endpoint}/test/orders`;
  const { output, errors } = await runToEnd([
    ...["advise", "--items", items, "--traffic", out, "--json", "--replay-seconds", "5", "--replays", "1"],
  ]);
  const { traffic } = JSON.parse(output || errors);
  expect(traffic.source).toBe("recorded");
  expect(traffic.operations.map(({ kind }: { kind: string }) => kind)).toEqual([
    "create",
    "read",
    "query",
    "batch",
    "delete",
  ]);
}, 120_000);

test("the command ends when enough is recorded", async () => {
  const out = join(folder, "some.ndjson");
  const recorded = runToEnd([
    "record",
    "--endpoint",
    server.orrery.endpoint,
    "--out",
    out,
    "--operations",
    "5",
  ]);
  while (!(await server.control.get("recording")).body.recording) await setTimeout(20);
  await useIt("x");
  expect(await recorded).toMatchObject({ code: 0, output: `Recorded 5 operations in ${out}.\n` });
}, 60_000);

test("advice on what is not there is refused in a sentence", async () => {
  const { endpoint } = server.orrery;
  const missing = await runToEnd(["advise", "--items", `${endpoint}/test/nothing`]);
  expect(missing).toMatchObject({ code: 1, errors: `There is no container test/nothing on ${endpoint}.\n` });
  const out = join(folder, "nothing.ndjson");
  const unrecorded = await runToEnd(["advise", "--items", `${endpoint}/test/orders`, "--traffic", out]);
  expect(unrecorded).toMatchObject({
    code: 1,
    errors: `There is no file ${out}: 'orrery record --out ${out}' makes it.\n`,
  });
}, 60_000);
