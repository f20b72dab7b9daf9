/**
 * Whether a query can be answered from one index, without reading items: it looks at a single path and nothing else,
 * and items that have no entry there cannot make a row or change a result.
 */
import type { BoundGrouping, BoundQuery } from "../../bind/bound-query.ts";
import { documentPathOf, toIndexPath } from "../../bind/document-path.ts";
import type { DocumentPath, Scope } from "../../bind/scope.ts";
import { findAggregate } from "../../functions/aggregates/aggregates.ts";
import type { Expression, Query } from "../../syntax/ast.ts";
import { ExpressionIds } from "../../syntax/expression-ids.ts";
import { childrenOf } from "../../syntax/walk-expression.ts";
import { asksForLacking, type IndexPredicate } from "../predicates/index-predicate.ts";
import type { IndexingView } from "../predicates/indexing-view.ts";
import { DEFINED, type KeyInterval } from "../predicates/key-interval.ts";
import { isCountable, propertiesRead } from "./countable.ts";

export interface Covering {
  readonly path: string;
  /** The names of the path that the query reads, from the item downwards; none where it reads nothing. */
  readonly names: readonly string[];
  /** The entries to read; absent: all. */
  readonly intervals?: readonly KeyInterval[];
  /** MIN and MAX need only the first and the last entry. */
  readonly isExtreme: boolean;
  /** Every entry makes a row that passes the filter. */
  readonly isMatched: boolean;
  /** Items without an entry matter too, but only how many there are: an index of all items tells. */
  readonly countsMissing: boolean;
  /** Only the number of entries matters; or, where nothing is read of the items, the number of items. */
  readonly countsOnly: boolean;
  /** An answer may show a number as an item has it. */
  readonly showsDigits: boolean;
  /** Entries of the same value can be added up as one. */
  readonly isCountable: boolean;
}

/** Every item has this: a query that looks at nothing can be answered from its index, which also counts items. */
const EVERYWHERE = ["id"];
export const EVERYWHERE_PATH = toIndexPath(EVERYWHERE).path;

/** Of one property nobody asks for more. */
const COLUMNS_MAX = 1_024;

export function coveringPath(
  { query, steps, input, hasFrom, scope, grouping }: BoundQuery,
  predicate: IndexPredicate,
  indexing: IndexingView,
): Covering | undefined {
  if (steps.length > 0 || input !== undefined || !hasFrom || query.select.shape.kind === "star")
    return undefined;
  if (query.select.shape.kind === "list" && query.select.shape.items.length > COLUMNS_MAX) return undefined;
  const isUnfiltered = predicate.kind === "all" && predicate.exact;
  const names = onlyPath(readExpressions(query, isUnfiltered), scope);
  if (names === undefined) return undefined;
  const isAnywhere = names.length === 0;
  const { path } = toIndexPath(isAnywhere ? EVERYWHERE : names);
  if (!indexing.isIndexed(path)) return undefined;
  const isBounded = predicate.kind === "path" && predicate.path === path && !asksForLacking(predicate);
  const isTotal = isAnywhere || indexing.isExplicit(path);
  const countsMissing = !isBounded && !isTotal && !ignoresMissing(query, names, scope, isUnfiltered);
  if (countsMissing && (grouping === undefined || !indexing.isIndexed(EVERYWHERE_PATH))) return undefined;
  const isMatched = isUnfiltered || (predicate.exact && isBounded);
  const parts = readExpressions(query, isUnfiltered);
  return {
    path,
    names,
    ...(isBounded && { intervals: predicate.intervals }),
    isExtreme: isMatched && !isAnywhere && isExtremeQuery(query),
    isMatched: isMatched && (isUnfiltered || !countsMissing),
    countsMissing,
    showsDigits: showsDigits(grouping),
    countsOnly: isMatched && (isAnywhere || isBounded) && aggregatesLiterals(query, scope),
    isCountable:
      grouping !== undefined &&
      propertiesRead(parts, scope) !== undefined &&
      parts.every((part) => isCountable(part, scope)),
  };
}

/** Whether an answer may show a number as an item has it, and not only what is computed with it. */
export function showsDigits(grouping: BoundQuery["grouping"]): boolean {
  return grouping === undefined || grouping.keys.length > 0 || returnsValues(grouping);
}

/** Whether an aggregate returns values as items have them. */
export function returnsValues({ aggregates }: BoundGrouping): boolean {
  return aggregates.some(({ keepsDigits }) => keepsDigits);
}

/** Whether a query aggregates nothing of its rows but their number. */
export function countsMatches({ query, steps, input, hasFrom, grouping, scope }: BoundQuery): boolean {
  const isOfItems = steps.length === 0 && input === undefined && hasFrom;
  return isOfItems && grouping !== undefined && aggregatesLiterals(query, scope);
}

