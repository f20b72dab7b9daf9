/** What a plan asks of the client that carries it out. Clients list the features they know in their request. */
import { QueryError } from "../syntax/query-error.ts";
import type { AggregateKind, HybridSearchQueryInfo, QueryInfo } from "./execution-info.ts";

export const QUERY_FEATURES = [
  "Aggregate",
  "CompositeAggregate",
  "CountIf",
  "DCount",
  "Distinct",
  "GroupBy",
  "HybridSearch",
  "HybridSearchSkipOrderByRewrite",
  "ListAndSetAggregate",
  "MultipleAggregates",
  "MultipleOrderBy",
  "NonStreamingOrderBy",
  "NonValueAggregate",
  "OffsetAndLimit",
  "OrderBy",
  "Top",
  "WeightedRankFusion",
] as const;

type QueryFeature = (typeof QUERY_FEATURES)[number];

export function requireFeatures(needed: readonly QueryFeature[], supported: ReadonlySet<string>): void {
  const missing = needed.filter((feature) => !supported.has(feature));
  if (missing.length === 0) return;
  throw new QueryError(
    "UnsupportedQueryFeature",
    `Query contains the following features, which the calling client does not support: ${missing.join(" ")}`,
  );
}

export function featuresOf(info: QueryInfo, aggregates: readonly AggregateKind[]): QueryFeature[] {
  const features: [QueryFeature, boolean][] = [
    ["Aggregate", aggregates.length > 0],
    ["CompositeAggregate", aggregates.some((kind) => kind === "Average" || kind === "Min" || kind === "Max")],
    ["MultipleAggregates", aggregates.length > 1],
    [
      "NonValueAggregate",
      aggregates.length > 0 && !info.hasSelectValue && info.groupByExpressions.length === 0,
    ],
    ["ListAndSetAggregate", aggregates.some((kind) => kind === "MakeList" || kind === "MakeSet")],
    ["CountIf", aggregates.includes("CountIf")],
    ["DCount", info.dCountInfo !== null],
    ["GroupBy", info.groupByExpressions.length > 0],
    ["Distinct", info.distinctType !== "None"],
    ["OrderBy", info.orderBy.length > 0],
    ["MultipleOrderBy", info.orderBy.length > 1],
    ["NonStreamingOrderBy", info.hasNonStreamingOrderBy],
    ["OffsetAndLimit", info.offset !== null],
    ["Top", info.top !== null],
  ];
  return features.filter(([, isNeeded]) => isNeeded).map(([feature]) => feature);
}

export function hybridFeaturesOf(info: HybridSearchQueryInfo): QueryFeature[] {
  return info.componentWeights.length > 0 ? ["HybridSearch", "WeightedRankFusion"] : ["HybridSearch"];
}
