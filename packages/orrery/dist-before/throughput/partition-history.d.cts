/**
 * What happened on one physical partition: every second of the last two minutes and every minute of the last six
 * hours, in rings of fixed size.
 *
 * A second is added up in plain fields and folded into the rings when the next one begins, so that the request's
 * path costs a comparison and a few additions. Normalised use is the second's RU over the RU/s that were
 * provisioned at its end; a minute keeps its highest second, as the service's metric does. Above 1 it says how much
 * more would have been needed: nothing is refused while throttling is only observed.
 */
export declare const HISTORY_SECONDS = 120;
export declare const HISTORY_MINUTES = 360;
export interface HistoryPoint {
    readonly startMs: number;
    readonly requests: number;
    readonly ru: number;
    readonly normalised: number;
    /** Requests that were refused with 429, or would have been. */
    readonly throttled: number;
}
export interface MinutePoint extends HistoryPoint {
    /** As last told in that minute or before it. */
    readonly storageBytes: number;
    readonly items: number;
}
export declare class PartitionHistory {
    #private;
    constructor(nowMs: number);
    addRequest(nowMs: number, ru: number, ruPerSecond: number): void;
    addThrottled(nowMs: number): void;
    setTotals(nowMs: number, storageBytes: number, items: number): void;
    /** Oldest first, the present second last; seconds without requests are there too. */
    seconds(nowMs: number, limit?: number): HistoryPoint[];
    minutes(nowMs: number, limit?: number): MinutePoint[];
}
