/** Properties that a container computes: queries read them like any other, and get an expression over the item. */
import { findAggregate } from "../../functions/aggregates/aggregates.ts";
import { findFunction } from "../../functions/find-function.ts";
import { FULL_TEXT_FUNCTIONS } from "../../functions/full-text/full-text-functions.ts";
import { SPATIAL_FUNCTIONS } from "../../functions/spatial/spatial-functions.ts";
import { VECTOR_FUNCTIONS } from "../../functions/vectors/vector-functions.ts";
import type { Expression, Query } from "../../syntax/ast.ts";
import { childrenOf } from "../../syntax/walk-expression.ts";
import type { ComputedExpression } from "../bind-context.ts";

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
    const expression = computedExpression(query);
    if (expression !== undefined) computed.set(name, expression);
  }
  return computed;
}

export function computedExpression(query: Query): ComputedExpression | undefined {
  const { from, select } = query;
  if (select.shape.kind !== "value" || from?.kind !== "alias" || from.collection.kind !== "path")
    return undefined;
  return {
    alias: from.alias ?? from.collection.root,
    expression: select.shape.expression,
  };
}

/** Why the service takes no such definition of a computed property; undefined: it does. */
export function definitionFault(query: Query): string | undefined {
  const { select, from, where, groupBy, orderBy, offset, limit } = query;
  const isPlain = [select.top, where, groupBy, orderBy, offset, limit].every((part) => part === undefined);
  if (
    select.shape.kind !== "value" ||
    select.distinct ||
    from?.kind !== "alias" ||
    from.collection.kind !== "path" ||
    from.collection.path.length > 0 ||
    !isPlain
  ) {
    return "must be of the form SELECT VALUE expression FROM c, without other clauses";
  }
  return expressionFault(select.shape.expression);
}

function expressionFault(expression: Expression): string | undefined {
  if (expression.kind === "subquery") return "must have no subquery";
  if (expression.kind === "parameter") return "must have no parameters";
  if (expression.kind === "call") {
    if (expression.udf) return "must call no user-defined function";
    const name = expression.name.toUpperCase();
    if (findAggregate(name) !== undefined) return `must have no aggregate, such as ${name}`;
    if (findFunction(name)?.deterministic === false)
      return `must not call ${name}, whose value is another each time`;
    if (SEARCHING.has(name))
      return `must not call ${name}: spatial, full-text and vector functions are not allowed`;
  }
  for (const child of childrenOf(expression)) {
    const fault = expressionFault(child);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Their values depend on other settings of the container than the definition. */
const SEARCHING: ReadonlySet<string> = new Set(
  [...SPATIAL_FUNCTIONS, ...FULL_TEXT_FUNCTIONS, ...VECTOR_FUNCTIONS].map(({ name }) => name.toUpperCase()),
);
