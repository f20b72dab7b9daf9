/** Two containers exchange their names under a running client of the published SDK. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../harness/test-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function exchange(name: string, other: string): Promise<void> {
  const { status } = await server.control.post(`dbs/test/colls/${name}/exchange`, { with: other });
  expect(status).toBe(200);
}

test("a running client goes on: it writes, queries all of it, and reads by the new key", async () => {
  const carts = await server.createContainer("carts", { partitionKey: "/customer", partitions: 1 });
  await server.createContainer("carts-new", { partitionKey: "/region", partitions: 3 });
  // It knows the key, and the one range, by now.
  await carts.items.create({ id: "1", customer: "ada", region: "north" });
  const copy = server.connect().database("test").container("carts-new");
  for (let i = 1; i <= 9; i++) {
    await copy.items.upsert({ id: `${i}`, customer: "ada", region: `r${i}` });
  }
  await exchange("carts", "carts-new");
  await carts.items.create({ id: "late", customer: "bob", region: "south" });
  await carts.items.upsert({ id: "late", customer: "bob", region: "south", n: 2 });
  const { resource } = await carts.item("late", "south").read();
  expect(resource).toMatchObject({ customer: "bob", n: 2 });
  const { resources } = await carts.items.query("SELECT VALUE c.id FROM c ORDER BY c.id").fetchAll();
  expect(resources).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "late"]);
  const old = server.connect().database("test").container("carts-new");
  expect((await old.items.query("SELECT VALUE c.id FROM c").fetchAll()).resources).toEqual(["1"]);
});

test("a client that names the resource id is told to read it again", async () => {
  await server.createContainer("a");
  const other = await server.createContainer("b");
  await server.raw.send("POST", "/dbs/test/colls/a/docs", { body: { id: "1", pk: "x" } });
  const { resource } = await other.read();
  const intended = { "x-ms-cosmos-intended-collection-rid": resource!._rid };
  const read = () =>
    server.raw.send("POST", "/dbs/test/colls/b/docs", {
      body: { id: "2", pk: "x" },
      headers: { ...intended, "x-ms-documentdb-partitionkey": '["x"]', "x-ms-documentdb-is-upsert": "true" },
    });
  expect((await read()).status).toBe(201);
  await exchange("a", "b");
  const refused = await read();
  expect([refused.status, refused.headers["x-ms-substatus"]]).toEqual([400, "1024"]);
});

test("writers that are held wait, and a hold is given back", async () => {
  const container = await server.createContainer("held");
  const path = "dbs/test/colls/held";
  const { body } = await server.control.post(`${path}/hold`, { forMs: 60_000 });
  const writing = container.items.create({ id: "1", pk: "x" });
  expect((await container.items.query("SELECT VALUE COUNT(1) FROM c").fetchAll()).resources).toEqual([0]);
  expect((await server.control.post(`${path}/release`, body)).body).toEqual({ released: true });
  expect((await writing).statusCode).toBe(201);
  const late = await server.control.post(`${path}/exchange`, { with: "a", hold: body.hold });
  expect(late.status).toBe(409);
});
