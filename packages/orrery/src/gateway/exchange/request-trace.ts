/** What is found out about a request on its way, for whoever watches. Nothing of it changes the answer. */
import type { Failure } from "../../value/failure.ts";

export class RequestTrace {
  /** How long the client took to send the body. */
  receiveMs = 0;
  body: Buffer | undefined;
  /** When its signature was known to be right, by `performance.now()`. */
  authenticatedMs: number | undefined;
  /** Why it was refused. A bug shows in the log, not here. */
  failure: Failure | undefined;
  /** Of a query: the ids of the partitions that it asked. */
  ranges: readonly string[] | undefined;
  /** The rule by which a fault was put into it on purpose. */
  fault: string | undefined;
}
