/**
 * What a client that plans for itself is told: how to split the query over partitions and how to merge what comes
 * back. The property names are the protocol's; arrays are never absent, since clients read their length unasked.
 */
import type { PartitionKeyComponent } from "@orrerydb/keys/hash";
export type AggregateKind = "Average" | "Count" | "CountIf" | "MakeList" | "MakeSet" | "Max" | "Min" | "Sum";
export type SortOrder = "Ascending" | "Descending";
export interface QueryInfo {
    readonly distinctType: "None" | "Ordered" | "Unordered";
    readonly top: number | null;
    readonly offset: number | null;
    readonly limit: number | null;
    readonly orderBy: readonly SortOrder[];
    readonly orderByExpressions: readonly string[];
    readonly groupByExpressions: readonly string[];
    readonly groupByAliases: readonly string[];
    readonly aggregates: readonly AggregateKind[];
    readonly groupByAliasToAggregateType: Readonly<Record<string, AggregateKind | null>>;
    /** What to send to each partition; empty: the query as it came. */
    readonly rewrittenQuery: string;
    readonly hasSelectValue: boolean;
    readonly dCountInfo: {
        readonly dCountAlias: string;
    } | null;
    readonly hasNonStreamingOrderBy: boolean;
}
export interface MergePlan {
    readonly info: QueryInfo;
    /** All aggregates of the query; `info` tells those of a list by alias only. */
    readonly aggregates: readonly AggregateKind[];
}
export interface HybridSearchQueryInfo {
    readonly globalStatisticsQuery: string;
    readonly componentQueryInfos: readonly QueryInfo[];
    readonly componentWithoutPayloadQueryInfos: readonly QueryInfo[];
    readonly projectionQueryInfo: QueryInfo | null;
    readonly componentWeights: readonly number[];
    readonly skip: number | null;
    readonly take: number | null;
    readonly requiresGlobalStatistics: boolean;
}
/** Keys between two bounds; an empty list is the lowest bound, "Infinity" the highest. */
export interface KeyRange {
    readonly min: readonly PartitionKeyComponent[];
    readonly max: readonly PartitionKeyComponent[] | "Infinity";
    readonly isMinInclusive: boolean;
    readonly isMaxInclusive: boolean;
}
/** `Range` is a KeyRange as it is planned, or an EPK range (`query-ranges.ts`) as the gateway answers it. */
export interface PartitionedQueryExecutionInfo<Range = KeyRange> {
    readonly partitionedQueryExecutionInfoVersion: 2;
    readonly queryInfo: QueryInfo | null;
    readonly hybridSearchQueryInfo: HybridSearchQueryInfo | null;
    readonly queryRanges: readonly Range[];
}
export declare const plainQueryInfo: QueryInfo;
