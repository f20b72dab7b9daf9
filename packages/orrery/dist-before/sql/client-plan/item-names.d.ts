/**
 * The items that a filter names by their keys and ids: `(c.pk = 'a' AND c.id = '1') OR (c.pk = 'b' AND c.id = '2')`,
 * which is what clients send to read many items at once. Such items are looked up, not searched for.
 */
import { type PartitionKeyComponent, type PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { Value } from "../../value/json.js";
import type { ItemName } from "../../value/row-source.js";
import type { Query } from "../syntax/ast.js";
export interface NamedItems {
    /** Every item that the query can have rows of is among them. */
    readonly names: readonly ItemName[];
    /** Each of them passes the filter. */
    readonly exact: boolean;
}
interface NamingContext {
    readonly definition: PartitionKeyDefinition;
    readonly parameters: ReadonlyMap<string, Value>;
    /** The key, or its first levels, that the request itself gives; the filter tells the rest. */
    readonly header?: readonly PartitionKeyComponent[];
}
/** Undefined where the filter leaves a key or an id open, or names too many. */
export declare function namedItemsOf(query: Query, context: NamingContext): NamedItems | undefined;
export {};
