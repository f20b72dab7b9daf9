/**
 * What the catalogue keeps in space 0: its resources, and which spaces partitions may take and which are to be
 * emptied. Knows nothing of what resources mean.
 */
import type { KeyValueStore, Reader, Transaction } from "../kv/key-value-store.js";
import type { Json } from "../value/json.js";
import { type NamedSpaces } from "./first-lsn.js";
interface StoredCatalog {
    /** As of before the rest was read. */
    readonly version: number;
    /** In the order of their sequence numbers, which is that of their creation. */
    readonly resources: readonly {
        readonly sequence: number;
        readonly resource: Json;
    }[];
}
/** A space that is to be emptied, or is being filled. */
interface DroppedSpace {
    readonly space: number;
    /** Of the process that marked it. */
    readonly mark: string;
}
/** Its spaces are emptied later. */
export interface RemovedContainer extends NamedSpaces {
    readonly rid: string;
}
/** The writes of one change; of use only inside `CatalogStore.change`. */
declare class CatalogWrites {
    #private;
    constructor(transaction: Transaction, mark: string);
    /** Tells other processes that what they know of the catalogue is old. */
    version(version: number): void;
    put(sequence: number, resource: Json): void;
    remove(sequence: number): void;
    /** Forgets a container's numbers of logical partitions, and remembers how far its partitions came. */
    removeContainer(container: RemovedContainer): Promise<void>;
    /** Of a new container. */
    beginPartitions(container: NamedSpaces): Promise<void>;
    raiseFirstLsn(container: NamedSpaces): Promise<void>;
    /** Marks a space as one to be emptied, also after a crash. */
    dropSpace(space: number): void;
    /** Takes the mark away: of a space that was taken provisionally and is needed for good. */
    adoptSpace(space: number): void;
    afterCommit(notice: () => void): void;
}
export declare class CatalogStore {
    #private;
    /** On spaces that this process empties or fills; empty where it is alone. */
    mark: string;
    constructor(kv: KeyValueStore);
    load(): Promise<StoredCatalog>;
    /** Grows with every change, where several processes share the store. */
    version(reader?: Reader): Promise<number>;
    droppedSpaces(): Promise<DroppedSpace[]>;
    /** Changes take turns; each is written whole or not at all. */
    change<T>(work: (writes: CatalogWrites) => Promise<T> | T): Promise<T>;
    /**
     * Spaces that were never used, and are from now on; provisional ones are emptied by the next start, unless a change
     * adopts them before.
     */
    takeSpaces(count: number, provisional: boolean): Promise<readonly number[]>;
    /** Empties a space that was dropped, then takes its mark away. */
    emptySpace(space: number): Promise<void>;
}
export {};
