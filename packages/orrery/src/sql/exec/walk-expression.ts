/** Walks over an expression without entering subqueries: those are queries of their own. */
import type { Expression } from "../syntax/ast.ts";

export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "parameter":
    case "name":
    case "subquery":
      return [];
    case "member":
      return [expression.object, expression.index];
    case "unary":
      return [expression.operand];
    case "binary":
    case "coalesce":
      return [expression.left, expression.right];
    case "conditional":
      return [expression.condition, expression.then, expression.otherwise];
    case "in":
      return [expression.operand, ...expression.list];
    case "between":
      return [expression.operand, expression.low, expression.high];
    case "like":
      return expression.escape === undefined
        ? [expression.operand, expression.pattern]
        : [expression.operand, expression.pattern, expression.escape];
    case "call":
      return expression.args;
    case "object":
      return expression.entries.map(([, value]) => value);
    case "array":
      return expression.items;
  }
}

/** Whether the expression or any part of it passes the test. */
export function someExpression(expression: Expression, test: (part: Expression) => boolean): boolean {
  return test(expression) || childrenOf(expression).some((child) => someExpression(child, test));
}
