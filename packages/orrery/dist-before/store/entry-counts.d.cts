export declare class EntryCounts {
    #private;
    /** `lsn`: of the last commit. */
    constructor(lsn: () => number);
    /** The number of entries, `max` at most; undefined: they have to be counted. */
    get(part: string, max: number): number | undefined;
    /** `entries` as counted up to `max`. */
    set(part: string, entries: number, max: number): void;
}
