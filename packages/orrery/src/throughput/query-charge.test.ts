import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_WORK } from "./no-work.fixture.ts";
import {
  feedCharge,
  lastQueryPageCharge,
  type QueryWork,
  queryCharge,
  queryPageCharge,
} from "./query-charge.ts";

const COUNTERS = Object.keys(NO_WORK) as (keyof QueryWork)[];

const pageOfWork: fc.Arbitrary<QueryWork> = fc
  .array(fc.nat({ max: 5_000_000 }), { minLength: COUNTERS.length, maxLength: COUNTERS.length })
  .map(
    (counts) =>
      Object.fromEntries(COUNTERS.map((counter, i) => [counter, counts[i]!])) as unknown as QueryWork,
  )
  .map((work) => ({ ...work, partitionsVisited: work.partitionsVisited + 1 }));

function sumOf(pages: readonly QueryWork[]): QueryWork {
  const sum: Record<keyof QueryWork, number> = { ...NO_WORK };
  for (const page of pages) for (const counter of COUNTERS) sum[counter] += page[counter];
  return sum;
}

describe("a query's charge", () => {
  it("is 2.5 for each partition visited in vain", () => {
    expect(queryCharge({ ...NO_WORK, partitionsVisited: 1 }, 1)).toBe(2.5);
    expect(queryCharge({ ...NO_WORK, partitionsVisited: 40 }, 1)).toBe(100);
  });

  it("grows with every counter", () => {
    for (const counter of COUNTERS) {
      expect(queryCharge({ ...NO_WORK, [counter]: 1_000_000 }, 1)).toBeGreaterThan(1);
    }
  });

  it("doubles with stronger reads", () => {
    expect(queryCharge({ ...NO_WORK, partitionsVisited: 1, rowsOut: 1 }, 2)).toBe(5.05);
  });

  it("is at least that of a read, on every page", () => {
    for (const multiplier of [1, 2] as const) {
      expect(queryCharge(NO_WORK, multiplier)).toBe(multiplier);
      expect(lastQueryPageCharge({ ...NO_WORK, rowsOut: 1 }, 9_999, multiplier)).toBe(multiplier);
      const charge = { charge: multiplier, carriedMicros: 0 };
      expect(queryPageCharge({ ...NO_WORK, rowsOut: 1 }, 9_999, multiplier)).toEqual(charge);
    }
  });

  it("is the same however the work is cut into pages that each cost more than the least", () => {
    fc.assert(
      fc.property(
        fc.array(pageOfWork, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(1 as const, 2 as const),
        (pages, multiplier) => {
          let hundredths = 0;
          let carried = 0;
          for (const page of pages.slice(0, -1)) {
            const { charge, carriedMicros } = queryPageCharge(page, carried, multiplier);
            expect(carriedMicros).toBeLessThan(10_000);
            hundredths += Math.round(charge * 100);
            carried = carriedMicros;
          }
          hundredths += Math.round(lastQueryPageCharge(pages.at(-1)!, carried, multiplier) * 100);
          expect(hundredths).toBe(Math.round(queryCharge(sumOf(pages), multiplier) * 100));
        },
      ),
    );
  });
});

describe("a change feed's charge", () => {
  const small = (count: number) => Array.from({ length: count }, () => 300);

  it("is that of a query that goes on through its items", () => {
    const work = { indexEntries: 110, itemsLoaded: 100, bytesLoaded: 30_000, rowsOut: 100, bytesOut: 30_000 };
    expect(feedCharge(small(100), 1, 10)).toBe(queryCharge({ ...NO_WORK, ...work }, 1));
  });

  it("lets a client that may spend 1 RU a second read two pages of a hundred small items within 25 seconds", () => {
    expect(2 * feedCharge(small(100), 1)).toBeLessThan(25);
  });

  it("is not nothing, and doubles on two replicas", () => {
    expect([feedCharge([], 1), feedCharge([], 2)]).toEqual([1, 2]);
    expect(feedCharge(small(100), 2)).toBeCloseTo(2 * feedCharge(small(100), 1));
  });
});
