/**
 * `planForClient`: how a client that merges results itself has to run a query: what to send to which partitions,
 * and what to do with the answers. The plan is the service's, down to the text of the rewritten query.
 *
 * A plan is refused for what would be refused when the query runs (it is compiled first), for what a plan cannot
 * express, and for what the client says it cannot carry out.
 */
import type { PartitionKeyComponent, PartitionKeyDefinition } from "@orrerydb/keys/hash";
import type { Value } from "../../value/json.ts";
import { type CompiledQuery, compileQuery, isAggregateQuery } from "../bind/bind-query.ts";
import { CompileContext, type CompileOptions } from "../bind/environment.ts";
import { Scope } from "../bind/scope.ts";
import { isVectorDistance, vectorOrder } from "../bind/vector-metric.ts";
import { isScoringFunction, orderPath } from "../plan/plan-order.ts";
import { countOf } from "../plan/rewrite/build-expression.ts";
import { isDistinctOrdered, rewriteOrderBy } from "../plan/rewrite/rewrite-order-by.ts";
import type { OrderByItem, Query } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { printExpression, printQuery } from "../syntax/print-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { planDistinctCount } from "./distinct-count.ts";
import {
  type PartitionedQueryExecutionInfo,
  plainQueryInfo,
  type QueryInfo,
  type QueryPlan,
  type SortOrder,
} from "./execution-info.ts";
import { partitionKeysOf } from "./partition-filter.ts";
import { featuresOf, hybridFeaturesOf, requireFeatures } from "./query-features.ts";
import { keyRangesOf } from "./query-ranges.ts";
import { rewriteAggregates } from "./rewrite-aggregates.ts";
import { planHybridSearch } from "./rewrite-hybrid-search.ts";

type Parameters = ReadonlyMap<string, Value>;

export function planForClient(
  query: Query,
  partitionKey: PartitionKeyDefinition,
  options: CompileOptions,
  supportedFeatures: ReadonlySet<string>,
): PartitionedQueryExecutionInfo {
  const { parameters } = options;
  const compiled = compileQuery(query, {
    context: new CompileContext(options),
    scope: new Scope(undefined, true),
  });
  checkOrderBy(query, compiled);
  const keys = compiled.empty ? [] : partitionKeysOf(query, partitionKey, parameters);
  const plan = { partitionedQueryExecutionInfoVersion: 2, queryRanges: keyRangesOf(keys) } as const;
  if (query.orderBy?.rank) {
    const hybridSearchQueryInfo = planHybridSearch(query, {
      parameters,
      vectorEmbeddings: options.vectorEmbeddings,
      skipOrderBy: supportedFeatures.has("HybridSearchSkipOrderByRewrite"),
    });
    requireFeatures(hybridFeaturesOf(hybridSearchQueryInfo), supportedFeatures);
    return { ...plan, queryInfo: null, hybridSearchQueryInfo };
  }
  const isOneKey = keys !== "all" && keys.length === 1 && isWholeKey(keys[0]!, partitionKey);
  const { info, aggregates } =
    (supportedFeatures.has("DCount") ? planDistinctCount(query) : undefined) ??
    planQuery(query, options, isOneKey);
  requireFeatures(featuresOf(info, aggregates), supportedFeatures);
  return { ...plan, queryInfo: info, hybridSearchQueryInfo: null };
}

/** An order that no index can give is refused here as well as in the partitions; which indexes exist, only there. */
function checkOrderBy(query: Query, compiled: CompiledQuery): void {
  if (query.orderBy === undefined || compiled.orderBy.length === 0) return;
  for (const { expression } of query.orderBy.items) {
    if (!isScoringFunction(expression)) orderPath(expression, compiled);
  }
}

function isWholeKey(key: readonly PartitionKeyComponent[], { paths }: PartitionKeyDefinition): boolean {
  return key.length === paths.length;
}

function planQuery(query: Query, options: CompileOptions, isOneKey: boolean): QueryPlan {
  const info = commonInfo(query, options.parameters);
  // Without FROM there is one row, which one partition can answer whole.
  if (query.from === undefined) {
    return { info: { ...plainQueryInfo, hasSelectValue: info.hasSelectValue }, aggregates: [] };
  }
  if (isAggregateQuery(query)) return planAggregates(query, info);
  if (query.orderBy !== undefined) {
    return { info: planOrderBy(query, query.orderBy.items, info, options), aggregates: [] };
  }
  return { info: planPlain(query, info, isOneKey), aggregates: [] };
}

function commonInfo(query: Query, parameters: Parameters): QueryInfo {
  const { select, offset, limit } = query;
  return {
    ...plainQueryInfo,
    distinctType: select.distinct ? "Unordered" : "None",
    top: select.top ? countValue(select.top, "TOP", parameters) : null,
    offset: offset ? countValue(offset, "OFFSET", parameters) : null,
    limit: limit ? countValue(limit, "LIMIT", parameters) : null,
    hasSelectValue: select.shape.kind === "value",
  };
}

function planAggregates(query: Query, info: QueryInfo): QueryPlan {
  if (query.groupBy !== undefined && query.orderBy !== undefined) {
    throw new QueryError(
      "GroupByWithOrderBy",
      "'ORDER BY' is not supported in presence of GROUP BY.",
      query.at,
    );
  }
  const rewrite = rewriteAggregates(query);
  const rewrittenQuery = printQuery(rewrite.query, "block");
  return { info: { ...info, ...rewrite.info, rewrittenQuery }, aggregates: rewrite.kinds };
}

function planOrderBy(
  query: Query,
  items: readonly OrderByItem[],
  info: QueryInfo,
  { vectorEmbeddings, parameters }: CompileOptions,
): QueryInfo {
  const orderOf = ({ expression, descending }: OrderByItem): SortOrder => {
    if (isVectorDistance(expression)) return vectorOrder(expression, vectorEmbeddings, parameters);
    return descending ? "Descending" : "Ascending";
  };
  const rewritten = rewriteOrderBy(query, items);
  const { top } = query.select;
  const counted = top ? { ...rewritten, select: { ...rewritten.select, top } } : rewritten;
  return {
    ...info,
    distinctType: query.select.distinct && isDistinctOrdered(query) ? "Ordered" : info.distinctType,
    orderBy: items.map(orderOf),
    orderByExpressions: items.map((item) => printExpression(item.expression, "block")),
    // Rows that are equal in several partitions count once, so each partition has to answer all it has.
    rewrittenQuery: printQuery(
      query.select.distinct ? uncounted(rewritten) : withSummedLimit(counted, info),
      "block",
    ),
    hasNonStreamingOrderBy: items.some((item) => isVectorDistance(item.expression)),
  };
}

function planPlain(query: Query, info: QueryInfo, isOneKey: boolean): QueryInfo {
  if (query.select.distinct) {
    const isCounted = info.top !== null || info.limit !== null;
    return isCounted ? { ...info, rewrittenQuery: printQuery(uncounted(query), "block") } : info;
  }
  if (info.limit === null) return info;
  if (isOneKey) return { ...info, offset: null, limit: null };
  return { ...info, rewrittenQuery: printQuery(withSummedLimit(query, info), "block") };
}

/** All the rows that a client could skip or take might be in one partition. */
function withSummedLimit(query: Query, { offset, limit }: QueryInfo): Query {
  if (offset === null || limit === null) return query;
  return { ...query, offset: countOf(0), limit: countOf(offset + limit) };
}

function uncounted(query: Query): Query {
  const { offset: _offset, limit: _limit, select, ...clauses } = query;
  const { top: _top, ...rest } = select;
  return { ...clauses, select: rest };
}
