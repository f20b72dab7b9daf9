/**
 * What requests spend on the partitions of a container. A request opens a meter, spends, and closes it with its charge. Requests
 * that fail are charged too: evaluating them took work. A partition that is split, merged or moved away meanwhile passes
 * what is spent on it on to its successor. In "observe" mode nothing is refused, and what would have been is counted.
 */
import { type Epk, hashPosition } from "@orrerydb/keys/hash";
import { roundCharge, THROTTLED_CHARGE } from "../../throughput/charges.ts";
import type { HeatBudget } from "../../throughput/heat-budget.ts";
import { HeatHistory } from "../../throughput/heat-history.ts";
import type { Verdict } from "../../throughput/partition-budget.ts";
import { Failure, isRefusal } from "../../value/failure.ts";
import { parseKeyText } from "../catalog/partition-key.ts";
import type { Environment } from "../ground/environment.ts";
import type { Ownership, Spent } from "../ground/ownership.ts";
import { assignBudget, type ContainerThroughput } from "../spending/budgets.ts";
import type { Spender } from "../spending/spender.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import { ThrottlingLog } from "../spending/throttling-log.ts";
import { sourceOf } from "./answer-source.ts";
import type { ContainerPartitions } from "./container-partitions.ts";
import type { CurrentDefinition } from "./current-definition.ts";
import type { PartitionMap, PhysicalPartition } from "./partition-map.ts";
import { passOnSpending, RetiredPartitions } from "./partition-succession.ts";
import { RemoteMeter } from "./remote-meter.ts";

export interface MeterOptions {
  readonly environment: Environment;
  readonly ownership: Ownership;
  /** Until the container is given another. */
  readonly throttle: ThrottleMode;
  readonly heatBudget: HeatBudget;
  throughput(): ContainerThroughput;
}

export class ContainerMeter {
  throttle: ThrottleMode;
  readonly heat: HeatHistory;
  readonly retiredHistories = new RetiredPartitions();
  readonly #definition: CurrentDefinition;
  readonly #partitions: ContainerPartitions;
  readonly #options: MeterOptions;
  readonly #log: ThrottlingLog;

