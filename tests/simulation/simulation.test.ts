/**
 * Histories of writes, reads, queries, deletions by key, expiring items, sweeps, policy and throughput changes, splits,
 * merges, crashes and restarts. A failure names its
 * seed: ORRERY_TEST_SEED=<seed> repeats it. ORRERY_SIMULATIONS=<count> runs more of them.
 */
import { expect, test, vi } from "vitest";
import { ADMITTED, PartitionBudget } from "../../packages/orrery/src/throughput/partition-budget.ts";
import { seededRandom, testSeed } from "../harness/seeded-random.ts";
import { BUSY, makeHistory, type Step } from "./history.ts";
import { Simulation, type SimulationOptions } from "./simulation.ts";

const COUNT = Number(process.env.ORRERY_SIMULATIONS ?? 20);
const STEPS = 300;
const FIRST_SEED = testSeed();
const LIMIT = { timeout: 60_000 + COUNT * 5_000 };

const CALM = { changesPartitions: false, crashes: false, enforces: false };

async function simulate(
  seed: number,
  options: Omit<SimulationOptions, "random">,
  history = (random: () => number) => makeHistory(random, STEPS),
): Promise<Simulation> {
  const simulation = await Simulation.start({ ...options, random: seededRandom(seed + 1) });
  try {
    await simulation.run(history(seededRandom(seed)));
  } catch (cause) {
    throw new Error(`The simulation with ORRERY_TEST_SEED=${seed} and ${JSON.stringify(options)} failed.`, {
      cause,
    });
  }
  return simulation;
}

test("a history ends the same on one partition, on many, and on partitions that change", LIMIT, async () => {
  for (let i = 0; i < COUNT; i++) {
    const seed = FIRST_SEED + i;
    const one = await simulate(seed, { ...CALM, ruPerSecond: 400 });
    expect(one.model.entries().length).toBeGreaterThan(0);
    for (const options of [
      { ...CALM, ruPerSecond: 30_000 },
      { ...CALM, ruPerSecond: 400, changesPartitions: true },
      { ...CALM, ruPerSecond: 12_000, changesPartitions: true },
    ]) {
      const other = await simulate(seed, options);
      expect(other.model.entries(), `seed ${seed}, ${JSON.stringify(options)}`).toEqual(one.model.entries());
    }
  }
});

test("crashes take nothing that was acknowledged, whatever the partitions are doing", LIMIT, async () => {
  for (let i = 0; i < COUNT; i++) {
    await simulate(FIRST_SEED + i, {
      ruPerSecond: 400,
      changesPartitions: true,
      crashes: true,
      enforces: false,
    });
    await simulate(FIRST_SEED + i, {
      ruPerSecond: 30_000,
      changesPartitions: true,
      crashes: true,
      enforces: false,
    });
  }
});

const BUDGETED = { ruPerSecond: 400, changesPartitions: true, crashes: false, enforces: true };
const BUSY_STEPS = 1_000;

test("budgets are kept while partitions change", LIMIT, async () => {
  for (let i = 0; i < COUNT; i++) await simulate(FIRST_SEED + i, BUDGETED, makeBusyHistory);
});

test("a budget that admits everything is found out", LIMIT, async () => {
  const admit = vi.spyOn(PartitionBudget.prototype, "admit").mockReturnValue(ADMITTED);
  const runs = Array.from({ length: 3 }, (_, i) => simulate(FIRST_SEED + i, BUDGETED, makeBusyHistory));
  const results = await Promise.allSettled(runs);
  admit.mockRestore();
  const found = results.filter(
    (result) => result.status === "rejected" && /^spent/.test(result.reason.cause.message),
  );
  expect(found).not.toEqual([]);
});

function makeBusyHistory(random: () => number): Step[] {
  return makeHistory(random, BUSY_STEPS, BUSY);
}
