/**
 * A container at work: its definition, its partition key, its physical partitions. Made from its resource in
 * the catalogue; replaced parts of the definition take effect through `adopt`.
 */

import { Etags } from "../../store/etags.ts";
import { IndexGenerations } from "../../store/index-generations.ts";
import type { ItemCache } from "../../store/item-cache.ts";
import type { StoredItem } from "../../store/item-record.ts";
import { type LifetimeSettings, Lifetimes } from "../../store/lifetimes.ts";
import type { PartitionContext } from "../../store/partition-space.ts";
import { childRid, ridBytes, ridText } from "../../store/resource-id.ts";
import type { Storage } from "../../store/storage.ts";
import { UniqueKeys } from "../../store/unique-keys.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonObject } from "../../value/json.ts";
import { selfLink } from "../../value/resource-link.ts";
import type { Resource } from "../catalog/catalog.ts";
import { PartitionKey, parseKeyText } from "../catalog/partition-key.ts";
import { type Environment, randomInteger } from "../ground/environment.ts";
import {
  assignBudget,
  type ContainerThroughput,
  type MeteredPlace,
  metered,
  newMeter,
  type Spender,
  Spending,
} from "../spending/metering.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import type { ContainerNames } from "./container-names.ts";
import { type ContainerState, stateOf } from "./container-state.ts";
import { PartitionMap, type PartitionState, PhysicalPartition } from "./partition-map.ts";
import { passOnSpending, RetiredPartitions } from "./partition-succession.ts";
import type { StorageLimits } from "./storage-limits.ts";
import { Turns } from "./turns.ts";

interface ContainerSurroundings {
  readonly storage: Storage;
  readonly cache: ItemCache;
  readonly environment: Environment;
  readonly databaseId: string;
  throughput(): ContainerThroughput;
  readonly throttle: ThrottleMode;
  readonly storageLimits: StorageLimits;
  /** A partition has passed the size at which it is split. */
  partitionFull(container: Container, space: number): void;
}

export class Container {
  readonly rid: string;
  readonly names: ContainerNames;
  readonly ridBytes: Buffer;
  readonly selfLink: string;
  readonly partitionKey: PartitionKey;
  readonly context: PartitionContext;
  readonly surroundings: ContainerSurroundings;
  throttle: ThrottleMode;
  /** Changes of the partitions, and work that visits all of them, take turns. */
  readonly turns = new Turns();
  readonly retired = new RetiredPartitions();
  #resource: Resource;
  #map: PartitionMap;
  /** How far a changed indexing policy has been applied, in percent. */
  #indexedPercent = 0;
  #isDeleted = false;

  private constructor(resource: Resource, surroundings: ContainerSurroundings) {
    this.#resource = resource;
    this.surroundings = surroundings;
    this.throttle = surroundings.throttle;
    this.rid = resource.rid;
    this.names = { rid: resource.rid, database: surroundings.databaseId, container: resource.id };
    this.ridBytes = ridBytes(resource.rid)!;
    this.selfLink = resource.body._self as string;
    this.partitionKey = PartitionKey.of(resource.body.partitionKey as JsonObject);
    this.context = this.#makeContext();
    this.#map = undefined as never;
  }

  static async open(resource: Resource, surroundings: ContainerSurroundings): Promise<Container> {
    const container = new Container(resource, surroundings);
    const { partitions, nextPartitionId, retired } = container.state;
    const opened = await Promise.all(partitions.map((state) => container.openPartition(state)));
    container.#map = new PartitionMap(opened, nextPartitionId, retired);
    container.applyThroughput();
    return container;
  }

