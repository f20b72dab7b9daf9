/**
 * The expected failures of the database: one class, one catalogue of codes, explained in docs/failures.md. Only `wire`
 * knows which status and substatus a code becomes. A bug is never a Failure: it is a plain error, caught at the request
 * boundary.
 */
export const FAILURE_CODES = [
  /**
   * The request is not well formed, or asks for what cannot be: JSON that does not parse, a query that does not
   * compile, a definition that breaks a rule, a script that threw.
   * @remedy Read the message, and change the request. Repeating it changes nothing. Where a script threw `new
   * Error(number, …)` with a number from 400 to 599, that number is the substatus.
   */
  "badRequest",
  /**
   * The partition key in the header is not the one in the item.
   * @remedy Send the key that the item has; SDKs extract it when none is given.
   */
  "partitionKeyMismatch",
  /**
   * The client merges cross-partition queries itself, and this query needs merging. The answer carries the plan.
   * @remedy Nothing: SDKs expect it and go on with the plan.
   */
  "crossPartitionNotServable",
  /**
   * The container was deleted and created again since the client read it.
   * @remedy Read the container again; SDKs do so.
   */
  "wrongContainerRid",
  /**
   * There is no signature, it is wrong, the request is dated too far from the server's time, or a resource token is
   * not of this account.
   * @remedy Check the key, the date and the clocks.
   */
  "unauthorized",
  /**
   * A read-only key was used to write, or a resource token has expired or was used for what its permission does not
   * allow; or a page in a browser sent the request, and it is of another origin or asked for a name that is not the
   * server's.
   * @remedy Use a key or a token that may; for a new token read the permission again. For pages see `--allow-origin`
   * and `--allow-host`.
   */
  "forbidden",
  /**
   * The logical partition has reached its size limit (`--logical-partition-storage`, 20 GB by default).
   * @remedy Delete items of that key, or choose a partition key with more values. Reads and deletions go on.
   */
  "partitionKeyFull",
  /**
   * There is no such resource under this name, or no such item under this key.
   * @remedy Check the id, and the partition key as well: an item is found by both.
   */
  "notFound",
  /**
   * The database or container that the path goes through does not exist.
   * @remedy Create it first, or correct the path.
   */
  "ownerNotFound",
  /**
   * The session token names a later state than this partition has: it comes from another server, or from data that
   * were restored.
   * @remedy SDKs try again for a while. Begin a new session if it lasts.
   */
  "sessionNotAvailable",
  /**
   * The resource is there, but this cannot be done to it.
   * @remedy Use another method; what is not there at all is listed under [compatibility](compatibility.md).
   */
  "methodNotAllowed",
  /**
   * A query that cannot be answered in part took over 30 seconds, or a script took over five seconds or did more work
   * than it may.
   * @remedy Make it smaller: add a filter, do less in one run, and go on in another.
   */
  "timeout",
  /**
   * The id is taken in this logical partition, a unique key would be violated, or a name is taken. In the control
   * API: what was asked for does not fit the present state.
   * @remedy Read what is there, then choose another id or replace it.
   */
  "conflict",
  /**
   * There is a database of that name.
   * @remedy Use it, or choose another name.
   */
  "databaseExists",
  /**
   * In direct mode: the address is that of a container which was deleted, deleted and created again, or has another
   * name now. In a bulk: the same happened to the container while it ran.
   * @remedy Read the container again, and resolve its addresses; SDKs do so.
   */
  "nameCacheStale",
  /**
   * The partition key range that the request names was split or merged away.
   * @remedy Read the ranges of the container again, and repeat the request; SDKs do so.
   */
  "rangeGone",
  /**
   * The partition key range is being replaced at this moment; in direct mode also: the address is that of a range
   * which was split or merged away.
   * @remedy Wait a little, then as for `rangeGone`; SDKs do so.
   */
  "completingSplit",
  /**
   * `If-Match` names another version of the resource, or the condition of a patch is not true.
   * @remedy Read the item again, and decide again.
   */
  "preconditionFailed",
  /**
   * The request, the item or the response of a script is larger than it may be.
   * @remedy Send less at once; an item has 2 MB at most.
   */
  "tooLarge",
  /**
   * The answer to a batch would be larger than 4 MB.
   * @remedy Send its operations in several requests.
   */
  "batchResponseTooLarge",
  /**
   * The throughput cannot be changed again yet, because partitions are still being split for the last change.
   * @remedy Try again when the offer is no longer pending.
   */
  "scalingInProgress",
  /**
   * Another operation of the same batch failed, so this one was not done.
   * @remedy Look at the operation that failed: the one with another status.
   */
  "dependencyFailed",
  /**
   * The partition's request units for this second are spent, or all threads for scripts are taken.
   * @remedy Wait for `x-ms-retry-after-ms`, then repeat; SDKs do so. If it lasts, look for a hot key, or raise the
   * throughput.
   */
  "tooManyRequests",
  /**
   * Too much is under way before it: too many writes wait for the same partition key, a query waited too long for a
   * place among those that use much time or memory, or the JavaScript heap has no room for a large write. The request
   * was not begun, and cost nothing.
   * @remedy Wait for `x-ms-retry-after-ms`, then repeat; SDKs do so.
   */
  "serverBusy",
  /**
   * The request's throughput bucket has spent its share.
   * @remedy As for `tooManyRequests`, or raise the share of the bucket.
   */
  "throughputBucketExceeded",
  /**
   * The request waited 30 seconds for its partition key, which others were writing to. It was not begun, and cost
   * nothing.
   * @remedy Repeat it; the SDKs of .NET and Java do so. Spread the writes over more keys if it lasts.
   */
  "writeContention",
  /**
   * The disk is full, but for [what the store needs itself](format.md#room). Nothing was written.
   * @remedy Free some space, then repeat the request. Reads go on meanwhile.
   */
  "storageFull",
  /**
   * The storage cannot be used at the moment, or a split did not come about.
   * @remedy Try again; the message names the reason.
   */
  "unavailable",
  /**
   * A stored row does not match its checksum, or cannot be what was written. Nothing was guessed; the log of the
   * server names the row and its file. Other items are served as before.
   * @remedy Do not repeat it. Run `orrery check`; restore the data folder from a backup, or save what is whole with
   * `orrery repair`.
   */
  "corrupt",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** Where a request was refused: the container, and how far its physical partition had come. */
export interface FailureSource {
  readonly container: { readonly rid: string; readonly database: string; readonly container: string };
  readonly rangeId: string;
  readonly lsn: number;
  /** The partition holds no items. */
  readonly isEmpty: boolean;
}

export class Failure extends Error {
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

  constructor(
    code: FailureCode,
    message: string,
    options: ErrorOptions & {
      retryAfterMs?: number;
      substatus?: number;
      charge?: number;
      details?: Record<string, unknown>;
      replicaMessage?: string;
    } = {},
  ) {
    super(message, options);
    this.name = "Failure";
    this.code = code;
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
    if (options.substatus !== undefined) this.substatus = options.substatus;
    if (options.charge !== undefined) this.charge = options.charge;
    if (options.details !== undefined) this.details = options.details;
    if (options.replicaMessage !== undefined) this.replicaMessage = options.replicaMessage;
  }
}

const OF_THE_STORAGE: ReadonlySet<FailureCode> = new Set(["storageFull", "unavailable", "corrupt"]);

/**
 * Whether a request was refused for what it asked. Failures of the storage are not the request's: they are charged to
 * nobody, and end whatever the request is a part of.
 */
export function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && !OF_THE_STORAGE.has(error.code);
}

/** Whether the request was not begun, because too much else was under way. */
export function isBusy(error: unknown): boolean {
  return error instanceof Failure && (error.code === "serverBusy" || error.code === "writeContention");
}
