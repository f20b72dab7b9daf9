import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { FaultStore } from "../../kv/fault-store.fixture.ts";
import { MemoryStore } from "../../kv/memory/memory-store.ts";
import { Storage } from "../../store/storage.ts";
import type { Resource } from "../catalog/catalog.ts";
import { failureOf, findings, newContainer, openEngine, plain } from "../engine.fixture.ts";
import { Engine } from "../engine.ts";
import { createOne } from "../items/items.ts";

function manual(engine: Engine, owner: Resource, ruPerSecond: number): Promise<Resource> {
  const offer = engine.provisioned.offerOf(owner)!;
  return engine.throughput.replaceOffer(offer, { ...offer.body, content: { offerThroughput: ruPerSecond } });
}

function autoscale(engine: Engine, owner: Resource, maxThroughput: number): Promise<Resource> {
  const offer = engine.provisioned.offerOf(owner)!;
  return engine.throughput.replaceOffer(offer, {
    ...offer.body,
    content: { offerAutopilotSettings: { maxThroughput } },
  });
}

/** An engine that was stopped before it had all partitions that its container's throughput asks for. */
async function interruptedScaling() {
  const kv = new MemoryStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, {}, 400);
  await manual(engine, container.definition.resource, 40_000);
  engine.stop();
  await engine.settled();
  return { kv, engine, container };
}

async function ranges(engine: Engine, ruPerSecond: number): Promise<number> {
  const container = await newContainer(engine, {}, ruPerSecond);
  return container.partitions.all.length;
}

test.each([
  [400, 1],
  [6_000, 1],
  [10_000, 2],
  [30_000, 5],
  [100_000, 17],
  [1_000_000, 167],
])("a new container with %d RU/s has %d partitions", async (ruPerSecond, count) => {
  expect(await ranges(await openEngine(), ruPerSecond)).toBe(count);
});

test.each([
  [10_000, 1],
  [30_000, 3],
  [100_000, 10],
])("one partition becomes as many as %d RU/s need: %d, with even shares", async (ruPerSecond, count) => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 400);
  for (let i = 0; i < 30; i++) await createOne(container, { id: `${i}`, pk: `${i}` }, plain);
  await manual(engine, container.definition.resource, ruPerSecond);
  await engine.settled();
  const { partitions } = container.partitions.map;
  expect(partitions).toHaveLength(count);
  for (const { meter, state } of partitions) {
    expect(state.share).toBe(1 / count);
    expect(meter.budget.ruPerSecond).toBeCloseTo(ruPerSecond / count);
  }
  expect(container.definition.state.targetPartitions).toBe(undefined);
  expect(container.partitions.totals().items).toBe(30);
  expect(await findings(engine)).toEqual([]);
});

test("while partitions are split the offer is pending and cannot be changed", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 400);
  const offer = await manual(engine, container.definition.resource, 30_000);
  expect(engine.throughput.isPending(offer)).toBe(true);
  expect((await failureOf(manual(engine, container.definition.resource, 500))).code).toBe(
    "scalingInProgress",
  );
  await engine.settled();
  expect(engine.throughput.isPending(offer)).toBe(false);
  await manual(engine, container.definition.resource, 500);
  expect(container.partitions.all.map(({ meter }) => meter.budget.ruPerSecond)).toEqual(
    Array(3).fill(500 / 3),
  );
});

test("the target is reached also when another split comes first", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 400);
  const split = engine.topology.split(container, "0", "midpoint");
  const offer = await manual(engine, container.definition.resource, 40_000);
  await split;
  await engine.settled();
  expect(container.partitions.all).toHaveLength(4);
  expect(engine.throughput.isPending(offer)).toBe(false);
});

