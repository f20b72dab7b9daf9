/** SELECT: what each row becomes, and which of it can be answered as it is stored. */
import type { Expression, Query, SelectShape } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import { selectNames } from "../syntax/select-names.ts";
import type { Place } from "./bind-context.ts";
import type { BoundFrom } from "./bind-from.ts";
import type { Answer, Embedding } from "./bound-query.ts";
import { ITEM_SLOT } from "./environment.ts";
import { buildObject } from "./expressions/bind-constructors.ts";
import { bindExpression } from "./expressions/bind-expression.ts";
import { type BoundExpression, exactOf, fromSlot } from "./expressions/bound-expression.ts";

/** The projection: what a row, or a group, becomes. */
export function bindSelect(query: Query, from: BoundFrom, place: Place): BoundExpression {
  const { shape } = query.select;
  switch (shape.kind) {
    case "star":
      return bindStar(query, from, shape.at);
    case "value":
      return bindExpression(shape.expression, place);
    case "list": {
      const names = selectNames(shape.items);
      const values = shape.items.map((item) => exactOf(bindExpression(item.expression, place)));
      return { evaluate: buildObject(names, values) };
    }
  }
}

function bindStar(query: Query, from: BoundFrom, at: Expression["at"]): BoundExpression {
  if (query.groupBy !== undefined) {
    throw new QueryError("SC2041", "'SELECT *' is not allowed with GROUP BY.", at);
  }
  if (from.bindings.length !== 1) {
    const problem =
      from.bindings.length === 0
        ? "'SELECT *' is not valid if FROM clause is omitted."
        : "'SELECT *' is only valid with a single input set.";
    throw new QueryError("SC2040", problem, at);
  }
  return fromSlot(from.bindings[0]!.slot);
}

/** For queries that read items and do not group them. */
export function answerOf(shape: SelectShape, from: BoundFrom, place: Place): Answer {
  switch (shape.kind) {
    case "star":
      return { kind: from.bindings[0]?.slot === ITEM_SLOT ? "item" : "value" };
    case "value":
      return { kind: isItem(shape.expression, place) ? "item" : "value" };
    case "list": {
      const embedding = embeddingOf(shape, place);
      return embedding === undefined ? { kind: "value" } : { kind: "embedded", embedding };
    }
  }
}

function isItem(expression: Expression, { scope }: Place): boolean {
  return expression.kind === "name" && scope.lookup(expression.name)?.slot === ITEM_SLOT;
}

/** A list of different names, just one of which is the item's. */
function embeddingOf({ items }: Extract<SelectShape, { kind: "list" }>, place: Place): Embedding | undefined {
  const areItems = items.map(({ expression }) => isItem(expression, place));
  const at = areItems.indexOf(true);
  if (at < 0 || areItems.indexOf(true, at + 1) >= 0) return undefined;
  const names = selectNames(items);
  const isPlain = new Set(names).size === names.length && !names.includes("__proto__");
  if (!isPlain) return undefined;
  const values = items.map(({ expression }) => exactOf(bindExpression(expression, place)));
  return {
    before: buildObject(names.slice(0, at), values.slice(0, at)),
    name: names[at]!,
    after: buildObject(names.slice(at + 1), values.slice(at + 1)),
  };
}
