/**
 * Turns an expression of the syntax tree into a closure over the slots of a row.
 *
 * Everything that can be known before the first row is done here: names become slots, parameters become constants,
 * constant subtrees are folded, functions are looked up and specialised, and all that is wrong with the expression
 * is reported. What is left to a row is calls of closures.
 */

import { type Exact, ExactNumber, type Value } from "@orrerydb/exact-json";
import { compileMember, exactMemberOf, member } from "../../functions/values/operators.ts";
import type { Expression, NodeOf } from "../../syntax/ast.ts";
import { QueryError } from "../../syntax/query-error.ts";
import type { Place } from "../bind-context.ts";
import { bindComputed } from "../computed/bind-computed.ts";
import type { EvaluateExact } from "../environment.ts";
import { bindCall } from "./bind-call.ts";
import { bindArray, bindObject } from "./bind-constructors.ts";
import {
  bindBetween,
  bindBinary,
  bindCoalesce,
  bindConditional,
  bindInList,
  bindLikeMatch,
  bindUnary,
} from "./bind-operators.ts";
import { bindSubquery } from "./bind-subquery.ts";
import { type BoundExpression, combine, constant, fromSlot } from "./bound-expression.ts";

export function bindExpression(expression: Expression, place: Place): BoundExpression {
  const { expressions } = place.context.parts;
  const bound = expressions.size === 0 ? undefined : expressions.get(expression);
  if (bound !== undefined) return bound;
  const grouped = place.grouping?.keyFor(expression);
  if (grouped !== undefined) return fromSlot(grouped);
  switch (expression.kind) {
    case "literal":
      return constant(withDigits(expression.value, expression.digits));
    case "parameter":
      return bindParameter(expression, place);
    case "name":
      return bindName(expression, place);
    case "member":
      return bindMember(expression, place);
    case "unary":
      return bindUnary(expression, place);
    case "binary":
      return bindBinary(expression, place);
    case "coalesce":
      return bindCoalesce(expression, place);
    case "conditional":
      return bindConditional(expression, place);
    case "in":
      return bindInList(expression, place);
    case "between":
      return bindBetween(expression, place);
    case "like":
      return bindLikeMatch(expression, place);
    case "call":
      return bindCall(expression, place);
    case "object":
      return bindObject(expression, place);
    case "array":
      return bindArray(expression, place);
    case "subquery":
      return bindSubquery(expression, place);
  }
}

function withDigits(value: Value, digits: string | undefined): Exact {
  return digits === undefined ? value : new ExactNumber(value as number, digits);
}

function bindParameter({ name, at }: NodeOf<"parameter">, place: Place): BoundExpression {
  const { parameters, parameterDigits, planOnly = false } = place.context.options;
  if (parameters.has(name)) return constant(withDigits(parameters.get(name), parameterDigits?.get(name)));
  // Not a constant: a filter that compares with it would be known to let nothing through.
  if (planOnly) return { evaluate: () => undefined };
  throw new QueryError(
    "SC2010",
    `The parameter '${name}' has no value. Add it to the query's parameters.`,
    at,
  );
}

function bindName(expression: NodeOf<"name">, place: Place): BoundExpression {
  refuseHidden(expression, place);
  const binding = place.scope.lookup(expression.name);
  if (binding !== undefined) return fromSlot(binding.slot);
  const number = NUMBER_NAMES.get(expression.name);
  if (number === undefined) throw unresolved(expression.name, expression.at);
  return constant(number);
}

/** Numbers that have no literal. */
const NUMBER_NAMES: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

export function unresolved(name: string, at: Expression["at"]): QueryError {
  return new QueryError("SC2001", `Identifier '${name}' could not be resolved.`, at);
}

function bindMember(expression: NodeOf<"member">, place: Place): BoundExpression {
  refuseHidden(expression, place);
  return bindSteps(expression, place);
}

function bindSteps(expression: NodeOf<"member">, place: Place): BoundExpression {
  const computed = computedProperty(expression, place);
  if (computed !== undefined) return computed;
  const index = bindExpression(expression.index, place);
  const object = bindObjectOf(expression, place);
  const from = object.evaluate;
  const bound = combine([object, index], () => {
    if (index.constant === undefined) {
      return (environment) => member(from(environment), index.evaluate(environment));
    }
    const at = index.constant.value;
    if (typeof at !== "string") return (environment) => member(from(environment), at);
    const read = compileMember(at);
    return (environment) => read(from(environment));
  });
  const exact: EvaluateExact = (environment) => exactMemberOf(from(environment), index.evaluate(environment));
  return { ...bound, exact };
}

/** What was found to be no hidden reference has none in front of its steps. */
function bindObjectOf({ object }: NodeOf<"member">, place: Place): BoundExpression {
  const isStep = object.kind === "member" && place.grouping?.keyFor(object) === undefined;
  return isStep ? bindSteps(object, place) : bindExpression(object, place);
}

/** `c.name` where the container computes `name`: the property is the expression, whatever the item holds. */
function computedProperty(expression: NodeOf<"member">, place: Place): BoundExpression | undefined {
  const { object, index } = expression;
  if (object.kind !== "name" || index.kind !== "literal" || typeof index.value !== "string") return undefined;
  if (place.scope.lookup(object.name)?.path?.length !== 0) return undefined;
  const evaluate = bindComputed(index.value, place.context);
  return evaluate && { evaluate };
}

/** In the SELECT of an aggregate query a property must be a group key or stand inside an aggregate. */
function refuseHidden(expression: Expression, place: Place): void {
  let root = expression;
  while (root.kind === "member" && place.grouping?.keyFor(root) === undefined) root = root.object;
  if (root.kind !== "name" || !place.scope.isHidden(root.name) || place.grouping?.keyFor(root) !== undefined)
    return;
  throw new QueryError(
    "SC2102",
    `Property reference '${referenceText(expression)}' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.`,
    expression.at,
  );
}

function referenceText(expression: Expression): string {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "member") return "";
  const { index } = expression;
  const step = index.kind === "literal" && expression.dotted ? `.${index.value}` : "[...]";
  return referenceText(expression.object) + step;
}
