import { StoredItem } from "./item-record.cjs";
import type { LogicalRecord } from "./logical-record.cjs";
import { VectorSet } from "./vectors/vector-set.cjs";
type CacheEntry = StoredItem | LogicalRecord | VectorSet;
export declare class ItemCache {
    #private;
    constructor(bytesMax: number);
    item(key: string): StoredItem | undefined;
    logical(key: string): LogicalRecord | undefined;
    vectorSet(key: string): VectorSet | undefined;
    set(key: string, entry: CacheEntry): void;
    delete(key: string): void;
    /** Nobody will ask for anything in this space again. */
    deleteSpace(space: number): void;
    /** How many. */
    get size(): number;
}
/** How the keys of what is in a space begin. */
export declare function cachePrefix(space: number): string;
export {};
