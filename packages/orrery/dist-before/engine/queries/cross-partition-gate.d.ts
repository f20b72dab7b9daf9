/**
 * Which queries are served, and which are refused so that the client asks in another way. A query without a key is one
 * over several partitions, however many there are now: what works while a container is small must work when it has grown.
 */
import { Failure } from "../../value/failure.js";
import type { Container } from "../container/container.js";
import type { ItemQueryRequest, QueryText } from "./query-container.js";
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
export declare function checkServable(container: Container, text: QueryText, request: GatedRequest): void;
export declare function crossPartitionDisabled(): Failure;
