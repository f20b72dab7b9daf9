/** The values of a list that is written out; undefined where an expression is something else. */
import type { Value } from "@orrerydb/exact-json";
import type { Expression } from "./ast.ts";

export function literalValues(list: readonly Expression[]): readonly Value[] | undefined {
  const values: Value[] = [];
  for (const expression of list) {
    if (expression.kind !== "literal") return undefined;
    values.push(expression.value);
  }
  return values;
}
