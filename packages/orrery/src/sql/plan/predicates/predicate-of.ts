/** The items that a filter may be true of, as far as indexes tell. */
import type { Json, Value } from "@orrerydb/exact-json";
import { encodeKey } from "../../../value/encode-value.ts";
import { entryPathOf } from "../../bind/document-path.ts";
import type { Constant } from "../../functions/builtin-function.ts";
import type { Expression, NodeOf } from "../../syntax/ast.ts";
import { containsPredicate, partlyContainsPredicate } from "./array-predicate.ts";
import { existsScope } from "./exists-predicate.ts";
import { equalIgnoringCase, startingIgnoringCase } from "./ignoring-case.ts";
import { indexFilterOf } from "./index-filters.ts";
import {
  ALL,
  both,
  EVERYTHING,
  either,
  INTERVALS_MAX,
  type IndexPredicate,
  NONE,
  withExact,
} from "./index-predicate.ts";
import { judgedPredicate } from "./judged-predicate.ts";
import {
  ARRAY_VALUES,
  BOOLEANS,
  type Comparison,
  type Cover,
  comparedTo,
  DEFINED,
  equalTo,
  holdsKey,
  NULLS,
  NUMBERS,
  OBJECT_VALUES,
  otherThan,
  PRIMITIVES,
  point,
  STRINGS,
  startingWith,
  UNDEFINED,
  uniteIntervals,
} from "./key-interval.ts";
import type { PredicateContext } from "./predicate-context.ts";

export function predicateOf(filter: Expression | undefined, context: PredicateContext): IndexPredicate {
  if (filter === undefined) return EVERYTHING;
  const known = context.constantOf(filter);
  if (known !== undefined) return known.value === true ? EVERYTHING : NONE;
  const predicate = intervalPredicate(filter, context);
  return isLeaf(filter) && !predicate.exact ? judgedToo(predicate, filter, context) : predicate;
}

/** Of a value that is compared, its intervals tell all. What is not exact about them is which element it belongs to. */
function isComparison({ kind }: Expression): boolean {
  return kind === "binary" || kind === "in" || kind === "between";
}

/** Parts of a filter that are not made of others; their values are judged where no intervals tell all. */
function isLeaf(filter: Expression): boolean {
  if (filter.kind === "binary") return filter.operator !== "and" && filter.operator !== "or";
  return filter.kind !== "subquery" && filter.kind !== "name" && filter.kind !== "member";
}

function judgedToo(predicate: IndexPredicate, filter: Expression, context: PredicateContext): IndexPredicate {
  const isSettled = predicate.kind !== "path" || predicate.judge !== undefined || isComparison(filter);
  if (predicate.kind !== "all" && isSettled) return predicate;
  const judged = judgedPredicate(filter, context);
  if (predicate.kind === "all" || judged.kind !== "path") return judged.kind === "all" ? predicate : judged;
  return judged.path === predicate.path ? { ...predicate, judge: judged.judge! } : predicate;
}

function intervalPredicate(filter: Expression, context: PredicateContext): IndexPredicate {
  switch (filter.kind) {
    case "binary":
      return binaryPredicate(filter, true, context);
    case "unary":
      return filter.operator === "not" ? falsePredicate(filter.operand, context) : ALL;
    case "in":
      return filter.negated ? notInPredicate(filter, context) : inPredicate(filter, context);
    case "between":
      return betweenPredicate(filter, context);
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
    case "array":
    case "coalesce":
    case "conditional":
    case "literal":
    case "object":
    case "parameter":
      return ALL;
  }
}

/** The items for which a filter is false: where it is undefined, NOT does not make it true. */
export function falsePredicate(filter: Expression, context: PredicateContext): IndexPredicate {
  const known = context.constantOf(filter);
  if (known !== undefined) return known.value === false ? EVERYTHING : NONE;
  switch (filter.kind) {
    case "unary":
      return filter.operator === "not" ? predicateOf(filter.operand, context) : ALL;
    case "binary":
      return binaryPredicate(filter, false, context);
    case "in":
    case "between":
    case "like":
      return predicateOf({ ...filter, negated: !filter.negated }, context);
    case "name":
    case "member":
      return pathPredicate(filter, [{ interval: point(false), exact: true }], context);
    case "call":
      return lackingPredicate(filter, context);
    case "array":
    case "coalesce":
    case "conditional":
    case "literal":
    case "object":
    case "parameter":
    case "subquery":
      return ALL;
  }
}

