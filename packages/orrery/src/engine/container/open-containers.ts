/**
 * The containers at work, each opened on first use and then the only object there is of it. Found by name or by
 * resource id, as clients name them.
 */
import type { ItemCache } from "../../store/item-cache.ts";
import type { Storage } from "../../store/storage.ts";
import { HeatBudget } from "../../throughput/heat-budget.ts";
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Environment } from "../ground/environment.ts";
import { type Ownership, ServedElsewhere } from "../ground/ownership.ts";
import type { ContainerThroughput } from "../spending/metering.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import { Container } from "./container.ts";
import { stateOf } from "./container-state.ts";
import type { StorageLimits } from "./storage-limits.ts";

/** How a request names a container: by ids or resource ids. */
export interface ContainerAddress {
  readonly database: string;
  readonly container: string;
  /** The resource id that the container must have, if the client knows it. */
  readonly intendedRid?: string | undefined;
}

/** What operations that name a container need. */
export interface ContainersByName {
  use<T>(address: ContainerAddress, work: (container: Container) => Promise<T>): Promise<T>;
}

/** A request that began before its container got another name, and has done nothing yet. */
class NameExchanged extends Failure {
  constructor() {
    super("nameCacheStale", "The container has another name now. Read it again by its name.");
  }
}

interface OpenContainersOptions {
  readonly storage: Storage;
  readonly cache: ItemCache;
  readonly environment: Environment;
  readonly throttle: ThrottleMode;
  readonly storageLimits: StorageLimits;
  readonly ownership: Ownership;
  throughput(resource: Resource): ContainerThroughput;
  /** A partition has passed the size at which it is split. */
  partitionFull(container: Container, space: number): void;
}

export class OpenContainers implements ContainersByName {
  readonly #tree: ResourceTree;
  readonly #options: OpenContainersOptions;
  readonly #heatBudget = new HeatBudget();
  readonly #opening = new Map<string, Promise<Container>>();
  readonly #opened = new Map<string, Container>();

  constructor(tree: ResourceTree, options: OpenContainersOptions) {
    this.#tree = tree;
    this.#options = options;
  }

  /** Runs work on a container. If it is open already, as for nearly every request, the work begins at once. */
  use<T>(address: ContainerAddress, work: (container: Container) => Promise<T>): Promise<T> {
    try {
      const resource = this.find(address);
      const opened = this.#opened.get(resource.rid);
      const result = opened === undefined ? this.open(resource).then(work) : work(opened);
      return result.catch((error) => this.#useAgain(error, address, work));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Nothing was done where the container got another name meanwhile: the name stands for another one now. */
  #useAgain<T>(
    error: unknown,
    address: ContainerAddress,
    work: (container: Container) => Promise<T>,
  ): Promise<T> {
    if (!(error instanceof NameExchanged)) throw error;
    return this.use(address, work);
  }

  /** Fails if the container is not the one that the client means. */
  find({ database, container, intendedRid }: ContainerAddress): Resource {
    const owner = this.#tree.findOwner("database", "", database);
    const resource = this.#tree.findOwner("container", owner.rid, container);
    if (intendedRid !== undefined && resource.rid !== intendedRid) {
      throw new Failure(
        "wrongContainerRid",
        "Collection rid mismatch: the container was deleted and created anew since the client read it.",
      );
    }
    return resource;
  }

  /** Fails when the catalogue no longer has it. */
  open(resource: Resource): Promise<Container> {
    const { rid } = resource;
    let opening = this.#opening.get(rid);
    if (opening === undefined) {
      opening = this.#open(resource);
      this.#opening.set(rid, opening);
      opening.catch(() => this.#opening.delete(rid));
    }
    return opening;
  }

  /** Undefined while it is not open. */
  opened(rid: string): Container | undefined {
    return this.#opened.get(rid);
  }

  /** After containers were deleted. Resolves when nobody writes to them any more. */
  async forget(resources: readonly Resource[]): Promise<void> {
    const opened = resources.map(({ rid }) => this.#opened.get(rid)).filter((each) => each !== undefined);
    this.#close(resources);
    await Promise.all(opened.map((container) => container.retire()));
  }

  /** After open containers got other names, while nobody writes to them: requests under way begin again. */
  rename(containers: readonly Container[]): void {
    this.#close(containers);
    for (const container of containers) void container.retire(() => new NameExchanged());
  }

  /** Of containers that another process serves from now on. Resolves when nobody here writes to them any more. */
  async leave(resources: readonly Resource[]): Promise<void> {
    const opened = resources.map(({ rid }) => this.#opened.get(rid)).filter((each) => each !== undefined);
    this.#close(resources);
    await Promise.all(opened.map((container) => container.retire(() => new ServedElsewhere())));
    const spaces = resources.flatMap((resource) => stateOf(resource).partitions.map(({ space }) => space));
    for (const space of spaces) this.#options.cache.deleteSpace(space);
  }

  #close(containers: readonly { readonly rid: string }[]): void {
    for (const { rid } of containers) {
      this.#opening.delete(rid);
      this.#opened.delete(rid);
    }
  }

  async #open(resource: Resource): Promise<Container> {
    const { storage, cache, environment, throttle, storageLimits, ownership } = this.#options;
    if (!ownership.serves(resource)) throw new ServedElsewhere();
    const container = await Container.open(this.#current(resource), {
      storage,
      cache,
      environment,
      databaseId: this.#tree.catalog.byRid("database", resource.parentRid)?.id ?? "",
      throughput: () => this.#options.throughput(resource),
      throttle,
      storageLimits,
      heatBudget: this.#heatBudget,
      partitionFull: (full, space) => this.#options.partitionFull(full, space),
    });
    // It may have been changed or deleted while it was opened.
    container.adopt(this.#current(resource));
    if (!ownership.serves(resource)) throw new ServedElsewhere();
    this.#opened.set(resource.rid, container);
    return container;
  }

  #current(resource: Resource): Resource {
    return this.#tree.find("container", resource.parentRid, resource.rid);
  }
}
