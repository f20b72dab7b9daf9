/**
 * One load on one key in simulated time: a real container in memory, whose clock is moved by hand, with its budgets
 * enforced. So a slow machine shows what a large container does, only later.
 */
import { type Candidate, type Path, plainCandidate } from "../candidates/candidate.ts";
import { withSuffixes } from "../candidates/search.ts";
import { seededRandom } from "../ground/random.ts";
import { type Played, play } from "../replay/play.ts";
import { TrialContainer } from "../replay/trial-container.ts";
import type { SimulatedLoad } from "./vehicle-events.ts";

export interface SimulationOptions {
  readonly partitions: number;
  readonly ruPerSecond: number;
  readonly seconds: number;
  readonly signal?: AbortSignal;
  /** After each simulated second: RU and refusals of each partition in each second so far. */
  readonly onSecond?: (partitions: Played["partitions"]) => void;
}

export interface KeyChoice {
  readonly key: Path;
  /** What the suffix is computed from. */
  readonly of: Path;
  readonly suffixes: number;
}

/** The key as it is, with a suffix by chance, and with one that can be computed again from another property. */
export function comparedKeys({ key, of, suffixes }: KeyChoice, random: () => number): Candidate[] {
  const plain = plainCandidate([key]);
  return [plain, ...withSuffixes(plain, [of], suffixes, random).reverse()];
}

/** Each key needs a load of its own, so that all get the same. */
export async function simulate(
  candidate: Candidate,
  { items, rates }: SimulatedLoad,
  options: SimulationOptions,
): Promise<Played> {
  const { partitions, ruPerSecond, seconds, signal, onSecond } = options;
  const random = seededRandom(7);
  const trial = await TrialContainer.open(candidate, {
    partitions,
    ruPerSecond,
    startMs: Date.UTC(2018, 7, 9),
    random,
  });
  try {
    await trial.load(items);
    await trial.enforce();
    return await play(trial, {
      seconds,
      rates,
      random,
      signal,
      ...(onSecond && { onSecond: async (second) => onSecond(await trial.history(second)) }),
    });
  } finally {
    await trial.close();
  }
}
