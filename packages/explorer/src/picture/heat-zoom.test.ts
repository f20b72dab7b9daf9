import { expect, test } from "vitest";
import type { HeatMatrix } from "../heat/heat-matrix.ts";
import { zoomAround, zoomBetween, zoomedStarts } from "./heat-zoom.ts";

const STARTS = Array.from({ length: 40 }, (_, i) => i * 1000);
const MATRIX: HeatMatrix = {
  rows: [0, 1, 2, 3].map((i) => ({ label: `${i}`, span: { from: i / 4, to: (i + 1) / 4 } })),
  starts: STARTS,
  values: [],
  top: 1,
};

test("what was drawn over becomes a stretch of time and a part of the hash space, in any direction", () => {
  const zoom = zoomBetween(MATRIX, { row: 2, column: 20 }, { row: 1, column: 11 });
  expect(zoom).toEqual({ fromMs: 11_000, toMs: 20_000, span: { from: 0.25, to: 0.75 } });
  expect(zoomedStarts(STARTS, zoom).length).toBe(10);
});

test("a click is no part", () => {
  expect(zoomBetween(MATRIX, { row: 1, column: 5 }, { row: 1, column: 6 })).toBeUndefined();
});

test("around a cell, half of the time is left, also at the ends", () => {
  for (const column of [0, 20, 39]) {
    const inside = zoomedStarts(STARTS, zoomAround(MATRIX, { row: 0, column }));
    expect(inside.length).toBe(20);
    expect(inside).toContain(column * 1000);
  }
});

test("a part that has gone by gives way to the whole", () => {
  expect(zoomedStarts(STARTS, { fromMs: -9000, toMs: -1000 })).toBe(STARTS);
});
