/**
 * The containers at work, each opened on first use and then the only object there is of it. Found by name or by
 * resource id, as clients name them.
 */
import { HeatBudget } from "../../throughput/heat-budget.ts";
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import { type Ownership, ServedElsewhere } from "../ground/ownership.ts";
import type { ContainerThroughput } from "../spending/budgets.ts";
import type { ThrottleMode } from "../spending/throttle-mode.ts";
import { Container } from "./container.ts";
import type { ContextSources } from "./container-context.ts";
import { stateOf } from "./container-state.ts";

/** How a request names a container: by ids or resource ids. */
export interface ContainerAddress {
  readonly database: string;
  readonly container: string;
  /** The resource id that the container must have, if the client knows it. */
  readonly intendedRid?: string | undefined;
}

/** Some partitions of a container, by their key spaces. */
export interface ContainerPart {
  readonly container: Resource;
  readonly spaces: readonly number[];
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

interface OpenContainersOptions extends ContextSources {
  readonly throttle: ThrottleMode;
  readonly ownership: Ownership;
  throughput(resource: Resource): ContainerThroughput;
  /** A partition has passed the size at which it is split. */
  partitionFull(container: Container, space: number): void;
}

export class OpenContainers implements ContainersByName {
  readonly #tree: ResourceTree;
  readonly #options: OpenContainersOptions;
  readonly #heatBudget = new HeatBudget();
  readonly #opening = new Map<string, Opening>();
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
      const result = opened?.partitions.isCaughtUp ? work(opened) : this.open(resource).then(work);
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

  /** With all partitions that are served here. Fails when the catalogue no longer has it, or none is. */
  async open(resource: Resource): Promise<Container> {
    const { rid } = resource;
    let opening = this.#opening.get(rid);
    if (opening === undefined) {
      const begun = new Opening(
        (isWanted) => this.#open(resource, isWanted),
        () => this.#opening.get(rid) === begun,
      );
      this.#opening.set(rid, (opening = begun));
      begun.container.catch(() => {
        if (this.#opening.get(rid) === begun) this.#opening.delete(rid);
      });
    }
    const container = await opening.container;
    if (!container.partitions.isCaughtUp) await container.catchUp();
    return container;
  }

  /** For work that concerns all partitions, which are served here then. */
  async openWhole(resource: Resource): Promise<Container> {
    const { ownership } = this.#options;
    if (!ownership.servesWhole(resource)) await ownership.gather(resource);
    const container = await this.open(resource);
    container.partitions.checkWhole();
    return container;
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
    this.#close(containers.map(({ definition }) => definition));
    for (const container of containers) void container.retire(() => new NameExchanged());
  }

  /** Other processes serve these partitions from now on. Resolves when nobody here writes to them any more. */
  async leave(parts: readonly ContainerPart[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#leave(part)));
    for (const { spaces } of parts) for (const space of spaces) this.#options.cache.deleteSpace(space);
  }

  async #leave({ container: resource, spaces }: ContainerPart): Promise<void> {
    const opened = this.#opened.get(resource.rid);
    if (this.#servesSome(resource)) return opened?.partitions.leave(new Set(spaces));
    this.#close([resource]);
    await opened?.retire(() => new ServedElsewhere("same"));
  }

  #servesSome(resource: Resource): boolean {
    const { ownership } = this.#options;
    return stateOf(resource).partitions.some(({ space }) => ownership.serves(resource, space));
  }

  #close(containers: readonly { readonly rid: string }[]): void {
    for (const { rid } of containers) {
      this.#opening.delete(rid);
      this.#opened.delete(rid);
    }
  }

  async #open(resource: Resource, isWanted: () => boolean): Promise<Container> {
    const { ownership } = this.#options;
    for (;;) {
      const current = this.#current(resource);
      if (!isWanted() || !this.#servesSome(current)) throw new ServedElsewhere("same");
      const { generation } = ownership;
      const container = await Container.open(current, {
        ...this.#options,
        catalog: this.#tree.catalog,
        databaseId: this.#tree.catalog.byRid("database", resource.parentRid)?.id ?? "",
        throughput: () => this.#options.throughput(resource),
        heatBudget: this.#heatBudget,
      });
      // It may have been changed or deleted while it was opened.
      container.definition.adopt(this.#current(resource));
      if (isWanted() && generation === ownership.generation) {
        this.#opened.set(resource.rid, container);
        return container;
      }
      // What went away and came back meanwhile may have another definition, and other partitions.
      await container.retire(() => new ServedElsewhere("same"));
    }
  }

  #current(resource: Resource): Resource {
    return this.#tree.find("container", resource.parentRid, resource.rid);
  }
}

/** A container on its way, which may be closed before it is open: then nobody gets it. */
class Opening {
  readonly container: Promise<Container>;

  constructor(open: (isWanted: () => boolean) => Promise<Container>, isWanted: () => boolean) {
    // In the next turn: whoever asks is known by then.
    this.container = Promise.resolve().then(() => open(isWanted));
  }
}
