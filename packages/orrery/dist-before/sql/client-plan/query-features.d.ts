import type { AggregateKind, HybridSearchQueryInfo, QueryInfo } from "./execution-info.js";
export declare const QUERY_FEATURES: readonly ["Aggregate", "CompositeAggregate", "CountIf", "DCount", "Distinct", "GroupBy", "HybridSearch", "HybridSearchSkipOrderByRewrite", "ListAndSetAggregate", "MultipleAggregates", "MultipleOrderBy", "NonStreamingOrderBy", "NonValueAggregate", "OffsetAndLimit", "OrderBy", "Top", "WeightedRankFusion"];
type QueryFeature = (typeof QUERY_FEATURES)[number];
export declare function requireFeatures(needed: readonly QueryFeature[], supported: ReadonlySet<string>): void;
export declare function featuresOf(info: QueryInfo, aggregates: readonly AggregateKind[]): QueryFeature[];
export declare function hybridFeaturesOf(info: HybridSearchQueryInfo): QueryFeature[];
export {};
