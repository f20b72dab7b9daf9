/**
 * Logs why a container is throttled, and that nearly all of its writes go to one partition: each cause once, until it has
 * been absent for a while.
 */
import type { PartitionMeter } from "../../throughput/partition-meter.ts";
import {
  hotKey,
  LOAD_SECONDS,
  type ThrottlingCause,
  throttlingCause,
} from "../../throughput/throttling-cause.ts";
import { ThrottlingWatch } from "../../throughput/throttling-watch.ts";
import { WriteShares } from "../../throughput/write-shares.ts";
import type { Environment } from "../ground/environment.ts";
import type { ThrottleMode } from "./throttle-mode.ts";

interface MeteredPartition {
  readonly id: string;
  readonly meter: PartitionMeter;
}

export class ThrottlingLog {
  readonly #environment: Environment;
  /** The container, as the log calls it. */
  readonly #name: string;
  readonly #watch = new ThrottlingWatch();
  readonly #writes = new WriteShares();

  constructor(environment: Environment, names: { readonly database: string; readonly container: string }) {
    this.#environment = environment;
    this.#name = `'${names.container}' in database '${names.database}'`;
  }

  /** A request was refused, or would have been. */
  refused(
    { id, meter }: MeteredPartition,
    container: { readonly served: readonly MeteredPartition[] },
    mode: ThrottleMode,
  ): void {
    const cause = this.#watch.throttled(this.#environment.now(), () =>
      throttlingCause(
        { rangeId: id, load: meter.recentLoad(), consumers: meter.consumersNow() },
        container.served.flatMap((other) => (other.meter === meter ? [] : other.meter.recentLoad())),
      ),
    );
    if (cause === undefined) return;
    const verb = mode === "enforce" ? "is throttled" : "would be throttled on the service";
    this.#environment.log("warn", `Container ${this.#name} ${verb}: ${explain(cause)}`);
  }

  countWrite(nowMs: number, rangeId: string): void {
    this.#writes.add(nowMs, rangeId);
  }

  /** Logs if nearly all writes of the last minute went to one of these partitions: more throughput would not help them. */
  checkWrites(partitions: readonly MeteredPartition[]): void {
    const nowMs = this.#environment.now();
    const found = this.#writes.uneven(nowMs, partitions.length);
    if (found === undefined) return;
    const meter = partitions.find(({ id }) => id === found.rangeId)?.meter;
    // It was split or merged away meanwhile.
    if (meter === undefined) return;
    const hot = hotKey(meter.consumersNow());
    if (!this.#watch.isNews(`writes ${found.rangeId} ${hot?.key}`, nowMs)) return;
    const part = found.share === 1 ? `All ${found.writes}` : `${percent(found.share)} of the ${found.writes}`;
    const where = `went to one of its ${partitions.length} partitions, ${found.rangeId}`;
    const why =
      hot === undefined
        ? "Its keys have few values, or those that are written together hash alike"
        : `Partition key ${hot.key} takes ${percent(hot.share)} of that partition's request units`;
    this.#environment.log(
      "warn",
      `${part} writes of the last minute to container ${this.#name} ${where}: the others have nothing to do. ${why}: choose a key with more values, or a synthetic one.`,
    );
  }
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
