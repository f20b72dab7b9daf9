export interface QueryWords {
    readonly keywords: readonly string[];
    /** As they are usually written; their case does not matter. */
    readonly functions: readonly string[];
}
export declare function queryWords(): QueryWords;
