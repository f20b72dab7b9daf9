/** The filters that indexes of special kinds serve. A kind of index has a line here for each that it reads. */
import type { Expression } from "../../syntax/ast.ts";
import type { IndexFilter } from "./index-filter.ts";
import { TEXT_FILTER } from "./read-text-filter.ts";
import { DISTANCE_FILTER, MEETING_FILTER } from "./spatial-predicate.ts";

export const INDEX_FILTERS: IndexFilter[] = [MEETING_FILTER, DISTANCE_FILTER, TEXT_FILTER];

export function indexFilterOf(expression: Expression): IndexFilter | undefined {
  if (expression.kind !== "call" || expression.udf) return undefined;
  const name = expression.name.toUpperCase();
  return INDEX_FILTERS.find(({ functions }) => functions.includes(name));
}
