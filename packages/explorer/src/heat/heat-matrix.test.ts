import type { HeatColumn } from "orrerydb/control-api";
import { describe, expect, test } from "vitest";
import type { PlacedPartition } from "./hash-place.ts";
import {
  columnStarts,
  hashMatrix,
  keyMatrix,
  mergeNeighbours,
  storageMatrix,
  useMatrix,
} from "./heat-matrix.ts";

function partition(id: string, from: number, to: number, ruPerSecond = 100): PlacedPartition {
  return {
    id,
    from,
    to,
    ruPerSecond,
    minInclusive: "",
    maxExclusive: "FF",
    parents: [],
    throughputFraction: 1,
    items: 0,
    storageBytes: 0,
    lsn: 0,
  };
}

function column(
  startMs: number,
  slices: HeatColumn["slices"],
  keys: Record<string, number> = {},
): HeatColumn {
  return {
    startMs,
    slices,
    keys: Object.entries(keys).map(([key, ru]) => ({ key: JSON.stringify([key]), ru, throttled: 0 })),
  };
}

const HALVES = [partition("0", 0, 0.5), partition("1", 0.5, 1)];

describe("neighbours", () => {
  test("are left alone where there is room", () => {
    expect(mergeNeighbours([1, 2, 3], new Set(), 5)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  test("are merged where they are cold, and what is hot stays alone", () => {
    const totals = [0, 0, 0, 90, 0, 1, 1, 0];
    expect(mergeNeighbours(totals, new Set(), 3)).toEqual([
      [0, 3],
      [3, 4],
      [4, 8],
    ]);
  });

  test("are never merged over a border", () => {
    const groups = mergeNeighbours(new Array(64).fill(0), new Set([10, 40]), 8);
    expect(groups).toEqual([
      [0, 10],
      [10, 40],
      [40, 64],
    ]);
  });
});

test("columns in which nothing happened are there too", () => {
  const starts = columnStarts(10_500, 1_000, 3);
  expect(starts).toEqual([8_000, 9_000, 10_000]);
  const matrix = hashMatrix([column(9_000, [[255, 7, 0]])], starts, HALVES, {
    measure: "ru",
    slices: 256,
    columnMs: 1_000,
    rowsMax: 16,
  });
  const hot = matrix.rows.findIndex((_, i) => matrix.values[i]!.some((value) => value > 0));
  expect([...matrix.values[hot]!]).toEqual([0, 7, 0]);
  expect(matrix.rows[hot]!.partition!.id).toBe("1");
  // A tenth of what a partition may use: less is never the hottest.
  expect(matrix.top).toBe(10);
});

test("a part of the hash space is shown in more rows than it has in the whole", () => {
  const columns = [
    column(
      0,
      [...Array(256).keys()].map((slice) => [slice, 1, 0] as const),
    ),
  ];
  const options = { measure: "ru", slices: 256, columnMs: 1_000, rowsMax: 16 } as const;
  const { rows } = hashMatrix(columns, [0], HALVES, { ...options, span: { from: 0.5, to: 0.5625 } });
  expect(rows.length).toBe(16);
  expect(rows[0]!.span).toEqual({ from: 0.5, to: 0.5 + 1 / 256 });
  expect(rows.every(({ partition: holder }) => holder?.id === "1")).toBe(true);
});

test("storage stays where nothing happens, and a split makes no jump", () => {
  const stored = (startMs: number, bytes: number) => ({
    ...column(startMs, []),
    storage: new Array<number>(256).fill(bytes),
  });
  const halves = [
    { ...HALVES[0]!, storageBytes: 700 },
    { ...HALVES[1]!, storageBytes: 900 },
  ];
  const { values } = storageMatrix(
    [stored(1_000, 1), stored(3_000, 2)],
    [0, 1_000, 2_000, 3_000, 4_000],
    halves,
    256,
  );
  expect(values.map((row) => [...row])).toEqual([
    [0, 128, 128, 256, 700],
    [0, 128, 128, 256, 900],
  ]);
  // Nothing happened in all this time: it was always as it is.
  expect([...storageMatrix([], [0, 1_000], halves, 256).values[1]!]).toEqual([900, 900]);
});

test("the use of a partition is measured by its own RU/s", () => {
  const partitions = [partition("0", 0, 0.5, 50), partition("1", 0.5, 1, 200)];
  const columns = [
    column(0, [
      [0, 25, 0],
      [1, 25, 0],
      [200, 50, 0],
    ]),
  ];
  const { values } = useMatrix(columns, [0], partitions, { slices: 256, columnMs: 1_000 });
  expect(values.map(([value]) => value)).toEqual([1, 0.25]);
});

test("keys stand in the order of their values, numbers in theirs, and hot ones alone", () => {
  const keys = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`page-${i}`, i === 42 ? 500 : 1]));
  const { rows, values } = keyMatrix([column(0, [], keys)], [0], {
    measure: "ru",
    rowsMax: 10,
    partitions: HALVES,
    columnMs: 1_000,
  });
  expect(rows.length).toBeLessThanOrEqual(10);
  const hot = rows.findIndex(({ label }) => label === "page-42");
  expect(values[hot]![0]).toBe(500);
  expect(rows[hot - 1]!.label).toMatch(/ … page-41 /);
  expect(values.reduce((sum, [value]) => sum + value!, 0)).toBe(599);
});
