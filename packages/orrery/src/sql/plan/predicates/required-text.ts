/**
 * A text that stands in the JSON of every item for which a filter is true: `c.a = 'x'` is true only of items with
 * `"a":"x"` in them, because items are stored without white space, and strings as `JSON.stringify` prints them. Looking for it takes a small part
 * of the time of parsing the item.
 */
import { type BindContext, bindPart, type Place } from "../../bind/bind-context.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import { documentPathOf } from "../../bind/document-path.ts";
import type { Expression } from "../../syntax/ast.ts";
import { someExpression } from "../../syntax/walk-expression.ts";

/** Undefined where nothing is known. A filter with calls must be evaluated, because calls may fail, and are counted. */
export function requiredText(
  { query: { where }, steps, scope }: BoundQuery,
  context: BindContext,
): string | undefined {
  if (where === undefined || steps.length > 0 || someExpression(where, isCall)) return undefined;
  for (const equality of equalities(where)) {
    const text = textOf(equality, { context, scope });
    if (text !== undefined) return text;
  }
  return undefined;
}

function isCall({ kind }: Expression): boolean {
  return kind === "call" || kind === "subquery";
}

type Equality = readonly [Expression, Expression];

/** Those that are true wherever the filter is, each both ways round. */
function* equalities(filter: Expression): Generator<Equality, void> {
  if (filter.kind !== "binary") return;
  const { operator, left, right } = filter;
  if (operator === "and") {
    yield* equalities(left);
    yield* equalities(right);
  } else if (operator === "=") {
    yield [left, right];
    yield [right, left];
  }
}

function textOf([property, value]: Equality, { context, scope }: Place): string | undefined {
  const path = documentPathOf(property, scope);
  const [first, last] = [path?.[0], path?.at(-1)];
  if (typeof first !== "string" || typeof last !== "string" || context.options.computed.has(first))
    return undefined;
  if (someExpression(value, ({ kind }) => kind === "name")) return undefined;
  const constant = bindPart(value, { context, scope }).constant?.value;
  // A number may be written in many ways.
  if (constant === undefined || typeof constant === "number") return undefined;
  if (typeof constant === "object" && constant !== null) return undefined;
  return `${JSON.stringify(last)}:${JSON.stringify(constant)}`;
}
