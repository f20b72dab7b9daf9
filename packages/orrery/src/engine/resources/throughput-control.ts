/**
 * Throughput that is changed: offers are replaced or migrated, requests that name a bucket are capped.
 *
 * A changed offer takes effect on every partition at once. If it needs more partitions than there are, it is pending
 * until they have been split, and cannot be changed again until then.
 */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Throughput } from "../../api/control-api.ts";
import { checkThroughput, minimumRuPerSecond, provisionedRuPerSecond } from "../../throughput/offer.ts";
import { checkBuckets, type ThroughputBucket } from "../../throughput/throughput-buckets.ts";
import type { Resource } from "../catalog/catalog.ts";
import { checkEtag, type ResourceTree } from "../catalog/resource-tree.ts";
import type { Container } from "../container/container.ts";
import { changeState, stateOf } from "../container/container-state.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import {
  checkOwnThroughput,
  highestEver,
  offerContent,
  scalingInProgress,
  throughputOf,
  throughputOfContent,
} from "../spending/offer-content.ts";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.ts";
import { type ScaleOut, withTarget } from "../topology/scale-out.ts";

export class ThroughputControl {
  readonly #tree: ResourceTree;
  readonly #provisioned: ProvisionedThroughput;
  readonly #containers: OpenContainers;
  readonly #scaleOut: ScaleOut;

  constructor(
    tree: ResourceTree,
    provisioned: ProvisionedThroughput,
    containers: OpenContainers,
    scaleOut: ScaleOut,
  ) {
    this.#tree = tree;
    this.#provisioned = provisioned;
    this.#containers = containers;
    this.#scaleOut = scaleOut;
  }

  replaceOffer(offer: Resource, body: JsonObject, ifMatch?: string): Promise<Resource> {
    const throughput = throughputOfContent(body.content);
    return this.#change(offer, ifMatch, async () => throughput);
  }

  /** From manual throughput to autoscale with at least that much as its maximum, or back to that maximum. */
  migrateOffer(offer: Resource, to: Throughput["kind"], ifMatch?: string): Promise<Resource> {
    return this.#change(offer, ifMatch, async (current) => {
      const provisioned = provisionedRuPerSecond(throughputOf(current));
      const ruPerSecond = Math.max(provisioned, await this.minimumThroughput(current, to));
      return to === "manual"
        ? { kind: to, ruPerSecond }
        : { kind: to, maximumRuPerSecond: Math.ceil(ruPerSecond / 1000) * 1000 };
    });
  }

  /** `decide` gets the offer as it is when no other change of the catalogue can come between. */
  async #change(
    offer: Resource,
    ifMatch: string | undefined,
    decide: (current: Resource) => Promise<Throughput>,
  ): Promise<Resource> {
    const { catalog } = this.#tree;
    const { replaced, spenders, throughput } = await catalog.change(async () => {
      const current = this.#tree.find("offer", "", offer.rid);
      checkEtag(current, ifMatch);
      if (this.isPending(current)) {
        throw scalingInProgress();
      }
      const throughput = await decide(current);
      checkThroughput(throughput, await this.minimumThroughput(current, throughput.kind));
      const highest = Math.max(highestEver(current), provisionedRuPerSecond(throughput));
      const kilobytes = Math.ceil((await this.#storageBytes(current)) / 1024);
      const next = this.#tree.remake(current, current.id, {
        ...current.body,
        content: offerContent(throughput, highest, kilobytes),
      });
      const targeted = this.#provisioned
        .spendersOf(current)
        .map((container) => withTarget(container, throughput));
      const whenApplied = () => {
        for (const container of targeted) this.#containers.opened(container.rid)?.definition.adopt(container);
      };
      return {
        change: { put: [next, ...targeted], whenApplied },
        result: { replaced: next, spenders: targeted, throughput },
      };
    });
    const owner = replaced.body.offerResourceId as string;
    this.#provisioned.changeShared(owner, provisionedRuPerSecond(throughput));
    for (const container of spenders) {
      this.#containers.opened(container.rid)?.meter.applyThroughput();
      this.#scaleOut.resume(container);
    }
    return replaced;
  }

  /** Whether an offer asks for more partitions than there are. */
  isPending(offer: Resource): boolean {
    return this.#provisioned
      .spendersOf(offer)
      .some((container) => stateOf(container).targetPartitions !== undefined);
  }

  /** How low an offer may go; of autoscale, how low its maximum may. */
  async minimumThroughput(offer: Resource, kind: Throughput["kind"]): Promise<number> {
    const isDatabase =
      this.#tree.catalog.byRid("database", offer.body.offerResourceId as string) !== undefined;
    return minimumRuPerSecond(kind, {
      highestRuPerSecondEver: highestEver(offer),
      storageBytes: await this.#storageBytes(offer),
      ...(isDatabase ? { sharedContainers: this.#provisioned.spendersOf(offer).length } : {}),
    });
  }

  /** Caps what requests that name a bucket may spend. */
  async setBuckets(container: Container, buckets: readonly ThroughputBucket[]): Promise<void> {
    const checked = checkBuckets(buckets);
    checkOwnThroughput(container.meter.throughput(), "throughput buckets");
    await changeState(
      this.#tree.catalog,
      container.definition.rid,
      (state) => ({ ...state, buckets: checked }),
      (changed) => {
        container.definition.adopt(changed);
        container.meter.applyThroughput();
      },
    );
  }

  async #storageBytes(offer: Resource): Promise<number> {
    const containers = this.#provisioned.spendersOf(offer).map((resource) => this.#containers.open(resource));
    let bytes = 0;
    for (const container of await Promise.all(containers))
      bytes += (await container.partitions.storedTotals()).bytes;
    return bytes;
  }
}
