/**
 * Where the rows of an ORDER BY are read: in the index of the order, or in a composite index that has the order behind
 * paths whose values the filter fixes: `WHERE c.g = 'x' ORDER BY c.n` in that of (g, n). Either way the part is
 * read that the filter leaves, and the rows, their ties too, come as the index of the order has them: a position in the
 * result means the same wherever it is read.
 */
import type { CompositeParts, IndexIdentity } from "../../value/index-identity.cjs";
import { type IndexBounds, type KnownValues } from "./index-bounds.cjs";
import type { IndexPredicate } from "./index-predicate.cjs";
export interface OrderedScan {
    readonly index: IndexIdentity;
    /** Absent: all of it is read. */
    readonly bounds?: IndexBounds;
    /** What all keys that are read begin with, before the key of the order. */
    readonly prefix: string;
    /** Behind the prefix, keys are those of the order with all bits inverted, and so are read in the other direction. */
    readonly isInverted: boolean;
    /** All entries that are read are in scope. */
    readonly isInScope: boolean;
}
interface ScanContext {
    readonly predicate: IndexPredicate;
    readonly known: KnownValues;
    /** Those that have entries to read. */
    readonly composites: readonly CompositeParts[];
}
export declare function orderedScan({ index }: {
    readonly index: IndexIdentity;
}, context: ScanContext): OrderedScan;
export {};
