import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BURST_RU_PER_SECOND, type BudgetSettings, PartitionBudget } from "./partition-budget.ts";
import { NO_BUCKET } from "./throughput-buckets.ts";

const START_MS = 1_700_000_000_000;

const settings = (ruPerSecond: number, more: Partial<BudgetSettings> = {}): BudgetSettings => ({
  ruPerSecond,
  burst: false,
  buckets: [],
  ...more,
});

/** A budget with a clock that the test moves. */
class Bench {
  nowMs = START_MS;
  readonly budget: PartitionBudget;

  constructor(chosen: BudgetSettings) {
    this.budget = new PartitionBudget(chosen, START_MS);
  }

  admit(priority: "High" | "Low" = "High", bucket = NO_BUCKET) {
    return this.budget.admit(this.nowMs, priority, bucket);
  }

  spend(charge: number, priority: "High" | "Low" = "High", bucket = NO_BUCKET): void {
    this.budget.spend(this.nowMs, charge, priority, bucket);
  }

  /** Sends requests until one is refused; answers what was spent. */
  drain(charge: number, priority: "High" | "Low" = "High", bucket = NO_BUCKET): number {
    let spent = 0;
    while (this.admit(priority, bucket).admitted) {
      this.spend(charge, priority, bucket);
      spent += charge;
    }
    return spent;
  }
}

describe("a window", () => {
  it("admits until its budget is spent, and again in the next second", () => {
    const bench = new Bench(settings(400));
    expect(bench.drain(10)).toBe(400);
    expect(bench.admit()).toEqual({ admitted: false, code: "tooManyRequests", retryAfterMs: 1000 });
    bench.nowMs += 999;
    expect(bench.admit()).toMatchObject({ admitted: false, retryAfterMs: 1 });
    bench.nowMs += 1;
    expect(bench.admit().admitted).toBe(true);
  });

  it("does not keep what was left over", () => {
    const bench = new Bench(settings(400));
    bench.nowMs += 60_000;
    expect(bench.drain(10)).toBe(400);
  });

  it("lets a request run that is larger than a second's budget, and the next seconds pay for it", () => {
    const bench = new Bench(settings(400));
    bench.spend(1250);
    expect(bench.admit()).toMatchObject({ admitted: false, retryAfterMs: 3000 });
    bench.nowMs += 2999;
    expect(bench.admit().admitted).toBe(false);
    bench.nowMs += 1;
    expect(bench.budget.available(bench.nowMs)).toBe(350);
  });

  it("stays where it is when the clock goes back", () => {
    const bench = new Bench(settings(400));
    bench.drain(10);
    bench.nowMs -= 5000;
    expect(bench.admit().admitted).toBe(false);
  });
});

describe("burst capacity", () => {
  it("is banked for 300 seconds and spent at 3,000 RU/s, as in the published example", () => {
    const bench = new Bench(settings(100, { burst: true }));
    bench.nowMs += 400_000;
    expect(bench.budget.banked(bench.nowMs)).toBe(30_000);
    const bySecond: number[] = [];
    for (let second = 0; second < 13; second++) {
      bySecond.push(bench.drain(10));
      bench.nowMs += 1000;
    }
    expect(bySecond.slice(0, 10)).toEqual(new Array(10).fill(3000));
    expect(bySecond.slice(10)).toEqual([1100, 100, 100]);
  });

  it("is not for partitions of 3,000 RU/s or more", () => {
    for (const [rate, banks] of [
      [2999, true],
      [3000, false],
    ] as const) {
      const bench = new Bench(settings(rate, { burst: true }));
      bench.nowMs += 10_000;
      expect(bench.budget.banked(bench.nowMs) > 0).toBe(banks);
    }
  });

  it("pays debt, at the same speed", () => {
    const bench = new Bench(settings(400, { burst: true }));
    bench.nowMs += 300_000;
    bench.spend(10_000);
    const refusal = bench.admit();
    expect(refusal).toMatchObject({ admitted: false, retryAfterMs: 3000 });
    bench.nowMs += 3000;
    expect(bench.admit().admitted).toBe(true);
  });
});

describe("priority", () => {
  it("does not matter while nobody else is there", () => {
    const bench = new Bench(settings(400));
    expect(bench.drain(10, "Low")).toBe(400);
  });

  it("keeps for high-priority requests what they spent in the second before", () => {
    const bench = new Bench(settings(400));
    for (let i = 0; i < 30; i++) bench.spend(10, "High");
    bench.nowMs += 1000;
    expect(bench.drain(10, "Low")).toBe(100);
    expect(bench.drain(10, "High")).toBe(300);
  });

  it("refuses low-priority requests altogether when the others take everything, and not for long", () => {
    const bench = new Bench(settings(400));
    bench.drain(10, "High");
    bench.nowMs += 1000;
    expect(bench.admit("Low")).toMatchObject({
      admitted: false,
      code: "tooManyRequests",
      retryAfterMs: 1000,
    });
    bench.nowMs += 1000;
    expect(bench.drain(10, "Low")).toBe(400);
  });
});

describe("throughput buckets", () => {
  const capped = settings(400, { buckets: [{ id: 1, maxThroughputPercentage: 25 }] });

  it("stop at their cap while others go on", () => {
    const bench = new Bench(capped);
    expect(bench.drain(10, "High", 1)).toBe(100);
    expect(bench.admit("High", 1)).toEqual({
      admitted: false,
      code: "throughputBucketExceeded",
      retryAfterMs: 1000,
    });
    expect(bench.drain(10)).toBe(300);
  });

  it("reserve nothing", () => {
    const bench = new Bench(capped);
    bench.drain(10);
    expect(bench.admit("High", 1).code).toBe("tooManyRequests");
  });

  it("that are not set up count as none", () => {
    const bench = new Bench(capped);
    expect(bench.drain(10, "High", 4)).toBe(400);
  });

  it("may not burst", () => {
    const bench = new Bench({ ...capped, burst: true, buckets: [{ id: 1, maxThroughputPercentage: 100 }] });
    bench.nowMs += 300_000;
    expect(bench.drain(10, "High", 1)).toBe(400);
  });
});

