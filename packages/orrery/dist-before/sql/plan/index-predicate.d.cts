/**
 * What a filter says about index entries: a set of items that holds every item for which the filter is true. Where
 * the set is `exact`, it holds no others. `predicate-of.ts` reads it from the filter.
 */
import { type CompositeParts, type IndexIdentity } from "../../value/index-identity.cjs";
import type { ItemName, ValueJudge } from "../../value/row-source.cjs";
import { type KeyInterval } from "./key-interval.cjs";
import type { TextPredicate } from "./text-predicate.cjs";
export type IndexPredicate = 
/** All items. Exact: the filter is always true. */
{
    readonly kind: "all";
    readonly exact: boolean;
}
/** No item. */
 | {
    readonly kind: "none";
    readonly exact: true;
}
/** Items by name. */
 | NamedPredicate | EntryPredicate | SpatialPredicate | TextPredicate
/** Items that are in every operand, or in any; at least two operands, none of them "all" or "none". */
 | {
    readonly kind: "and";
    readonly operands: readonly IndexPredicate[];
    readonly exact: boolean;
} | {
    readonly kind: "or";
    readonly operands: readonly IndexPredicate[];
    readonly exact: boolean;
};
export interface NamedPredicate {
    readonly kind: "named";
    readonly names: readonly ItemName[];
    readonly exact: boolean;
}
/** Items with an entry in an index, in one of some intervals. */
export type EntryPredicate = PathPredicate | CompositePredicate;
export interface PathPredicate {
    readonly kind: "path";
    readonly path: string;
    /** Every item has an entry; else those that lack the path have none, even if `intervals` ask for them. */
    readonly isTotal: boolean;
    /** The path goes through array elements: an item may have several entries. */
    readonly isMany: boolean;
    readonly intervals: readonly KeyInterval[];
    readonly exact: boolean;
    /** It leaves out a few values: unless few entries are seen to be left, nearly all items are. */
    readonly isBroad?: boolean;
    /** Which entries of the intervals lead to items: equal values are judged alike. Absent: all. */
    readonly judge?: ValueJudge;
}
/** What a conjunction asks of several paths, asked of one composite index (`composite-predicate.ts`). */
export interface CompositePredicate {
    readonly kind: "composite";
    readonly parts: CompositeParts;
    /** In the keys of the composite index. */
    readonly intervals: readonly KeyInterval[];
    /** All entries have the same values. */
    readonly isPoint: boolean;
    readonly exact: boolean;
}
export declare function indexOf(predicate: EntryPredicate): IndexIdentity;
/** Whether items without an entry in the index are among those asked for. */
export declare function asksForLacking({ isTotal, intervals }: PathPredicate): boolean;
/** Whether no others are, and each has one value at the path at most. */
export declare function asksForLackingOnly(predicate: IndexPredicate): predicate is PathPredicate;
/** Items with a shape in one of some cells of a spatial index. The cells never tell for sure. */
export interface SpatialPredicate {
    readonly kind: "spatial";
    readonly index: IndexIdentity;
    readonly intervals: readonly KeyInterval[];
    readonly exact: false;
}
/** Nothing is known: any item may pass. */
export declare const ALL: IndexPredicate;
/** Every item passes. */
export declare const EVERYTHING: IndexPredicate;
export declare const NONE: IndexPredicate;
/** Items that are in both. */
export declare function both(a: IndexPredicate, b: IndexPredicate): IndexPredicate;
/** Items that are in any of the two. */
export declare function either(a: IndexPredicate, b: IndexPredicate): IndexPredicate;
export declare function withExact(predicate: IndexPredicate, exact: boolean): IndexPredicate;
