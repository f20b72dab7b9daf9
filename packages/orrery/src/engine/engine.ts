/** The database on one key-value store: everything that a gateway can ask for, and what goes on unasked. */
import { ItemCache } from "../store/partition/item-cache.ts";
import type { Storage } from "../store/storage.ts";
import { Catalog, type Resource } from "./catalog/catalog.ts";
import { ResourceTree } from "./catalog/resource-tree.ts";
import type { Container } from "./container/container.ts";
import type { ContextSources } from "./container/container-context.ts";
import { type ContainerState, stateOf } from "./container/container-state.ts";
import { type ContainerPart, OpenContainers } from "./container/open-containers.ts";
import { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "./container/storage-limits.ts";
import { FeedOperations } from "./feeds/feed-operations.ts";
import { Background } from "./ground/background.ts";
import type { Environment } from "./ground/environment.ts";
import { ALONE, type Ownership } from "./ground/ownership.ts";
import { loadLanguage } from "./ground/query-language.ts";
import { ItemOperations } from "./items/item-operations.ts";
import { QueryOperations } from "./queries/query-operations.ts";
import { ContainerNaming } from "./resources/container-naming.ts";
import { Containers } from "./resources/containers.ts";
import { Databases } from "./resources/databases.ts";
import { Grants } from "./resources/grants.ts";
import { Offers } from "./resources/offers.ts";
import { Partitions } from "./resources/partitions.ts";
import { PlainResources } from "./resources/plain-resources.ts";
import { ThroughputControl } from "./resources/throughput-control.ts";
import { ProcedureOperations } from "./scripts/procedure-operations.ts";
import { Scripts } from "./scripts/scripts.ts";
import type { ScriptStatuses } from "./scripts/transaction-host.ts";
import { ProvisionedThroughput } from "./spending/provisioned-throughput.ts";
import type { ThrottleMode } from "./spending/throttle-mode.ts";
import { PartitionTopology } from "./topology/partition-topology.ts";
import { ScaleOut } from "./topology/scale-out.ts";
import { splitFullPartition } from "./topology/split-full-partition.ts";
import { checkContainers, type PartitionReport } from "./upkeep/check-containers.ts";
import { IndexMaintenance } from "./upkeep/index-maintenance.ts";
import { IndexRebuilds } from "./upkeep/index-rebuilds.ts";
import {
  type Loss,
  type RestoreReport,
  restoreContainers,
  type SavedRows,
} from "./upkeep/restore-containers.ts";

interface EngineOptions {
  readonly storage: Storage;
  readonly environment: Environment;
  /** For hot items. */
  readonly cacheBytes: number;
  readonly throttle: ThrottleMode;
  readonly storageLimits?: StorageLimits;
  /** How many partitions a new container has; absent: as many as its throughput needs. */
  readonly newPartitions?: number | undefined;
  /** How scripts know what became of an operation; absent where none will run. */
  readonly scriptStatuses?: ScriptStatuses;
  /** Absent: there is no other process on the store. */
  readonly ownership?: Ownership;
  /** Makes a copy of all data as of one moment, beside the data, and returns where; absent where there is no disk. */
  readonly checkpoint?: () => Promise<string>;
}

interface EngineParts {
  readonly catalog: Catalog;
  readonly background: Background;
  readonly cache: ItemCache;
}

/**
 * What a gateway may ask of the engine: operations that name containers and take and return plain values, never a
 * container or a partition at work. One request is one call.
 */
export type EngineOperations = Pick<
  Engine,
  | "environment"
  | "databases"
  | "containers"
  | "resources"
  | "offers"
  | "partitions"
  | "naming"
  | "grants"
  | "items"
  | "queries"
  | "feeds"
  | "procedures"
  | "checkpoint"
>;

export class Engine {
  readonly environment: Environment;
  readonly databases: Databases;
  readonly containers: Containers;
  readonly resources: PlainResources;
  readonly offers: Offers;
  readonly partitions: Partitions;
  readonly naming: ContainerNaming;
  readonly grants: Grants;
  readonly items: ItemOperations;
  readonly queries: QueryOperations;
  readonly feeds: FeedOperations;
  readonly procedures: ProcedureOperations;
  readonly checkpoint: (() => Promise<string>) | undefined;
  /** What the operations work with: for upkeep, tools and tests, which hold containers and partitions themselves. */
  readonly tree: ResourceTree;
  readonly scripts: Scripts;
  readonly topology: PartitionTopology;
  readonly provisioned: ProvisionedThroughput;
  readonly throughput: ThroughputControl;
  readonly #sources: ContextSources;
  readonly #openContainers: OpenContainers;
  readonly #background: Background;
  readonly #rebuilds: IndexRebuilds;
  readonly #scaleOut: ScaleOut;
  readonly #indexMaintenance: IndexMaintenance;
  readonly #ownership: Ownership;

  private constructor(options: EngineOptions, { catalog, background, cache }: EngineParts) {
    const { storage, environment, storageLimits = DEFAULT_STORAGE_LIMITS, ownership = ALONE } = options;
    const tree = new ResourceTree(catalog, environment);
    const provisioned = new ProvisionedThroughput(tree, environment);
    const topology = new PartitionTopology(catalog, () => background.isStopped);
    const sources = { storage, cache, environment, storageLimits };
    const containers = new OpenContainers(tree, {
      ...sources,
      ownership,
      throttle: options.throttle,
      throughput: (resource) => provisioned.spendable(resource),
      partitionFull: (container, space) =>
        splitFullPartition(topology, background, container, space, (resource) =>
          containers.openWhole(resource),
        ),
    });
    const scaleOut = new ScaleOut(catalog, containers, topology, background);
    const throughput = new ThroughputControl(tree, provisioned, containers, scaleOut);
    const rebuilds = new IndexRebuilds(catalog, background, (resource) => containers.openWhole(resource));
    const loadRunner = async () => {
      const { ScriptRunner } = await import("../script/script-runner.ts");
      return new ScriptRunner({ environment });
    };
    const scripts = new Scripts(loadRunner, catalog, options.scriptStatuses);
    this.environment = environment;
    this.checkpoint = options.checkpoint;
    const services = { tree, environment, provisioned, containers };
    this.databases = new Databases(services);
    this.containers = new Containers({ ...services, rebuilds, newPartitions: options.newPartitions });
    this.resources = new PlainResources(tree, environment);
    this.offers = new Offers(tree, environment, throughput);
    this.partitions = new Partitions({ ...services, topology, throughput, ownership });
    this.naming = new ContainerNaming(tree, environment, containers);
    this.grants = new Grants(tree, containers);
    this.items = new ItemOperations(containers, scripts);
    this.queries = new QueryOperations(containers, scripts, environment);
    this.feeds = new FeedOperations(containers, environment);
    this.procedures = new ProcedureOperations(containers, tree, scripts);
    this.tree = tree;
    this.scripts = scripts;
    this.topology = topology;
    this.provisioned = provisioned;
    this.throughput = throughput;
    this.#sources = sources;
    this.#openContainers = containers;
    this.#background = background;
    this.#rebuilds = rebuilds;
    this.#scaleOut = scaleOut;
    this.#indexMaintenance = new IndexMaintenance(background);
    this.#ownership = ownership;
  }

  static async open(options: EngineOptions): Promise<Engine> {
    await options.storage.checkFormat();
    // Others may give a container computed properties while it is open here.
    if (options.ownership !== undefined) await loadLanguage();
    const background = new Background(options.environment);
    const cache = new ItemCache(options.cacheBytes);
    const catalog = await Catalog.open(options.storage.catalog, options.ownership ?? ALONE, {
      unused: (space) => cache.deleteSpace(space),
      emptyingFailed: (error) => {
        // What a stop interrupts has not failed.
        if (background.isStopped) return;
        const message = `A dropped key space is not empty yet, and is tried again later: ${String(error)}`;
        options.environment.log("error", message);
      },
    });
    return new Engine(options, { catalog, background, cache });
  }

  /**
   * Takes up, in the background, what a stop, a crash or a failure interrupted; nothing of it is lost until then.
   * Whoever opened the engine decides how often. Before the first time nothing is written unasked.
   */
  resume(): void {
    if (this.#background.isStopped) return;
    this.tree.catalog.emptyDroppedSpaces();
    for (const resource of this.#allContainers()) {
      // What concerns all partitions is done by who serves the first of them.
      if (!this.#ownership.serves(resource, stateOf(resource).partitions[0]!.space)) continue;
      this.#rebuilds.start(resource);
      this.#scaleOut.resume(resource);
    }
  }

  /** Sees to the indexes of a container in the background, if there is something to do. */
  maintainIndexes(container: Container): void {
    this.#indexMaintenance.start(container);
  }

  /** Gives up what goes on in the background, at its next step: the next start takes it up. */
  stop(): void {
    this.#background.stop();
  }

  /** Lets work go on that nobody waits for; a failure is logged. */
  inBackground(work: Promise<void>): void {
    this.#background.run(work);
  }

  /** Resolves when nothing goes on in the background. */
  settled(): Promise<void> {
    return this.#background.settled();
  }

  /** Waits for what is under way, then closes the store. Spaces that are being emptied are left to the next start. */
  async close(): Promise<void> {
    this.stop();
    await this.settled();
    await this.scripts.close();
    await this.#sources.storage.close();
    await this.tree.catalog.settled();
  }

  /** Proves that every partition agrees with itself. */
  check(): AsyncGenerator<PartitionReport> {
    return checkContainers(this.tree, this.#sources.storage, (resource) => this.containerOf(resource));
  }

  /** Fills all containers, which must be empty, with what was saved of a damaged store. */
  restore(saved: SavedRows, lost: (loss: Loss) => void): AsyncGenerator<RestoreReport> {
    return restoreContainers(this.tree, this.#sources, saved, lost);
  }

  /** The spaces of all partitions. */
  usedSpaces(): ReadonlySet<number> {
    return new Set(
      this.#allContainers().flatMap((resource) => stateOf(resource).partitions.map(({ space }) => space)),
    );
  }

  /** Other processes serve these partitions from now on. `left` runs when nothing here changes their containers any more. */
  leave(parts: readonly ContainerPart[], left: () => void): Promise<void> {
    // What changes the catalogue is over, or finds that the partitions are served elsewhere.
    return this.tree.catalog.whileUnchanged(async () => {
      left();
      await this.#openContainers.leave(parts);
      for (const { container } of parts) {
        const isShared = this.provisioned.offerOf(container) === undefined;
        if (isShared) this.provisioned.forget({ rid: container.parentRid });
      }
    });
  }

  /** Whether something goes on here for which all partitions of a container must be served by one process. */
  staysWhole({ rid, state }: Resource): boolean {
    const { targetPartitions } = state as unknown as ContainerState;
    return targetPartitions !== undefined || this.#openContainers.opened(rid)?.staysWhole === true;
  }

  /** Containers that are in use, and those in which time goes on while nobody uses them. */
  containersToSweep(): Resource[] {
    const isServed = (container: Resource) =>
      stateOf(container).partitions.some(({ space }) => this.#ownership.serves(container, space));
    return this.#allContainers()
      .filter(isServed)
      .filter(
        ({ rid, body }) =>
          this.#openContainers.opened(rid) !== undefined ||
          body.defaultTtl !== undefined ||
          body.changeFeedPolicy !== undefined,
      );
  }

  /** A container at work: for upkeep, tools and tests. */
  containerOf(resource: Resource): Promise<Container> {
    return this.#openContainers.open(resource);
  }

  /** As `containerOf`, by name. */
  openContainer(database: string, container: string): Promise<Container> {
    return this.containerOf(this.#openContainers.find({ database, container }));
  }

  #allContainers(): Resource[] {
    const { catalog } = this.tree;
    return catalog.list("database").flatMap(({ rid }) => catalog.list("container", rid));
  }
}
