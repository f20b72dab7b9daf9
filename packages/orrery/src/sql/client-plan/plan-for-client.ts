/**
 * `planForClientInSlices`: how a client that merges results itself has to run a query: what to send to which partitions,
 * and what to do with the answers. The plan is the service's, down to the text of the rewritten query.
 *
 * A plan is refused for what would be refused when the query runs (it is bound first), for what a plan cannot
 * express, and for what the client says it cannot carry out. Parameters may be without a value: a client may ask for
 * the plan of one query and run another.
 */
import type { Value } from "@orrerydb/exact-json";
import type { PartitionKeyComponent, PartitionKeyDefinition } from "@orrerydb/keys/hash";
import { isLong } from "../bind/bind-ahead.ts";
import type { BindOptions } from "../bind/bind-context.ts";
import { bindInSlices } from "../bind/bind-query.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import { isAggregateQuery } from "../bind/query-shape.ts";
import { resolveParameters } from "../bind/resolve-parameters.ts";
import { isHighestBest, isVectorDistance } from "../bind/vector-metric.ts";
import { isDistinctOrdered } from "../plan/order/distinct-order.ts";
import { isScoringFunction, orderPath } from "../plan/order/plan-order.ts";
import { countOf } from "../plan/rewrite/build-expression.ts";
import { rewriteOrderBy } from "../plan/rewrite/rewrite-order-by.ts";
import type { OrderByItem, Query } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { printExpression, printQuery } from "../syntax/print-query.ts";
import { QueryError } from "../syntax/query-error.ts";
import { planDistinctCount } from "./distinct-count.ts";
import {
  type MergePlan,
  type PartitionedQueryExecutionInfo,
  plainQueryInfo,
  type QueryInfo,
  type SortOrder,
} from "./execution-info.ts";
import { partitionKeysOf } from "./partition-filter.ts";
import { planHybridSearchForClient } from "./plan-hybrid-search.ts";
import { featuresOf, hybridFeaturesOf, requireFeatures } from "./query-features.ts";
import { keyRangesOf } from "./query-ranges.ts";
import { RESUME_FILTER } from "./resume-filter.ts";
import { rewriteAggregates } from "./rewrite-aggregates.ts";

type ParameterValues = ReadonlyMap<string, Value>;

/** In slices of some milliseconds, where the query is long. */
export function* planForClientInSlices(
  written: Query,
  partitionKey: PartitionKeyDefinition,
  options: BindOptions,
  supportedFeatures: ReadonlySet<string>,
): Generator<void, PartitionedQueryExecutionInfo> {
  const { parameters } = options;
  const query = resolveParameters(written, parameters);
  const { bound } = yield* bindInSlices(query, { ...options, planOnly: true, isMerged: true });
  checkOrderBy(bound);
  if (isLong(query)) yield;
  const keys = bound.empty ? [] : partitionKeysOf(query, partitionKey, parameters);
  const plan = { partitionedQueryExecutionInfoVersion: 2, queryRanges: keyRangesOf(keys) } as const;
  if (isLong(query)) yield;
  if (query.orderBy?.rank) {
    const hybridSearchQueryInfo = yield* planHybridSearchForClient(query, {
      parameters,
      vectorEmbeddings: options.vectorEmbeddings,
      skipOrderBy: supportedFeatures.has("HybridSearchSkipOrderByRewrite"),
    });
    requireFeatures(hybridFeaturesOf(hybridSearchQueryInfo), supportedFeatures);
    return { ...plan, queryInfo: null, hybridSearchQueryInfo };
  }
  const isOneKey = keys !== "all" && keys.length === 1 && isWholeKey(keys[0]!, partitionKey);
  const isCounted = supportedFeatures.has("DCount") || !isOneKey;
  const { info, aggregates } =
    (isCounted ? planDistinctCount(query) : undefined) ?? (yield* planMerge(query, options, isOneKey));
  requireFeatures(featuresOf(info, aggregates), supportedFeatures);
  return { ...plan, queryInfo: info, hybridSearchQueryInfo: null };
}

/** An order that no index can give is refused here as well as in the partitions; which indexes exist, only there. */
function checkOrderBy({ query, orderBy, scope }: BoundQuery): void {
  if (query.orderBy === undefined || orderBy.length === 0) return;
  for (const { expression } of query.orderBy.items) {
    if (!isScoringFunction(expression)) orderPath(expression, scope);
  }
}

function isWholeKey(key: readonly PartitionKeyComponent[], { paths }: PartitionKeyDefinition): boolean {
  return key.length === paths.length;
}

function* planMerge(query: Query, options: BindOptions, isOneKey: boolean): Generator<void, MergePlan> {
  const info = commonInfo(query, options.parameters);
  // Without FROM there is one row, which one partition can answer whole.
  if (query.from === undefined) {
    return { info: { ...plainQueryInfo, hasSelectValue: info.hasSelectValue }, aggregates: [] };
  }
  if (isAggregateQuery(query)) {
    if (!isOneKey) checkDistinctInput(query);
    return yield* planAggregates(query, info);
  }
  if (query.orderBy !== undefined) {
    return { info: planOrderBy(query, query.orderBy.items, info, options), aggregates: [] };
  }
  return { info: planPlain(query, info, isOneKey), aggregates: [] };
}

function commonInfo(query: Query, parameters: ParameterValues): QueryInfo {
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

/** Rows that are equal in several partitions would be aggregated once for each. */
function checkDistinctInput({ from }: Query): void {
  if (from?.kind !== "alias" || from.collection.kind !== "subquery") return;
  const { query } = from.collection;
  if (!query.select.distinct) return;
  throw new QueryError(
    "UnsupportedQueryFeature",
    "The partitions' aggregates over DISTINCT rows cannot be put together. Filter by one partition key, or aggregate the distinct rows in the client.",
    query.at,
  );
}

function* planAggregates(query: Query, info: QueryInfo): Generator<void, MergePlan> {
  const rewrite = rewriteAggregates(query);
  if (isLong(query)) yield;
  const rewrittenQuery = printQuery(rewrite.query, "block");
  return { info: { ...info, ...rewrite.info, rewrittenQuery }, aggregates: rewrite.kinds };
}

function planOrderBy(
  query: Query,
  items: readonly OrderByItem[],
  info: QueryInfo,
  { vectorEmbeddings, parameters }: BindOptions,
): QueryInfo {
  const orderOf = ({ expression, descending }: OrderByItem): SortOrder => {
    const isDescending = isVectorDistance(expression)
      ? isHighestBest(expression, vectorEmbeddings, parameters)
      : descending;
    return isDescending ? "Descending" : "Ascending";
  };
  const rewritten = rewriteOrderBy(query, { items, filter: RESUME_FILTER });
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
