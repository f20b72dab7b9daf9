/** Runs a bound subquery to its end, on the rows that its FROM steps make of one environment. */
import { exactMember } from "@orrerydb/exact-json";
import type { BindContext } from "../bind-context.ts";
import type { BoundQuery } from "../bound-query.ts";
import type { Environment } from "../environment.ts";
import { type Emit, QuerySink } from "./query-sink.ts";

export function runSubquery(
  query: BoundQuery,
  environment: Environment,
  context: BindContext,
  emit: Emit,
): void {
  const sink = new QuerySink(query, environment, emit);
  const { where } = query;
  if (!query.empty) {
    forEachRow(query, 0, environment, () => {
      context.countSubqueryRow();
      return where !== undefined && where(environment) !== true ? true : sink.row();
    });
  }
  sink.end();
}

/** Visits each combination of the FROM steps from `depth` on; false from `visit` ends the walk. */
function forEachRow(
  query: BoundQuery,
  depth: number,
  environment: Environment,
  visit: () => boolean,
): boolean {
  const step = query.steps[depth];
  if (step === undefined) return visit();
  const value = step.evaluate(environment);
  if (step.kind === "bind") {
    if (value === undefined) return true;
    environment[step.slot] = value;
    return forEachRow(query, depth + 1, environment, visit);
  }
  if (!Array.isArray(value)) return true;
  for (let i = 0; i < value.length; i++) {
    environment[step.slot] = exactMember(value, i);
    if (!forEachRow(query, depth + 1, environment, visit)) return false;
  }
  return true;
}
