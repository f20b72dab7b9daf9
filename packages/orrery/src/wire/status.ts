/**
 * What each failure becomes on the wire. Clients act on these numbers, above all by retrying: 403/3 and 403/1008
 * set the JavaScript client off for 120 tries, so no code may become one of them.
 *
 * The service has no status for a full disk. It is 503 here: with one write region clients pass a failed write on
 * at once (a read is tried once more), and their users read "service unavailable" rather than a bug's 500. Damaged
 * data is 500, so that no client tries again.
 */
import type { FailureCode } from "../value/failure.ts";

export interface WireStatus {
  readonly status: number;
  readonly substatus?: number;
  /** The `code` of the error body. */
  readonly name: string;
}

const STATUS: Readonly<Record<FailureCode, WireStatus>> = {
  badRequest: { status: 400, name: "BadRequest" },
  partitionKeyMismatch: { status: 400, substatus: 1001, name: "BadRequest" },
  crossPartitionNotServable: { status: 400, substatus: 1004, name: "BadRequest" },
  wrongContainerRid: { status: 400, substatus: 1024, name: "BadRequest" },
  unauthorized: { status: 401, name: "Unauthorized" },
  forbidden: { status: 403, name: "Forbidden" },
  partitionKeyFull: { status: 403, substatus: 1014, name: "Forbidden" },
  notFound: { status: 404, name: "NotFound" },
  sessionNotAvailable: { status: 404, substatus: 1002, name: "NotFound" },
  ownerNotFound: { status: 404, substatus: 1003, name: "NotFound" },
  methodNotAllowed: { status: 405, name: "MethodNotAllowed" },
  timeout: { status: 408, name: "RequestTimeout" },
  conflict: { status: 409, name: "Conflict" },
  databaseExists: { status: 409, substatus: 3206, name: "Conflict" },
  nameCacheStale: { status: 410, substatus: 1000, name: "Gone" },
  rangeGone: { status: 410, substatus: 1002, name: "Gone" },
  completingSplit: { status: 410, substatus: 1007, name: "Gone" },
  preconditionFailed: { status: 412, name: "PreconditionFailed" },
  tooLarge: { status: 413, name: "RequestEntityTooLarge" },
  batchResponseTooLarge: { status: 413, substatus: 3402, name: "RequestEntityTooLarge" },
  scalingInProgress: { status: 423, name: "Locked" },
  dependencyFailed: { status: 424, name: "FailedDependency" },
  tooManyRequests: { status: 429, substatus: 3200, name: "TooManyRequests" },
  throughputBucketExceeded: { status: 429, substatus: 3212, name: "TooManyRequests" },
  serverBusy: { status: 429, substatus: 3200, name: "TooManyRequests" },
  writeContention: { status: 449, name: "RetryWith" },
  corrupt: { status: 500, name: "InternalServerError" },
  storageFull: { status: 503, name: "ServiceUnavailable" },
  unavailable: { status: 503, name: "ServiceUnavailable" },
};

export function statusOf(code: FailureCode): WireStatus {
  return STATUS[code];
}

/** What became of an item. */
export const OUTCOME_STATUS = {
  created: 201,
  replaced: 200,
  deleted: 204,
  read: 200,
  notModified: 304,
} as const;

/** For an error that is not a Failure: a bug. */
export const BUG_STATUS: WireStatus = { status: 500, name: "InternalServerError" };
