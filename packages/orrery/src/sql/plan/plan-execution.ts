/** Decides how a bound query is executed, from its own shape and the container's indexing policy alone. */
import type { Json } from "../../value/json.ts";
import type { BindContext } from "../bind/bind-context.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import { coveringPath } from "./covering-path.ts";
import { isDistinctOrdered } from "./distinct-order.ts";
import type { ExecutionPlan, ItemAccess, WholeInput } from "./execution-plan.ts";
import { filterPredicate } from "./filter-predicate.ts";
import { type IndexingView, readableIndexes } from "./indexing-view.ts";
import { planOrder } from "./plan-order.ts";
import { requiredText } from "./required-text.ts";
import { planHybridSearch } from "./rewrite/hybrid-search.ts";

interface PlanOptions {
  /** Of the query's own binding. */
  readonly context: BindContext;
  readonly indexing: IndexingView;
  /** Scalars that every item in scope has at a path. */
  readonly known: ReadonlyMap<string, Json>;
}

export function planExecution(bound: BoundQuery, { context, indexing, known }: PlanOptions): ExecutionPlan {
  const { query, grouping, input, hasFrom, distinct, empty } = bound;
  const { options } = context;
  if (query.orderBy?.rank) return { kind: "rank", search: planHybridSearch(query, options) };
  const readable = readableIndexes(indexing, new Set(options.computed.keys()));
  const access = planAccess(innermostOf(bound), { context, indexing: readable, known });
  // Planned first, because it refuses what no index can order.
  const order = planOrder(bound, { indexing, readable, options });
  if (empty && grouping === undefined) return { kind: "empty", bound, access };
  if (grouping !== undefined || input !== undefined || !hasFrom) {
    return { kind: "whole", bound, access, input: inputOf(bound) };
  }
  if (!distinct) return { kind: "rows", bound, access, order };
  const isSideBySide = order.kind !== "none" && query.orderBy?.items.length === 1 && isDistinctOrdered(query);
  return { kind: "distinct", bound, access, order, isSideBySide };
}

/** The query that reads items: those around it read its rows. */
function innermostOf(bound: BoundQuery): BoundQuery {
  return bound.input === undefined ? bound : innermostOf(bound.input);
}

function planAccess(bound: BoundQuery, { context, indexing, known }: PlanOptions): ItemAccess {
  const missing = new Map<string, boolean>();
  const predicate = filterPredicate(bound, {
    context,
    indexing,
    known,
    noteMissing: (path, isPrecise) => {
      missing.set(path, isPrecise || missing.get(path) === true);
    },
  });
  const covering = coveringPath(bound, predicate, indexing);
  const text = requiredText(bound, context);
  return {
    predicate,
    ...(covering && { covering }),
    ...(text !== undefined && { requiredText: text }),
    missingIndexes: missing,
  };
}

function inputOf({ empty, input, hasFrom, grouping }: BoundQuery): WholeInput {
  if (empty) return { kind: "nothing" };
  if (input !== undefined) return { kind: "subquery", query: { bound: input, input: inputOf(input) } };
  return hasFrom ? { kind: "items", inRefOrder: grouping === undefined } : { kind: "oneRow" };
}
