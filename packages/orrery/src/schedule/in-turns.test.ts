import { expect, test } from "vitest";
import { inPieces, inTurns } from "./in-turns.ts";
import { Scheduler } from "./scheduler.ts";
import { TestLoop } from "./test-loop.fixture.ts";

function* pieces(loop: TestLoop, count: number, perTurn: Map<number, number>) {
  for (let done = 0; done < count; done++) {
    loop.ms += 0.5;
    perTurn.set(loop.turns, (perTurn.get(loop.turns) ?? 0) + 1);
    if (done < count - 1) yield;
  }
}

test("what is one piece is done at once", async () => {
  const loop = new TestLoop();
  const perTurn = new Map<number, number>();
  const done = inTurns(new Scheduler(loop), "owner", pieces(loop, 1, perTurn));
  expect([...perTurn.values()]).toEqual([1]);
  await done;
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

test("pieces of long work have a turn each, and their result is told", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  const perTurn = new Map<number, number>();
  function* work(result: number): Generator<void, number> {
    for (let piece = 0; piece < 5; piece++) {
      loop.ms += 4;
      perTurn.set(loop.turns, (perTurn.get(loop.turns) ?? 0) + 1);
      if (piece < 4) yield;
    }
    return result;
  }
  const results = [1, 2, 3, 4].map((i) => inPieces(scheduler, `${i % 2}`, work(i)));
  expect(perTurn.size).toBe(0);
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  expect([...perTurn.values()]).toEqual(Array(20).fill(1));
});
