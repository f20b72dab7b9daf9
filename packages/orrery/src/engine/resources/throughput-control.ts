/**
 * Throughput at work: offers and their replacement, what each container may spend now, and the splits that a higher
 * offer asks for.
 *
 * A changed offer takes effect on every partition at once. If it needs more partitions than there are, the target
 * is kept in the catalogue with the offer, and partitions are split one after another, also after a failure or a
 * restart, until it is reached; meanwhile the offer cannot be changed again.
 */
import {
  checkThroughput,
  DEFAULT_THROUGHPUT,
  minimumRuPerSecond,
  PARTITION_RU_PER_SECOND_MAX,
  provisionedRuPerSecond,
  type Throughput,
  targetPartitionCount,
} from "../../throughput/offer.ts";
import type { PartitionBudget } from "../../throughput/partition-budget.ts";
import { checkBuckets, type ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import { Failure } from "../../value/failure.ts";
import type { JsonObject } from "../../value/json.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Container } from "../container/container.ts";
import { changeState, stateOf, withState } from "../container/container-state.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import type { PhysicalPartition } from "../container/partition-map.ts";
import type { Background } from "../ground/background.ts";
import type { Environment } from "../ground/environment.ts";
import { budgetSettings, type ContainerThroughput, newBudget } from "../spending/metering.ts";
import {
  checkOwnThroughput,
  highestEver,
  offerContent,
  throughputOf,
  throughputOfContent,
} from "../spending/offer-content.ts";
import type { PartitionTopology } from "../topology/partition-topology.ts";
import { middleOf } from "../topology/split-point.ts";

export interface ThroughputControlOptions {
  readonly tree: ResourceTree;
  readonly environment: Environment;
  readonly topology: PartitionTopology;
  readonly open: OpenContainers;
  readonly background: Background;
}

export class ThroughputControl {
  readonly #tree: ResourceTree;
  readonly #environment: Environment;
  readonly #topology: PartitionTopology;
  readonly #containers: OpenContainers;
  readonly #background: Background;
  /** By database. */
  readonly #sharedBudgets = new Map<string, PartitionBudget[]>();
  /** Containers that are getting more partitions, by rid. */
  readonly #scaling = new Set<string>();

  constructor({ tree, environment, topology, open, background }: ThroughputControlOptions) {
    this.#tree = tree;
    this.#environment = environment;
    this.#topology = topology;
    this.#containers = open;
    this.#background = background;
  }

  /** The offer of a container or database that has one of its own. */
  offerOf(owner: Resource): Resource | undefined {
    return this.#tree.catalog.list("offer").find((offer) => offer.body.offerResourceId === owner.rid);
  }

  /** A new offer, for a change of the catalogue that also puts its owner. */
  makeOffer(owner: Resource, throughput: Throughput): Resource {
    const offer = this.#tree.make("offer", undefined, "", {
      resource: owner.body._self!,
      offerType: "Invalid",
      offerResourceId: owner.rid,
      offerVersion: "V2",
      content: offerContent(throughput, provisionedRuPerSecond(throughput)),
    });
    return { ...offer, id: offer.rid, body: { ...offer.body, id: offer.rid } };
  }

  /** What a container may spend: its own throughput, or its database's. */
  throughputFor(container: Resource): Throughput {
    const offer = this.offerOf(container) ?? this.#sharedOffer(container);
    return offer ? throughputOf(offer) : DEFAULT_THROUGHPUT;
  }

  /** As the container's partitions need it. */
  spendable(container: Resource): ContainerThroughput {
    const ruPerSecond = provisionedRuPerSecond(this.throughputFor(container));
    const isShared = this.offerOf(container) === undefined && this.#sharedOffer(container) !== undefined;
    return isShared
      ? { ruPerSecond, shared: this.#budgetsOf(container.parentRid, ruPerSecond) }
      : { ruPerSecond };
  }

  async replaceOffer(offer: Resource, body: JsonObject): Promise<Resource> {
    const throughput = throughputOfContent(body.content);
    const { catalog } = this.#tree;
    const { replaced, spenders } = await catalog.change(async () => {
      const current = this.#tree.find("offer", "", offer.rid);
      if (this.isPending(current)) {
        throw new Failure(
          "scalingInProgress",
          "The throughput is still being changed: partitions are being split. Try again when the offer is no longer pending.",
        );
      }
      checkThroughput(throughput, await this.minimumThroughput(current, throughput.kind));
      const highest = Math.max(highestEver(current), provisionedRuPerSecond(throughput));
      const kilobytes = Math.ceil((await this.#storageBytes(current)) / 1024);
      const next = this.#tree.remake(current, current.id, {
        ...current.body,
        content: offerContent(throughput, highest, kilobytes),
      });
      const targeted = this.#spenders(current).map((container) => withTarget(container, throughput));
      const whenApplied = () => {
        for (const container of targeted) this.#containers.opened(container.rid)?.adopt(container);
      };
      return {
        change: { put: [next, ...targeted], whenApplied },
        result: { replaced: next, spenders: targeted },
      };
    });
    const owner = replaced.body.offerResourceId as string;
    if (this.#sharedBudgets.has(owner)) this.#changeBudgets(owner, provisionedRuPerSecond(throughput));
    for (const container of spenders) {
      this.#containers.opened(container.rid)?.applyThroughput();
      this.resume(container);
    }
    return replaced;
  }

  /** From manual throughput to autoscale with at least as much as its maximum, or back to what autoscale reached up to. */
  async migrateOffer(offer: Resource, to: Throughput["kind"]): Promise<Resource> {
    const asked = provisionedRuPerSecond(throughputOf(offer));
    const ruPerSecond = Math.max(asked, await this.minimumThroughput(offer, to));
    const throughput: Throughput =
      to === "manual"
        ? { kind: to, ruPerSecond }
        : { kind: to, maximumRuPerSecond: Math.ceil(ruPerSecond / 1000) * 1000 };
    return this.replaceOffer(offer, { ...offer.body, content: offerContent(throughput, highestEver(offer)) });
  }

  /** Whether an offer asks for more partitions than there are. */
  isPending(offer: Resource): boolean {
    return this.#spenders(offer).some((container) => stateOf(container).targetPartitions !== undefined);
  }

  /** How low an offer may go; of autoscale, how low its maximum may. */
  async minimumThroughput(offer: Resource, kind: Throughput["kind"]): Promise<number> {
    const isDatabase =
      this.#tree.catalog.byRid("database", offer.body.offerResourceId as string) !== undefined;
    return minimumRuPerSecond(kind, {
      highestRuPerSecondEver: highestEver(offer),
      storageBytes: await this.#storageBytes(offer),
      ...(isDatabase ? { sharedContainers: this.#spenders(offer).length } : {}),
    });
  }

  /** Caps what requests that name a bucket may spend. */
  async setBuckets(container: Container, buckets: readonly ThroughputBucket[]): Promise<void> {
    const checked = checkBuckets(buckets);
    checkOwnThroughput(container.surroundings.throughput(), "throughput buckets");
    await changeState(
      this.#tree.catalog,
      container.rid,
      (state) => ({ ...state, buckets: checked }),
      (changed) => {
        container.adopt(changed);
        container.applyThroughput();
      },
    );
  }

  /** Goes on splitting, in the background, if the container has fewer partitions than its throughput asked for. */
  resume({ rid }: Resource): void {
    if (!this.#scaling.has(rid)) this.#background.run(this.#scale(rid));
  }

  async #scale(rid: string): Promise<void> {
    this.#scaling.add(rid);
    try {
      for (;;) {
        const resource = this.#tree.catalog.byRid("container", rid);
        if (resource === undefined || stateOf(resource).targetPartitions === undefined) return;
        await this.#scaleOnce(await this.#containers.open(resource));
      }
    } finally {
      this.#scaling.delete(rid);
    }
  }

  /** Splits one partition; if there is none to split, the target is reached, as far as it can be. */
  async #scaleOnce(container: Container): Promise<void> {
    if (await this.#topology.splitNext(container, () => nextToSplit(container))) return;
    await changeState(
      this.#tree.catalog,
      container.rid,
      ({ targetPartitions: _, ...reached }) => reached,
      (changed) => container.adopt(changed),
    );
  }

  /** After a resource was deleted. */
  forget({ rid }: Resource): void {
    this.#sharedBudgets.delete(rid);
  }

  #sharedOffer({ parentRid }: Resource): Resource | undefined {
    const database = this.#tree.catalog.byRid("database", parentRid);
    return database && this.offerOf(database);
  }

  /** The containers that spend an offer's throughput. */
  #spenders(offer: Resource): Resource[] {
    const { catalog } = this.#tree;
    const owner = offer.body.offerResourceId as string;
    const container = catalog.byRid("container", owner);
    if (container !== undefined) return [container];
    return catalog.list("container", owner).filter((each) => this.offerOf(each) === undefined);
  }

  async #storageBytes(offer: Resource): Promise<number> {
    const containers = this.#spenders(offer).map((resource) => this.#containers.open(resource));
    let bytes = 0;
    for (const container of await Promise.all(containers)) bytes += container.totals().bytes;
    return bytes;
  }

  #budgetsOf(databaseRid: string, ruPerSecond: number): readonly PartitionBudget[] {
    return this.#sharedBudgets.get(databaseRid) ?? this.#changeBudgets(databaseRid, ruPerSecond);
  }

  #changeBudgets(databaseRid: string, ruPerSecond: number): readonly PartitionBudget[] {
    const count = Math.ceil(ruPerSecond / PARTITION_RU_PER_SECOND_MAX);
    const nowMs = this.#environment.now();
    const known = this.#sharedBudgets.get(databaseRid) ?? [];
    const budgets = Array.from(
      { length: count },
      (_, i) => known[i] ?? newBudget(ruPerSecond / count, nowMs),
    );
    for (const budget of budgets) budget.change(budgetSettings(ruPerSecond / count), nowMs);
    this.#sharedBudgets.set(databaseRid, budgets);
    return budgets;
  }
}

/** A container with the number of partitions that a throughput needs, if it has fewer. */
function withTarget(container: Resource, throughput: Throughput): Resource {
  const state = stateOf(container);
  const isSystem = (container.body.partitionKey as JsonObject).systemKey === true;
  const target = isSystem ? 1 : targetPartitionCount(throughput, state.partitions.length);
  const { targetPartitions: _, ...rest } = state;
  const next = target > state.partitions.length ? { ...rest, targetPartitions: target } : rest;
  return withState(container, next);
}

/**
 * That with the fewest splits behind it, then the one that holds the most; none if there are enough, or if no range
 * can be halved.
 */
function nextToSplit(container: Container): PhysicalPartition | undefined {
  const { targetPartitions = 0 } = container.state;
  if (container.map.partitions.length >= targetPartitions) return undefined;
  return container.map.partitions
    .filter((partition) => middleOf(container, partition) !== undefined)
    .sort(
      (a, b) =>
        a.state.parents.length - b.state.parents.length || b.store.summary.bytes - a.store.summary.bytes,
    )[0];
}
