import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BudgetSettings, PartitionBudget } from "./partition-budget.ts";
import { NO_BUCKET } from "./throughput-buckets.ts";

const START_MS = 1_700_000_000_000;
const DUST = 1e-6;

const settings = (ruPerSecond: number, more: Partial<BudgetSettings> = {}): BudgetSettings => ({
  ruPerSecond,
  burst: false,
  buckets: [],
  ...more,
});

function halves(budget: PartitionBudget, nowMs: number): PartitionBudget[] {
  return [0.25, 0.75].map((fraction) => PartitionBudget.inherit([budget], fraction, nowMs));
}

/** Sends requests until one is refused; answers what was spent. */
function drain(budget: PartitionBudget, nowMs: number, charge: number, bucket = NO_BUCKET): number {
  let spent = 0;
  while (budget.admit(nowMs, "High", bucket).admitted) {
    budget.spend(nowMs, charge, "High", bucket);
    spent += charge;
  }
  return spent;
}

describe("the budgets of a partition that is split", () => {
  it("refuse for as long as the partition would have, window and debt alike", () => {
    for (const [spent, retryAfterMs] of [
      [400, 1000],
      [2300, 5000],
    ] as const) {
      const whole = new PartitionBudget(settings(400, { burst: true }), START_MS);
      whole.spend(START_MS, spent, "High", NO_BUCKET);
      const refusal = { admitted: false, code: "tooManyRequests", retryAfterMs };
      expect(whole.admit(START_MS, "High", NO_BUCKET)).toEqual(refusal);
      for (const part of halves(whole, START_MS)) {
        expect(part.admit(START_MS, "High", NO_BUCKET)).toEqual(refusal);
        expect(part.admit(START_MS + retryAfterMs, "High", NO_BUCKET).admitted).toBe(true);
      }
    }
  });

  it("share what is left and what is banked", () => {
    const whole = new PartitionBudget(settings(400, { burst: true }), START_MS);
    const nowMs = START_MS + 100_000;
    whole.spend(nowMs, 100, "High", NO_BUCKET);
    const [quarter, rest] = halves(whole, nowMs);
    expect([quarter!.banked(nowMs), rest!.banked(nowMs)]).toEqual([10_000, 30_000]);
    expect(quarter!.ruPerSecond).toBe(100);
    expect(drain(whole, nowMs, 10)).toBe(2900);
    // No more than the partition could have burst in this window; in the next, each bursts for itself.
    expect(drain(quarter!, nowMs, 5) + drain(rest!, nowMs, 5)).toBe(2900);
    expect(drain(quarter!, nowMs + 1000, 5)).toBe(3000);
  });

  it("keep what high-priority requests are using", () => {
    const whole = new PartitionBudget(settings(400), START_MS);
    whole.spend(START_MS, 400, "High", NO_BUCKET);
    const [, rest] = halves(whole, START_MS);
    expect(rest!.admit(START_MS + 1000, "Low", NO_BUCKET).admitted).toBe(false);
  });

  it("keep what throughput buckets have spent and owe", () => {
    const buckets = [{ id: 1, maxThroughputPercentage: 25 }];
    const whole = new PartitionBudget(settings(400, { buckets }), START_MS);
    whole.spend(START_MS, 250, "High", 1);
    const refusal = whole.admit(START_MS, "High", 1);
    expect(refusal).toMatchObject({ code: "throughputBucketExceeded", retryAfterMs: 2000 });
    const [quarter] = halves(whole, START_MS);
    expect(quarter!.admit(START_MS, "High", 1)).toEqual(refusal);
    expect(drain(quarter!, START_MS + 2000, 5, 1)).toBe(15);
  });

  it("stay in the window that it has reached when the clock goes back", () => {
    const whole = new PartitionBudget(settings(400), START_MS);
    drain(whole, START_MS + 5000, 10);
    expect(halves(whole, START_MS)[0]!.admit(START_MS + 4000, "High", NO_BUCKET).admitted).toBe(false);
  });
});

describe("the budget of merged partitions", () => {
  const merge = (budgets: readonly PartitionBudget[], nowMs: number) =>
    PartitionBudget.inherit(budgets, 1, nowMs);

  it("takes the sum of what they have and owe", () => {
    const owing = new PartitionBudget(settings(400), START_MS);
    owing.spend(START_MS, 1100, "High", NO_BUCKET);
    const idle = new PartitionBudget(settings(200), START_MS);
    const merged = merge([owing, idle], START_MS);
    expect(merged.ruPerSecond).toBe(600);
    expect(merged.available(START_MS)).toBe(-500);
    expect(merged.admit(START_MS, "High", NO_BUCKET).retryAfterMs).toBe(1000);
  });

  it("pays the debt of one from the bank of the other, and bursts no more than one partition may", () => {
    const idle = new PartitionBudget(settings(400, { burst: true }), START_MS);
    const nowMs = START_MS + 100_000;
    const owing = new PartitionBudget(settings(400, { burst: true }), nowMs);
    owing.spend(nowMs, 1000, "High", NO_BUCKET);
    const merged = merge([owing, idle], nowMs);
    expect(merged.banked(nowMs)).toBe(40_000 - 200);
    expect(drain(merged, nowMs, 5)).toBe(2000);
  });
});

