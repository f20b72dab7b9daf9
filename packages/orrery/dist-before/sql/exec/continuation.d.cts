/**
 * Continuation tokens: where a query stopped, as positions in the data and nothing else, so that they survive
 * restarts, splits and merges.
 *
 * - `segments` name parts of the hash space that were read in part, and the last entry taken from each. Parts before
 *   the last segment that no segment names are done (in a merge by sort key: done as far as `key`); parts after it
 *   have not been read (in a merge: not beyond what sorts before `key`).
 * - `rows` counts the rows that came before, for TOP and OFFSET LIMIT, and for queries that are computed anew on
 *   every page because their first row needs all of the data.
 * - `within` are items of which some rows were answered already, and how many combinations to pass over. There is one
 *   at most, unless a split, or another way to the items, has put others before it.
 *
 * The text is JSON in ASCII; keys and refs are base64.
 */
import type { ItemRef } from "../../value/row-source.cjs";
import { QueryError } from "../syntax/query-error.cjs";
export interface Segment {
    readonly min: string;
    readonly max: string;
    readonly ref: ItemRef;
    /** Where a range was read in the order of an index: its path, and the key of the entry. */
    readonly key?: string;
    readonly index?: string;
}
export interface Continuation {
    readonly segments: readonly Segment[];
    /** In a merge: the sort key of the last row. */
    readonly key?: string;
    readonly rows: number;
    readonly within: ReadonlyMap<ItemRef, number>;
    /** What was kept for this page, and how far earlier pages have used it. */
    readonly kept?: KeptPlace;
}
export interface KeptPlace {
    readonly id: string;
    readonly at: number;
}
export declare const START: Continuation;
export declare function encodeContinuation(position: Continuation): string;
export declare function decodeContinuation(text: string): Continuation;
export declare function invalidContinuation(): QueryError;
