import { setImmediate } from "node:timers/promises";
import { parseEpk, WHOLE_EPK_RANGE } from "@orrerydb/keys/hash";
import { expect, test, vi } from "vitest";
import { FaultStore } from "../../kv/fault-store.fixture.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { PartitionCopy } from "../../store/partition-copy.ts";
import { SUMMARY_KEY } from "../../store/records/key-layout.ts";
import type { AnswerSource } from "../container/answer-source.ts";
import type { Container } from "../container/container.ts";
import { type PhysicalPartition, RETIRED_RANGES_MAX } from "../container/partition-map.ts";
import { findings, newContainer, openEngine, plain, queryAll, TestClock } from "../engine.fixture.ts";
import { readAllVersions } from "../feeds/version-feed.ts";
import { runBatch } from "../items/batch.ts";
import { runBulk } from "../items/bulk.ts";
import { createOne, deleteOne, readItemById } from "../items/items.ts";
import { deleteLogicalPartition } from "../items/logical-partition-deletion.ts";
import { placeOf } from "../items/logical-place.ts";
import { sweepContainer } from "../upkeep/sweep.ts";

/** All versions of what a partition covered, wherever it is now, after an LSN. */
async function versionsOf(
  container: Container,
  min: string,
  max: string,
  afterLsn: number,
): Promise<string[]> {
  const { versions } = await readAllVersions(container, {
    ...plain,
    epkRange: { min: parseEpk(min), max: parseEpk(max) },
    rangeId: container.partitions.all.find(({ state }) => state.min <= min && max <= state.max)!.id,
    afterLsn,
    maxItems: 1_000,
  });
  return versions.map(({ operation, current, previous }) => {
    const { id } = JSON.parse((current ?? previous)!.toString()) as { id: string };
    return `${operation} ${id}`;
  });
}

test("all versions are told once across splits and merges, also those of keys that are gone", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { changeFeedPolicy: { retentionDuration: 5 } });
  for (let i = 0; i < 20; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
  for (let i = 0; i < 10; i++) await deleteOne(container, `${i}`, { ...plain, key: [`key${i}`] });
  await engine.topology.split(container, "0", "midpoint");
  const [left, right] = container.partitions.all.map(({ state }) => state);
  await runBatch(
    container,
    Array.from({ length: 5 }, (_, i) => ({ kind: "create", body: { id: `batch${i}`, pk: "key3" } }) as const),
    { ...plain, key: ["key3"] },
  );
  for (let i = 20; i < 30; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
  const expected = [...Array.from({ length: 30 }, (_, i) => `create ${i}`)];
  for (let i = 0; i < 10; i++) expected.push(`delete ${i}`);
  for (let i = 0; i < 5; i++) expected.push(`create batch${i}`);

  const halves = async () => [
    ...(await versionsOf(container, left!.min, left!.max, 0)),
    ...(await versionsOf(container, right!.min, right!.max, 0)),
  ];
  expect((await halves()).sort()).toEqual(expected.toSorted());
  await engine.topology.merge(container, ["1", "2"]);
  expect((await halves()).sort()).toEqual(expected.toSorted());
  expect((await versionsOf(container, "", "FF", 30)).length).toBeLessThan(expected.length);
  expect(await findings(engine)).toEqual([]);
});

test("a logical partition that was deleted whole stays so, and is swept where its items are now", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  for (let i = 0; i < 300; i++) await createOne(container, { id: `${i}`, pk: `key${i % 3}` }, plain);
  await deleteLogicalPartition(container, { ...plain, key: ["key1"] });
  await engine.topology.split(container, "0", "midpoint");
  await createOne(container, { id: "1", pk: "key1" }, plain);
  expect(await queryAll(container, "SELECT VALUE c.id FROM c WHERE c.pk = 'key1'")).toEqual(["1"]);
  await engine.topology.merge(container, ["1", "2"]);
  await sweepContainer(container);
  expect(container.partitions.totals().items).toBe(201);
  expect(container.partitions.all[0]!.store.droppedPartitions.pending).toBe(0);
  expect(await findings(engine)).toEqual([]);
});

test("partitions are split and merged as often as anybody likes", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, { changeFeedPolicy: { retentionDuration: 5 } });
  const keys = Array.from({ length: 12 }, (_, i) => `key${i}`);
  const write = async (pk: string, round: number) =>
    runBatch(
      container,
      ["a", "b", `${round}`].map((id) => ({ kind: "upsert", body: { id, pk, round } }) as const),
      { ...plain, key: [pk] },
    );
  for (const pk of keys) await write(pk, 0);
  for (let round = 1; round <= 150; round++) {
    // Points all over the hash range, never the same.
    const point = (1 + ((round * 0x9e3779b1) % 0x3ffffffe)).toString(16).padStart(8, "0").padEnd(32, "0");
    const [only] = container.partitions.all;
    const halves = await engine.topology.split(container, only!.id, { epk: parseEpk(point) });
    if (round % 30 === 0) for (const pk of keys) await write(pk, round);
    const merged = engine.topology.merge(container, [halves[0]!.id, halves[1]!.id], { force: true });
    if (round % 10 === 0) for (const pk of keys.slice(0, 4)) await write(pk, round);
    await merged;
    if (round % 10 === 0) expect(await findings(engine)).toEqual([]);
  }
  const [{ state, store }] = container.partitions.all as [PhysicalPartition];
  expect(state.parents).toHaveLength(RETIRED_RANGES_MAX);
  expect(state.parents.at(-1)).toBe(state.id - 1);
  expect(store.summary.items).toBe(12 * 2 + 12 * 6 + 4 * 10);
});

