import type { IndexScan } from "../value/row-source.cjs";
/** Whether a scan is for the entries of one value: those of a logical partition lie together there. */
export declare function isPoint({ low, high }: IndexScan): boolean;
export declare function boundsText({ from, to }: KeyBounds): string;
export interface KeyBounds {
    readonly from: Buffer;
    readonly to: Buffer;
}
/** What is left of ranges in scan order, strictly after a position. */
export declare function goOnAfter(ranges: readonly KeyBounds[], position: Buffer, reverse: boolean): KeyBounds[];
/**
 * A value that is not exactly encoded shares its place with others that begin alike: a bound on it takes in
 * all of them, and the reader of the row decides.
 */
export declare function lowEnd(prefix: Buffer, value: Buffer, inclusive: boolean): Buffer;
export declare function highEnd(prefix: Buffer, value: Buffer, inclusive: boolean): Buffer;
