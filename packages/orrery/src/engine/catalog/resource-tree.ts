/**
 * The tree of resources above items: who they are (ids, resource ids, self links, ETags), how they are found by
 * name or by resource id on every level, and how the simple ones are created, replaced and deleted.
 */
import type { Json, JsonObject } from "@orrerydb/exact-json";
import {
  type ChildKind,
  childRid,
  containerRid,
  databaseRid,
  userRid,
} from "../../store/records/resource-id.ts";
import { Failure } from "../../value/failure.ts";
import { ridBytes, ridText } from "../../value/resource-id-text.ts";
import { childLinks, nameLink, selfLink } from "../../value/resource-link.ts";
import { SYSTEM_PROPERTIES } from "../../value/system-properties.ts";
import { timestampOf } from "../../value/timestamp.ts";
import { type Environment, randomInteger } from "../ground/environment.ts";
import type { Catalog, PlainKind, Resource, ResourceKind } from "./catalog.ts";
import { checkCount, checkPlainBody } from "./plain-resources.ts";

/** Links to what a resource contains, as they stand in its body. */
const CHILD_LINKS: Readonly<Partial<Record<ResourceKind, JsonObject>>> = {
  database: childLinks(["container", "user"]),
  container: childLinks(["item", "storedProcedure", "trigger", "userDefinedFunction", "conflict"]),
  user: childLinks(["permission"]),
};

const SYSTEM_NAMES = new Set([
  ...SYSTEM_PROPERTIES.filter((name) => name !== "_attachments"),
  ...Object.values(CHILD_LINKS).flatMap(Object.keys),
]);

/** What holds resources. The account, which holds databases and offers, has neither id nor link. */
export interface OwnerNames {
  readonly rid: string;
  /** By names. */
  readonly link: string;
}

interface Upserted {
  readonly resource: Resource;
  readonly isNew: boolean;
}

export class ResourceTree {
  readonly catalog: Catalog;
  readonly #environment: Environment;

  constructor(catalog: Catalog, environment: Environment) {
    this.catalog = catalog;
    this.#environment = environment;
  }

  /** By name, or else by resource id. */
  lookup(kind: ResourceKind, parentRid: string, idOrRid: string): Resource | undefined {
    const byName = this.catalog.find(kind, parentRid, idOrRid);
    if (byName !== undefined) return byName;
    const byRid = this.catalog.byRid(kind, idOrRid);
    return byRid?.parentRid === parentRid ? byRid : undefined;
  }

  find(kind: ResourceKind, parentRid: string, idOrRid: string): Resource {
    const found = this.lookup(kind, parentRid, idOrRid);
    if (found !== undefined) return found;
    throw new Failure(
      "notFound",
      `Resource Not Found. There is no ${NAMES[kind]} '${idOrRid}'${parentRid === "" ? "" : " here"}.`,
    );
  }

  /** As `find`, for a resource on the way to another one. */
  findOwner(kind: "database" | "container" | "user", parentRid: string, idOrRid: string): Resource {
    try {
      return this.find(kind, parentRid, idOrRid);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure("ownerNotFound", `Owner resource does not exist. ${error.message}`);
    }
  }

  /** Fails if an owner was deleted since it was found. For the turn in which something is put below it. */
  checkExists(owner: Resource): void {
    if (this.catalog.byRid(owner.kind, owner.rid) !== undefined) return;
    throw new Failure(
      "ownerNotFound",
      `Owner resource does not exist. The ${NAMES[owner.kind]} '${owner.id}' was deleted.`,
    );
  }

