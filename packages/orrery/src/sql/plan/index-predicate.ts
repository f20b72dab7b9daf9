/**
 * What a filter says about index entries: a set of items that holds every item for which the filter is true. Where
 * the set is `exact`, it holds no others.
 */

import { encodeValue } from "../../value/encode-value.ts";
import type { Json } from "../../value/json.ts";
import { indexPathOf } from "../bind/document-path.ts";
import type { Scope } from "../bind/scope.ts";
import type { Constant } from "../functions/builtin-function.ts";
import type { Expression, NodeOf } from "../syntax/ast.ts";
import { existsScope } from "./exists-predicate.ts";
import type { IndexingView } from "./indexing-view.ts";
import {
  BOOLEANS,
  COLLECTIONS,
  type Comparison,
  type Cover,
  comparedTo,
  DEFINED,
  equalTo,
  holdsKey,
  intersectIntervals,
  type KeyInterval,
  NULLS,
  NUMBERS,
  PRIMITIVES,
  point,
  STRINGS,
  startingWith,
  uniteIntervals,
} from "./key-interval.ts";

export type IndexPredicate =
  /** All items. Exact: the filter is always true. */
  | { readonly kind: "all"; readonly exact: boolean }
  /** No item. */
  | { readonly kind: "none"; readonly exact: true }
  | PathPredicate
  /** Items that are in every operand, or in any; at least two operands, none of them "all" or "none". */
  | { readonly kind: "and"; readonly operands: readonly IndexPredicate[]; readonly exact: boolean }
  | { readonly kind: "or"; readonly operands: readonly IndexPredicate[]; readonly exact: boolean };

/** Items with an entry at a path, in one of some intervals. */
export interface PathPredicate {
  readonly kind: "path";
  readonly path: string;
  /** The path goes through array elements: an item may have several entries. */
  readonly isMany: boolean;
  readonly intervals: readonly KeyInterval[];
  readonly exact: boolean;
}

interface PredicateContext {
  readonly scope: Scope;
  readonly indexing: IndexingView;
  /** Scalars that every item in scope has at a path: the partition key, where the scope is a single one. */
  readonly known: ReadonlyMap<string, Json>;
  /** The value of an expression that does not depend on the row. */
  constantOf(expression: Expression): Constant | undefined;
  /** Told about each path that a predicate could use an index for, and whether that would find exactly its items. */
  noteMissing(path: string, isPrecise: boolean): void;
}

const ALL: IndexPredicate = { kind: "all", exact: false };
const EVERYTHING: IndexPredicate = { kind: "all", exact: true };
const NONE: IndexPredicate = { kind: "none", exact: true };

export function indexPredicate(filter: Expression | undefined, context: PredicateContext): IndexPredicate {
  if (filter === undefined) return EVERYTHING;
  const known = context.constantOf(filter);
  if (known !== undefined) return known.value === true ? EVERYTHING : NONE;
  switch (filter.kind) {
    case "binary":
      return binaryPredicate(filter, context);
    case "in":
      return filter.negated ? ALL : inPredicate(filter, context);
    case "between":
      return filter.negated ? ALL : betweenPredicate(filter, context);
    case "like":
      return filter.negated ? ALL : likePredicate(filter, context);
    case "call":
      return callPredicate(filter, context);
    case "name":
    case "member":
      // A filter keeps a row only where its value is exactly true.
      return pathPredicate(filter, [{ interval: point(true), exact: true }], context);
    case "subquery":
      return existsPredicate(filter, context);
    default:
      return ALL;
  }
}

function pathPredicate(
  expression: Expression,
  covers: readonly (Cover | undefined)[],
  context: PredicateContext,
): IndexPredicate {
  const location = indexPathOf(expression, context.scope);
  if (location === undefined) return ALL;
  const some = covers.filter((cover) => cover !== undefined);
  const known = context.known.get(location.path);
  if (known !== undefined) return knownPredicate(known, some);
  const exact = !location.isMany && some.every((cover) => cover.exact);
  if (!context.indexing.isIndexed(location.path)) {
    context.noteMissing(location.path, exact);
    return ALL;
  }
  const intervals = uniteIntervals(some.map((cover) => cover.interval));
  if (intervals.length === 0) return NONE;
  return { kind: "path", ...location, intervals, exact };
}

