/** How the throughput of a container or a database becomes the budgets of partitions. */
import { partitionRuPerSecond } from "../../throughput/offer.ts";
import { type BudgetSettings, PartitionBudget } from "../../throughput/partition-budget.ts";
import { PartitionMeter } from "../../throughput/partition-meter.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import type { Environment } from "../ground/environment.ts";

/** What a container may spend. */
export interface ContainerThroughput {
  /** All partitions together, of its own offer or its database's. */
  readonly ruPerSecond: number;
  /** The budgets of the database, in the order of the hash space, if the container has no offer of its own. */
  readonly shared?: readonly PartitionBudget[];
}

/** A meter that may spend nothing until it is given a budget. */
export function newMeter(environment: Environment): PartitionMeter {
  return new PartitionMeter(environment, newBudget(0, environment.now()));
}

export function newBudget(ruPerSecond: number, nowMs: number): PartitionBudget {
  return new PartitionBudget(budgetSettings(ruPerSecond), nowMs);
}

export function budgetSettings(
  ruPerSecond: number,
  buckets: readonly ThroughputBucket[] = [],
): BudgetSettings {
  return { ruPerSecond, burst: true, buckets };
}

/**
 * Of its own throughput a container gives each partition its share. Of a database's, the partitions of all its
 * containers that lie at about the same place in the hash space draw on one budget: as if they were on one machine.
 */
export function assignBudget(
  meter: PartitionMeter,
  { ruPerSecond, shared }: ContainerThroughput,
  at: { readonly position: number; readonly count: number; readonly share: number },
  /** Caps on requests that name them; shared throughput has none, as on the service. */
  buckets: readonly ThroughputBucket[],
  nowMs: number,
): void {
  if (shared === undefined) {
    meter.budget.change(budgetSettings(partitionRuPerSecond(ruPerSecond, at.share), buckets), nowMs);
  } else {
    meter.budget = shared[Math.floor((at.position * shared.length) / at.count)]!;
  }
}
