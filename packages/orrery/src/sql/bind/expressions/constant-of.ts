/** Expressions whose value is known before the first row; what a function would give is left to binding. */

import type { Json, Value } from "@orrerydb/exact-json";
import { valuesEqual } from "../../../value/values-equal.ts";
import type { Constant } from "../../functions/builtin-function.ts";
import type { Expression } from "../../syntax/ast.ts";

export function isTrue(constant: Constant): boolean {
  return constant.value === true;
}

export function constantOf(node: Expression, parameters: ReadonlyMap<string, Value>): Constant | undefined {
  switch (node.kind) {
    case "literal":
      return { value: node.value };
    case "parameter":
      return parameters.has(node.name) ? { value: parameters.get(node.name) } : undefined;
    case "unary": {
      const operand = constantOf(node.operand, parameters)?.value;
      return node.operator === "-" && typeof operand === "number" ? { value: -operand } : undefined;
    }
    case "array": {
      const items = node.items.map((item) => constantOf(item, parameters));
      if (!items.every((item) => item !== undefined)) return undefined;
      return { value: items.map(({ value }) => value).filter(isDefined) };
    }
    case "object": {
      const entries = node.entries.map(([key, value]) => [key, constantOf(value, parameters)] as const);
      if (entries.some(([, value]) => value === undefined)) return undefined;
      const defined = entries
        .map(([key, value]) => [key, value!.value] as const)
        .filter(([, value]) => isDefined(value));
      return { value: Object.fromEntries(defined as [string, Json][]) };
    }
    case "binary": {
      if (node.operator !== "=") return undefined;
      const left = constantOf(node.left, parameters);
      const right = left && constantOf(node.right, parameters);
      if (right === undefined || left?.value === undefined || right.value === undefined) return undefined;
      return { value: valuesEqual(left.value, right.value) };
    }
    case "between":
    case "call":
    case "coalesce":
    case "conditional":
    case "in":
    case "like":
    case "member":
    case "name":
    case "subquery":
      return undefined;
  }
}

function isDefined(value: Value): value is Json {
  return value !== undefined;
}
