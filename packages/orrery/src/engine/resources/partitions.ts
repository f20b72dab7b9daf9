/** The physical partitions of containers, as the control API shows and changes them. */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type {
  ChangedPartitions,
  ContainerFigures,
  HeatUnit,
  KeyFigures,
  PartitionFigures,
  PartitionHistories,
  PartitionKeyDefinition,
} from "../../api/control-api.ts";
import { roundCharge } from "../../throughput/charges.ts";
import type { HeatAsked } from "../../throughput/heat-history.ts";
import { LOAD_SECONDS } from "../../throughput/throttling-cause.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import type { Resource } from "../catalog/catalog.ts";
import { stateOf } from "../container/container-state.ts";
import type { ContainerAddress } from "../container/open-containers.ts";
import type { Ownership, SpenderElsewhere, Spent } from "../ground/ownership.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import type { MergeOptions, PartitionTopology } from "../topology/partition-topology.ts";
import type { SplitPoint } from "../topology/split-point.ts";
import type { ResourceServices } from "./databases.ts";
import {
  containerHeat,
  type Heat,
  type KeysAsked,
  keyFigures,
  partitionFigures,
  partitionHistories,
} from "./partition-figures.ts";
import type { ThroughputControl } from "./throughput-control.ts";

export interface SpendingAsked {
  /** Of the container. */
  readonly rid: string;
  readonly space: number;
  readonly spender: SpenderElsewhere;
  /** Absent: it asks whether it may. */
  readonly spent?: Spent | undefined;
}

interface Place {
  readonly database: string;
  readonly container: string;
  readonly partition?: string;
}

interface PartitionServices extends Omit<ResourceServices, "environment"> {
  readonly topology: PartitionTopology;
  readonly throughput: ThroughputControl;
  readonly ownership: Ownership;
}

export class Partitions {
  readonly #services: PartitionServices;

  constructor(services: PartitionServices) {
    this.#services = services;
  }

  /** Of every container of every database, as far as it is served here. */
  async containers(): Promise<ContainerFigures[]> {
    const { catalog } = this.#services.tree;
    const figures: ContainerFigures[] = [];
    for (const database of catalog.list("database")) {
      for (const resource of catalog.list("container", database.rid)) {
        const isServed = stateOf(resource).partitions.some(({ space }) =>
          this.#services.ownership.serves(resource, space),
        );
        if (isServed) figures.push(await this.#figuresOf(database.id, resource));
      }
    }
    return figures;
  }

  /** The ids of the partitions that are served here; undefined: all are. */
  servedHere(address: ContainerAddress): Promise<readonly string[] | undefined> {
    return this.#services.containers.use(address, async ({ partitions }) =>
      partitions.isWhole ? undefined : partitions.served.map(({ id }) => id),
    );
  }

