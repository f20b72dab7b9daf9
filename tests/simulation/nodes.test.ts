/**
 * Several nodes, by a simulated clock: killed, asleep for longer than their lease, joining and leaving, while partitions split. A
 * failure names its seed: ORRERY_TEST_SEED=<seed> repeats it. ORRERY_SIMULATIONS=<count> runs more of them.
 */
import { afterEach, expect, test, vi } from "vitest";
import { seededRandom, testSeed } from "../harness/seeded-random.ts";
import { NodesSimulation } from "./nodes/nodes-simulation.ts";

vi.mock("node:timers/promises", () => ({
  setTimeout: (ms: number, value: unknown) =>
    new Promise((resolve) => {
      globalThis.setTimeout(resolve, ms, value);
    }),
}));

/** Of the real clock. */
const { setImmediate: nextTurn } = globalThis;
const turn = () =>
  new Promise<void>((resolve) => {
    nextTurn(resolve);
  });

const COUNT = Number(process.env.ORRERY_SIMULATIONS ?? 1);
const FAULTS = 4;
const FIRST_SEED = testSeed();
const LIMIT = { timeout: 60_000 + COUNT * 20_000 };

afterEach(() => {
  vi.useRealTimers();
});

/** The clock goes from timer to timer; after each, all that follows from it happens. */
async function advance(ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  for (; performance.now() < endMs; vi.advanceTimersToNextTimer()) {
    await turn();
    if (vi.getTimerCount() === 0) vi.advanceTimersByTime(endMs - performance.now());
  }
  await turn();
}

/** A clock of its own for each simulation: nothing of the one before goes on. */
function beginClock(): void {
  vi.useRealTimers();
  vi.useFakeTimers({
    toFake: [
      "setTimeout",
      "clearTimeout",
      "setInterval",
      "clearInterval",
      "setImmediate",
      "performance",
      "Date",
    ],
    now: 1_700_000_000_000,
  });
}

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
