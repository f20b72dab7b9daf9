/**
 * What tells the rows of DISTINCT and GROUP BY apart, where it is properties of the item: rows are equal just where all
 * of these are. It follows from the query alone, whatever is indexed.
 */
import type { BoundQuery } from "../../bind/bound-query.ts";
import { documentPathOf } from "../../bind/document-path.ts";
import { selectExpressions } from "../../bind/query-shape.ts";
import type { Scope } from "../../bind/scope.ts";
import type { Expression } from "../../syntax/ast.ts";

/** The names of a property, from the item downwards. */
export type PropertyNames = readonly string[];

export function rowKeyOf(bound: BoundQuery): readonly PropertyNames[] | undefined {
  const { query, steps, input, hasFrom, scope, grouping, distinct } = bound;
  if (steps.length > 0 || input !== undefined || !hasFrom || (grouping !== undefined) === distinct) {
    return undefined;
  }
  const names = distinct
    ? heldProperties(selectExpressions(query.select.shape), scope)
    : query.groupBy?.map((key) => propertyNames(key, scope));
  if (names === undefined || names.length === 0 || !names.every((each) => each !== undefined)) {
    return undefined;
  }
  return withoutRepeats(names);
}

/** The properties that expressions show as they are; undefined where they show anything else of the item. */
function heldProperties(
  expressions: readonly Expression[],
  scope: Scope,
): readonly PropertyNames[] | undefined {
  const held: PropertyNames[] = [];
  const collect = (expression: Expression): boolean => {
    switch (expression.kind) {
      case "literal":
      case "parameter":
        return true;
      case "object":
        return expression.entries.every(([, member]) => collect(member));
      case "member": {
        const names = propertyNames(expression, scope);
        if (names !== undefined) held.push(names);
        return names !== undefined;
      }
      case "array":
      case "between":
      case "binary":
      case "call":
      case "coalesce":
      case "conditional":
      case "in":
      case "like":
      case "name":
      case "subquery":
      case "unary":
        return false;
    }
  };
  return expressions.every(collect) ? held : undefined;
}

/** Of a property that leads through no array; undefined: it is none. */
export function propertyNames(expression: Expression, scope: Scope): PropertyNames | undefined {
  if (expression.kind !== "member") return undefined;
  const path = documentPathOf(expression, scope);
  const isPlain = path !== undefined && path.length > 0 && path.every((step) => typeof step === "string");
  return isPlain ? (path as PropertyNames) : undefined;
}

function withoutRepeats(all: readonly PropertyNames[]): readonly PropertyNames[] {
  return [...new Map(all.map((names) => [JSON.stringify(names), names])).values()];
}
