/**
 * Which queries are served, and which are refused so that the client asks in another way. A query without a key is one
 * over several partitions, however many there are now: what works while a container is small must work when it has grown.
 */
import { Failure } from "../../value/failure.ts";
import type { Container } from "../container/container.ts";
import { isOwnContinuation } from "./continuation.ts";
import { crossPartitionDisabled } from "./cross-partition-disabled.ts";
import type { ItemQueryRequest, QueryText } from "./query-container.ts";
import { PIPELINE_FEATURES, planContainerQuery } from "./query-plans.ts";
import { partitionsInScope } from "./query-scope.ts";

export interface GatedRequest extends Omit<ItemQueryRequest, "udf"> {
  /** Whether the client lets the query go over several partitions. */
  readonly mayCross: boolean;
  /** Whether the client has a pipeline of its own for queries over several partitions. */
  readonly mergesQueries: boolean;
}

/**
 * The server can merge everything itself, and does for clients that cannot. For clients with a pipeline of their own it
 * does what the service does, and leaves ORDER BY, TOP, OFFSET LIMIT, DISTINCT and aggregates to them: their results are
 * not quite the same (a property that is there and undefined, an error on mixed types), and what fails in production must
 * fail here. Counting distinct rows is none of what they can do: they would add up the partitions' counts.
 */
export async function checkServable(
  container: Container,
  text: QueryText,
  request: GatedRequest,
): Promise<void> {
  const { rangeId, epkRange, continuation, key, mayCross, mergesQueries } = request;
  // A prefix of a hierarchical key: the JavaScript client would ask again without it, and take all rows of the ranges.
  if (rangeId !== undefined || key !== undefined) return;
  if (epkRange !== undefined && partitionsInScope(container, request).length < 2) return;
  // Begun on one partition that has been split since: the client could not take it over in the middle.
  if (continuation !== undefined && isOwnContinuation(continuation)) return;
  if (mayCross && !mergesQueries) return;
  const plan = await planContainerQuery(container, text, PIPELINE_FEATURES, request.owner);
  if (!mayCross) {
    if (plan.isPinned) return;
    throw crossPartitionDisabled();
  }
  if (plan.isPlain || plan.isDistinctCount) return;
  // The Go client's tests order the rows of a key that only the filter names; Python's refuse to aggregate them.
  if (plan.isPinned && plan.isOrderOnly) return;
  throw new Failure(
    "crossPartitionNotServable",
    "The provided cross partition query can not be directly served by the gateway. This is a first chance (internal) exception that all newer clients will know how to handle gracefully. This exception is traced, but unless you see it bubble up as an exception (which only happens on older SDK clients), then you can safely ignore this message.",
    { details: { additionalErrorInfo: JSON.stringify(plan.body) } },
  );
}