/** What a filter says about a value that is the same in all items. */
function knownPredicate(value: Json, covers: readonly Cover[]): IndexPredicate {
  const key = encodeValue(value).toString("latin1");
  const holding = covers.filter(({ interval }) => holdsKey(interval, key));
  if (holding.length === 0) return NONE;
  return holding.some(({ exact }) => exact) ? EVERYTHING : ALL;
}

const FLIPPED: Readonly<Record<Comparison, Comparison>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

function binaryPredicate(filter: NodeOf<"binary">, context: PredicateContext): IndexPredicate {
  const { operator, left, right } = filter;
  switch (operator) {
    case "and":
      return both(indexPredicate(left, context), indexPredicate(right, context));
    case "or":
      return either(indexPredicate(left, context), indexPredicate(right, context));
    case "=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      break;
    default:
      return ALL;
  }
  const rightValue = context.constantOf(right);
  if (rightValue !== undefined) return comparePredicate(left, operator, rightValue, context);
  const leftValue = context.constantOf(left);
  if (leftValue === undefined) return ALL;
  return comparePredicate(right, operator === "=" ? "=" : FLIPPED[operator], leftValue, context);
}

function comparePredicate(
  operand: Expression,
  operator: "=" | Comparison,
  { value }: Constant,
  context: PredicateContext,
): IndexPredicate {
  if (value === undefined) return NONE;
  return pathPredicate(operand, [operator === "=" ? equalTo(value) : comparedTo(operator, value)], context);
}

function inPredicate(filter: NodeOf<"in">, context: PredicateContext): IndexPredicate {
  const covers: Cover[] = [];
  for (const item of filter.list) {
    const known = context.constantOf(item);
    if (known === undefined) return ALL;
    if (known.value !== undefined) covers.push(equalTo(known.value));
  }
  return pathPredicate(filter.operand, covers, context);
}

function betweenPredicate(filter: NodeOf<"between">, context: PredicateContext): IndexPredicate {
  const low = context.constantOf(filter.low);
  const high = context.constantOf(filter.high);
  if (low === undefined || high === undefined) return ALL;
  return both(
    comparePredicate(filter.operand, ">=", low, context),
    comparePredicate(filter.operand, "<=", high, context),
  );
}

function likePredicate(filter: NodeOf<"like">, context: PredicateContext): IndexPredicate {
  const pattern = context.constantOf(filter.pattern)?.value;
  if (typeof pattern !== "string" || filter.escape !== undefined) return ALL;
  const wildcard = pattern.search(/[%_[\]]/);
  if (wildcard < 0) return pathPredicate(filter.operand, [equalTo(pattern)], context);
  const { interval, exact } = startingWith(pattern.slice(0, wildcard));
  const isPrefix = wildcard === pattern.length - 1 && pattern.endsWith("%");
  return pathPredicate(filter.operand, [{ interval, exact: exact && isPrefix }], context);
}

/** Type checks by the interval of their types; numbers that are not integers are left to the filter. */
const TYPE_CHECKS: Readonly<Record<string, Cover>> = {
  IS_ARRAY: { interval: COLLECTIONS, exact: false },
  IS_BOOL: { interval: BOOLEANS, exact: true },
  IS_BOOLEAN: { interval: BOOLEANS, exact: true },
  IS_DATETIME: { interval: STRINGS, exact: false },
  IS_DEFINED: { interval: DEFINED, exact: true },
  IS_FINITE_NUMBER: { interval: NUMBERS, exact: false },
  IS_INTEGER: { interval: NUMBERS, exact: false },
  IS_NULL: { interval: NULLS, exact: true },
  IS_NUMBER: { interval: NUMBERS, exact: true },
  IS_OBJECT: { interval: COLLECTIONS, exact: false },
  IS_PRIMITIVE: { interval: PRIMITIVES, exact: true },
  IS_STRING: { interval: STRINGS, exact: true },
};

