import { expect, test } from "vitest";
import { Scheduler } from "../../schedule/scheduler.ts";
import { TestLoop } from "../../schedule/test-loop.fixture.ts";
import { Pacer } from "./pacer.ts";

/** After which of so many rows, each of which takes so long, the query pauses. */
async function pausesAfter(rows: number, rowMs: number): Promise<number[]> {
  const loop = new TestLoop();
  const task = new Scheduler(loop).begin("somebody");
  task.isDue();
  const pacer = new Pacer(task);
  const pauses: number[] = [];
  for (let row = 1; row <= rows; row++) {
    loop.ms += rowMs;
    if (!pacer.isDue()) continue;
    pauses.push(row);
    await pacer.pause();
  }
  return pauses;
}

test("a query of slow rows pauses after each, from the first on", async () => {
  expect(await pausesAfter(6, 10)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the clock is read less often while rows are fast", async () => {
  // Turns of five milliseconds; the clock is read after 1, 3, 7, 15, 31, 63, 95 rows and so on.
  expect(await pausesAfter(200, 0.05)).toEqual([127]);
});
