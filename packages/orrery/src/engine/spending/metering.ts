/**
 * Spending on a physical partition: asks its meter before the work, tells it the charge after. In "observe"
 * mode nothing is refused; what would have been is counted. The cause of either is logged once.
 */

import { roundCharge, THROTTLED_CHARGE } from "../../throughput/charges.ts";
import type { HashSpan, HeatHistory } from "../../throughput/heat-history.ts";
import { partitionRuPerSecond } from "../../throughput/offer.ts";
import {
  type BudgetSettings,
  PartitionBudget,
  type Priority,
  type Verdict,
} from "../../throughput/partition-budget.ts";
import { PartitionMeter } from "../../throughput/partition-meter.ts";
import {
  hotKey,
  LOAD_SECONDS,
  type ThrottlingCause,
  throttlingCause,
} from "../../throughput/throttling-cause.ts";
import type { ThrottlingWatch } from "../../throughput/throttling-watch.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import type { WriteShares } from "../../throughput/write-shares.ts";
import { Failure, isRefusal } from "../../value/failure.ts";
import type { Environment } from "../ground/environment.ts";
import type { ThrottleMode } from "./throttle-mode.ts";

export interface Spender {
  /** The logical partition as people read it; absent when the request concerns several. */
  readonly key?: string;
  readonly priority: Priority;
  readonly bucket: number;
  readonly isWrite?: true;
}

export function writerOf({ priority, bucket }: Omit<Spender, "key">, key: string): Spender {
  return { key, priority, bucket, isWrite: true };
}

export function spenderOf({ priority, bucket }: Omit<Spender, "key">, key: string | undefined): Spender {
  return key === undefined ? { priority, bucket } : { key, priority, bucket };
}

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

export interface MeteredPlace {
  readonly meter: PartitionMeter;
  readonly totals: { readonly items: number; readonly bytes: number };
  readonly rangeId: string;
  readonly heat: HeatHistory;
  /** The partition's part of the hash space. */
  readonly span: HashSpan;
  /** The meters of all partitions of the container. */
  readonly meters: () => readonly PartitionMeter[];
  readonly watch: ThrottlingWatch;
  readonly writes: WriteShares;
  readonly databaseId: string;
  readonly containerId: string;
  readonly mode: ThrottleMode;
  readonly environment: Environment;
}

/** What one request spends on one partition, or on its successor if it is split or merged away meanwhile. */
export class Spending {
  readonly #placeNow: () => MeteredPlace;
  readonly #spender: Spender;
  #verdict: Verdict | undefined;

  /** `verdict`: it has begun before, by another object. */
  constructor(placeNow: () => MeteredPlace, spender: Spender, verdict?: Verdict) {
    this.#placeNow = placeNow;
    this.#spender = spender;
    this.#verdict = verdict;
  }

  get hasBegun(): boolean {
    return this.#verdict !== undefined;
  }

  /** Requires that it has begun: false where nothing is refused, and this would have been. */
  get isAdmitted(): boolean {
    return this.#verdict!.admitted;
  }

