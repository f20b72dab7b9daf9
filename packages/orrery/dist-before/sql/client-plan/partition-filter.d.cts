/**
 * Which partition keys a query can find rows under: what routes a query to the partitions that hold them.
 *
 * For every expression of the filter there are two questions: under which keys can it be true, and under which can
 * it be false (`undefined` is neither). Both are answered on the safe side: "all" wherever nothing is known.
 */
import { type PartitionKeyComponent, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { Value } from "../../value/json.cjs";
import type { Query } from "../syntax/ast.cjs";
import { type KeySet } from "./key-set.cjs";
/** Names in sight: the path of the item that each stands for; undefined where it stands for something else. */
type Names = ReadonlyMap<string, readonly string[] | undefined>;
/**
 * Key values, or prefixes of them where the key is hierarchical; "all" where any key may match. The list is empty
 * for a query that no item can match.
 */
export type PartitionKeys = "all" | readonly (readonly PartitionKeyComponent[])[];
export declare function partitionKeysOf(query: Query, definition: PartitionKeyDefinition, parameters: ReadonlyMap<string, Value>): PartitionKeys;
export declare class PartitionFilter {
    private readonly paths;
    private readonly parameters;
    constructor(paths: readonly (readonly string[])[], parameters: ReadonlyMap<string, Value>);
    /** Under which keys the query has rows. */
    rowsOf(query: Query, outer: Names): KeySet;
    /** Under which keys the source has rows; adds what it binds to the names. */
    private rowsOfSource;
    private itemPath;
    /** An aggregate has a row even where nothing was found. */
    private whereNotEmpty;
    private whereTrue;
    private whereFalse;
    private whereBinaryTrue;
    private whereOperandsEqual;
    /** Nothing compares with undefined, which is what a subquery without rows gives. */
    private whereBothDefined;
    private whereDefined;
    private whereEqual;
    private whereListed;
    private whereOneOf;
    private whereLike;
    private whereCallTrue;
    /** The keys that have one of these values at the place that the operand reads; all, where that is not a path of the key. */
    private whereComponent;
    private pathOf;
    private constantOf;
}
export {};
