import { expect, test } from "vitest";
import { inOnePiece, inTurns, LARGE_PIECE_BYTES } from "./in-turns.ts";
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

test("large pieces have a turn each, and small ones do not wait for one", async () => {
  const loop = new TestLoop();
  const scheduler = new Scheduler(loop);
  const perTurn = new Map<number, number>();
  const piece = (owner: string, bytes: number) =>
    inOnePiece({ scheduler, owner, bytes }, () => {
      loop.ms += 20;
      perTurn.set(loop.turns, (perTurn.get(loop.turns) ?? 0) + 1);
      return bytes;
    });
  const large = Array.from({ length: 20 }, (_, i) => piece(`${i % 2}`, LARGE_PIECE_BYTES));
  expect(await piece("small", 100)).toBe(100);
  expect(perTurn).toEqual(new Map([[0, 1]]));
  expect(await Promise.all(large)).toEqual(Array(20).fill(LARGE_PIECE_BYTES));
  expect([...perTurn.values()]).toEqual(Array(21).fill(1));
});
