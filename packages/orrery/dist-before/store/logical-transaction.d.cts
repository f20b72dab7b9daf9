import type { Transaction } from "../kv/key-value-store.cjs";
import type { JsonObject } from "../value/json.cjs";
import type { WriteWork } from "./derived-keys.cjs";
import { StoredItem } from "./item-record.cjs";
import { type Ref } from "./key-layout.cjs";
import { type TotalsDelta } from "./logical-record.cjs";
import { PartitionRows } from "./partition-rows.cjs";
import type { PartitionSpace } from "./partition-space.cjs";
import type { VectorIndex } from "./vectors/vector-index.cjs";
interface WriteOptions {
    /** Whether the item gets index entries (`x-ms-indexing-directive`); absent: as the policy says. */
    readonly indexed?: boolean | undefined;
}
/** Whoever changes what is there already: a partition, or those that hold its data by now. */
export interface LogicalWriter {
    /** As `PartitionStore.transact`, for work that adds no item: only a first item needs the key value. */
    transactExisting<T>(epk: Buffer, work: (transaction: LogicalTransaction) => Promise<T>): Promise<T>;
}
export declare class LogicalTransaction {
    #private;
    readonly epk: Buffer;
    constructor(space: PartitionSpace, kv: Transaction, epk: Buffer, key: string | undefined);
    /** Where it writes: the partition may have been split or merged since its writer looked it up. */
    get space(): number;
    get work(): WriteWork;
    /** What the partition's totals change by. */
    get delta(): TotalsDelta;
    read(id: string): StoredItem | undefined | Promise<StoredItem | undefined>;
    /** An item of this logical partition by its address, as it was committed. */
    readByRef(ref: Ref): Promise<StoredItem | undefined>;
    /** The rows of this logical partition, with what this transaction has written. */
    rows(): Promise<PartitionRows>;
    /** Requires that no item has this id. */
    create(id: string, document: JsonObject, options?: WriteOptions): StoredItem | Promise<StoredItem>;
    /** Puts `document` in the place of `existing`; its id may differ, its partition key may not. */
    replace(existing: StoredItem, document: JsonObject, options?: WriteOptions): Promise<StoredItem>;
    /** Parses a large item in pieces, before its document is asked for. */
    parse(item: StoredItem): Promise<void> | undefined;
    /** `expired`: because its time to live has passed. */
    delete(existing: StoredItem, { expired }?: {
        expired?: boolean | undefined;
    }): Promise<void>;
    /** Deletes an item of this logical partition if its time to live has passed; returns whether it had. */
    deleteIfExpired(ref: Ref): Promise<boolean>;
    /**
     * Deletes the logical partition whole: from the commit on no reader sees its items, and later writes begin a new
     * one. `eraseDropped` removes the items. Must be the only write. Returns how many items there were.
     */
    drop(): Promise<number>;
    /**
     * Removes some items of a dropped partition with this key; returns how many. When there is none left, the mark goes
     * with this transaction.
     */
    eraseDropped(number: number, itemsMax: number): Promise<number>;
    /** Gives an item the index entries of the current policy. That is no change: its LSN and ETag stay. */
    reindex(ref: Ref): Promise<void>;
    /** Puts the vectors of items into the cells where they belong now. That is no change either. */
    moveVectors(index: VectorIndex, refs: readonly Ref[]): Promise<void>;
    /** Called by the store when the work is done. */
    finish(): Promise<void> | undefined;
}
export {};
