/**
 * Everything durable, on one key-value store: the store's front door. Whoever starts the program chooses the
 * implementation; from here on nobody knows which it is.
 */
import type { KeyValueStore } from "../kv/key-value-store.js";
import { CatalogStore } from "./catalog-store.js";
import { type Ref } from "./key-layout.js";
import { LogicalNumbers } from "./logical-numbers.js";
import { type PartitionSummary } from "./logical-record.js";
import { Moment } from "./moment.js";
import { type CopyTarget, PartitionCopy } from "./partition-copy.js";
import type { PartitionContext } from "./partition-space.js";
import { PartitionStore } from "./partition-store.js";
import { type RehashObserver } from "./rehash-partition.js";
import { type RestoredTotals, type RestoreSource } from "./restore-partition.js";
export declare class Storage {
    #private;
    readonly catalog: CatalogStore;
    constructor(kv: KeyValueStore);
    /** Fails if the data has a format that this version cannot read. */
    checkFormat(): Promise<void>;
    /** Whether there is nothing for `bringUpToDate` to do. */
    isUpToDate(): Promise<boolean>;
    /** Whether items may lie where the hash of their keys is not, until `bringUpToDate`. */
    needsRehash(): Promise<boolean>;
    /** Makes the data this version's. Runs `rehash`, which must call `rehashPartition` on all that need it, if need be. */
    bringUpToDate(rehash: () => Promise<void>): Promise<void>;
    /** Moves the items of a partition to where the hashes of their keys are. Requires that nobody has it open. */
    rehashPartition(space: number, context: PartitionContext, observer: RehashObserver): Promise<void>;
    /** Fills an empty partition, which nobody has open. */
    restorePartition(space: number, context: PartitionContext, source: RestoreSource): Promise<RestoredTotals>;
    hasItem(space: number, ref: Ref): Promise<boolean>;
    /** Of a partition that another process may have open: as it is stored now. */
    summaryOf(space: number): Promise<PartitionSummary>;
    /** A partition as it is on the store. */
    openPartition(space: number, context: PartitionContext): Promise<PartitionStore>;
    /** A partition that another process may have open, as it is at a moment, to be read; `failure` is what writers are told. */
    partitionAt(moment: Moment, space: number, context: PartitionContext, failure: () => Error): Promise<PartitionStore>;
    /** Of the catalogue, at a moment. */
    catalogVersionAt(moment: Moment): Promise<number>;
    /** The numbers of a container's logical partitions. */
    logicalNumbers(containerRid: string): LogicalNumbers;
    /** This moment; to be closed. */
    moment(): Moment;
    /** Begins to copy partitions into new spaces. */
    copy(sources: readonly PartitionStore[], targets: readonly CopyTarget[]): Promise<PartitionCopy>;
    close(): Promise<void>;
}
