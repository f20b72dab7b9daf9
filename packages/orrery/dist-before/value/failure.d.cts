/**
 * The expected failures of the database: one class, one catalogue of codes, explained in docs/failures.md. Only `wire`
 * knows which status and substatus a code becomes. A bug is never a Failure: it is a plain error, caught at the request
 * boundary.
 */
export declare const FAILURE_CODES: readonly ["badRequest", "partitionKeyMismatch", "crossPartitionNotServable", "wrongContainerRid", "unauthorized", "forbidden", "partitionKeyFull", "notFound", "ownerNotFound", "sessionNotAvailable", "methodNotAllowed", "timeout", "conflict", "databaseExists", "nameCacheStale", "rangeGone", "completingSplit", "preconditionFailed", "tooLarge", "batchResponseTooLarge", "scalingInProgress", "dependencyFailed", "tooManyRequests", "serverBusy", "throughputBucketExceeded", "writeContention", "storageFull", "unavailable", "corrupt"];
export type FailureCode = (typeof FAILURE_CODES)[number];
/** Where a request was refused: the container, and how far its physical partition had come. */
export interface FailureSource {
    readonly container: {
        readonly rid: string;
        readonly database: string;
        readonly container: string;
    };
    readonly rangeId: string;
    readonly lsn: number;
    /** The partition holds no items. */
    readonly isEmpty: boolean;
}
export declare class Failure extends Error {
    readonly code: FailureCode;
    /** For 429 and 449: how long to wait. */
    readonly retryAfterMs?: number;
    /** The failure's own substatus; absent: that of its code. */
    readonly substatus?: number;
    /** What the request cost before it failed: known to whoever metered it. */
    charge?: number;
    /** Known to whoever found the partition. */
    source?: FailureSource;
    /** More for the error body, beside code and message. */
    readonly details?: Readonly<Record<string, unknown>>;
    /** What is said in direct mode instead: there the service has other words for it. */
    readonly replicaMessage?: string;
    constructor(code: FailureCode, message: string, options?: ErrorOptions & {
        retryAfterMs?: number;
        substatus?: number;
        charge?: number;
        details?: Record<string, unknown>;
        replicaMessage?: string;
    });
}
/**
 * Whether a request was refused for what it asked. Failures of the storage are not the request's: they are charged to
 * nobody, and end whatever the request is a part of.
 */
export declare function isRefusal(error: unknown): error is Failure;
/** Whether the request was not begun, because too much else was under way. */
export declare function isBusy(error: unknown): boolean;
