export type Throughput = {
    readonly kind: "manual";
    readonly ruPerSecond: number;
} | ({
    readonly kind: "autoscale";
} & Autoscale);
export interface Autoscale {
    readonly maximumRuPerSecond: number;
    /** By how much the maximum is to be raised when it no longer suffices: kept for the client, acted on by nobody. */
    readonly incrementPercent?: number;
}
export declare const PARTITION_RU_PER_SECOND_MAX = 10000;
export declare const DEFAULT_THROUGHPUT: Throughput;
/** From the two headers of a creation, either of which may be absent; undefined when both are. */
export declare function requestedThroughput(ruPerSecond: number | undefined, autoscale: Autoscale | undefined): Throughput | undefined;
/** `minimum`: what `minimumRuPerSecond` says for an existing offer. */
export declare function checkThroughput(throughput: Throughput, minimum?: number): Throughput;
/** What may be spent in a second: of autoscale the maximum, which is usable at once. */
export declare function provisionedRuPerSecond(throughput: Throughput): number;
interface OfferHistory {
    readonly highestRuPerSecondEver: number;
    readonly storageBytes: number;
    /** Containers that share it, when it is a database's. */
    readonly sharedContainers?: number;
}
/** How low an existing offer may go; of autoscale, how low its maximum may. */
export declare function minimumRuPerSecond(kind: Throughput["kind"], history: OfferHistory): number;
export declare function initialPartitionCount(throughput: Throughput, owner: "container" | "database"): number;
/** How many partitions the throughput needs; never fewer than there are. */
export declare function targetPartitionCount(throughput: Throughput, partitions: number): number;
export declare function partitionRuPerSecond(ruPerSecond: number, share: number): number;
/**
 * New shares after some partitions were given RU/s of their own (`targets`, by position). The others share what is
 * left of the same whole in their proportions; where that is more than a partition can use, the rest goes to those
 * with room.
 */
export declare function redistributeShares(shares: readonly number[], ruPerSecond: number, targets: ReadonlyMap<number, number>): number[];
export {};
