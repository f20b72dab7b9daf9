/**
 * Which way to the candidates of one range costs least, by estimate. The estimates are counted in the index, up to
 * a bound: a query that finds more than that is not hurt by the difference between two ways of finding it.
 */
import type { IndexIdentity } from "../../value/index-identity.cjs";
import type { RowSource } from "../../value/row-source.cjs";
import type { Covering } from "./covering-path.cjs";
import { type EntryPredicate, type IndexPredicate, type PathPredicate } from "./index-predicate.cjs";
import { type KeyInterval } from "./key-interval.cjs";
export type Access = 
/** All items, in the order of their refs. */
{
    readonly kind: "walk";
}
/** The entries of one value, which come in the order of their refs. */
 | {
    readonly kind: "point";
    readonly predicate: EntryPredicate;
}
/** The refs of a predicate's items, collected and sorted. */
 | {
    readonly kind: "refs";
    readonly predicate: IndexPredicate;
}
/** Items that have nothing at a path, in the order of their refs. */
 | {
    readonly kind: "lacking";
    readonly predicate: PathPredicate;
}
/** The entries of some intervals, in the order of the index: for results too large to collect. */
 | {
    readonly kind: "scan";
    readonly predicate: EntryPredicate;
};
export interface AccessChoice {
    readonly access: Access;
    /** About how many items it yields. */
    readonly candidates: number;
}
/** Where one way becomes cheaper than another. Tests make few items behave like many. */
export interface AccessTuning {
    /** A range of so few items is walked without asking. */
    readonly walkedItems: number;
    /** Estimates stop here. */
    readonly estimateMax: number;
    /** A range of so many items is worth a scan in index order, where more than `estimateMax` are found. */
    readonly scannedItems: number;
}
export declare const ACCESS_TUNING: AccessTuning;
/** `needsFewItems`: of most candidates, nothing but their number matters. */
export declare function chooseAccess(source: RowSource, predicate: IndexPredicate, options: AccessTuning & {
    readonly needsFewItems: boolean;
}): Promise<AccessChoice>;
/** Whether values of an index are judged in some part of it. */
export declare function judgesValues(predicate: IndexPredicate): boolean;
/** How many parts of indexes are looked up one by one. */
export declare function lookupsOf(predicate: IndexPredicate): number;
/** About how many entries some intervals have; at most a bound. */
export declare function estimateEntries(source: RowSource, index: IndexIdentity, intervals: readonly KeyInterval[], max: number): Promise<number>;
/** Whether a range is better read from the index that covers the query than item by item. */
export declare function isCoveringCheaper(covering: Covering, source: RowSource, choose: () => Promise<AccessChoice>): Promise<boolean>;
/** Whether most entries that a scan passes over belong to items that are not in scope. */
export declare function isScattered(source: RowSource): boolean;
/** Whether so few entries are out of scope that reading an index through costs less than the items in scope. */
export declare function isIndexPassable(source: RowSource): boolean;
