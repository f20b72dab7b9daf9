/** One row of an answer. An item that is answered as it is stored is its own row: nobody parses or prints it. */
import type { Json } from "../../value/json.cjs";
export interface ResultRow {
    value(): Json;
    /** JSON text in UTF-8. */
    bytes(): Buffer;
    /** Length of `bytes()`. */
    readonly size: number;
}
export declare class ValueRow implements ResultRow {
    #private;
    constructor(value: Json);
    value(): Json;
    bytes(): Buffer;
    get size(): number;
}
