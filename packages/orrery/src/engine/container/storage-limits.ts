/** How much a partition may hold. Counted are the bytes of its items, as they are answered. */
export interface StorageLimits {
  /** A physical partition that passes it is split; 50 GB where absent. */
  readonly partitionBytes: number;
  /**
   * A logical partition takes nothing that would make it larger than this, and answers 403/1014; 20 GB where absent.
   */
  readonly logicalPartitionBytes: number;
}

const GIGABYTE = 2 ** 30;

export const DEFAULT_STORAGE_LIMITS: StorageLimits = {
  partitionBytes: 50 * GIGABYTE,
  logicalPartitionBytes: 20 * GIGABYTE,
};
