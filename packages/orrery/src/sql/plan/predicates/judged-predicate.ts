/**
 * Filters that look at one place of the item and at nothing else: `CONTAINS(c.name, 'x')`, `c.name LIKE '%x'`. They tell
 * no interval of values, but an index holds the values themselves: each is judged once, and only the items of those that
 * pass are loaded. The service does so for the functions below; what others say of a value it asks of items alone.
 */
import type { Json, JsonObject, Value } from "@orrerydb/exact-json";
import type { IndexEntry } from "../../../value/rows/row-source.ts";
import { isLong } from "../../bind/bind-ahead.ts";
import { entryPathOf } from "../../bind/document-path.ts";
import { indexedItem } from "../../bind/indexed-item.ts";
import type { Expression, NodeOf } from "../../syntax/ast.ts";
import { namesBelow } from "../../syntax/member-steps.ts";
import { QueryError } from "../../syntax/query-error.ts";
import { childrenOf } from "../../syntax/walk-expression.ts";
import { heldText } from "./held-text.ts";
import { ALL, EVERYTHING, type IndexPredicate, NONE } from "./index-predicate.ts";
import { DEFINED, type KeyInterval, NUMBERS, STRINGS } from "./key-interval.ts";
import type { PredicateContext } from "./predicate-context.ts";

/** Functions that are undefined of what is no text. */
const OF_TEXT = new Set([
  "CONTAINS",
  "CONTAINS_ALL_CI",
  "CONTAINS_ALL_CS",
  "CONTAINS_ANY_CI",
  "CONTAINS_ANY_CS",
  "DAY",
  "ENDSWITH",
  "LEFT",
  "MONTH",
  "REGEXMATCH",
  "RIGHT",
  "STARTSWITH",
  "STRINGEQUALS",
  "SUBSTRING",
  "YEAR",
]);
/** And of what is no number. */
const OF_NUMBER = new Set(["ABS", "CEILING", "FLOOR", "ROUND", "TRUNC"]);

/** Parts of one filter that are judged: each is bound once more, and tried for each value of its index. */
const JUDGED_MAX = 1_024;

/** All where the values of no index can be judged. */
export function judgedPredicate(filter: Expression, context: PredicateContext): IndexPredicate {
  if (isLong(filter) || context.countJudged() > JUDGED_MAX) return ALL;
  const place = onlyPlace(filter, context);
  const location = place && entryPathOf(place, context.scope);
  const reader = place && readerOf(place, context);
  if (location === undefined || reader === undefined || !isJudged(filter, context)) return ALL;
  const evaluate = context.evaluatorOf(filter, context.scope);
  const passes = orUnknown((value: Value) => evaluate(reader.slot, reader.holding(value)) === true);
  // What lacks the place has no entry.
  if (passes(undefined)) return ALL;
  const { path, isMany } = location;
  const interval = intervalOf(filter, place!);
  const known = context.known.get(path);
  if (known !== undefined) {
    context.noteKnown(path);
    return passes(known) ? EVERYTHING : NONE;
  }
  if (!context.indexing.isIndexed(path)) {
    context.noteMissing(path);
    return ALL;
  }
  return {
    kind: "path",
    path,
    isMany,
    isTotal: context.indexing.isExplicit(path),
    intervals: [interval],
    exact: false,
    judge: {
      passes: ({ value, exact }: IndexEntry) => !exact || passes(value),
      text: interval === STRINGS ? heldText(filter, context) : undefined,
    },
  };
}

/** A value that cannot be judged passes: whether it fails the query is seen when its item is reached. */
function orUnknown(test: (value: Value) => boolean): (value: Value) => boolean {
  return (value) => {
    try {
      return test(value);
    } catch (error) {
      if (error instanceof QueryError) return true;
      throw error;
    }
  };
}

