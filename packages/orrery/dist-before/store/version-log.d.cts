/**
 * The version log: every create, replace and delete of a partition with the item before and after, in commit order,
 * for the change feed of all versions. It is written only while the container keeps versions, in the transaction of
 * the write itself, and trimmed from its beginning when the retention has passed. The partition's summary says after
 * which LSN it is complete.
 */
import type { Reader } from "../kv/key-value-store.cjs";
import type { StoredItem } from "./item-record.cjs";
import { type Ref } from "./key-layout.cjs";
import type { PartitionSpace } from "./partition-space.cjs";
type VersionOperation = "create" | "replace" | "delete";
/** A version before it is committed. */
export interface NewVersion {
    readonly operation: VersionOperation;
    readonly current?: StoredItem;
    readonly previous?: StoredItem;
    /** Deleted because its time to live had passed. */
    readonly expired: boolean;
}
export interface ItemVersion {
    readonly operation: VersionOperation;
    readonly expired: boolean;
    readonly lsn: number;
    /** Seconds since 1970. */
    readonly committedAt: number;
    /** 0 when there was no item before. */
    readonly previousLsn: number;
    readonly ref: Ref;
    readonly epk: Buffer;
    /** JSON; absent after a delete. */
    readonly current?: Buffer;
    /** JSON; absent before a create. */
    readonly previous?: Buffer;
}
export declare function encodeVersion(version: NewVersion, lsn: number, committedAt: number): Buffer;
export declare function decodeVersion(key: Buffer, value: Buffer): ItemVersion;
export interface VersionRequest {
    readonly afterLsn: number;
    readonly itemsMax: number;
    readonly bytesMax: number;
    /** To look at, reported or not; a large one counts as several. */
    readonly entriesMax: number;
    accepts(version: ItemVersion): boolean;
}
export interface Versions {
    readonly versions: readonly ItemVersion[];
    /** Everything up to here has been read. */
    readonly lsn: number;
    /** Whether the log goes on after it. */
    readonly hasMore: boolean;
    /** Entries that were looked at, those of the versions included. */
    readonly entries: number;
    /** When the first version after `afterLsn` was committed, in scope or not; absent: there is none. */
    readonly oldestAt?: number;
}
/** Undefined when versions after `afterLsn` are not kept any more, or never were. */
export declare function readVersions(reader: Reader, space: number, request: VersionRequest): Promise<Versions | undefined>;
/** Removes versions that were committed before a time; returns how many. */
export declare function trimVersions(partition: {
    maintain(work: () => Promise<void>): Promise<boolean>;
}, own: PartitionSpace, beforeSeconds: number): Promise<number>;
export {};
