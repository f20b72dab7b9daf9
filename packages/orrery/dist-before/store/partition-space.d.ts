/**
 * The key space of one physical partition, with what is known of it in memory: its summary, the logical partitions
 * that were deleted whole, the items of it in the cache. For this folder alone: others use `PartitionStore`.
 */
import type { KeyValueStore, Reader, Transaction } from "../kv/key-value-store.js";
import type { Scheduler } from "../schedule/scheduler.js";
import { DroppedPartitions } from "./dropped-partitions.js";
import type { Etags } from "./etags.js";
import type { IndexGenerations } from "./index-generations.js";
import { type ItemCache } from "./item-cache.js";
import { StoredItem } from "./item-record.js";
import { type Ref } from "./key-layout.js";
import type { Lifetimes } from "./lifetimes.js";
import type { LogicalNumbers } from "./logical-numbers.js";
import { type LogicalRecord, type PartitionSummary, type TotalsDelta } from "./logical-record.js";
import type { Visibility } from "./row-scope.js";
import type { ContainerIdentity } from "./system-properties.js";
import type { UniqueKeys } from "./unique-keys.js";
import { PartitionVectors } from "./vectors/partition-vectors.js";
/** What the partitions of one container have in common. */
export interface PartitionContext {
    readonly scheduler: Scheduler;
    readonly cache: ItemCache;
    readonly container: ContainerIdentity;
    readonly indexes: IndexGenerations;
    readonly uniqueKeys: UniqueKeys;
    readonly lifetimes: Lifetimes;
    readonly etags: Etags;
    readonly logicalNumbers: LogicalNumbers;
    /** Of a key value as the protocol's JSON array. */
    epkOf(key: string): Buffer;
    /** How large a logical partition may grow. */
    readonly logicalBytesMax: number;
    /** Seconds since 1970. */
    nowSeconds(): number;
    /** Called after a commit that left a partition larger than it is watched for. */
    grewTooLarge(space: number): void;
}
export declare class PartitionSpace {
    #private;
    readonly kv: KeyValueStore;
    readonly space: number;
    readonly context: PartitionContext;
    readonly dropped: DroppedPartitions;
    readonly vectors: PartitionVectors;
    private constructor();
    static open(kv: KeyValueStore, space: number, context: PartitionContext): Promise<PartitionSpace>;
    /** The only totals and LSN that anybody may see. */
    get summary(): PartitionSummary;
    /** A hot item without waiting, or undefined when the cache does not have it. */
    cached(epk: Buffer, id: string): StoredItem | undefined;
    get(epk: Buffer, id: string): Promise<StoredItem | undefined>;
    /** Nobody writes here any more: readers that are still under way may know less than others do. */
    leave(): void;
    getByRef(ref: Ref): Promise<StoredItem | undefined>;
    readItem(reader: Reader, epk: Buffer, id: string): Promise<StoredItem | undefined>;
    /** For a writer of the logical partition. Without waiting, if the cache has it. */
    logicalPartition(epk: Buffer, transaction: Transaction): LogicalRecord | Promise<LogicalRecord | undefined>;
    isLive(item: StoredItem): boolean;
    /** Which of the stored items are there for readers. */
    visibility(): Visibility;
    /** Counts a transaction immediately before its commit; returns its LSN. */
    advance(transaction: Transaction, delta: TotalsDelta, keepsVersions: boolean): number;
    /** Immediately before a commit that makes index rows and changes no item: it has no LSN. */
    recount(transaction: Transaction, delta: TotalsDelta): void;
    /** Immediately before the commit that takes versions up to this LSN out of their log. */
    trimmed(transaction: Transaction, lsn: number): void;
    /** Items may differ from what a reader found that began before. */
    noteCommit(): void;
    /** The context is notified past this size. */
    watchSize(bytesMax: number): void;
    get isTooLarge(): boolean;
    /** False: the version log is known to be empty. */
    get mayHaveVersions(): boolean;
    noteVersions(mayExist: boolean): void;
    /** Of an item, or without an id of the logical partition. */
    cacheKey(epk: Buffer, id?: string): string;
    /** The lock under which the writes of a logical partition take turns. */
    lockOf(epk: Buffer): string;
}
