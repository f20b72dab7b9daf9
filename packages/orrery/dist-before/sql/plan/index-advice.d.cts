/**
 * Which indexes serve a query, and which more would, by its shape alone: an empty container is told the same as a full
 * one. The filter is read twice: against the policy, and against one that leaves no path out.
 */
import { type IndexIdentity } from "../../value/index-identity.cjs";
import type { BoundQuery } from "../bind/bound-query.cjs";
import { type IndexPredicate } from "./index-predicate.cjs";
import type { IndexedOrder } from "./plan-order.cjs";
export interface IndexUse {
    readonly index: IndexIdentity;
    /** Whether its entries alone tell which items pass; else they only narrow what has to be looked at. */
    readonly isPrecise: boolean;
    /** Whether the query would likely cost much more without it. */
    readonly impact: Impact;
}
type Impact = "High" | "Low";
export interface IndexUsageReport {
    readonly used: readonly IndexUse[];
    /** Indexes that the policy lacks. */
    readonly potential: readonly IndexUse[];
}
interface Shape {
    /** What the filter asks of the indexes there are, composite ones among them. */
    readonly predicate: IndexPredicate;
    /** What it would ask if every path had an index. */
    readonly wished: IndexPredicate;
    /** Paths that the filter compares and no index holds. */
    readonly missing: ReadonlySet<string>;
    /** Paths of which all items in scope have one value, which the filter asks for. */
    readonly known: ReadonlySet<string>;
}
export declare function adviseIndexes(bound: BoundQuery, { predicate, wished, missing, known }: Shape): IndexUsageReport;
/** A composite index that gives the order also finds what is asked of its own paths. */
export declare function withOrder({ used, potential }: IndexUsageReport, order: IndexedOrder): IndexUsageReport;
/** One use for each index, the best. */
export declare function onceEach(uses: readonly IndexUse[]): readonly IndexUse[];
export {};
