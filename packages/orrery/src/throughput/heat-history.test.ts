import { describe, expect, test } from "vitest";
import type { HeatColumn } from "../api/control-api.ts";
import { HeatBudget } from "./heat-budget.ts";
import {
  HEAT_KEY_CHARACTERS_MAX,
  HEAT_KEYS_PER_COLUMN,
  HEAT_KEYS_PER_SECOND_MAX,
  HEAT_RINGS,
  HEAT_SLICES,
  HeatHistory,
  type StoredSpan,
} from "./heat-history.ts";

const WHOLE = { from: 0, to: 1 };
const START_MS = Date.UTC(2026, 0, 1);

/** A key's name is its position. */
function newHeat(budget = new HeatBudget(), stored: () => readonly StoredSpan[] = () => []): HeatHistory {
  return new HeatHistory({ positionOf: Number, stored, budget });
}

function total(columns: readonly HeatColumn[], field: 1 | 2 = 1): number {
  return columns.flatMap(({ slices }) => slices).reduce((sum, slice) => sum + slice[field], 0);
}

test("a key's request units lie in its slice, in every resolution", () => {
  const heat = newHeat();
  heat.add(START_MS, "0.5", WHOLE, 3, 0);
  heat.add(START_MS + 10, "0.5", WHOLE, 2, 1);
  for (const unit of ["seconds", "minutes", "halfHours"] as const) {
    expect(heat.columns(START_MS + 20, unit)).toEqual([
      { startMs: START_MS, slices: [[HEAT_SLICES / 2, 5, 1]], keys: [{ key: "0.5", ru: 5, throttled: 1 }] },
    ]);
  }
});

test("what has no key is spread over its partition", () => {
  const heat = newHeat();
  heat.add(START_MS, undefined, { from: 0.5, to: 0.75 }, 64, 0);
  const [column] = heat.columns(START_MS, "seconds");
  expect(column!.slices.length).toBe(HEAT_SLICES / 4);
  expect(column!.slices[0]).toEqual([HEAT_SLICES / 2, 1, 0]);
  expect(column!.keys).toEqual([]);
});

test("a column knows what its slices held at its end, and a split moves nothing that was seen before", () => {
  let stored: StoredSpan[] = [{ span: WHOLE, bytes: 256_000 }];
  const heat = newHeat(new HeatBudget(), () => stored);
  heat.add(START_MS, "0.5", WHOLE, 1, 0);
  // The second ends when the next one begins.
  stored = [{ span: WHOLE, bytes: 512_000 }];
  heat.add(START_MS + 1000, "0.5", WHOLE, 1, 0);
  stored = [
    { span: { from: 0, to: 0.5 }, bytes: 128_000 },
    { span: { from: 0.5, to: 1 }, bytes: 640_000 },
  ];
  const [first, second] = heat.columns(START_MS + 1500, "seconds", { withStorage: true });
  expect(first!.storage).toEqual(Array(HEAT_SLICES).fill(2000));
  expect(second!.storage).toEqual([
    ...Array(HEAT_SLICES / 2).fill(1000),
    ...Array(HEAT_SLICES / 2).fill(5000),
  ]);
  const [minute] = heat.columns(START_MS + 1500, "minutes", { withStorage: true });
  expect(minute!.storage).toEqual(second!.storage);
  expect(heat.columns(START_MS + 1500, "seconds")[0]).not.toHaveProperty("storage");
});

test("the present column grows, and can be asked for alone", () => {
  const heat = newHeat();
  heat.add(START_MS, "0.1", WHOLE, 1, 0);
  expect(total(heat.columns(START_MS, "seconds"))).toBe(1);
  heat.add(START_MS + 900, "0.1", WHOLE, 1, 0);
  heat.add(START_MS + 1000, "0.9", WHOLE, 5, 0);
  expect(heat.columns(START_MS + 1500, "seconds").map(({ startMs }) => startMs - START_MS)).toEqual([
    0, 1000,
  ]);
  expect(total(heat.columns(START_MS + 1500, "seconds", { sinceMs: START_MS + 1000 }))).toBe(5);
  expect(total(heat.columns(START_MS + 1500, "minutes"))).toBe(7);
});

describe.each(Object.entries(HEAT_RINGS))("the ring of %s", (unit, { columnMs, columns }) => {
  test("keeps its number of columns and no more", () => {
    const heat = newHeat();
    for (let i = 0; i < columns + 5; i++) heat.add(START_MS + i * columnMs, "0.1", WHOLE, 1, 0);
    const kept = heat.columns(START_MS + (columns + 4) * columnMs, unit as keyof typeof HEAT_RINGS);
    expect(kept.length).toBe(columns);
    expect(kept[0]!.startMs).toBe(START_MS + 5 * columnMs);
    expect(heat.columns(START_MS + 3 * columns * columnMs, unit as keyof typeof HEAT_RINGS)).toEqual([]);
  });
});

test("more keys than are told apart in a second are spread, and nothing is lost", () => {
  const heat = newHeat();
  const keys = HEAT_KEYS_PER_SECOND_MAX + 500;
  for (let i = 0; i < keys; i++) heat.add(START_MS, String(i / keys), WHOLE, 1, 0);
  const [column] = heat.columns(START_MS, "seconds");
  // Each slice is rounded to two decimals.
  expect(Math.abs(total([column!]) - keys)).toBeLessThan(HEAT_SLICES * 0.005);
  expect(column!.keys.length).toBe(HEAT_KEYS_PER_COLUMN);
});

test("a hot key among many is named with what is surely its own", () => {
  const heat = newHeat();
  for (let i = 0; i < 500; i++) {
    heat.add(START_MS, String(i / 1000), WHOLE, 1, 0);
    heat.add(START_MS, "0.77", WHOLE, 1, 0);
  }
  const [hottest] = heat.columns(START_MS, "minutes")[0]!.keys;
  expect(hottest).toEqual({ key: "0.77", ru: 500, throttled: 0 });
});

test("of a long key the beginning is kept", () => {
  const heat = newHeat();
  heat.add(START_MS, `0.${"1".repeat(1000)}`, WHOLE, 1, 0);
  expect(heat.columns(START_MS, "seconds")[0]!.keys[0]!.key.length).toBe(HEAT_KEY_CHARACTERS_MAX + 1);
});

test("when there are too many columns, the container that was quiet for the longest forgets its own", () => {
  const columnsMax = 30;
  const budget = new HeatBudget(columnsMax);
  // A column in each of three rings.
  const heats = Array.from({ length: columnsMax / 3 + 1 }, () => newHeat(budget));
  for (const [i, heat] of heats.entries()) {
    heat.add(START_MS + i, "0.1", WHOLE, 1, 0);
    heat.columns(START_MS + i, "seconds");
  }
  expect(heats.filter(({ size }) => size === 0)).toEqual([heats[0]]);
  expect(heats.reduce((sum, { size }) => sum + size, 0)).toBe(columnsMax);
});
