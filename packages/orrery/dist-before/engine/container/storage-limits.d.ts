/** How much a partition may hold. Counted are the bytes of its items, as they are answered. */
export interface StorageLimits {
    /** A physical partition that passes it is split. */
    readonly partitionBytes: number;
    /** A logical partition that has reached it takes nothing more. */
    readonly logicalPartitionBytes: number;
}
export declare const DEFAULT_STORAGE_LIMITS: StorageLimits;
