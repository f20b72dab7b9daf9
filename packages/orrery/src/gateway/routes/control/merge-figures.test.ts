import { expect, test } from "vitest";
import {
  mergedColumns,
  mergedHistories,
  mergedKeys,
  mergedPartitions,
  sumOfContainers,
} from "./merge-figures.ts";

const partition = (id: string, items: number) => ({
  ...{ id, minInclusive: "", maxExclusive: "FF", parents: [], throughputFraction: 1, ruPerSecond: 400 },
  ...{ items, storageBytes: 0, lsn: items, lastSecond: undefined, thisMinute: undefined },
});

test("each partition is as the node that serves it tells it", () => {
  const merged = mergedPartitions([
    { partitions: [partition("0", 5), partition("1", 1), partition("2", 1)], served: ["0"] },
    { partitions: [partition("0", 4), partition("1", 9), partition("2", 1)], served: ["1"] },
  ]);
  expect(merged.map(({ id, items }) => [id, items])).toEqual([
    ["0", 5],
    ["1", 9],
    ["2", 1],
  ]);
});

test("totals are summed up, and the rest is the same everywhere", () => {
  const part = { database: "d", container: "c", partitions: 3, items: 2, bytes: 20 };
  const more = { usedRuPerSecond: 1.5, throttledPerSecond: 1, sharesDatabaseThroughput: false };
  const figures = {
    ...part,
    ...more,
    partitionKey: { paths: ["/key"] },
    replacePending: false,
    throttle: "observe" as const,
  };
  const throughput = { kind: "manual" as const, ruPerSecond: 400 };
  const whole = { ...figures, throughput };
  expect(sumOfContainers([whole, whole])).toMatchObject({
    ...{ partitions: 3, items: 4, bytes: 40, usedRuPerSecond: 3, throttledPerSecond: 2 },
  });
});

test("the busiest keys of all are the busiest", () => {
  const key = (name: string, count: number) => ({ key: name, count, error: 0, partition: "0" });
  const size = (name: string, storageBytes: number) => ({
    key: name,
    partition: "0",
    items: 1,
    storageBytes,
  });
  const merged = mergedKeys(
    [
      { consumers: [key("a", 9), key("b", 2)], throttled: [], largest: [size("a", 1)] },
      { consumers: [key("c", 5)], throttled: [key("c", 1)], largest: [size("c", 7)] },
    ],
    2,
  );
  expect(merged.consumers.map((each) => each.key)).toEqual(["a", "c"]);
  expect(merged.throttled.map((each) => each.key)).toEqual(["c"]);
  expect(merged.largest.map((each) => each.key)).toEqual(["c", "a"]);
});

test("histories of partitions that are gone come last", () => {
  const merged = mergedHistories([
    [
      { id: "1", points: [] },
      { id: "0", gone: true, points: [] },
    ],
    [{ id: "2", points: [] }],
  ]);
  expect(merged.map(({ id }) => id)).toEqual(["1", "2", "0"]);
});

test("heat of the same time is added up", () => {
  const heat = (columns: Parameters<typeof mergedColumns>[0][number]["columns"]) => ({
    ...{ columnMs: 1_000, slices: 256, columns },
  });
  const column = (startMs: number, slice: number, ru: number, key: string) => ({
    ...{ startMs, slices: [[slice, ru, 1] as const], keys: [{ key, ru, throttled: 1 }], storage: [ru, 0] },
  });
  const [first, second] = mergedColumns([
    heat([column(1_000, 7, 2, "a"), column(2_000, 7, 1, "a")]),
    heat([column(2_000, 7, 3, "b"), column(2_000, 9, 4, "c")]),
  ]);
  expect(first).toEqual(column(1_000, 7, 2, "a"));
  expect(second).toMatchObject({
    slices: [
      [7, 4, 2],
      [9, 4, 1],
    ],
    keys: [{ key: "c" }],
    storage: [8, 0],
  });
});