/** What an extreme is looked for in: the entries of items that have the property. */
export function extremeIntervals({ intervals }: Covering): readonly KeyInterval[] {
  return intervals ?? [DEFINED];
}

/** What is read of a row; a filter that is always true is not. */
export function readExpressions(query: Query, isUnfiltered: boolean): readonly Expression[] {
  const { shape } = query.select;
  const selected =
    shape.kind === "value"
      ? [shape.expression]
      : shape.kind === "list"
        ? shape.items.map((item) => item.expression)
        : [];
  const ordered = query.orderBy?.items.map((item) => item.expression) ?? [];
  return [
    ...selected,
    ...(query.where && !isUnfiltered ? [query.where] : []),
    ...(query.groupBy ?? []),
    ...ordered,
  ];
}

/** The one path that expressions read, [] where they read none; undefined where they read more, or whole items. */
function onlyPath(expressions: readonly Expression[], scope: Scope): readonly string[] | undefined {
  let only: readonly string[] | undefined;
  const isPlain = (expression: Expression): boolean => {
    if (expression.kind === "subquery" || expression.kind === "name")
      return expression.kind === "name" && scope.lookup(expression.name) === undefined;
    if (expression.kind === "call" && (expression.udf || COLLECTING.has(expression.name.toUpperCase())))
      return false;
    if (expression.kind !== "member") return childrenOf(expression).every(isPlain);
    const path = documentPathOf(expression, scope);
    if (path === undefined || path.length === 0 || !path.every((step) => typeof step === "string"))
      return false;
    only ??= path as readonly string[];
    return isSamePath(path, only);
  };
  return expressions.every(isPlain) ? (only ?? []) : undefined;
}

function isSamePath(a: DocumentPath, b: DocumentPath): boolean {
  return a.length === b.length && a.every((step, i) => step === b[i]);
}

/** Aggregates whose result shows in which order the rows came. */
const COLLECTING = new Set(["MAKELIST", "MAKESET"]);

/** An item without the property makes no row, or adds nothing to any aggregate. */
function ignoresMissing(
  query: Query,
  names: readonly string[],
  scope: Scope,
  isUnfiltered: boolean,
): boolean {
  const { shape } = query.select;
  const isProperty = (expression: Expression): boolean =>
    expression.kind === "member" && isSamePath(documentPathOf(expression, scope) ?? [], names);
  if (shape.kind === "value" && isProperty(shape.expression)) return query.groupBy === undefined;
  if (query.groupBy !== undefined || (query.where !== undefined && !isUnfiltered)) return false;
  return readExpressions(query, isUnfiltered).every((part) => onlyAggregates(part, isProperty));
}

/** Whether all that an expression reads of the row is inside aggregates of the property itself. */
function onlyAggregates(expression: Expression, isProperty: (argument: Expression) => boolean): boolean {
  if (isAggregate(expression)) return expression.args.length === 1 && isProperty(expression.args[0]!);
  return (
    expression.kind !== "member" && childrenOf(expression).every((child) => onlyAggregates(child, isProperty))
  );
}

function isAggregate(expression: Expression): expression is Extract<Expression, { kind: "call" }> {
  return expression.kind === "call" && !expression.udf && findAggregate(expression.name) !== undefined;
}

/** One group, of aggregates that are given the same value by each row. */
function aggregatesLiterals(query: Query, scope: Scope): boolean {
  const isSame = (expression: Expression): boolean =>
    isAggregate(expression)
      ? expression.args.every(({ kind }) => kind === "literal")
      : childrenOf(expression).every(isSame);
  const parts = readExpressions(query, true);
  return query.groupBy === undefined && parts.every(isSame) && onlyPath(parts, scope)?.length === 0;
}

/** Only MIN and MAX, without groups, of one and the same expression. */
function isExtremeQuery(query: Query): boolean {
  if (query.groupBy !== undefined || query.orderBy !== undefined) return false;
  const { shape } = query.select;
  const calls: Expression[] = [];
  const collect = (expression: Expression): void => {
    if (isAggregate(expression)) calls.push(expression);
    else childrenOf(expression).forEach(collect);
  };
  if (shape.kind === "star") return false;
  (shape.kind === "value" ? [shape.expression] : shape.items.map((item) => item.expression)).forEach(collect);
  const names = new Set(calls.map((call) => (call.kind === "call" ? call.name.toUpperCase() : "")));
  names.delete("MIN");
  names.delete("MAX");
  const ids = new ExpressionIds();
  const read = new Set(calls.map((call) => ids.idOf(childrenOf(call)[0]!)));
  const isBare = calls.every((call) => childrenOf(call)[0]!.kind === "member");
  return calls.length > 0 && names.size === 0 && read.size === 1 && isBare;
}
