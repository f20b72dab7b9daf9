import { expect, test } from "vitest";
import { NO_PAINT } from "../../terminal/paint.ts";
import { oneSidedness, simulationLines, simulationSummary } from "./simulate-screen.ts";

const idle = { ru: [0, 0], refused: [0, 0] };
const result = {
  operations: 100,
  accepted: 25,
  refused: 300,
  lost: 60,
  waitMs: 1_500,
  charges: [{ name: "write", charge: 6.4, visits: 1, count: 40 }],
};

test("a hot partition is drawn full, with its refusals and what it means", () => {
  const hot = { name: "/day", partitions: [idle, { ru: [1_000, 1_000], refused: [100, 200] }], result };
  const frame = { keys: [hot], seconds: 2, ruPerPartition: 1_000 };
  expect(simulationLines(frame, NO_PAINT)).toEqual([
    "/day  25 % done at once: all of the load went to one of 2 partitions",
    "  partition 0  ························   0 %  ▁▁  ",
    "  partition 1  ████████████████████████ 100 %  ██  300 × 429",
    "",
  ]);
  expect(simulationSummary(frame).split("\n")[1]).toBe("/day  25 %      300        60  1.50 s  6.4 on 1.0");
});

test("a simulation under way says how far it is", () => {
  const begun = { name: "/id", partitions: [{ ru: [10], refused: [0] }] };
  expect(simulationLines({ keys: [begun], seconds: 5, ruPerPartition: 100 }, NO_PAINT)[0]).toBe(
    "/id  second 1 of 5",
  );
  expect(oneSidedness(begun)).toBeUndefined();
});