  container(address: ContainerAddress): Promise<ContainerFigures> {
    return this.#services.containers.use(address, ({ definition: { names, resource } }) =>
      this.#figuresOf(names.database, resource),
    );
  }

  figures(address: ContainerAddress): Promise<PartitionFigures[]> {
    return this.#services.containers.use(address, async (container) => partitionFigures(container));
  }

  /** Where a request goes: the container by its names and, for a whole key, the id of the partition that has it. */
  place(address: ContainerAddress, key: readonly PartitionKeyComponent[] | undefined): Promise<Place> {
    return this.#services.containers.use(address, async ({ definition, partitions }) => {
      const { names, partitionKey } = definition;
      const { database, container } = names;
      if (key === undefined || key.length < partitionKey.paths.length) return { database, container };
      const epk = partitionKey.epk(partitionKey.checkFull(key));
      return { database, container, partition: partitions.map.at(epk).id };
    });
  }

  /**
   * For a process that reads a partition which is served here: whether it may spend, or what it has spent. Of one that is served
   * elsewhere by now nothing is kept.
   */
  async spend({ rid, space, spender, spent }: SpendingAsked): Promise<boolean> {
    const resource = this.#services.tree.catalog.byRid("container", rid);
    if (resource === undefined || !this.#services.ownership.serves(resource, space)) return true;
    const container = await this.#services.containers.open(resource);
    const partition = container.partitions.served.find(({ state }) => state.space === space);
    if (partition === undefined) return true;
    if (spent !== undefined) {
      container.meter.settle(partition, spender, spent);
      return spent.admitted;
    }
    return container.meter.admit(partition, spender).admitted;
  }

  keys(address: ContainerAddress, asked: KeysAsked): Promise<KeyFigures> {
    return this.#services.containers.use(address, (container) => keyFigures(container, asked));
  }

  histories(
    address: ContainerAddress,
    unit: "seconds" | "minutes",
    limit: number | undefined,
  ): Promise<PartitionHistories[]> {
    return this.#services.containers.use(address, async (container) =>
      partitionHistories(container, unit, limit),
    );
  }

  heat(address: ContainerAddress, unit: HeatUnit, asked: HeatAsked): Promise<Heat> {
    return this.#services.containers.use(address, async (container) => containerHeat(container, unit, asked));
  }

  throttle(address: ContainerAddress): Promise<ThrottleMode> {
    return this.#services.containers.use(address, async (container) => container.meter.throttle);
  }

  setThrottle(address: ContainerAddress, mode: ThrottleMode): Promise<ThrottleMode> {
    return this.#services.containers.use(address, async (container) => (container.meter.throttle = mode));
  }

  buckets(address: ContainerAddress): Promise<readonly ThroughputBucket[]> {
    return this.#services.containers.use(address, async (container) => container.definition.buckets);
  }

  setBuckets(
    address: ContainerAddress,
    buckets: readonly ThroughputBucket[],
  ): Promise<readonly ThroughputBucket[]> {
    return this.#services.containers.use(address, async (container) => {
      await this.#services.throughput.setBuckets(container, buckets);
      return container.definition.buckets;
    });
  }

  split(address: ContainerAddress, rangeId: string, point: SplitPoint): Promise<ChangedPartitions> {
    return this.#services.containers.use(address, async (container) => {
      const halves = await this.#services.topology.split(container, rangeId, point);
      return { created: halves.map(({ id }) => id), partitions: await partitionFigures(container) };
    });
  }

  merge(
    address: ContainerAddress,
    rangeIds: readonly [string, string],
    options: MergeOptions,
  ): Promise<ChangedPartitions> {
    return this.#services.containers.use(address, async (container) => {
      const { id } = await this.#services.topology.merge(container, rangeIds, options);
      return { created: [id], partitions: await partitionFigures(container) };
    });
  }

  /** Divides the hash space evenly among so many partitions. */
  shareOut(address: ContainerAddress, count: number): Promise<ChangedPartitions> {
    return this.#services.containers.use(address, async (container) => {
      const before = new Set(container.partitions.all.map(({ id }) => id));
      await this.#services.topology.shareOut(container, count);
      const created = container.partitions.all.map(({ id }) => id).filter((id) => !before.has(id));
      return { created, partitions: await partitionFigures(container) };
    });
  }

  /** `targets`: RU/s by range id; the other partitions share the rest. Without targets all get the same. */
  redistribute(
    address: ContainerAddress,
    targets: ReadonlyMap<string, number> | undefined,
  ): Promise<ChangedPartitions> {
    return this.#services.containers.use(address, async (container) => {
      await this.#services.topology.redistribute(container, targets);
      return { created: [], partitions: await partitionFigures(container) };
    });
  }

  async #figuresOf(database: string, resource: Resource): Promise<ContainerFigures> {
    const container = await this.#services.containers.open(resource);
    const offer = this.#services.provisioned.offerOf(resource);
    const { served } = container.partitions.map;
    const loads = served.map(({ meter }) => meter.recentLoad());
    const summaries = served.map(({ store }) => store.summary);
    const perSecond = (of: "ru" | "throttled") =>
      roundCharge(loads.reduce((sum, load) => sum + load[of], 0) / LOAD_SECONDS);
    return {
      database,
      container: resource.id,
      partitionKey: resource.body.partitionKey as unknown as PartitionKeyDefinition,
      throughput: this.#services.provisioned.throughputFor(resource),
      sharesDatabaseThroughput: offer === undefined,
      replacePending: offer !== undefined && this.#services.throughput.isPending(offer),
      throttle: container.meter.throttle,
      partitions: container.partitions.all.length,
      items: summaries.reduce((sum, { items }) => sum + items, 0),
      bytes: summaries.reduce((sum, { bytes }) => sum + bytes, 0),
      usedRuPerSecond: perSecond("ru"),
      throttledPerSecond: perSecond("throttled"),
    };
  }
}
