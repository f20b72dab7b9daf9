/**
 * Which physical partition holds which range of effective partition keys (EPKs). The ranges tile the whole space
 * ["", FF): every EPK has exactly one partition. Only here is a partition looked up by its range.
 */
import assert from "node:assert/strict";
import {
  type Epk,
  type EpkRange,
  type HashVersion,
  hashPosition,
  WHOLE_EPK_RANGE,
} from "@orrerydb/keys/hash";
import type { PartitionStore } from "../../store/partition-store.ts";
import type { HashSpan } from "../../throughput/heat-history.ts";
import type { PartitionMeter } from "../../throughput/partition-meter.ts";
import { Failure } from "../../value/failure.ts";
import { ServedElsewhere } from "../ground/ownership.ts";

/** As it is kept in the catalogue. */
export interface PartitionState {
  readonly id: number;
  /** The first range begins at "", the last ends at "FF". */
  readonly min: Epk;
  readonly max: Epk;
  readonly space: number;
  /** Ancestors, oldest first: the last `RETIRED_RANGES_MAX`. */
  readonly parents: readonly number[];
  /** This partition's part of the container's throughput. */
  readonly share: number;
}

/** What is remembered of a retired partition: one that was split or merged away. */
export type RetiredRange = Pick<PartitionState, "id" | "min" | "max">;

/**
 * The most recent ones, up to this number, are remembered. Of an older one requests learn only that it does not exist,
 * and what a session token says of it is not compared: the data has passed through hundreds of partitions since, each
 * at least as new.
 */
export const RETIRED_RANGES_MAX = 256;

/** What the process that serves a partition has of it. */
interface ServedPartition {
  readonly store: PartitionStore;
  readonly meter: PartitionMeter;
}

export class PhysicalPartition {
  readonly id: string;
  readonly state: PartitionState;
  readonly min: Epk;
  readonly max: Epk;
  /** Undefined: another process serves it. */
  readonly #served: ServedPartition | undefined;
  /** Another process serves it by now: what was read here since may not be all that there was. */
  isLeft = false;
  /** True for the moment in which a split or merge takes the partition away. */
  isSwitching = false;
  #span: HashSpan | undefined;

  constructor(state: PartitionState, served?: ServedPartition) {
    this.id = String(state.id);
    this.state = state;
    this.min = state.min;
    this.max = state.max;
    this.#served = served;
  }

  get isServed(): boolean {
    return this.#served !== undefined;
  }

  get store(): PartitionStore {
    return this.#here.store;
  }

  get meter(): PartitionMeter {
    return this.#here.meter;
  }

  get #here(): ServedPartition {
    if (this.#served === undefined) throw new ServedElsewhere(this.state.space);
    return this.#served;
  }

  /** The same partition, which another process serves from now on. */
  left(): PhysicalPartition {
    this.isLeft = true;
    return new PhysicalPartition(this.state);
  }

  /** After it was read: fails if another process could have taken it away before, with its rows. */
  checkServed(): void {
    if (this.isLeft) throw new ServedElsewhere(this.state.space);
  }

  /** Its part of the hash space. */
  span(version: HashVersion): HashSpan {
    return (this.#span ??= {
      from: hashPosition(this.min, version),
      to: hashPosition(this.max, version),
    });
  }

  /** The same partition with another part of the container's throughput. */
  withShare(share: number): PhysicalPartition {
    return new PhysicalPartition({ ...this.state, share }, this.#served);
  }
}

export class PartitionMap {
  /** In order of their ranges. */
  readonly partitions: readonly PhysicalPartition[];
  /** Grows with every split and merge: the id that the next partition will get. */
  readonly version: number;
  readonly #retired: readonly RetiredRange[];

  constructor(
    partitions: readonly PhysicalPartition[],
    version: number,
    retired: readonly RetiredRange[] = [],
  ) {
    this.version = version;
    this.#retired = retired;
    this.partitions = [...partitions].sort((a, b) => (a.min < b.min ? -1 : 1));
    assert.equal(this.partitions[0]?.min, WHOLE_EPK_RANGE.min);
    assert.equal(this.partitions.at(-1)?.max, WHOLE_EPK_RANGE.max);
    for (let i = 1; i < this.partitions.length; i++) {
      assert.equal(this.partitions[i]!.min, this.partitions[i - 1]!.max, "ranges must tile");
    }
  }

  /** The same partitions, some of which are served here, or elsewhere, from now on. */
  with(changed: (partition: PhysicalPartition) => PhysicalPartition): PartitionMap {
    return new PartitionMap(this.partitions.map(changed), this.version, this.#retired);
  }

  /** Those that are served here. */
  get served(): readonly PhysicalPartition[] {
    return this.partitions.filter(({ isServed }) => isServed);
  }

  at(epk: Epk): PhysicalPartition {
    let low = 0;
    let high = this.partitions.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.partitions[middle]!.min <= epk) low = middle;
      else high = middle - 1;
    }
    return this.partitions[low]!;
  }

  byId(id: string): PhysicalPartition {
    const partition = this.partitions.find((candidate) => candidate.id === id);
    if (partition === undefined) {
      const existed = /^(0|[1-9]\d*)$/.test(id) && Number(id) < this.version;
      throw new Failure(
        "rangeGone",
        existed
          ? `The partition key range '${id}' does not exist: it was split or merged. Read the ranges of the container again.`
          : `The container never had a partition key range '${id}'. Read its ranges.`,
      );
    }
    return partition;
  }

  /** What a retired partition covered; undefined when it is still there, or never was. */
  retiredRange(id: string): EpkRange | undefined {
    return this.#retired.find((retired) => String(retired.id) === id);
  }

  /** Whether a partition was split or merged away, or is at this moment. */
  isRetiredOrSwitching(id: string): boolean {
    return (
      this.retiredRange(id) !== undefined ||
      this.partitions.some((partition) => partition.id === id && partition.isSwitching)
    );
  }

  /** For writers that name the range; readers are served by the old partition until the new ones are there. */
  byIdForWriting(id: string): PhysicalPartition {
    const partition = this.byId(id);
    if (partition.isSwitching) {
      throw new Failure(
        "completingSplit",
        `The partition key range '${id}' is being split or merged. Read the ranges of the container again.`,
      );
    }
    return partition;
  }

  /** An empty range inside a partition belongs to that partition. */
  overlapping(range: EpkRange): readonly PhysicalPartition[] {
    return this.partitions.filter(({ min, max }) => min < range.max && range.min < max);
  }
}

/** Evenly shared ranges for a new container, from the inner boundaries. */
export function initialPartitions(boundaries: readonly Epk[], spaces: readonly number[]): PartitionState[] {
  const edges = [WHOLE_EPK_RANGE.min, ...boundaries, WHOLE_EPK_RANGE.max];
  return spaces.map((space, i) => ({
    id: i,
    min: edges[i]!,
    max: edges[i + 1]!,
    space,
    parents: [],
    share: 1 / spaces.length,
  }));
}
