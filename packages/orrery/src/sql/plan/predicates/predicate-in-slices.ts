/**
 * Reads a long filter as an index predicate in slices. A filter is long because it has many conditions: they are read one
 * short part after another, and put together as `predicate-of.ts` does it.
 */
import { isLong } from "../../bind/bind-ahead.ts";
import type { Expression } from "../../syntax/ast.ts";
import { existsScope } from "./exists-predicate.ts";
import { both, EVERYTHING, either, type IndexPredicate } from "./index-predicate.ts";
import type { PredicateContext } from "./predicate-context.ts";
import { existingPredicate, falsePredicate, predicateOf } from "./predicate-of.ts";

/** The items for which a filter is true. */
export function* predicateInSlices(
  filter: Expression | undefined,
  context: PredicateContext,
): Generator<void, IndexPredicate> {
  return filter === undefined ? EVERYTHING : yield* predicateWhere(true, filter, context);
}

function* predicateWhere(
  wanted: boolean,
  filter: Expression,
  context: PredicateContext,
): Generator<void, IndexPredicate> {
  const isJoined = filter.kind === "binary" && (filter.operator === "and" || filter.operator === "or");
  if (isLong(filter)) yield* context.bindConstant(filter);
  if (isLong(filter) && context.constantOf(filter) === undefined) {
    if (isJoined) {
      const left = yield* predicateWhere(wanted, filter.left, context);
      const right = yield* predicateWhere(wanted, filter.right, context);
      yield;
      return (filter.operator === "and") === wanted ? both(left, right) : either(left, right);
    }
    if (filter.kind === "unary" && filter.operator === "not")
      return yield* predicateWhere(!wanted, filter.operand, context);
    if (wanted && filter.kind === "subquery" && filter.subquery === "exists") {
      const scope = existsScope(filter.query, context.scope, context.newSlot);
      const inner = scope && (yield* predicateInSlices(filter.query.where, { ...context, scope }));
      return existingPredicate(inner);
    }
  }
  return wanted ? predicateOf(filter, context) : falsePredicate(filter, context);
}
