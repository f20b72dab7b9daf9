/**
 * Whether what a permission grants covers what a request asks for. Names are resolved exactly as the operations do it
 * afterwards: by id first, then by resource id.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
import type { Resource } from "../catalog/catalog.cjs";
import type { ResourceTree } from "../catalog/resource-tree.cjs";
import type { OpenContainers } from "../container/open-containers.cjs";
type Key = readonly PartitionKeyComponent[];
/** Resources that a path may lead through, and items, which are not in the catalogue. */
export type GrantableKind = "database" | "container" | "item" | "storedProcedure" | "trigger" | "userDefinedFunction";
interface ResourceStep {
    /** Undefined for what no permission can grant. */
    readonly kind: GrantableKind | undefined;
    readonly id: string;
}
export interface Grant {
    /** From the database on, a container at least. */
    readonly steps: readonly ResourceStep[];
    /** Only items of this key. */
    readonly key: Key | undefined;
}
export interface AskedAccess {
    readonly steps: readonly ResourceStep[];
    /** From the header. */
    readonly key: Key | undefined;
    /** Whether scripts run with the request: they could reach beyond an item. */
    readonly runsTriggers: boolean;
    /** How far the request reaches under a grant of one key. */
    readonly reach: "definitions" | "itemsOfItsKey" | "beyondAnyKey";
}
export declare class Grants {
    #private;
    constructor(tree: ResourceTree, containers: OpenContainers);
    /** A permission by its resource id; undefined when it no longer exists. */
    permission(rid: string): Resource | undefined;
    covers(grant: Grant, asked: AskedAccess): Promise<boolean>;
}
export {};
