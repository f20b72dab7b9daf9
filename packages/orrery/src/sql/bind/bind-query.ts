/** Binds a query as a whole: its clauses one after another, each in the names that the ones before it leave in sight. */
import type { Expression, Query, SelectShape } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { QueryError } from "../syntax/query-error.ts";
import { selectNames } from "../syntax/select-names.ts";
import { buildObject } from "./bind-constructors.ts";
import { BindContext, type BindOptions, type BindSteps, type Place } from "./bind-context.ts";
import { bindExpression } from "./bind-expression.ts";
import { type BoundFrom, bindFrom } from "./bind-from.ts";
import type { BoundExpression } from "./bound-expression.ts";
import type { BoundQuery, Embedding, SortKey } from "./bound-query.ts";
import { ITEM_SLOT } from "./environment.ts";
import { Grouping } from "./grouping.ts";
import { isAggregateQuery } from "./query-shape.ts";
import { Scope } from "./scope.ts";

const STEPS: BindSteps = { expression: bindExpression, query: bindClauses };

/** The context belongs to the query: its slots are those that the query's closures use. */
export function bindQuery(
  query: Query,
  options: BindOptions,
): { readonly bound: BoundQuery; readonly context: BindContext } {
  const context = new BindContext(options, STEPS);
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
    project: project.evaluate,
    wholeItem: grouping === undefined && selectsItem(query.select.shape, from, scope),
    ...(grouping === undefined && from.input === undefined && embeddingOf(query.select.shape, place)),
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
  for (const key of query.groupBy ?? []) grouping.addKey(key, bindExpression(key, place).evaluate);
  return grouping;
}

function bindSelect(query: Query, from: BoundFrom, place: Place): BoundExpression {
  const { shape } = query.select;
  switch (shape.kind) {
    case "star":
      return bindStar(query, from, shape.at);
    case "value":
      return bindExpression(shape.expression, place);
    case "list": {
      const names = selectNames(shape.items);
      const values = shape.items.map((item) => bindExpression(item.expression, place).evaluate);
      return { evaluate: buildObject(names, values) };
    }
  }
}

function bindStar(query: Query, from: BoundFrom, at: Expression["at"]): BoundExpression {
  if (query.groupBy !== undefined) {
    throw new QueryError("SC2041", "'SELECT *' is not allowed with GROUP BY.", at);
  }
  if (from.bindings.length !== 1) {
    const problem =
      from.bindings.length === 0
        ? "'SELECT *' is not valid if FROM clause is omitted."
        : "'SELECT *' is only valid with a single input set.";
    throw new QueryError("SC2040", problem, at);
  }
  const { slot } = from.bindings[0]!;
  return { evaluate: (environment) => environment[slot] };
}

function selectsItem(shape: SelectShape, from: BoundFrom, scope: Scope): boolean {
  if (from.input !== undefined) return false;
  if (shape.kind === "star") return from.bindings[0]?.slot === ITEM_SLOT;
  return (
    shape.kind === "value" &&
    shape.expression.kind === "name" &&
    scope.lookup(shape.expression.name)?.slot === ITEM_SLOT
  );
}

/** A list of different names, just one of which is the item's. */
function embeddingOf(shape: SelectShape, place: Place): { readonly embedding?: Embedding } {
  if (shape.kind !== "list") return {};
  const names = selectNames(shape.items);
  const isItem = shape.items.map(
    ({ expression }) => expression.kind === "name" && place.scope.lookup(expression.name)?.slot === ITEM_SLOT,
  );
  const at = isItem.indexOf(true);
  const isPlain = new Set(names).size === names.length && !names.includes("__proto__");
  if (at < 0 || isItem.indexOf(true, at + 1) >= 0 || !isPlain) return {};
  const members = shape.items.map(({ expression }, i) => ({
    name: names[i]!,
    evaluate: bindExpression(expression, place).evaluate,
  }));
  return { embedding: { before: members.slice(0, at), name: names[at]!, after: members.slice(at + 1) } };
}

function bindOrderBy(query: Query, place: Place): readonly SortKey[] {
  if (query.orderBy === undefined || query.orderBy.rank) return [];
  return query.orderBy.items.map((item) => ({
    evaluate: bindExpression(item.expression, place).evaluate,
    descending: item.descending,
  }));
}
