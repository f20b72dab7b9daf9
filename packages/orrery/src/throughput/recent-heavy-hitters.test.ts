import { describe, expect, it } from "vitest";
import { RecentHeavyHitters, SLICE_MS, SLICES } from "./recent-heavy-hitters.ts";

const START_MS = 2_000_000 * SLICE_MS;

describe("heavy hitters of the last hour", () => {
  it("add up over its slices", () => {
    const recent = new RecentHeavyHitters();
    for (let slice = 0; slice < SLICES; slice++) recent.add("a", 2, START_MS + slice * SLICE_MS);
    const nowMs = START_MS + (SLICES - 1) * SLICE_MS;
    expect(recent.merged(nowMs).top(1)).toEqual([{ key: "a", count: 2 * SLICES, error: 0 }]);
    expect(recent.now(nowMs).total).toBe(2);
  });

  it("forget what is older, also when nothing happens", () => {
    const recent = new RecentHeavyHitters();
    recent.add("old", 100, START_MS);
    recent.add("new", 1, START_MS + SLICES * SLICE_MS);
    expect(recent.merged(START_MS + SLICES * SLICE_MS).top(9)).toEqual([{ key: "new", count: 1, error: 0 }]);
    expect(recent.merged(START_MS + 9 * SLICES * SLICE_MS).top(9)).toEqual([]);
  });

  it("keep the slice that they have reached when the clock goes back", () => {
    const recent = new RecentHeavyHitters();
    recent.add("a", 1, START_MS + SLICE_MS);
    recent.add("a", 1, START_MS);
    expect(recent.now(START_MS + SLICE_MS).total).toBe(2);
  });

  it("are inherited by slices, go on in the present one, and are forgotten with it", () => {
    const left = new RecentHeavyHitters();
    const right = new RecentHeavyHitters();
    left.add("old", 50, START_MS - SLICES * SLICE_MS);
    left.add("a", 3, START_MS);
    right.add("b", 4, START_MS);
    right.add("elsewhere", 9, START_MS);
    right.add("b", 1, START_MS + SLICE_MS);
    const heir = new RecentHeavyHitters();
    heir.inherit([right, left], (key) => key !== "elsewhere");
    const nowMs = START_MS + SLICE_MS;
    heir.add("b", 2, nowMs);
    expect(heir.merged(nowMs).top(9)).toEqual([
      { key: "b", count: 7, error: 0 },
      { key: "a", count: 3, error: 0 },
    ]);
    expect(heir.now(nowMs).total).toBe(3);
    expect(heir.merged(START_MS + SLICES * SLICE_MS).top(9)).toEqual([{ key: "b", count: 3, error: 0 }]);
  });
});
