import type { HeatBudget } from "./heat-budget.js";
export declare const HEAT_SLICES = 256;
/** How long a column is, and how many there are of each. */
export declare const HEAT_RINGS: {
    readonly seconds: {
        readonly columnMs: 1000;
        readonly columns: 120;
    };
    readonly minutes: {
        readonly columnMs: 60000;
        readonly columns: 360;
    };
    readonly halfHours: {
        readonly columnMs: 1800000;
        readonly columns: 336;
    };
};
export type HeatUnit = keyof typeof HEAT_RINGS;
/** Keys of one second that are told apart; what comes after them is spread over the partition. */
export declare const HEAT_KEYS_PER_SECOND_MAX = 1024;
/** Keys that a column names. */
export declare const HEAT_KEYS_PER_COLUMN = 24;
/** Characters of a key's text that are kept; longer ones that begin alike count as one. */
export declare const HEAT_KEY_CHARACTERS_MAX = 128;
/** Part of the hash space, from 0 to 1. */
export interface HashSpan {
    readonly from: number;
    readonly to: number;
}
export interface HeatKey {
    readonly key: string;
    readonly ru: number;
    readonly throttled: number;
}
/** What a part of the hash space holds. */
export interface StoredSpan {
    readonly span: HashSpan;
    readonly bytes: number;
}
export interface HeatColumn {
    readonly startMs: number;
    /** Slice, RU, throttled requests: of the slices in which there was anything. */
    readonly slices: readonly (readonly [slice: number, ru: number, throttled: number])[];
    /** Those with the most RU first. */
    readonly keys: readonly HeatKey[];
    /** Where asked for: the bytes of every slice at its end. */
    readonly storage?: readonly number[];
}
export interface HeatAsked {
    /** Columns that began before it are left out. */
    readonly sinceMs?: number | undefined;
    readonly withStorage?: boolean | undefined;
}
export interface HeatHistoryOptions {
    /** Where a key lies in the hash space, from 0 to 1. */
    readonly positionOf: (key: string) => number;
    /** What the partitions hold now. */
    readonly stored: () => readonly StoredSpan[];
    readonly budget: HeatBudget;
}
export declare class HeatHistory {
    #private;
    constructor(options: HeatHistoryOptions);
    /** `key` is absent when the request concerns several; `span` is the partition's and must be the same object each time. */
    add(nowMs: number, key: string | undefined, span: HashSpan, ru: number, throttled: number): void;
    /** Oldest first, the present one last; columns in which nothing happened are left out. */
    columns(nowMs: number, unit: HeatUnit, asked?: HeatAsked): HeatColumn[];
    /** How many are kept, of all rings. */
    get size(): number;
    /** The budget asks for it. */
    clear(): void;
}
