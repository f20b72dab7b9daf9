/** The filters that functional indexes serve. A kind of index has a line here for what it reads. */
import type { Expression } from "../../syntax/ast.ts";
import type { FunctionalFilter } from "./functional-filter.ts";
import { DISTANCE_FILTER, MEETING_FILTER } from "./spatial-predicate.ts";

export const FUNCTIONAL_FILTERS: FunctionalFilter[] = [MEETING_FILTER, DISTANCE_FILTER];

/** The filter that reads calls of a function. */
export function functionalFilterOf(expression: Expression): FunctionalFilter | undefined {
  if (expression.kind !== "call" || expression.udf) return undefined;
  const name = expression.name.toUpperCase();
  return FUNCTIONAL_FILTERS.find(({ functions }) => functions.includes(name));
}
