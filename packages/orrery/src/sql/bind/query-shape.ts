/** What the shape of a query tells before any of it is bound. */
import { findAggregate } from "../functions/aggregates/aggregates.ts";
import type { Expression, Query, SelectShape, Source } from "../syntax/ast.ts";
import { someExpression } from "../syntax/walk-expression.ts";

export function isAggregateCall(expression: Expression): boolean {
  return expression.kind === "call" && !expression.udf && findAggregate(expression.name) !== undefined;
}

/** Whether a subquery must see all of its input before its last row. It has no ORDER BY, TOP, or OFFSET LIMIT. */
export function isBlocking(query: Query): boolean {
  return (
    query.select.distinct ||
    isAggregateQuery(query) ||
    (query.from !== undefined && leadingSubqueryBlocks(query.from))
  );
}

function leadingSubqueryBlocks(source: Source): boolean {
  if (source.kind === "join") return leadingSubqueryBlocks(source.left);
  return source.collection.kind === "subquery" && isBlocking(source.collection.query);
}

export function isAggregateQuery(query: Query): boolean {
  return (
    query.groupBy !== undefined ||
    selectExpressions(query.select.shape).some((expression) => someExpression(expression, isAggregateCall))
  );
}

export function selectExpressions(shape: SelectShape): readonly Expression[] {
  switch (shape.kind) {
    case "star":
      return [];
    case "value":
      return [shape.expression];
    case "list":
      return shape.items.map((item) => item.expression);
  }
}
