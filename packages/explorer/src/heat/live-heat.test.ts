import type { HeatColumn, HeatFigures } from "orrerydb/control-api";
import { expect, test } from "vitest";
import { joined } from "./live-heat.ts";

function heat(nowMs: number, ...columns: [startMs: number, ru: number][]): HeatFigures {
  const list: HeatColumn[] = columns.map(([startMs, ru]) => ({ startMs, slices: [[0, ru, 0]], keys: [] }));
  return { unit: "seconds", nowMs, columnMs: 1_000, slices: 256, columns: list };
}

test("what is new replaces what had not been over, and what is too old goes", () => {
  const after = joined(
    heat(5_000, [1_000, 1], [4_000, 2], [5_000, 3]),
    heat(6_000, [5_000, 9], [6_000, 4]),
    4,
  );
  expect(after.columns.map(({ startMs, slices }) => [startMs, slices[0]![1]])).toEqual([
    [4_000, 2],
    [5_000, 9],
    [6_000, 4],
  ]);
  expect(after.nowMs).toBe(6_000);
});

test("an empty answer leaves what is known", () => {
  expect(joined(heat(5_000, [4_000, 2]), heat(6_000), 120).columns.length).toBe(1);
});
