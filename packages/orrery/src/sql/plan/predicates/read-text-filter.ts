/** Reads a call of a full-text function as an index predicate. */
import type { NodeOf } from "../../syntax/ast.ts";
import { ALL, type IndexPredicate, NONE } from "./index-predicate.ts";
import type { PredicateContext } from "./predicate-context.ts";
import { fullTextIndexOf, textPredicate } from "./text-predicate.ts";

export function readTextFilter(
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
