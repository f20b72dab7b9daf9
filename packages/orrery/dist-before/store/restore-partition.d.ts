/**
 * Fills an empty partition with items that were saved from elsewhere: each keeps its address, content, ETag, time, LSN
 * and place in the change feed, and everything that follows from items is made anew. Versions before are not kept.
 */
import type { KeyValueStore } from "../kv/key-value-store.js";
import type { StoredItem } from "./item-record.js";
import { type PartitionContext } from "./partition-space.js";
export interface RestoreSource {
    /** In the order of their addresses. */
    readonly items: AsyncIterable<StoredItem>;
    /** At least; as far as the partition is known to have come. */
    readonly lsn: number;
    /** The key value of an item, as the protocol's JSON array. */
    keyOf(item: StoredItem): string;
    /** An item cannot be there beside another: both have one id, unique value or place in the log. */
    refused(item: StoredItem): void;
}
export interface RestoredTotals {
    readonly items: number;
    /** The highest number of a logical partition; -1 without any. */
    readonly numberMax: number;
}
export declare function restorePartition(kv: KeyValueStore, space: number, context: PartitionContext, source: RestoreSource): Promise<RestoredTotals>;
