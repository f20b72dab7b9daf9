/**
 * Turns an expression of the syntax tree into a closure over the slots of a row.
 *
 * Everything that can be known before the first row is done here: names become slots, parameters become constants,
 * constant subtrees are folded, functions are looked up and specialised, and all that is wrong with the expression
 * is reported. What is left to a row is calls of closures.
 */
import type { Json, Value } from "../../value/json.ts";
import type { Constant } from "../functions/builtin-function.ts";
import { compileLike, like } from "../functions/text/like.ts";
import {
  BINARY_OPERATORS,
  between,
  compileIn,
  compileMember,
  inList,
  member,
  not,
  UNARY_OPERATORS,
} from "../functions/values/operators.ts";
import type { Expression } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import { compileCall } from "./bind-call.ts";
import { compileSubquery } from "./bind-subquery.ts";
import { type CompileContext, type Compiled, type Evaluate, ITEM_SLOT } from "./environment.ts";
import type { Grouping } from "./grouping.ts";
import { Scope } from "./scope.ts";

/** Where an expression stands. */
export interface Place {
  readonly context: CompileContext;
  readonly scope: Scope;
  /** Set in the SELECT of an aggregate query: aggregates are allowed, and rows are gone. */
  readonly grouping?: Grouping;
}

type NodeOf<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

export function compileExpression(expression: Expression, place: Place): Compiled {
  const grouped = place.grouping?.keyFor(expression);
  if (grouped !== undefined) return fromSlot(grouped);
  switch (expression.kind) {
    case "literal":
      return constant(expression.value);
    case "parameter":
      return constant(parameterValue(expression, place));
    case "name":
      return compileName(expression, place);
    case "member":
      return compileMemberAccess(expression, place);
    case "unary":
      return combine([compileExpression(expression.operand, place)], ([operand]) =>
        applyUnary(UNARY_OPERATORS[expression.operator], operand!.evaluate),
      );
    case "binary":
      return compileBinary(expression, place);
    case "coalesce":
      return compileCoalesce(expression, place);
    case "conditional":
      return compileConditional(expression, place);
    case "in":
      return compileInList(expression, place);
    case "between":
      return compileBetween(expression, place);
    case "like":
      return compileLikeMatch(expression, place);
    case "call":
      return compileCall(expression, place);
    case "object":
      return compileObject(expression, place);
    case "array":
      return compileArray(expression, place);
    case "subquery":
      return compileSubquery(expression, place);
  }
}

export function constant(value: Value): Compiled {
  return { evaluate: () => value, constant: { value } };
}

function fromSlot(slot: number): Compiled {
  return { evaluate: (environment) => environment[slot] };
}

/** Builds a closure from compiled parts, and calls it at once when every part is constant. */
export function combine(
  parts: readonly Compiled[],
  build: (parts: readonly Compiled[]) => Evaluate,
  foldable = true,
): Compiled {
  const evaluate = build(parts);
  return foldable && parts.every((part) => part.constant !== undefined)
    ? constant(evaluate([]))
    : { evaluate };
}

function parameterValue(expression: NodeOf<"parameter">, place: Place): Value {
  const { parameters } = place.context.options;
  if (!parameters.has(expression.name)) {
    throw new QueryError(
      "SC2010",
      `The parameter '${expression.name}' has no value. Add it to the query's parameters.`,
      expression.at,
    );
  }
  return parameters.get(expression.name);
}

