import { expect, test } from "vitest";
import { plainCandidate } from "../candidates/candidate.ts";
import { ranked, type Tier } from "./judge.ts";
import type { Measures } from "./measure.ts";

function judged(path: `/${string}`, neededRuPerSecond: number, tier: Tier = "good", levels = 1) {
  const key = [path, "/b", "/c"].slice(0, levels) as `/${string}`[];
  return {
    candidate: plainCandidate(key),
    measures: { neededRuPerSecond } as Measures,
    judgement: {
      tier,
      isHot: false,
      faults: [],
      cautions: tier === "careful" ? ["careful"] : [],
      strengths: [],
    },
  };
}

test("what costs about the same is ranked by care and simplicity, and a bad key comes last", () => {
  const order = ranked([
    judged("/cheap-and-bad", 400, "bad"),
    judged("/dear", 3_000),
    judged("/two", 1_000, "good", 2),
    judged("/careful", 1_010, "careful"),
    judged("/simple", 1_200),
  ]);
  expect(order.map(({ candidate }) => candidate.key[0])).toEqual([
    "/simple",
    "/two",
    "/careful",
    "/dear",
    "/cheap-and-bad",
  ]);
});
