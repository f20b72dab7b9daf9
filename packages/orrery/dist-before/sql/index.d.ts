/**
 * The query language's front door: text to syntax tree (`cachedQuery`), a page of rows from the
 * partitions of a container (`executeQuery`), the plan for a client that merges by itself (`planForClient`), and which
 * partition keys a filter allows (`partitionKeysOf`). Every failure that the query's author can mend is a `QueryError`.
 */
export type { UdfHost } from "./bind/bind-context.js";
export { compileComputed, computedFault } from "./bind/compile-computed.js";
export { computedExpressions } from "./bind/computed-properties.js";
export { parameterMap, type QueryParameter } from "./bind/query-parameters.js";
export type { VectorEmbedding } from "./bind/vector-metric.js";
export type { QueryInfo } from "./client-plan/execution-info.js";
export { type NamedItems, namedItemsOf } from "./client-plan/item-names.js";
export { type PartitionKeys, partitionKeysOf } from "./client-plan/partition-filter.js";
export { planForClient } from "./client-plan/plan-for-client.js";
export { QUERY_FEATURES } from "./client-plan/query-features.js";
export { toEpkRanges } from "./client-plan/query-ranges.js";
export { ArraySource } from "./exec/array-source.js";
export { executeQuery } from "./exec/execute-query.js";
export type { KeptResult, KeptResults } from "./exec/kept-results.js";
export type { QueryStop } from "./exec/pacer.js";
export { PAGE_BYTES_MAX, type PageLimits } from "./exec/page-builder.js";
export type { QueryPage, QueryRequest } from "./exec/query-request.js";
export { noWork, type QueryTimes, type QueryWork } from "./exec/query-work.js";
export type { ResultRow } from "./exec/result-row.js";
export type { QueryPartition } from "./exec/stream/query-range.js";
export type { FunctionContext } from "./functions/builtin-function.js";
export { type QueryWords, queryWords } from "./functions/query-words.js";
export type { IndexUsageReport } from "./plan/index-advice.js";
export type { IndexingView } from "./plan/indexing-view.js";
export type { Query } from "./syntax/ast.js";
export { cachedQuery } from "./syntax/cached-query.js";
export { QueryError } from "./syntax/query-error.js";
export { queryLimits } from "./syntax/query-limits.js";
