/**
 * Compares reads of the live container with the same reads of the other one, while the application goes on: what they
 * find, and what they cost. An answer that differs is asked for again, on both sides, until what was written meanwhile
 * has been brought over.
 */
export interface ReadAnswer {
    readonly rows: readonly unknown[];
    readonly charge: number;
}
export interface MirroredKind {
    /** `read`, or the text of the query. */
    readonly name: string;
    readonly reads: number;
    readonly differing: number;
    /** On average, of the container that is live and of the other. */
    readonly liveRu: number;
    readonly otherRu: number;
}
export interface MirrorReport {
    readonly reads: number;
    /** Answers that still differed after a while. */
    readonly differing: number;
    /** Of these, the first ten. */
    readonly examples: readonly string[];
    /** Reads that the other container could not answer. */
    readonly failed: number;
    /** Those that cost most first. */
    readonly kinds: readonly MirroredKind[];
}
export interface MirroredRead {
    readonly name: string;
    /** Which one it is, for whoever looks into a difference. */
    readonly about: string;
    /** A query with TOP or LIMIT and no order may find others: then only their number is compared. */
    readonly isAnyOf?: boolean;
    askLive(): Promise<ReadAnswer>;
    askOther(): Promise<ReadAnswer>;
}
export declare class ReadMirror {
    #private;
    spentRu: number;
    /** `compared`: what of a row is the same on both sides. `catchUp`: brings over what was written, or waits for it. */
    constructor(compared: (row: unknown) => unknown, catchUp: (round: number) => Promise<unknown>);
    compare(read: MirroredRead): Promise<void>;
    get reads(): number;
    report(): MirrorReport;
}
