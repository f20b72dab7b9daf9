/**
 * Requests that are almost right, for every route. Whatever comes, no answer is a 500, and every refusal has the body
 * that clients read. What was found once stays in `found-requests.json`.
 *
 * ORRERY_FUZZ_CASES says how many rounds of 500 requests, ORRERY_TEST_SEED with which seed they begin. `npm run fuzz` runs
 * them for hours.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { caseSeeds } from "../harness/seeded-random.ts";
import { fuzzRound } from "./fuzz-round.ts";
import { FuzzTarget } from "./fuzz-target.ts";
import { type FuzzRequest, SAMPLES } from "./sample-requests.ts";

const ROUNDS = 10;
const REQUESTS = 500;

const FOUND = JSON.parse(
  readFileSync(new URL("found-requests.json", import.meta.url), "utf8"),
) as readonly FuzzRequest[];

test("every sample is answered as meant", async () => {
  const target = await FuzzTarget.start(1);
  const refused: string[] = [];
  for (const sample of SAMPLES) {
    const { status, text, fault } = await target.send(sample);
    expect(fault).toBeUndefined();
    if (status >= 400) refused.push(`${JSON.stringify(sample)} ${status} ${text}`);
  }
  await target.close();
  expect(refused).toEqual([]);
});

test("what was found before", async () => {
  const target = await FuzzTarget.start(1);
  for (const request of FOUND) {
    const { fault } = await target.send(request);
    expect({ request, fault }).toEqual({ request, fault: undefined });
  }
  await target.close();
});

test(
  "requests that are almost right",
  async () => {
    const statuses = new Map<number, number>();
    for (const seed of caseSeeds(1, ROUNDS)) {
      await fuzzRound(seed, REQUESTS, ({ request, answer: { status, fault } }) => {
        expect({ seed, request, fault }).toEqual({ seed, request, fault: undefined });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
    }
    // Some must get past every check.
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect(statuses.get(201)).toBeGreaterThan(0);
  },
  24 * 60 * 60 * 1000,
);
