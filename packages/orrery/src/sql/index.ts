/**
 * The query engine's front door: a page of rows from the partitions of a container (`executeQuery`), the plan for a client
 * that merges by itself (`planForClientInSlices`), and which partition keys a filter allows (`partitionKeysOf`). Queries come as
 * syntax trees (`language.ts`). Every failure that the query's author can mend is a `QueryError`.
 */

export type { UdfHost } from "./bind/bind-context.ts";
export { computedExpressions } from "./bind/computed/computed-properties.ts";
export { parameterMap, type QueryParameter } from "./bind/query-parameters.ts";
export type { VectorEmbedding } from "./bind/vector-metric.ts";
export type { QueryInfo } from "./client-plan/execution-info.ts";
export { type NamedItems, namedItemsOf } from "./client-plan/item-names.ts";
export { type PartitionKeys, partitionKeysOf } from "./client-plan/partition-filter.ts";
export { planForClientInSlices } from "./client-plan/plan-for-client.ts";
export { QUERY_FEATURES } from "./client-plan/query-features.ts";
export { toEpkRanges } from "./client-plan/query-ranges.ts";
export { ArraySource } from "./exec/array-source.ts";
export { executeQuery } from "./exec/execute-query.ts";
export type { KeptResult, KeptResults } from "./exec/kept-results.ts";
export type { QueryStop } from "./exec/pacer.ts";
export type { PageLimits } from "./exec/page-builder.ts";
export type { QueryPage, QueryRequest } from "./exec/query-request.ts";
export { noWork, type QueryTimes, type QueryWork } from "./exec/query-work.ts";
export type { ResultRow } from "./exec/result-row.ts";
export type { QueryPartition } from "./exec/stream/query-range.ts";
export type { FunctionContext } from "./functions/builtin-function.ts";
export type { IndexUsageReport } from "./plan/index-advice.ts";
export type { IndexingView } from "./plan/predicates/indexing-view.ts";
