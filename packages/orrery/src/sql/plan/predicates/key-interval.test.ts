import type { Value } from "@orrerydb/exact-json";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { encodeKey } from "../../../value/encode-value.ts";
import { equal, greater, greaterOrEqual, less, lessOrEqual } from "../../functions/values/operators.ts";
import {
  type Comparison,
  type Cover,
  comparedTo,
  equalTo,
  holdsKey,
  intersectIntervals,
  isPoint,
  type KeyInterval,
  point,
  startingWith,
  uniteIntervals,
} from "./key-interval.ts";

const values: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value[]>(
    undefined,
    null,
    true,
    false,
    "",
    "a",
    "ab",
    "\uffff",
    "\uffff\uffff",
    "x".repeat(64),
    "x".repeat(65),
  ),
  fc.constantFrom<Value[]>(`${"x".repeat(400)}1`, `${"x".repeat(400)}2`, "x".repeat(300), -1, 0, 1, 1.5, 2),
  fc.constantFrom<Value[]>([], [1], {}, { a: 1 }),
  fc.string({ maxLength: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function holds(cover: Cover | undefined, value: Value): boolean {
  return cover !== undefined && holdsKey(cover.interval, encodeKey(value));
}

/** An exact interval holds just the values that pass; any other may hold more. */
function expectCover(cover: Cover | undefined, value: Value, passes: boolean): void {
  if (passes || cover === undefined || cover.exact) expect(holds(cover, value)).toBe(passes);
}

const COMPARISONS: Readonly<Record<Comparison, (a: Value, b: Value) => Value>> = {
  "<": less,
  "<=": lessOrEqual,
  ">": greater,
  ">=": greaterOrEqual,
};

test("intervals hold what comparisons find true", () => {
  const operators = Object.keys(COMPARISONS) as Comparison[];
  fc.assert(
    fc.property(values, values, fc.constantFrom(...operators), (value, bound, operator) => {
      expectCover(comparedTo(operator, bound), value, COMPARISONS[operator](value, bound) === true);
      if (bound !== undefined) expectCover(equalTo(bound), value, equal(value, bound) === true);
    }),
    { numRuns: 3000 },
  );
});

test("a prefix holds the strings that begin with it", () => {
  const prefixes = fc.constantFrom("", "a", "x", "\uffff", "x".repeat(64), "x".repeat(65), "x".repeat(300));
  fc.assert(
    fc.property(prefixes, values, (prefix, value) => {
      expectCover(startingWith(prefix), value, typeof value === "string" && value.startsWith(prefix));
    }),
    { numRuns: 2000 },
  );
});

test("sets of intervals uniteIntervals and intersectIntervals as sets do", () => {
  const covers = fc
    .array(fc.tuple(fc.constantFrom<Comparison>("<", ">="), fc.integer({ min: 0, max: 9 })), { maxLength: 4 })
    .map((list) => list.map(([operator, bound]) => comparedTo(operator, bound)!.interval));
  const has = (intervals: readonly KeyInterval[], value: number): boolean =>
    intervals.some((interval) => holdsKey(interval, encodeKey(value)));
  fc.assert(
    fc.property(covers, covers, fc.integer({ min: -1, max: 10 }), (a, b, value) => {
      expect(has(uniteIntervals([...a, ...b]), value)).toBe(has(a, value) || has(b, value));
      expect(has(intersectIntervals(uniteIntervals(a), uniteIntervals(b)), value)).toBe(
        has(a, value) && has(b, value),
      );
    }),
  );
  expect(uniteIntervals([point(1), point(1), point(2)])).toHaveLength(2);
  expect(isPoint(point("a"))).toBe(true);
});