test("a split that fails leaves the offer pending, and is tried again", async () => {
  const kv = new FaultStore();
  const engine = await openEngine(kv);
  const container = await newContainer(engine, {}, 400);
  await createOne(container, { id: "1", pk: "1" }, plain);
  const offer = await manual(engine, container.definition.resource, 30_000);
  kv.failCommits("full");
  await engine.settled();
  expect(container.partitions.all.length).toBeLessThan(3);
  expect(engine.throughput.isPending(offer)).toBe(true);
  const contents = async () => [
    (await engine.offers.list({ query: { text: "SELECT VALUE c.content FROM c", parameters: [] } })).rows[0],
    (await engine.offers.read(offer.id)).resource.body.content,
  ];
  const pending = expect.objectContaining({ offerThroughput: 30_000, isOfferReplacePending: true });
  expect(await contents()).toEqual([pending, pending]);
  expect((await failureOf(manual(engine, container.definition.resource, 500))).code).toBe(
    "scalingInProgress",
  );
  engine.resume();
  engine.resume();
  await engine.settled();
  expect(container.partitions.all).toHaveLength(3);
  expect(engine.throughput.isPending(offer)).toBe(false);
  expect(JSON.stringify(await contents())).not.toContain("isOfferReplacePending");
  expect(await findings(engine)).toEqual([]);
});

test("splits that a restart interrupted are gone on with", async () => {
  const { kv, container } = await interruptedScaling();
  expect(container.partitions.all.length).toBeLessThan(4);
  const second = await openEngine(kv);
  await second.settled();
  expect((await second.openContainer("db", "c")).partitions.all).toHaveLength(4);
});

test("less throughput takes effect at once, and no lower than the minimum", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 100_000);
  const offer = engine.provisioned.offerOf(container.definition.resource)!;
  expect(await engine.throughput.minimumThroughput(offer, "manual")).toBe(1_000);
  expect((await failureOf(manual(engine, container.definition.resource, 900))).code).toBe("badRequest");
  await manual(engine, container.definition.resource, 1_000);
  expect(container.partitions.all[0]!.meter.budget.ruPerSecond).toBeCloseTo(1_000 / 17);
});

test("manual throughput becomes autoscale, and back", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 400);
  const offer = await autoscale(engine, container.definition.resource, 4_000);
  expect((offer.body.content as JsonObject).offerAutopilotSettings).toMatchObject({ maxThroughput: 4_000 });
  expect(container.partitions.all[0]!.meter.budget.ruPerSecond).toBe(4_000);
  await manual(engine, container.definition.resource, 400);
  expect(container.partitions.all[0]!.meter.budget.ruPerSecond).toBe(400);
});

test("a migration keeps at least what there was", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 1_500);
  const { provisioned, throughput } = engine;
  const offer = () => provisioned.offerOf(container.definition.resource)!;
  await throughput.migrateOffer(offer(), "autoscale");
  expect(provisioned.throughputFor(container.definition.resource)).toEqual({
    kind: "autoscale",
    maximumRuPerSecond: 2_000,
  });
  await throughput.migrateOffer(offer(), "manual");
  expect(provisioned.throughputFor(container.definition.resource)).toEqual({
    kind: "manual",
    ruPerSecond: 2_000,
  });
});

test("of two changes that name the same ETag, the first is made and the second refused", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 400);
  const offer = engine.provisioned.offerOf(container.definition.resource)!;
  const etag = offer.body._etag as string;
  const [first, second, third] = await Promise.allSettled([
    engine.throughput.replaceOffer(offer, { content: { offerThroughput: 500 } }, etag),
    engine.throughput.replaceOffer(offer, { content: { offerThroughput: 600 } }, etag),
    engine.throughput.migrateOffer(offer, "autoscale", etag),
  ]);
  expect(first.status).toBe("fulfilled");
  for (const refused of [second, third])
    expect(refused).toMatchObject({ status: "rejected", reason: { code: "preconditionFailed" } });
  expect(engine.provisioned.throughputFor(container.definition.resource)).toMatchObject({ ruPerSecond: 500 });
});

test("a migration starts from the throughput that changes before it leave behind", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 400);
  const offer = engine.provisioned.offerOf(container.definition.resource)!;
  await Promise.all([
    manual(engine, container.definition.resource, 5_000),
    engine.throughput.migrateOffer(offer, "autoscale"),
  ]);
  expect(engine.provisioned.throughputFor(container.definition.resource)).toEqual({
    kind: "autoscale",
    maximumRuPerSecond: 5_000,
  });
});

