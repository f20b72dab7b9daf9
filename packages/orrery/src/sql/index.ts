/**
 * The query language's front door: text to syntax tree (`parseQuery`, `cachedQuery`), a page of rows from the
 * partitions of a container (`executeQuery`), the plan for a client that merges by itself (`planForClient`), and which
 * partition keys a filter allows (`partitionKeysOf`). Every failure that the query's author can mend is a `QueryError`.
 */
export { ArraySource } from "./exec/array-source.ts";
export type { UdfHost } from "./exec/compile/environment.ts";
export {
  computedExpressions,
  executeQuery,
  type QueryPage,
  type QueryRequest,
} from "./exec/execute-query.ts";
export type { IndexUsageReport } from "./exec/index-usage.ts";
export type { QueryClock, QueryStop } from "./exec/pacer.ts";
export { PAGE_BYTES_MAX, type PageLimits } from "./exec/page-builder.ts";
export type { QueryTimes, QueryWork } from "./exec/query-work.ts";
export type { ResultRow } from "./exec/result-row.ts";
export type { QueryPartition } from "./exec/stream/query-range.ts";
export type { FunctionContext } from "./functions/builtin-function.ts";
export { type PartitionKeys, partitionKeysOf } from "./plan/client-plan/partition-filter.ts";
export { planForClient } from "./plan/client-plan/plan-for-client.ts";
export { toEpkRanges } from "./plan/client-plan/query-ranges.ts";
export type { VectorEmbedding } from "./plan/client-plan/vector-metric.ts";
export type { IndexingView } from "./plan/indexing-view.ts";
export { QueryError, QuerySyntaxError } from "./query-error.ts";
export type { IndexEntry, IndexScan, ItemRef, ItemRow, RowSource, ValueBound } from "./row-source.ts";
export type { Query } from "./syntax/ast.ts";
export { cachedQuery } from "./syntax/cached-query.ts";
export { parseQuery } from "./syntax/parse-query.ts";
