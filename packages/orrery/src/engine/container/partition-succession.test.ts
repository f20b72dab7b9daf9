import { expect, test } from "vitest";
import { HISTORY_MINUTES, HISTORY_SECONDS } from "../../throughput/partition-history.ts";
import { parseKeyText } from "../catalog/partition-key.ts";
import { failureOf, newContainer, openEngine, plain, queryAll, TestClock } from "../engine.fixture.ts";
import { createOne, readItemById } from "../items/items.ts";
import { placeOf } from "../items/logical-place.ts";
import { keyFigures, partitionHistories } from "../resources/partition-figures.ts";
import type { Container } from "./container.ts";
import type { PhysicalPartition } from "./partition-map.ts";
import { RETIRED_PARTITIONS_MAX } from "./partition-succession.ts";

const setUp = async (body = {}, ruPerSecond = 400) => {
  const clock = new TestClock();
  const engine = await openEngine(undefined, clock);
  const container = await newContainer(engine, body, ruPerSecond);
  return { clock, engine, container, topology: engine.topology };
};

const read = (container: Container, key: string) => readItemById(container, "1", { ...plain, key: [key] });

function spend(container: Container, partition: PhysicalPartition, charge: number, key?: string): void {
  container.meter.open(partition, { priority: "High", bucket: 0, ...(key && { key }) }).close(charge);
}

function totals(container: Container): { ru: number; requests: number; throttled: number } {
  const sum = { ru: 0, requests: 0, throttled: 0 };
  for (const { points } of partitionHistories(container, "minutes", undefined)) {
    for (const { ru, requests, throttled } of points) {
      sum.ru += ru;
      sum.requests += requests;
      sum.throttled += throttled;
    }
  }
  return sum;
}

test("who was refused before a split or merge waits as long as he was told", async () => {
  const { clock, container, topology } = await setUp();
  await createOne(container, { id: "1", pk: "a" }, plain);
  container.meter.throttle = "enforce";
  clock.advanceSeconds(1);
  spend(container, container.partitions.all[0]!, 2_500, '["a"]');
  const { retryAfterMs } = await failureOf(read(container, "a"));
  expect(retryAfterMs).toBeGreaterThan(4_000);
  await topology.split(container, "0", "midpoint");
  expect(await failureOf(read(container, "a"))).toMatchObject({ retryAfterMs });
  await topology.split(container, "2", "midpoint");
  await topology.merge(container, ["1", "3"]);
  expect(await failureOf(read(container, "a"))).toMatchObject({ retryAfterMs });
  clock.ms += retryAfterMs! - 1;
  expect((await failureOf(read(container, "a"))).code).toBe("tooManyRequests");
  clock.ms += 1;
  expect((await read(container, "a")).charge).toBe(1);
});

test("a request that is under way at the switch is charged where its key is then", async () => {
  const { clock, container, topology } = await setUp();
  container.meter.throttle = "enforce";
  const [old] = container.partitions.all;
  const left = () => container.partitions.all.map(({ meter }) => meter.budget.available(clock.ms));
  const keyed = container.meter.open(old!, { key: '["a"]', priority: "High", bucket: 0 });
  const keyless = container.meter.open(old!, { priority: "High", bucket: 0 });
  const late = container.meter.forLater(old!, { key: '["a"]', priority: "High", bucket: 0 });
  await topology.redistribute(container, undefined);
  await topology.split(container, "0", "midpoint");
  expect(left()).toEqual([200, 200]);
  keyed.close(300);
  const { partition } = placeOf(container, ["a"]);
  expect(partition.meter.budget.available(clock.ms)).toBe(-100);
  expect(() => late.open()).toThrow("Request rate is large");
  keyless.close(50);
  expect(left().reduce((sum, each) => sum + each)).toBe(400 - 350);
  expect(totals(container)).toEqual({ ru: 350, requests: 2, throttled: 1 });
  const { consumers } = await keyFigures(container, { limit: 9, withLargest: true });
  expect(consumers).toEqual([{ key: '["a"]', count: 300, error: 0, partition: partition.id }]);
});

