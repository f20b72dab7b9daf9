/** Reads a bound query's filter as an index predicate, in slices where it is long. */
import { bindAhead } from "../../bind/bind-ahead.ts";
import { type BindContext, bindPart } from "../../bind/bind-context.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import type { Environment } from "../../bind/environment.ts";
import { constantOf } from "../../bind/expressions/constant-of.ts";
import { isBlocking } from "../../bind/query-shape.ts";
import type { Scope } from "../../bind/scope.ts";
import type { Constant } from "../../functions/builtin-function.ts";
import type { Expression } from "../../syntax/ast.ts";
import { childrenOf } from "../../syntax/walk-expression.ts";
import { both, type IndexPredicate, withExact } from "./index-predicate.ts";
import type { PredicateContext } from "./predicate-context.ts";
import { predicateInSlices } from "./predicate-in-slices.ts";

interface FilterContext extends Pick<PredicateContext, "indexing" | "known" | "noteMissing" | "noteKnown"> {
  readonly context: BindContext;
}

export function* filterPredicate(
  bound: BoundQuery,
  { context, indexing, known, noteMissing, noteKnown }: FilterContext,
): Generator<void, IndexPredicate> {
  const isConstant = constantTest();
  let judged = 0;
  const predicate = yield* rowsPredicate(bound, (filter, scope) =>
    predicateInSlices(filter, {
      scope,
      indexing,
      functions: context.options.functions,
      known,
      *bindConstant(expression) {
        if (isConstant(expression)) yield* bindAhead(expression, { context, scope });
      },
      constantOf: (expression): Constant | undefined => {
        // Most are: a list may have a hundred thousand of them.
        if (expression.kind === "literal") return expression;
        if (expression.kind === "parameter") return constantOf(expression, context.options.parameters);
        return isConstant(expression) ? bindPart(expression, { context, scope }).constant : undefined;
      },
      evaluatorOf: (expression, inner) => {
        const { evaluate } = bindPart(expression, { context, scope: inner });
        // It reads one slot: a query with many subqueries has many.
        const environment: Environment = [];
        return (slot, value) => {
          environment[slot] = value;
          return evaluate(environment);
        };
      },
      newSlot: () => context.newSlot(),
      countJudged: () => ++judged,
      noteMissing,
      noteKnown,
    }),
  );
  context.parts.expressions.clear();
  return predicate;
}

/** An item makes rows only where it passes the filter and each subquery of FROM has rows. */
function* rowsPredicate(
  { query, scope, steps }: BoundQuery,
  readFilter: (filter: Expression | undefined, scope: Scope) => Generator<void, IndexPredicate>,
): Generator<void, IndexPredicate> {
  let predicate = yield* readFilter(query.where, scope);
  for (const { subquery } of steps) {
    if (subquery === undefined || isBlocking(subquery.query)) continue;
    const rows = yield* rowsPredicate(subquery, readFilter);
    predicate = both(predicate, rows.kind === "none" ? rows : withExact(rows, false));
  }
  return predicate;
}

/** Whether an expression names nothing of the row; every node is looked at once, however often it is asked for. */
function constantTest(): (expression: Expression) => boolean {
  const known = new Map<Expression, boolean>();
  const test = (expression: Expression): boolean => {
    if (expression.kind === "literal") return true;
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
