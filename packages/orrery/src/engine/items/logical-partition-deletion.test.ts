import { expect, test } from "vitest";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import type { Container } from "../container/container.ts";
import {
  failureOf,
  findings,
  newContainer,
  openEngine,
  plain,
  queryAll,
  TestClock,
} from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { sweepContainer } from "../upkeep/sweep.ts";
import { createOne, deleteOne, readItemById, upsertOne } from "./items.ts";
import { deleteLogicalPartition } from "./logical-partition-deletion.ts";

const request = { ...plain, key: ["x"] };

async function fill(container: Container, items = 10): Promise<void> {
  for (let i = 0; i < items; i++) {
    for (const pk of ["x", "y"])
      await upsertOne(container, { id: `${i}`, pk, n: i, mail: i, ttl: 1000 }, plain);
  }
}

/** Everything that readers can see of the container: how many items of key "x", how many in all. */
async function seen(container: Container): Promise<number[]> {
  const count = async (text: string, more = {}) => (await queryAll(container, text, more)).length;
  const feed = await readLatestChanges(container, { ...plain, rangeId: "0", maxItems: 1000 });
  const own = await readLatestChanges(container, { ...request, maxItems: 1000 });
  expect([own.items.length, feed.items.length]).toEqual([
    await count("SELECT * FROM c", request),
    await count("SELECT * FROM c"),
  ]);
  expect(await queryAll(container, "SELECT VALUE COUNT(1) FROM c")).toEqual([feed.items.length]);
  expect(await count("SELECT VALUE c.n FROM c WHERE c.n >= 0 ORDER BY c.n")).toBe(feed.items.length);
  expect(await count("SELECT VALUE c.n FROM c WHERE c.pk = 'x' AND c.n >= 0")).toBe(own.items.length);
  expect(container.partitions.all[0]!.store.summary.items).toBe(feed.items.length);
  return [own.items.length, feed.items.length];
}

test("all items of a key are gone at once and removed later; others stay", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, { uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/mail"] }] } });
  await fill(container);
  const { lsn } = container.partitions.all[0]!.store.summary;
  const { item } = await readItemById(container, "3", request);
  const deleted = await deleteLogicalPartition(container, request);
  expect(deleted).toMatchObject({ items: 10, lsn: lsn + 1 });
  expect(await seen(container)).toEqual([0, 10]);
  expect((await failureOf(readItemById(container, "3", request))).code).toBe("notFound");
  expect((await failureOf(readItemById(container, item.document._rid as string, request))).code).toBe(
    "notFound",
  );
  expect((await failureOf(deleteOne(container, "3", request))).code).toBe("notFound");
  expect(await findings(engine)).toEqual([]);

  // Ids and unique values are free, also when the removal comes later.
  const created = await createOne(container, { id: "3", pk: "x", n: 3, mail: 5 }, plain);
  expect(created.item.document._rid).not.toBe(item.document._rid);
  await createOne(container, { id: "new", pk: "x", n: 1, mail: 3 }, plain);
  expect((await failureOf(createOne(container, { id: "other", pk: "x", mail: 5 }, plain))).code).toBe(
    "conflict",
  );
  expect(await seen(container)).toEqual([2, 12]);
  expect(await findings(engine)).toEqual([]);

  // Ids 3 and 5 were in the way.
  expect(await sweepContainer(container)).toEqual({ expired: 0, dropped: 8, versions: 0 });
  expect(await seen(container)).toEqual([2, 12]);
  expect((await readItemById(container, "3", request)).item.etag).toBe(created.item.etag);
  expect(await findings(engine)).toEqual([]);
  expect(container.partitions.all[0]!.store.droppedPartitions.pending).toBe(0);
});

test("a key without items has nothing to delete, and a prefix is not a key", async () => {
  const container = await newContainer(await openEngine(), {
    partitionKey: { paths: ["/a", "/b"], kind: "MultiHash", version: 2 },
  });
  expect(await deleteLogicalPartition(container, { ...plain, key: ["p", "q"] })).toMatchObject({
    items: 0,
    lsn: 1,
  });
  expect((await failureOf(deleteLogicalPartition(container, { ...plain, key: ["p"] }))).code).toBe(
    "partitionKeyMismatch",
  );
  expect((await failureOf(deleteLogicalPartition(container, plain))).code).toBe("badRequest");
});

test("the same key is deleted again and again, with the removal at any point between", async () => {
  const clock = new TestClock();
  const kv = new MemoryStore();
  const engine = await openEngine(kv, clock);
  const container = await newContainer(engine);
  for (let round = 0; round < 4; round++) {
    await fill(container, 3);
    await upsertOne(container, { id: "0", pk: "x", round }, plain);
    await deleteLogicalPartition(container, request);
    await sweepContainer(container, round);
    expect((await seen(container))[0]).toBe(0);
    expect(await findings(engine)).toEqual([]);
  }
  await sweepContainer(container);
  clock.advanceSeconds(61);
  await sweepContainer(container);
  expect(container.partitions.all[0]!.store.droppedPartitions).toEqual({ pending: 0, remembered: 0 });
  expect((await seen(container))[0]).toBe(0);
  expect(await findings(engine)).toEqual([]);
});

test("a restart between the deletion and the end of the removal changes nothing", async () => {
  const kv = new MemoryStore();
  const container = await newContainer(await openEngine(kv));
  for (let i = 0; i < 250; i++) await createOne(container, { id: `${i}`, pk: "x", n: i }, plain);
  await createOne(container, { id: "other", pk: "y", n: 0 }, plain);
  await deleteLogicalPartition(container, request);
  for (let restart = 0; restart < 3; restart++) {
    const engine = await openEngine(kv);
    const again = await engine.openContainer("db", "c");
    expect(await seen(again)).toEqual([restart, 1 + restart]);
    await createOne(again, { id: `${restart}`, pk: "x", n: 1 }, plain);
    expect((await sweepContainer(again, 1)).dropped).toBeGreaterThan(0);
    expect(await findings(engine)).toEqual([]);
  }
  const engine = await openEngine(kv);
  const again = await engine.openContainer("db", "c");
  await sweepContainer(again);
  expect(await seen(again)).toEqual([3, 4]);
  expect(await findings(engine)).toEqual([]);
});

test("a changed indexing policy also reaches what waits for its removal", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  await fill(container);
  await deleteLogicalPartition(container, request);
  await engine.containers.replace(container.definition.names, {
    ...container.definition.resource.body,
    indexingPolicy: { includedPaths: [{ path: "/n/?" }], excludedPaths: [{ path: "/*" }] },
  });
  await engine.settled();
  expect(await findings(engine)).toEqual([]);
  expect(await seen(container)).toEqual([0, 10]);
  await sweepContainer(container);
  expect(await findings(engine)).toEqual([]);
});
