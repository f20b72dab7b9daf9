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

/** What operations on databases and containers work with. */
export interface ResourceServices {
  readonly tree: ResourceTree;
  readonly environment: Environment;
  readonly provisioned: ProvisionedThroughput;
  readonly containers: OpenContainers;
}

export class Databases {
  readonly #services: ResourceServices;

  constructor(services: ResourceServices) {
    this.#services = services;
  }

  /** Of all of them, for work that looks at each. */
  ids(): readonly string[] {
    return this.#services.tree.catalog.list("database").map(({ id }) => id);
  }

  list(page: ResourcePageRequest): Promise<ResourceList> {
    const bodies = this.#services.tree.catalog.list("database").map(({ body }) => body);
    return listed(this.#services.environment, this.#services.tree.ownerNames(""), bodies, page);
  }

  async create(body: JsonObject, request: ThroughputRequest = {}): Promise<ResourceAnswer> {
    const throughput = throughputOfRequest(request);
    const database = this.#services.tree.make("database", undefined, checkName(body.id), { id: body.id! });
    const offers = throughput ? [this.#services.provisioned.makeOffer(database, throughput)] : [];
    await this.#services.tree.catalog.change(async () => ({
      change: { put: [database, ...offers] },
      result: undefined,
    }));
    return wasWritten(this.#services.tree, database);
  }

  /** By id or resource id, as everywhere. */
  async read(id: string): Promise<ResourceAnswer> {
    return wasRead(this.#services.tree, this.#find(id));
  }

  async delete(id: string, ifMatch?: string): Promise<ResourceDeletion> {
    const { rid } = this.#find(id);
    const { catalog } = this.#services.tree;
    await catalog.change(async () => {
      const current = this.#find(rid);
      checkEtag(current, ifMatch);
      const change = removalOf(current, catalog, this.#services.containers, this.#services.provisioned);
      return { change, result: undefined };
    });
    return DELETED;
  }

  #find(id: string): Resource {
    return this.#services.tree.find("database", "", id);
  }
}
