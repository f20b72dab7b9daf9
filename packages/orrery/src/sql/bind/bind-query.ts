/** Binds a query clause by clause, each with the names in sight that the clauses before it have made. */
import { runToEnd } from "../../schedule/run-to-end.ts";
import type { Query } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { bindAllAhead, isLong } from "./bind-ahead.ts";
import { BindContext, type BindOptions, type BindSteps, type Place } from "./bind-context.ts";
import { type BoundFrom, bindFrom } from "./bind-from.ts";
import { answerOf, bindSelect } from "./bind-select.ts";
import type { BoundQuery, SortKey } from "./bound-query.ts";
import { bindExpression } from "./expressions/bind-expression.ts";
import { exactOf } from "./expressions/bound-expression.ts";
import { Grouping } from "./grouping.ts";
import { checkQueryRules } from "./query-rules.ts";
import { isAggregateQuery, selectExpressions } from "./query-shape.ts";
import { Scope } from "./scope.ts";

export const BIND_STEPS: BindSteps = {
  expression: bindExpression,
  query: (query, place) => place.context.parts.queries.get(query) ?? runToEnd(bindClauses(query, place)),
  queryInSlices: bindClauses,
};

/** A bound query, and its context: the slots of that are those that the query's closures use. */
interface Binding {
  readonly bound: BoundQuery;
  readonly context: BindContext;
}

export function bindQuery(query: Query, options: BindOptions): Binding {
  return runToEnd(bindInSlices(query, options));
}

/** In slices of about a millisecond, where the query is long. */
export function* bindInSlices(query: Query, options: BindOptions): Generator<void, Binding> {
  yield* checkQueryRules(query, options);
  const context = new BindContext(options, BIND_STEPS);
  const bound = yield* bindClauses(query, { context, scope: new Scope(undefined, true) });
  context.parts.expressions.clear();
  context.parts.queries.clear();
  return { bound, context };
}

/** `place.scope` is a fresh scope, which the query fills with its aliases. */
function* bindClauses(query: Query, place: Place): Generator<void, BoundQuery> {
  const { context, scope } = place;
  const { parameters } = context.options;
  const from: BoundFrom = query.from ? yield* bindFrom(query.from, place) : { steps: [], bindings: [] };
  if (isLong(query)) yield* bindClausesAhead(query, place);
  const where = query.where && bindExpression(query.where, place);
  const grouping = isAggregateQuery(query) ? yield* bindGrouping(query, place) : undefined;
  const selectPlace: Place = grouping ? { context, scope: scope.grouped(), grouping } : place;
  if (isLong(query)) yield* bindAllAhead(selectExpressions(query.select.shape), selectPlace);
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

/** All but SELECT, which may have another place. */
function* bindClausesAhead({ where, groupBy = [], orderBy }: Query, place: Place): Generator<void, void> {
  const ordered = orderBy === undefined || orderBy.rank ? [] : orderBy.items;
  yield* bindAllAhead([...(where ? [where] : []), ...groupBy], place);
  yield* bindAllAhead(
    ordered.map(({ expression }) => expression),
    place,
  );
}

/** Keys that are compared with others without a pause. */
const SLICE_KEYS = 1_024;

function* bindGrouping(query: Query, place: Place): Generator<void, Grouping> {
  const grouping = new Grouping(place.scope, () => place.context.newSlot());
  for (const [i, key] of (query.groupBy ?? []).entries()) {
    grouping.addKey(key, exactOf(bindExpression(key, place)));
    if (i % SLICE_KEYS === SLICE_KEYS - 1) yield;
  }
  return grouping;
}

function bindOrderBy(query: Query, place: Place): readonly SortKey[] {
  if (query.orderBy === undefined || query.orderBy.rank) return [];
  return query.orderBy.items.map((item) => ({
    evaluate: bindExpression(item.expression, place).evaluate,
    descending: item.descending,
  }));
}