test("rows that are deleted while the disk is slow do not come back in the copy", async () => {
  const kv = new FaultStore();
  const container = await newContainer(await openEngine(kv));
  const ids = Array.from({ length: 400 }, (_, i) => `${i}`);
  for (const id of ids) await createOne(container, { id, pk: id }, plain);
  const [{ store }] = container.partitions.all as [PhysicalPartition];
  const target = { space: 1_000_000, max: WHOLE_EPK_RANGE.max };
  const copy = await PartitionCopy.start(kv, [store], [target]);
  const release = kv.holdCommits();
  const deleting = Promise.all(ids.map((id) => deleteOne(container, id, { ...plain, key: [id] })));
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  // Chunks without a row to copy come first.
  const running = copy.run({ isStopped: () => false, seen: () => {} });
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  release();
  await Promise.all([deleting, running]);
  const letWritersIn = await copy.hold();
  await copy.finish();
  copy.detach();
  letWritersIn();
  const left: string[] = [];
  for await (const rows of kv.scan(target.space)) left.push(...rows.map(({ key }) => key.toString("hex")));
  expect(left).toEqual([SUMMARY_KEY.toString("hex")]);
});

test("items expire on the partitions that they came to", async () => {
  const clock = new TestClock();
  const engine = await openEngine(new MemoryStore(), clock);
  const container = await newContainer(engine, { defaultTtl: 100 });
  for (let i = 0; i < 40; i++) {
    await createOne(container, { id: `${i}`, pk: `key${i}`, ...(i % 2 === 0 ? { ttl: 10 } : {}) }, plain);
  }
  await engine.topology.split(container, "0", "midpoint");
  clock.advanceSeconds(20);
  expect(await queryAll(container, "SELECT VALUE c.id FROM c")).toHaveLength(20);
  await sweepContainer(container);
  await engine.topology.merge(container, ["1", "2"]);
  expect(container.partitions.totals().items).toBe(20);
  expect((await readItemById(container, "1", { ...plain, key: ["key1"] })).item.id).toBe("1");
  clock.advanceSeconds(100);
  await sweepContainer(container);
  expect(container.partitions.totals().items).toBe(0);
  expect(await findings(engine)).toEqual([]);
});

test("whatever fails after the change is committed, the new partitions keep their data and go on", async () => {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine);
  for (let i = 0; i < 40; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
  const { applyThroughput } = container.meter;
  container.meter.applyThroughput = () => {
    throw new Error("a bug");
  };
  await expect(engine.topology.split(container, "0", "midpoint")).rejects.toThrow("a bug");
  container.meter.applyThroughput = applyThroughput;
  expect(container.partitions.all).toHaveLength(2);
  await createOne(container, { id: "later", pk: "key" }, plain);
  await engine.tree.catalog.settled();

  const next = await openEngine(kv);
  const again = await next.openContainer("db", "c");
  expect(again.partitions.totals().items).toBe(41);
  expect(await findings(next)).toEqual([]);
});

test("whatever writes while partitions are switched answers where it has written", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const procedure = await engine.tree.create("storedProcedure", container.definition.resource, {
    id: "write",
    body: `function () { __.createDocument(__.getSelfLink(), { id: "script", pk: "a" }); }`,
  });
  const request = { ...plain, key: ["a"] };
  const { finish } = PartitionCopy.prototype;
  let writes: Promise<AnswerSource[]> | undefined;
  const spy = vi.spyOn(PartitionCopy.prototype, "finish").mockImplementation(function (this: PartitionCopy) {
    // Writers are kept out by now: these wait until the new partitions are there.
    writes = Promise.all([
      createOne(container, { id: "single", pk: "a" }, plain),
      runBatch(container, [{ kind: "create", body: { id: "batch", pk: "a" } }], request),
      runBulk(container, [{ kind: "create", body: { id: "bulk", pk: "a" } }], {
        ...request,
        continueOnError: true,
      }),
      engine.scripts.execute(container, procedure, [], { ...request, enableLogging: false }),
      deleteLogicalPartition(container, request),
    ]);
    return finish.call(this);
  });
  await engine.topology.split(container, "0", "midpoint");
  spy.mockRestore();
  const now = placeOf(container, ["a"]).partition;
  for (const { rangeId, lsn } of await writes!) {
    expect(rangeId).toBe(now.id);
    expect(lsn).toBeGreaterThan(0);
  }
  await engine.close();
});

test("a partition whose writers cannot be kept out is written as before", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine);
  const { hold } = PartitionCopy.prototype;
  const spy = vi.spyOn(PartitionCopy.prototype, "hold");
  // The first one begins the copy.
  spy.mockImplementationOnce(hold).mockRejectedValueOnce(new Error("held already"));
  await expect(engine.topology.split(container, "0", "midpoint")).rejects.toThrow("held already");
  spy.mockRestore();
  expect(container.partitions.map.byIdForWriting("0").isSwitching).toBe(false);
});
