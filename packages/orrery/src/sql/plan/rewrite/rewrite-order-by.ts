/**
 * Queries with ORDER BY: each partition answers its rows in order, with the values they are ordered by, and the
 * client merges. A placeholder in the filter lets the client begin in the middle when it resumes.
 */
import type { Expression, OrderByItem, Query, SelectShape } from "../../syntax/ast.ts";
import { printExpression } from "../../syntax/print-query.ts";
import { selectNames } from "../../syntax/select-names.ts";
import { andOf, callOf, itemsOf, nameOf, objectOf, propertyOf, selected } from "./build-expression.ts";
import { rootName } from "./root-name.ts";

/** Printed inside parentheses: the client replaces it by `true` or by a condition. */
const resumeFilter = nameOf("({documentdb-formattableorderbyquery-filter})");

/** `payload`: what the client gives out for a row. TOP, DISTINCT, OFFSET and LIMIT are left to the caller. */
export function rewriteOrderBy(
  query: Query,
  items: readonly OrderByItem[],
  payload: Expression = payloadOf(query.select.shape, query),
): Query {
  const { shape } = query.select;
  const filter = andOf(query.where, resumeFilter);
  return {
    ...query,
    select: {
      distinct: false,
      shape: {
        kind: "list",
        items: [
          { expression: propertyOf(nameOf(rootName(query)), "_rid") },
          selected("orderByItems", itemsOf(items.map((item) => item.expression))),
          selected("payload", payload),
        ],
      },
    },
    where: shape.kind === "value" ? andOf(filter, callOf("IS_DEFINED", shape.expression)) : filter,
    orderBy: { rank: false, items },
  };
}

export function payloadOf(shape: SelectShape, query: Query): Expression {
  switch (shape.kind) {
    case "star":
      return nameOf(rootName(query));
    case "value":
      return shape.expression;
    case "list": {
      const names = selectNames(shape.items);
      return objectOf(shape.items.map((item, i) => [names[i]!, item.expression]));
    }
  }
}

/**
 * Whether equal rows of a DISTINCT query stand side by side, so that a client need only compare neighbours: it
 * selects the value that it is first ordered by. For a list of columns clients are told to remember every row: the
 * JavaScript client resumes an ordered DISTINCT of columns with rows that it has answered already.
 */
export function isDistinctOrdered({ select, orderBy }: Query): boolean {
  const [first] = orderBy?.items ?? [];
  return (
    select.shape.kind === "value" &&
    first !== undefined &&
    printExpression(first.expression) === printExpression(select.shape.expression)
  );
}
