/**
 * How a container's hash space is shared out, changed on command: splits, merges, and throughput moved between
 * partitions. The changes of one container take turns.
 */
import { type Epk, evenBoundaries } from "@orrerydb/keys/hash";
import { roundCharge } from "../../throughput/charges.ts";
import { partitionRuPerSecond, redistributeShares } from "../../throughput/offer.ts";
import { Failure } from "../../value/failure.ts";
import { sizeText } from "../../value/size-text.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { changeState } from "../container/container-state.ts";
import type { CurrentDefinition } from "../container/current-definition.ts";
import { PartitionMap, type PhysicalPartition } from "../container/partition-map.ts";
import { checkOwnThroughput, scalingInProgress } from "../spending/offer-content.ts";
import { replacePartitions } from "./replace-partitions.ts";
import { findSplitPoint, type SplitPoint } from "./split-point.ts";

/** Partitions are merged only below this, each, as on the service. */
const MERGE_RU_PER_SECOND_BELOW = 3_000;
/** ... and when they hold less than this part of what a partition may: 20 of 50 GB. */
const MERGE_STORAGE_BELOW = 0.4;

/** More is asked for by mistake: it is what 1,000,000 RU/s need, the most that a container may have. */
export const PARTITIONS_MAX = 100;

export interface MergeOptions {
  /** Merges also what the service would not: for tests of clients. */
  readonly force?: boolean;
}

export class PartitionTopology {
  readonly #catalog: Catalog;
  /** Asked between chunks: what is under way is given up then. */
  readonly #isStopped: () => boolean;

  constructor(catalog: Catalog, isStopped: () => boolean) {
    this.#catalog = catalog;
    this.#isStopped = isStopped;
  }

  /** Each half gets half of the partition's throughput. */
  split(container: Container, rangeId: string, point: SplitPoint): Promise<readonly PhysicalPartition[]> {
    return container.partitions.inWholeTurn(() =>
      this.#split(container, container.partitions.map.byId(rangeId), point, false),
    );
  }

  /**
   * Halves the partition that `choose` names when its turn comes; all partitions get the same throughput then.
   * Returns whether it named one.
   */
  splitNext(container: Container, choose: () => PhysicalPartition | undefined): Promise<boolean> {
    return container.partitions.inWholeTurn(async () => {
      const partition = choose();
      if (partition === undefined) return false;
      await this.#split(container, partition, "midpoint", true);
      return true;
    });
  }