test("hot keys are found where they lie after splits and merges", async () => {
  const bodies = [
    {},
    { partitionKey: { paths: ["/pk"], kind: "Hash" } },
    { partitionKey: { paths: ["/pk", "/sub"], kind: "MultiHash", version: 2 } },
  ];
  for (const body of bodies) {
    const { container, topology } = await setUp(body);
    for (let i = 0; i < 20; i++) await createOne(container, { id: "1", pk: `key${i}`, sub: i }, plain);
    await createOne(container, { id: "1" }, plain);
    await createOne(container, { id: "1", pk: null, sub: true }, plain);
    const consumers = async () => (await keyFigures(container, { limit: 100, withLargest: true })).consumers;
    const counts = async () => new Map((await consumers()).map(({ key, count }) => [key, count]));
    const before = await counts();
    expect(before.size).toBe(22);
    await topology.split(container, "0", "data");
    await topology.split(container, "1", "data");
    expect(await counts()).toEqual(before);
    const found = await consumers();
    expect(new Set(found.map(({ partition }) => partition))).toEqual(new Set(["2", "3", "4"]));
    for (const { key, partition, error } of found) {
      expect(placeOf(container, parseKeyText(key)).partition.id).toBe(partition);
      expect(error).toBe(0);
    }
    await topology.merge(container, ["3", "4"]);
    await topology.merge(container, ["5", "2"]);
    expect(await counts()).toEqual(before);
  }
});

test("the history of partitions that are gone stays under their names, and sums go on to hold", async () => {
  const { clock, container, topology } = await setUp();
  let charged = 0;
  let requests = 0;
  const write = async () => {
    for (let i = 0; i < 10; i++, requests++) {
      charged += (await createOne(container, { id: `${requests}`, pk: `key${i}` }, plain)).charge;
    }
  };
  await write();
  clock.advanceSeconds(90);
  await topology.split(container, "0", "midpoint");
  await write();
  clock.advanceSeconds(90);
  await topology.redistribute(container, new Map([["1", 300]]));
  await topology.merge(container, ["1", "2"]);
  await write();
  expect(totals(container).ru).toBeCloseTo(charged);
  expect(totals(container).requests).toBe(requests);
  const histories = partitionHistories(container, "minutes", undefined);
  expect(histories.map(({ id, gone, points }) => [id, gone, points.length])).toEqual([
    ["3", undefined, 1],
    ["0", true, 2],
    ["1", true, 3],
    ["2", true, 3],
  ]);
  expect(histories[1]!.points.at(-1)).toMatchObject({ items: 10 });
  expect(partitionHistories(container, "minutes", 2).map(({ id }) => id)).toEqual(["3", "1", "2"]);
  expect(partitionHistories(container, "seconds", 1).map(({ id }) => id)).toEqual(["3", "1", "2"]);
  clock.advanceSeconds(HISTORY_SECONDS);
  expect(partitionHistories(container, "seconds", undefined).map(({ id }) => id)).toEqual(["3"]);
  clock.advanceSeconds((HISTORY_MINUTES - 4) * 60);
  expect(partitionHistories(container, "minutes", undefined).map(({ id }) => id)).toEqual(["3", "1", "2"]);
  clock.advanceSeconds(120);
  expect(partitionHistories(container, "minutes", undefined).map(({ id }) => id)).toEqual(["3"]);
});

test("so many partitions that are gone are remembered", async () => {
  const { container, topology } = await setUp();
  for (let i = 0; i < RETIRED_PARTITIONS_MAX / 2; i++) {
    const [whole] = container.partitions.all;
    const halves = await topology.split(container, whole!.id, "midpoint");
    await topology.merge(container, [halves[0]!.id, halves[1]!.id]);
  }
  const gone = partitionHistories(container, "minutes", undefined).filter((each) => each.gone);
  expect(gone).toHaveLength(RETIRED_PARTITIONS_MAX);
  expect(gone.at(-1)!.id).toBe(String(Number(container.partitions.all[0]!.id) - 1));
});

test("partitions that share a database's throughput leave its budgets alone", async () => {
  const clock = new TestClock();
  const engine = await openEngine(undefined, clock);
  await engine.databases.create({ id: "db" }, { ruPerSecond: 400 });
  const partitionKey = { paths: ["/pk"], kind: "Hash", version: 2 };
  await engine.containers.create("db", { id: "c", partitionKey }, { knowsPartitionKeys: true });
  const container = await engine.openContainer("db", "c");
  await createOne(container, { id: "1", pk: "a" }, plain);
  container.meter.throttle = "enforce";
  const [old] = container.partitions.all;
  const underWay = container.meter.open(old!, { priority: "High", bucket: 0 });
  spend(container, old!, 1_000);
  await engine.topology.split(container, "0", "midpoint");
  const budgets = new Set(container.partitions.all.map(({ meter }) => meter.budget));
  expect(budgets).toEqual(new Set([old!.meter.budget]));
  const owed = old!.meter.budget.available(clock.ms);
  expect(owed).toBeLessThan(-600);
  underWay.close(100);
  expect(old!.meter.budget.available(clock.ms)).toBe(owed - 100);
  expect((await failureOf(queryAll(container, "SELECT * FROM c"))).code).toBe("tooManyRequests");
});
