/*
 * How the answers of single keys become one answer. Nothing is parsed here: the server's own query plan, the one
 * that SDKs use for queries over several partitions, says what to send to each key and how to merge it.
 */

import type { AggregateType, Container, SqlQuerySpec } from "@azure/cosmos";
import { SyntheticKeyError } from "../synthetic/synthetic-key-error.ts";

export interface MergePlan {
  /** What each key is asked. */
  readonly spec: SqlQuerySpec;
  /** One for each ORDER BY expression. */
  readonly descending: readonly boolean[];
  /** Type of the single aggregate of SELECT VALUE. */
  readonly valueAggregate: AggregateType | undefined;
  /** By alias, where a row of aggregates is an object. */
  readonly aggregatesByAlias: Readonly<Record<string, AggregateType | null>> | undefined;
  readonly isGrouped: boolean;
  readonly isDistinct: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Whether the answer exists only when every key has answered. */
export function needsEveryRow(plan: MergePlan): boolean {
  return plan.isGrouped || plan.valueAggregate !== undefined || plan.aggregatesByAlias !== undefined;
}

/**
 * Whether the SDK's own query over all partitions gives the same answer. It does not for DISTINCT (version 4.10 loses
 * null, false, 0 and ""), for groups, and for sums and extremes of mixed types: there the cheaper way cannot be chosen.
 */
export function isSameBySdk(plan: MergePlan): boolean {
  const isPlainOrCount = plan.valueAggregate === undefined || plan.valueAggregate === "Count";
  return isPlainOrCount && !plan.isDistinct && !plan.isGrouped && plan.aggregatesByAlias === undefined;
}

const PLANS_MAX = 200;
const ORDER_BY_FILTER = "{documentdb-formattableorderbyquery-filter}";

/** Plans of one container. They depend on the query alone, so each is asked for once. */
export class MergePlans {
  readonly #container: Container;
  readonly #plans = new Map<string, MergePlan>();

  constructor(container: Container) {
    this.#container = container;
  }

  /** The plan, and what it cost to get it. */
  async planOf(spec: SqlQuerySpec): Promise<{ plan: MergePlan; requestCharge: number }> {
    const name = JSON.stringify(spec);
    const known = this.#plans.get(name);
    if (known !== undefined) return { plan: known, requestCharge: 0 };
    const response = await this.#container.getQueryPlan(spec);
    const plan = mergePlanOf(spec, response.result as PlanAnswer | undefined);
    if (this.#plans.size >= PLANS_MAX) this.#plans.clear();
    this.#plans.set(name, plan);
    return { plan, requestCharge: Number(response.headers["x-ms-request-charge"] ?? 0) };
  }
}

export interface PlanAnswer {
  readonly queryInfo?: {
    readonly top?: number | null;
    readonly offset?: number | null;
    readonly limit?: number | null;
    readonly orderBy?: readonly string[] | null;
    readonly aggregates?: readonly AggregateType[] | null;
    readonly groupByExpressions?: readonly string[] | null;
    readonly groupByAliasToAggregateType?: Readonly<Record<string, AggregateType | null>> | null;
    readonly rewrittenQuery?: string | null;
    readonly distinctType?: string | null;
    readonly hasSelectValue?: boolean;
    readonly hasNonStreamingOrderBy?: boolean;
    readonly dCountInfo?: unknown;
  } | null;
  readonly hybridSearchQueryInfo?: unknown;
}

function mergePlanOf(spec: SqlQuerySpec, answer: PlanAnswer | undefined): MergePlan {
  const info = answer?.queryInfo;
  if (answer?.hybridSearchQueryInfo) throw notMergeable("a hybrid or full-text search");
  if (info?.hasNonStreamingOrderBy) throw notMergeable("a vector search");
  if (info?.dCountInfo) throw notMergeable("a count of distinct values");
  const aggregates = info?.aggregates ?? [];
  if (aggregates.length > 1) throw notMergeable("several aggregates under VALUE");
  const byAlias = info?.groupByAliasToAggregateType ?? {};
  const isGrouped = (info?.groupByExpressions ?? []).length > 0;
  return {
    spec: {
      query: info?.rewrittenQuery ? info.rewrittenQuery.replaceAll(ORDER_BY_FILTER, "true") : spec.query,
      ...(spec.parameters === undefined ? {} : { parameters: spec.parameters }),
    },
    descending: (info?.orderBy ?? []).map((direction) => direction === "Descending"),
    valueAggregate: aggregates[0],
    aggregatesByAlias: !info?.hasSelectValue && Object.keys(byAlias).length > 0 ? byAlias : undefined,
    isGrouped,
    isDistinct: (info?.distinctType ?? "None") !== "None",
    offset: info?.offset ?? 0,
    limit: Math.min(info?.top ?? Number.POSITIVE_INFINITY, info?.limit ?? Number.POSITIVE_INFINITY),
  };
}

function notMergeable(what: string): SyntheticKeyError {
  return new SyntheticKeyError(
    "QueryNotMergeable",
    `The query asks for ${what}, which can't be merged from several keys: use { mode: "cross-partition" }, or query the keys of keysOf() one by one.`,
  );
}
