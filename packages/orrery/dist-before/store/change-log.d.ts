/**
 * The change log: one entry for each item, at the LSN of its last write. Items that one transaction wrote share
 * an LSN and are read together.
 */
import type { Reader } from "../kv/key-value-store.js";
import { StoredItem } from "./item-record.js";
export interface ChangeRequest {
    readonly afterLsn: number;
    readonly itemsMax: number;
    readonly bytesMax: number;
    /** To look at, answered or not; a large one counts as several. */
    readonly entriesMax: number;
    /** Only these logical partitions; absent: all. */
    readonly logicalNumbers?: ReadonlySet<number>;
    accepts(item: StoredItem): boolean;
}
export interface Changes {
    readonly items: readonly StoredItem[];
    /** Everything up to here has been read. */
    readonly lsn: number;
    /** Whether the log goes on after it. */
    readonly hasMore: boolean;
    /** Entries that were looked at, those of the items included. */
    readonly entries: number;
}
/** How many entries more than one a large one counts as: it takes as long to look at. */
export declare function largeEntries(bytes: number): number;
export declare function readChanges(reader: Reader, space: number, request: ChangeRequest): Promise<Changes>;
