/** Operators, as closures over their bound operands. */
import type { Value } from "@orrerydb/exact-json";
import type { Constant } from "../../functions/builtin-function.ts";
import { compileLike, like } from "../../functions/text/like.ts";
import {
  BINARY_OPERATORS,
  between,
  compileIn,
  inList,
  not,
  UNARY_OPERATORS,
} from "../../functions/values/operators.ts";
import type { NodeOf } from "../../syntax/ast.ts";
import { literalValues } from "../../syntax/literal-values.ts";
import { type BindOptions, bindPart, type Place } from "../bind-context.ts";
import type { Environment, Evaluate } from "../environment.ts";
import { type BoundExpression, combine, exactOf } from "./bound-expression.ts";

export function bindUnary(expression: NodeOf<"unary">, place: Place): BoundExpression {
  return combine([bindPart(expression.operand, place)], ([operand]) =>
    applyUnary(UNARY_OPERATORS[expression.operator], operand!.evaluate),
  );
}

function applyUnary(operator: (value: Value) => Value, operand: Evaluate): Evaluate {
  return (environment) => operator(operand(environment));
}

export function bindBinary(expression: NodeOf<"binary">, place: Place): BoundExpression {
  const left = bindPart(expression.left, place);
  const right = bindPart(expression.right, place);
  return combine([left, right], () => {
    const first = left.evaluate;
    const second = right.evaluate;
    if (expression.operator === "and") {
      return (environment) => {
        const a = first(environment);
        if (a === false) return false;
        const b = second(environment);
        return b === false ? false : a === true && b === true ? true : undefined;
      };
    }
    if (expression.operator === "or") {
      return (environment) => {
        const a = first(environment);
        if (a === true) return true;
        const b = second(environment);
        return b === true ? true : a === false && b === false ? false : undefined;
      };
    }
    const operator = countingSteps(BINARY_OPERATORS[expression.operator], place.context.options);
    if (right.constant === undefined) return (row) => operator(first(row), second(row));
    const known = right.constant.value;
    return (environment) => operator(first(environment), known);
  });
}

/** Equality of arrays costs steps by their length, as functions on them do. */
function countingSteps(
  operator: (a: Value, b: Value) => Value,
  { spend }: BindOptions,
): (a: Value, b: Value) => Value {
  if (spend === undefined || (operator !== BINARY_OPERATORS["="] && operator !== BINARY_OPERATORS["!="])) {
    return operator;
  }
  return (a, b) => {
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) spend(a.length);
    return operator(a, b);
  };
}

export function bindCoalesce(expression: NodeOf<"coalesce">, place: Place): BoundExpression {
  const left = bindPart(expression.left, place);
  const right = bindPart(expression.right, place);
  const chosen = combine([left, right], () => (environment) => {
    const value = left.evaluate(environment);
    return value === undefined ? right.evaluate(environment) : value;
  });
  const [first, second] = [exactOf(left), exactOf(right)];
  const exact = (environment: Environment) => {
    const value = first(environment);
    return value === undefined ? second(environment) : value;
  };
  return { ...chosen, exact };
}

export function bindConditional(expression: NodeOf<"conditional">, place: Place): BoundExpression {
  const parts = [expression.condition, expression.then, expression.otherwise].map((part) =>
    bindPart(part, place),
  );
  const [condition, then, otherwise] = parts.map((part) => part.evaluate) as [Evaluate, Evaluate, Evaluate];
  const chosen = combine(
    parts,
    () => (environment) => (condition(environment) === true ? then(environment) : otherwise(environment)),
  );
  const [, exactThen, exactOtherwise] = parts.map(exactOf);
  return {
    ...chosen,
    exact: (environment) =>
      condition(environment) === true ? exactThen!(environment) : exactOtherwise!(environment),
  };
}

export function bindInList(expression: NodeOf<"in">, place: Place): BoundExpression {
  const operand = bindPart(expression.operand, place);
  const values = literalValues(expression.list);
  const list = values === undefined ? expression.list.map((item) => bindPart(item, place)) : [];
  return combine([operand, ...list], () => {
    const constants = values ?? constantsOf(list);
    const found: Evaluate = constants
      ? applyUnary(compileIn(constants), operand.evaluate)
      : (environment) =>
          inList(
            operand.evaluate(environment),
            list.map((item) => item.evaluate(environment)),
          );
    return expression.negated ? applyUnary(not, found) : found;
  });
}

function constantsOf(parts: readonly BoundExpression[]): readonly Value[] | undefined {
  const constants: Constant[] = [];
  for (const part of parts) {
    if (part.constant === undefined) return undefined;
    constants.push(part.constant);
  }
  return constants.map((part) => part.value);
}

export function bindBetween(expression: NodeOf<"between">, place: Place): BoundExpression {
  const parts = [expression.operand, expression.low, expression.high].map((part) => bindPart(part, place));
  const [operand, low, high] = parts.map((part) => part.evaluate) as [Evaluate, Evaluate, Evaluate];
  return combine(parts, () => {
    const inside: Evaluate = (row) => between(operand(row), low(row), high(row));
    return expression.negated ? applyUnary(not, inside) : inside;
  });
}

export function bindLikeMatch(expression: NodeOf<"like">, place: Place): BoundExpression {
  const operand = bindPart(expression.operand, place);
  const pattern = bindPart(expression.pattern, place);
  const escapeWith = expression.escape && bindPart(expression.escape, place);
  return combine(escapeWith ? [operand, pattern, escapeWith] : [operand, pattern], () => {
    const matches = matchLike(operand.evaluate, pattern, escapeWith);
    return expression.negated ? applyUnary(not, matches) : matches;
  });
}

function matchLike(
  operand: Evaluate,
  pattern: BoundExpression,
  escapeWith: BoundExpression | undefined,
): Evaluate {
  if (pattern.constant !== undefined && (escapeWith === undefined || escapeWith.constant !== undefined)) {
    const matcher = compileLike(pattern.constant.value, escapeWith?.constant);
    return matcher === undefined ? () => undefined : applyUnary(matcher, operand);
  }
  return (environment) =>
    like(
      operand(environment),
      pattern.evaluate(environment),
      escapeWith && { value: escapeWith.evaluate(environment) },
    );
}
