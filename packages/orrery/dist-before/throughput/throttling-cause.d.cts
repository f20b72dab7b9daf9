/**
 * Why a container is throttled, of three causes with three cures: a key that takes most of its partition, which no
 * throughput can divide; a partition that is much busier than the others; or load that is spread evenly and is more
 * than the container was given.
 */
import type { HeavyHitters } from "./heavy-hitters.cjs";
/** Refusals of the partition below which nothing is said: a single large query is no cause. */
export declare const REFUSALS_MIN = 10;
export type ThrottlingCause = 
/** `share` of the RU of the partition. */
{
    readonly kind: "hotKey";
    readonly key: string;
    readonly rangeId: string;
    readonly share: number;
}
/** `use` of its RU/s, and what the others use of theirs on average. */
 | {
    readonly kind: "hotPartition";
    readonly rangeId: string;
    readonly use: number;
    readonly othersUse: number;
}
/** Of all partitions together. */
 | {
    readonly kind: "lowThroughput";
    readonly ruPerSecond: number;
    readonly refusals: number;
};
/** How long before now loads are looked at. */
export declare const LOAD_SECONDS = 10;
/** What a partition did in these seconds. */
export interface RecentLoad {
    readonly ruPerSecond: number;
    /** Spent in all of them. */
    readonly ru: number;
    /** Requests that were refused, or ran although they would have been. */
    readonly throttled: number;
}
interface BusyPartition {
    readonly rangeId: string;
    readonly load: RecentLoad;
    /** RU of its keys. */
    readonly consumers: HeavyHitters;
}
/** Of a partition that throttles, beside the container's others; undefined while too little is known. */
export declare function throttlingCause({ rangeId, load, consumers }: BusyPartition, others: readonly RecentLoad[]): ThrottlingCause | undefined;
/** A key that takes much of its partition, and much more than the next. */
export declare function hotKey(consumers: HeavyHitters): {
    key: string;
    share: number;
} | undefined;
export {};
