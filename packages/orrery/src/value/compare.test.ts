import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareValues, valuesEqual } from "./compare.ts";
import type { Value } from "./json.ts";

test("types come in one order", () => {
  const ordered: Value[] = [
    undefined,
    null,
    false,
    true,
    -1,
    0,
    1.5,
    "",
    "A",
    "a",
    [],
    [1],
    [1, 2],
    {},
    { a: 1 },
  ];
  for (let i = 0; i < ordered.length; i++) {
    for (let j = 0; j < ordered.length; j++) {
      expect(Math.sign(compareValues(ordered[i], ordered[j])) + 0).toBe(Math.sign(i - j));
    }
  }
});

test("the order is total, and zero means equal", () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Value>;
  fc.assert(
    fc.property(json, json, json, (a, b, c) => {
      expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0);
      expect(compareValues(a, b) === 0).toBe(valuesEqual(a, b));
      const sorted = [a, b, c].sort(compareValues);
      expect(compareValues(sorted[0], sorted[2])).toBeLessThanOrEqual(0);
    }),
  );
});
