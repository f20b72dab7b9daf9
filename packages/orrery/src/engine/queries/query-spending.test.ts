import { expect, test } from "vitest";
import { failureOf, newContainer, openEngine, plain, TestClock } from "../engine.fixture.ts";
import { createOne } from "../items/items.ts";
import { queryContainer } from "./query-container.ts";
import { chargeShares } from "./query-spending.ts";

test("a charge is shared out by the rows, and goes to the first if there are none", () => {
  expect(chargeShares(10, [1, 3, 0])).toEqual([2.5, 7.5, 0]);
  expect(chargeShares(10, [0, 0])).toEqual([10, 0]);
});

test("a query is charged to the partitions that it reads", async () => {
  const engine = await openEngine();
  const container = await newContainer(engine, {}, 18_000);
  for (let i = 0; i < 60; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
  const used = () =>
    container.partitions.all.map(({ meter }) =>
      meter.history.minutes(container.environment.now(), 1).reduce((sum, { ru }) => sum + ru, 0),
    );
  const before = used();
  const text = { text: "SELECT * FROM c ORDER BY c.id", parameters: [] };
  const { charge } = await queryContainer(container, text, { ...plain, maxItems: -1 });
  const spent = used().map((ru, i) => ru - before[i]!);
  expect(spent.reduce((a, b) => a + b)).toBeCloseTo(charge);
  expect(Math.min(...spent)).toBeGreaterThan(charge / 10);
});

test("what was read before a partition refused is paid", async () => {
  const clock = new TestClock();
  const engine = await openEngine(undefined, clock);
  const container = await newContainer(engine, {}, 12_000);
  for (let i = 0; i < 200; i++) await createOne(container, { id: `${i}`, pk: `key${i}` }, plain);
  container.meter.throttle = "enforce";
  clock.advanceSeconds(3_600);
  const [first, second] = container.partitions.all;
  second!.meter.budget.spend(clock.ms, 1_000_000, "High", 0);
  const available = () => first!.meter.budget.available(clock.ms);
  const before = available();
  const text = { text: "SELECT * FROM c WHERE LENGTH(c.id) > 100", parameters: [] };
  expect((await failureOf(queryContainer(container, text, plain))).code).toBe("tooManyRequests");
  const items = first!.store.summary.items;
  expect(items).toBeGreaterThan(50);
  expect(before - available()).toBeGreaterThan(items * 0.014);
});
