/**
 * Several nodes, by a simulated clock: killed, asleep for longer than their lease, joining and leaving, while partitions split. A
 * failure names its seed: ORRERY_TEST_SEED=<seed> repeats it. ORRERY_SIMULATIONS=<count> runs more of them.
 */
import { afterEach, expect, test, vi } from "vitest";
import { seededRandom, testSeed } from "../harness/seeded-random.ts";
import { NodesSimulation } from "./nodes/nodes-simulation.ts";
import { advance, beginClock } from "./nodes/simulated-clock.ts";

vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number, value: unknown) =>
    new Promise((resolve) => {
      globalThis.setTimeout(resolve, ms, value);
    }),
}));

const COUNT = Number(process.env.ORRERY_SIMULATIONS ?? 1);
const FAULTS = 4;
const FIRST_SEED = testSeed();
const LIMIT = { timeout: 60_000 + COUNT * 20_000 };

afterEach(() => {
  vi.useRealTimers();
});

async function simulate(
  seed: number,
  options: { isFenced?: boolean; kinds?: readonly string[] } = {},
  faults = FAULTS,
) {
  beginClock();
  const simulation = new NodesSimulation({ random: seededRandom(seed), advance, ...options });
  await simulation.run(faults);
  return { course: [...simulation.course], faults: await simulation.faults() };
}

test(
  "nothing that was acknowledged is lost, and every key has one order of all that was done",
  LIMIT,
  async () => {
    for (let i = 0; i < COUNT; i++) {
      const { course, faults } = await simulate(FIRST_SEED + i);
      expect(course.length, `seed ${FIRST_SEED + i}`).toBeGreaterThan(100);
      expect(faults, `seed ${FIRST_SEED + i}`).toEqual([]);
    }
  },
);

test("a seed always gives the same course of events", LIMIT, async () => {
  // Modules that are loaded when they are first needed take time of the real clock.
  await simulate(FIRST_SEED, {}, 1);
  const [one, other] = [await simulate(FIRST_SEED), await simulate(FIRST_SEED)];
  expect(other.course).toEqual(one.course);
});

test("without the fence, harm is found", LIMIT, async () => {
  let found: string[] = [];
  for (let seed = 1; found.length === 0 && seed < 10; seed++)
    found = (await simulate(seed, { isFenced: false, kinds: ["sleep"] })).faults;
  expect(found).not.toEqual([]);
});
