import type { Json, JsonObject } from "../../value/json.cjs";
import type { Resource } from "../catalog/catalog.cjs";
import type { OwnerNames, ResourceTree } from "../catalog/resource-tree.cjs";
import type { Environment } from "../ground/environment.cjs";
import type { QueryText } from "../queries/query-container.cjs";
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
