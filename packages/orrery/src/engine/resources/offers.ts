/** Offers: the throughput of containers and databases, as clients read and replace it. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Throughput } from "../../api/control-api.ts";
import { Failure } from "../../value/failure.ts";
import { shownValue } from "../../value/shown-value.ts";
import type { Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Environment } from "../ground/environment.ts";
import { throughputOf } from "../spending/offer-content.ts";
import {
  listed,
  type ResourceAnswer,
  type ResourceList,
  type ResourcePageRequest,
  wasRead,
  wasWritten,
} from "./resource-answers.ts";
import type { ThroughputControl } from "./throughput-control.ts";

export interface OfferAnswer extends ResourceAnswer {
  /** How low it may go. */
  readonly minimumRuPerSecond: number;
  /** Whether partitions are still being split for it. */
  readonly isPending: boolean;
}

interface OfferReplacement {
  /** To the other kind of throughput, at a figure that the server chooses. */
  readonly migrateTo?: Throughput["kind"] | undefined;
  readonly ifMatch?: string | undefined;
}

export class Offers {
  readonly #tree: ResourceTree;
  readonly #environment: Environment;
  readonly #throughput: ThroughputControl;

  constructor(tree: ResourceTree, environment: Environment, throughput: ThroughputControl) {
    this.#tree = tree;
    this.#environment = environment;
    this.#throughput = throughput;
  }

  list(page: ResourcePageRequest): Promise<ResourceList> {
    const bodies = this.#tree.catalog.list("offer").map((offer) => this.#withPending(offer).body);
    return listed(this.#environment, this.#tree.ownerNames(""), bodies, page);
  }

  async read(id: string): Promise<OfferAnswer> {
    return this.#withState(wasRead(this.#tree, this.#find(id)));
  }

  async replace(
    id: string,
    body: JsonObject,
    { migrateTo, ifMatch }: OfferReplacement = {},
  ): Promise<OfferAnswer> {
    const offer = this.#find(id);
    if (body._rid !== undefined && body._rid !== offer.rid) {
      throw new Failure(
        "badRequest",
        `The body belongs to another offer: its _rid is '${shownValue(body._rid)}'.`,
      );
    }
    const replaced = await (migrateTo === undefined
      ? this.#throughput.replaceOffer(offer, body, ifMatch)
      : this.#throughput.migrateOffer(offer, migrateTo, ifMatch));
    return this.#withState(wasWritten(this.#tree, replaced));
  }

  async #withState(answer: ResourceAnswer): Promise<OfferAnswer> {
    const { kind } = throughputOf(answer.resource);
    return {
      ...answer,
      resource: this.#withPending(answer.resource),
      minimumRuPerSecond: await this.#throughput.minimumThroughput(answer.resource, kind),
      isPending: this.#throughput.isPending(answer.resource),
    };
  }

  /** Clients that query offers see no header of a single one, so the content says so, too. */
  #withPending(offer: Resource): Resource {
    if (!this.#throughput.isPending(offer)) return offer;
    const content = { ...(offer.body.content as JsonObject), isOfferReplacePending: true };
    return { ...offer, body: { ...offer.body, content } };
  }

  /** Some clients write an offer's resource id in lower case. */
  #find(id: string): Resource {
    const lower = id.toLowerCase();
    const found = this.#tree.catalog.list("offer").find(({ rid }) => rid.toLowerCase() === lower);
    return found ?? this.#tree.find("offer", "", id);
  }
}
