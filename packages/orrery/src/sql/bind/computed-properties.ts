/** Properties that a container computes: queries read them like any other, and get an expression over the item. */
import type { Query } from "../syntax/ast.ts";
import type { ComputedExpression } from "./bind-context.ts";

export interface ComputedProperty {
  readonly name: string;
  /** The definition, `SELECT VALUE … FROM c`. */
  readonly query: Query;
}

export function computedExpressions(
  properties: readonly ComputedProperty[],
): ReadonlyMap<string, ComputedExpression> {
  const computed = new Map<string, ComputedExpression>();
  for (const { name, query } of properties) {
    const { from, select } = query;
    if (select.shape.kind !== "value" || from?.kind !== "alias" || from.collection.kind !== "path") continue;
    computed.set(name, {
      alias: from.alias ?? from.collection.root,
      expression: select.shape.expression,
    });
  }
  return computed;
}
