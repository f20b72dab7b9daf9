import { expect, test } from "vitest";
import { CONSISTENCY_LEVELS, readMultiplier } from "./consistency-level.ts";

test("the two strongest levels read twice", () => {
  expect(CONSISTENCY_LEVELS.map((level) => [level, readMultiplier(level)])).toEqual([
    ["Strong", 2],
    ["BoundedStaleness", 2],
    ["Session", 1],
    ["ConsistentPrefix", 1],
    ["Eventual", 1],
  ]);
});
