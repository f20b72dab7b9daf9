/**
 * The database: everything a gateway can ask for, on one key-value store. Opens what the catalogue names,
 * containers on first use.
 */
import { evenBoundaries } from "@orrerydb/keys/hash";
import { ScriptRunner } from "../script/script-runner.ts";
import { logicalNumbersKey } from "../store/catalog-space.ts";
import { type CheckReport, checkPartition } from "../store/check-partition.ts";
import { ItemCache } from "../store/item-cache.ts";
import type { StoredItem } from "../store/item-record.ts";
import type { KeyValueStore } from "../store/key-value.ts";
import {
  DEFAULT_THROUGHPUT,
  initialPartitionCount,
  provisionedRuPerSecond,
  requestedThroughput,
  type Throughput,
} from "../throughput/offer.ts";
import { valuesEqual } from "../value/compare.ts";
import { Failure } from "../value/failure.ts";
import type { Json, JsonObject } from "../value/json.ts";
import { Catalog, type CatalogChange, type Resource } from "./catalog/catalog.ts";
import { checkReplacement, parseContainerDefinition } from "./catalog/container-definition.ts";
import { checkName } from "./catalog/names.ts";
import { checkEtag, ResourceTree } from "./catalog/resource-tree.ts";
import { Container } from "./container/container.ts";
import { type ContainerState, stateOf } from "./container/container-state.ts";
import { initialPartitions } from "./container/partition-map.ts";
import { DEFAULT_STORAGE_LIMITS, type StorageLimits } from "./container/storage-limits.ts";
import type { Environment } from "./environment.ts";
import { itemRefOf } from "./items/items.ts";
import { Scripts } from "./scripts/scripts.ts";
import type { FailureStatus } from "./scripts/transaction-host.ts";
import type { ThrottleMode } from "./spending/metering.ts";
import { offerContent, type ThroughputRequest, throughputOf } from "./spending/offers.ts";
import { ThroughputControl } from "./spending/throughput-control.ts";
import { PartitionTopology } from "./topology/partition-topology.ts";
import { checkFormat } from "./upkeep/format.ts";
import { rebuildIndex } from "./upkeep/index-rebuild.ts";

export interface EngineOptions {
  readonly kv: KeyValueStore;
  readonly environment: Environment;
  /** For hot items. */
  readonly cacheBytes: number;
  readonly throttle: ThrottleMode;
  readonly storageLimits?: StorageLimits;
  /** How scripts know a failure; absent, none is theirs to handle: it ends them. */
  readonly failureStatus?: FailureStatus;
}

/** A partition that could not be split is tried again when it has grown by this much. */
const SPLIT_AGAIN_AFTER_GROWTH = 1.25;

export class Engine {
  readonly tree: ResourceTree;
  readonly scripts: Scripts;
  readonly topology: PartitionTopology;
  readonly throughput: ThroughputControl;
  readonly environment: Environment;
  readonly #options: EngineOptions;
  readonly #cache: ItemCache;
  readonly #containers = new Map<string, Promise<Container>>();
  readonly #opened = new Map<string, Container>();
  /** Work that goes on after its request was answered. */
  readonly #background = new Set<Promise<void>>();
  /** Containers to which a changed indexing policy is being applied, by rid. */
  readonly #rebuilding = new Set<string>();
  #isStopped = false;

