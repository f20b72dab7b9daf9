import type { JsonObject } from "../../value/json.js";
import type { ItemSample, Row } from "./item-sample.js";
export type TimeUnit = "iso" | "ms" | "s";
export interface Clock {
    readonly path: `/${string}`;
    readonly segments: readonly string[];
    readonly unit: TimeUnit;
    /** Of its order with the order in which the items came, from -1 to 1 (Spearman). */
    readonly correlation: number;
    readonly firstMs: number;
    readonly lastMs: number;
}
/** Properties that are constant while time goes by, and never come back: with their latest value. */
export interface Follower {
    readonly path: `/${string}`;
    readonly segments: readonly string[];
    readonly latest: unknown;
}
export declare function timeUnitOf(value: unknown): TimeUnit | undefined;
export declare function timeOf(clock: Pick<Clock, "segments" | "unit">, item: JsonObject): number;
/** The property that follows the order of arrival best; `_ts` where nothing of the item's own does. */
export declare function findClock(sample: ItemSample): Clock | undefined;
export declare function findFollowers(sample: ItemSample, clock: Clock): Follower[];
export declare function inTime(rows: readonly Row[], clock: Clock): Row[];
/** Rows with their times, and in the order of time: worked out once for all that look at them. */
export interface TimedRows {
    readonly rows: readonly Row[];
    readonly clock: Clock | undefined;
    /** One for each row; zero without a clock. */
    readonly times: Float64Array;
    readonly ordered: readonly Row[];
}
export declare function timedRows(rows: readonly Row[], clock: Clock | undefined): TimedRows;
