/**
 * Everything that is written beside an item because of what is in it: its id entry, unique keys, index entries and
 * expiry. Takes them from one version of the item to the next, in its transaction. Requires that no other item holds
 * the id or the unique values of the next.
 */
import type { Transaction } from "../kv/key-value-store.cjs";
import type { StoredItem } from "./item-record.cjs";
import type { PartitionContext } from "./partition-space.cjs";
/** What a write did to the index, for its charge. */
export interface WriteWork {
    termsAdded: number;
    termsRemoved: number;
}
export declare class DerivedKeys {
    #private;
    readonly work: WriteWork;
    constructor(kv: Transaction, space: number, context: Pick<PartitionContext, "indexes" | "uniqueKeys">);
    /** Keys that hold the address of one item and may hold no other's. */
    pointersOf(item: StoredItem): Buffer[];
    /** From `before` to `after`, which are versions of one item; one of them may be absent. In pieces. */
    change(before: StoredItem | undefined, after: StoredItem | undefined): Generator<void, void>;
    /** The index entries alone. Those that stay are not written again. */
    changeEntries(before: StoredItem | undefined, after: StoredItem | undefined): Generator<void, void>;
}
export declare function expiryOf(item: StoredItem): Buffer;