describe("over any history of requests, splits and merges", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.oneof(fc.nat(600), fc.nat(4000), fc.nat(400_000)),
    }),
    fc.record({ kind: fc.constant("split" as const), at: fc.nat(20), fraction: fc.constantFrom(0.25, 0.5) }),
    fc.record({ kind: fc.constant("merge" as const), at: fc.nat(20) }),
    fc.record({
      kind: fc.constant("send" as const),
      at: fc.nat(20),
      charge: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5000 })),
      times: fc.integer({ min: 1, max: 40 }),
    }),
  );
  const history = fc.record({
    rate: fc.constantFrom(100, 400, 2900),
    burst: fc.boolean(),
    steps: fc.array(step, { maxLength: 60 }),
  });

  /** Runs a history; tells of every request that is admitted, and of every step. */
  function run(
    { rate, burst, steps }: typeof history extends fc.Arbitrary<infer T> ? T : never,
    admitted: (charge: number, nowMs: number) => void,
    after: (budgets: readonly PartitionBudget[], nowMs: number) => void,
  ): void {
    let nowMs = START_MS;
    const budgets = [new PartitionBudget(settings(rate, { burst }), nowMs)];
    for (const each of steps) {
      if (each.kind === "wait") nowMs += each.ms;
      else if (each.kind === "send") {
        const budget = budgets[each.at % budgets.length]!;
        for (let i = 0; i < each.times && budget.admit(nowMs, "High", NO_BUCKET).admitted; i++) {
          budget.spend(nowMs, each.charge, "High", NO_BUCKET);
          admitted(each.charge, nowMs);
        }
      } else if (each.kind === "split") {
        const at = each.at % budgets.length;
        const fractions = [each.fraction, 1 - each.fraction];
        budgets.splice(
          at,
          1,
          ...fractions.map((part) => PartitionBudget.inherit([budgets[at]!], part, nowMs)),
        );
      } else if (budgets.length > 1) {
        const at = each.at % (budgets.length - 1);
        budgets.splice(at, 2, PartitionBudget.inherit(budgets.slice(at, at + 2), 1, nowMs));
      }
      after(budgets, nowMs);
    }
  }

  it("the parts have no more left than an undivided budget that was charged with the same requests", () => {
    fc.assert(
      fc.property(history, (chosen) => {
        const whole = new PartitionBudget(settings(chosen.rate), START_MS);
        run(
          { ...chosen, burst: false },
          (charge, nowMs) => whole.spend(nowMs, charge, "High", NO_BUCKET),
          (budgets, nowMs) => {
            const left = budgets.reduce((sum, budget) => sum + budget.available(nowMs), 0);
            expect(left).toBeLessThanOrEqual(whole.available(nowMs) + DUST);
          },
        );
      }),
    );
  });

  it("the parts admit no more than was provisioned and what they owe, also when they burst", () => {
    fc.assert(
      fc.property(history, (chosen) => {
        let spent = 0;
        run(
          chosen,
          (charge) => {
            spent += charge;
          },
          (budgets, nowMs) => {
            const windows = Math.floor(nowMs / 1000) - START_MS / 1000 + 1;
            const owed = budgets.reduce((sum, budget) => sum + Math.max(0, -budget.available(nowMs)), 0);
            expect(spent).toBeLessThanOrEqual(windows * chosen.rate + owed + DUST);
          },
        );
      }),
    );
  });

  it("a split lets nobody in, and without a bank the answer stays the same", () => {
    fc.assert(
      fc.property(history, fc.constantFrom(0.25, 0.5), (chosen, fraction) => {
        run(
          chosen,
          () => {},
          (budgets, nowMs) => {
            for (const budget of budgets) {
              const before = budget.admit(nowMs, "High", NO_BUCKET);
              const part = PartitionBudget.inherit([budget], fraction, nowMs).admit(nowMs, "High", NO_BUCKET);
              expect(part.admitted).toBe(before.admitted);
              if (budget.banked(nowMs) === 0) expect(part).toEqual(before);
            }
          },
        );
      }),
    );
  });
});
