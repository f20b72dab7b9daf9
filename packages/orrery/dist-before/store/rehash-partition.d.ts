/**
 * Moves items to the effective partition key (EPK) that their key has. Up to format 1, that of a string of over 100
 * characters (in partition keys of version 1) ended with a byte of the string instead of 00. Its hash was right, so
 * an item's physical partition stays the same.
 *
 * Nobody else may have the partition open. Each transaction leaves it whole, so that the work may end anywhere and
 * begin again. What readers hold on to stays where that is possible:
 *
 * - An item keeps its ETag, its time, its LSN and with it its place in the change feed. It keeps its address, too,
 *   unless the EPK is taken: keys that were told apart by their 101st byte are one logical partition now.
 * - Of two items of such keys with one id, or with the same unique values, one must go. The second is set aside.
 * - The version log tells of addresses and EPKs that are gone. It counts as trimmed.
 */
import type { KeyValueStore } from "../kv/key-value-store.js";
import type { PartitionContext } from "./partition-space.js";
export interface RehashObserver {
    /** So many more items have been moved. */
    moved(items: number): void;
    /** Keeps items that are about to be removed, durably when it resolves. After a crash they may come again. */
    setAside(items: readonly Buffer[]): Promise<void>;
}
export declare function rehashPartition(kv: KeyValueStore, space: number, context: PartitionContext, observer: RehashObserver): Promise<void>;
