/**
 * The query features that published clients announce when they request a plan, in their spelling. Captured from the
 * running client: .NET 3.51.0, Java 4.81.0 (in both modes) and Rust 1.1.0-beta.1, which plans most queries itself and
 * sends the same list with each query. The others are quoted from each client's source. Go 1.5.0 announces nothing: it
 * never requests a plan.
 */
export const ANNOUNCED_FEATURES = {
  ".NET 3.51.0":
    "Aggregate, Distinct, GroupBy, MultipleAggregates, MultipleOrderBy, OffsetAndLimit, OrderBy, Top, " +
    "NonValueAggregate, DCount, NonStreamingOrderBy, CountIf, HybridSearch, WeightedRankFusion",
  ".NET 3.62.1":
    "Aggregate, Distinct, GroupBy, MultipleAggregates, MultipleOrderBy, OffsetAndLimit, OrderBy, Top, " +
    "NonValueAggregate, DCount, NonStreamingOrderBy, CountIf, HybridSearch, WeightedRankFusion, " +
    "HybridSearchSkipOrderByRewrite",
  "Java 4.81.0":
    "Aggregate, CompositeAggregate, MultipleOrderBy, MultipleAggregates, OrderBy, OffsetAndLimit, Distinct, GroupBy, " +
    "Top, DCount, NonValueAggregate, NonStreamingOrderBy, HybridSearch, WeightedRankFusion",
  "JavaScript 4.10.0":
    "NonValueAggregate,Aggregate,Distinct,MultipleOrderBy,OffsetAndLimit,OrderBy,Top,CompositeAggregate,GroupBy," +
    "MultipleAggregates,NonStreamingOrderBy,ListAndSetAggregate,CountIf,HybridSearch,WeightedRankFusion," +
    "HybridSearchSkipOrderByRewrite",
  "Python 4.17.1":
    "Aggregate,CompositeAggregate,Distinct,MultipleOrderBy,OffsetAndLimit,OrderBy,Top,NonStreamingOrderBy," +
    "HybridSearch,CountIf,WeightedRankFusion",
  "Rust 1.1.0-beta.1": "Distinct,MultipleOrderBy,NonStreamingOrderBy,OffsetAndLimit,OrderBy,Top",
} as const;

export type AnnouncingClient = keyof typeof ANNOUNCED_FEATURES;

/** As the gateway takes the header apart. */
export function announcedBy(client: AnnouncingClient): string[] {
  return ANNOUNCED_FEATURES[client].split(",").map((feature) => feature.trim());
}
