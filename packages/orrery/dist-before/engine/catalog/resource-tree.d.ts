import type { Json, JsonObject } from "../../value/json.js";
import { type Environment } from "../ground/environment.js";
import type { Catalog, PlainKind, Resource, ResourceKind } from "./catalog.js";
/** What holds resources. The account, which holds databases and offers, has neither id nor link. */
export interface OwnerNames {
    readonly rid: string;
    /** By names. */
    readonly link: string;
}
export declare class ResourceTree {
    #private;
    readonly catalog: Catalog;
    constructor(catalog: Catalog, environment: Environment);
    /** By name, or else by resource id. */
    lookup(kind: ResourceKind, parentRid: string, idOrRid: string): Resource | undefined;
    find(kind: ResourceKind, parentRid: string, idOrRid: string): Resource;
    /** As `find`, for a resource on the way to another one. */
    findOwner(kind: "database" | "container" | "user", parentRid: string, idOrRid: string): Resource;
    /** Fails if an owner was deleted since it was found. For the turn in which something is put below it. */
    checkExists(owner: Resource): void;
    ownerNames(rid: string): OwnerNames;
    /** A new resource of a kind, with everything the server adds. */
    make(kind: ResourceKind, parent: Resource | undefined, id: string, body: JsonObject, state?: Json): Resource;
    /** The same resource with another body: its identity stays, its ETag and time change. */
    remake(resource: Resource, id: string, body: JsonObject, state?: Json | undefined): Resource;
    create(kind: PlainKind, parent: Resource, body: JsonObject): Promise<Resource>;
    replace(resource: Resource, body: JsonObject, ifMatch?: string): Promise<Resource>;
    delete(resource: Resource, ifMatch?: string): Promise<void>;
}
export declare function checkEtag(resource: Resource, ifMatch: string | undefined): void;
