/** Keeps what is spent at most so high on average, and counts it. */
export declare class ThroughputShare {
    #private;
    spent: number;
    constructor(ruPerSecond: number, now: () => number, wait: (ms: number) => Promise<void>);
    /** After work that cost so much: waits until its share of time is over. */
    spend(charge: number): Promise<void>;
}
