/** Refuses a query of too many parts, before anything is done for each of them. */
import type { Expression, Query, Source } from "./ast.ts";
import { QueryError } from "./query-error.ts";
import { queryLimits } from "./query-limits.ts";
import { childrenOf } from "./walk-expression.ts";

/** A part has a character at least: short texts are not counted. */
export function checkSize(query: Query): void {
  if (query.at.end - query.at.start <= queryLimits.partsMax) return;
  const open: (Expression | Query)[] = [query];
  let parts = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part.kind !== "query") parts++;
    if (parts > queryLimits.partsMax) failSize(query);
    for (const inner of partsOf(part)) open.push(inner);
  }
}

function failSize({ at }: Query): never {
  throw new QueryError(
    "QueryTooLarge",
    `The query has more than ${queryLimits.partsMax} names, literals, operators and calls. Pass long lists as one array parameter with ARRAY_CONTAINS, or split the query.`,
    at,
  );
}

function partsOf(part: Expression | Query): readonly (Expression | Query)[] {
  if (part.kind === "subquery") return [part.query];
  if (part.kind !== "query") return childrenOf(part);
  const { select, from, where, groupBy = [], orderBy } = part;
  const { shape } = select;
  const selected =
    shape.kind === "list"
      ? shape.items.map(({ expression }) => expression)
      : shape.kind === "value"
        ? [shape.expression]
        : [];
  const ordered = orderBy?.items.map(({ expression }) => expression) ?? [];
  return [...selected, ...(from ? sourceParts(from) : []), ...(where ? [where] : []), ...groupBy, ...ordered];
}

function sourceParts(source: Source): readonly (Expression | Query)[] {
  if (source.kind === "join") return [...sourceParts(source.left), ...sourceParts(source.right)];
  const { collection } = source;
  return [collection.kind === "subquery" ? collection.query : collection.expression];
}
