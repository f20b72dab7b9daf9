import { expect, test } from "vitest";
import { moveProgressLine } from "./move-progress.ts";

const progress = { items: 1_500, spentRu: 12_000, throttled: 3, lagMs: 1_250 };

test.each([
  ["copy", 6_000, "copy    [######------------------] 25 %  1,500 items  6,000 RU/s  3 × 429  0:06 left"],
  ["copy", undefined, "copy    1,500 items  6,000 RU/s  3 × 429"],
  [
    "copy",
    9_000_000,
    "copy    [------------------------] 0 %  1,500 items  6,000 RU/s  3 × 429  3:19:58 left",
  ],
  ["copy", 1_000, "copy    [########################] 100 %  1,500 items  6,000 RU/s  3 × 429  0:00 left"],
  ["follow", undefined, "follow  1,500 items  6,000 RU/s  3 × 429  1.3 s behind"],
  ["verify", undefined, "verify  1,500 items  6,000 RU/s  3 × 429"],
] as const)("%s of %s", (stage, total, line) => {
  expect(moveProgressLine({ progress: { stage, ...progress }, total, elapsedMs: 2_000 })).toBe(line);
});
