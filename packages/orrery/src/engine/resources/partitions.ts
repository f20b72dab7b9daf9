/** The physical partitions of containers, as the control API shows and changes them. */
import { roundCharge } from "../../throughput/charges.ts";
import type { HeatUnit } from "../../throughput/heat-history.ts";
import type { Throughput } from "../../throughput/offer.ts";
import { LOAD_SECONDS } from "../../throughput/throttling-cause.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import type { Json } from "../../value/json.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { ContainerAddress, OpenContainers } from "../container/open-containers.ts";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import type { MergeOptions, PartitionTopology } from "../topology/partition-topology.ts";
import type { SplitPoint } from "../topology/split-point.ts";
import {
  containerHeat,
  type Heat,
  type KeyFigures,
  keyFigures,
  type PartitionFigures,
  type PartitionHistories,
  partitionFigures,
  partitionHistories,
} from "./partition-figures.ts";
import type { ThroughputControl } from "./throughput-control.ts";

interface ContainerFigures {
  readonly database: string;
  readonly container: string;
  readonly partitionKey: Json;
  readonly throughput: Throughput;
  readonly sharesDatabaseThroughput: boolean;
  readonly replacePending: boolean;
  readonly throttle: ThrottleMode;
  readonly partitions: number;
  readonly items: number;
  readonly bytes: number;
  /** Of the last ten seconds, on average. */
  readonly usedRuPerSecond: number;
  readonly throttledPerSecond: number;
}

/** The partitions after a change, and which of them it made. */
interface ChangedPartitions {
  readonly created: readonly string[];
  readonly partitions: readonly PartitionFigures[];
}

interface PartitionsOptions {
  readonly tree: ResourceTree;
  readonly containers: OpenContainers;
  readonly topology: PartitionTopology;
  readonly provisioned: ProvisionedThroughput;
  readonly throughput: ThroughputControl;
}

export class Partitions {
  readonly #tree: ResourceTree;
  readonly #containers: OpenContainers;
  readonly #topology: PartitionTopology;
  readonly #provisioned: ProvisionedThroughput;
  readonly #throughput: ThroughputControl;

  constructor({ tree, containers, topology, provisioned, throughput }: PartitionsOptions) {
    this.#tree = tree;
    this.#containers = containers;
    this.#topology = topology;
    this.#provisioned = provisioned;
    this.#throughput = throughput;
  }

  /** Of every container of every database. */
  async containers(): Promise<ContainerFigures[]> {
    const { catalog } = this.#tree;
    const figures: ContainerFigures[] = [];
    for (const database of catalog.list("database")) {
      for (const resource of catalog.list("container", database.rid)) {
        figures.push(await this.#figuresOf(database.id, resource));
      }
    }
    return figures;
  }

  figures(address: ContainerAddress): Promise<PartitionFigures[]> {
    return this.#containers.use(address, async (container) => partitionFigures(container));
  }

  keys(address: ContainerAddress, limit: number): Promise<KeyFigures> {
    return this.#containers.use(address, (container) => keyFigures(container, limit));
  }

  histories(
    address: ContainerAddress,
    unit: "seconds" | "minutes",
    limit: number | undefined,
  ): Promise<PartitionHistories[]> {
    return this.#containers.use(address, async (container) => partitionHistories(container, unit, limit));
  }

  heat(address: ContainerAddress, unit: HeatUnit, sinceMs: number | undefined): Promise<Heat> {
    return this.#containers.use(address, async (container) => containerHeat(container, unit, sinceMs));
  }

  throttle(address: ContainerAddress): Promise<ThrottleMode> {
    return this.#containers.use(address, async (container) => container.throttle);
  }

  setThrottle(address: ContainerAddress, mode: ThrottleMode): Promise<ThrottleMode> {
    return this.#containers.use(address, async (container) => (container.throttle = mode));
  }

  buckets(address: ContainerAddress): Promise<readonly ThroughputBucket[]> {
    return this.#containers.use(address, async (container) => container.buckets);
  }

  setBuckets(
    address: ContainerAddress,
    buckets: readonly ThroughputBucket[],
  ): Promise<readonly ThroughputBucket[]> {
    return this.#containers.use(address, async (container) => {
      await this.#throughput.setBuckets(container, buckets);
      return container.buckets;
    });
  }

  split(address: ContainerAddress, rangeId: string, point: SplitPoint): Promise<ChangedPartitions> {
    return this.#containers.use(address, async (container) => {
      const halves = await this.#topology.split(container, rangeId, point);
      return { created: halves.map(({ id }) => id), partitions: partitionFigures(container) };
    });
  }

  merge(
    address: ContainerAddress,
    rangeIds: readonly [string, string],
    options: MergeOptions,
  ): Promise<ChangedPartitions> {
    return this.#containers.use(address, async (container) => {
      const { id } = await this.#topology.merge(container, rangeIds, options);
      return { created: [id], partitions: partitionFigures(container) };
    });
  }

  /** `targets`: RU/s by range id; the other partitions share the rest. Without targets all get the same. */
  redistribute(
    address: ContainerAddress,
    targets: ReadonlyMap<string, number> | undefined,
  ): Promise<ChangedPartitions> {
    return this.#containers.use(address, async (container) => {
      await this.#topology.redistribute(container, targets);
      return { created: [], partitions: partitionFigures(container) };
    });
  }

  async #figuresOf(database: string, resource: Resource): Promise<ContainerFigures> {
    const container = await this.#containers.open(resource);
    const offer = this.#provisioned.offerOf(resource);
    const loads = container.map.partitions.map(({ meter }) => meter.recentLoad());
    const perSecond = (of: "ru" | "throttled") =>
      roundCharge(loads.reduce((sum, load) => sum + load[of], 0) / LOAD_SECONDS);
    return {
      database,
      container: resource.id,
      partitionKey: resource.body.partitionKey!,
      throughput: this.#provisioned.throughputFor(resource),
      sharesDatabaseThroughput: offer === undefined,
      replacePending: offer !== undefined && this.#throughput.isPending(offer),
      throttle: container.throttle,
      partitions: container.map.partitions.length,
      ...container.totals(),
      usedRuPerSecond: perSecond("ru"),
      throttledPerSecond: perSecond("throttled"),
    };
  }
}