  private constructor(options: EngineOptions, catalog: Catalog) {
    this.#options = options;
    this.environment = options.environment;
    this.tree = new ResourceTree(catalog, options.environment);
    this.#cache = new ItemCache(options.cacheBytes);
    this.topology = new PartitionTopology(catalog, () => this.#isStopped);
    this.throughput = new ThroughputControl(this.tree, options.environment, this.topology, {
      containerOf: (resource) => this.containerOf(resource),
      opened: (rid) => this.#opened.get(rid),
      inBackground: (work) => this.inBackground(work),
    });
    this.scripts = new Scripts(
      new ScriptRunner({ environment: options.environment }),
      catalog,
      options.failureStatus,
    );
  }

  static async open(options: EngineOptions): Promise<Engine> {
    await checkFormat(options.kv);
    return new Engine(options, await Catalog.open(options.kv));
  }

  /**
   * Takes up, in the background, what a stop, a crash or a failure interrupted; nothing of it is lost until then.
   * Whoever opened the engine decides how often. Before the first time nothing is written unasked.
   */
  resume(): void {
    if (this.#isStopped) return;
    const { catalog } = this.tree;
    catalog.emptyDroppedSpaces();
    for (const database of catalog.list("database")) {
      for (const resource of catalog.list("container", database.rid)) {
        if (stateOf(resource).indexGenerations.length > 1) this.#rebuildIndex(resource);
        this.throughput.resume(resource);
      }
    }
  }

  /** Gives up what goes on in the background, at its next step: the next start takes it up. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Waits for what is under way, then closes the store. Spaces that are being emptied are left to the next start. */
  async close(): Promise<void> {
    this.stop();
    await Promise.allSettled(this.#background);
    await this.scripts.close();
    await this.#options.kv.close();
    await this.tree.catalog.settled();
  }

  database(idOrRid: string): Resource {
    return this.tree.find("database", "", idOrRid);
  }

  /** The container if it is open already: the way of nearly every request, without waiting. */
  openContainer(databaseId: string, idOrRid: string): Container | Promise<Container> {
    const database = this.tree.findOwner("database", "", databaseId);
    const resource = this.tree.findOwner("container", database.rid, idOrRid);
    return this.#opened.get(resource.rid) ?? this.containerOf(resource);
  }

  /** The only object there is of a container; none when the catalogue no longer has it. */
  containerOf(resource: Resource): Promise<Container> {
    const { rid } = resource;
    let opening = this.#containers.get(rid);
    if (opening === undefined) {
      opening = this.#open(resource);
      this.#containers.set(rid, opening);
      opening.catch(() => this.#containers.delete(rid));
    }
    return opening;
  }

  async #open(resource: Resource): Promise<Container> {
    const container = await Container.open(this.#currentContainer(resource), {
      kv: this.#options.kv,
      cache: this.#cache,
      environment: this.environment,
      databaseId: this.tree.catalog.byRid("database", resource.parentRid)?.id ?? "",
      throughput: () => this.throughput.spendable(resource),
      throttle: this.#options.throttle,
      scripts: this.scripts,
      storageLimits: this.#options.storageLimits ?? DEFAULT_STORAGE_LIMITS,
      partitionFull: (full, space) => this.#splitFull(full, space),
    });
    // It may have been changed or deleted while it was opened.
    container.adopt(this.#currentContainer(resource));
    this.#opened.set(resource.rid, container);
    return container;
  }

  /** Containers that are in use, and those in which time goes on while nobody uses them. */
  containersToSweep(): Resource[] {
    const { catalog } = this.tree;
    const all = catalog.list("database").flatMap(({ rid }) => catalog.list("container", rid));
    return all.filter(
      ({ rid, body }) =>
        this.#opened.has(rid) || body.defaultTtl !== undefined || body.changeFeedPolicy !== undefined,
    );
  }

  async createDatabase(body: JsonObject, request: ThroughputRequest): Promise<Resource> {
    const throughput = requestedThroughput(request.ruPerSecond, request.autoscaleMaximum);
    const database = this.tree.make("database", undefined, checkName(body.id), { id: body.id! });
    return this.tree.catalog.change(() => ({
      change: { put: [database, ...(throughput ? [this.#makeOffer(database, throughput)] : [])] },
      result: database,
    }));
  }

  async deleteDatabase(database: Resource, ifMatch?: string): Promise<void> {
    const { catalog } = this.tree;
    await catalog.change(() => {
      const current = this.database(database.rid);
      checkEtag(current, ifMatch);
      const containers = catalog.list("container", current.rid);
      return { change: this.#removal([current, ...containers], containers), result: undefined };
    });
  }

  async createContainer(
    database: Resource,
    body: JsonObject,
    request: ThroughputRequest & { knowsPartitionKeys: boolean },
  ): Promise<Resource> {
    const definition = parseContainerDefinition(body, { requirePartitionKey: request.knowsPartitionKeys });
    const given = requestedThroughput(request.ruPerSecond, request.autoscaleMaximum);
    const shared = this.throughput.offerOf(database);
    const throughput = given ?? (shared ? throughputOf(shared) : DEFAULT_THROUGHPUT);
    const count = definition.partitionKey.isSystem
      ? 1
      : initialPartitionCount(throughput, given === undefined && shared ? "database" : "container");
    const spaces = await this.tree.catalog.takeSpaces(count);
    const { kind, version } = definition.partitionKey;
    const state: ContainerState = {
      partitions: initialPartitions(evenBoundaries(count, kind === "MultiHash" ? 2 : version), spaces),
      nextPartitionId: count,
      indexGenerations: [{ generation: 0, policy: definition.body.indexingPolicy as JsonObject }],
    };
    const container = this.tree.make(
      "container",
      database,
      definition.body.id as string,
      definition.body,
      state as unknown as Json,
    );
    const offer = given !== undefined || shared === undefined ? [this.#makeOffer(container, throughput)] : [];
    return this.tree.catalog.change(() => {
      this.tree.checkExists(database);
      return { change: { put: [container, ...offer] }, result: container };
    });
  }

  async replaceContainer(resource: Resource, body: JsonObject, ifMatch?: string): Promise<Resource> {
    const container = await this.containerOf(resource);
    const replaced = await this.tree.catalog.change(() => {
      const current = this.#currentContainer(resource);
      checkEtag(current, ifMatch);
      const definition = parseContainerDefinition(
        { ...body, partitionKey: body.partitionKey ?? current.body.partitionKey! },
        { requirePartitionKey: false },
      );
      checkReplacement(current.body, definition, body);
      const state = this.#stateAfter(container, definition.body.indexingPolicy as JsonObject);
      const next = this.tree.remake(current, current.id, definition.body, state as unknown as Json);
      return { change: { put: [next], whenApplied: () => container.adopt(next) }, result: next };
    });
    this.#rebuildIndex(replaced);
    return replaced;
  }

  async deleteContainer(resource: Resource, ifMatch?: string): Promise<void> {
    await this.tree.catalog.change(() => {
      const current = this.#currentContainer(resource);
      checkEtag(current, ifMatch);
      return { change: this.#removal([current], [current]), result: undefined };
    });
  }

  /** The item with a resource id, whichever partition holds it. */
  async itemByRid(container: Container, rid: string): Promise<StoredItem | undefined> {
    const ref = itemRefOf(container, rid);
    if (ref === undefined) return undefined;
    for (const { store } of container.map.partitions) {
      const item = await store.getByRef(ref);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** Proves that every partition agrees with itself. */
  async *check(): AsyncGenerator<{
    database: string;
    container: string;
    range: string;
    report: CheckReport;
  }> {
    for (const database of this.tree.catalog.list("database")) {
      for (const resource of this.tree.catalog.list("container", database.rid)) {
        const container = await this.containerOf(resource);
        for (const { id, store } of container.map.partitions) {
          const snapshot = this.#options.kv.snapshot();
          try {
            const report = await checkPartition(snapshot, store.space, container.context);
            yield { database: database.id, container: resource.id, range: id, report };
          } finally {
            snapshot.close();
          }
        }
      }
    }
  }

  /** Runs work that nobody waits for; a failure is logged. */
  inBackground(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => {
        // What it was for has been deleted meanwhile.
        if (error instanceof Failure && error.code === "notFound") return;
        this.environment.log("error", `Work in the background failed: ${String(error)}`);
      })
      .finally(() => this.#background.delete(tracked));
    this.#background.add(tracked);
  }

  /** Resolves when nothing goes on in the background. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#background);
  }

  #currentContainer(resource: Resource): Resource {
    return this.tree.find("container", resource.parentRid, resource.rid);
  }

  #makeOffer(owner: Resource, throughput: Throughput): Resource {
    const offer = this.tree.make("offer", undefined, "", {
      resource: owner.body._self!,
      offerType: "Invalid",
      offerResourceId: owner.rid,
      offerVersion: "V2",
      content: offerContent(throughput, provisionedRuPerSecond(throughput)),
    });
    return { ...offer, id: offer.rid, body: { ...offer.body, id: offer.rid } };
  }

  /** Takes resources away with their offers, and empties the spaces of the containers among them. */
  #removal(owners: readonly Resource[], containers: readonly Resource[]): CatalogChange {
    const offers = owners
      .map((owner) => this.throughput.offerOf(owner))
      .filter((offer) => offer !== undefined);
    const states = containers.map(stateOf);
    return {
      remove: [...offers, owners[0]!],
      dropSpaces: states.flatMap(({ partitions }) => partitions.map(({ space }) => space)),
      deleteKeys: containers.map(({ rid }) => logicalNumbersKey(rid)),
      whenApplied: () => this.#forget(owners[0]!, containers),
    };
  }

  /** Resolves when nobody writes to the containers any more. */
  async #forget(removed: Resource, containers: readonly Resource[]): Promise<void> {
    this.throughput.forget(removed);
    const opened = containers.map(({ rid }) => this.#opened.get(rid)).filter((each) => each !== undefined);
    for (const { rid } of containers) {
      this.#containers.delete(rid);
      this.#opened.delete(rid);
    }
    await Promise.all(opened.map((container) => container.delete()));
  }

  #stateAfter(container: Container, policy: JsonObject): ContainerState {
    const { indexes } = container.context;
    if (valuesEqual(policy, indexes.states.at(-1)!.policy as Json)) return container.state;
    if (indexes.isChanging) {
      throw new Failure(
        "conflict",
        "The indexing policy is being changed. Wait until the transformation is complete, then change it again.",
      );
    }
    return { ...container.state, indexGenerations: indexes.next(policy) };
  }

  /** Applies changed indexing policies until none is left to apply. One at a time: the first takes on the others' work. */
  #rebuildIndex(resource: Resource): void {
    const { rid } = resource;
    if (!this.#rebuilding.has(rid)) this.inBackground(this.#applyPolicies(resource));
  }

  async #applyPolicies(resource: Resource): Promise<void> {
    const { rid } = resource;
    const { catalog } = this.tree;
    const isStopped = () => this.#isStopped || catalog.byRid("container", rid) === undefined;
    this.#rebuilding.add(rid);
    try {
      const container = await this.containerOf(resource);
      while (container.context.indexes.isChanging && !isStopped())
        await rebuildIndex(container, catalog, isStopped);
    } finally {
      this.#rebuilding.delete(rid);
    }
  }

  /** Runs after a commit: it only decides; the split goes on in the background. */
  #splitFull(container: Container, space: number): void {
    const partition = container.map.partitions.find(({ store }) => store.space === space);
    if (partition === undefined) return;
    const { id, store } = partition;
    store.watchedBytes = Number.POSITIVE_INFINITY;
    this.inBackground(
      this.topology.split(container, id, "data").then(
        (halves) => {
          for (const half of halves) if (half.store.isTooLarge) this.#splitFull(container, half.store.space);
        },
        (error: unknown) => {
          store.watchedBytes = store.summary.bytes * SPLIT_AGAIN_AFTER_GROWTH;
          this.environment.log(
            "warn",
            `Partition ${id} of container '${container.resource.id}' is over its storage limit, and was not split: ${(error as Error).message}`,
          );
        },
      ),
    );
  }
}
