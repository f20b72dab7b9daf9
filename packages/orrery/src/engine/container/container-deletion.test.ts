/** What becomes of requests that have a container in hand while it is deleted. */
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { FaultStore } from "../../kv/fault-store.fixture.ts";
import { KeyValueError, type KeyValueStore } from "../../kv/key-value-store.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { failureOf, findings, newContainer, openEngine, plain, queryAll } from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { createOne, readItemById } from "../items/items.ts";
import { placeOf } from "../items/logical-place.ts";
import { sweepEngine } from "../upkeep/sweep.ts";
import type { Container } from "./container.ts";

/** More than a change of the catalogue takes until it reaches the disk. */
const TURNS_OF_A_CHANGE = 20;

async function rowsIn(kv: KeyValueStore, space: number): Promise<number> {
  let rows = 0;
  for await (const chunk of kv.scan(space)) rows += chunk.length;
  return rows;
}

async function fill(container: Container, items = 10): Promise<void> {
  for (let i = 0; i < items; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
}

test("a deletion that fails leaves the container as it was, and only one of it", async () => {
  const kv = new FaultStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await fill(container);
  kv.failCommits("full");
  await expect(engine.containers.delete(container.definition.names)).rejects.toMatchObject({
    code: "storageFull",
  });
  const again = await engine.openContainer("db", "c");
  expect(again).toBe(container);
  await createOne(again, { id: "new", pk: "x" }, plain);
  await createOne(container, { id: "late", pk: "y" }, plain);
  expect((await readLatestChanges(again, { ...plain, rangeId: "0" })).items).toHaveLength(12);
  expect(await findings(engine)).toEqual([]);
});

test("while a deletion is being written nobody gets another object of the container", async () => {
  const kv = new FaultStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  const release = kv.holdCommits();
  const deletion = engine.containers.delete(container.definition.names);
  for (let turn = 0; turn < TURNS_OF_A_CHANGE; turn++) {
    expect(await engine.openContainer("db", "c")).toBe(container);
    await setImmediate();
  }
  release();
  await deletion;
  expect(() => engine.openContainer("db", "c")).toThrow("Owner resource does not exist");
  expect((await failureOf(engine.containerOf(container.definition.resource))).code).toBe("notFound");
  const replaced = engine.containers.replace(container.definition.names, container.definition.resource.body);
  expect((await failureOf(replaced)).code).toBe("notFound");
});

test("a container that is deleted while it is opened is not opened", async () => {
  const kv = new MemoryStore();
  await newContainer(await openEngine(kv));
  const engine = await openEngine(kv);
  const resource = engine.tree.findOwner("container", engine.tree.find("database", "", "db").rid, "c");
  const get = kv.get.bind(kv);
  kv.get = async (space, key) => {
    kv.get = get;
    await engine.containers.delete({ database: "db", container: "c" });
    return get(space, key);
  };
  expect((await failureOf(engine.containerOf(resource))).code).toBe("notFound");
});

test("nothing is written to a deleted container: who was inside ends before its space is emptied", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await fill(container);
  const { partition, epk, text } = placeOf(container, ["key"]);
  let leave = () => {};
  const stay = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const inside = partition.store.transact(epk, text, async (transaction) => {
    await transaction.create("inside", { id: "inside", pk: "key" });
    await stay;
  });
  await engine.containers.delete(container.definition.names);
  const late = await failureOf(createOne(container, { id: "late", pk: "key" }, plain));
  expect(late).toMatchObject({ code: "notFound", message: "The container was deleted." });
  expect((await failureOf(partition.store.transact(epk, text, async () => {}))).code).toBe("notFound");
  expect(await rowsIn(kv, partition.store.space)).toBeGreaterThan(0);
  leave();
  await inside;
  await engine.tree.catalog.settled();
  expect(await rowsIn(kv, partition.store.space)).toBe(0);
});

test("the throughput of a deleted container is not changed", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await engine.containers.delete(container.definition.names);
  const redistributed = await failureOf(engine.topology.redistribute(container, undefined));
  expect(redistributed.code).toBe("notFound");
  const buckets = [{ id: 1, maxThroughputPercentage: 20 }];
  expect((await failureOf(engine.throughput.setBuckets(container, buckets))).code).toBe("notFound");
});

test("a deleted container is read by nobody", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container);
  await engine.databases.delete("db");
  const failures = await Promise.all([
    failureOf(readItemById(container, "1", { ...plain, key: ["key1"] })),
    failureOf(queryAll(container, "SELECT * FROM c")),
    failureOf(readLatestChanges(container, { ...plain, rangeId: "0" })),
  ]);
  expect(failures.map(({ code }) => code)).toEqual(["notFound", "notFound", "notFound"]);
});

test("a split, a rebuild and a sweep under way end quietly when their container is deleted", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { defaultTtl: 10 });
  await fill(container, 300);
  const { space } = container.partitions.all[0]!.store;
  const logged: string[] = [];
  engine.environment.log = (_, message) => logged.push(message);
  const policy = { includedPaths: [{ path: "/a/?" }], excludedPaths: [{ path: "/*" }] };
  await engine.containers.replace(container.definition.names, {
    ...container.definition.resource.body,
    indexingPolicy: policy,
  });
  const split = failureOf(engine.topology.split(container, "0", "midpoint"));
  const sweep = sweepEngine(engine);
  await engine.containers.delete(container.definition.names);
  expect((await split).code).toBe("notFound");
  await sweep;
  await engine.settled();
  await engine.tree.catalog.settled();
  expect(logged).toEqual([]);
  for (const each of [space, space + 1, space + 2]) expect(await rowsIn(kv, each)).toBe(0);
});

test("a space that cannot be emptied is reported, and emptied later", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  await fill(container);
  const { space } = container.partitions.all[0]!.store;
  const logged: string[] = [];
  engine.environment.log = (level, message) => logged.push(`${level}: ${message}`);
  const drop = vi.spyOn(kv, "dropSpace").mockRejectedValue(new KeyValueError("full", "no room"));
  await engine.containers.delete(container.definition.names);
  await engine.tree.catalog.settled();
  expect(logged).toEqual([expect.stringMatching(/^error: .* key space .* the disk is full/i)]);
  expect(await rowsIn(kv, space)).toBeGreaterThan(0);

  drop.mockRestore();
  engine.resume();
  await engine.tree.catalog.settled();
  expect(await rowsIn(kv, space)).toBe(0);
});

test("a space whose emptying a stop interrupts is left to the next start, and not reported", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  const logged: string[] = [];
  engine.environment.log = (_, message) => logged.push(message);
  vi.spyOn(kv, "dropSpace").mockImplementation(async () => {
    await setImmediate();
    throw new KeyValueError("closed", "The store is closed.");
  });
  await engine.containers.delete(container.definition.names);
  await engine.close();
  expect(logged).toEqual([]);
});
