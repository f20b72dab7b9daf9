import { expect, test } from "vitest";
import { type Ranked, sentenceOf } from "./verdict.ts";

function sentence(accepted: number, growth: number): string {
  return sentenceOf({
    candidate: { name: "/a" },
    measures: { neededRuPerSecond: 900 },
    judgement: { isHot: false, faults: [], strengths: [], cautions: [] },
    replay: { writes: { sent: 100, accepted, done: 100 }, growth },
  } as unknown as Ranked);
}

test("what a replay refused on a sample that grew has its reason beside it", () => {
  expect(sentence(80, 1.1)).toBe(
    "/a needs 900 RU/s; the replay let 80 % of 100 writes through at once, while its small sample grew by 110 %, so that queries found and cost more.",
  );
  for (const plain of [sentence(80, 0.1), sentence(100, 1.1)]) expect(plain).not.toContain("grew");
});
