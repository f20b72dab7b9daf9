/**
 * One physical partition on one key space.
 *
 * - Everything derived from an item (id, index, unique keys, change log, totals) is written in the transaction
 *   that writes the item; `checkPartition` proves that they agree.
 * - All writes of one logical partition take turns; others run beside them.
 * - The LSN grows by one with every transaction that wrote something, in commit order.
 * - A partition that was split or merged passes on what still comes to it: writers and point reads that looked it
 *   up before the change reach its successors.
 */
import type { EpkRange } from "@orrerydb/keys/hash";
import type { KeyValueStore, Transaction } from "../kv/key-value-store.cjs";
import { type ChangeRequest, type Changes } from "./change-log.cjs";
import { type CheckReport } from "./check-partition.cjs";
import type { ItemProgress } from "./item-progress.cjs";
import type { StoredItem } from "./item-record.cjs";
import type { Ref } from "./key-layout.cjs";
import { type LogicalPartition } from "./logical-partitions.cjs";
import type { PartitionSummary, TotalsDelta } from "./logical-record.cjs";
import { LogicalTransaction } from "./logical-transaction.cjs";
import { Moment } from "./moment.cjs";
import { PartitionRows } from "./partition-rows.cjs";
import { type PartitionContext } from "./partition-space.cjs";
import { type RecordedWrite } from "./recorded-transaction.cjs";
import { type VersionRequest, type Versions } from "./version-log.cjs";
/** Follows every transaction of a partition while it is copied. */
export interface WriteMirror {
    /** The last thing before a commit, in commit order: may write the same elsewhere, in the same transaction. */
    write(kv: Transaction, epk: Buffer, writes: readonly RecordedWrite[], delta: TotalsDelta): void;
    /** A commit that was mirrored has failed. */
    spoil(): void;
}
/** Whoever takes over a partition's data: in order of their ranges, each with its end. */
type Successors = readonly {
    readonly max: Buffer;
    readonly store: PartitionStore;
}[];
export declare class PartitionStore {
    #private;
    private constructor();
    static open(kv: KeyValueStore, space: number, context: PartitionContext): Promise<PartitionStore>;
    /** The number of its key space. */
    get space(): number;
    /** As of the last commit. A later one makes a new object. */
    get summary(): PartitionSummary;
    /** A hot item without waiting, or undefined when the cache does not have it. */
    cached(epk: Buffer, id: string): StoredItem | undefined;
    get(epk: Buffer, id: string): Promise<StoredItem | undefined>;
    getByRef(ref: Ref): Promise<StoredItem | undefined>;
    /** The rows of the logical partitions in some ranges, none overlapping another; without ranges, all rows. */
    rows(ranges: readonly EpkRange[] | undefined, moment?: Moment): Promise<PartitionRows>;
    /** All that have items, in EPK order, some at a time. */
    logicalPartitions(): AsyncIterable<readonly LogicalPartition[]>;
    /** The latest version of what changed after an LSN, of the logical partitions in a range, and is there now. */
    changes({ range, accepts, ...request }: Omit<ChangeRequest, "logicalNumbers"> & {
        readonly range?: EpkRange;
    }, moment?: Moment): Promise<Changes>;
    /** Undefined when versions after `afterLsn` are not kept any more, or never were. */
    versions(request: VersionRequest, moment?: Moment): Promise<Versions | undefined>;
    /**
     * Runs `work` on one logical partition: it reads committed state and its own writes, commits whole or not at
     * all, and nobody else writes there meanwhile. `key` is the key value as the protocol's JSON array.
     */
    transact<T>(epk: Buffer, key: string, work: (transaction: LogicalTransaction) => Promise<T> | T): Promise<T>;
    /** For work in the background that adds no item, and need not know the key value: it waits as long as it takes. */
    transactExisting<T>(epk: Buffer, work: (transaction: LogicalTransaction) => Promise<T> | T): Promise<T>;
    /** Runs `work` alone among all scripts of a logical partition, before it transacts. */
    inScriptTurn<T>(epk: Buffer, key: string, work: () => Promise<T>): Promise<T>;
    /** Runs `work` that concerns no logical partition, unless others hold the data by now. */
    maintain(work: () => Promise<void>): Promise<boolean>;
    /** Looks at about `itemsMax` items that may have expired, and removes those that have; returns how many. */
    removeExpired(itemsMax: number): Promise<number>;
    /** Removes what is left of logical partitions that were deleted whole; less than `itemsMax`: none is left. */
    removeDropped(itemsMax: number): Promise<number>;
    /** Removes versions that were committed before a time; returns how many. */
    trimVersions(beforeSeconds: number): Promise<number>;
    /** How many logical partitions were deleted whole: with items to remove, and without but not forgotten yet. */
    get droppedPartitions(): {
        readonly pending: number;
        readonly remembered: number;
    };
    /** Gives all items the index entries of the current policy; returns whether it came to the end. */
    reindex(progress: ItemProgress): Promise<boolean>;
    /** Whether the cells of vector indexes are out of proportion to what is in them. */
    vectorsNeedTending(): Promise<boolean>;
    /** Requires that the partition is not copied meanwhile. */
    tendVectors(isStopped: () => boolean): Promise<void>;
    check(moment: Moment): Promise<CheckReport>;
    /** The context is notified past this size; Infinity disables it. */
    watchSize(bytesMax: number): void;
    /** Larger than it is watched for. */
    get isTooLarge(): boolean;
    /** Keeps writers out; resolves when none is inside, with what lets them in again. Only one may hold them. */
    keepWritersOut(): Promise<() => void>;
    /** Writers that wait and writers that come fail from now on. Resolves when the last one has left. */
    shutForGood(failure: () => Error): Promise<void>;
    /** Sends every write to a mirror from now on, or to nobody any more. Requires that writers are kept out. */
    mirrorTo(mirror: WriteMirror | undefined): void;
    get isMirrored(): boolean;
    /** From now on others hold the data. Requires that writers are kept out. */
    passOnTo(successors: Successors): void;
}
export {};
