/**
 * `planForClient`: how a client that merges results itself has to run a query: what to send to which partitions,
 * and what to do with the answers. The plan is the service's, down to the text of the rewritten query.
 *
 * A plan is refused for what would be refused when the query runs (it is bound first), for what a plan cannot
 * express, and for what the client says it cannot carry out. Parameters may be without a value: a client may ask for
 * the plan of one query and run another.
 */
import type { PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { BindOptions } from "../bind/bind-context.cjs";
import type { Query } from "../syntax/ast.cjs";
import { type PartitionedQueryExecutionInfo } from "./execution-info.cjs";
export declare function planForClient(query: Query, partitionKey: PartitionKeyDefinition, options: BindOptions, supportedFeatures: ReadonlySet<string>): PartitionedQueryExecutionInfo;
