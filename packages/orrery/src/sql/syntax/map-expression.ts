/** An expression with other parts in place of its own; the same one where none of them changes. */
import type { Expression } from "./ast.ts";

type Change = (part: Expression) => Expression;

/** Subqueries are queries of their own: `change` is not called for their parts. */
export function mapChildren(expression: Expression, change: Change): Expression {
  switch (expression.kind) {
    case "literal":
    case "parameter":
    case "name":
    case "subquery":
      return expression;
    case "member": {
      const [object, index] = [change(expression.object), change(expression.index)];
      return object === expression.object && index === expression.index
        ? expression
        : { ...expression, object, index };
    }
    case "unary": {
      const operand = change(expression.operand);
      return operand === expression.operand ? expression : { ...expression, operand };
    }
    case "binary":
    case "coalesce": {
      const [left, right] = [change(expression.left), change(expression.right)];
      return left === expression.left && right === expression.right
        ? expression
        : { ...expression, left, right };
    }
    case "conditional": {
      const parts = [expression.condition, expression.then, expression.otherwise];
      const changed = mapList(parts, change);
      const [condition, then, otherwise] = changed as [Expression, Expression, Expression];
      return changed === parts ? expression : { ...expression, condition, then, otherwise };
    }
    case "in": {
      const operand = change(expression.operand);
      const list = mapList(expression.list, change);
      return operand === expression.operand && list === expression.list
        ? expression
        : { ...expression, operand, list };
    }
    case "between": {
      const parts = [expression.operand, expression.low, expression.high];
      const changed = mapList(parts, change);
      const [operand, low, high] = changed as [Expression, Expression, Expression];
      return changed === parts ? expression : { ...expression, operand, low, high };
    }
    case "like": {
      const { escape: mark } = expression;
      const parts = [expression.operand, expression.pattern, ...(mark ? [mark] : [])];
      const changed = mapList(parts, change);
      const [operand, pattern, escapedBy] = changed as [Expression, Expression, Expression?];
      return changed === parts
        ? expression
        : { ...expression, operand, pattern, ...(escapedBy && { escape: escapedBy }) };
    }
    case "call": {
      const args = mapList(expression.args, change);
      return args === expression.args ? expression : { ...expression, args };
    }
    case "object": {
      const entries = expression.entries.map(([name, value]) => [name, change(value)] as const);
      const isSame = entries.every(([, value], i) => value === expression.entries[i]![1]);
      return isSame ? expression : { ...expression, entries };
    }
    case "array": {
      const items = mapList(expression.items, change);
      return items === expression.items ? expression : { ...expression, items };
    }
  }
}

function mapList(list: readonly Expression[], change: Change): readonly Expression[] {
  const changed = list.map(change);
  return changed.every((item, i) => item === list[i]) ? list : changed;
}
