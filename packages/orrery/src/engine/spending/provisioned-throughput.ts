/**
 * What each container may spend now: by its own offer, or by that of its database, whose containers share its budgets.
 */
import type { Throughput } from "../../api/control-api.ts";
import {
  DEFAULT_THROUGHPUT,
  PARTITION_RU_PER_SECOND_MAX,
  provisionedRuPerSecond,
} from "../../throughput/offer.ts";
import type { PartitionBudget } from "../../throughput/partition-budget.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Environment } from "../ground/environment.ts";
import { budgetSettings, type ContainerThroughput, newBudget } from "./budgets.ts";
import { offerContent, throughputOf } from "./offer-content.ts";

export class ProvisionedThroughput {
  readonly #tree: ResourceTree;
  readonly #environment: Environment;
  /** By database. */
  readonly #sharedBudgets = new Map<string, PartitionBudget[]>();

  constructor(tree: ResourceTree, environment: Environment) {
    this.#tree = tree;
    this.#environment = environment;
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

  /** The same in the form that the container's partitions need. */
  spendable(container: Resource): ContainerThroughput {
    const ruPerSecond = provisionedRuPerSecond(this.throughputFor(container));
    const isShared = this.offerOf(container) === undefined && this.#sharedOffer(container) !== undefined;
    return isShared
      ? { ruPerSecond, shared: this.#budgetsOf(container.parentRid, ruPerSecond) }
      : { ruPerSecond };
  }

  /** The containers that spend an offer's throughput. */
  spendersOf(offer: Resource): Resource[] {
    const { catalog } = this.#tree;
    const owner = offer.body.offerResourceId as string;
    const container = catalog.byRid("container", owner);
    if (container !== undefined) return [container];
    return catalog.list("container", owner).filter((each) => this.offerOf(each) === undefined);
  }

  /** After an offer was replaced: the budgets that containers share change at once. */
  changeShared(ownerRid: string, ruPerSecond: number): void {
    if (this.#sharedBudgets.has(ownerRid)) this.#changeBudgets(ownerRid, ruPerSecond);
  }

  /** Of a resource that was deleted, or that another process serves. */
  forget({ rid }: Pick<Resource, "rid">): void {
    this.#sharedBudgets.delete(rid);
  }

  #sharedOffer({ parentRid }: Resource): Resource | undefined {
    const database = this.#tree.catalog.byRid("database", parentRid);
    return database && this.offerOf(database);
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
