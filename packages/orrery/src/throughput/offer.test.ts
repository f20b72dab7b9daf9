import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Throughput } from "../api/control-api.ts";
import { Failure } from "../value/failure.ts";
import {
  checkThroughput,
  initialPartitionCount,
  minimumRuPerSecond,
  partitionRuPerSecond,
  redistributeShares,
  requestedThroughput,
  targetPartitionCount,
} from "./offer.ts";

const GB = 2 ** 30;
const manual = (ruPerSecond: number): Throughput => ({ kind: "manual", ruPerSecond });
const autoscale = (maximumRuPerSecond: number): Throughput => ({ kind: "autoscale", maximumRuPerSecond });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return "none";
}

describe("what may be asked for", () => {
  it.each([400, 500, 10_000, 1_000_000])("manual %i", (ru) => {
    expect(requestedThroughput(ru, undefined)).toEqual(manual(ru));
  });

  it.each([0, 300, 399, 450, 400.5, 1_000_100, Number.NaN, -400])("not manual %f", (ru) => {
    expect(codeOf(() => requestedThroughput(ru, undefined))).toBe("badRequest");
  });

  it.each([1000, 4000, 1_000_000])("autoscale %i", (ru) => {
    expect(requestedThroughput(undefined, { maximumRuPerSecond: ru })).toEqual(autoscale(ru));
  });

  it.each([400, 900, 1500, 1_001_000])("not autoscale %i", (ru) => {
    expect(codeOf(() => requestedThroughput(undefined, { maximumRuPerSecond: ru }))).toBe("badRequest");
  });

  it("not both, and neither is allowed", () => {
    expect(codeOf(() => requestedThroughput(400, { maximumRuPerSecond: 1000 }))).toBe("badRequest");
    expect(requestedThroughput(undefined, undefined)).toBeUndefined();
  });

  it("not less than the offer's own minimum", () => {
    expect(codeOf(() => checkThroughput(manual(400), 500))).toBe("badRequest");
    expect(checkThroughput(manual(500), 500)).toEqual(manual(500));
  });
});

describe("the minimum of an existing offer", () => {
  it.each([
    ["manual", 400, 0, undefined, 400],
    ["manual", 100_000, 0, undefined, 1000],
    ["manual", 52_300, 0, undefined, 600],
    ["manual", 400, 700 * GB, undefined, 700],
    ["manual", 400, 0, 25, 400],
    ["manual", 400, 0, 30, 900],
    ["autoscale", 1000, 0, undefined, 1000],
    ["autoscale", 100_000, 0, undefined, 10_000],
    ["autoscale", 1000, 550 * GB, undefined, 6000],
    ["autoscale", 1000, 0, 30, 6000],
  ] as const)("%s, highest %i, %i bytes, %s containers: %i", (kind, ever, storageBytes, shared, expected) => {
    const containers = shared === undefined ? {} : { sharedContainers: shared };
    expect(minimumRuPerSecond(kind, { highestRuPerSecondEver: ever, storageBytes, ...containers })).toBe(
      expected,
    );
  });
});

describe("physical partitions", () => {
  it.each([
    [400, 1],
    [6000, 1],
    [6100, 2],
    [10_000, 2],
    [30_000, 5],
    [100_000, 17],
    [150_000, 25],
    [1_000_000, 167],
  ])("a container with manual %i RU/s begins with %i", (ru, expected) => {
    expect(initialPartitionCount(manual(ru), "container")).toBe(expected);
  });

  it.each([
    [1000, 1],
    [6000, 1],
    [10_000, 1],
    [30_000, 3],
    [100_000, 10],
    [150_000, 15],
    [1_000_000, 100],
  ])("with autoscale %i, or manual shared by a database, with %i", (ru, expected) => {
    expect(initialPartitionCount(autoscale(ru), "container")).toBe(expected);
    expect(initialPartitionCount(manual(ru), "database")).toBe(expected);
  });

  it.each([
    [10_000, 2, 2],
    [20_000, 2, 2],
    [20_100, 2, 3],
    [30_000, 2, 3],
    [400, 5, 5],
    [1_000_000, 167, 167],
  ])("%i RU/s on %i partitions asks for %i", (ru, partitions, expected) => {
    expect(targetPartitionCount(manual(ru), partitions)).toBe(expected);
  });
});