  /** Fails with a 429 if the partition may not spend. */
  begin(): void {
    const place = this.#placeNow();
    const { meter, mode } = place;
    const verdict = meter.admit(this.#spender);
    if (!verdict.admitted && mode === "enforce") {
      meter.refuse(this.#spender);
      place.heat.add(place.environment.now(), this.#spender.key, place.span, 0, 1);
      reportThrottling(place);
      throw throttled(place, verdict.retryAfterMs, verdict.code ?? "tooManyRequests");
    }
    this.#verdict = verdict;
  }

  /** Requires that it has begun. */
  end(charge: number): void {
    const place = this.#placeNow();
    const { meter, totals, environment, heat, span, rangeId, writes } = place;
    const { admitted } = this.#verdict!;
    const nowMs = environment.now();
    meter.settle(this.#spender, this.#verdict!, charge);
    if (this.#spender.isWrite) writes.add(nowMs, rangeId);
    heat.add(nowMs, this.#spender.key, span, charge, admitted ? 0 : 1);
    if (!admitted) reportThrottling(place);
    meter.history.setTotals(nowMs, totals.bytes, totals.items);
  }
}

/** Runs `work` if the partition may spend, and charges the partition with what the result, or the failure, says. */
export async function metered<T extends { readonly charge: number }>(
  /** Fails where nothing can be spent any more. */
  newSpending: () => Spending,
  work: () => Promise<T> | T,
  /** For a failure without a charge of its own: the request was looked at, after all. */
  failureCharge: number,
  /** Where it is refused. */
  sourceNow: () => NonNullable<Failure["source"]>,
): Promise<T> {
  let spending: Spending | undefined;
  try {
    spending = newSpending();
    spending.begin();
    const running = work();
    const result = running instanceof Promise ? await running : running;
    spending.end(result.charge);
    return result;
  } catch (error) {
    if (isRefusal(error)) {
      if (spending?.hasBegun) spending.end((error.charge ??= failureCharge));
      error.source ??= sourceNow();
    }
    throw error;
  }
}

function throttled(
  { meter, rangeId, databaseId, containerId }: MeteredPlace,
  retryAfterMs: number,
  code: "tooManyRequests" | "throughputBucketExceeded",
): Failure {
  const hottest = meter.hottestKey();
  return new Failure(
    code,
    "Request rate is large. More Request Units may be needed, so no changes were made. Please retry this request later. Learn more: http://aka.ms/cosmosdb-error-429",
    {
      retryAfterMs,
      charge: THROTTLED_CHARGE,
      details: {
        database: databaseId,
        container: containerId,
        partitionKeyRangeId: rangeId,
        partitionRuPerSecond: roundCharge(meter.budget.ruPerSecond),
        ...(hottest === undefined ? {} : { hottestPartitionKey: hottest.key }),
      },
    },
  );
}

function reportThrottling(place: MeteredPlace): void {
  const { environment, meter, meters, watch, rangeId, databaseId, containerId, mode } = place;
  const cause = watch.throttled(environment.now(), () =>
    throttlingCause(
      { rangeId, load: meter.recentLoad(), consumers: meter.consumersNow() },
      meters().flatMap((other) => (other === meter ? [] : other.recentLoad())),
    ),
  );
  if (cause === undefined) return;
  const verb = mode === "enforce" ? "is throttled" : "would be throttled on the service";
  environment.log(
    "warn",
    `Container '${containerId}' in database '${databaseId}' ${verb}: ${explain(cause)}`,
  );
}

/** Tells, once for each cause, that nearly all writes go to one partition: more throughput would not help them. */
export function reportUnevenWrites(
  {
    environment,
    watch,
    writes,
    databaseId,
    containerId,
  }: Pick<MeteredPlace, "environment" | "watch" | "writes" | "databaseId" | "containerId">,
  meters: ReadonlyMap<string, PartitionMeter>,
): void {
  const nowMs = environment.now();
  const found = writes.uneven(nowMs, meters.size);
  if (found === undefined) return;
  const meter = meters.get(found.rangeId);
  // It was split or merged away meanwhile.
  if (meter === undefined) return;
  const hot = hotKey(meter.consumersNow());
  if (!watch.isNews(`writes ${found.rangeId} ${hot?.key}`, nowMs)) return;
  const part = found.share === 1 ? `All ${found.writes}` : `${percent(found.share)} of the ${found.writes}`;
  const where = `went to one of its ${meters.size} partitions, ${found.rangeId}`;
  const why =
    hot === undefined
      ? "Its keys have few values, or those that are written together hash alike"
      : `Partition key ${hot.key} takes ${percent(hot.share)} of that partition's request units`;
  environment.log(
    "warn",
    `${part} writes of the last minute to container '${containerId}' in database '${databaseId}' ${where}: the others have nothing to do. ${why}: choose a key with more values, or a synthetic one.`,
  );
}

function explain(cause: ThrottlingCause): string {
  switch (cause.kind) {
    case "hotKey":
      return `partition key ${cause.key} takes ${percent(cause.share)} of the request units of partition ${cause.rangeId}. More throughput is shared out over all keys, and no split divides one: choose a key with more values, or a synthetic one.`;
    case "hotPartition":
      return `partition ${cause.rangeId} has used ${percent(cause.use)} of its RU in the last ${LOAD_SECONDS} seconds, the others ${percent(cause.othersUse)} of theirs, and no single key is to blame. Split it, or give it a larger share of the throughput.`;
    case "lowThroughput":
      return `its load is spread evenly, and is more than ${Math.round(cause.ruPerSecond)} RU/s allow: ${cause.refusals} requests of the last ${LOAD_SECONDS} seconds were too many. Raise its throughput, or send less.`;
  }
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
