/** The stages of a move, as a program uses them. */
import type { Container } from "@azure/cosmos";
import { type Repartition, type RepartitionOptions, repartition } from "orrerydb/repartition";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContainerOptions, TestServer } from "../harness/test-server.ts";

let server: TestServer;
const moves: Repartition[] = [];

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(async () => {
  for (const move of moves) move.dispose();
  await server.stop();
});

/** A busy machine is no reason to refuse. */
const PATIENT = { maxLagMs: 600_000 };
const VERSIONS = { changeFeedPolicy: { retentionDuration: 60 } };

async function moveOf(name: string, options: Partial<RepartitionOptions> = {}): Promise<Repartition> {
  const { endpoint, key } = server.orrery;
  const place = (container: string) => ({ endpoint, key, database: "test", container });
  const move = await repartition({
    from: place(name),
    to: place(`${name}-new`),
    ...(options.strategy === undefined ? { key: ["/region"] } : {}),
    ...options,
  });
  moves.push(move);
  return move;
}

function source(name: string, options: ContainerOptions = {}): Promise<Container> {
  return server.createContainer(name, { partitionKey: "/customer", partitions: 1, ...VERSIONS, ...options });
}

function fresh(name: string): Container {
  const client = server.connect();
  return client.database("test").container(name);
}

async function rows(name: string, query: string): Promise<unknown[]> {
  return (await fresh(name).items.query(query).fetchAll()).resources;
}

test("the plan writes nothing, and tells what will not fit", async () => {
  const container = await source("planned", { changeFeedPolicy: undefined });
  for (const item of [
    { id: "1", customer: "a", region: "r" },
    { id: "1", customer: "b", region: "r" },
    { id: "2", customer: "a" },
    { id: "3", customer: "a", region: "x".repeat(2_049) },
  ]) {
    await container.items.create(item);
  }
  const plan = await (await moveOf("planned")).plan();
  expect(plan).toMatchObject({ mode: "latestVersions", createsTarget: true, items: 4, feedRanges: 1 });
  expect(plan.warnings.map((warning) => warning.replace(/ of 4 items.*?(have|lack)/, " $1"))).toEqual([
    expect.stringContaining("keeps no deletions"),
    "1 lack a value of the new key: they share one logical partition.",
    "1 have a key value of more than 2048 bytes: they cannot be moved.",
    "1 have an id that another has under the new key: only one of them can be moved.",
  ]);
  const { resources } = await server.database.containers.readAll().fetchAll();
  expect(resources.map(({ id }) => id)).not.toContain("planned-new");
});

test("definition, scripts and throughput go along; items that cannot be moved refuse the cut-over", async () => {
  const container = await source("full", {
    indexingPolicy: { excludedPaths: [{ path: "/text/*" }] },
    partitions: 2,
  });
  await container.scripts.storedProcedures.create({ id: "s", body: "function () {}" });
  await container.items.create({ id: "1", customer: "a", region: "r" });
  await container.items.create({ id: "1", customer: "b", region: "r" });
  const move = await moveOf("full");
  await move.copy();
  const { resource } = await fresh("full-new").read();
  expect(resource!.indexingPolicy!.excludedPaths).toContainEqual({ path: "/text/*" });
  expect((await fresh("full-new").readOffer()).resource!.content!.offerThroughput).toBe(12_000);
  expect((await fresh("full-new").scripts.storedProcedures.readAll().fetchAll()).resources).toHaveLength(1);
  const { problems } = await move.status();
  expect(problems).toHaveLength(1);
  await expect(move.cutOver(PATIENT)).rejects.toThrow(/1 items cannot be moved/);
  await container.item("1", "b").delete();
  expect(await move.verify({ repair: true })).toMatchObject({ differences: 0 });
  expect((await move.status()).problems).toEqual([]);
  // A dry run leaves what was not followed yet where it is.
  await container.items.create({ id: "2", customer: "a", region: "r" });
  expect(await move.cutOver({ ...PATIENT, dryRun: true })).toMatchObject({ exchanged: false });
  expect(await move.verify({ repair: true, dryRun: true })).toMatchObject({ differences: 1, repaired: 0 });
  expect(await rows("full-new", "SELECT VALUE c.id FROM c")).toEqual(["1"]);
  await container.item("2", "a").delete();
  expect((await move.status()).isCutOver).toBe(false);
  expect(await move.cutOver(PATIENT)).toMatchObject({ exchanged: true, live: "full" });
  expect(await rows("full", "SELECT VALUE c.customer FROM c")).toEqual(["a"]);
  await expect(move.cutOver(PATIENT)).rejects.toThrow(/already/);
  await expect(move.cancel()).rejects.toThrow(/roll back/);
  await move.complete();
  expect(await move.status()).toMatchObject({ stage: "none" });
});

test("what remains of a time to live is kept, and what is over is not copied", async () => {
  const container = await source("short", { defaultTtl: 1_000 });
  await container.items.create({ id: "default", customer: "a", region: "r" });
  await container.items.create({ id: "own", customer: "a", region: "r", ttl: 500 });
  await container.items.create({ id: "ever", customer: "a", region: "r", ttl: -1 });
  await container.items.create({ id: "over", customer: "a", region: "r", ttl: 50 });
  const move = await moveOf("short", { now: () => Date.now() + 100_000 });
  await move.copy();
  const found = (await rows("short-new", "SELECT c.id, c.ttl FROM c ORDER BY c.id")) as {
    id: string;
    ttl: number;
  }[];
  expect(found.map(({ id }) => id)).toEqual(["default", "ever", "own"]);
  expect(found[1]!.ttl).toBe(-1);
  for (const [i, most] of [
    [0, 900],
    [2, 400],
  ] as const) {
    expect(found[i]!.ttl).toBeLessThanOrEqual(most);
    expect(found[i]!.ttl).toBeGreaterThan(most - 100);
  }
});

