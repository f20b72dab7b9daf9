/**
 * Two containers exchange their names in one step: whoever names one finds the other from then on. The items stay
 * where they are; what belongs to a container (resource id, items, scripts, offer, change feed) goes with it.
 *
 * Writers wait from the moment in which a container is held until the exchange, or until the hold is over. A request
 * that began before and has to write begins again, and finds what its name stands for then: none can write to a
 * container by a name that it no longer has. A crash leaves the names as they were, or exchanged.
 *
 * Clients remember ranges by the container's name. So no range id is used by both: all partitions get new ids, and each
 * container remembers the ranges of the other as ones that are gone. A client that follows this reads the ranges again;
 * one that does not is served from wherever that part of the hash space is now, as after a split.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { ExchangedName, HoldState } from "../../api/control-api.ts";
import { Failure } from "../../value/failure.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Container } from "../container/container.ts";
import {
  type ContainerState,
  namedSpacesOf,
  presentContainer,
  stateOf,
} from "../container/container-state.ts";
import type { ContainerAddress, OpenContainers } from "../container/open-containers.ts";
import { RETIRED_RANGES_MAX } from "../container/partition-map.ts";
import { type Environment, randomInteger } from "../ground/environment.ts";

/** How long writers may be made to wait. */
export const HOLD_MS_MAX = 60_000;

interface Hold {
  readonly id: string;
  readonly container: Container;
  readonly end: () => void;
}

export class ContainerNaming {
  readonly #tree: ResourceTree;
  readonly #environment: Environment;
  readonly #containers: OpenContainers;
  readonly #holds = new Map<string, Hold>();

  constructor(tree: ResourceTree, environment: Environment, containers: OpenContainers) {
    this.#tree = tree;
    this.#environment = environment;
    this.#containers = containers;
  }

  /** Lets writers wait, for so long at most; resolves when none is under way any more. */
  async hold(address: ContainerAddress, forMs: number): Promise<HoldState> {
    if (!Number.isInteger(forMs) || forMs < 1 || forMs > HOLD_MS_MAX) {
      throw new Failure(
        "badRequest",
        `'forMs' must be a whole number from 1 to ${HOLD_MS_MAX}, not ${forMs}.`,
      );
    }
    const container = await this.#containers.open(this.#containers.find(address));
    const release = await container.partitions.hold();
    const id = randomInteger(this.#environment, 2 ** 48).toString(36);
    const timer = setTimeout(() => this.#holds.get(id)?.end(), forMs);
    timer.unref();
    const end = () => {
      clearTimeout(timer);
      this.#holds.delete(id);
      release();
    };
    this.#holds.set(id, { id, container, end });
    return { hold: id };
  }

  /** Returns whether the hold was still there: if not, writers have gone on before. */
  async release(id: string): Promise<{ readonly released: boolean }> {
    const hold = this.#holds.get(id);
    hold?.end();
    return { released: hold !== undefined };
  }

  /** With `holdId` nothing happens unless writers have waited since then. */
  async exchange(
    address: ContainerAddress,
    otherName: string,
    holdId: string | undefined,
  ): Promise<readonly ExchangedName[]> {
    const one = await this.#containers.open(this.#containers.find(address));
    const other = await this.#containers.open(
      this.#containers.find({ database: address.database, container: otherName }),
    );
    if (one === other) throw new Failure("badRequest", "A container cannot exchange its name with itself.");
    const held = holdId === undefined ? undefined : this.#heldBy(holdId, one);
    // The lower resource id first, so that two exchanges of the same containers do not wait for each other.
    const releases: (() => void)[] = [];
    try {
      const toHold = [one, other].filter((container) => container !== held?.container);
      for (const container of toHold.sort((a, b) => (a.definition.rid < b.definition.rid ? -1 : 1))) {
        releases.push(await container.partitions.hold());
      }
      const exchanged = await this.#exchange(one, other, held);
      return exchanged.map(({ id, rid, body }) => ({
        container: id,
        rid,
        partitionKey: body.partitionKey,
      }));
    } finally {
      for (const release of releases) release();
      held?.end();
    }
  }

  #heldBy(id: string, container: Container): Hold {
    const hold = this.#holds.get(id);
    if (hold?.container === container) return hold;
    throw new Failure(
      "conflict",
      "Writers are not held any more: the hold is over, or another container's. The names stay as they are.",
    );
  }

  async #exchange(one: Container, other: Container, held: Hold | undefined): Promise<readonly Resource[]> {
    const { catalog } = this.#tree;
    const exchanged = await catalog.change(async () => {
      // It may have ended while the other container was waited for.
      if (held !== undefined) this.#heldBy(held.id, one);
      const a = presentContainer(catalog, one.definition.rid);
      const b = presentContainer(catalog, other.definition.rid);
      checkSettled(a);
      checkSettled(b);
      const [stateOfA, stateOfB] = exchangedStates(a, b);
      const next = [this.#renamed(a, b.id, stateOfA), this.#renamed(b, a.id, stateOfB)];
      const database = catalog.ofRid(a.parentRid)!;
      const spaces = [a, b].flatMap((each) => namedSpacesOf(database, each).spaces);
      const reusedNames = [a, b].map((each) => ({ name: namedSpacesOf(database, each).name, spaces }));
      const whenApplied = () => this.#containers.rename([one, other]);
      return { change: { put: next, reusedNames, whenApplied }, result: next };
    });
    const opened = await Promise.all(exchanged.map((resource) => this.#containers.open(resource)));
    for (const [i, { meter }] of [one, other].entries()) opened[i]!.meter.throttle = meter.throttle;
    return exchanged;
  }

  #renamed(container: Resource, id: string, state: ContainerState): Resource {
    return this.#tree.remake(container, id, { ...container.body, id }, state as unknown as JsonObject);
  }
}

/** What goes on in the background goes by the container as it is now. */
function checkSettled(container: Resource): void {
  const { indexGenerations, targetPartitions } = stateOf(container);
  const what =
    indexGenerations.length > 1
      ? "its indexing policy is being changed"
      : targetPartitions === undefined
        ? undefined
        : "its throughput is being changed";
  if (what === undefined) return;
  throw new Failure(
    "conflict",
    `The container '${container.id}' keeps its name for now: ${what}. Try again later.`,
  );
}

/** New ids for all partitions, and the other's ranges as ones that are gone. */
function exchangedStates(a: Resource, b: Resource): readonly [ContainerState, ContainerState] {
  const [stateA, stateB] = [stateOf(a), stateOf(b)];
  const first = Math.max(stateA.nextPartitionId, stateB.nextPartitionId);
  const second = first + stateA.partitions.length;
  const nextPartitionId = second + stateB.partitions.length;
  const renumbered = (own: ContainerState, from: number, formerly: Resource): ContainerState => {
    const { partitions, retired = [] } = stateOf(formerly);
    const gone = partitions.map(({ id, min, max }) => ({ id, min, max }));
    return {
      ...own,
      partitions: own.partitions.map((partition, i) => ({ ...partition, id: from + i, parents: [] })),
      nextPartitionId,
      retired: [...retired, ...gone].slice(-RETIRED_RANGES_MAX),
      formerKey: formerly.body.partitionKey as JsonObject,
    };
  };
  return [renumbered(stateA, first, b), renumbered(stateB, second, a)];
}
