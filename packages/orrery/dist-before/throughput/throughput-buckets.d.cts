/** A request that names no bucket. */
export declare const NO_BUCKET = 0;
export interface ThroughputBucket {
    readonly id: number;
    readonly maxThroughputPercentage: number;
}
/** What a request may name. A bucket that is not set up counts as none, but only these numbers exist. */
export declare function checkBucketId(id: number): number;
export declare function checkBuckets(buckets: readonly ThroughputBucket[]): readonly ThroughputBucket[];
export declare class BucketBudgets {
    #private;
    /** What was spent stays spent and what is owed stays owed, as in a partition's own budget. */
    constructor(buckets: readonly ThroughputBucket[], ruPerSecond: number, before?: BucketBudgets);
    /** Of a partition that takes over `fraction` of all that others have left and owe. */
    static inherit(others: readonly BucketBudgets[], fraction: number): BucketBudgets;
    advance(windows: number): void;
    /** Windows to wait until the bucket may spend again; 0 when it may now. */
    windowsToWait(bucket: number): number;
    spend(bucket: number, charge: number): void;
}