function pathPredicate(
  expression: Expression,
  covers: readonly (Cover | undefined)[],
  context: PredicateContext,
): IndexPredicate {
  const location = entryPathOf(expression, context.scope);
  if (location === undefined) return ALL;
  const some = covers.filter((cover) => cover !== undefined);
  const known = context.known.get(location.path);
  if (known !== undefined) {
    context.noteKnown(location.path);
    return knownPredicate(known, some);
  }
  const exact = !location.isMany && some.every((cover) => cover.exact);
  if (!context.indexing.isIndexed(location.path)) {
    context.noteMissing(location.path);
    return ALL;
  }
  const intervals = uniteIntervals(some.map((cover) => cover.interval));
  if (intervals.length === 0) return NONE;
  return { kind: "path", ...location, isTotal: context.indexing.isExplicit(location.path), intervals, exact };
}

/** Items that lack a path: the rest that clients ask for when they go on with a descending order. */
function lackingPredicate(filter: NodeOf<"call">, context: PredicateContext): IndexPredicate {
  if (filter.udf || filter.name.toUpperCase() !== "IS_DEFINED") return ALL;
  const location = entryPathOf(filter.args[0]!, context.scope);
  if (location === undefined || location.isMany || !context.indexing.isIndexed(location.path)) return ALL;
  return pathPredicate(filter.args[0]!, [{ interval: UNDEFINED, exact: true }], context);
}

/** What a filter says about a value that is the same in all items. */
function knownPredicate(value: Json, covers: readonly Cover[]): IndexPredicate {
  const key = encodeKey(value);
  const holding = covers.filter(({ interval }) => holdsKey(interval, key));
  if (holding.length === 0) return NONE;
  return holding.some(({ exact }) => exact) ? EVERYTHING : ALL;
}

const FLIPPED: Readonly<Record<Comparison, Comparison>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** What is true where a comparison is false. */
const OPPOSITE: Readonly<Record<Comparison | "=" | "!=", Comparison | "=" | "!=">> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};

function isComparing(operator: string): operator is Comparison | "=" | "!=" {
  return operator in OPPOSITE;
}

/** `wanted`: whether the items are those for which the filter is true, or false. */
function binaryPredicate(
  { operator, left, right }: NodeOf<"binary">,
  wanted: boolean,
  context: PredicateContext,
): IndexPredicate {
  const where = wanted ? predicateOf : falsePredicate;
  if (operator === "and" || operator === "or") {
    const join = (operator === "and") === wanted ? both : either;
    return join(where(left, context), where(right, context));
  }
  if (!isComparing(operator)) return ALL;
  return comparisonPredicate(left, wanted ? operator : OPPOSITE[operator], right, context);
}

function comparisonPredicate(
  left: Expression,
  operator: "=" | "!=" | Comparison,
  right: Expression,
  context: PredicateContext,
): IndexPredicate {
  const rightValue = context.constantOf(right);
  if (rightValue !== undefined) return comparePredicate(left, operator, rightValue, context);
  const leftValue = context.constantOf(left);
  if (leftValue === undefined) return ALL;
  const flipped = operator === "=" || operator === "!=" ? operator : FLIPPED[operator];
  return comparePredicate(right, flipped, leftValue, context);
}

function comparePredicate(
  operand: Expression,
  operator: "=" | "!=" | Comparison,
  { value }: Constant,
  context: PredicateContext,
): IndexPredicate {
  if (value === undefined) return NONE;
  if (operator === "!=") return otherPredicate(operand, [value], context);
  // `IS_DEFINED(c.a) = false` and its like, which clients and libraries write.
  const isCondition = operator === "=" && operand.kind !== "member" && operand.kind !== "name";
  if (isCondition && value === true) return predicateOf(operand, context);
  if (isCondition && value === false) return falsePredicate(operand, context);
  const special = indexFilterOf(operand)?.ofComparison?.(operand as NodeOf<"call">, operator, value, context);
  if (special !== undefined) return special;
  return pathPredicate(operand, [operator === "=" ? equalTo(value) : comparedTo(operator, value)], context);
}

/** Items that have something at a path, and none of some values. */
function otherPredicate(
  operand: Expression,
  values: readonly Value[],
  context: PredicateContext,
): IndexPredicate {
  const predicate = pathPredicate(operand, otherThan(values), context);
  return predicate.kind === "path" ? { ...predicate, isBroad: true } : predicate;
}

