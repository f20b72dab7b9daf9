import { describe, expect, it } from "vitest";
import { Failure } from "../value/failure.ts";
import { BucketBudgets, checkBucketId, checkBuckets } from "./throughput-buckets.ts";

describe("throughput buckets", () => {
  it.each([0, 6, -1, 1.5, Number.NaN])("have no number %f", (id) => {
    expect(() => checkBucketId(id)).toThrow(Failure);
  });

  it("are given once each, with 1 to 100 percent", () => {
    const bucket = (id: number, maxThroughputPercentage: number) => ({ id, maxThroughputPercentage });
    expect(checkBuckets([bucket(1, 1), bucket(5, 100)])).toHaveLength(2);
    expect(() => checkBuckets([bucket(1, 10), bucket(1, 20)])).toThrow(Failure);
    for (const percentage of [0, 101, 12.5])
      expect(() => checkBuckets([bucket(1, percentage)])).toThrow(Failure);
  });

  it("stop at their cap, carry debt and recover", () => {
    const budgets = new BucketBudgets([{ id: 2, maxThroughputPercentage: 25 }], 400);
    expect(budgets.windowsToWait(2)).toBe(0);
    budgets.spend(2, 350);
    expect(budgets.windowsToWait(2)).toBe(3);
    budgets.advance(2);
    expect(budgets.windowsToWait(2)).toBe(1);
    budgets.advance(1);
    expect(budgets.windowsToWait(2)).toBe(0);
    budgets.advance(100);
    budgets.spend(2, 100);
    expect(budgets.windowsToWait(2)).toBe(1);
  });

  it("keep what they owe when the throughput changes", () => {
    const buckets = [{ id: 2, maxThroughputPercentage: 25 }];
    const budgets = new BucketBudgets(buckets, 400);
    budgets.spend(2, 350);
    expect(new BucketBudgets(buckets, 400, budgets).windowsToWait(2)).toBe(3);
    expect(new BucketBudgets(buckets, 800, budgets).windowsToWait(2)).toBe(1);
    expect(new BucketBudgets([{ id: 3, maxThroughputPercentage: 25 }], 400, budgets).windowsToWait(3)).toBe(
      0,
    );
  });

  it("do nothing where no cap is set", () => {
    const budgets = new BucketBudgets([{ id: 2, maxThroughputPercentage: 25 }], 400);
    budgets.spend(3, 1e6);
    expect(budgets.windowsToWait(3)).toBe(0);
  });
});
