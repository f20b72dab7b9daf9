/**
 * Whether a query can be answered from one index, without reading items: it looks at a single path and nothing else,
 * and items that have no entry there cannot make a row or change a result.
 */
import type { BoundQuery } from "../bind/bound-query.cjs";
import type { Expression, Query } from "../syntax/ast.cjs";
import { type IndexPredicate } from "./index-predicate.cjs";
import type { IndexingView } from "./indexing-view.cjs";
import { type KeyInterval } from "./key-interval.cjs";
export interface Covering {
    readonly path: string;
    /** The names of the path that the query reads, from the item downwards; none where it reads nothing. */
    readonly names: readonly string[];
    /** The entries to read; absent: all. */
    readonly intervals?: readonly KeyInterval[];
    /** MIN and MAX need only the first and the last entry. */
    readonly isExtreme: boolean;
    /** Every entry makes a row that passes the filter. */
    readonly isMatched: boolean;
    /** Items without an entry matter too, but only how many there are: an index of all items tells. */
    readonly countsMissing: boolean;
    /** Only the number of entries matters; or, where nothing is read of the items, the number of items. */
    readonly countsOnly: boolean;
    /** Entries of the same value can be added up as one. */
    readonly isCountable: boolean;
}
export declare const EVERYWHERE_PATH: string;
export declare function coveringPath({ query, steps, input, hasFrom, scope, grouping }: BoundQuery, predicate: IndexPredicate, indexing: IndexingView): Covering | undefined;
/** Whether a query aggregates nothing of its rows but their number. */
export declare function countsMatches({ query, steps, input, hasFrom, grouping, scope }: BoundQuery): boolean;
/** What an extreme is looked for in: the entries of items that have the property. */
export declare function extremeIntervals({ intervals }: Covering): readonly KeyInterval[];
/** What is read of a row; a filter that is always true is not. */
export declare function readExpressions(query: Query, isUnfiltered: boolean): readonly Expression[];