describe("a change of throughput", () => {
  it("upwards can be used in the same second", () => {
    const bench = new Bench(settings(400));
    bench.drain(10);
    bench.budget.change(settings(1000), bench.nowMs);
    expect(bench.drain(10)).toBe(600);
  });

  it("downwards makes no debt", () => {
    const bench = new Bench(settings(1000));
    bench.spend(900);
    bench.budget.change(settings(400), bench.nowMs);
    expect(bench.drain(10)).toBe(100);
    bench.nowMs += 1000;
    expect(bench.drain(10)).toBe(400);
  });

  it("takes the bank along as far as it goes", () => {
    const bench = new Bench(settings(1000, { burst: true }));
    bench.nowMs += 400_000;
    bench.budget.change(settings(500, { burst: true }), bench.nowMs);
    expect(bench.budget.banked(bench.nowMs)).toBe(150_000);
    bench.budget.change(settings(4000, { burst: true }), bench.nowMs);
    expect(bench.budget.banked(bench.nowMs)).toBe(0);
  });
});

describe("over any history", () => {
  const history = fc.record({
    rate: fc.constantFrom(40, 100, 400, 2999, 3000, 10_000),
    burst: fc.boolean(),
    steps: fc.array(
      fc.record({
        // Mostly the same second or the next; sometimes a pause that fills the bank.
        waitMs: fc.oneof(fc.nat(50), fc.nat(1500), fc.nat(20_000), fc.constant(300_000)),
        charge: fc.oneof(
          fc.double({ min: 0.01, max: 50, noNaN: true }),
          fc.double({ min: 1, max: 9000, noNaN: true }),
        ),
        times: fc.integer({ min: 1, max: 60 }),
      }),
      { maxLength: 40 },
    ),
  });
  const DUST = 1e-6;

  it("admits no more than budget, bank and one request", () => {
    fc.assert(
      fc.property(history, ({ rate, burst, steps }) => {
        const bench = new Bench(settings(rate, { burst }));
        const spent = new Map<number, number>();
        let largest = 0;
        for (const { waitMs, charge, times } of steps) {
          bench.nowMs += waitMs;
          for (let i = 0; i < times && bench.admit().admitted; i++) {
            bench.spend(charge);
            largest = Math.max(largest, charge);
            const window = Math.floor(bench.nowMs / 1000);
            spent.set(window, (spent.get(window) ?? 0) + charge);
          }
        }
        const windows = [...spent.keys()];
        for (const [from, first] of windows.entries()) {
          expect(spent.get(first)!).toBeLessThanOrEqual(
            (burst ? Math.max(rate, BURST_RU_PER_SECOND) : rate) + largest + DUST,
          );
          let sum = 0;
          for (const window of windows.slice(from)) {
            sum += spent.get(window)!;
            // The bank holds only what earlier windows left unused, so from the start there is no more than budget.
            const sinceStart = window - START_MS / 1000 + 1;
            const since = window - first + 1;
            const banked = burst && rate < BURST_RU_PER_SECOND ? Math.min(300, sinceStart - since) * rate : 0;
            expect(sum).toBeLessThanOrEqual(rate * since + banked + largest + DUST);
          }
        }
      }),
    );
  });

  it("answers with the very moment at which a refused request may start", () => {
    fc.assert(
      fc.property(history, ({ rate, burst, steps }) => {
        const bench = new Bench(settings(rate, { burst }));
        for (const { waitMs, charge, times } of steps) {
          bench.nowMs += waitMs;
          for (let i = 0; i < times; i++) {
            const verdict = bench.admit();
            if (verdict.admitted) {
              bench.spend(charge);
              continue;
            }
            bench.nowMs += verdict.retryAfterMs - 1;
            expect(bench.admit().admitted).toBe(false);
            bench.nowMs += 1;
            expect(bench.admit().admitted).toBe(true);
          }
        }
      }),
    );
  });

  it("comes to the same whether it is looked at in every window or once at the end", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 400 }), ({ rate, burst, steps }, windows) => {
        const watched = new Bench(settings(rate, { burst }));
        const alone = new Bench(settings(rate, { burst }));
        for (const bench of [watched, alone]) {
          bench.nowMs += 300_000;
          for (const { charge } of steps) bench.spend(charge);
        }
        for (let i = 0; i < windows; i++) {
          watched.nowMs += 1000;
          watched.budget.available(watched.nowMs);
        }
        alone.nowMs = watched.nowMs;
        expect(alone.budget.available(alone.nowMs)).toBeCloseTo(watched.budget.available(watched.nowMs), 4);
        expect(alone.budget.banked(alone.nowMs)).toBeCloseTo(watched.budget.banked(watched.nowMs), 4);
      }),
    );
  });

  it("gives a client that never stops the whole budget, whatever its requests cost", () => {
    const charge = fc.double({ min: 0.5, max: 2000, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(100, 400, 10_000), charge, (rate, each) => {
        const bench = new Bench(settings(rate));
        let spent = 0;
        for (let second = 0; second < 20; second++) {
          spent += bench.drain(each);
          bench.nowMs += 1000;
        }
        expect(spent).toBeGreaterThanOrEqual(rate * 20 - DUST);
        expect(spent).toBeLessThanOrEqual(rate * 20 + each);
      }),
    );
  });
});
