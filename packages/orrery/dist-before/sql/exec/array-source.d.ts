import type { JsonObject } from "../../value/json.js";
import type { IndexEntry, IndexScan, ItemName, ItemRef, ItemRow, RowSource } from "../../value/row-source.js";
import { ArrayTexts } from "./texts/array-texts.js";
interface ArraySourceOptions {
    /** In ascending order, one for each object; absent: their numbers. */
    readonly refs?: readonly ItemRef[];
    /** Rows and entries in each chunk. */
    readonly chunkRows?: number;
    /** How many entries an index is said to have for each object, as if others were out of scope; absent: one. */
    readonly entriesPerItem?: number;
    /** Whether objects that lack a path have an entry for it. */
    readonly isExplicit?: (path: string) => boolean;
    /** Texts with more terms are not held by full-text indexes. */
    readonly textTermsMax?: number;
    /** An object as its index entries show it; absent: as it is. */
    readonly indexedAs?: (object: JsonObject) => JsonObject;
    /** By which objects are found; absent: they have none. */
    readonly nameOf?: (object: JsonObject) => ItemName;
}
export declare class ArraySource implements RowSource {
    #private;
    readonly texts: ArrayTexts;
    constructor(objects: readonly JsonObject[], options?: ArraySourceOptions);
    itemCount(): number;
    itemBytes(): number;
    indexedItemCount(): number;
    exactCount(): Promise<number>;
    items(options: {
        readonly after?: ItemRef;
        readonly reverse?: boolean;
    }): AsyncGenerator<ItemRow[]>;
    refs(options: {
        readonly after?: ItemRef;
    }): AsyncGenerator<ItemRef[]>;
    lacking(path: string, options: {
        readonly after?: ItemRef;
        readonly reverse?: boolean;
    }): AsyncGenerator<ItemRow[]>;
    load(refs: readonly ItemRef[]): Promise<readonly ItemRow[]>;
    find(names: readonly ItemName[]): Promise<readonly ItemRef[]>;
    index(scan: IndexScan): AsyncGenerator<IndexEntry[]>;
    count(scan: IndexScan): Promise<number>;
    estimate(scans: readonly IndexScan[], max: number): Promise<number>;
}
export {};
