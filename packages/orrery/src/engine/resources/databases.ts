/** Databases, and the throughput that their containers share. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { Resource } from "../catalog/catalog.ts";
import { checkName } from "../catalog/names.ts";
import { checkEtag, type ResourceTree } from "../catalog/resource-tree.ts";
import type { OpenContainers } from "../container/open-containers.ts";
import type { Environment } from "../ground/environment.ts";
import { type ThroughputRequest, throughputOfRequest } from "../spending/offer-content.ts";
import type { ProvisionedThroughput } from "../spending/provisioned-throughput.ts";
import { removalOf } from "./removal.ts";
import {
  DELETED,
  listed,
  type ResourceAnswer,
  type ResourceDeletion,
  type ResourceList,
  type ResourcePageRequest,
  wasRead,
  wasWritten,
} from "./resource-answers.ts";

export class Databases {
  readonly #tree: ResourceTree;
  readonly #environment: Environment;
  readonly #provisioned: ProvisionedThroughput;
  readonly #containers: OpenContainers;

  constructor(
    tree: ResourceTree,
    environment: Environment,
    provisioned: ProvisionedThroughput,
    containers: OpenContainers,
  ) {
    this.#tree = tree;
    this.#environment = environment;
    this.#provisioned = provisioned;
    this.#containers = containers;
  }

  /** Of all of them, for work that looks at each. */
  ids(): readonly string[] {
    return this.#tree.catalog.list("database").map(({ id }) => id);
  }

  list(page: ResourcePageRequest): Promise<ResourceList> {
    const bodies = this.#tree.catalog.list("database").map(({ body }) => body);
    return listed(this.#environment, this.#tree.ownerNames(""), bodies, page);
  }

  async create(body: JsonObject, request: ThroughputRequest = {}): Promise<ResourceAnswer> {
    const throughput = throughputOfRequest(request);
    const database = this.#tree.make("database", undefined, checkName(body.id), { id: body.id! });
    const offers = throughput ? [this.#provisioned.makeOffer(database, throughput)] : [];
    await this.#tree.catalog.change(async () => ({
      change: { put: [database, ...offers] },
      result: undefined,
    }));
    return wasWritten(this.#tree, database);
  }

  /** By id or resource id, as everywhere. */
  async read(id: string): Promise<ResourceAnswer> {
    return wasRead(this.#tree, this.#find(id));
  }

  async delete(id: string, ifMatch?: string): Promise<ResourceDeletion> {
    const { rid } = this.#find(id);
    const { catalog } = this.#tree;
    await catalog.change(async () => {
      const current = this.#find(rid);
      checkEtag(current, ifMatch);
      const change = removalOf(current, catalog, this.#containers, this.#provisioned);
      return { change, result: undefined };
    });
    return DELETED;
  }

  #find(id: string): Resource {
    return this.#tree.find("database", "", id);
  }
}