function callPredicate(filter: NodeOf<"call">, context: PredicateContext): IndexPredicate {
  if (filter.udf) return ALL;
  const name = filter.name.toUpperCase();
  const [operand, argument, option] = filter.args;
  const check = TYPE_CHECKS[name];
  if (check !== undefined && operand !== undefined) return pathPredicate(operand, [check], context);
  if (operand === undefined || argument === undefined) return ALL;
  if (option !== undefined && context.constantOf(option)?.value !== false) return ALL;
  const known = context.constantOf(argument);
  if (known === undefined) return ALL;
  switch (name) {
    case "STARTSWITH":
      if (typeof known.value !== "string") return NONE;
      return pathPredicate(operand, [startingWith(known.value)], context);
    case "STRINGEQUALS":
      if (typeof known.value !== "string") return NONE;
      return pathPredicate(operand, [equalTo(known.value)], context);
    case "ARRAY_CONTAINS":
      if (known.value === undefined) return ALL;
      return containsPredicate(operand, known, context);
    default:
      return ALL;
  }
}

/** Elements of `c.tags` have entries at "/tags/[]": here several entries of an item are just what is meant. */
function containsPredicate(
  array: Expression,
  { value }: Constant,
  context: PredicateContext,
): IndexPredicate {
  const location = indexPathOf(array, context.scope);
  if (location === undefined) return ALL;
  const path = `${location.path}/[]`;
  const { interval, exact: isExactValue } = equalTo(value);
  const exact = isExactValue && !location.isMany;
  if (!context.indexing.isIndexed(path)) {
    context.noteMissing(path, exact);
    return ALL;
  }
  return { kind: "path", path, isMany: true, intervals: [interval], exact };
}

function existsPredicate(filter: NodeOf<"subquery">, context: PredicateContext): IndexPredicate {
  if (filter.subquery !== "exists") return ALL;
  const scope = existsScope(filter.query, context.scope);
  if (scope === undefined) return ALL;
  const inner = indexPredicate(filter.query.where, { ...context, scope });
  return inner.kind === "none" ? NONE : withExact(inner, false);
}

function both(a: IndexPredicate, b: IndexPredicate): IndexPredicate {
  if (a.kind === "none" || b.kind === "none") return NONE;
  if (a.kind === "all") return withExact(b, a.exact && b.exact);
  if (b.kind === "all") return withExact(a, a.exact && b.exact);
  const operands: IndexPredicate[] = [];
  for (const operand of [...operandsOf(a, "and"), ...operandsOf(b, "and")]) {
    const same = operands.findIndex((other) => isSamePlace(other, operand));
    if (same < 0) {
      operands.push(operand);
      continue;
    }
    const other = operands[same] as PathPredicate;
    const merged = operand as PathPredicate;
    const intervals = intersectIntervals(other.intervals, merged.intervals);
    if (intervals.length === 0) return NONE;
    operands[same] = { ...other, intervals, exact: other.exact && merged.exact };
  }
  const exact = a.exact && b.exact;
  return operands.length === 1 ? withExact(operands[0]!, exact) : { kind: "and", operands, exact };
}

function either(a: IndexPredicate, b: IndexPredicate): IndexPredicate {
  if (a.kind === "none") return b;
  if (b.kind === "none") return a;
  if (a.kind === "all" || b.kind === "all") {
    return (a.kind === "all" && a.exact) || (b.kind === "all" && b.exact) ? EVERYTHING : ALL;
  }
  const exact = a.exact && b.exact;
  if (a.kind === "path" && b.kind === "path" && a.path === b.path) {
    return { ...a, intervals: uniteIntervals([...a.intervals, ...b.intervals]), exact };
  }
  return { kind: "or", operands: [...operandsOf(a, "or"), ...operandsOf(b, "or")], exact };
}

/** Entries of one array path may belong to different elements: only those of a single value can be intersected. */
function isSamePlace(a: IndexPredicate, b: IndexPredicate): boolean {
  return a.kind === "path" && b.kind === "path" && a.path === b.path && !a.isMany;
}

function operandsOf(predicate: IndexPredicate, kind: "and" | "or"): readonly IndexPredicate[] {
  return predicate.kind === kind ? predicate.operands : [predicate];
}

function withExact(predicate: IndexPredicate, exact: boolean): IndexPredicate {
  return predicate.kind === "none" ? predicate : { ...predicate, exact };
}
