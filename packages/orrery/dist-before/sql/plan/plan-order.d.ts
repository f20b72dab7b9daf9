import { type FullTextIndex, type IndexIdentity } from "../../value/index-identity.js";
import type { VectorSearch } from "../../value/vector-search.js";
import { type BindContext } from "../bind/bind-context.js";
import type { BoundQuery } from "../bind/bound-query.js";
import { type IndexPath } from "../bind/document-path.js";
import type { Environment } from "../bind/environment.js";
import type { Scope } from "../bind/scope.js";
import type { TextScoring } from "../functions/full-text/full-text-functions.js";
import type { Expression } from "../syntax/ast.js";
import type { KnownValues } from "./index-bounds.js";
import type { IndexPredicate } from "./index-predicate.js";
import type { IndexingView } from "./indexing-view.js";
import { type OrderedScan } from "./ordered-scan.js";
export type OrderPlan = 
/** As the rows come. */
{
    readonly kind: "none";
}
/** An index has the order: rows can be read from it, or be sorted where they are few. */
 | IndexedOrder
/** No index that has it can be read: rows are sorted. */
 | ComputedOrder | TextScoreOrder;
/** By a full-text score, best first, which an index tells. */
export interface TextScoreOrder extends SortRule {
    readonly kind: "textScore";
    readonly index: FullTextIndex;
    readonly scoring: TextScoring;
    /** The sort key of a score; undefined: that of items without one, which come last. */
    readonly keyOfScore: (score: number | undefined) => string;
}
export interface ComputedOrder extends SortRule {
    readonly kind: "computed";
    /** A vector index knows which items come first. */
    readonly nearest?: VectorSearch;
}
export interface IndexedOrder extends SortRule {
    readonly kind: "indexed";
    readonly index: IndexIdentity;
    /** What is read of it, or of an index that has the same order. */
    readonly scan: OrderedScan;
    /** The index has no entries for items that lack this path; absent: it has one for every item. */
    readonly lackingPath?: string;
}
export interface SortRule {
    /** From the highest key to the lowest. */
    readonly reverse: boolean;
    /** The sort key of the row in the environment. */
    readonly keyOf: (environment: Environment) => string;
}
interface OrderContext {
    readonly indexing: IndexingView;
    /** The part of the policy that has entries to read. */
    readonly readable: IndexingView;
    /** Of the query's own binding. */
    readonly context: BindContext;
    /** What the filter asks of indexes. */
    readonly predicate: IndexPredicate;
    readonly known: KnownValues;
}
export declare function planOrder(bound: BoundQuery, place: OrderContext): OrderPlan;
export declare function orderPath(expression: Expression, scope: Scope, advice?: string): IndexPath;
export declare function isScoringFunction(expression: Expression): expression is ScoringCall;
type ScoringCall = Extract<Expression, {
    kind: "call";
}>;
export {};
