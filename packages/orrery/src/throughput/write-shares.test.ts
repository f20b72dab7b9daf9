import { expect, test } from "vitest";
import { LASTING_MS, WRITES_MIN, WriteShares } from "./write-shares.ts";

function written(counts: Readonly<Record<string, number>>, atMs = 0): WriteShares {
  const shares = new WriteShares();
  for (const [rangeId, count] of Object.entries(counts))
    for (let i = 0; i < count; i++) shares.add(atMs, rangeId);
  return shares;
}

test("all writes of the last minute on one of several partitions are uneven, whatever their rate", () => {
  const shares = written({ 3: WRITES_MIN });
  expect(shares.uneven(LASTING_MS, 5)).toEqual({ rangeId: "3", share: 1, writes: WRITES_MIN });
  expect(shares.uneven(LASTING_MS, 1)).toBeUndefined();
  expect(shares.uneven(60_000, 5)).toBeUndefined();
});

test("few writes, short ones, and those that others share are not", () => {
  expect(written({ 3: WRITES_MIN - 1 }).uneven(LASTING_MS, 5)).toBeUndefined();
  expect(written({ 3: WRITES_MIN }).uneven(LASTING_MS - 1, 5)).toBeUndefined();
  expect(written({ 3: 89, 1: 11 }).uneven(LASTING_MS, 5)).toBeUndefined();
  expect(written({ 3: 90, 1: 10 }).uneven(LASTING_MS, 5)?.share).toBe(0.9);
});

test("the minute moves on", () => {
  const shares = written({ 3: 3_000 });
  const addEvenly = (ms: number) => {
    for (let i = 0; i < 30; i++) shares.add(ms, String(i % 5));
  };
  for (const ms of [10_000, 20_000, 30_000, 40_000, 50_000]) addEvenly(ms);
  expect(shares.uneven(59_000, 5)?.rangeId).toBe("3");
  addEvenly(60_000);
  expect(shares.uneven(60_000, 5)).toBeUndefined();
});
