/** Plays the traffic to a container with a candidate's key, in simulated time, with its budget enforced. */

import type { JsonObject } from "@orrerydb/exact-json";
import { workOf } from "../../value/operations/recorded-operation.ts";
import type { Candidate } from "../candidates/candidate.ts";
import { inSteps } from "../measures/projection.ts";
import type { OperationSpec } from "../traffic/operation.ts";
import { type Played, play } from "./play.ts";
import { TrialContainer } from "./trial-container.ts";

export interface ReplayGrounds {
  readonly rates: readonly { readonly spec: OperationSpec; readonly perSecond: number }[];
  readonly items: readonly JsonObject[];
  readonly partitions: number;
  /** What is provisioned: the same for all that are compared. */
  readonly ruPerSecond: number;
  readonly random: () => number;
  readonly seconds: number;
  /** More are thinned out, with the budget. */
  readonly operations: number;
  readonly signal: AbortSignal | undefined;
}

export interface Replay extends Played {
  /** What it has created, next to the items that it began with: on a small sample queries come to cost more. */
  readonly growth: number;
  /** Of the rates and of the budget that were played. */
  readonly partOfRate: number;
  readonly budget: number;
}

export async function replayOf(
  candidate: Candidate,
  { rates, items, partitions, ruPerSecond, random, seconds, operations, signal }: ReplayGrounds,
): Promise<Replay> {
  const perSecond = rates.reduce((sum, rate) => sum + rate.perSecond, 0);
  const partOfRate = Math.min(1, operations / (perSecond * seconds));
  // The least that an offer of so many partitions may have.
  const budget = inSteps(Math.max(partitions * 60, ruPerSecond * partOfRate));
  const trial = await TrialContainer.open(candidate, {
    partitions,
    ruPerSecond: budget,
    startMs: Date.UTC(2026, 0),
    random,
  });
  try {
    await trial.load(items);
    await trial.enforce();
    const thinned = rates.map(({ spec, perSecond: rate }) => ({
      spec,
      perSecond: rate * (budget / ruPerSecond),
    }));
    const played = await play(trial, { seconds, rates: thinned, random, signal });
    const created = played.charges.reduce(
      (sum, { count }, i) => sum + (workOf(rates[i]!.spec.kind) === "create" ? count : 0),
      0,
    );
    const growth = created / Math.max(1, items.length);
    return { ...played, growth, partOfRate: budget / ruPerSecond, budget: ruPerSecond };
  } finally {
    await trial.close();
  }
}