  constructor(definition: CurrentDefinition, partitions: ContainerPartitions, options: MeterOptions) {
    this.#definition = definition;
    this.#partitions = partitions;
    this.#options = options;
    this.throttle = options.throttle;
    this.#log = new ThrottlingLog(options.environment, definition.names);
    const { version } = definition.partitionKey;
    this.heat = new HeatHistory({
      positionOf: (key) => hashPosition(this.#epkOf(key), version),
      stored: () =>
        partitions.served.map((partition) => ({
          span: partition.span(version),
          bytes: partition.store.summary.bytes,
        })),
      budget: options.heatBudget,
    });
  }

  /** What the container may spend, or its database if they share it. */
  throughput(): ContainerThroughput {
    return this.#options.throughput();
  }

  /** Whether the container refuses otherwise than others do. */
  get isThrottledOtherwise(): boolean {
    return this.throttle !== this.#options.throttle;
  }

  /** Opens a meter for a request on one partition. Fails with a 429 that says where it was made if it may not spend. */
  open(partition: PhysicalPartition, spender: Spender): RequestMeter {
    try {
      const meter = this.forLater(partition, spender);
      meter.open();
      return meter;
    } catch (error) {
      throw this.located(error, partition, spender);
    }
  }

  /** A meter to be opened when the partition is first read. */
  forLater(partition: PhysicalPartition, spender: Spender): RequestMeter {
    this.#partitions.checkExists();
    return new RequestMeter(this, partition, spender);
  }

  /** The same for a partition that another process serves. */
  elsewhere({ state }: PhysicalPartition, spender: Spender): RemoteMeter {
    this.#partitions.checkExists();
    return new RemoteMeter(this.#options.ownership, this.#definition.resource, state.space, spender);
  }

  /** Fails with a 429 if the partition may not spend. */
  admit(partition: PhysicalPartition, spender: Spender): Verdict {
    const place = this.#successor(partition, spender);
    const verdict = place.meter.admit(spender);
    if (!verdict.admitted && this.throttle === "enforce") {
      place.meter.refuse(spender);
      this.#addHeat(place, spender, 0, 1);
      this.#log.refused(place, this.#partitions, this.throttle);
      throw this.#throttled(place, verdict);
    }
    return verdict;
  }

  charge(partition: PhysicalPartition, spender: Spender, verdict: Verdict, charge: number): void {
    const place = this.#successor(partition, spender);
    const { id, meter, store } = place;
    const nowMs = this.#options.environment.now();
    meter.settle(spender, verdict, charge);
    if (spender.isWrite) this.#log.countWrite(nowMs, id);
    this.#addHeat(place, spender, charge, verdict.admitted ? 0 : 1);
    if (!verdict.admitted) this.#log.refused(place, this.#partitions, this.throttle);
    meter.history.setTotals(nowMs, store.summary.bytes, store.summary.items);
  }

  /** What a request of another process, which was admitted or not, has spent on a partition that is served here. */
  settle(partition: PhysicalPartition, spender: Spender, { admitted, charge }: Spent): void {
    this.charge(partition, spender, { admitted, retryAfterMs: 0 }, charge);
  }

  /** A refusal, with where it was made. */
  located(error: unknown, partition: PhysicalPartition, spender: Spender): unknown {
    if (!isRefusal(error) || error.source !== undefined) return error;
    const place = this.#successor(partition, spender);
    error.source = { ...sourceOf(this.#definition, place), isEmpty: place.store.summary.items === 0 };
    return error;
  }

  /** Gives every partition what it may spend now. */
  applyThroughput(): void {
    const throughput = this.throughput();
    const { all } = this.#partitions;
    const nowMs = this.#options.environment.now();
    for (const [position, partition] of all.entries()) {
      const at = { position, count: all.length, share: partition.state.share };
      if (partition.isServed) assignBudget(partition.meter, throughput, at, this.#definition.buckets, nowMs);
    }
  }

  /** After the partitions were switched. */
  passOn(before: PartitionMap): void {
    const nowMs = this.#options.environment.now();
    const { map } = this.#partitions;
    this.retiredHistories.add(passOnSpending(before, map, this.#definition.partitionKey, nowMs), nowMs);
    this.applyThroughput();
  }

  /** Logs if nearly all writes of the last minute went to one partition. */
  watchWrites(): void {
    // Who sees a part of them cannot tell.
    if (this.#partitions.isWhole) this.#log.checkWrites(this.#partitions.all);
  }

  /** Nobody asks for what was spent any more. */
  drop(): void {
    this.#options.heatBudget.drop(this.heat);
  }

  /** The partition, or the one that has taken its place: for the spender's key, if it has one. */
  #successor(partition: PhysicalPartition, { key }: Spender): PhysicalPartition {
    if (!partition.meter.isRetired) return partition;
    const now = this.#partitions.map.at(key === undefined ? partition.min : this.#epkOf(key));
    // Of one that another process serves by now, what is still reported here reaches nobody.
    return now.isServed ? now : partition;
  }

  #epkOf(key: string): Epk {
    return this.#definition.partitionKey.epk(parseKeyText(key));
  }

  #addHeat(place: PhysicalPartition, { key }: Spender, charge: number, throttled: number): void {
    const span = place.span(this.#definition.partitionKey.version);
    this.heat.add(this.#options.environment.now(), key, span, charge, throttled);
  }

  #throttled({ id, meter }: PhysicalPartition, { code = "tooManyRequests", retryAfterMs }: Verdict): Failure {
    const { database, container } = this.#definition.names;
    const hottest = meter.hottestKey();
    return new Failure(
      code,
      "Request rate is large. More Request Units may be needed, so no changes were made. Please retry this request later. Learn more: http://aka.ms/cosmosdb-error-429",
      {
        retryAfterMs,
        charge: THROTTLED_CHARGE,
        details: {
          database,
          container,
          partitionKeyRangeId: id,
          partitionRuPerSecond: roundCharge(meter.budget.ruPerSecond),
          ...(hottest === undefined ? {} : { hottestPartitionKey: hottest.key }),
        },
      },
    );
  }
}

/** What one request spends on one partition, or on its successor if it is split or merged away meanwhile. */
export class RequestMeter {
  readonly #container: ContainerMeter;
  readonly #partition: PhysicalPartition;
  readonly #spender: Spender;
  #verdict: Verdict | undefined;

  constructor(container: ContainerMeter, partition: PhysicalPartition, spender: Spender) {
    this.#container = container;
    this.#partition = partition;
    this.#spender = spender;
  }

  get isOpen(): boolean {
    return this.#verdict !== undefined;
  }

  /** Fails with a 429 if the partition may not spend. */
  open(): void {
    this.#verdict = this.#container.admit(this.#partition, this.#spender);
  }

  /** Charges the partition. Requires that it is open. */
  close(charge: number): void {
    this.#container.charge(this.#partition, this.#spender, this.#verdict!, charge);
  }

  /**
   * Closes the meter of a request that failed: with the charge of the failure, or else with `charge`. Returns the error, to be
   * thrown; a refusal knows its charge then, and where it was made.
   */
  fail(error: unknown, charge: number): unknown {
    if (!isRefusal(error)) return error;
    this.close((error.charge ??= charge));
    return this.#container.located(error, this.#partition, this.#spender);
  }
}
