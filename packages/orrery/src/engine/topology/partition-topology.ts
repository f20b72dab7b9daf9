/**
 * How a container's hash space is shared out, changed on command: splits, merges, and throughput moved between
 * partitions. The changes of one container take turns.
 */
import { compareEpk } from "@orrerydb/keys/hash";
import { roundCharge } from "../../throughput/charges.ts";
import { partitionRuPerSecond, redistributeShares } from "../../throughput/offer.ts";
import { Failure } from "../../value/failure.ts";
import { sizeText } from "../../value/size-text.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Container } from "../container/container.ts";
import { changeState } from "../container/container-state.ts";
import { PartitionMap, type PhysicalPartition } from "../container/partition-map.ts";
import { checkOwnThroughput } from "../spending/offer-content.ts";
import { replacePartitions } from "./replace-partitions.ts";
import { findSplitPoint, type SplitPoint } from "./split-point.ts";

/** Partitions are merged only below this, each, as on the service. */
const MERGE_RU_PER_SECOND_BELOW = 3_000;
/** ... and when they hold less than this part of what a partition may: 20 of 50 GB. */
const MERGE_STORAGE_BELOW = 0.4;

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
    return container.turns.run(() => this.#split(container, container.map.byId(rangeId), point, false));
  }

  /**
   * Halves the partition that `choose` names when its turn comes; all partitions get the same throughput then.
   * Returns whether it named one.
   */
  splitNext(container: Container, choose: () => PhysicalPartition | undefined): Promise<boolean> {
    return container.turns.run(async () => {
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
    return container.turns.run(async () => {
      const [left, right] = neighbours(container, rangeIds);
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

  /** `targets`: RU/s by range id; the other partitions share the rest. Without targets all get the same. */
  redistribute(container: Container, targets: ReadonlyMap<string, number> | undefined): Promise<void> {
    return container.turns.run(async () => {
      let map = container.map;
      await changeState(
        this.#catalog,
        container.rid,
        (state) => {
          // Here, where no offer can change: the targets are parts of what there is now.
          const shares = sharesFor(container, targets);
          const partitions = map.partitions.map((partition, i) => partition.withShare(shares[i]!));
          map = new PartitionMap(partitions, state.nextPartitionId, state.retired);
          return { ...state, partitions: partitions.map((partition) => partition.state) };
        },
        (changed) => container.switchTo(changed, map),
      );
    });
  }

  async #split(
    container: Container,
    partition: PhysicalPartition,
    point: SplitPoint,
    evenShares: boolean,
  ): Promise<readonly PhysicalPartition[]> {
    const { min, max } = partition;
    const { share } = partition.state;
    const middle = await findSplitPoint(container, partition, point);
    const halves = [
      { min, max: middle, share: share / 2 },
      { min: middle, max, share: share / 2 },
    ];
    const replacement = { old: [partition], new: halves, evenShares };
    return replacePartitions(container, this.#catalog, replacement, this.#isStopped);
  }
}

/** Of each partition, in the order of the map. */
function sharesFor(container: Container, targets: ReadonlyMap<string, number> | undefined): number[] {
  const { map } = container;
  const { partitions } = map;
  const throughput = container.throughput();
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
  { map }: Container,
  [one, other]: readonly [string, string],
): [PhysicalPartition, PhysicalPartition] {
  const [left, right] = [map.byId(one), map.byId(other)].sort((a, b) => Buffer.compare(a.min, b.min));
  if (compareEpk(left!.max, right!.min) !== 0) {
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
  const { ruPerSecond, shared } = container.throughput();
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
  const bytesMax = container.storageLimits.partitionBytes * MERGE_STORAGE_BELOW;
  const bytes = partitions.reduce((sum, { store }) => sum + store.summary.bytes, 0) / partitions.length;
  if (bytes >= bytesMax) {
    throw new Failure(
      "conflict",
      `Partitions are merged when they hold less than ${sizeText(bytesMax)} on average; here it is ${sizeText(bytes)}.`,
    );
  }
}
