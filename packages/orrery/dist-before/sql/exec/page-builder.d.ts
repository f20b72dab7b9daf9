/** The rows of one page, and when it is full: by count, or by bytes as soon as one more row would not fit. */
import type { ResultRow } from "./result-row.js";
export interface PageLimits {
    /** At most this many rows; absent: as many as fit. */
    readonly maxItems?: number;
    /** At most this many bytes, but always one row. */
    readonly maxBytes?: number;
    /** On the clock's scale. A page that is late ends after the row at hand, perhaps without any row. */
    readonly deadlineMs?: number;
}
/** The service's page. */
export declare const PAGE_BYTES_MAX: number;
export declare class PageBuilder {
    #private;
    readonly rows: ResultRow[];
    readonly itemsMax: number;
    constructor(limits: PageLimits);
    /** False, and nothing added, when the row belongs on the next page. */
    add(row: ResultRow): boolean;
    clear(): void;
    get isFull(): boolean;
    get bytes(): number;
}
