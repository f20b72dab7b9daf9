/**
 * An account that grows from four physical partitions on one node to 400 on sixteen, by a simulated clock, while it is read and
 * written. What that takes is printed: ORRERY_NODE_LOG.
 */
import { afterEach, expect, test, vi } from "vitest";
import { seededRandom, testSeed } from "../harness/seeded-random.ts";
import { Growth } from "./nodes/growth.ts";
import { advance, beginClock } from "./nodes/simulated-clock.ts";

vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number, value: unknown) =>
    new Promise((resolve) => {
      globalThis.setTimeout(resolve, ms, value);
    }),
}));

/** Nodes, and partitions of each of four containers. */
const STAGES = [
  [1, 1],
  [2, 4],
  [4, 10],
  [8, 30],
  [16, 100],
] as const;

afterEach(() => {
  vi.useRealTimers();
});

test("partitions are shared out evenly at every size, and all that was written is there", {
  timeout: 600_000,
}, async () => {
  beginClock();
  const growth = new Growth(seededRandom(testSeed()), advance);
  for (const [nodes, partitions] of STAGES) {
    const taken = await growth.to(nodes, partitions);
    if (process.env.ORRERY_NODE_LOG !== undefined) console.log(nodes, 4 * partitions, taken);
    const each = growth.partitionsOfNodes();
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(4 * partitions);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
    expect(await growth.faults()).toEqual([]);
  }
  // A node that goes leaves its 25 to the others, and hardly more than that moves.
  const { moves } = await growth.leave();
  expect(moves).toBeLessThan(40);
  expect(await growth.faults()).toEqual([]);
});
