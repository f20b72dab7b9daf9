/** The physical partitions of a container that is open: which of them are served here, and who may change them. */

import type { CopyTarget, PartitionCopy } from "../../store/partition-copy.ts";
import type { Storage } from "../../store/storage.ts";
import type { Moment } from "../../store/wrappers/moment.ts";
import type { Failure } from "../../value/failure.ts";
import type { Environment } from "../ground/environment.ts";
import { type Ownership, ServedElsewhere } from "../ground/ownership.ts";
import { newMeter } from "../spending/budgets.ts";
import { stateOf } from "./container-state.ts";
import type { CurrentDefinition } from "./current-definition.ts";
import { PartitionMap, type PartitionState, PhysicalPartition } from "./partition-map.ts";
import { type DefinitionSource, provenMoment } from "./proven-moment.ts";
import type { StorageLimits } from "./storage-limits.ts";
import { Turns } from "./turns.ts";

export interface PartitionsOptions {
  readonly storage: Storage;
  readonly environment: Environment;
  readonly storageLimits: StorageLimits;
  readonly ownership: Ownership;
  readonly catalog: DefinitionSource;
}

export class ContainerPartitions {
  /** Changes of the partitions take turns, and with them rebuilds of the index, which visit all partitions. */
  readonly turns = new Turns();
  readonly #definition: CurrentDefinition;
  readonly #options: PartitionsOptions;
  #map: PartitionMap;
  /** Of the ownership, when what is served here was last opened. */
  #generation: number;
  #catchingUp: Promise<void> | undefined;
  /** Work on all partitions that is under way, or waits. */
  #wholeTurns = 0;
  /** What callers are told once the container is another object's, or was deleted. */
  #retirement: (() => Failure) | undefined;

  private constructor(
    definition: CurrentDefinition,
    options: PartitionsOptions,
    map: PartitionMap,
    generation: number,
  ) {
    this.#definition = definition;
    this.#options = options;
    this.#map = map;
    this.#generation = generation;
  }

  static async open(definition: CurrentDefinition, options: PartitionsOptions): Promise<ContainerPartitions> {
    const { ownership } = options;
    const { resource } = definition;
    const { partitions, nextPartitionId, retired } = stateOf(resource);
    const { generation } = ownership;
    const opened = await Promise.all(
      partitions.map((state) =>
        ownership.serves(resource, state.space)
          ? openPartition(state, definition, options)
          : new PhysicalPartition(state),
      ),
    );
    const map = new PartitionMap(opened, nextPartitionId, retired);
    return new ContainerPartitions(definition, options, map, generation);
  }

  get map(): PartitionMap {
    return this.#map;
  }
  /** In order of their ranges. */
  get all(): readonly PhysicalPartition[] {
    return this.#map.partitions;
  }
  /** Those that are served here. */
  get served(): readonly PhysicalPartition[] {
    return this.#map.served;
  }
  get storageLimits(): StorageLimits {
    return this.#options.storageLimits;
  }

  /** What the store holds now, to be read later; to be closed. */
  moment(): Moment {
    return this.#options.storage.moment();
  }

  /** Requires that all partitions are served here. */
  totals(): Totals {
    return sumOf(this.all.map(({ store }) => store.summary));
  }

  /** Of all partitions; of those that are served elsewhere, as they are stored now. */
  async storedTotals(): Promise<Totals> {
    return sumOf(await Promise.all(this.all.map((partition) => this.summaryOf(partition))));
  }

  /** Of one that is served elsewhere, as it is stored now. */
  async summaryOf(partition: PhysicalPartition): Promise<Totals & { readonly lsn: number }> {
    if (partition.isServed) return partition.store.summary;
    return this.#options.storage.summaryOf(partition.state.space);
  }

  /** Whether all that is served here is open. */
  get isCaughtUp(): boolean {
    return this.#generation === this.#options.ownership.generation;
  }

