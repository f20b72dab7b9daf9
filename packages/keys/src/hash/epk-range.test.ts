import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectivePartitionKey } from "./effective-partition-key.ts";
import { epkOfBytes, parseEpk } from "./epk.ts";
import {
  type EpkRange,
  epkRangeOfPrefix,
  evenBoundaries,
  intersectEpkRanges,
  isEmptyEpkRange,
  isInEpkRange,
  isWithinEpkRange,
  midpoint,
  WHOLE_EPK_RANGE,
} from "./epk-range.ts";

const START = parseEpk("");
const END = parseEpk("FF");
const hierarchical = { paths: ["/a", "/b", "/c"], kind: "MultiHash", version: 2 } as const;

describe("evenBoundaries", () => {
  it("gives the boundaries that real containers have", () => {
    expect(evenBoundaries(2, 1)).toEqual(["05C1DFFFFFFFFC"]);
    expect(evenBoundaries(4, 1)).toEqual(["05C1CFFFFFFFF8", "05C1DFFFFFFFF8", "05C1E7FFFFFFFA"]);
    expect(evenBoundaries(5, 1)).toEqual([
      "05C1C9CD673398",
      "05C1D9CD673398",
      "05C1E399CD6732",
      "05C1E9CD673398",
    ]);
    expect(evenBoundaries(6, 1)[0]).toBe("05C1C5AB55AB50");
    expect(evenBoundaries(2, 2)).toEqual([`1${"F".repeat(31)}`]);
    expect(evenBoundaries(3, 2)).toEqual([`1${"5".repeat(31)}`, `2${"A".repeat(31)}`]);
  });

  it("gives none for one partition, and refuses less", () => {
    expect(evenBoundaries(1, 2)).toEqual([]);
    expect(() => evenBoundaries(0, 2)).toThrow(RangeError);
    expect(() => evenBoundaries(1.5, 2)).toThrow(RangeError);
  });

  it.each([1, 2] as const)("rises and shares keys out evenly in version %i", (version) => {
    const boundaries = [START, ...evenBoundaries(25, version), END];
    for (let index = 1; index < boundaries.length; index++) {
      expect(boundaries[index - 1]! < boundaries[index]!).toBe(true);
    }
    const counts = new Array<number>(25).fill(0);
    for (let key = 0; key < 25_000; key++) {
      const epk = effectivePartitionKey([`key ${key}`], { paths: ["/a"], version });
      const ranges = boundaries.slice(1).map((max, index) => ({ min: boundaries[index]!, max }));
      const index = ranges.findIndex((range) => isInEpkRange(epk, range));
      counts[index]!++;
    }
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });
});

describe("midpoint", () => {
  it("halves version 1 ranges as real splits do", () => {
    const last = evenBoundaries(25, 1).at(-1)!;
    expect(midpoint(last, END, 1)).toBe("05C1EFAF0B1F46");
    expect(midpoint(START, END, 1)).toBe("05C1DFFFFFFFFC");
  });

  it("halves version 2 ranges", () => {
    expect(midpoint(START, END, 2)).toBe(`1${"F".repeat(31)}`);
    expect(midpoint(parseEpk(`1${"F".repeat(31)}`), END, 2)).toBe(`2${"F".repeat(31)}`);
  });

  it("goes a level deeper where one first-level value fills the range", () => {
    const { min, max } = epkRangeOfPrefix(["redmond"], hierarchical);
    const middle = midpoint(min, max, 2)!;
    expect(middle).toBe(`${min}1${"F".repeat(31)}`);
    const next = midpoint(middle, max, 2)!;
    expect(next).toBe(`${min}2${"F".repeat(31)}`);
  });

  it("says when a range holds a single hash", () => {
    const [boundary] = evenBoundaries(2, 1);
    expect(midpoint(boundary!, boundary!, 1)).toBeUndefined();
    const one = effectivePartitionKey(["a", "b", "c"], hierarchical);
    expect(midpoint(one, one, 2)).toBeUndefined();
  });

  it.each([1, 2] as const)("lies strictly inside any range of version %i", (version) => {
    // Of one division, because boundaries of two may be neighbours, with a single hash between them.
    const boundaries = fc.integer({ min: 2, max: 200 }).chain((count) => {
      const boundary = fc.constantFrom(START, END, ...evenBoundaries(count, version));
      return fc.tuple(boundary, boundary);
    });
    fc.assert(
      fc.property(boundaries, ([a, b]) => {
        fc.pre(a !== b);
        const [min, max] = a < b ? [a, b] : [b, a];
        const middle = midpoint(min, max, version)!;
        expect(min < middle).toBe(true);
        expect(middle < max).toBe(true);
      }),
    );
  });
});

describe("epkRangeOfPrefix", () => {
  it("is everything for no component", () => {
    expect(epkRangeOfPrefix([], hierarchical)).toEqual({ min: START, max: END });
  });

  it("holds exactly the keys that begin with the prefix", () => {
    const value = fc.oneof(fc.constantFrom("a", "b", 1, null, true), fc.string());
    fc.assert(
      fc.property(
        fc.tuple(value, value, value),
        value,
        fc.integer({ min: 1, max: 3 }),
        (key, other, length) => {
          const epk = effectivePartitionKey(key, hierarchical);
          expect(isInEpkRange(epk, epkRangeOfPrefix(key.slice(0, length), hierarchical))).toBe(true);
          const range = epkRangeOfPrefix([...key.slice(0, length - 1), other], hierarchical);
          expect(isInEpkRange(epk, range)).toBe(other === key[length - 1]);
        },
      ),
    );
  });
});

describe("arithmetic of ranges", () => {
  const epk = fc.uint8Array({ maxLength: 3, max: 0xfe }).map((bytes) => epkOfBytes(bytes));
  const range: fc.Arbitrary<EpkRange> = fc.record({ min: epk, max: epk });

  it("says the same as asking for each key", () => {
    fc.assert(
      fc.property(range, range, fc.array(epk), (a, b, keys) => {
        const both = intersectEpkRanges(a, b);
        for (const key of [a.min, b.min, ...keys]) {
          expect(isInEpkRange(key, both)).toBe(isInEpkRange(key, a) && isInEpkRange(key, b));
          if (isWithinEpkRange(a, b) && isInEpkRange(key, a)) expect(isInEpkRange(key, b)).toBe(true);
          expect(isInEpkRange(key, WHOLE_EPK_RANGE)).toBe(true);
        }
        expect(isEmptyEpkRange(a)).toBe(!isInEpkRange(a.min, a));
      }),
    );
  });
});
