/** Aggregates as clients merge them: each partition answers with what can be combined, such as sum and count. */

import { callOf, objectOf } from "../plan/rewrite/build-expression.ts";
import type { Call, Expression } from "../syntax/ast.ts";
import type { AggregateKind } from "./execution-info.ts";

const kinds = new Map<string, AggregateKind>([
  ["AVG", "Average"],
  ["COUNT", "Count"],
  ["COUNTIF", "CountIf"],
  ["MAKELIST", "MakeList"],
  ["MAKESET", "MakeSet"],
  ["MAX", "Max"],
  ["MIN", "Min"],
  ["SUM", "Sum"],
]);

export interface AggregatePlan {
  readonly kind: AggregateKind;
  /** What a partition answers: `{"item": …}`, with an `item2` that tells "no value" from "undefined". */
  readonly item: Expression;
}

/** The plan of an aggregate call; undefined for any other expression, which has no aggregate in it. */
export function planAggregate(expression: Expression): AggregatePlan | undefined {
  const kind = aggregateKind(expression);
  return kind && { kind, item: objectOf(partialResult(expression as Call, kind)) };
}

function aggregateKind(expression: Expression): AggregateKind | undefined {
  return expression.kind === "call" && !expression.udf ? kinds.get(expression.name.toUpperCase()) : undefined;
}

function partialResult(call: Call, kind: AggregateKind): [string, Expression][] {
  const count: [string, Expression] = ["count", callOf("COUNT", ...call.args)];
  switch (kind) {
    case "Average":
      return [["item", objectOf([["sum", callOf("SUM", ...call.args)], count])]];
    case "Min":
    case "Max":
      return [
        ["item", call],
        ["item2", objectOf([[kind.toLowerCase(), call], count])],
      ];
    case "Count":
    case "CountIf":
    case "MakeList":
    case "MakeSet":
    case "Sum":
      return [["item", call]];
  }
}