test("a synthetic key is put into the items, and on the way back they are found", async () => {
  const container = await source("spread");
  for (let i = 0; i < 20; i++)
    await container.items.create({ id: `${i}`, customer: `c${i % 3}`, region: "r" });
  const move = await moveOf("spread", {
    strategy: {
      format: 1,
      kind: "randomSuffix",
      from: ["/region"],
      suffixes: 4,
      into: "/partitionKey",
      separator: "-",
      partitionKeyVersion: 2,
    },
  });
  await move.copy();
  await move.follow({ untilCaughtUp: true });
  expect(await move.verify()).toMatchObject({ differences: 0, sampled: 20 });
  await move.cutOver(PATIENT);
  const live = fresh("spread");
  const [moved] = (await live.items.query("SELECT * FROM c WHERE c.id = '7'").fetchAll()).resources;
  expect(moved.partitionKey).toMatch(/^r\.[1-4]$/);
  await live.item("7", moved.partitionKey).delete();
  await live.items.create({ id: "new", customer: "c9", region: "r", partitionKey: "r.2" });
  await move.follow({ untilCaughtUp: true });
  expect(await move.verify()).toMatchObject({ differences: 0 });
  await move.rollBack(PATIENT);
  expect(await rows("spread", "SELECT VALUE COUNT(1) FROM c")).toEqual([20]);
  expect((await fresh("spread").item("7", "c1").read()).statusCode).toBe(404);
  expect((await fresh("spread").item("new", "c9").read()).statusCode).toBe(200);
});

test("it pauses, goes on, and is cancelled", async () => {
  const container = await source("paused");
  await container.items.create({ id: "1", customer: "a", region: "r" });
  const move = await moveOf("paused", { leaseMs: 6_000 });
  await expect(move.pause()).rejects.toThrow(/copy first/);
  await move.copy();
  const following = move.follow();
  // The process that follows finds it out by itself.
  await (await moveOf("paused")).pause();
  await expect(following).rejects.toThrow(/paused/);
  await expect(move.follow({ untilCaughtUp: true })).rejects.toThrow(/paused/);
  await move.resume();
  await move.follow({ untilCaughtUp: true });
  await expect(move.rollBack(PATIENT)).rejects.toThrow(/no cut-over/);
  await move.cancel();
  await expect(move.follow()).rejects.toThrow(/copy first/);
  await expect(move.copy()).rejects.toThrow(/holds items already/);
});

test("without deletions in the feed a cut-over needs writers to have stopped", async () => {
  const container = await source("latest", { changeFeedPolicy: undefined });
  for (let i = 0; i < 5; i++) await container.items.create({ id: `${i}`, customer: "a", region: `r${i}` });
  const move = await moveOf("latest");
  await move.copy();
  await container.item("3", "a").delete();
  await expect(move.cutOver(PATIENT)).rejects.toThrow(/stop the writers/);
  await move.cutOver({ ...PATIENT, writersStopped: true });
  expect(await rows("latest", "SELECT VALUE c.id FROM c ORDER BY c.id")).toEqual(["0", "1", "2", "4"]);
});

test("between databases nothing exchanges names: writers are told the other", async () => {
  const container = await source("far");
  await container.items.create({ id: "1", customer: "a", region: "r" });
  const { endpoint, key } = server.orrery;
  const move = await moveOf("far", { to: { endpoint, key, database: "elsewhere", container: "far" } });
  await move.copy();
  await expect(move.cutOver(PATIENT)).rejects.toThrow(/cannot exchange names/);
  const switched = await move.cutOver({ ...PATIENT, writersStopped: true });
  expect(switched).toMatchObject({ exchanged: false, live: "far" });
  const there = server.connect().database("elsewhere").container("far");
  await there.items.create({ id: "2", customer: "b", region: "q" });
  await move.follow({ untilCaughtUp: true });
  expect(await rows("far", "SELECT VALUE c.id FROM c ORDER BY c.id")).toEqual(["1", "2"]);
});

test("a plan tells of a target that holds items, and of a move that has begun", async () => {
  const container = await source("begun");
  await container.items.create({ id: "1", customer: "a", region: "r" });
  const target = await server.createContainer("begun-new", { partitionKey: "/region", partitions: 1 });
  await target.items.create({ id: "x", region: "r" });
  const move = await moveOf("begun");
  const held = "The target holds items already: empty it, or name another.";
  expect((await move.plan()).warnings).toContain(held);
  await expect(move.copy()).rejects.toThrow(held);
  await target.item("x", "r").delete();
  await move.copy();
  expect((await move.plan()).warnings).not.toContain(held);
  const other = await moveOf("begun", { key: ["/customer"] });
  const refusal = "This move began with the key /region, not /customer";
  await expect(other.plan()).rejects.toThrow(refusal);
  await expect(other.copy()).rejects.toThrow(refusal);
  await move.cutOver(PATIENT);
  // The target's name is that of the former container now.
  await expect(move.plan()).rejects.toThrow("It was cut over already");
});
