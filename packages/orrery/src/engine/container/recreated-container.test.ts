/** A container that is made again under its old name is at least as far as the one before, for clients with its session. */
import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Kind } from "../../store/records/key-layout.ts";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import type { Engine } from "../engine.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { createOne, readItemById } from "../items/items.ts";
import type { Container } from "./container.ts";

const NAMES = { database: "db", container: "c" };

async function recreated(
  engine: Engine,
  body: object = {},
  ruPerSecond = 400,
  database = "db",
): Promise<Container> {
  const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
  const request = { ruPerSecond, knowsPartitionKeys: true };
  const { resource } = await engine.containers.create(database, { id: "c", partitionKey, ...body }, request);
  return engine.containerOf(resource);
}

/** What a client knows after it has written. */
async function write(container: Container, items: number): Promise<Map<string, number>> {
  const session = new Map<string, number>();
  for (let i = 0; i < items; i++) {
    const { rangeId, lsn } = await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
    session.set(rangeId, lsn);
  }
  return session;
}

test("a client may come back with the session of the container before", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const session = await write(await newContainer(engine), 20);
  await engine.containers.delete(NAMES);
  const container = await recreated(await openEngine(kv));
  const terms = { ...plain.terms, session };
  await createOne(container, { id: "a", pk: "x" }, plain);
  await readItemById(container, "a", { terms, key: ["x"] });
  expect(await queryAll(container, "SELECT VALUE c.id FROM c", { terms })).toEqual(["a"]);
  const { lsn } = container.partitions.all[0]!.store.summary;
  const future = { ...plain.terms, session: new Map([["0", lsn + 1]]) };
  const failure = await failureOf(readItemById(container, "a", { terms: future, key: ["x"] }));
  expect(failure.code).toBe("sessionNotAvailable");
});

test("all partitions begin there, and so do those that a split makes of them", async () => {
  const engine = await openEngine();
  const before = await newContainer(engine, {}, 12_000);
  const session = await write(before, 20);
  expect(session.size).toBe(2);
  await engine.databases.delete("db");
  await engine.databases.create({ id: "db" });
  const container = await recreated(engine, {}, 12_000);
  await engine.topology.split(container, "0", "midpoint");
  const reached = Math.max(...session.values());
  for (const { store } of container.partitions.all) expect(store.summary.lsn).toBeGreaterThan(reached);
  expect(await findings(engine)).toEqual([]);
});

test("containers of other names begin at the start: the first write is 2", async () => {
  const engine = await openEngine();
  await write(await newContainer(engine), 3);
  await engine.containers.delete(NAMES);
  expect(await write(await recreated(engine, { id: "other" }), 1)).toEqual(new Map([["0", 2]]));
  await engine.databases.create({ id: "elsewhere" });
  expect(await write(await recreated(engine, {}, 400, "elsewhere"), 1)).toEqual(new Map([["0", 2]]));
});

test("a database that is deleted remembers each of its containers", async () => {
  const engine = await openEngine();
  await write(await newContainer(engine), 3);
  await write(await recreated(engine, { id: "d" }), 5);
  await engine.databases.delete("db");
  await engine.databases.create({ id: "db" });
  const again = [await recreated(engine), await recreated(engine, { id: "d" })];
  for (const container of again) {
    const { lsn } = container.partitions.all[0]!.store.summary;
    expect(lsn).toBeGreaterThan(5);
  }
});

test("both change feeds have everything from the beginning", async () => {
  const engine = await openEngine();
  await write(await newContainer(engine), 3);
  await engine.containers.delete(NAMES);
  const container = await recreated(engine, { changeFeedPolicy: { retentionDuration: 5 } });
  await write(container, 3);
  const range = { ...plain, rangeId: "0" };
  expect((await readLatestChanges(container, range)).items.map(({ id }) => id)).toEqual(["0", "1", "2"]);
  expect((await readAllVersions(container, { ...range, afterLsn: 0 })).versions).toHaveLength(3);
  expect(await findings(engine)).toEqual([]);
});

test("a container whose summary is damaged can still be deleted", async () => {
  const kv = new MemoryStore();
  const { space } = (await newContainer(await openEngine(kv))).partitions.all[0]!.store;
  await kv.transact("damage", async (transaction) =>
    transaction.put(space, Buffer.of(Kind.summary), Buffer.from("damaged")),
  );
  const engine = await openEngine(kv);
  await engine.containers.delete(NAMES);
  await write(await recreated(engine), 1);
});
