/** When items that agree in all that a query reads of them can stand for one another. */
import { toIndexPath } from "../../bind/document-path.ts";
import { isAggregateCall } from "../../bind/query-shape.ts";
import type { Scope } from "../../bind/scope.ts";
import { findAggregate } from "../../functions/aggregates/aggregates.ts";
import { findFunction } from "../../functions/find-function.ts";
import type { Call, Expression } from "../../syntax/ast.ts";
import { childrenOf } from "../../syntax/walk-expression.ts";
import { propertyNames } from "./row-key.ts";

/** Whether items that agree in the properties read can be added up as one that occurred so often. */
export function isCountable(expression: Expression, scope: Scope): boolean {
  if (!isAggregateCall(expression)) return childrenOf(expression).every((part) => isCountable(part, scope));
  return childrenOf(expression).every(
    (argument) => argument.kind === "literal" || propertyNames(argument, scope) !== undefined,
  );
}

/** The index paths that expressions read; undefined where they read more of the item, or differ from call to call. */
export function propertiesRead(
  expressions: readonly Expression[],
  scope: Scope,
): ReadonlySet<string> | undefined {
  const paths = new Set<string>();
  const isPlain = (expression: Expression): boolean => {
    const names = propertyNames(expression, scope);
    if (names !== undefined) paths.add(toIndexPath(names).path);
    if (names !== undefined) return true;
    if (expression.kind === "name" || expression.kind === "subquery") return false;
    if (expression.kind === "call" && !isSteady(expression)) return false;
    return childrenOf(expression).every(isPlain);
  };
  return expressions.every(isPlain) ? paths : undefined;
}

/** Aggregates that collect their values are left out: they show in which order these came. */
function isSteady({ name, udf }: Call): boolean {
  if (udf) return false;
  const aggregate = findAggregate(name);
  return aggregate === undefined ? findFunction(name)?.deterministic === true : !/^MAKE/.test(aggregate.name);
}
