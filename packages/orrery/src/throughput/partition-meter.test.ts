import { describe, expect, it } from "vitest";
import { PartitionBudget } from "./partition-budget.ts";
import { type MeteredRequest, PartitionMeter } from "./partition-meter.ts";
import { NO_BUCKET } from "./throughput-buckets.ts";

const request = (key?: string): MeteredRequest => ({ key, priority: "High", bucket: NO_BUCKET });

function bench(ruPerSecond = 400) {
  const clock = { nowMs: 1_700_000_040_000, now: () => clock.nowMs };
  const budget = new PartitionBudget({ ruPerSecond, burst: false, buckets: [] }, clock.now());
  return { clock, budget, meter: new PartitionMeter(clock, budget) };
}

describe("a partition's meter", () => {
  it("spends, counts and names the keys of what ran", () => {
    const { clock, meter } = bench();
    for (const [key, charge] of [
      ["a", 5],
      ["b", 1],
      ["a", 7],
      [undefined, 20],
    ] as const) {
      const verdict = meter.admit(request(key));
      meter.settle(request(key), verdict, charge);
    }
    expect(meter.budget.available(clock.now())).toBe(367);
    expect(meter.history.seconds(clock.now())).toMatchObject([{ requests: 4, ru: 33, throttled: 0 }]);
    expect(meter.hotKeys(9)).toEqual({
      consumers: [
        { key: "a", count: 12, error: 0 },
        { key: "b", count: 1, error: 0 },
      ],
      throttled: [],
    });
    expect(meter.hottestKey()?.key).toBe("a");
  });

  it("counts a refused request, and its key", () => {
    const { clock, meter } = bench();
    meter.settle(request("hot"), meter.admit(request("hot")), 500);
    const verdict = meter.admit(request("hot"));
    expect(verdict).toMatchObject({ admitted: false, code: "tooManyRequests", retryAfterMs: 1000 });
    for (const key of ["hot", "hot", undefined]) meter.refuse(request(key));
    expect(meter.history.seconds(clock.now())).toMatchObject([{ requests: 1, ru: 500, throttled: 3 }]);
    expect(meter.hotKeys(1).throttled).toEqual([{ key: "hot", count: 2, error: 0 }]);
  });

  it("knows the load of the last ten seconds", () => {
    const { clock, meter } = bench();
    meter.settle(request("a"), meter.admit(request("a")), 500);
    clock.nowMs += 9_000;
    meter.settle(request("a"), meter.admit(request("a")), 20);
    meter.refuse(request("a"));
    expect(meter.recentLoad()).toEqual({ ruPerSecond: 400, ru: 520, throttled: 1 });
    clock.nowMs += 1_000;
    expect(meter.recentLoad()).toEqual({ ruPerSecond: 400, ru: 20, throttled: 1 });
  });

  it("observes without making debt: what ran beyond the budget is counted, and the next second is free", () => {
    const { clock, meter } = bench();
    let wouldThrottle = 0;
    for (let i = 0; i < 100; i++) {
      const verdict = meter.admit(request("hot"));
      if (!verdict.admitted) wouldThrottle++;
      meter.settle(request("hot"), verdict, 10);
    }
    expect(wouldThrottle).toBe(60);
    expect(meter.history.seconds(clock.now())).toMatchObject([
      { requests: 100, ru: 1000, normalised: 2.5, throttled: 60 },
    ]);
    clock.nowMs += 1000;
    expect(meter.budget.available(clock.now())).toBe(400);
  });

  it("shares a budget with others and keeps its own history", () => {
    const { clock, budget, meter } = bench();
    const other = new PartitionMeter(clock, budget);
    meter.settle(request("a"), meter.admit(request("a")), 400);
    expect(other.admit(request("b")).admitted).toBe(false);
    expect(other.history.seconds(clock.now())).toMatchObject([{ requests: 0, ru: 0 }]);
  });
});