describe("shares", () => {
  const evenShares = (partitions: number) => new Array<number>(partitions).fill(1 / partitions);

  it("make each partition's throughput, up to its ceiling", () => {
    expect(partitionRuPerSecond(40_000, 0.25)).toBe(10_000);
    expect(partitionRuPerSecond(24_000, 0.5)).toBe(10_000);
    expect(partitionRuPerSecond(400, 0.25)).toBe(100);
  });

  it("leave billed throughput unusable when custom shares are scaled up, as published", () => {
    // 6,000 RU/s as 4,000 + 1,000 + 1,000, scaled to 24,000: 10,000 + 4,000 + 4,000 can be used.
    const shares = redistributeShares(evenShares(3), 6000, new Map([[0, 4000]]));
    const usable = shares.map((share) => partitionRuPerSecond(24_000, share));
    expect(usable.reduce((sum, ru) => sum + ru)).toBeCloseTo(18_000, 6);
  });

  it("keep their sum when redistributed, and the others their proportions", () => {
    const partitions = fc.integer({ min: 2, max: 30 });
    fc.assert(
      fc.property(partitions, fc.integer({ min: 1, max: 9 }), fc.nat(), (count, hundreds, where) => {
        const total = count * 1000;
        const target = hundreds * 100;
        const shares = redistributeShares(evenShares(count), total, new Map([[where % count, target]]));
        expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 9);
        expect(shares[where % count]! * total).toBeCloseTo(target, 6);
        const others = shares.filter((_, position) => position !== where % count);
        for (const other of others) expect(other).toBeCloseTo(others[0]!, 12);
      }),
    );
  });

  it("go to partitions with room where one could not use its part", () => {
    const shares = [10_000 / 18_000, 7_900 / 18_000, 100 / 18_000];
    const moved = redistributeShares(shares, 18_000, new Map([[0, 1]]));
    expect(moved.map((share) => Math.round(partitionRuPerSecond(18_000, share)))).toEqual([1, 10_000, 7_999]);
  });

  it("lose nothing, whatever is given to whom, and are refused where they would", () => {
    const share = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(
        fc.array(share, { minLength: 2, maxLength: 20 }),
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (weights, target, fill) => {
          const whole = weights.reduce((sum, weight) => sum + weight);
          const total = Math.max(400, Math.floor((weights.length * 10_000 * fill) / 100) * 100);
          const room = (weights.length - 1) * 10_000;
          const work = () =>
            redistributeShares(
              weights.map((weight) => weight / whole),
              total,
              new Map([[0, target]]),
            );
          if (target >= total || total - target > room) {
            expect(codeOf(work)).toBe("badRequest");
            return;
          }
          const given = work().map((each) => partitionRuPerSecond(total, each));
          expect(given[0]).toBeCloseTo(target, 2);
          expect(given.reduce((sum, ru) => sum + ru)).toBeCloseTo(total, 2);
        },
      ),
    );
  });

  it("can be given to all partitions when they add up", () => {
    const targets = new Map([
      [0, 5000],
      [1, 1000],
    ]);
    expect(redistributeShares(evenShares(2), 6000, targets)).toEqual([5000 / 6000, 1000 / 6000]);
    expect(codeOf(() => redistributeShares(evenShares(2), 8000, targets))).toBe("badRequest");
  });

  it.each([
    ["nothing", new Map<number, number>()],
    ["a partition that is not there", new Map([[9, 100]])],
    ["more than a partition can have", new Map([[0, 10_100]])],
    ["less than nothing", new Map([[0, 0]])],
    ["more than there is", new Map([[0, 6000]])],
    ["too little, so that the others could not use the rest", new Map([[0, 1]]), 21_000],
    ["too many at once", new Map(Array.from({ length: 21 }, (_, i) => [i, 10] as const))],
  ])("refuse %s", (_, targets, ruPerSecond = 6000) => {
    expect(codeOf(() => redistributeShares(evenShares(3), ruPerSecond, targets))).toBe("badRequest");
  });
});
