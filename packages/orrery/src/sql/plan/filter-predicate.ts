/** Reads a compiled query's filter as an index predicate. */
import type { Json } from "../../value/json.ts";
import { compileExpression } from "../bind/bind-expression.ts";
import type { CompiledQuery } from "../bind/bind-query.ts";
import type { CompileContext } from "../bind/environment.ts";
import type { IndexUsage } from "../exec/index-usage.ts";
import type { Constant } from "../functions/builtin-function.ts";
import type { Expression, Query } from "../syntax/ast.ts";
import { childrenOf } from "../syntax/walk-expression.ts";
import { type IndexPredicate, indexPredicate } from "./index-predicate.ts";
import type { IndexingView } from "./indexing-view.ts";

export interface FilterContext {
  readonly context: CompileContext;
  readonly indexing: IndexingView;
  readonly known: ReadonlyMap<string, Json>;
  readonly usage: IndexUsage;
}

export function filterPredicate(
  query: Query,
  compiled: CompiledQuery,
  { context, indexing, known, usage }: FilterContext,
): IndexPredicate {
  const isConstant = constantTest();
  return indexPredicate(query.where, {
    scope: compiled.scope,
    indexing,
    known,
    constantOf: (expression): Constant | undefined =>
      isConstant(expression)
        ? compileExpression(expression, { context, scope: compiled.scope }).constant
        : undefined,
    noteCandidate: (path, isIndexed) => {
      if (!isIndexed) usage.miss(path);
    },
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
