/** Objects and arrays that a query builds; members and elements without a value are left out. */
import { exactObject, isArrayIndex, type Json, pushExact, putExact } from "@orrerydb/exact-json";
import type { Expression, NodeOf } from "../../syntax/ast.ts";
import { literalValues } from "../../syntax/literal-values.ts";
import { bindPart, type Place } from "../bind-context.ts";
import type { Evaluate, EvaluateExact } from "../environment.ts";
import { type BoundExpression, combine, constant, exactOf } from "./bound-expression.ts";

export function bindObject(expression: NodeOf<"object">, place: Place): BoundExpression {
  const names = expression.entries.map(([name]) => name);
  const parts = expression.entries.map(([, value]) => bindPart(value, place));
  return combine(parts, () => buildObject(names, parts.map(exactOf)));
}

export function buildObject(names: readonly string[], values: readonly EvaluateExact[]): Evaluate {
  // Only these names lose their order in a plain object.
  if (names.some(isArrayIndex)) {
    return (environment) =>
      exactObject(
        names.flatMap((name, i) => {
          const value = values[i]!(environment);
          return value === undefined ? [] : [[name, value] as const];
        }),
      );
  }
  return (environment) => {
    const object: Record<string, Json> = {};
    for (let i = 0; i < names.length; i++) {
      const value = values[i]!(environment);
      if (value !== undefined) putExact(object, names[i]!, value);
    }
    return object;
  };
}

export function bindArray(expression: NodeOf<"array">, place: Place): BoundExpression {
  // Vectors and lists of values may have a hundred thousand.
  const values = literalValues(expression.items);
  if (values !== undefined && !expression.items.some(hasDigits))
    return constant(values.filter((value) => value !== undefined));
  const parts = expression.items.map((item) => bindPart(item, place));
  return combine(parts, () => {
    const evaluators = parts.map(exactOf);
    return (environment) => {
      const array: Json[] = [];
      for (const evaluate of evaluators) {
        const value = evaluate(environment);
        if (value !== undefined) pushExact(array, value);
      }
      return array;
    };
  });
}

function hasDigits(item: Expression): boolean {
  return item.kind === "literal" && item.digits !== undefined;
}
