/** What tests of programs want to be sure of: that queries are sent to one partition, what they cost, and that no key is hot. */
import type { Container, FeedOptions, SqlQuerySpec } from "@azure/cosmos";
import type { Control } from "../index.cjs";
/** An expectation that is not met. */
export declare class ExpectationError extends Error {
    readonly name = "ExpectationError";
}
export interface QueryOutcome<T> {
    readonly resources: T[];
    readonly requestCharge: number;
    /** The physical ones that were asked. */
    readonly partitions: readonly string[];
}
export declare class Expectations {
    #private;
    constructor(control: () => Control);
    /** Runs the query to its end. Fails if it asked more than one partition of a container that has several. */
    expectSinglePartition<T = unknown>(container: Container, query: string | SqlQuerySpec, options?: FeedOptions): Promise<QueryOutcome<T>>;
    /** Runs the query to its end. Fails if it cost as much as `ru`, or more. */
    expectChargeBelow<T = unknown>(container: Container, query: string | SqlQuerySpec, ru: number, options?: FeedOptions): Promise<QueryOutcome<T>>;
    /** Fails if a partition key took more than `share` (a half where absent) of the container's request units of the last hour. */
    expectNoHotKey(container: Container, { share }?: {
        readonly share?: number;
    }): Promise<void>;
    /**
     * Fails if a query asked more than one partition, since the beginning or since a number of `control.requests()`;
     * `except` names texts of queries that may.
     */
    expectNoFanOut({ from, except, }?: {
        readonly from?: number;
        readonly except?: readonly (string | RegExp)[];
    }): Promise<void>;
}