  /** Opens what is served here by now. `opened` runs before a request can reach it. */
  catchUp(opened: () => void): Promise<void> {
    this.#catchingUp ??= this.#catchUp(opened).finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #catchUp(whenOpened: () => void): Promise<void> {
    const { ownership } = this.#options;
    while (!this.isCaughtUp) {
      this.checkExists();
      const { generation } = ownership;
      const map = this.#map;
      const missing = map.partitions.filter(
        ({ isServed, state }) => !isServed && ownership.serves(this.#definition.resource, state.space),
      );
      const opened = await Promise.all(missing.map(({ state }) => this.open(state)));
      // What went away and came back meanwhile may have been read too early.
      if (generation !== ownership.generation || map !== this.#map) continue;
      this.#generation = generation;
      if (opened.length === 0) continue;
      this.#map = map.with((partition) => opened[missing.indexOf(partition)] ?? partition);
      whenOpened();
    }
  }

  /** Other processes serve these partitions from now on. Resolves when nobody here writes to them any more. */
  async leave(spaces: ReadonlySet<number>): Promise<void> {
    const left = this.served.filter(({ state }) => spaces.has(state.space));
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
    const { storage, catalog, environment } = this.#options;
    const moment = await provenMoment(this.#definition, this, storage, catalog);
    try {
      const spaces = new Set(this.#definition.state.partitions.map(({ space }) => space));
      if (!partitions.every(({ state }) => spaces.has(state.space))) return undefined;
      const read = await Promise.all(
        partitions.map(async ({ state }) => {
          const failure = () => new ServedElsewhere(state.space);
          const store = await storage.partitionAt(moment, state.space, this.#definition.context, failure);
          return new PhysicalPartition(state, { store, meter: newMeter(environment) });
        }),
      );
      return await work(read, moment);
    } finally {
      moment.close();
    }
  }

  get isWhole(): boolean {
    return this.all.every(({ isServed }) => isServed);
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
    if (!partitions.every((partition) => this.all.includes(partition))) throw new ServedElsewhere("all");
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

  /** Whether something visits all partitions, or waits for its turn. */
  get isVisited(): boolean {
    return this.#wholeTurns > 0;
  }

  /**
   * Lets writers wait and keeps the partitions as they are. Resolves when no writer is inside, with what lets them go
   * on: for a container that was retired meanwhile they fail then.
   */
  hold(): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const held = async () => {
        this.checkExists();
        const releases = await Promise.all(this.all.map(({ store }) => store.keepWritersOut()));
        await new Promise<void>((release) => {
          resolve(release);
        });
        for (const release of releases) release();
      };
      this.inWholeTurn(held).catch(reject);
    });
  }

  /** Partitions that are going to be the container's, and nobody knows yet. */
  claim(spaces: readonly number[]): Promise<void> {
    return this.#options.ownership.claim(this.#definition.resource, spaces);
  }

  /** A partition as it is on the store. */
  open(state: PartitionState): Promise<PhysicalPartition> {
    return openPartition(state, this.#definition, this.#options);
  }

  /** Begins to copy partitions into new spaces. */
  copy(partitions: readonly PhysicalPartition[], targets: readonly CopyTarget[]): Promise<PartitionCopy> {
    const stores = partitions.map(({ store }) => store);
    return this.#options.storage.copy(stores, targets);
  }

  /** Takes over the map of changed partitions. */
  switchTo(map: PartitionMap): void {
    // Some may have come or gone since the map was made.
    const served = new Map(this.served.map((partition) => [partition.state.space, partition]));
    this.#map = map.with((partition) => {
      if (partition.isServed && !partition.isLeft) return partition;
      const { share, space } = partition.state;
      return served.get(space)?.withShare(share) ?? partition.left();
    });
  }

  /** Callers can do nothing with the partitions from now on. Resolves when the last writer has left. */
  async retire(failure: () => Failure): Promise<void> {
    this.#retirement = failure;
    for (const partition of this.served) partition.isLeft = failure() instanceof ServedElsewhere;
    await Promise.all(this.served.map(({ store }) => store.shutForGood(failure)));
  }

  /** After its deletion its spaces are being emptied: a reader would find a part of what was there. */
  checkExists(): void {
    if (this.#retirement !== undefined) throw this.#retirement();
  }
}

async function openPartition(
  state: PartitionState,
  { context }: CurrentDefinition,
  { storage, environment, storageLimits }: PartitionsOptions,
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
