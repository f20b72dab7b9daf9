/** ARRAY_CONTAINS as an index predicate: the elements of an array have entries of their own. */
import { canonicalPath } from "../../../value/path.ts";
import { entryPathOf } from "../../bind/document-path.ts";
import type { Constant } from "../../functions/builtin-function.ts";
import type { Expression } from "../../syntax/ast.ts";
import { ALL, type IndexPredicate, inAll, withExact } from "./index-predicate.ts";
import { type Cover, equalTo, OBJECT_VALUES } from "./key-interval.ts";
import type { PredicateContext } from "./predicate-context.ts";

/** Elements of `c.tags` have entries at "/tags/[]": here several entries of an item are just what is meant. */
export function containsPredicate(
  array: Expression,
  { value }: Constant,
  context: PredicateContext,
): IndexPredicate {
  const location = entryPathOf(array, context.scope);
  if (location === undefined) return ALL;
  return elementPredicate({ ...location, path: `${location.path}/[]` }, equalTo(value), context);
}

/** An object matches in part by each of its properties: entries at "/tags/[]/name", though maybe of different elements. */
export function partlyContainsPredicate(
  array: Expression,
  constant: Constant,
  context: PredicateContext,
): IndexPredicate {
  const { value } = constant;
  const location = entryPathOf(array, context.scope);
  if (location === undefined || value === undefined) return ALL;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return containsPredicate(array, constant, context);
  const elements = `${location.path}/[]`;
  const properties = Object.entries(value).map(([name, property]) =>
    elementPredicate({ ...location, path: elements + canonicalPath([name]) }, equalTo(property), context),
  );
  if (properties.length === 0)
    return elementPredicate(
      { ...location, path: elements },
      { interval: OBJECT_VALUES, exact: true },
      context,
    );
  return withExact(inAll(properties), properties.length === 1 && properties[0]!.exact);
}

/** `isMany` of the array itself: then another element of it may be meant than is found. */
function elementPredicate(
  { path, isMany }: { readonly path: string; readonly isMany: boolean },
  { interval, exact: isExactValue }: Cover,
  context: PredicateContext,
): IndexPredicate {
  const exact = isExactValue && !isMany;
  if (!context.indexing.isIndexed(path)) {
    context.noteMissing(path);
    return ALL;
  }
  return { kind: "path", path, isMany: true, isTotal: false, intervals: [interval], exact };
}
