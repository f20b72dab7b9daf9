/** Data sets with a known right answer: the verdict finds it, for the reason that it has, and the replay shows the difference. */
import { expect, test } from "vitest";
import {
  audit,
  type DataSet,
  feed,
  hopeless,
  ledger,
  shop,
  telemetry,
} from "../../packages/orrery/src/advisor/data-sets.fixture.ts";
import type { Advice } from "../../packages/orrery/src/advisor/index.ts";
import { advise, checkScale } from "../../packages/orrery/src/advisor/index.ts";

const ITEMS = 3_000;
/** A slow or busy machine is no reason to fail. */
const TIMEOUT_MS = 900_000;

function adviceOn(set: DataSet): Promise<Advice> {
  return advise({
    items: set.items(),
    workload: { text: set.workload, name: `${set.name}.yaml` },
    scale: checkScale(set.scale),
    replays: 1,
    replaySeconds: 5,
    replayOperations: 2_000,
  });
}

/** Of the writes, what was let through at once. */
function acceptedWrites(advice: Advice, name: string): number {
  const { replay } = advice.candidates.find((candidate) => candidate.name === name)!;
  return replay!.writes.accepted / replay!.writes.sent;
}

function faultsOf(advice: Advice, name: string): string {
  const candidate = advice.candidates.find((each) => each.name === name);
  return (
    candidate?.faults.join("; ") ??
    advice.dropped.find((each) => each.name === name)?.reason ??
    "no fault found"
  );
}

test(
  "a shop with a giant tenant is divided by customer",
  async () => {
    const advice = await adviceOn(shop(ITEMS));
    expect(advice.candidates[0]).toMatchObject({ key: ["/customerId"], strategy: null, tier: "good" });
    expect(advice.candidates[0]!.verdict).toContain("keeps 100 % of the reads in one partition");
    expect(faultsOf(advice, "/tenantId")).toMatch(/puts 3\d % of the RU on one key/);
    expect(acceptedWrites(advice, "/customerId")).toBeGreaterThan(0.97);
    expect(acceptedWrites(advice, "/tenantId")).toBeLessThan(0.9);
    expect(advice.dropped.find(({ name }) => name === "/total")?.reason).toContain("a measurement");
  },
  TIMEOUT_MS,
);

test(
  "telemetry takes the vehicle and the date, neither alone",
  async () => {
    const advice = await adviceOn(telemetry(ITEMS));
    expect(advice.candidates[0]).toMatchObject({ key: ["/vin", "/date"], tier: "good" });
    expect(faultsOf(advice, "/vin")).toMatch(/passes 20 GB under one key in \d+ days/);
    expect(faultsOf(advice, "/date")).toMatch(/one key/);
    expect(acceptedWrites(advice, "/vin > /date")).toBeGreaterThan(0.97);
    expect(acceptedWrites(advice, "/date")).toBeLessThan(0.5);
  },
  TIMEOUT_MS,
);

test(
  "celebrities of a feed are divided by suffixes, few enough to list an author",
  async () => {
    const advice = await adviceOn(feed(ITEMS));
    const [best] = advice.candidates;
    expect(best!.strategy).toMatchObject({ kind: "hashSuffix", from: ["/authorId"], of: ["/id"] });
    expect(faultsOf(advice, "/authorId")).toMatch(/puts \d+ % of the RU on one key/);
    const listing = best!.measures.operations.find(({ name }) => name === "posts of an author")!;
    expect(listing.visits).toBeLessThan(advice.projection.partitions / 2);
  },
  TIMEOUT_MS,
);

test(
  "a ledger keeps its transactions under one account",
  async () => {
    const advice = await adviceOn(ledger(ITEMS));
    expect(advice.candidates[0]).toMatchObject({ key: ["/accountId"], tier: "good" });
    expect(advice.candidates[0]!.measures.torn).toBe(0);
    expect(faultsOf(advice, "/id")).toMatch(/tears 100 % of the transactions apart/);
  },
  TIMEOUT_MS,
);

test(
  "an audit log read by the hour has suffixes, fewer than there are partitions",
  async () => {
    const advice = await adviceOn(audit(ITEMS));
    const [best] = advice.candidates;
    expect(best!.strategy).toMatchObject({ from: ["/hour"] });
    expect(best!.strategy!.kind).toMatch(/Suffix$/);
    const { partitions } = advice.projection;
    expect((best!.strategy as { suffixes: number }).suffixes).toBeLessThan(partitions);
    expect(faultsOf(advice, "/hour")).toMatch(/on one key/);
    expect(faultsOf(advice, "/id")).toMatch(/needs [\d,]+ RU\/s, and the budget is 20,000/);
    expect(acceptedWrites(advice, best!.name)).toBeGreaterThan(acceptedWrites(advice, "/hour") + 0.2);
  },
  TIMEOUT_MS,
);

test(
  "where no key is good, it says so",
  async () => {
    const advice = await adviceOn(hopeless(1_500));
    expect(advice.verdict.isGood).toBe(false);
    expect(advice.verdict.headline).toMatch(/^No candidate is good\./);
    expect(advice.candidates.every(({ faults }) => faults.length > 0)).toBe(true);
  },
  TIMEOUT_MS,
);

test("a few items are no evidence", async () => {
  const advice = await advise({ items: [...shop(40).items()], replays: 0 });
  expect(advice.verdict).toMatchObject({
    isGood: false,
    headline: expect.stringMatching(/^No verdict: 40 items of at least 100/),
  });
  expect(advice.verdict.sure).toContain(
    "No traffic was given: nothing is known of reads, updates and transactions.",
  );
});
