/** When DISTINCT need not remember every row. */
import type { Query } from "../../syntax/ast.ts";
import { printExpression } from "../../syntax/print-query.ts";

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
