/**
 * What each failure becomes on the wire. Clients act on these numbers, above all by retrying: 403/3 and 403/1008
 * set the JavaScript client off for 120 tries, so no code may become one of them.
 *
 * The service has no status for a full disk. It is 503 here: with one write region clients pass a failed write on
 * at once (a read is tried once more), and their users read "service unavailable" rather than a bug's 500. Damaged
 * data is 500, so that no client tries again.
 */
import type { FailureCode } from "../value/failure.js";
export interface WireStatus {
    readonly status: number;
    readonly substatus?: number;
    /** The `code` of the error body. */
    readonly name: string;
}
export declare function statusOf(code: FailureCode): WireStatus;
/** What became of an item. */
export declare const OUTCOME_STATUS: {
    readonly created: 201;
    readonly replaced: 200;
    readonly deleted: 204;
    readonly read: 200;
    readonly notModified: 304;
};
/** For an error that is not a Failure: a bug. */
export declare const BUG_STATUS: WireStatus;
