/**
 * `SELECT VALUE COUNT(1) FROM (SELECT DISTINCT …)`: partitions answer the distinct rows, and the client counts those
 * that are left when it has put them together. Clients that cannot do so are refused, unless all rows are in one
 * partition: the sum of the partitions' counts would be too high.
 */

import { isAggregateQuery, selectExpressions } from "../bind/query-shape.ts";
import type { Query } from "../syntax/ast.ts";
import { printQuery } from "../syntax/print-query.ts";
import { selectNames } from "../syntax/select-names.ts";
import { type MergePlan, plainQueryInfo } from "./execution-info.ts";

export function planDistinctCount({
  select,
  from,
  where,
  groupBy,
  orderBy,
  limit,
}: Query): MergePlan | undefined {
  const [counted, ...others] = selectExpressions(select.shape);
  const isCount =
    counted?.kind === "call" &&
    counted.name.toUpperCase() === "COUNT" &&
    counted.args[0]?.kind === "literal" &&
    counted.args[0].value !== undefined;
  const isBare = !select.distinct && !select.top && !where && !groupBy && !orderBy && !limit;
  if (!isCount || others.length > 0 || !isBare) return undefined;
  if (from?.kind !== "alias" || from.collection.kind !== "subquery") return undefined;
  const inner = from.collection.query;
  if (!inner.select.distinct || isAggregateQuery(inner)) return undefined;
  return {
    info: {
      ...plainQueryInfo,
      distinctType: "Unordered",
      rewrittenQuery: printQuery(inner, "block"),
      hasSelectValue: select.shape.kind === "value",
      dCountInfo: { dCountAlias: select.shape.kind === "list" ? selectNames(select.shape.items)[0]! : "" },
    },
    aggregates: [],
  };
}