  ownerNames(rid: string): OwnerNames {
    return { rid, link: this.#nameLink(rid) };
  }

  #nameLink(rid: string): string {
    const resource = this.catalog.ofRid(rid);
    return resource === undefined
      ? ""
      : nameLink(this.#nameLink(resource.parentRid), resource.kind, resource.id);
  }

  /** A new resource of a kind, with everything the server adds. */
  make(
    kind: ResourceKind,
    parent: Resource | undefined,
    id: string,
    body: JsonObject,
    state?: Json,
  ): Resource {
    const rid = ridText(this.#newRid(kind, parent));
    const self = selfLink(parent === undefined ? "" : (parent.body._self as string), kind, rid);
    return {
      kind,
      rid,
      parentRid: parent?.rid ?? "",
      id,
      body: { ...withoutSystemNames(body), ...this.#systemProperties(kind, rid, self) },
      ...(state === undefined ? {} : { state }),
    };
  }

  /** The same resource with another body: its identity stays, its ETag and time change. */
  remake(
    resource: Resource,
    id: string,
    body: JsonObject,
    state: Json | undefined = resource.state,
  ): Resource {
    return {
      ...resource,
      id,
      body: {
        ...withoutSystemNames(body),
        ...this.#systemProperties(resource.kind, resource.rid, resource.body._self as string),
      },
      ...(state === undefined ? {} : { state }),
    };
  }

  async create(kind: PlainKind, parent: Resource, body: JsonObject): Promise<Resource> {
    const checked = checkPlainBody(kind, body);
    const resource = this.make(kind, parent, checked.id as string, checked);
    return this.catalog.change(async () => {
      this.checkExists(parent);
      checkCount(kind, this.catalog.list(kind, parent.rid).length);
      return { change: { put: [resource] }, result: resource };
    });
  }

  /** Creates or replaces, whichever is right when no other change of the catalogue can come between. */
  async upsert(kind: PlainKind, parent: Resource, body: JsonObject, ifMatch?: string): Promise<Upserted> {
    const checked = checkPlainBody(kind, body);
    const id = checked.id as string;
    return this.catalog.change(async () => {
      this.checkExists(parent);
      const existing = this.catalog.find(kind, parent.rid, id);
      if (existing === undefined) checkCount(kind, this.catalog.list(kind, parent.rid).length);
      else checkEtag(existing, ifMatch);
      const resource =
        existing === undefined ? this.make(kind, parent, id, checked) : this.remake(existing, id, checked);
      return { change: { put: [resource] }, result: { resource, isNew: existing === undefined } };
    });
  }

  async replace(resource: Resource, body: JsonObject, ifMatch?: string): Promise<Resource> {
    return this.catalog.change(async () => {
      const current = this.#current(resource, ifMatch);
      const checked = checkPlainBody(current.kind as PlainKind, body);
      const next = this.remake(current, checked.id as string, checked);
      return { change: { put: [next] }, result: next };
    });
  }

  async delete(resource: Resource, ifMatch?: string): Promise<void> {
    return this.catalog.change(async () => ({
      change: { remove: [this.#current(resource, ifMatch)] },
      result: undefined,
    }));
  }

  /** The resource as it is now, if it still exists and has the expected ETag. */
  #current(resource: Resource, ifMatch: string | undefined): Resource {
    const current = this.catalog.byRid(resource.kind, resource.rid);
    if (current === undefined) throw new Failure("notFound", "Resource Not Found.");
    checkEtag(current, ifMatch);
    return current;
  }

  #systemProperties(kind: ResourceKind, rid: string, self: string): JsonObject {
    const seconds = timestampOf(Math.floor(this.#environment.now() / 1000));
    const unique = randomInteger(this.#environment, 2 ** 32)
      .toString(16)
      .padStart(8, "0");
    return {
      _rid: rid,
      _self: self,
      _etag: `"${unique}-0000-0000-0000-${seconds.toString(16).padStart(8, "0")}0000"`,
      ...CHILD_LINKS[kind],
      _ts: seconds,
    };
  }

  #newRid(kind: ResourceKind, parent: Resource | undefined): Buffer {
    for (;;) {
      const rid = this.#randomRid(kind, parent && ridBytes(parent.rid)!);
      if (this.catalog.ofRid(ridText(rid)) === undefined) return rid;
    }
  }

  #randomRid(kind: ResourceKind, parent: Buffer | undefined): Buffer {
    const number = randomInteger(this.#environment, 2 ** 32);
    switch (kind) {
      case "database":
        return databaseRid(number);
      case "container":
        return containerRid(parent!, number);
      case "user":
        return userRid(parent!, number);
      case "offer":
        return databaseRid(number).subarray(1);
      case "clientEncryptionKey":
      case "permission":
      case "storedProcedure":
      case "trigger":
      case "userDefinedFunction":
        return childRid(parent!, kind satisfies ChildKind, number);
    }
  }
}

export function checkEtag(resource: Resource, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== "*" && ifMatch !== resource.body._etag) {
    throw new Failure(
      "preconditionFailed",
      "One of the specified pre-condition is not met: the resource was changed since its ETag was read.",
    );
  }
}

function withoutSystemNames(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !SYSTEM_NAMES.has(name)));
}

const NAMES: Readonly<Record<ResourceKind, string>> = {
  database: "database",
  container: "container",
  user: "user",
  permission: "permission",
  storedProcedure: "stored procedure",
  trigger: "trigger",
  userDefinedFunction: "user-defined function",
  clientEncryptionKey: "client encryption key",
  offer: "offer",
};
