/**
 * Queries of every form that can be long, and random filters: each is planned in short slices, or refused. How long that
 * takes, and how it grows, is measured by `bench/planning`. A failure prints its seed; ORRERY_FUZZ_CASES makes it longer.
 */
import { expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { LONG_FORMS } from "./long-query.fixture.ts";
import { planText } from "./plan-text.fixture.ts";
import { randomFilter } from "./random-filter.fixture.ts";
import { Random } from "./random-query.fixture.ts";

/** Why it was refused; undefined: it was planned. */
function outcomeOf(slices: Generator<void, string | undefined>): string | undefined {
  let step = slices.next();
  while (!step.done) step = slices.next();
  return step.value;
}

const REFUSED: Readonly<Record<string, string>> = {
  "ORDER BY c.pi, …": "OrderByWithoutCompositeIndex",
  "ORDER BY RANK RRF(…)": "SC2221",
  "RegexMatch(c.s, '(a|b)…')": "InvalidPattern",
  "WHERE c.ci = 1 AND … (composite)": "OrderByWithoutCompositeIndex",
  "WHERE c.g = 1 AND … ORDER BY c.n": "OrderByPathNotIndexed",
  "WHERE c.n = 1 OR … ORDER BY c.n": "OrderByPathNotIndexed",
};

test.each(LONG_FORMS)("$name is planned with 2,000 terms", ({ name, build }) => {
  const refusal = outcomeOf(planText(build(2_000)));
  if (refusal !== undefined && !name.includes("c[@p]")) expect(refusal).toBe(REFUSED[name]);
});

const SEEDS = caseSeeds(1, 20);

test(`${SEEDS.length} random filters`, { timeout: 60_000 + SEEDS.length * 5_000 }, () => {
  for (const seed of SEEDS) {
    const random = new Random(seed);
    const text = `SELECT * FROM c WHERE ${randomFilter(random, random.integer(100, 60_000))}`;
    const refusal = outcomeOf(planText({ text, parameters: [{ name: "@p", value: "p" }] }));
    expect(refusal, `seed ${seed}`).toBeUndefined();
  }
});
