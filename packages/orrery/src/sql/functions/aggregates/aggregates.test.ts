import type { Value } from "@orrerydb/exact-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Accumulator, AGGREGATE_LIMITS, findAggregate } from "./aggregates.ts";

function accumulate(name: string, values: readonly Value[]): Accumulator {
  const accumulator = findAggregate(name)!.create();
  for (const value of values) accumulator.add(value);
  return accumulator;
}

const NAMES = ["AVG", "COUNT", "COUNTIF", "MAKELIST", "MAKESET", "MAX", "MIN", "SUM"];

describe("aggregates", () => {
  it("are found by name in any case", () => {
    expect(findAggregate("makeList")?.name).toBe("MAKELIST");
    expect(findAggregate("LOWER")).toBeUndefined();
  });

  it.each(NAMES)("%s adds a value that occurred often as if one by one", (name) => {
    for (const value of [undefined, true, 0.1, "a"]) {
      const accumulator = findAggregate(name)!.create();
      accumulator.add(value, 3);
      expect(accumulator.result()).toEqual(accumulate(name, [value, value, value]).result());
    }
  });

  it.each<readonly [string, readonly Value[], Value]>([
    ["COUNT", [], 0],
    ["COUNT", [undefined, null, [], {}, 0, false], 5],
    ["COUNTIF", [true, false, undefined, 1, "true", true], 2],
    ["SUM", [], 0],
    ["SUM", [undefined, undefined], 0],
    ["SUM", [35, undefined, 15], 50],
    ["SUM", [1, "2"], undefined],
    ["SUM", [1, null], undefined],
    ["SUM", [1, true], undefined],
    ["SUM", [[]], undefined],
    ["AVG", [], undefined],
    ["AVG", [undefined], undefined],
    ["AVG", [1, 2, undefined], 1.5],
    ["AVG", [1, "2"], undefined],
    ["MIN", [], undefined],
    ["MIN", [87.66, 27.6], 27.6],
    ["MIN", [1, "a", true, null, undefined], null],
    ["MIN", [1, "a", true], true],
    ["MIN", [true, false], false],
    ["MIN", [1, [2]], undefined],
    ["MIN", [{}, 1], undefined],
    ["MAX", [], undefined],
    ["MAX", [1, "a", true, null], "a"],
    ["MAX", [null, true, 0], 0],
    ["MAX", [null], null],
    ["MAX", ["a", {}], undefined],
    ["MAKELIST", [], []],
    ["MAKELIST", [1, undefined, 1, null], [1, 1, null]],
    ["MAKESET", [1, undefined, 1, "1", null, { a: 1, b: 2 }, { b: 2, a: 1 }], [1, "1", null, { a: 1, b: 2 }]],
    ["MAKESET", [undefined], []],
  ])("%s of %j is %j", (name, values, expected) => {
    expect(accumulate(name, values).result()).toStrictEqual(expected);
  });

  it.each(NAMES)("%s counts a value as often as it is said to have occurred", (name) => {
    const value: fc.Arbitrary<Value> = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -5, max: 5 }) },
      { weight: 1, arbitrary: fc.constantFrom<Value>(undefined, null, true, false, "a", "b", [1], { a: 1 }) },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.integer({ min: 1, max: 3 }))), (values) => {
        const one = accumulate(
          name,
          values.flatMap(([each, times]) => new Array<Value>(times).fill(each)),
        );
        const counted = findAggregate(name)!.create();
        for (const [each, times] of values) counted.add(each, times);
        expect(counted.result()).toStrictEqual(one.result());
      }),
    );
  });

  it("end before they collect more than a result may hold", () => {
    const list = findAggregate("MAKELIST")!.create();
    const half = "x".repeat(AGGREGATE_LIMITS.collectedSizeMax / 2);
    list.add(half);
    expect(() => list.add(half)).toThrow(/smaller values/);
  });
});
