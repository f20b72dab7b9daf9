/** Several nodes on one PostgreSQL: every node answers every request, and what one owns moves without an error. */
import { type Container, type CosmosClient, PermissionMode } from "@azure/cosmos";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { PostgresStore } from "../../packages/orrery/src/kv/postgres/postgres-store.ts";
import { beside } from "../harness/beside.ts";
import { PostgresServer } from "../harness/postgres-server.ts";
import { TestNode } from "./test-node.ts";

const postgres = await PostgresServer.start("several nodes on one PostgreSQL");

describe.skipIf(postgres === undefined)("on PostgreSQL", () => {
  let url: string;
  let nodes: TestNode[];

  async function start(count: number): Promise<TestNode[]> {
    const started = await Promise.all(Array.from({ length: count }, () => TestNode.start(url)));
    nodes.push(...started);
    return started;
  }

  async function make(client: CosmosClient, names: readonly string[]): Promise<void> {
    await client.databases.createIfNotExists({ id: "shop" });
    for (const id of names) await client.database("shop").containers.create({ id, partitionKey: "/pk" });
  }

  const at = (node: TestNode, name: string): Container => node.client.database("shop").container(name);

  beforeEach(async () => {
    url = await postgres!.newDatabase();
    nodes = [];
  });
  afterEach(() => Promise.all(nodes.map((node) => node.stop())));
  afterAll(() => postgres?.stop());

  test("every node answers every request, wherever the container is served", async () => {
    const [a, b] = (await start(2)) as [TestNode, TestNode];
    const names = ["orders", "carts", "items", "users"];
    await make(a.client, names);
    for (const name of names) {
      await at(a, name).items.create({ id: "1", pk: "x", by: "a" });
      await at(b, name).items.create({ id: "2", pk: "x", by: "b" });
      expect((await at(b, name).item("1", "x").read()).resource).toMatchObject({ by: "a" });
      expect((await at(a, name).item("2", "x").read()).resource).toMatchObject({ by: "b" });
      for (const node of [a, b]) {
        const { resources } = await at(node, name)
          .items.query("SELECT VALUE c.id FROM c ORDER BY c.id")
          .fetchAll();
        expect(resources).toEqual(["1", "2"]);
      }
    }
    // What comes in pieces arrives whole.
    const text = "long ".repeat(200_000);
    await at(a, "orders").items.create({ id: "3", pk: "x", text });
    await at(b, "carts").items.create({ id: "3", pk: "x", text });
    for (const name of ["orders", "carts"]) {
      for (const node of [a, b])
        expect((await at(node, name).item("3", "x").read()).resource.text).toBe(text);
    }
    await expect.poll(async () => (await a.owned()).length).toBe(2);
    expect((await b.owned()).length).toBe(2);
  });

  test("a resource token that one node has made is known to all of them at once", async () => {
    const [a, b] = (await start(2)) as [TestNode, TestNode];
    await make(a.client, ["c"]);
    await at(b, "c").items.create({ id: "1", pk: "x" });
    const { user } = await a.client.database("shop").users.create({ id: "u" });
    const definition = { id: "p", permissionMode: PermissionMode.Read, resource: at(a, "c").url };
    const { resource } = await user.permissions.create(definition);
    const { status } = await fetch(b.endpoint, {
      headers: {
        authorization: encodeURIComponent(resource!._token),
        "x-ms-date": new Date().toUTCString(),
        "x-ms-version": "2020-07-15",
      },
    });
    expect(status).toBe(200);
  });

  test("a container that is deleted and made again elsewhere is never used by its old definition", async () => {
    const [a, b] = (await start(2)) as [TestNode, TestNode];
    await make(a.client, ["c"]);
    for (let i = 0; i < 6; i++) {
      const [one, other] = i % 2 === 0 ? [a, b] : [b, a];
      const key = `/k${i}`;
      await at(one, "c").items.upsert({ id: "1", [`k${i - 1}`]: "x", pk: "x" });
      await at(other, "c").delete();
      await expect(at(one, "c").item("1", "x").read()).resolves.toMatchObject({ statusCode: 404 });
      await one.client.database("shop").containers.create({ id: "c", partitionKey: key });
      expect((await at(other, "c").read()).resource!.partitionKey!.paths).toEqual([key]);
      await at(other, "c").items.create({ id: "2", [`k${i}`]: "y" });
      expect((await at(one, "c").item("2", "y").read()).resource).toMatchObject({ id: "2" });
    }
  });

  test("what is above items is the same on every node at once", async () => {
    const [a, b] = (await start(2)) as [TestNode, TestNode];
    await make(a.client, ["one", "two", "three"]);
    const database = b.client.database("shop");
    await database.users.create({ id: "u" });
    await a.client
      .database("shop")
      .user("u")
      .permissions.create({ id: "p", permissionMode: "Read" as never, resource: "dbs/shop/colls/one" });
    expect((await database.user("u").permissions.readAll().fetchAll()).resources).toHaveLength(1);
    // Scripts and throughput belong to their container.
    await at(b, "two").scripts.storedProcedures.create({
      id: "s",
      body: "function () { getContext().getResponse().setBody(7); }",
    });
    expect((await at(a, "two").scripts.storedProcedure("s").execute("x")).resource).toBe(7);
    const { resource: offer } = await at(a, "three").readOffer();
    await b.client
      .offer(offer!.id!)
      .replace({ ...offer!, content: { ...offer!.content!, offerThroughput: 900 } });
    expect((await at(a, "three").readOffer()).resource!.content!.offerThroughput).toBe(900);
    // All of a database goes, wherever its containers are.
    await a.client.databases.create({ id: "other", throughput: 400 });
    await a.client.database("other").containers.create({ id: "shared", partitionKey: "/pk" });
    await b.client.database("other").container("shared").items.create({ id: "1", pk: "1" });
    await b.client.database("shop").delete();
    await a.client.database("other").delete();
    for (const node of [a, b]) {
      expect((await node.client.databases.readAll().fetchAll()).resources).toEqual([]);
      expect((await node.control.get("containers")).body.containers).toEqual([]);
    }
  });

  test("partitions are split and merged, names exchanged, from any node", async () => {
    const [a, b] = (await start(2)) as [TestNode, TestNode];
    await make(a.client, ["one", "two"]);
    for (let i = 0; i < 20; i++) await at(a, "one").items.create({ id: `${i}`, pk: `${i}`, name: "one" });
    await at(a, "two").items.create({ id: "0", pk: "0", name: "two" });
    for (const node of [a, b]) {
      const { body } = await node.control.get("dbs/shop/colls/one/partitions");
      const last = body.partitions.at(-1).id;
      expect((await node.control.post(`dbs/shop/colls/one/partitions/${last}/split`)).status).toBe(200);
    }
    const { body } = await b.control.get("dbs/shop/colls/one/partitions");
    expect(body.partitions).toHaveLength(3);
    const [left, right] = body.partitions.map(({ id }: { id: string }) => id);
    const merged = await a.control.post("dbs/shop/colls/one/merge", {
      partitions: [left, right],
      force: true,
    });
    expect(merged.status).toBe(200);
    expect((await b.control.post("dbs/shop/colls/one/exchange", { with: "two" })).status).toBe(200);
    for (const node of [a, b]) {
      expect((await at(node, "one").item("0", "0").read()).resource).toMatchObject({ name: "two" });
      expect((await at(node, "two").items.readAll().fetchAll()).resources).toHaveLength(20);
    }
  });

  test("nodes that come and go move what they own, and no client sees an error", async () => {
    const [a, b] = (await start(2)) as [TestNode, TestNode];
    const names = ["c0", "c1", "c2", "c3", "c4", "c5"];
    await make(a.client, names);
    let isOver = false;
    let slowestMs = 0;
    const acknowledged: string[] = [];
    const writers = names.map(async (name, writer) => {
      for (let i = 0; !isOver; i++) {
        const id = `${writer}-${i}`;
        const startMs = performance.now();
        const { status, text } = await [a, b][i % 2]!.raw.send("POST", `/dbs/shop/colls/${name}/docs`, {
          headers: { "x-ms-documentdb-partitionkey": '["x"]' },
          body: { id, pk: "x" },
        });
        if (status !== 201) throw new Error(`${status}: ${text}`);
        slowestMs = Math.max(slowestMs, performance.now() - startMs);
        acknowledged.push(`${name}/${id}`);
      }
    });
    const done = beside(Promise.all(writers));
    const [c] = (await start(1)) as [TestNode];
    await expect.poll(async () => (await c.owned()).length).toBe(2);
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 30);
    nodes.splice(nodes.indexOf(c), 1);
    await c.stop();
    // A node that was out of touch for a lease passes nothing on: then it is taken a little later.
    await expect
      .poll(async () => (await a.nodes()).map(({ containers }) => containers.length))
      .toEqual([3, 3]);
    const drained = (await b.nodes()).find(({ isThis }) => isThis)!.id;
    expect((await a.control.post(`nodes/${drained}/drain`)).status).toBe(200);
    await expect.poll(() => a.owned()).toEqual(names.map((name) => `shop/${name}`));
    const after = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(after + 30);
    isOver = true;
    await done;
    for (const name of names) {
      const { resources } = await at(b, name).items.query("SELECT VALUE c.id FROM c").fetchAll();
      const ids = acknowledged
        .filter((each) => each.startsWith(`${name}/`))
        .map((each) => each.split("/")[1]);
      expect(resources.sort()).toEqual(ids.sort());
    }
    if (process.env.ORRERY_NODE_LOG !== undefined) console.log(`slowest write ${slowestMs.toFixed(0)} ms`);
  });

  test("a server that wants the data to itself is refused while there are nodes, and the other way round", async () => {
    await start(1);
    await expect(PostgresStore.open({ url, durability: "disk" })).rejects.toMatchObject({ code: "locked" });
    await nodes.pop()!.stop();
    const alone = await PostgresStore.open({ url, durability: "disk" });
    await expect(TestNode.start(url)).rejects.toMatchObject({ code: "locked" });
    await alone.close();
    await start(1);
  });
});
