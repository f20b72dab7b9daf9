/** Binds a query clause by clause, each with the names in sight that the clauses before it have made. */
import type { Query } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { BindContext, type BindOptions, type BindSteps, type Place } from "./bind-context.ts";
import { bindExpression } from "./bind-expression.ts";
import { type BoundFrom, bindFrom } from "./bind-from.ts";
import { answerOf, bindSelect } from "./bind-select.ts";
import { exactOf } from "./bound-expression.ts";
import type { BoundQuery, SortKey } from "./bound-query.ts";
import { Grouping } from "./grouping.ts";
import { checkQueryRules } from "./query-rules.ts";
import { isAggregateQuery } from "./query-shape.ts";
import { Scope } from "./scope.ts";

export const BIND_STEPS: BindSteps = { expression: bindExpression, query: bindClauses };

/** The context belongs to the query: its slots are those that the query's closures use. */
export function bindQuery(
  query: Query,
  options: BindOptions,
): { readonly bound: BoundQuery; readonly context: BindContext } {
  checkQueryRules(query, options);
  const context = new BindContext(options, BIND_STEPS);
  return { bound: bindClauses(query, { context, scope: new Scope(undefined, true) }), context };
}

/** `place.scope` is a fresh scope, which the query fills with its aliases. */
function bindClauses(query: Query, place: Place): BoundQuery {
  const { context, scope } = place;
  const { parameters } = context.options;
  const from: BoundFrom = query.from ? bindFrom(query.from, place) : { steps: [], bindings: [] };
  const where = query.where && bindExpression(query.where, place);
  const grouping = isAggregateQuery(query) ? bindGrouping(query, place) : undefined;
  const selectPlace: Place = grouping ? { context, scope: scope.grouped(), grouping } : place;
  const project = bindSelect(query, from, selectPlace);
  const offset = query.offset ? countValue(query.offset, "OFFSET", parameters) : 0;
  return {
    query,
    hasFrom: query.from !== undefined,
    steps: from.steps,
    ...(from.input && { input: from.input }),
    ...(where && where.constant?.value !== true && { where: where.evaluate }),
    empty: where?.constant !== undefined && where.constant.value !== true,
    ...(grouping && { grouping }),
    orderBy: grouping ? [] : bindOrderBy(query, place),
    project: exactOf(project),
    answer: grouping || from.input ? { kind: "value" } : answerOf(query.select.shape, from, place),
    distinct: query.select.distinct,
    offset,
    limit: Math.min(
      query.select.top ? countValue(query.select.top, "TOP", parameters) : Number.POSITIVE_INFINITY,
      query.limit ? countValue(query.limit, "LIMIT", parameters) : Number.POSITIVE_INFINITY,
    ),
    scope,
  };
}

function bindGrouping(query: Query, place: Place): Grouping {
  const grouping = new Grouping(place.scope, () => place.context.newSlot());
  for (const key of query.groupBy ?? []) grouping.addKey(key, exactOf(bindExpression(key, place)));
  return grouping;
}

function bindOrderBy(query: Query, place: Place): readonly SortKey[] {
  if (query.orderBy === undefined || query.orderBy.rank) return [];
  return query.orderBy.items.map((item) => ({
    evaluate: bindExpression(item.expression, place).evaluate,
    descending: item.descending,
  }));
}
