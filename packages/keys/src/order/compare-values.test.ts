import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "../cosmos/canonical-json.ts";
import { compareValues } from "./compare-values.ts";

test("types come in one order", () => {
  const ordered: unknown[] = [
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
    "😀",
    "\ue000",
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
  const json = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(json, json, json, (a, b, c) => {
      expect(Math.sign(compareValues(a, b))).toBe(-Math.sign(compareValues(b, a)) + 0);
      expect(compareValues(a, b) === 0).toBe(canonicalJson(a) === canonicalJson(b));
      const sorted = [a, b, c].sort(compareValues);
      expect(compareValues(sorted[0], sorted[2])).toBeLessThanOrEqual(0);
    }),
  );
});
