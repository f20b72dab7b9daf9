/**
 * Which part of one index holds every item that a filter lets through: what the filter says about its path, or, for a
 * composite index, about its leading paths: single values of the first ones, then a range of the next.
 */
import type { CompositeParts, IndexIdentity } from "../../value/index-identity.js";
import type { Json } from "../../value/json.js";
import type { IndexPredicate, PathPredicate } from "./index-predicate.js";
import { type KeyInterval } from "./key-interval.js";
export interface IndexBounds {
    /** In the keys of the index. */
    readonly intervals: readonly KeyInterval[];
    /** The intervals say all that the filter asks of indexes. */
    readonly isWhole: boolean;
}
/** Scalars that every item in scope has at a path. */
export type KnownValues = ReadonlyMap<string, Json>;
/** Undefined where all of the index has to be read. */
export declare function indexBounds(index: IndexIdentity, predicate: IndexPredicate, known: KnownValues): IndexBounds | undefined;
interface LeadingIntervals {
    /** Undefined where nothing is asked of the first path. */
    readonly intervals: readonly KeyInterval[] | undefined;
    /** What is asked in them. */
    readonly used: ReadonlySet<PathPredicate>;
    /** The one beginning that all keys in the intervals have, where it is of all the paths. */
    readonly fixed?: string;
}
export declare function leadingIntervals(parts: CompositeParts, operands: readonly IndexPredicate[], known: KnownValues): LeadingIntervals;
export {};
