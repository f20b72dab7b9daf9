/** No key that takes more than its share of the writes of one time has a tick, whatever the file says about the time. */
import type { JsonObject } from "@orrerydb/exact-json";
import { expect, test } from "vitest";
import { advise } from "./advise.ts";
import { plainCandidate, syntheticCandidate } from "./candidates/candidate.ts";
import { TIME_ORDERED_FILES, type TimeOrderedFile } from "./time-ordered.fixture.ts";
import type { AdvisedCandidate } from "./verdict/advice.ts";

const WORKLOAD = `operations:
  - do: create
    perSecond: 50
  - do: query
    text: SELECT * FROM c WHERE c.device = @device
    perSecond: 100
`;

const TOGETHER = 20;
/** Of the writes that come together, what the busiest of some hundred keys has by chance. */
const SHARE_MAX = 0.3;

/** The busiest key's average part of the items that were written together; of a hierarchical key, its first level. */
function shareOfOneTime({ key, strategy }: AdvisedCandidate, written: readonly JsonObject[]): number {
  const candidate =
    strategy === null ? plainCandidate(key) : syntheticCandidate("key", strategy, 0, Math.random);
  const shares: number[] = [];
  for (let start = 0; start + TOGETHER <= written.length; start += TOGETHER) {
    const counts = new Map<string, number>();
    for (const item of written.slice(start, start + TOGETHER)) {
      const first = JSON.stringify(candidate.keyOf(item)[0] ?? null);
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
    shares.push(Math.max(...counts.values()) / TOGETHER);
  }
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

interface Case extends TimeOrderedFile {
  readonly workload?: { readonly text: string; readonly name: string };
}

const CASES: readonly Case[] = TIME_ORDERED_FILES.flatMap((file) =>
  file.name.endsWith("in order of time")
    ? [file, { ...file, name: `${file.name}, with a workload`, workload: { text: WORKLOAD, name: "w.yaml" } }]
    : [file],
);

test.each(CASES)("$name", async ({ items, written, workload }) => {
  const { candidates, verdict } = await advise({
    items,
    replays: 0,
    ...(workload === undefined ? {} : { workload }),
  });
  const ticked = candidates.filter(({ tier }) => tier === "good");
  for (const candidate of ticked)
    expect([candidate.name, shareOfOneTime(candidate, written) < SHARE_MAX]).toEqual([candidate.name, true]);
  // The advisor is no use where it ticks nothing: devices are written evenly at any time.
  expect(ticked.map(({ name }) => name)).toContain("/device");
  expect(verdict.headline).toBe("Take /device.");
});
