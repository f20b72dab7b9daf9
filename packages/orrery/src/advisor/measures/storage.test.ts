import { expect, test } from "vitest";
import { plainCandidate } from "../candidates/candidate.ts";
import { seededRandom } from "../ground/random.ts";
import { findClock, timedRows } from "../items/clock.ts";
import { ItemSample } from "../items/item-sample.ts";
import { findWriteOrder } from "../items/write-order.ts";
import { evennessOf, spreadOf } from "./storage.ts";
import { timeHeatOf, writtenRows } from "./time-heat.ts";

test("evenness: the largest over the mean, and Gini", () => {
  expect(evennessOf([1, 1, 1, 1])).toEqual({ largestOverMean: 1, gini: 0 });
  const { largestOverMean, gini } = evennessOf([4, 0, 0, 0]);
  expect(largestOverMean).toBe(4);
  expect(gini).toBeCloseTo(0.75);
});

function hourly(): ItemSample {
  const sample = new ItemSample(seededRandom(1));
  for (let i = 0; i < 2_000; i++) {
    const at = new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString();
    sample.add({ item: { id: `${i}`, at, hour: at.slice(0, 13), device: `d${i % 40}` }, bytes: 200 });
  }
  return sample;
}

test("a key by the hour takes all writes of its time, and stops growing", () => {
  const sample = hourly();
  const rows = timedRows(sample.rows, findClock(sample));
  const written = writtenRows(sample.rows, findWriteOrder(sample, findClock(sample)));
  const share = (path: `/${string}`) => timeHeatOf(plainCandidate([path]), written, 5).share;
  expect([share("/hour"), share("/device")]).toEqual([1, 0.025]);
  expect(spreadOf(plainCandidate(["/hour"]), rows, 2_000, 5).largest.lifeShare).toBeLessThan(0.05);
  expect(spreadOf(plainCandidate(["/device"]), rows, 2_000, 5).largest.lifeShare).toBeGreaterThan(0.9);
});

test("the number of keys is exact, or has bounds that hold", () => {
  const sample = hourly();
  const all = timedRows(sample.rows, findClock(sample));
  const candidate = plainCandidate(["/hour", "/device"]);
  const exact = spreadOf(candidate, all, 2_000, 5).distinct;
  expect(exact).toEqual({ estimate: exact.low, low: exact.low, high: exact.low, method: "exact" });
  const random = seededRandom(9);
  const part = timedRows(
    sample.rows.filter(() => random() < 0.25),
    findClock(sample),
  );
  const estimate = spreadOf(candidate, part, 2_000, 5).distinct;
  expect(estimate.method).toBe("sample");
  expect(estimate.low).toBeLessThanOrEqual(exact.low);
  expect(estimate.high).toBeGreaterThanOrEqual(exact.low);
});