function notInPredicate(filter: NodeOf<"in">, context: PredicateContext): IndexPredicate {
  const values = listedValues(filter, context);
  if (values === undefined) return ALL;
  return values.includes(undefined) ? NONE : otherPredicate(filter.operand, values, context);
}

function inPredicate(filter: NodeOf<"in">, context: PredicateContext): IndexPredicate {
  const values = listedValues(filter, context);
  if (values === undefined) return ALL;
  const covers = values.filter((value) => value !== undefined).map(equalTo);
  return pathPredicate(filter.operand, covers, context);
}

/** Undefined where one of them depends on the row, and where there are too many to look up. */
function listedValues({ list }: NodeOf<"in">, context: PredicateContext): readonly Value[] | undefined {
  if (list.length > INTERVALS_MAX) return undefined;
  const known = list.map((item) => context.constantOf(item));
  return known.every((constant) => constant !== undefined) ? known.map(({ value }) => value) : undefined;
}

function betweenPredicate(filter: NodeOf<"between">, context: PredicateContext): IndexPredicate {
  const low = context.constantOf(filter.low);
  const high = context.constantOf(filter.high);
  if (low === undefined || high === undefined) return ALL;
  const { operand, negated } = filter;
  return negated
    ? either(comparePredicate(operand, "<", low, context), comparePredicate(operand, ">", high, context))
    : both(comparePredicate(operand, ">=", low, context), comparePredicate(operand, "<=", high, context));
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
  IS_ARRAY: { interval: ARRAY_VALUES, exact: true },
  IS_BOOL: { interval: BOOLEANS, exact: true },
  IS_BOOLEAN: { interval: BOOLEANS, exact: true },
  IS_DATETIME: { interval: STRINGS, exact: false },
  IS_DEFINED: { interval: DEFINED, exact: true },
  IS_FINITE_NUMBER: { interval: NUMBERS, exact: false },
  IS_INTEGER: { interval: NUMBERS, exact: false },
  IS_NULL: { interval: NULLS, exact: true },
  IS_NUMBER: { interval: NUMBERS, exact: true },
  IS_OBJECT: { interval: OBJECT_VALUES, exact: true },
  IS_PRIMITIVE: { interval: PRIMITIVES, exact: true },
  IS_STRING: { interval: STRINGS, exact: true },
};

/** Functions that begin at the first character, and may ignore case. */
const IGNORING_CASE = new Map([
  ["STARTSWITH", startingIgnoringCase],
  ["STRINGEQUALS", equalIgnoringCase],
]);

function callPredicate(filter: NodeOf<"call">, context: PredicateContext): IndexPredicate {
  if (filter.udf) return ALL;
  const special = indexFilterOf(filter)?.ofCall?.(filter, context);
  if (special !== undefined) return special;
  const name = filter.name.toUpperCase();
  const [operand, argument, option] = filter.args;
  const check = TYPE_CHECKS[name];
  if (check !== undefined && operand !== undefined) return pathPredicate(operand, [check], context);
  if (operand === undefined || argument === undefined) return ALL;
  if (name === "ARRAY_CONTAINS" && option === undefined) {
    const list = context.constantOf(operand)?.value;
    if (Array.isArray(list) && list.length <= INTERVALS_MAX)
      return pathPredicate(argument, list.map(equalTo), context);
  }
  const known = context.constantOf(argument);
  const flag = option === undefined ? false : context.constantOf(option)?.value;
  if (known === undefined) return ALL;
  if (name === "ARRAY_CONTAINS" && flag === true) return partlyContainsPredicate(operand, known, context);
  const ignoringCase = flag === true ? IGNORING_CASE.get(name) : undefined;
  if (ignoringCase !== undefined && typeof known.value === "string")
    return pathPredicate(operand, ignoringCase(known.value), context);
  if (flag !== false) return ALL;
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

function existsPredicate(filter: NodeOf<"subquery">, context: PredicateContext): IndexPredicate {
  if (filter.subquery !== "exists") return ALL;
  const scope = existsScope(filter.query, context.scope, context.newSlot);
  return existingPredicate(scope && predicateOf(filter.query.where, { ...context, scope }));
}

/** For an element that is asked for by `inner`: it may be another one that is found. */
export function existingPredicate(inner: IndexPredicate | undefined): IndexPredicate {
  if (inner === undefined) return ALL;
  return inner.kind === "none" ? NONE : withExact(inner, false);
}
