import { expect, test } from "vitest";
import { inTurns } from "./in-turns.ts";
import { Scheduler } from "./scheduler.ts";
import { TestLoop } from "./test-loop.fixture.ts";

function* pieces(loop: TestLoop, count: number, perTurn: Map<number, number>) {
  for (let done = 0; done < count; done++) {
    loop.ms += 0.5;
    perTurn.set(loop.turns, (perTurn.get(loop.turns) ?? 0) + 1);
    if (done < count - 1) yield;
  }
}

test("what is one piece is done at once", () => {
  const loop = new TestLoop();
  const perTurn = new Map<number, number>();
  expect(inTurns(new Scheduler(loop), "owner", pieces(loop, 1, perTurn))).toBeUndefined();
  expect([...perTurn.values()]).toEqual([1]);
});

test("many pieces share turns with all other tasks", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  const perTurn = new Map<number, number>();
  await Promise.all([1, 2, 3, 4].map((owner) => inTurns(scheduler, `${owner}`, pieces(loop, 200, perTurn))));
  // Five milliseconds, and the piece that each begins with.
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(14);
  expect([...perTurn.values()].reduce((sum, count) => sum + count)).toBe(800);
});
