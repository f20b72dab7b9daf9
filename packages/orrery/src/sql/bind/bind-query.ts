/**
 * A query, or a subquery, as closures: FROM steps, a filter, group keys and aggregates, sort keys, a projection.
 * How these are run is another matter: a subquery runs to its end for one row (`run-query.ts`), the outermost query
 * runs over partitions, in pages (`execute-query.ts`).
 */

import type { Embedding } from "../exec/embedded-row.ts";
import type { Expression, Query, SelectShape, Source } from "../syntax/ast.ts";
import { countValue } from "../syntax/count-value.ts";
import { QueryError } from "../syntax/query-error.ts";
import { selectNames } from "../syntax/select-names.ts";
import { someExpression } from "../syntax/walk-expression.ts";
import { isAggregateCall } from "./bind-call.ts";
import { buildObject, compileExpression, type Place } from "./bind-expression.ts";
import { type CompiledFrom, compileFrom, type FromStep } from "./bind-from.ts";
import { type Compiled, type Evaluate, ITEM_SLOT } from "./environment.ts";
import { type AggregateCall, Grouping, type GroupKey } from "./grouping.ts";
import type { Scope } from "./scope.ts";

export interface SortKey {
  readonly evaluate: Evaluate;
  readonly descending: boolean;
}

export interface CompiledQuery {
  /** Without FROM there is one row, of no item. */
  readonly hasFrom: boolean;
  readonly steps: readonly FromStep[];
  readonly input?: CompiledFrom["input"];
  readonly where?: Evaluate;
  /** The filter can never be true. */
  readonly empty: boolean;
  readonly grouping?: { readonly keys: readonly GroupKey[]; readonly aggregates: readonly AggregateCall[] };
  readonly orderBy: readonly SortKey[];
  readonly project: Evaluate;
  /** The projection is the item as it is stored. */
  readonly wholeItem: boolean;
  /** The projection is an object with the item, as it is stored, as one of its members. */
  readonly embedding?: Embedding;
  readonly distinct: boolean;
  readonly offset: number;
  /** TOP or LIMIT; infinite where there is none. */
  readonly limit: number;
  /** The names of the FROM clause: what the planner needs to see document paths in expressions. */
  readonly scope: Scope;
}

/** `place.scope` is a fresh scope, which the query fills with its aliases. */
export function compileQuery(query: Query, place: Place): CompiledQuery {
  const { context, scope } = place;
  const { parameters } = context.options;
  const from: CompiledFrom = query.from ? compileFrom(query.from, place) : { steps: [], bindings: [] };
  const where = query.where && compileExpression(query.where, place);
  const grouping = isAggregateQuery(query) ? compileGrouping(query, place) : undefined;
  const selectPlace: Place = grouping ? { context, scope: scope.grouped(), grouping } : place;
  const project = compileSelect(query, from, selectPlace);
  const offset = query.offset ? countValue(query.offset, "OFFSET", parameters) : 0;
  return {
    hasFrom: query.from !== undefined,
    steps: from.steps,
    ...(from.input && { input: from.input }),
    ...(where && where.constant?.value !== true && { where: where.evaluate }),
    empty: where?.constant !== undefined && where.constant.value !== true,
    ...(grouping && { grouping }),
    orderBy: grouping ? [] : compileOrderBy(query, place),
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

/** Whether a query must see all of its input before its first row, or needs to know how many rows came before. */
export function isBlocking(query: Query): boolean {
  return (
    query.select.distinct ||
    query.select.top !== undefined ||
    query.limit !== undefined ||
    query.orderBy !== undefined ||
    isAggregateQuery(query) ||
    (query.from !== undefined && leadingSubqueryBlocks(query.from))
  );
}

function leadingSubqueryBlocks(source: Source): boolean {
  if (source.kind === "join") return leadingSubqueryBlocks(source.left);
  return source.collection.kind === "subquery" && isBlocking(source.collection.query);
}

export function isAggregateQuery(query: Query): boolean {
  return (
    query.groupBy !== undefined ||
    selectExpressions(query.select.shape).some((expression) => someExpression(expression, isAggregateCall))
  );
}

function selectExpressions(shape: SelectShape): readonly Expression[] {
  switch (shape.kind) {
    case "star":
      return [];
    case "value":
      return [shape.expression];
    case "list":
      return shape.items.map((item) => item.expression);
  }
}

function compileGrouping(query: Query, place: Place): Grouping {
  const grouping = new Grouping(place.scope, place.context);
  for (const key of query.groupBy ?? []) grouping.addKey(key, compileExpression(key, place).evaluate);
  return grouping;
}

function compileSelect(query: Query, from: CompiledFrom, place: Place): Compiled {
  const { shape } = query.select;
  switch (shape.kind) {
    case "star":
      return compileStar(query, from, shape.at);
    case "value":
      return compileExpression(shape.expression, place);
    case "list": {
      const names = selectNames(shape.items);
      const values = shape.items.map((item) => compileExpression(item.expression, place).evaluate);
      return { evaluate: buildObject(names, values) };
    }
  }
}

function compileStar(query: Query, from: CompiledFrom, at: Expression["at"]): Compiled {
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

function selectsItem(shape: SelectShape, from: CompiledFrom, scope: Scope): boolean {
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
    evaluate: compileExpression(expression, place).evaluate,
  }));
  return { embedding: { before: members.slice(0, at), name: names[at]!, after: members.slice(at + 1) } };
}

function compileOrderBy(query: Query, place: Place): readonly SortKey[] {
  if (query.orderBy === undefined || query.orderBy.rank) return [];
  return query.orderBy.items.map((item) => ({
    evaluate: compileExpression(item.expression, place).evaluate,
    descending: item.descending,
  }));
}
