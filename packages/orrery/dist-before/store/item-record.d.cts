/**
 * An item as it is kept: a fixed header, the effective partition key, and the JSON text that a point read
 * answers, system properties included, so that reading copies bytes and parses nothing.
 * On disk: do not change.
 */
import type { JsonObject } from "../value/json.cjs";
import type { Ref } from "./key-layout.cjs";
interface ItemFields {
    readonly epk: Uint8Array;
    /** Seconds since 1970. */
    readonly timestamp: number;
    /** The item's own `ttl`: 0 when it has none. */
    readonly ttl: number;
    readonly etag: Buffer;
    /** Whether the client wants index entries; undefined where it left that to the policy. */
    readonly indexed: boolean | undefined;
    /** Which generation of the indexing policy made its entries. */
    readonly generation: number;
    /** The whole item as it will be answered. Nobody may change it afterwards. */
    readonly document: JsonObject | undefined;
}
export declare class StoredItem {
    #private;
    readonly record: Buffer;
    private constructor();
    /** From the store. Without a ref, the item's own resource id tells it. Of a damaged record nothing is believed. */
    static decode(ref: Ref | undefined, record: Buffer): StoredItem;
    /** `json`: the document in JSON, which may then be absent. */
    static encode(ref: Ref, fields: ItemFields, json?: string): StoredItem;
    /** The same item without the document that it was made from or that was parsed since. */
    withoutDocument(): StoredItem;
    /** The same, in a buffer of its own, which keeps no other bytes alive. */
    alone(): StoredItem;
    /** Known only at the commit, and written into the record then. */
    placeInLog(lsn: number, place: number): void;
    /** The same item, indexed by another generation of the policy. */
    withGeneration(generation: number): StoredItem;
    /** The same item at another place: `document` says its address there. */
    movedTo(ref: Ref, epk: Uint8Array, document: JsonObject): StoredItem;
    get ref(): Ref;
    get lsn(): number;
    get place(): number;
    get timestamp(): number;
    get ttl(): number;
    /** Whether the client wants index entries; undefined where it left that to the policy. */
    get indexed(): boolean | undefined;
    get generation(): number;
    get etag(): string;
    get epk(): Buffer;
    /** The item as a point read answers it. */
    get json(): Buffer;
    get size(): number;
    get document(): JsonObject;
    /** Parses the document of a large item, so that it is there when it is asked for. */
    parse(): Generator<void, void>;
    get id(): string;
}
/** A record whose entry in the change log has another place among those of its LSN. */
export declare function withPlaceInLog(record: Uint8Array, place: number): Buffer;
export {};
