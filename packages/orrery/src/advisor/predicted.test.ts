/**
 * What the advisor predicts, against what a container with that key and all the items shows: the prediction knows
 * two fifths of the items, on one partition.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cachedQuery } from "../sql/language.ts";
import { type Candidate, plainCandidate } from "./candidates/candidate.ts";
import { shop } from "./data-sets.fixture.ts";
import { seededRandom } from "./ground/random.ts";
import { findClock, followersOf } from "./items/clock.ts";
import { ItemSample } from "./items/item-sample.ts";
import { type DrawnTraffic, type Load, loadOf, type QueryPrice } from "./measures/load.ts";
import { documentOf } from "./replay/play.ts";
import { priceQueries, priceWithKeys } from "./replay/query-costs.ts";
import { TrialContainer } from "./replay/trial-container.ts";
import { ItemDraws } from "./traffic/item-draws.ts";
import type { Operation } from "./traffic/operation.ts";
import { parseWorkload, specsOf } from "./traffic/workload.ts";

const ITEMS = 5_000;
const PARTITIONS = 5;
const ASKED = 40;
/** A slow or busy machine is no reason to fail. */
const TIMEOUT_MS = 600_000;

const QUERIES = [
  "SELECT VALUE COUNT(1) FROM c WHERE c.customerId = @customerId",
  "SELECT * FROM c WHERE c.customerId = @customerId",
  "SELECT * FROM c WHERE c.tenantId = @tenantId AND c.customerId = @customerId",
  "SELECT c.total FROM c WHERE c.customerId = @customerId AND c.total > 50",
  "SELECT * FROM c WHERE c.id = @id",
  "SELECT * FROM c WHERE c.customerId = @customerId AND c.status = 'open'",
  "SELECT c.id FROM c WHERE c.id IN (@id, 'order-5')",
  "SELECT * FROM c WHERE c.customerId IN (@customerId, 'customer-1-1')",
  "SELECT * FROM c WHERE c.total > 99",
  "SELECT * FROM c WHERE c.status = @status AND c.total > 95",
  // One tenant in three finds a hundred times as much as the others.
  "SELECT * FROM c WHERE c.tenantId = @tenantId",
  "SELECT VALUE COUNT(1) FROM c WHERE c.tenantId = @tenantId",
  "SELECT c.id, c.total FROM c WHERE c.tenantId = @tenantId AND c.status = 'open'",
  "SELECT * FROM c WHERE c.tenantId = @tenantId AND c.total > 90",
  "SELECT TOP 5 * FROM c WHERE c.tenantId = @tenantId ORDER BY c.placedAt DESC",
];
const CANDIDATES: readonly Candidate[] = [
  plainCandidate(["/tenantId"]),
  plainCandidate(["/customerId"]),
  plainCandidate(["/tenantId", "/customerId"]),
];

const random = seededRandom(7);
const items: JsonObject[] = [...shop(ITEMS).items()].map(({ item }) => item);
const sample = new ItemSample(random);
for (const item of shop(ITEMS).items()) sample.add(item);
const clock = findClock(sample)!;
/** Two fifths of the items is known as a whole, and all values come from them. */
const known = sample.rows.filter(({ whole }) => whole !== undefined);
const draws = new ItemDraws(known, clock, followersOf(sample, clock));
const workload = {
  operations: [
    ...QUERIES.map((text) => ({ do: "query", text, perSecond: 10 })),
    { do: "create", perSecond: 300 },
    { do: "read", perSecond: 200 },
  ],
};
const specs = specsOf(parseWorkload(JSON.stringify(workload), "test"), draws);
const drawn: DrawnTraffic[] = specs.map((spec) => ({
  spec,
  perSecond: spec.perSecond,
  operations: Array.from({ length: spec.kind === "query" ? ASKED : 200 }, () => spec.draw(random)),
}));

let prices: ReadonlyMap<Candidate, QueryPrice>;

function opened(candidate: Candidate, partitions: number): Promise<TrialContainer> {
  return TrialContainer.open(candidate, {
    partitions,
    ruPerSecond: 10_000,
    startMs: Date.UTC(2026, 0),
    random,
  });
}

beforeAll(async () => {
  const wholes = known.map(({ whole }) => JSON.parse(whole!) as JsonObject);
  const { price } = await priceQueries(drawn, wholes, ITEMS, () => opened(plainCandidate(["/id"]), 1));
  prices = await priceWithKeys(CANDIDATES, drawn, wholes, price, (candidate) => opened(candidate, 1));
}, TIMEOUT_MS);

describe.each(CANDIDATES)("$name", (candidate) => {
  let trial: TrialContainer;
  let predicted: Load;
  /** RU/s of keys, and of everything. */
  const byKey = new Map<string, number>();
  let total = 0;

  beforeAll(async () => {
    predicted = loadOf(candidate, drawn, PARTITIONS, prices.get(candidate)!);
    trial = await opened(candidate, PARTITIONS);
    await trial.load(items);
  }, TIMEOUT_MS);
  afterAll(() => trial.close());

  function spend(operation: Operation, ruPerSecond: number, isOfKey: boolean): void {
    total += ruPerSecond;
    if (!isOfKey) return;
    const key = JSON.stringify(trial.placeOf(operation.item));
    byKey.set(key, (byKey.get(key) ?? 0) + ruPerSecond);
  }

  test.each(QUERIES.map((text, i) => ({ text, i })))("$text", async ({ text, i }) => {
    const { operations, perSecond } = drawn[i]!;
    const sum = { charge: 0, visits: 0 };
    for (const operation of operations) {
      const { charge, visits } = await trial.query(text, operation.parameters!);
      sum.charge += charge;
      sum.visits += visits;
      const keys = candidate.queryKeys(cachedQuery(text), operation.parameters!);
      const isOfKey = keys !== "all" && keys.length === 1 && keys[0]!.length === candidate.key.length;
      spend(operation, (charge * perSecond) / ASKED, isOfKey);
    }
    const { charge, visits } = predicted.specs[i]!;
    expect(visits).toBeCloseTo(sum.visits / ASKED, 9);
    expect(Math.abs(charge / (sum.charge / ASKED) - 1)).toBeLessThan(0.1);
  });

  test.each(drawn.map((each, i) => ({ ...each, i })).filter(({ spec }) => spec.kind !== "query"))(
    "$spec.kind",
    async ({ spec, operations, perSecond, i }) => {
      let sum = 0;
      for (const operation of operations) {
        const { charge } =
          spec.kind === "create"
            ? await trial.write(documentOf(operation))
            : await trial.read(operation.item.id as string, trial.placeOf(operation.item));
        sum += charge;
        spend(operation, (charge * perSecond) / operations.length, true);
      }
      const { charge, visits } = predicted.specs[i]!;
      expect(visits).toBe(1);
      expect(Math.abs(charge / (sum / operations.length) - 1)).toBeLessThan(0.1);
    },
  );

  test("the share of the hottest key", () => {
    const share = predicted.hottest.ruPerSecond / predicted.ruPerSecond;
    expect(Math.abs(share - Math.max(...byKey.values()) / total)).toBeLessThan(0.05);
  });
});
