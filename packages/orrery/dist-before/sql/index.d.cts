/**
 * The query language's front door: text to syntax tree (`cachedQuery`), a page of rows from the
 * partitions of a container (`executeQuery`), the plan for a client that merges by itself (`planForClient`), and which
 * partition keys a filter allows (`partitionKeysOf`). Every failure that the query's author can mend is a `QueryError`.
 */
export type { UdfHost } from "./bind/bind-context.cjs";
export { compileComputed, computedFault } from "./bind/compile-computed.cjs";
export { computedExpressions } from "./bind/computed-properties.cjs";
export { parameterMap, type QueryParameter } from "./bind/query-parameters.cjs";
export type { VectorEmbedding } from "./bind/vector-metric.cjs";
export type { QueryInfo } from "./client-plan/execution-info.cjs";
export { type NamedItems, namedItemsOf } from "./client-plan/item-names.cjs";
export { type PartitionKeys, partitionKeysOf } from "./client-plan/partition-filter.cjs";
export { planForClient } from "./client-plan/plan-for-client.cjs";
export { QUERY_FEATURES } from "./client-plan/query-features.cjs";
export { toEpkRanges } from "./client-plan/query-ranges.cjs";
export { ArraySource } from "./exec/array-source.cjs";
export { executeQuery } from "./exec/execute-query.cjs";
export type { KeptResult, KeptResults } from "./exec/kept-results.cjs";
export type { QueryStop } from "./exec/pacer.cjs";
export { PAGE_BYTES_MAX, type PageLimits } from "./exec/page-builder.cjs";
export type { QueryPage, QueryRequest } from "./exec/query-request.cjs";
export { noWork, type QueryTimes, type QueryWork } from "./exec/query-work.cjs";
export type { ResultRow } from "./exec/result-row.cjs";
export type { QueryPartition } from "./exec/stream/query-range.cjs";
export type { FunctionContext } from "./functions/builtin-function.cjs";
export { type QueryWords, queryWords } from "./functions/query-words.cjs";
export type { IndexUsageReport } from "./plan/index-advice.cjs";
export type { IndexingView } from "./plan/indexing-view.cjs";
export type { Query } from "./syntax/ast.cjs";
export { cachedQuery } from "./syntax/cached-query.cjs";
export { QueryError } from "./syntax/query-error.cjs";
export { queryLimits } from "./syntax/query-limits.cjs";
