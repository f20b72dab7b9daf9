import { expect, test, vi } from "vitest";
import type { Container } from "../container/container.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import { failureOf, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { readLatestChanges } from "../feeds/latest-feed.ts";
import { createOne, deleteOne, readItemById } from "../items/items.ts";
import { queryContainer } from "../queries/query-container.ts";

function used(container: Container): number {
  const nowMs = container.environment.now();
  return container.partitions.all
    .flatMap(({ meter }) => meter.history.minutes(nowMs, 1))
    .reduce((sum, { ru }) => sum + ru, 0);
}

/** What it costs the container's partitions. */
async function spent(container: Container, work: () => Promise<unknown>): Promise<number> {
  const before = used(container);
  await work();
  return used(container) - before;
}

async function threePartitions(): Promise<Container> {
  const container = await newContainer(await openEngine(), {}, 18_000);
  for (let i = 0; i < 60; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
  container.meter.throttle = "enforce";
  return container;
}

function spendAll({ meter }: PhysicalPartition, container: Container): void {
  const nowMs = container.environment.now();
  meter.budget.spend(nowMs, meter.budget.available(nowMs), "High", 0);
}

test("a failed request costs what its answer says", async () => {
  const container = await newContainer(await openEngine());
  await createOne(container, { id: "1", pk: "a" }, plain);
  const refused = [
    () => createOne(container, { id: "1", pk: "a" }, plain),
    () => deleteOne(container, "2", { ...plain, key: ["a"] }),
    () => deleteOne(container, "1", { ...plain, key: ["a"], ifMatch: '"no"' }),
  ];
  for (const write of refused) {
    const cost = await spent(container, async () => {
      expect((await failureOf(write())).charge).toBe(1.24);
    });
    expect(cost).toBeCloseTo(1.24);
  }
  const lookup = () => failureOf(readItemById(container, "2", { ...plain, key: ["a"] }));
  expect(await spent(container, lookup)).toBe(1);
});

test("a throttled request reports a charge, and spends nothing", async () => {
  const container = await threePartitions();
  for (const partition of container.partitions.all) spendAll(partition, container);
  const cost = await spent(container, async () => {
    const failure = await failureOf(createOne(container, { id: "x", pk: "a" }, plain));
    expect(failure).toMatchObject({ code: "tooManyRequests", charge: 0.76 });
  });
  expect(cost).toBe(0);
});

/** The lines that the log has after more than the container can spend was asked for. */
async function overload(container: Container, keys: readonly string[], requests: number): Promise<string[]> {
  const log = vi.spyOn(container.environment, "log");
  for (let i = 0; i < requests; i++) {
    await createOne(container, { id: `${i}`, pk: keys[i % keys.length]! }, plain).catch(() => {});
  }
  return log.mock.calls.map(([, message]) => message);
}

const tenKeys = Array.from({ length: 10 }, (_, i) => `key${i}`);

test("a refusal and the log say where the hot key is", async () => {
  const container = await newContainer(await openEngine(), {}, 400);
  container.meter.throttle = "enforce";
  expect(await overload(container, ["hot", "hot", "hot", "warm"], 300)).toEqual([
    expect.stringMatching(
      /^Container 'c' in database 'db' is throttled: partition key \["hot"\] takes 7\d % of the request units of partition 0\. /,
    ),
  ]);
  const failure = await failureOf(createOne(container, { id: "x", pk: "warm" }, plain));
  expect(failure.details).toMatchObject({ database: "db", container: "c", hottestPartitionKey: '["hot"]' });
});

test("ten even keys are no hot keys: the container has too little throughput, said once", async () => {
  const container = await newContainer(await openEngine(), {}, 400);
  expect(await overload(container, tenKeys, 300)).toEqual([
    expect.stringMatching(
      /^Container 'c' in database 'db' would be throttled on the service: its load is spread evenly, .* 400 RU\/s/,
    ),
  ]);
});

test("one busy partition of three is a hot partition", async () => {
  const container = await newContainer(await openEngine(), {}, 18_000);
  const keys = Array.from({ length: 100 }, (_, i) => `key${i}`).filter(
    (key) => container.partitions.map.at(container.definition.partitionKey.epk([key])).id === "1",
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(await overload(container, keys, 2_000)).toEqual([
    expect.stringMatching(
      /would be throttled on the service: partition 1 has used \d+ % of its RU in the last 10 seconds, the others 0 % /,
    ),
  ]);
});

test("writes that all go to one of several partitions are told once, at whatever rate", async () => {
  const clock = new TestClock();
  const engine = await openEngine(undefined, clock);
  const container = await newContainer(engine, {}, 30_000);
  const log = vi.spyOn(container.environment, "log");
  for (let i = 0; i < 120; i++) {
    await createOne(container, { id: `${i}`, pk: "today" }, plain);
    clock.advanceSeconds(0.25);
    container.meter.watchWrites();
  }
  const lines = log.mock.calls.map(([level, message]) => `${level} ${message}`);
  expect(lines).toEqual([
    expect.stringMatching(
      /^warn All 100 writes of the last minute to container 'c' in database 'db' went to one of its 5 partitions, \d: .* Partition key \["today"\] takes 100 % of /,
    ),
  ]);
  await engine.close();
});

test("the change feed spends, and is throttled", async () => {
  const container = await threePartitions();
  const pk = Array.from({ length: 60 }, (_, i) => `key${i}`).find(
    (key) => container.partitions.map.at(container.definition.partitionKey.epk([key])).id === "1",
  );
  await createOne(container, { id: "large", pk: pk!, text: "x".repeat(200_000) }, plain);
  const feed = { ...plain, rangeId: "1" };
  const { charge } = await readLatestChanges(container, feed);
  expect(charge).toBeGreaterThan(1);
  expect(await spent(container, () => readLatestChanges(container, feed))).toBeCloseTo(charge);
  spendAll(container.partitions.map.byId("1"), container);
  expect((await failureOf(readLatestChanges(container, feed))).code).toBe("tooManyRequests");
});

test("a query is throttled by every partition that it reads, and by no other", async () => {
  const container = await threePartitions();
  const [, second] = container.partitions.all;
  spendAll(second!, container);
  const query = (text: string) =>
    queryContainer(container, { text, parameters: [] }, { ...plain, maxItems: -1 });
  const failure = await failureOf(query("SELECT * FROM c ORDER BY c.id"));
  expect(failure).toMatchObject({
    code: "tooManyRequests",
    details: { partitionKeyRangeId: second!.id },
  });
  const elsewhere = Array.from({ length: 60 }, (_, i) => `key${i}`).find(
    (key) => container.partitions.map.at(container.definition.partitionKey.epk([key])) !== second,
  );
  expect((await query(`SELECT * FROM c WHERE c.pk = "${elsewhere}"`)).rows).toHaveLength(1);
});

test("a query whose filter names one key counts as that key's", async () => {
  const container = await newContainer(await openEngine());
  const text = 'SELECT * FROM c WHERE c.pk = "a"';
  const { charge } = await queryContainer(container, { text, parameters: [] }, plain);
  const [partition] = container.partitions.all;
  expect(partition!.meter.hotKeys(5).consumers).toMatchObject([{ key: '["a"]', count: charge }]);
});
