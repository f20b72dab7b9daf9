/**
 * `SELECT VALUE STARTSWITH(c.name, 'a') FROM c` asks for a test of every value that there is, and for nothing else: in
 * the order of their index the values come without their items. The answers are true and false, whose order tells nobody
 * anything.
 */
import { canonicalPath } from "../../../value/path.ts";
import type { Expression, Query } from "../../syntax/ast.ts";
import { namesBelow } from "../../syntax/member-steps.ts";
import { someExpression } from "../../syntax/walk-expression.ts";
import type { IndexingView } from "../predicates/indexing-view.ts";
import { callOf } from "./build-expression.ts";

/** True or false for a text, undefined for anything else. */
const TESTS = new Set(["STARTSWITH", "ENDSWITH", "CONTAINS", "STRINGEQUALS", "REGEXMATCH"]);

export function withTestedValues(query: Query, readable: IndexingView): Query {
  const { select, from, where, groupBy, orderBy, limit } = query;
  const isBare = !select.distinct && !select.top && !where && !groupBy && !orderBy && !limit;
  if (!isBare || select.shape.kind !== "value" || from?.kind !== "alias") return query;
  const { alias, collection } = from;
  if (collection.kind !== "path" || collection.path.length > 0) return query;
  const tested = testedValue(select.shape.expression, alias ?? collection.root);
  if (tested === undefined || !readable.isIndexed(canonicalPath(tested.names))) return query;
  const { expression } = tested;
  return {
    ...query,
    where: callOf("IS_DEFINED", expression),
    orderBy: { rank: false, items: [{ expression, descending: false, explicit: false }] },
  };
}

interface TestedValue {
  readonly expression: Expression;
  readonly names: readonly string[];
}

function testedValue(test: Expression, item: string): TestedValue | undefined {
  if (test.kind !== "call" || test.udf || !TESTS.has(test.name.toUpperCase())) return undefined;
  const [expression, ...others] = test.args;
  if (others.some((other) => someExpression(other, readsRow))) return undefined;
  const place = expression && namesBelow(expression);
  if (expression === undefined || place?.alias !== item || place.names.length === 0) return undefined;
  return { expression, names: place.names };
}

function readsRow({ kind }: Expression): boolean {
  return kind === "name" || kind === "subquery" || kind === "call";
}