  merge(
    container: Container,
    rangeIds: readonly [string, string],
    { force = false }: MergeOptions = {},
  ): Promise<PhysicalPartition> {
    return container.partitions.inWholeTurn(async () => {
      const [left, right] = neighbours(container.partitions.map, rangeIds);
      if (!force) checkMergeable(container, [left, right]);
      const whole = {
        min: left.min,
        max: right.max,
        share: left.state.share + right.state.share,
      };
      const replacement = { old: [left, right], new: [whole] };
      const [merged] = await replacePartitions(container, this.#catalog, replacement, this.#isStopped);
      return merged!;
    });
  }

  /** Divides the hash space, and the throughput, evenly among so many partitions, whatever the throughput needs. */
  shareOut(container: Container, count: number): Promise<void> {
    return container.partitions.inWholeTurn(async () => {
      checkCount(container.definition, count);
      const { kind, version } = container.definition.partitionKey;
      const edges = evenBoundaries(count, kind === "MultiHash" ? 2 : version);
      for (const { id } of container.partitions.all) {
        // As it is now: each step gives all of them other shares.
        const partition = container.partitions.map.byId(id);
        const inside = edges.filter((edge) => partition.min < edge && edge < partition.max);
        if (inside.length > 0) await this.#replace(container, [partition], inside);
      }
      const ends = [...edges, undefined];
      for (const [i, end] of ends.entries()) {
        const begin = ends[i - 1];
        const old = container.partitions.all.filter(
          ({ min, max }) => (begin === undefined || begin <= min) && (end === undefined || max <= end),
        );
        if (old.length > 1) await this.#replace(container, old, []);
      }
    });
  }

  /** `targets`: RU/s by range id; the other partitions share the rest. Without targets all get the same. */
  redistribute(container: Container, targets: ReadonlyMap<string, number> | undefined): Promise<void> {
    return container.partitions.inWholeTurn(async () => {
      let map: PartitionMap;
      await changeState(
        this.#catalog,
        container.definition.rid,
        (state) => {
          // Here, where no offer can change: the targets are parts of what there is now.
          const shares = sharesFor(container, targets);
          const partitions = container.partitions.all.map((partition, i) => partition.withShare(shares[i]!));
          map = new PartitionMap(partitions, state.nextPartitionId, state.retired);
          return { ...state, partitions: partitions.map((partition) => partition.state) };
        },
        (changed) => container.switchTo(changed, map),
      );
    });
  }

  /** Neighbours by partitions between these edges; all partitions get the same throughput then. */
  async #replace(
    container: Container,
    old: readonly PhysicalPartition[],
    edges: readonly Epk[],
  ): Promise<void> {
    const share = old.reduce((sum, { state }) => sum + state.share, 0) / (edges.length + 1);
    const mins = [old[0]!.min, ...edges];
    const maxes = [...edges, old.at(-1)!.max];
    const fresh = mins.map((min, i) => ({ min, max: maxes[i]!, share }));
    const replacement = { old, new: fresh, evenShares: true };
    await replacePartitions(container, this.#catalog, replacement, this.#isStopped);
  }

  async #split(
    container: Container,
    partition: PhysicalPartition,
    point: SplitPoint,
    evenShares: boolean,
  ): Promise<readonly PhysicalPartition[]> {
    const { min, max } = partition;
    const { share } = partition.state;
    const middle = await findSplitPoint(container.definition.partitionKey, partition, point);
    const halves = [
      { min, max: middle, share: share / 2 },
      { min: middle, max, share: share / 2 },
    ];
    const replacement = { old: [partition], new: halves, evenShares };
    return replacePartitions(container, this.#catalog, replacement, this.#isStopped);
  }
}

/** Of those that are asked for; throughput and storage may need more. */
export function checkPartitionCount(count: number): void {
  if (!Number.isInteger(count) || count < 1 || count > PARTITIONS_MAX)
    throw new Failure("badRequest", `One can ask for 1 to ${PARTITIONS_MAX} partitions, not ${count}.`);
}

function checkCount({ partitionKey, state }: CurrentDefinition, count: number): void {
  checkPartitionCount(count);
  if (partitionKey.isSystem && count > 1)
    throw new Failure("badRequest", "A container without a partition key has one partition.");
  if (state.targetPartitions !== undefined) throw scalingInProgress();
}

/** Of each partition, in the order of the map. */
function sharesFor(container: Container, targets: ReadonlyMap<string, number> | undefined): number[] {
  const { map } = container.partitions;
  const { partitions } = map;
  const throughput = container.meter.throughput();
  checkOwnThroughput(throughput, "redistributions");
  if (targets === undefined) return partitions.map(() => 1 / partitions.length);
  return redistributeShares(
    partitions.map(({ state }) => state.share),
    throughput.ruPerSecond,
    new Map([...targets].map(([id, target]) => [partitions.indexOf(map.byId(id)), target])),
  );
}

/** In the order of their ranges. */
function neighbours(
  map: PartitionMap,
  [one, other]: readonly [string, string],
): [PhysicalPartition, PhysicalPartition] {
  const [left, right] = [map.byId(one), map.byId(other)].sort((a, b) => (a.min < b.min ? -1 : 1));
  if (left!.max !== right!.min) {
    throw new Failure(
      "conflict",
      `Partitions ${one} and ${other} are not neighbours: only neighbours can be merged.`,
    );
  }
  return [left!, right!];
}

function checkMergeable(
  container: Container,
  partitions: readonly [PhysicalPartition, PhysicalPartition],
): void {
  const { ruPerSecond, shared } = container.meter.throughput();
  for (const { id, state, meter } of partitions) {
    const own =
      shared === undefined ? partitionRuPerSecond(ruPerSecond, state.share) : meter.budget.ruPerSecond;
    const rounded = roundCharge(own);
    if (rounded >= MERGE_RU_PER_SECOND_BELOW) {
      throw new Failure(
        "conflict",
        `Partitions are merged when each has less than ${MERGE_RU_PER_SECOND_BELOW} RU/s, and partition ${id} has ${rounded}. Lower the throughput first.`,
      );
    }
  }
  const bytesMax = container.partitions.storageLimits.partitionBytes * MERGE_STORAGE_BELOW;
  const bytes = partitions.reduce((sum, { store }) => sum + store.summary.bytes, 0) / partitions.length;
  if (bytes >= bytesMax) {
    throw new Failure(
      "conflict",
      `Partitions are merged when they hold less than ${sizeText(bytesMax)} on average; here it is ${sizeText(bytes)}.`,
    );
  }
}
