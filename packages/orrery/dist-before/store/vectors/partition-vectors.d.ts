/**
 * The vector indexes of one partition: which sets of cells there are, for writers and readers. A set never changes. The
 * one that was made last is current: vectors that are written are put into its cells, and those of others are moved
 * there. From the commit on that makes a set current, no commit puts anything into another.
 */
import type { KeyValueStore, Reader, Transaction } from "../../kv/key-value-store.js";
import type { ItemCache } from "../item-cache.js";
import type { VectorIndex } from "./vector-index.js";
import { type SetHeader, type VectorPlace } from "./vector-rows.js";
import { type VectorSet } from "./vector-set.js";
export declare class PartitionVectors {
    #private;
    constructor(kv: KeyValueStore, space: number, cache: ItemCache);
    /** As of the last change of sets. */
    headers(index: VectorIndex): Promise<readonly SetHeader[]>;
    /** A transaction changes the sets to these. */
    change(transaction: Transaction, { path }: VectorIndex, headers: readonly SetHeader[]): void;
    set(reader: Reader, index: VectorIndex, header: SetHeader): Promise<VectorSet>;
    /** Where a vector belongs. */
    placeOf(index: VectorIndex, vector: ArrayLike<number>): Promise<VectorPlace>;
    /** Counting vectors takes a while: it is done again only when there are many more items. */
    mayHaveGrown({ path }: VectorIndex, items: number): boolean;
    /** The vectors were counted when there were so many items. */
    noteCount({ path }: VectorIndex, items: number): void;
    /** Whether a commit may put a vector there. */
    isOpen({ path }: VectorIndex, { set }: VectorPlace): boolean;
}
