/**
 * What a query did, counted so that the total is the same however its rows are cut into pages: a candidate is
 * counted when the query is done with it, a partition when the query first comes to it, and work that a later page
 * has to repeat (a sort, a grouping) only on the first.
 */
export interface QueryWork {
    /** Physical partitions that were visited for the first time. */
    partitionsVisited: number;
    /** Index ranges that were opened for the first time. */
    indexLookups: number;
    indexEntries: number;
    itemsLoaded: number;
    /** Of these, those of which the filter let a row through. It is told, not charged. */
    itemsMatched: number;
    bytesLoaded: number;
    /** Combinations that JOINs made before the filter. */
    tuples: number;
    /** Calls of user-defined functions. */
    functionCalls: number;
    rowsOut: number;
    bytesOut: number;
}
export declare function noWork(): QueryWork;
export declare function addWork(sum: QueryWork, more: QueryWork): void;
/** Milliseconds on the injected clock. */
export interface QueryTimes {
    totalMs: number;
    compileMs: number;
    planMs: number;
    indexLookupMs: number;
    itemLoadMs: number;
    writeMs: number;
    userFunctionMs: number;
}
export declare function noTimes(): QueryTimes;
export declare function addTimes(sum: QueryTimes, more: QueryTimes): void;
