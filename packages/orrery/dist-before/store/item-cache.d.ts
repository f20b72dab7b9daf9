import { StoredItem } from "./item-record.js";
import type { LogicalRecord } from "./logical-record.js";
import { VectorSet } from "./vectors/vector-set.js";
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