  get resource(): Resource {
    return this.#resource;
  }
  get state(): ContainerState {
    return stateOf(this.#resource);
  }
  get map(): PartitionMap {
    return this.#map;
  }

  totals(): { items: number; bytes: number } {
    let items = 0;
    let bytes = 0;
    for (const { store } of this.#map.partitions) {
      items += store.summary.items;
      bytes += store.summary.bytes;
    }
    return { items, bytes };
  }

  /** The ranges as clients read them. */
  partitionKeyRanges(): JsonObject[] {
    return this.#map.partitions.map(({ state, store }) => {
      const rid = ridText(childRid(this.ridBytes, "partitionKeyRange", state.id));
      return {
        _rid: rid,
        id: String(state.id),
        _etag: `"${this.#map.version}-${state.id}"`,
        minInclusive: state.min,
        maxExclusive: state.max,
        ridPrefix: state.id,
        _self: selfLink(this.selfLink, "partitionKeyRange", rid),
        throughputFraction: state.share,
        status: "online",
        parents: state.parents.map(String),
        ownedArchivalPKRangeIds: [],
        _ts: this.#resource.body._ts as number,
        lsn: store.summary.lsn,
      };
    });
  }

  /** Takes over a changed resource of the same container. */
  adopt(resource: Resource): void {
    this.#resource = resource;
    const { indexes, lifetimes } = this.context;
    indexes.adopt(this.state.indexGenerations);
    lifetimes.adopt(lifetimesOf(resource));
    if (!indexes.isChanging) this.#indexedPercent = 0;
  }

  /** How far a changed indexing policy has been applied, in percent; 100 when there is none to apply. */
  get indexProgress(): number {
    return this.context.indexes.isChanging ? this.#indexedPercent : 100;
  }

  /** Items that have been seen while a changed indexing policy is applied. */
  noteIndexed(seen: number, total: number): void {
    this.#indexedPercent = Math.min(99, Math.floor((100 * seen) / Math.max(1, total)));
  }

  /** Whether an item's time to live has not passed. */
  isLive(item: StoredItem): boolean {
    const { lifetimes, nowSeconds } = this.context;
    return lifetimes.isLive(item, nowSeconds);
  }

  /** How long every version of an item is kept for the change feed, in seconds; 0: not at all. */
  get versionSeconds(): number {
    return this.context.lifetimes.versionSeconds;
  }

  /** Runs work on a partition if its budget allows it, and charges it. */
  async metered<T extends { readonly charge: number }>(
    partition: PhysicalPartition,
    spender: Spender,
    work: () => Promise<T>,
    failureCharge: number,
  ): Promise<T> {
    return metered(this.spending(partition, spender), work, failureCharge);
  }

  /** For work that comes to know its charge in another way. */
  spending(partition: PhysicalPartition, spender: Spender): Spending {
    this.checkExists();
    return new Spending(() => this.#meteredPlace(partition, spender.key), spender);
  }

  /** A partition as it is on the store. */
  async openPartition(state: PartitionState): Promise<PhysicalPartition> {
    const { environment, storage, storageLimits } = this.surroundings;
    const store = await storage.openPartition(state.space, this.context);
    store.watchSize(storageLimits.partitionBytes);
    return new PhysicalPartition(state, store, newMeter(environment));
  }

  /** Takes over a resource of the same container whose partitions have changed, with the map of them. */
  switchTo(resource: Resource, map: PartitionMap): void {
    const before = this.#map;
    this.#map = map;
    this.adopt(resource);
    const nowMs = this.surroundings.environment.now();
    this.retired.add(passOnSpending(before, map, this.partitionKey, nowMs), nowMs);
    this.applyThroughput();
  }

  /** Whoever still has the container can do nothing with it from now on. Resolves when the last writer has left. */
  async delete(): Promise<void> {
    this.#isDeleted = true;
    await Promise.all(this.#map.partitions.map(({ store }) => store.shutForGood(containerDeleted)));
  }

  /** After its deletion its spaces are being emptied: a reader would find a part of what was there. */
  checkExists(): void {
    if (this.#isDeleted) throw containerDeleted();
  }

  /** What requests that name one may spend, in percent of the container's throughput. */
  get buckets(): readonly ThroughputBucket[] {
    return this.state.buckets ?? [];
  }

  /** Gives every partition what it may spend now. */
  applyThroughput(): void {
    const throughput = this.surroundings.throughput();
    const { partitions } = this.#map;
    const nowMs = this.surroundings.environment.now();
    for (const [position, { meter, state }] of partitions.entries()) {
      const at = { position, count: partitions.length, share: state.share };
      assignBudget(meter, throughput, at, this.buckets, nowMs);
    }
  }

  /** Where a request of a partition is metered now; of `key`, if the request has one. */
  #meteredPlace(partition: PhysicalPartition, key: string | undefined): MeteredPlace {
    const { id, meter, store } = partition.meter.isRetired
      ? this.#map.at(key === undefined ? partition.min : this.partitionKey.epk(parseKeyText(key)))
      : partition;
    return {
      meter,
      totals: store.summary,
      rangeId: id,
      databaseId: this.surroundings.databaseId,
      containerId: this.#resource.id,
      mode: this.throttle,
      environment: this.surroundings.environment,
    };
  }

  #makeContext(): PartitionContext {
    const { storage, cache, environment, storageLimits } = this.surroundings;
    return {
      cache,
      container: { rid: this.ridBytes, selfLink: this.selfLink },
      indexes: new IndexGenerations(this.state.indexGenerations),
      uniqueKeys: new UniqueKeys(
        this.#resource.body.uniqueKeyPolicy as ConstructorParameters<typeof UniqueKeys>[0],
      ),
      lifetimes: new Lifetimes(lifetimesOf(this.#resource)),
      etags: new Etags(randomInteger(environment, 2 ** 32)),
      logicalNumbers: storage.logicalNumbers(this.rid),
      logicalBytesMax: storageLimits.logicalPartitionBytes,
      grewTooLarge: (space) => this.surroundings.partitionFull(this, space),
      nowSeconds: () => Math.floor(environment.now() / 1000),
    };
  }
}

function containerDeleted(): Failure {
  return new Failure("notFound", "The container was deleted.");
}

function lifetimesOf({ body }: Resource): LifetimeSettings {
  const policy = body.changeFeedPolicy as { retentionDuration?: number } | undefined;
  return {
    defaultTtl: body.defaultTtl as number | undefined,
    versionSeconds: (policy?.retentionDuration ?? 0) * 60,
  };
}
