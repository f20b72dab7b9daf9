import { describe, expect, test } from "vitest";
import { seededRandom } from "../ground/random.ts";
import { findClock, followersOf } from "../items/clock.ts";
import { ItemSample } from "../items/item-sample.ts";
import { ItemDraws } from "./item-draws.ts";
import { parseScale } from "./scale.ts";
import { parseWorkload, specsOf } from "./workload.ts";

function sampleOf(count: number): ItemSample {
  const sample = new ItemSample(seededRandom(1));
  for (let i = 0; i < count; i++) {
    const at = new Date(Date.UTC(2026, 0, 1) + i * 600_000).toISOString();
    const item = { id: `i${i}`, at, day: at.slice(0, 10), tenant: `t${i % 10}`, n: i % 3 };
    sample.add({ item, bytes: 100 });
  }
  return sample;
}

function drawsOf(sample: ItemSample): ItemDraws {
  const clock = findClock(sample)!;
  return new ItemDraws(sample.rows, clock, followersOf(sample, clock));
}

test("the clock is what follows the order of arrival, and the day follows it", () => {
  const sample = sampleOf(1_000);
  const clock = findClock(sample)!;
  expect(clock).toMatchObject({ path: "/at", unit: "iso", correlation: 1 });
  expect(followersOf(sample, clock)).toEqual([{ path: "/day", segments: ["day"], latest: "2026-01-07" }]);
});

test("what is created has an id of its own, and is of the present", () => {
  const [spec] = specsOf(
    parseWorkload("operations: [{do: create, perSecond: 5}]", "w"),
    drawsOf(sampleOf(1_000)),
  );
  const random = seededRandom(2);
  const drawn = Array.from({ length: 50 }, () => spec!.draw(random).item);
  expect(new Set(drawn.map(({ id }) => id)).size).toBe(50);
  expect(new Set(drawn.map(({ day }) => day))).toEqual(new Set(["2026-01-07"]));
  expect(new Set(drawn.map(({ tenant }) => tenant)).size).toBeGreaterThan(5);
});

test("skew and parameters are as declared", () => {
  const text = `operations:
  - do: query
    text: SELECT * FROM c WHERE c.tenant = @tenant AND c.n = @which AND c.x = @x
    parameters: { "@which": /n, "@x": 7 }
    perSecond: 3
    skew: zipf 2 on /tenant
`;
  const [spec] = specsOf(parseWorkload(text, "w"), drawsOf(sampleOf(1_000)));
  const random = seededRandom(3);
  const drawn = Array.from({ length: 2_000 }, () => spec!.draw(random).parameters!);
  expect(drawn.every((parameters) => parameters.get("@x") === 7)).toBe(true);
  const counts = new Map<unknown, number>();
  for (const parameters of drawn)
    counts.set(parameters.get("@tenant"), (counts.get(parameters.get("@tenant")) ?? 0) + 1);
  const [most, next] = [...counts.values()].sort((a, b) => b - a);
  // One over the squares of 1 to 10 adds up to 1.55.
  expect(most! / 2_000).toBeCloseTo(1 / 1.55, 1);
  expect(next! / 2_000).toBeCloseTo(0.25 / 1.55, 1);
});

describe("refuses", () => {
  test.each([
    ["operations: []", "must have a list of 1 to 100 'operations'"],
    ["operations: [{do: jump, perSecond: 1}]", "must have 'do', one of create"],
    ["operations: [{do: create}]", "must have 'perSecond', a number above 0"],
    ["operations: [{do: query, perSecond: 1}]", "must have 'text' if it is a query"],
    ["operations: [{do: query, text: SELEC, perSecond: 1}]", "has a query that is not valid"],
    ["operations: [{do: batch, perSecond: 1}]", "must have 'by'"],
    ["operations: [{do: read, perSecond: 1, skew: hot}]", "has the skew 'hot'"],
    ["operations: [{do: read, perSecond: 1, often: 2}]", "has 'often', which is none of"],
    ["{", "is no YAML"],
  ])("%s", (text, message) => {
    expect(() => parseWorkload(text, "w.yaml")).toThrow(message);
  });

  test("a parameter that no item has a value for", () => {
    const text = "operations: [{do: query, text: 'SELECT * FROM c WHERE c.a = @nobody', perSecond: 1}]";
    expect(() => specsOf(parseWorkload(text, "w"), drawsOf(sampleOf(200)))).toThrow("which no item has");
  });
});

test("a scale is pairs or YAML", () => {
  expect(parseScale("itemsPerDay=5e6,retentionDays=90")).toMatchObject({
    itemsPerDay: 5_000_000,
    retentionDays: 90,
    peakFactor: 1,
  });
  expect(parseScale("budget: 4000\npeakFactor: 3")).toMatchObject({ budget: 4_000, peakFactor: 3 });
  expect(() => parseScale("days=3")).toThrow("The scale has 'days'");
  expect(() => parseScale("budget=-1")).toThrow("'budget' of the scale must be a number above 0");
});
