/** Objects and arrays that a query builds; members and elements without a value are left out. */
import type { Json } from "../../value/json.ts";
import type { NodeOf } from "../syntax/ast.ts";
import { bindPart, type Place } from "./bind-context.ts";
import { type BoundExpression, combine } from "./bound-expression.ts";
import type { Evaluate } from "./environment.ts";

export function bindObject(expression: NodeOf<"object">, place: Place): BoundExpression {
  const names = expression.entries.map(([name]) => name);
  const parts = expression.entries.map(([, value]) => bindPart(value, place));
  return combine(parts, () =>
    buildObject(
      names,
      parts.map((part) => part.evaluate),
    ),
  );
}

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

export function bindArray(expression: NodeOf<"array">, place: Place): BoundExpression {
  const parts = expression.items.map((item) => bindPart(item, place));
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
