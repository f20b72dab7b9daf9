import type { IndexIdentity } from "../../value/index-identity.js";
import type { Value } from "../../value/json.js";
import type { IndexScan, ValueBound } from "../../value/row-source.js";
export interface KeyInterval {
    readonly from: string;
    readonly to: string;
    readonly low?: ValueBound;
    readonly high?: ValueBound;
}
export declare const DEFINED: KeyInterval;
export declare const STRINGS: KeyInterval;
export declare const NUMBERS: KeyInterval;
export declare const BOOLEANS: KeyInterval;
export declare const NULLS: KeyInterval;
export declare const PRIMITIVES: KeyInterval;
export declare const ARRAY_VALUES: KeyInterval;
export declare const OBJECT_VALUES: KeyInterval;
/** Of items that lack the path. */
export declare const UNDEFINED: KeyInterval;
/** Whether it holds all values of a type. Where one ends, keys begin with another byte than at its beginning. */
export declare function isWide({ from, to }: KeyInterval): boolean;
/** An interval, and whether it holds only the values asked for. */
export interface Cover {
    readonly interval: KeyInterval;
    readonly exact: boolean;
}
export declare function point(value: Value): KeyInterval;
/** Both ends belong to it. */
export declare function between(low: number, high: number): KeyInterval;
export declare function equalTo(value: Value): Cover;
/** All values but some: those that an entry cannot be known by are left in. */
export declare function otherThan(values: readonly Value[]): readonly Cover[];
export type Comparison = "<" | "<=" | ">" | ">=";
/** Undefined where the comparison is never true. */
export declare function comparedTo(operator: Comparison, value: Value): Cover | undefined;
/** The strings that begin with a prefix. */
export declare function startingWith(prefix: string): Cover;
/** Whether all entries of an interval have the same value, and so come in the order of their refs. */
export declare function isPoint({ from: start, to }: KeyInterval): boolean;
export declare function holdsKey({ from: start, to }: KeyInterval, key: string): boolean;
/**
 * Whether a row source answers exactly the entries of the interval, and all of them exact: it is one value, or it lies
 * below the strings, which may be too long to be exact.
 */
export declare function isTight(interval: KeyInterval): boolean;
/** The scan of an interval, which may yield a little more. */
export declare function scanOf(index: IndexIdentity, { from: start, to, low, high }: KeyInterval): IndexScan;
/** In order and without overlap. */
export declare function uniteIntervals(intervals: readonly KeyInterval[]): readonly KeyInterval[];
/** Of two sets in order and without overlap. */
export declare function intersectIntervals(a: readonly KeyInterval[], b: readonly KeyInterval[]): readonly KeyInterval[];
