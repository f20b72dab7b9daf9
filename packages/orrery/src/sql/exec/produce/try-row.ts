/** Evaluates all that the row in the environment will evaluate, in the same order, to no effect. */
import type { BoundQuery } from "../../bind/bound-query.ts";
import type { QueryRun } from "../query-run.ts";

export function tryRow({ context, environment }: QueryRun, bound: BoundQuery, isMatched: boolean): void {
  context.startItem();
  if (!isMatched && bound.where !== undefined && bound.where(environment) !== true) return;
  const { grouping } = bound;
  if (grouping === undefined) {
    bound.project(environment);
    return;
  }
  for (const { evaluate } of grouping.keys) evaluate(environment);
  for (const { argument } of grouping.aggregates) argument(environment);
}
