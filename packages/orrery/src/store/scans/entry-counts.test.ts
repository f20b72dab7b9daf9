import { expect, test } from "vitest";
import { EntryCounts } from "./entry-counts.ts";

test("a count is true until too much was written", () => {
  let lsn = 100;
  const counts = new EntryCounts(() => lsn);
  counts.set("few", 3, 1000);
  counts.set("many", 800, 1000);
  expect([counts.get("few", 1000), counts.get("many", 1000)]).toEqual([3, 800]);
  lsn += 32;
  expect([counts.get("few", 1000), counts.get("many", 1000)]).toEqual([3, 800]);
  lsn += 68;
  expect([counts.get("few", 1000), counts.get("many", 1000)]).toEqual([undefined, 800]);
  lsn += 1;
  expect(counts.get("many", 1000)).toBeUndefined();
});

test("a count that ended at its bound says no more than that", () => {
  const counts = new EntryCounts(() => 1);
  counts.set("part", 64, 64);
  expect([counts.get("part", 64), counts.get("part", 10), counts.get("part", 65)]).toEqual([
    64,
    10,
    undefined,
  ]);
  counts.set("part", 70, 1000);
  expect([counts.get("part", 65), counts.get("part", 2000)]).toEqual([65, 70]);
});
