/**
 * Queries of every form that can be long, and random filters: each is planned in short slices, or refused, and four times the
 * terms do not take much more than four times the steps. How long that takes, and how much memory, is measured by
 * `bench/planning`. A failure prints its seed; ORRERY_FUZZ_CASES makes it longer.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { caseSeeds } from "../../../../../tests/harness/seeded-random.ts";
import { runToEnd } from "../../schedule/run-to-end.ts";
import { LONG_FORMS } from "./long-query.fixture.ts";
import { planText } from "./plan-text.fixture.ts";
import type { PlannedForm } from "./planning-steps.fixture.ts";
import { randomFilter } from "./random-filter.fixture.ts";
import { Random } from "./random-query.fixture.ts";

/** For four times the terms: n log n takes 5.2 times the steps at most, n² takes up to 16 times. */
const GROWTH_MAX = 6;

const planned = new Map<string, PlannedForm>();

beforeAll(async () => {
  const fromSource = new URL("../../../bin/from-source.js", import.meta.url);
  const program = fileURLToPath(new URL("planning-steps.fixture.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", fromSource.href, program]);
  for (const line of stdout.trimEnd().split("\n")) {
    const form = JSON.parse(line) as PlannedForm;
    planned.set(form.name, form);
  }
}, 1_200_000);

const REFUSED: Readonly<Record<string, string>> = {
  "ORDER BY c.pi, …": "OrderByWithoutCompositeIndex",
  "ORDER BY RANK RRF(…)": "SC2221",
  "RegexMatch(c.s, '(a|b)…')": "InvalidPattern",
  "WHERE c.ci = 1 AND … (composite)": "OrderByWithoutCompositeIndex",
  "WHERE c.g = 1 AND … ORDER BY c.n": "OrderByPathNotIndexed",
  "WHERE c.n = 1 OR … ORDER BY c.n": "OrderByPathNotIndexed",
};

test.each(LONG_FORMS)("the steps to plan $name grow with its terms", ({ name }) => {
  const { steps, refusal } = planned.get(name)!;
  expect(refusal).toBe(name.includes("c[@p]") ? "SC2010" : REFUSED[name]);
  expect(steps[1] / steps[0]).toBeLessThan(GROWTH_MAX);
});

const SEEDS = caseSeeds(1, 20);

test(`${SEEDS.length} random filters`, { timeout: 60_000 + SEEDS.length * 5_000 }, () => {
  for (const seed of SEEDS) {
    const random = new Random(seed);
    const text = `SELECT * FROM c WHERE ${randomFilter(random, random.integer(100, 60_000))}`;
    const refusal = runToEnd(planText({ text, parameters: [{ name: "@p", value: "p" }] }));
    expect(refusal, `seed ${seed}`).toBeUndefined();
  }
});
