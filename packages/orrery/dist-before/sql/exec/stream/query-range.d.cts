/**
 * The parts of the hash space that a query reads, in order. A part is usually a whole physical partition. Where
 * a continuation token names other borders, because partitions were split or merged since, the parts are cut at
 * both, so that each has one history: not read yet, read up to some entry, or done.
 */
import type { ItemRef, RowSource } from "../../../value/row-source.cjs";
import type { Continuation } from "../continuation.cjs";
/** One physical partition, as far as it is in the request's scope. */
export interface QueryPartition {
    /** Effective partition keys in upper-case hexadecimal, `[min, max)`; "" is the lowest, "FF" the end. */
    readonly min: string;
    readonly max: string;
    /**
     * The rows in scope of a part of the partition. All reads of one source show one moment. It is used until the
     * page is done, and never afterwards.
     */
    open(min: string, max: string): RowSource;
}
type RangeHistory = {
    readonly kind: "new";
} | {
    readonly kind: "reached";
    readonly ref: ItemRef;
    readonly key?: string;
    readonly index?: string;
} | {
    readonly kind: "passed";
};
export interface QueryRange {
    readonly min: string;
    readonly max: string;
    readonly source: RowSource;
    readonly history: RangeHistory;
}
export declare function cutRanges(partitions: readonly QueryPartition[], { segments }: Continuation): readonly QueryRange[];
export {};