test("containers without an offer of their own draw on the database's budgets", async () => {
  const engine = await openEngine();
  const { resource: database } = await engine.databases.create({ id: "shared" }, { ruPerSecond: 15_000 });
  const containers = await Promise.all(
    ["a", "b"].map(async (id) => {
      const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
      await engine.containers.create("shared", { id, partitionKey }, { knowsPartitionKeys: true });
      return engine.openContainer("shared", id);
    }),
  );
  const budgets = containers.map(({ partitions }) => partitions.all.map(({ meter }) => meter.budget));
  expect(budgets[0]).toHaveLength(2);
  expect(budgets[1]![0]).toBe(budgets[0]![0]);
  expect(budgets[1]![1]).toBe(budgets[0]![1]);
  expect(budgets[0]![0]!.ruPerSecond).toBe(7_500);
  await manual(engine, database, 30_000);
  await engine.settled();
  for (const { partitions } of containers) expect(partitions.all).toHaveLength(3);
  const [one, other] = containers.map(({ partitions }) => partitions.all[2]!.meter.budget);
  expect(one).toBe(other);
  expect(one!.ruPerSecond).toBe(10_000);
});

test("a partition over its storage limit is split by its data", async () => {
  const engine = await openEngine(new MemoryStore(), undefined, {
    partitionBytes: 20_000,
    logicalPartitionBytes: 1_000_000,
  });
  const container = await newContainer(engine);
  for (let i = 0; i < 60; i++) {
    await createOne(container, { id: `${i}`, pk: `key${i}`, text: "x".repeat(800) }, plain);
  }
  const largest = () => Math.max(...container.partitions.all.map(({ store }) => store.summary.bytes));
  // What was split is split again while it is too large.
  await expect
    .poll(async () => {
      await engine.settled();
      return largest();
    })
    .toBeLessThanOrEqual(20_000);
  expect(container.partitions.all.length).toBeGreaterThan(2);
  expect(container.partitions.totals().items).toBe(60);
  expect(await findings(engine)).toEqual([]);
});

test("a logical partition over its limit takes nothing more, others do", async () => {
  const engine = await openEngine(new MemoryStore(), undefined, {
    partitionBytes: 1_000_000,
    logicalPartitionBytes: 3_000,
  });
  const container = await newContainer(engine);
  const item = (id: string, pk: string) => ({ id, pk, text: "x".repeat(800) });
  await createOne(container, item("1", "hot"), plain);
  await createOne(container, item("2", "hot"), plain);
  expect((await failureOf(createOne(container, item("3", "hot"), plain))).code).toBe("partitionKeyFull");
  await createOne(container, item("3", "other"), plain);
  expect(container.partitions.totals().items).toBe(3);
  expect(await findings(engine)).toEqual([]);
});

test("throughput buckets survive a restart, and a split keeps them", async () => {
  const kv = new MemoryStore();
  const first = await openEngine(kv);
  const buckets = [{ id: 1, maxThroughputPercentage: 20 }];
  await first.throughput.setBuckets(await newContainer(first, {}, 4_000), buckets);
  const engine = await openEngine(kv);
  const container = await engine.openContainer("db", "c");
  expect(container.definition.buckets).toEqual(buckets);
  await engine.topology.split(container, "0", "midpoint");
  expect(container.definition.buckets).toEqual(buckets);
  const capped = { terms: { ...plain.terms, bucket: 1 } };
  container.meter.throttle = "enforce";
  const write = (id: string) => createOne(container, { id, pk: "a", text: "x".repeat(200_000) }, capped);
  // A fifth of the partition's 2,000 RU/s is spent before the sixth of these, of about 77 RU each.
  for (let i = 0; i < 6; i++) await write(`${i}`);
  expect((await failureOf(write("last"))).code).toBe("throughputBucketExceeded");
  await createOne(container, { id: "uncapped", pk: "a" }, plain);
  // Whatever gives the partitions their budgets anew forgives nothing.
  await engine.topology.redistribute(container, undefined);
  expect((await failureOf(write("again"))).code).toBe("throughputBucketExceeded");
});

test("an engine that is not resumed leaves interrupted splits and dropped spaces alone", async () => {
  const { kv, engine: first } = await interruptedScaling();
  let writes = 0;
  const transact = kv.transact.bind(kv);
  kv.transact = (...args) => {
    writes++;
    return transact(...args);
  };
  const engine = await Engine.open({
    storage: new Storage(kv),
    environment: first.environment,
    cacheBytes: 1_000,
    throttle: "observe",
  });
  expect(await findings(engine)).toEqual([]);
  await engine.settled();
  expect(writes).toBe(0);
});
