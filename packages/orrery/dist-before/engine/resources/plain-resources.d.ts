/** Users, permissions, scripts and encryption keys by name: resources that are a checked body and nothing more. */
import type { JsonObject } from "../../value/json.js";
import type { PlainKind, Resource } from "../catalog/catalog.js";
import type { ResourceTree } from "../catalog/resource-tree.js";
import type { Environment } from "../ground/environment.js";
import { type ResourceAnswer, type ResourceDeletion, type ResourceList, type ResourcePageRequest } from "./resource-answers.js";
/** Where resources of a kind are: in a database, or in a container or user of it. */
export interface ResourceOwner {
    readonly database: string;
    readonly container?: string;
    readonly user?: string;
}
interface UpsertAnswer extends ResourceAnswer {
    readonly isNew: boolean;
}
export declare class PlainResources {
    #private;
    constructor(tree: ResourceTree, environment: Environment);
    /**
     * `shown`: the body as clients see it, if there is more to it than is kept. It is called before the query of the page
     * runs, which may ask for that as for anything else (`SELECT c.id, c._token FROM c`).
     */
    list(kind: PlainKind, owner: ResourceOwner, page: ResourcePageRequest, shown?: (resource: Resource) => JsonObject): Promise<ResourceList>;
    create(kind: PlainKind, owner: ResourceOwner, body: JsonObject): Promise<ResourceAnswer>;
    upsert(kind: PlainKind, owner: ResourceOwner, body: JsonObject, ifMatch?: string): Promise<UpsertAnswer>;
    read(kind: PlainKind, owner: ResourceOwner, id: string): Promise<ResourceAnswer>;
    replace(kind: PlainKind, owner: ResourceOwner, id: string, body: JsonObject, ifMatch?: string): Promise<ResourceAnswer>;
    delete(kind: PlainKind, owner: ResourceOwner, id: string, ifMatch?: string): Promise<ResourceDeletion>;
}
export {};
