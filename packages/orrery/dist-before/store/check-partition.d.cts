/**
 * Proves that the items of a partition and everything derived from them agree: ids, index entries, unique keys,
 * expiry, change log, version log, logical partition totals and the summary. Reads one moment, so writers may go on.
 * Items of dropped logical partitions, not yet removed, have all that is derived from them but are in no total.
 *
 * Every derived key that should be there is looked up, and the numbers of keys of each kind are compared: if all are
 * found and there are no others, the two sides are the same.
 */
import type { Reader } from "../kv/key-value-store.cjs";
import type { PartitionContext } from "./partition-space.cjs";
type CheckContext = Pick<PartitionContext, "indexes" | "uniqueKeys" | "epkOf">;
export interface CheckReport {
    readonly items: number;
    readonly logicalPartitions: number;
    readonly indexEntries: number;
    /** What does not agree, in plain words; at most 100. */
    readonly findings: readonly string[];
}
export declare function checkPartition(reader: Reader, space: number, context: CheckContext): Promise<CheckReport>;
export {};
