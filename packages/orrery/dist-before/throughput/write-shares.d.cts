/** Below it, nothing is said of a minute. */
export declare const WRITES_MIN = 100;
/** Nor of writes that began later: files are often sorted by their key. */
export declare const LASTING_MS = 10000;
export interface UnevenWrites {
    readonly rangeId: string;
    /** Of the writes of the last minute. */
    readonly share: number;
    readonly writes: number;
}
export declare class WriteShares {
    #private;
    add(nowMs: number, rangeId: string): void;
    /** The partition that had nearly all of them, if there is one beside others. */
    uneven(nowMs: number, partitions: number): UnevenWrites | undefined;
}
