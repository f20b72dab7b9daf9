/**
 * Binds the parts of a long expression before the whole, in slices. Binding an expression is one call for each of its nodes
 * inside each other, which cannot pause; but what is bound already is only looked up. So a long expression is cut where
 * its parts become short: these are bound first, then what holds them, from the inside out.
 */
import type { Expression, Query } from "../syntax/ast.ts";
import { childrenOf } from "../syntax/walk-expression.ts";
import { bindPart, type Place } from "./bind-context.ts";
import { isAggregateCall } from "./query-shape.ts";
import { Scope } from "./scope.ts";

/** Characters of expressions that are bound in one slice: about a millisecond. */
export const SLICE_CHARACTERS = 8 * 1024;

export function isLong({ at }: Expression | Query): boolean {
  return at.end - at.start > SLICE_CHARACTERS;
}

/** After this, binding the expression takes little. */
export function* bindAhead(expression: Expression, place: Place): Generator<void, void> {
  if (!isLong(expression) || place.grouping?.keyFor(expression) !== undefined) return;
  if (expression.kind === "subquery") {
    yield* bindQueryAhead(expression.query, { context: place.context, scope: new Scope(place.scope) });
    return;
  }
  yield* bindAllAhead(childrenOf(expression), placeOfParts(expression, place));
  place.context.parts.expressions.set(expression, bindPart(expression, place));
  yield;
}

/** Of a list, in one place. */
export function* bindAllAhead(expressions: readonly Expression[], place: Place): Generator<void, void> {
  const { parts } = place.context;
  let characters = 0;
  for (const expression of expressions) {
    if (isLong(expression)) yield* bindAhead(expression, place);
    // To bind it is to look at it.
    else if (expression.kind !== "literal") parts.expressions.set(expression, bindPart(expression, place));
    characters += expression.at.end - expression.at.start;
    if (characters <= SLICE_CHARACTERS) continue;
    characters = 0;
    yield;
  }
}

/** `place.scope` is a fresh scope, as for any query that is bound. */
export function* bindQueryAhead(query: Query, place: Place): Generator<void, void> {
  if (!isLong(query)) return;
  const { steps, parts } = place.context;
  parts.queries.set(query, yield* steps.queryInSlices(query, place));
}

/** What an aggregate is given is computed of rows, before they are grouped. */
function placeOfParts(expression: Expression, place: Place): Place {
  const { context, grouping } = place;
  return grouping !== undefined && isAggregateCall(expression)
    ? { context, scope: grouping.rowScope }
    : place;
}
