import type { Json, JsonObject } from "../../value/json.js";
import type { Resource } from "../catalog/catalog.js";
import type { OwnerNames, ResourceTree } from "../catalog/resource-tree.js";
import type { Environment } from "../ground/environment.js";
import type { QueryText } from "../queries/query-container.js";
export interface ResourceAnswer {
    readonly resource: Resource;
    readonly owner: OwnerNames;
    readonly charge: number;
}
export interface ResourceDeletion {
    readonly charge: number;
}
/** A page of a list: of all, or of what a query chooses. */
export interface ResourcePageRequest {
    readonly query?: QueryText | undefined;
    readonly maxItems?: number | undefined;
    readonly continuation?: string | undefined;
}
export interface ResourceList {
    readonly owner: OwnerNames;
    readonly rows: readonly Json[];
    readonly continuation?: string;
    readonly charge: number;
}
export declare const DELETED: ResourceDeletion;
export declare function wasRead(tree: ResourceTree, resource: Resource): ResourceAnswer;
export declare function wasWritten(tree: ResourceTree, resource: Resource): ResourceAnswer;
export declare function listed(environment: Environment, owner: OwnerNames, bodies: readonly JsonObject[], { query, maxItems, continuation }: ResourcePageRequest): Promise<ResourceList>;
