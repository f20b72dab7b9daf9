import { expect, test } from "vitest";
import { sharedOut } from "./share-out.ts";

const partitions = [6_000, 6_000, 3_000].map((ruPerSecond, i) => ({ id: `${i}`, ruPerSecond }));

test("without a target all have the same", () => {
  expect(sharedOut(partitions, {}, 15_000)).toEqual([5_000, 5_000, 5_000]);
});

test("the others share the rest in their proportions, up to what one can carry", () => {
  expect(sharedOut(partitions, { 0: 9_000 }, 15_000)).toEqual([9_000, 4_000, 2_000]);
  expect(sharedOut(partitions, { 0: 1_000 }, 18_000)).toEqual([1_000, 10_000, 7_000]);
});

test.each([
  [{ 0: 20_000 }, "at most 10,000"],
  [{ 0: Number.NaN }, "at most 10,000"],
  [{ 0: 9_000, 1: 9_000 }, "this is more"],
  [{ 0: 1, 1: 1, 2: 1 }, "left over"],
])("%j is refused", (targets, reason) => {
  expect(sharedOut(partitions, targets, 15_000)).toContain(reason);
});
