/** Users, permissions, scripts and encryption keys by name: resources that are a checked body and nothing more. */
import type { JsonObject } from "@orrerydb/exact-json";
import type { PlainKind, Resource } from "../catalog/catalog.ts";
import type { ResourceTree } from "../catalog/resource-tree.ts";
import type { Environment } from "../ground/environment.ts";
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

/** Where resources of a kind are: in a database, or in a container or user of it. */
export interface ResourceOwner {
  readonly database: string;
  readonly container?: string;
  readonly user?: string;
}

interface UpsertAnswer extends ResourceAnswer {
  readonly isNew: boolean;
}

export class PlainResources {
  readonly #tree: ResourceTree;
  readonly #environment: Environment;

  constructor(tree: ResourceTree, environment: Environment) {
    this.#tree = tree;
    this.#environment = environment;
  }

  /**
   * `shown`: the body as clients see it, if there is more to it than is kept. It is called before the query of the page
   * runs, which may ask for that as for anything else (`SELECT c.id, c._token FROM c`).
   */
  async list(
    kind: PlainKind,
    owner: ResourceOwner,
    page: ResourcePageRequest,
    shown: (resource: Resource) => JsonObject = ({ body }) => body,
  ): Promise<ResourceList> {
    const { rid } = this.#owner(owner);
    const bodies = this.#tree.catalog.list(kind, rid).map(shown);
    return listed(this.#environment, this.#tree.ownerNames(rid), bodies, page);
  }

  async create(kind: PlainKind, owner: ResourceOwner, body: JsonObject): Promise<ResourceAnswer> {
    return wasWritten(this.#tree, await this.#tree.create(kind, this.#owner(owner), body));
  }

  async upsert(
    kind: PlainKind,
    owner: ResourceOwner,
    body: JsonObject,
    ifMatch?: string,
  ): Promise<UpsertAnswer> {
    const { resource, isNew } = await this.#tree.upsert(kind, this.#owner(owner), body, ifMatch);
    return { ...wasWritten(this.#tree, resource), isNew };
  }

  async read(kind: PlainKind, owner: ResourceOwner, id: string): Promise<ResourceAnswer> {
    return wasRead(this.#tree, this.#find(kind, owner, id));
  }

  async replace(
    kind: PlainKind,
    owner: ResourceOwner,
    id: string,
    body: JsonObject,
    ifMatch?: string,
  ): Promise<ResourceAnswer> {
    return wasWritten(this.#tree, await this.#tree.replace(this.#find(kind, owner, id), body, ifMatch));
  }

  async delete(
    kind: PlainKind,
    owner: ResourceOwner,
    id: string,
    ifMatch?: string,
  ): Promise<ResourceDeletion> {
    await this.#tree.delete(this.#find(kind, owner, id), ifMatch);
    return DELETED;
  }

  #find(kind: PlainKind, owner: ResourceOwner, id: string): Resource {
    return this.#tree.find(kind, this.#owner(owner).rid, id);
  }

  #owner({ database, container, user }: ResourceOwner): Resource {
    const found = this.#tree.findOwner("database", "", database);
    if (container !== undefined) return this.#tree.findOwner("container", found.rid, container);
    return user === undefined ? found : this.#tree.findOwner("user", found.rid, user);
  }
}
