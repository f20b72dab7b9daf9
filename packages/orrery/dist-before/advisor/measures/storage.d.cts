/** How a key shares out the items: over logical partitions, over physical ones, and over time. */
import { type Candidate } from "../candidates/candidate.cjs";
import type { Distinct } from "../candidates/path-facts.cjs";
import type { TimedRows } from "../items/clock.cjs";
export interface Spread {
    readonly rows: number;
    readonly distinct: Distinct;
    /** The largest logical partition: its part of the bytes, and for how much of the time that was seen it is written to. */
    readonly largest: {
        readonly key: string;
        readonly share: number;
        readonly lifeShare: number;
    };
    /** Parts of the bytes, of the keys at ranks 1, 2, 4, 8 …, for a drawing. */
    readonly byRank: readonly (readonly [number, number])[];
    readonly byPartition: readonly number[];
    readonly tooLong: number;
}
export interface Evenness {
    readonly largestOverMean: number;
    /** 0: all alike; towards 1: one has everything. */
    readonly gini: number;
}
export declare function spreadOf(candidate: Candidate, { rows, times, clock }: TimedRows, items: number, partitions: number): Spread;
export declare function evennessOf(shares: readonly number[]): Evenness;
export interface TimeHeat {
    readonly windows: number;
    readonly rows: number;
    /** The busiest key's part of the writes of a window: the median of the windows, and the most. */
    readonly topShare: number;
    readonly topShareMax: number;
    /** Of the time with the order of arrival. */
    readonly correlation: number;
}
/** Undefined where no property says when items were written, or too few items do. */
export declare function timeHeatOf(candidate: Candidate, { ordered, clock }: TimedRows): TimeHeat | undefined;
