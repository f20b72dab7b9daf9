/**
 * What a page leaves behind for those after it, so that these need not compute it again: the rows that are still to be
 * answered, or the values that DISTINCT has answered. A token names what was kept, and says without it where the query
 * goes on: whatever is gone, too large, or not of this server any more is computed again.
 */
import type { Json } from "../../value/json.js";
import type { ResultRow } from "./result-row.js";
export interface KeptResults {
    find(id: string): KeptResult | undefined;
    /** Returns the id; with one, what is kept under it has grown. */
    keep(result: KeptResult, id?: string): string;
}
export type KeptResult = KeptRows | SeenValues;
/** Larger results are not kept. */
export declare const KEPT_RESULT_BYTES_MAX: number;
/** A row of which only the bytes are kept. */
declare class PrintedRow implements ResultRow {
    #private;
    readonly key: string | undefined;
    constructor(bytes: Buffer, key: string | undefined);
    value(): Json;
    bytes(): Buffer;
    get size(): number;
}
/** The rows after a page, each with its key where they come in the order of keys. */
export declare class KeptRows {
    #private;
    readonly kind = "rows";
    readonly rows: PrintedRow[];
    get bytes(): number;
    /** False: there are too many. */
    add(row: ResultRow, key: string | undefined): boolean;
    clear(): void;
}
/** The identities of the values that DISTINCT has answered, numbered as they came: each page knows those before it. */
export declare class SeenValues {
    #private;
    readonly kind = "seen";
    get bytes(): number;
    get count(): number;
    isAmongFirst(count: number, identity: string): boolean;
    /**
     * Adds what a page that began after the first `count` values has answered. False: another page that began there has
     * answered something else, or there are too many.
     */
    extend(count: number, identities: Iterable<string>): boolean;
}
export {};