/** The one place that a filter reads, wherever it does. */
function onlyPlace(filter: Expression, context: PredicateContext): Expression | undefined {
  const found: Expression[] = [];
  const collect = (node: Expression): void => {
    if (context.constantOf(node) !== undefined) return;
    if (node.kind === "member" || node.kind === "name") found.push(node);
    else childrenOf(node).forEach(collect);
  };
  collect(filter);
  const [first, ...others] = found;
  const text = first && placeText(first);
  return text !== undefined && others.every((other) => placeText(other) === text) ? first : undefined;
}

/** An alias and the names below it; undefined where an expression is something else. */
function placeText(node: Expression): string | undefined {
  const place = namesBelow(node);
  return place && JSON.stringify([place.alias, ...place.names]);
}

interface PlaceReader {
  /** Of the alias. */
  readonly slot: number;
  /** What the alias stands for, where the place has a value. */
  holding(value: Value): Value;
}

function readerOf(place: Expression, { scope }: PredicateContext): PlaceReader | undefined {
  const { alias, names } = namesBelow(place) ?? {};
  const binding = alias === undefined ? undefined : scope.lookup(alias);
  if (names === undefined || binding === undefined) return undefined;
  if (names.length === 0) return { slot: binding.slot, holding: (value) => value };
  const nothing = indexedItem({});
  // One object for all values: to make one for each would take longer than to judge it, and nobody keeps it.
  const last = names.length - 1;
  const leaf: Record<string, Json> = { [names[last]!]: null };
  const held = indexedItem(
    names.slice(0, last).reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), leaf),
  );
  const holding = (value: Value): Value => {
    if (value === undefined) return nothing;
    leaf[names[last]!] = value;
    return held;
  };
  return { slot: binding.slot, holding };
}

/** Whether all that a filter does with the place can be done with a value of an index. */
function isJudged(node: Expression, context: PredicateContext): boolean {
  if (context.constantOf(node) !== undefined) return true;
  switch (node.kind) {
    case "name":
    case "member":
      return true;
    case "unary":
      return node.operator === "not" && isJudged(node.operand, context);
    case "binary":
      return COMBINING.has(node.operator) && isJudged(node.left, context) && isJudged(node.right, context);
    case "in":
    case "between":
    case "like":
      return childrenOf(node).every((child) => isJudged(child, context));
    case "call":
      return isJudgedCall(node, context);
    case "array":
    case "coalesce":
    case "conditional":
    case "literal":
    case "object":
    case "parameter":
    case "subquery":
      return false;
  }
}

const COMBINING = new Set(["and", "or", "=", "!=", "<", "<=", ">", ">="]);

function isJudgedCall({ name, udf, args }: NodeOf<"call">, context: PredicateContext): boolean {
  const upper = name.toUpperCase();
  if (udf || !(OF_TEXT.has(upper) || OF_NUMBER.has(upper))) return false;
  // Only the beginning of a text is found by an index of the service.
  if (upper === "SUBSTRING" && context.constantOf(args[1]!)?.value !== 0) return false;
  return args.every((argument, i) => (i === 0 ? isJudged(argument, context) : context.constantOf(argument)));
}

/** Of what no part of the filter is defined for, the filter says the same as of nothing: it does not pass. */
function intervalOf(filter: Expression, place: Expression): KeyInterval {
  const text = placeText(place);
  const isPlace = (node: Expression | undefined): boolean => node !== undefined && placeText(node) === text;
  const isOnlyIn = (functions: ReadonlySet<string>, likes: boolean, node: Expression): boolean => {
    if (isPlace(node)) return false;
    const isSubject =
      (node.kind === "call" && functions.has(node.name.toUpperCase()) && isPlace(node.args[0])) ||
      (likes && node.kind === "like" && isPlace(node.operand));
    const rest = isSubject ? childrenOf(node).filter((child) => !isPlace(child)) : childrenOf(node);
    return rest.every((child) => isOnlyIn(functions, likes, child));
  };
  if (isOnlyIn(OF_TEXT, true, filter)) return STRINGS;
  return isOnlyIn(OF_NUMBER, false, filter) ? NUMBERS : DEFINED;
}
