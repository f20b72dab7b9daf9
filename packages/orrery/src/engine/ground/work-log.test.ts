import { expect, test } from "vitest";
import { WorkLog } from "./work-log.ts";

function logOf(total: number) {
  const clock = { nowMs: 0 };
  const lines: string[] = [];
  const environment = { now: () => clock.nowMs, log: (_: string, line: string) => void lines.push(line) };
  return { clock, lines, log: new WorkLog(environment, "The index of 'c'", total) };
}

test("long work is told every ten seconds, and at its end", () => {
  const { clock, lines, log } = logOf(20_000);
  for (clock.nowMs = 1_000; clock.nowMs <= 20_000; clock.nowMs += 1_000) log.seen(1_000);
  clock.nowMs = 20_500;
  log.end("is complete");
  expect(lines).toEqual([
    "The index of 'c': 50 % of 20,000 items.",
    "The index of 'c': 99 % of 20,000 items.",
    "The index of 'c' is complete: 20,000 items in 20.5 s.",
  ]);
});

test("few items that are done at once are not told", () => {
  const { lines, log } = logOf(999);
  log.seen(999);
  log.end("is complete");
  expect(lines).toEqual([]);
});
