/** Queries on everything that is not an item: one language for all of them. */
import { PermissionMode, TriggerOperation, TriggerType } from "@azure/cosmos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE, TestServer } from "../harness/test-server.ts";
import { allPages, rawQueryFeed } from "./raw-queries.ts";

let server: TestServer;

const CONTAINER = `dbs/${DATABASE}/colls/b`;
const FEEDS: readonly (readonly [string, string, readonly string[]])[] = [
  ["databases", "dbs", ["other", DATABASE]],
  ["containers", `dbs/${DATABASE}/colls`, ["a", "b", "c"]],
  ["users", `dbs/${DATABASE}/users`, ["ann", "bob", "cyd"]],
  ["permissions", `dbs/${DATABASE}/users/ann/permissions`, ["all", "read"]],
  ["stored procedures", `${CONTAINER}/sprocs`, ["add", "drop"]],
  ["triggers", `${CONTAINER}/triggers`, ["after", "before"]],
  ["user-defined functions", `${CONTAINER}/udfs`, ["half", "twice"]],
  ["conflicts", `${CONTAINER}/conflicts`, []],
];

beforeAll(async () => {
  server = await TestServer.start({ isClientInProcess: true });
  const client = server.orrery.client();
  await client.databases.create({ id: "other" });
  for (const id of ["a", "b", "c"])
    await server.createContainer(id, { partitionKey: { paths: ["/pk"], version: 2 }, partitions: 1 });
  for (const id of ["ann", "bob", "cyd"]) await server.database.users.create({ id });
  const resource = CONTAINER;
  const { permissions } = server.database.user("ann");
  await permissions.create({ id: "all", permissionMode: PermissionMode.All, resource });
  await permissions.create({ id: "read", permissionMode: PermissionMode.Read, resource });
  const { scripts } = server.database.container("b");
  const body = "function () {}";
  for (const id of ["add", "drop"]) await scripts.storedProcedures.create({ id, body });
  for (const id of ["half", "twice"]) await scripts.userDefinedFunctions.create({ id, body });
  const triggerOperation = TriggerOperation.All;
  await scripts.triggers.create({ id: "before", body, triggerOperation, triggerType: TriggerType.Pre });
  await scripts.triggers.create({ id: "after", body, triggerOperation, triggerType: TriggerType.Post });
});

afterAll(() => server.stop());

describe.each(FEEDS)("%s", (_, path, ids) => {
  it("are answered whole, and as their list has them", async () => {
    const { rows, status } = await rawQueryFeed(server, path, { text: "SELECT * FROM r" });
    expect(status).toBe(200);
    const list = JSON.parse((await server.raw.send("GET", `/${path}`)).text) as Record<string, unknown>;
    const listed = Object.values(list).find(Array.isArray) as { id: string; _token?: string }[];
    expect(rows.map(withoutToken)).toEqual(listed.map(withoutToken));
    expect(listed.map(({ id }) => id).sort()).toEqual(ids);
  });

  it("are filtered, ordered and counted", async () => {
    const query = async (text: string, value?: unknown) =>
      (await rawQueryFeed(server, path, { text, parameters: [{ name: "@v", value }] })).rows;
    for (const id of ids)
      expect(await query("SELECT VALUE r.id FROM root r WHERE r.id = @v", id)).toEqual([id]);
    expect(await query("SELECT VALUE r.id FROM r ORDER BY r.id DESC")).toEqual([...ids].reverse());
    expect(await query("SELECT TOP 1 VALUE r.id FROM r ORDER BY r.id")).toEqual(ids.slice(0, 1));
    expect(await query("SELECT VALUE COUNT(1) FROM r")).toEqual([ids.length]);
    expect(await query("SELECT VALUE r.id FROM r WHERE r.id = @v", "none")).toEqual([]);
  });

  it("come in pages", async () => {
    const { rows, pages } = await allPages((headers) =>
      rawQueryFeed(server, path, {
        text: "SELECT VALUE r.id FROM r ORDER BY r.id",
        headers: { "x-ms-max-item-count": "1", ...headers },
      }),
    );
    expect(rows).toEqual(ids);
    expect(pages.length).toBeGreaterThanOrEqual(ids.length);
  });

  it("refuse a bad query", async () => {
    const { status, body } = await rawQueryFeed(server, path, { text: "SELECT * frm r" });
    expect(status).toBe(400);
    expect(body.message).toContain("SC1001");
  });
});

/** A permission's token is made anew with every answer. */
function withoutToken(resource: unknown): unknown {
  const { _token, ...rest } = resource as { _token?: string };
  return rest;
}

describe("offers", () => {
  it("are found by what they belong to", async () => {
    const { resource } = await server.database.container("b").read();
    const client = server.orrery.client();
    for (const [where, value] of [
      ["root.resource = @v", resource!._self],
      ["root.offerResourceId = @v", resource!._rid],
    ]) {
      const { resources } = await client.offers
        .query({ query: `SELECT * FROM root WHERE ${where}`, parameters: [{ name: "@v", value: value! }] })
        .fetchAll();
      expect(resources).toHaveLength(1);
      expect(resources[0]).toMatchObject({ offerResourceId: resource!._rid, resource: resource!._self });
    }
  });

  it("are counted and summed", async () => {
    const { rows } = await rawQueryFeed(server, "offers", {
      text: "SELECT COUNT(1) AS offers, SUM(o.content.offerThroughput) AS throughput FROM o",
    });
    expect(rows).toEqual([{ offers: 3, throughput: 18_000 }]);
  });

  it("refuse a bad query", async () => {
    expect((await rawQueryFeed(server, "offers", { text: "SELECT" })).status).toBe(400);
  });
});

describe("conflicts", () => {
  it("are asked of one key, or of all with leave", async () => {
    const path = `${CONTAINER}/conflicts`;
    const alone = { "x-ms-documentdb-query-enablecrosspartition": "false" };
    const status = async (headers: Record<string, string>) =>
      (await rawQueryFeed(server, path, { text: "SELECT * FROM r", headers })).status;
    expect(await status(alone)).toBe(400);
    expect(await status({ ...alone, "x-ms-documentdb-partitionkey": '["a"]' })).toBe(200);
    expect(await status({})).toBe(200);
  });

  it.each(["GET", "DELETE"])("are not there to %s", async (method) => {
    expect((await server.raw.send(method, `/${CONTAINER}/conflicts/one`)).status).toBe(404);
    expect((await server.raw.send(method, `/dbs/${DATABASE}/colls/none/conflicts/one`)).status).toBe(404);
  });
});

describe("through the SDK", () => {
  it("every kind answers a query", async () => {
    const client = server.orrery.client();
    const { scripts, conflicts } = server.database.container("b");
    const text = { query: "SELECT VALUE r.id FROM r ORDER BY r.id" };
    const answers = [
      client.databases.query(text),
      server.database.containers.query(text),
      server.database.users.query(text),
      server.database.user("ann").permissions.query(text),
      scripts.storedProcedures.query(text),
      scripts.triggers.query(text),
      scripts.userDefinedFunctions.query(text),
      conflicts.query(text),
    ];
    for (const [i, answer] of answers.entries()) {
      const { resources } = await answer.fetchAll();
      expect(resources).toEqual(FEEDS[i]![2]);
    }
  });
});