function compileName(expression: NodeOf<"name">, place: Place): Compiled {
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

function compileMemberAccess(expression: NodeOf<"member">, place: Place): Compiled {
  refuseHidden(expression, place);
  const computed = computedProperty(expression, place);
  if (computed !== undefined) return computed;
  const index = compileExpression(expression.index, place);
  return combine([compileExpression(expression.object, place), index], ([object]) => {
    const from = object!.evaluate;
    if (index.constant === undefined) {
      return (environment) => member(from(environment), index.evaluate(environment));
    }
    const at = index.constant.value;
    if (typeof at !== "string") return (environment) => member(from(environment), at);
    const read = compileMember(at);
    return (environment) => read(from(environment));
  });
}

/** `c.name` where the container computes `name`: the property is the expression, whatever the item holds. */
function computedProperty(expression: NodeOf<"member">, place: Place): Compiled | undefined {
  const { object, index } = expression;
  if (object.kind !== "name" || index.kind !== "literal" || typeof index.value !== "string") return undefined;
  const computed = place.context.options.computed.get(index.value);
  if (computed === undefined) return undefined;
  const binding = place.scope.lookup(object.name);
  return binding?.path?.length === 0 ? compileComputed(computed, place.context) : undefined;
}

export function compileComputed(
  computed: { readonly alias: string; readonly expression: Expression },
  context: CompileContext,
): Compiled {
  const scope = new Scope(undefined);
  scope.declare(computed.alias, { slot: ITEM_SLOT }, computed.expression.at);
  return compileExpression(computed.expression, { context, scope });
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

function applyUnary(operator: (value: Value) => Value, operand: Evaluate): Evaluate {
  return (environment) => operator(operand(environment));
}

function compileBinary(expression: NodeOf<"binary">, place: Place): Compiled {
  const left = compileExpression(expression.left, place);
  const right = compileExpression(expression.right, place);
  return combine([left, right], () => {
    const first = left.evaluate;
    const second = right.evaluate;
    switch (expression.operator) {
      case "and":
        return (environment) => {
          const a = first(environment);
          if (a === false) return false;
          const b = second(environment);
          return b === false ? false : a === true && b === true ? true : undefined;
        };
      case "or":
        return (environment) => {
          const a = first(environment);
          if (a === true) return true;
          const b = second(environment);
          return b === true ? true : a === false && b === false ? false : undefined;
        };
      default: {
        const operator = BINARY_OPERATORS[expression.operator];
        if (right.constant === undefined) return (row) => operator(first(row), second(row));
        const known = right.constant.value;
        return (environment) => operator(first(environment), known);
      }
    }
  });
}

function compileCoalesce(expression: NodeOf<"coalesce">, place: Place): Compiled {
  const left = compileExpression(expression.left, place);
  const right = compileExpression(expression.right, place);
  return combine([left, right], () => (environment) => {
    const value = left.evaluate(environment);
    return value === undefined ? right.evaluate(environment) : value;
  });
}

function compileConditional(expression: NodeOf<"conditional">, place: Place): Compiled {
  const parts = [expression.condition, expression.then, expression.otherwise].map((part) =>
    compileExpression(part, place),
  );
  const [condition, then, otherwise] = parts.map((part) => part.evaluate) as [Evaluate, Evaluate, Evaluate];
  return combine(
    parts,
    () => (environment) => (condition(environment) === true ? then(environment) : otherwise(environment)),
  );
}

function compileInList(expression: NodeOf<"in">, place: Place): Compiled {
  const operand = compileExpression(expression.operand, place);
  const list = expression.list.map((item) => compileExpression(item, place));
  return combine([operand, ...list], () => {
    const constants = constantsOf(list);
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

function constantsOf(parts: readonly Compiled[]): readonly Value[] | undefined {
  const constants: Constant[] = [];
  for (const part of parts) {
    if (part.constant === undefined) return undefined;
    constants.push(part.constant);
  }
  return constants.map((part) => part.value);
}

function compileBetween(expression: NodeOf<"between">, place: Place): Compiled {
  const parts = [expression.operand, expression.low, expression.high].map((part) =>
    compileExpression(part, place),
  );
  const [operand, low, high] = parts.map((part) => part.evaluate) as [Evaluate, Evaluate, Evaluate];
  return combine(parts, () => {
    const inside: Evaluate = (row) => between(operand(row), low(row), high(row));
    return expression.negated ? applyUnary(not, inside) : inside;
  });
}

function compileLikeMatch(expression: NodeOf<"like">, place: Place): Compiled {
  const operand = compileExpression(expression.operand, place);
  const pattern = compileExpression(expression.pattern, place);
  const escapeWith = expression.escape && compileExpression(expression.escape, place);
  return combine(escapeWith ? [operand, pattern, escapeWith] : [operand, pattern], () => {
    const matches = matchLike(operand.evaluate, pattern, escapeWith);
    return expression.negated ? applyUnary(not, matches) : matches;
  });
}

function matchLike(operand: Evaluate, pattern: Compiled, escapeWith: Compiled | undefined): Evaluate {
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

function compileObject(expression: NodeOf<"object">, place: Place): Compiled {
  const names = expression.entries.map(([name]) => name);
  const parts = expression.entries.map(([, value]) => compileExpression(value, place));
  return combine(parts, () =>
    buildObject(
      names,
      parts.map((part) => part.evaluate),
    ),
  );
}

/** Members without a value are left out. */
export function buildObject(names: readonly string[], values: readonly Evaluate[]): Evaluate {
  const plain = !names.includes("__proto__");
  return (environment) => {
    const object: Record<string, Json> = {};
    for (let i = 0; i < names.length; i++) {
      const value = values[i]!(environment);
      if (value === undefined) continue;
      if (plain) object[names[i]!] = value;
      else
        Object.defineProperty(object, names[i]!, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    return object;
  };
}

function compileArray(expression: NodeOf<"array">, place: Place): Compiled {
  const parts = expression.items.map((item) => compileExpression(item, place));
  return combine(parts, () => {
    const evaluators = parts.map((part) => part.evaluate);
    return (environment) => {
      const array: Json[] = [];
      for (const evaluate of evaluators) {
        const value = evaluate(environment);
        if (value !== undefined) array.push(value);
      }
      return array;
    };
  });
}
