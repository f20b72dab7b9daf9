/** A partition key that could be: where it puts items, and what a reader must know to find them there. */
import { type PartitionKeyComponent, type PartitionKeyDefinition, type StrategyDescription } from "@orrerydb/keys";
import { type PartitionKeys, type Query } from "../../sql/index.js";
import type { JsonObject, Value } from "../../value/json.js";
export type Path = `/${string}`;
export type KeyComponents = readonly PartitionKeyComponent[];
export interface Candidate {
    /** For people: `/tenantId`, `/tenantId + day of /at`. */
    readonly name: string;
    /** The paths of the container's partition key. */
    readonly key: readonly Path[];
    /** For @orrerydb/keys; null where the properties stand for themselves. */
    readonly strategy: StrategyDescription | null;
    readonly definition: PartitionKeyDefinition;
    /** The properties that decide the key. */
    readonly dependsOn: readonly Path[];
    /** Less is simpler: for the application, and for whoever reads its data. */
    readonly complexity: number;
    /** Properties that the strategy adds to each item. */
    readonly added: number;
    keyOf(item: JsonObject): KeyComponents;
    /** With the key put in. */
    apply(item: JsonObject): JsonObject;
    /** The keys under which an item may lie for a reader who knows these properties of it; "all" where that is too little. */
    pointKeys(item: JsonObject, knows: ReadonlySet<string> | undefined): PartitionKeys;
    queryKeys(query: Query, parameters: ReadonlyMap<string, Value>): PartitionKeys;
}
/** One property, or several as a hierarchical key. */
export declare function plainCandidate(paths: readonly Path[]): Candidate;
export declare function syntheticCandidate(name: string, description: StrategyDescription, complexity: number, random: () => number): Candidate;
export declare function withValue(object: JsonObject, [first, ...deeper]: readonly string[], value: Value): JsonObject;
/** Which of `partitions` that share the hash space evenly holds the key, or all that begin so. */
export declare function partitionOf(key: KeyComponents, definition: PartitionKeyDefinition, partitions: number): number;
