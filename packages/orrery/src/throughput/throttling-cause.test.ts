import { describe, expect, it } from "vitest";
import { HeavyHitters } from "./heavy-hitters.ts";
import { REFUSALS_MIN, throttlingCause } from "./throttling-cause.ts";

function consumers(weights: Record<string, number>, capacity = 1000): HeavyHitters {
  const sketch = new HeavyHitters(capacity);
  for (const [key, weight] of Object.entries(weights)) sketch.add(key, weight);
  return sketch;
}

const evenly = consumers(Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`key-${i}`, 400])));
const full = { ruPerSecond: 400, ru: 4_000, throttled: 20 };
const half = { ruPerSecond: 400, ru: 2_000, throttled: 0 };

function causeOf(keys: HeavyHitters, others = [] as (typeof full)[], load = full) {
  return throttlingCause({ rangeId: "3", load, consumers: keys }, others);
}

describe("the cause of throttling", () => {
  it("is a key that takes a large part of its partition, and far more than the next", () => {
    expect(causeOf(consumers({ hot: 300, next: 100, rest: 100 }))).toEqual({
      kind: "hotKey",
      key: "hot",
      rangeId: "3",
      share: 0.6,
    });
    expect(causeOf(consumers({ only: 5 }))).toMatchObject({ kind: "hotKey", share: 1 });
  });

  it("is no key when several are alike, or when it takes little", () => {
    expect(causeOf(consumers({ one: 500, other: 200 }))?.kind).toBe("lowThroughput");
    const many = Object.fromEntries(Array.from({ length: 85 }, (_, i) => [`key-${i}`, 10]));
    expect(causeOf(consumers({ ...many, largest: 190 }))?.kind).toBe("lowThroughput");
    expect(causeOf(consumers({}))?.kind).toBe("lowThroughput");
  });

  it("is no key whose weight may be another's", () => {
    const sketch = consumers({ before: 1000 }, 1);
    sketch.add("late", 1);
    expect(causeOf(sketch)?.kind).toBe("lowThroughput");
  });

  it("is a partition that is much busier than the others", () => {
    expect(causeOf(evenly, [half, half])).toEqual({
      kind: "hotPartition",
      rangeId: "3",
      use: 1,
      othersUse: 0.5,
    });
  });

  it("is too little throughput when the load is spread evenly, also by what was only observed", () => {
    expect(causeOf(evenly)).toEqual({ kind: "lowThroughput", ruPerSecond: 400, refusals: 20 });
    const observed = { ruPerSecond: 400, ru: 12_000, throttled: 800 };
    expect(causeOf(evenly, [{ ...observed, ru: 9_000 }, observed], observed)).toEqual({
      kind: "lowThroughput",
      ruPerSecond: 1_200,
      refusals: 2_400,
    });
  });

  it("is not told from a few refusals", () => {
    const hot = consumers({ hot: 1 });
    expect(causeOf(hot, [], { ...full, throttled: REFUSALS_MIN - 1 })).toBeUndefined();
    expect(causeOf(hot, [], { ...full, throttled: REFUSALS_MIN })?.kind).toBe("hotKey");
  });
});
