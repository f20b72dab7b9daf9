/** Aggregate queries, with and without GROUP BY: partitions answer partial results, clients combine them by group. */

import { arrayOf, itemsOf, objectOf, selected } from "../plan/rewrite/build-expression.ts";
import type { Expression, Query } from "../syntax/ast.ts";
import { printExpression } from "../syntax/print-query.ts";
import { selectNames } from "../syntax/select-names.ts";
import { type AggregatePlan, planAggregate } from "./aggregate-plan.ts";
import type { AggregateKind, QueryInfo } from "./execution-info.ts";

type AggregateInfo = Pick<
  QueryInfo,
  "aggregates" | "groupByExpressions" | "groupByAliases" | "groupByAliasToAggregateType"
>;

interface AggregateRewrite {
  readonly info: AggregateInfo;
  /** All aggregates of the query, in whatever form it asks for them. */
  readonly kinds: readonly AggregateKind[];
  readonly query: Query;
}

/** TOP, DISTINCT, OFFSET and LIMIT count merged rows, so they are left to the client. */
export function rewriteAggregates(query: Query): AggregateRewrite {
  const { shape } = query.select;
  const { select: _, offset: _offset, limit: _limit, orderBy, ...rest } = query;
  // Groups come in no order that clients could keep.
  const clauses = orderBy === undefined || query.groupBy !== undefined ? rest : { ...rest, orderBy };
  const groupByExpressions = (query.groupBy ?? []).map((key) => printExpression(key, "block"));
  const payload = shape.kind === "list" ? listPayload(query) : valuePayload(shape);
  const groups = query.groupBy && selected("groupByItems", itemsOf(query.groupBy));
  const isBareValue = groups === undefined && shape.kind !== "list";
  return {
    info: { ...payload.info, groupByExpressions },
    kinds: payload.kinds,
    query: {
      ...clauses,
      select: {
        distinct: false,
        shape: isBareValue
          ? { kind: "value", expression: payload.expression }
          : { kind: "list", items: [...(groups ? [groups] : []), selected("payload", payload.expression)] },
      },
    },
  };
}

interface Payload {
  readonly expression: Expression;
  readonly info: Omit<AggregateInfo, "groupByExpressions">;
  readonly kinds: readonly AggregateKind[];
}

function valuePayload(shape: Exclude<Query["select"]["shape"], { kind: "list" }>): Payload {
  if (shape.kind === "star")
    throw new Error("SELECT * is not an aggregate, and binding refuses it with GROUP BY.");
  const aggregate = planAggregate(shape.expression);
  const aggregates = aggregate ? [aggregate.kind] : [];
  return {
    expression: aggregate ? arrayOf([aggregate.item]) : shape.expression,
    info: { aggregates, groupByAliases: [], groupByAliasToAggregateType: {} },
    kinds: aggregates,
  };
}

/** Clients take `aggregates` for a VALUE query's alone: those of a list are told by alias. */
function listPayload({ select: { shape } }: Query): Payload {
  const items = shape.kind === "list" ? shape.items : [];
  const names = selectNames(items);
  const plans = items.map((item) => planAggregate(item.expression));
  return {
    expression: objectOf(names.map((name, i) => [name, plans[i]?.item ?? items[i]!.expression])),
    info: {
      aggregates: [],
      groupByAliases: names,
      groupByAliasToAggregateType: Object.fromEntries(names.map((name, i) => [name, plans[i]?.kind ?? null])),
    },
    kinds: plans.filter((plan): plan is AggregatePlan => plan !== undefined).map((plan) => plan.kind),
  };
}
