/** What a move will do and cost, and what will not go along: read from the definitions and a sample of the items. */
import type { CosmosClient } from "@azure/cosmos";
import type { StrategyDescription } from "@orrerydb/keys";
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { ContainerPlace } from "./account.js";
import { type FollowMode } from "./change-feed.js";
import { type OpenedContainer } from "./sides.js";
export interface MovePlan {
    readonly key: PartitionKeyDefinition;
    readonly strategy?: StrategyDescription | undefined;
    readonly mode: FollowMode;
    readonly createsTarget: boolean;
    readonly feedRanges: number;
    readonly items: number;
    readonly bytes: number;
    /** Rough: a page of the change feed, and a write of an item of average size with every property indexed. */
    readonly readRu: number;
    readonly writeRu: number;
    readonly seconds: number;
    readonly goesAlong: readonly string[];
    readonly staysBehind: readonly string[];
    readonly warnings: readonly string[];
}
interface PlanRequest {
    readonly from: OpenedContainer;
    readonly to: ContainerPlace;
    readonly toClient: CosmosClient;
    readonly key: PartitionKeyDefinition;
    readonly strategy?: StrategyDescription | undefined;
    readonly maxRu: number;
}
export declare function planMove(request: PlanRequest): Promise<MovePlan>;
/** Of the definition: what a new target gets. */
export declare const DEFINED: readonly ["indexingPolicy", "uniqueKeyPolicy", "computedProperties", "vectorEmbeddingPolicy", "fullTextPolicy", "defaultTtl", "changeFeedPolicy", "conflictResolutionPolicy", "geospatialConfig"];
export declare const STAYS_BEHIND: string[];
export {};
