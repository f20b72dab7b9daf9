/**
 * A container at work: its definition, its partition key, its physical partitions. Made from its resource in
 * the catalogue; replaced parts of the definition take effect through `adopt`.
 */

import { hashPosition } from "@orrerydb/keys/hash";
import type { IndexGenerations } from "../../store/indexes/index-generations.ts";
import type { PartitionContext } from "../../store/partition/partition-space.ts";
import type { CopyTarget, PartitionCopy } from "../../store/partition-copy.ts";
import type { StoredItem } from "../../store/records/item-record.ts";
import type { Moment } from "../../store/wrappers/moment.ts";
import type { HeatBudget } from "../../throughput/heat-budget.ts";
import { HeatHistory } from "../../throughput/heat-history.ts";
import { ThrottlingWatch } from "../../throughput/throttling-watch.ts";
import type { ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import { WriteShares } from "../../throughput/write-shares.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonObject } from "../../value/json.ts";
import { ridBytes } from "../../value/resource-id-text.ts";
import type { Resource } from "../catalog/catalog.ts";
import { PartitionKey, parseKeyText } from "../catalog/partition-key.ts";
import type { Environment } from "../ground/environment.ts";
import { type Ownership, ServedElsewhere, type Spent } from "../ground/ownership.ts";
import {
  assignBudget,
  type ContainerThroughput,
  type MeteredPlace,
  metered,
  newMeter,
  reportUnevenWrites,
  type Spender,
  Spending,
} from "../spending/metering.ts";
import { SpendingElsewhere } from "../spending/spending-elsewhere.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import { sourceOf } from "./answer-source.ts";
import { type ContextSources, containerContext, lifetimesOf } from "./container-context.ts";
import type { ContainerNames } from "./container-names.ts";
import { type ContainerState, stateOf } from "./container-state.ts";
import { PartitionMap, type PartitionState, PhysicalPartition } from "./partition-map.ts";
import { passOnSpending, RetiredPartitions } from "./partition-succession.ts";
import { type DefinitionSource, provenMoment } from "./proven-moment.ts";
import type { StorageLimits } from "./storage-limits.ts";
import { Turns } from "./turns.ts";

interface ContainerSurroundings extends ContextSources {
  readonly databaseId: string;
  readonly ownership: Ownership;
  readonly catalog: DefinitionSource;
  throughput(): ContainerThroughput;
  /** Until the container is given another. */
  readonly throttle: ThrottleMode;
  readonly heatBudget: HeatBudget;
  /** A partition has passed the size at which it is split. */
  partitionFull(container: Container, space: number): void;
}

export class Container {
  readonly rid: string;
  readonly names: ContainerNames;
  readonly ridBytes: Buffer;
  readonly selfLink: string;
  readonly partitionKey: PartitionKey;
  /** The key that the container's name stood for before it was exchanged. */
  readonly formerKey: PartitionKey | undefined;
  throttle: ThrottleMode;
  /** Changes of the partitions take turns, and with them rebuilds of the index, which visit all partitions. */
  readonly turns = new Turns();
  readonly retiredHistories = new RetiredPartitions();
  readonly heat: HeatHistory;
  readonly #throttlingWatch = new ThrottlingWatch();
  readonly #writeShares = new WriteShares();
  /** Work on all partitions that is under way, or waits. */
  #wholeTurns = 0;
  readonly #context: PartitionContext;
  readonly #surroundings: ContainerSurroundings;
  #resource: Resource;
  #map: PartitionMap;
  /** Of the ownership, when what is served here was last opened. */
  #generation: number;
  #catchingUp: Promise<void> | undefined;
  /** How far a changed indexing policy has been applied, in percent. */
  #indexedPercent = 0;
  /** What whoever still has the container is told, once it is another object's, or nobody's. */
  #retirement: (() => Failure) | undefined;

  private constructor(
    resource: Resource,
    surroundings: ContainerSurroundings,
    context: PartitionContext,
    map: PartitionMap,
    generation: number,
  ) {
    this.#resource = resource;
    this.#surroundings = surroundings;
    this.#context = context;
    this.#map = map;
    this.#generation = generation;
    this.throttle = surroundings.throttle;
    this.rid = resource.rid;
    this.names = { rid: resource.rid, database: surroundings.databaseId, container: resource.id };
    this.ridBytes = ridBytes(resource.rid)!;
    this.selfLink = resource.body._self as string;
    this.partitionKey = PartitionKey.of(resource.body.partitionKey as JsonObject);
    this.heat = new HeatHistory({
      positionOf: (key) => hashPosition(this.partitionKey.epk(parseKeyText(key)), this.partitionKey.version),
      stored: () =>
        this.#map.served.map((partition) => ({
          span: partition.span(this.partitionKey.version),
          bytes: partition.store.summary.bytes,
        })),
      budget: surroundings.heatBudget,
    });
    const { formerKey } = stateOf(resource);
    this.formerKey = formerKey && PartitionKey.of(formerKey);
  }

  static async open(resource: Resource, surroundings: ContainerSurroundings): Promise<Container> {
    const context = await containerContext(resource, surroundings, (space) =>
      surroundings.partitionFull(container, space),
    );
    const { partitions, nextPartitionId, retired } = stateOf(resource);
    const { generation } = surroundings.ownership;
    const opened = await Promise.all(
      partitions.map((state) =>
        surroundings.ownership.serves(resource, state.space)
          ? openPartition(state, surroundings, context)
          : new PhysicalPartition(state),
      ),
    );
    const map = new PartitionMap(opened, nextPartitionId, retired);
    const container = new Container(resource, surroundings, context, map, generation);
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
  get environment(): Environment {
    return this.#surroundings.environment;
  }
  get storageLimits(): StorageLimits {
    return this.#surroundings.storageLimits;
  }
  get indexes(): IndexGenerations {
    return this.#context.indexes;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#surroundings.environment.now();
  }

  nowSeconds(): number {
    return this.#context.nowSeconds();
  }

  /** What the store holds now, to be read later; to be closed. */
  moment(): Moment {
    return this.#surroundings.storage.moment();
  }

  /** What the container may spend, or its database if they share it. */
  throughput(): ContainerThroughput {
    return this.#surroundings.throughput();
  }

  /** Requires that all partitions are served here. */
  totals(): Totals {
    return sumOf(this.#map.partitions.map(({ store }) => store.summary));
  }

  /** Of all partitions; of those that are served elsewhere, as they are stored now. */
  async storedTotals(): Promise<Totals> {
    return sumOf(await Promise.all(this.#map.partitions.map((partition) => this.summaryOf(partition))));
  }

  /** Of one that is served elsewhere, as it is stored now. */
  async summaryOf(partition: PhysicalPartition): Promise<Totals & { readonly lsn: number }> {
    if (partition.isServed) return partition.store.summary;
    return this.#surroundings.storage.summaryOf(partition.state.space);
  }

  /** Whether all that is served here is open. */
  get isCaughtUp(): boolean {
    return this.#generation === this.#surroundings.ownership.generation;
  }

  /** Opens what is served here by now. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #catchUp(): Promise<void> {
    const { ownership } = this.#surroundings;
    while (!this.isCaughtUp) {
      this.checkExists();
      const { generation } = ownership;
      const map = this.#map;
      const missing = map.partitions.filter(
        ({ isServed, state }) => !isServed && ownership.serves(this.#resource, state.space),
      );
      const opened = await Promise.all(missing.map(({ state }) => this.openPartition(state)));
      // What went away and came back meanwhile may have been read too early.
      if (generation !== ownership.generation || map !== this.#map) continue;
      this.#generation = generation;
      if (opened.length === 0) continue;
      this.#map = map.with((partition) => opened[missing.indexOf(partition)] ?? partition);
      this.applyThroughput();
    }
  }

  /** Other processes serve these partitions from now on. Resolves when nobody here writes to them any more. */
  async leave(spaces: ReadonlySet<number>): Promise<void> {
    const left = this.#map.served.filter(({ state }) => spaces.has(state.space));
    this.#map = this.#map.with((partition) => (left.includes(partition) ? partition.left() : partition));
    await Promise.all(
      left.map(({ store, state }) => store.shutForGood(() => new ServedElsewhere(state.space))),
    );
  }

  /**
   * Runs work on partitions as they are at one moment, wherever they are served: to be read, in the order of `partitions`. At that
   * moment the catalogue is the one that is known here, so that the container had these partitions, and this definition; undefined:
   * it has others by now.
   */
  async readAt<T>(
    partitions: readonly PhysicalPartition[],
    work: (read: readonly PhysicalPartition[], moment: Moment) => Promise<T>,
  ): Promise<T | undefined> {
    const { storage, catalog, environment } = this.#surroundings;
    const moment = await provenMoment(this, storage, catalog);
    try {
      const spaces = new Set(this.state.partitions.map(({ space }) => space));
      if (!partitions.every(({ state }) => spaces.has(state.space))) return undefined;
      const read = await Promise.all(
        partitions.map(async ({ state }) => {
          const failure = () => new ServedElsewhere(state.space);
          const store = await storage.partitionAt(moment, state.space, this.#context, failure);
          return new PhysicalPartition(state, { store, meter: newMeter(environment) });
        }),
      );
      return await work(read, moment);
    } finally {
      moment.close();
    }
  }

  get isWhole(): boolean {
    return this.#map.partitions.every(({ isServed }) => isServed);
  }

  /** For what concerns all partitions. */
  checkWhole(): void {
    if (!this.isWhole) throw new ServedElsewhere("all");
  }

  /**
   * For what followed every write of partitions: fails if one of them went away, even if it has come back since, because what others
   * wrote to it meanwhile was not followed.
   */
  checkKept(partitions: readonly PhysicalPartition[]): void {
    this.checkExists();
    if (!partitions.every((partition) => this.#map.partitions.includes(partition)))
      throw new ServedElsewhere("all");
  }

  /** Runs what changes the partitions, or visits all of them, in its turn. */
  async inWholeTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#wholeTurns++;
    try {
      return await this.turns.run(() => {
        this.checkWhole();
        return work();
      });
    } finally {
      this.#wholeTurns--;
    }
  }

  /** Partitions that are going to be the container's, and nobody knows yet. */
  claim(spaces: readonly number[]): Promise<void> {
    return this.#surroundings.ownership.claim(this.#resource, spaces);
  }

  /** Takes over a changed resource of the same container. */
  adopt(resource: Resource): void {
    this.#resource = resource;
    const { indexes, lifetimes } = this.#context;
    indexes.adopt(this.state.indexGenerations);
    lifetimes.adopt(lifetimesOf(resource));
    if (!indexes.isChanging) this.#indexedPercent = 0;
  }

  /** How far a changed indexing policy has been applied, in percent; 100 when there is none to apply. */
  get indexProgress(): number {
    return this.#context.indexes.isChanging ? this.#indexedPercent : 100;
  }

  /** While a changed indexing policy is applied: of the items, at most 99. */
  noteIndexed(percent: number): void {
    this.#indexedPercent = percent;
  }

  /** Whether any item can have a time to live. */
  get mayExpire(): boolean {
    return this.#context.lifetimes.defaultTtl !== undefined;
  }

  /** Whether an item's time to live has not passed. */
  isLive(item: StoredItem): boolean {
    const { lifetimes, nowSeconds } = this.#context;
    return lifetimes.isLive(item, nowSeconds);
  }

  /** How long every version of an item is kept for the change feed, in seconds; 0: not at all. */
  get versionSeconds(): number {
    return this.#context.lifetimes.versionSeconds;
  }

  /** Runs work on a partition if its budget allows it, and charges it. A refusal says where it was made. */
  metered<T extends { readonly charge: number }>(
    partition: PhysicalPartition,
    spender: Spender,
    work: () => Promise<T> | T,
    failureCharge: number,
  ): Promise<T> {
    return metered(
      () => this.spending(partition, spender),
      work,
      failureCharge,
      () => {
        const place = this.#successor(partition, spender.key);
        return { ...sourceOf(this, place), isEmpty: place.store.summary.items === 0 };
      },
    );
  }

  /** For work that comes to know its charge in another way. */
  spending(partition: PhysicalPartition, spender: Spender): Spending {
    this.checkExists();
    return new Spending(() => this.#meteredPlace(partition, spender.key), spender);
  }

  /** On a partition that another process serves. */
  spendingElsewhere({ state }: PhysicalPartition, spender: Spender): SpendingElsewhere {
    this.checkExists();
    return new SpendingElsewhere(this.#surroundings.ownership, this.#resource, state.space, spender);
  }

  /** What a request of another process, which was admitted or not, has spent on a partition that is served here. */
  settle(partition: PhysicalPartition, spender: Spender, { admitted, charge }: Spent): void {
    const verdict = { admitted, retryAfterMs: 0 };
    new Spending(() => this.#meteredPlace(partition, spender.key), spender, verdict).end(charge);
  }

  /** A partition as it is on the store. */
  openPartition(state: PartitionState): Promise<PhysicalPartition> {
    return openPartition(state, this.#surroundings, this.#context);
  }

  /** Begins to copy partitions into new spaces. */
  copyPartitions(
    partitions: readonly PhysicalPartition[],
    targets: readonly CopyTarget[],
  ): Promise<PartitionCopy> {
    const stores = partitions.map(({ store }) => store);
    return this.#surroundings.storage.copy(stores, targets);
  }

  /** Takes over a resource of the same container whose partitions have changed, with the map of them. */
  switchTo(resource: Resource, map: PartitionMap): void {
    const before = this.#map;
    // Some may have come or gone since the map was made.
    const served = new Map(before.served.map((partition) => [partition.state.space, partition]));
    this.#map = map.with((partition) => {
      if (partition.isServed && !partition.isLeft) return partition;
      const { share, space } = partition.state;
      return served.get(space)?.withShare(share) ?? partition.left();
    });
    this.adopt(resource);
    const nowMs = this.now();
    this.retiredHistories.add(passOnSpending(before, this.#map, this.partitionKey, nowMs), nowMs);
    this.applyThroughput();
  }

  /**
   * Whoever still has the container can do nothing with it from now on, because it was deleted or has another name.
   * Resolves when the last writer has left.
   */
  async retire(failure: () => Failure = containerDeleted): Promise<void> {
    this.#retirement = failure;
    for (const partition of this.#map.served) partition.isLeft = failure() instanceof ServedElsewhere;
    this.#surroundings.heatBudget.drop(this.heat);
    await Promise.all(this.#map.served.map(({ store }) => store.shutForGood(failure)));
  }

  /** After its deletion its spaces are being emptied: a reader would find a part of what was there. */
  checkExists(): void {
    if (this.#retirement !== undefined) throw this.#retirement();
  }

  /**
   * Lets writers wait and keeps the partitions as they are. Resolves when no writer is inside, with what lets them go
   * on: for a container that was retired meanwhile they fail then.
   */
  hold(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const held = async () => {
        this.checkExists();
        const releases = await Promise.all(this.#map.partitions.map(({ store }) => store.keepWritersOut()));
        await new Promise<void>((release) => {
          resolve(release);
        });
        for (const release of releases) release();
      };
      this.inWholeTurn(held).catch(reject);
    });
  }

  /** Whether something goes on here that would end if partitions were served elsewhere. */
  get staysWhole(): boolean {
    const { throttle } = this.#surroundings;
    return this.#wholeTurns > 0 || this.throttle !== throttle || this.#context.indexes.isChanging;
  }

  /** What requests that name one may spend, in percent of the container's throughput. */
  get buckets(): readonly ThroughputBucket[] {
    return this.state.buckets ?? [];
  }

  /** Gives every partition what it may spend now. */
  applyThroughput(): void {
    const throughput = this.throughput();
    const { partitions } = this.#map;
    const nowMs = this.now();
    for (const [position, partition] of partitions.entries()) {
      const at = { position, count: partitions.length, share: partition.state.share };
      if (partition.isServed) assignBudget(partition.meter, throughput, at, this.buckets, nowMs);
    }
  }

  /** Where a request of a partition is metered now; of `key`, if the request has one. */
  #meteredPlace(partition: PhysicalPartition, key: string | undefined): MeteredPlace {
    const place = this.#successor(partition, key);
    const { id, meter, store } = place;
    return {
      meter,
      totals: store.summary,
      rangeId: id,
      heat: this.heat,
      span: place.span(this.partitionKey.version),
      meters: () => this.#map.served.map((other) => other.meter),
      watch: this.#throttlingWatch,
      writes: this.#writeShares,
      databaseId: this.#surroundings.databaseId,
      containerId: this.#resource.id,
      mode: this.throttle,
      environment: this.#surroundings.environment,
    };
  }

  /** Looks where the writes of the last minute went, and tells if it was nearly always to one partition. */
  watchWrites(): void {
    // Who sees a part of them cannot tell.
    if (!this.isWhole) return;
    reportUnevenWrites(
      {
        environment: this.#surroundings.environment,
        watch: this.#throttlingWatch,
        writes: this.#writeShares,
        databaseId: this.#surroundings.databaseId,
        containerId: this.#resource.id,
      },
      new Map(this.#map.partitions.map(({ id, meter }) => [id, meter])),
    );
  }

  /** The partition, or the one that has taken its place: for `key`, if there is one. */
  #successor(partition: PhysicalPartition, key: string | undefined): PhysicalPartition {
    if (!partition.meter.isRetired) return partition;
    const now = this.#map.at(key === undefined ? partition.min : this.partitionKey.epk(parseKeyText(key)));
    // Of one that another process serves by now, what is still told here tells nobody.
    return now.isServed ? now : partition;
  }
}

async function openPartition(
  state: PartitionState,
  { storage, environment, storageLimits }: ContainerSurroundings,
  context: PartitionContext,
): Promise<PhysicalPartition> {
  const store = await storage.openPartition(state.space, context);
  store.watchSize(storageLimits.partitionBytes);
  return new PhysicalPartition(state, { store, meter: newMeter(environment) });
}

interface Totals {
  readonly items: number;
  readonly bytes: number;
}

function sumOf(all: readonly Totals[]): Totals {
  return {
    items: all.reduce((sum, { items }) => sum + items, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function containerDeleted(): Failure {
  return new Failure("notFound", "The container was deleted.");
}
