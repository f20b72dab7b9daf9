/**
 * The features that a client must announce to be given a plan. A client combines what the partitions answer, so a plan
 * with a step that the client does not know would end in wrong rows; it is refused instead (400, substatus 1004).
 *
 * The features and their order are those of the service's own check, which the .NET client contained until 2024. One
 * more, CompositeAggregate, is announced by some clients and required by no plan: it stands for expressions over
 * aggregates (`COUNT(1) + 5`), which are refused before there is a plan. AVG, MIN and MAX do not need it.
 */
import { QueryError } from "../syntax/query-error.ts";
import type { AggregateKind, HybridSearchQueryInfo, QueryInfo } from "./execution-info.ts";

export const QUERY_FEATURES = [
  "Aggregate",
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
  const isList = aggregates.length > 0 && !info.hasSelectValue;
  const features: [QueryFeature, boolean][] = [
    ["Aggregate", aggregates.length > 0 && info.hasSelectValue],
    ["Distinct", info.distinctType !== "None"],
    ["GroupBy", info.groupByExpressions.length > 0],
    ["MultipleAggregates", aggregates.length > 1],
    ["MultipleOrderBy", info.orderBy.length > 1],
    ["OffsetAndLimit", info.offset !== null],
    ["OrderBy", info.orderBy.length === 1],
    ["Top", info.top !== null],
    ["NonValueAggregate", isList],
    ["DCount", info.dCountInfo !== null],
    ["NonStreamingOrderBy", info.hasNonStreamingOrderBy],
    ["ListAndSetAggregate", aggregates.some((kind) => kind === "MakeList" || kind === "MakeSet")],
    ["CountIf", aggregates.includes("CountIf")],
  ];
  return features.filter(([, isNeeded]) => isNeeded).map(([feature]) => feature);
}

export function hybridFeaturesOf(info: HybridSearchQueryInfo): QueryFeature[] {
  return info.componentWeights.length > 0 ? ["HybridSearch", "WeightedRankFusion"] : ["HybridSearch"];
}
