/** Reads a bound query's filter as an index predicate. */
import type { Json } from "../../value/json.ts";
import { type BindContext, bindPart } from "../bind/bind-context.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import type { Constant } from "../functions/builtin-function.ts";
import type { Expression } from "../syntax/ast.ts";
import { childrenOf } from "../syntax/walk-expression.ts";
import { type IndexPredicate, indexPredicate } from "./index-predicate.ts";
import type { IndexingView } from "./indexing-view.ts";

interface FilterContext {
  readonly context: BindContext;
  readonly indexing: IndexingView;
  readonly known: ReadonlyMap<string, Json>;
  /** Told about each path that the filter asks for and no index holds. */
  noteMissing(path: string, isPrecise: boolean): void;
}

export function filterPredicate(
  { query, scope }: BoundQuery,
  { context, indexing, known, noteMissing }: FilterContext,
): IndexPredicate {
  const isConstant = constantTest();
  return indexPredicate(query.where, {
    scope,
    indexing,
    known,
    constantOf: (expression): Constant | undefined =>
      isConstant(expression) ? bindPart(expression, { context, scope }).constant : undefined,
    noteMissing,
  });
}

/** Whether an expression names nothing of the row; every node is looked at once, however often it is asked for. */
function constantTest(): (expression: Expression) => boolean {
  const known = new Map<Expression, boolean>();
  const test = (expression: Expression): boolean => {
    const answer = known.get(expression);
    if (answer !== undefined) return answer;
    const isConstant =
      expression.kind !== "name" &&
      expression.kind !== "subquery" &&
      !(expression.kind === "call" && expression.udf) &&
      childrenOf(expression).every(test);
    known.set(expression, isConstant);
    return isConstant;
  };
  return test;
}
