/** The property names of a SELECT list: `AS name`, else the last property name, else $1, $2 … over the nameless. */
import type { Expression, SelectItem } from "./ast.ts";

export function selectNames(items: readonly SelectItem[]): readonly string[] {
  let nameless = 0;
  return items.map((item) => item.alias ?? propertyName(item.expression) ?? `$${++nameless}`);
}

function propertyName(expression: Expression): string | undefined {
  if (expression.kind === "name") return expression.name;
  if (expression.kind !== "member" || expression.index.kind !== "literal") return undefined;
  return typeof expression.index.value === "string" ? expression.index.value : undefined;
}
