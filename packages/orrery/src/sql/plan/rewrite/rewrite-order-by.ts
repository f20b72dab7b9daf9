/** Queries with ORDER BY as one partition is asked for them: rows in order, each with the values it is ordered by. */
import type { Expression, OrderByItem, Query, Select, SelectItem } from "../../syntax/ast.ts";
import { selectNames } from "../../syntax/select-names.ts";
import { andOf, callOf, itemsOf, nameOf, objectOf, propertyOf, selected } from "./build-expression.ts";
import { rootName } from "./root-name.ts";

interface OrderByRewrite {
  readonly items: readonly OrderByItem[];
  /** What is answered for a row; absent: what the query selects. */
  readonly payload?: Expression;
  /** A further condition. */
  readonly filter?: Expression;
}

/** TOP, DISTINCT, OFFSET and LIMIT are left to the caller. */
export function rewriteOrderBy(query: Query, { items, payload, filter }: OrderByRewrite): Query {
  const { shape } = query.select;
  const conditions = [query.where, filter];
  if (shape.kind === "value") conditions.push(callOf("IS_DEFINED", shape.expression));
  const where = conditions.reduce((all, one) => (one === undefined ? all : andOf(all, one)), undefined);
  return {
    ...query,
    select: selectWithRid(query, [
      selected("orderByItems", itemsOf(items.map((item) => item.expression))),
      selected("payload", payload ?? payloadOf(query)),
    ]),
    ...(where && { where }),
    orderBy: { rank: false, items },
  };
}

/** The resource id of each row, which settles ties, and these items. */
export function selectWithRid(query: Query, items: readonly SelectItem[]): Select {
  const rid = { expression: propertyOf(nameOf(rootName(query)), "_rid") };
  return { distinct: false, shape: { kind: "list", items: [rid, ...items] } };
}

/** What a query selects, as one value. */
export function payloadOf(query: Query): Expression {
  const { shape } = query.select;
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
