/** Reads calls of full-text functions as predicates on full-text indexes. */
import type { NodeOf } from "../../syntax/ast.ts";
import type { IndexFilter } from "./index-filter.ts";
import { ALL, type IndexPredicate, NONE } from "./index-predicate.ts";
import type { PredicateContext } from "./predicate-context.ts";
import { fullTextIndexOf, TEXT_FILTER_FUNCTIONS, textPredicate } from "./text-predicate.ts";

export const TEXT_FILTER: IndexFilter = { functions: TEXT_FILTER_FUNCTIONS, ofCall: readTextFilter };

function readTextFilter(
  { name, args: [text, ...args] }: NodeOf<"call">,
  context: PredicateContext,
): IndexPredicate {
  const index = text && fullTextIndexOf(text, context);
  const values = args.map((term) => context.constantOf(term));
  if (index === undefined || !values.every((value) => value !== undefined)) return ALL;
  const predicate = textPredicate(
    name.toUpperCase(),
    index,
    values.map(({ value }) => value),
  );
  return predicate === "none" ? NONE : (predicate ?? ALL);
}
