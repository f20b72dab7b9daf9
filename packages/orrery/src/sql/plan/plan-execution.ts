/** Decides how a bound query is executed, from its own shape and the container's indexing policy alone. */
import type { Json } from "@orrerydb/exact-json";
import { pathIndex } from "../../value/rows/index-identity.ts";
import { isLong } from "../bind/bind-ahead.ts";
import type { BindContext } from "../bind/bind-context.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import { withComposites } from "./access/composite-predicate.ts";
import { countsMatches, coveringPath, EVERYWHERE_PATH } from "./access/covering-path.ts";
import { membersRead } from "./access/members-read.ts";
import type { ExecutionPlan, ItemAccess, WholeInput } from "./execution-plan.ts";
import { adviseIndexes, withOrder } from "./index-advice.ts";
import { isDistinctOrdered } from "./order/distinct-order.ts";
import { type KeyedRows, keyOrderOf, planKeyed } from "./order/plan-keyed.ts";
import { planOrder } from "./order/plan-order.ts";
import { filterPredicate } from "./predicates/filter-predicate.ts";
import type { IndexPredicate, NamedPredicate } from "./predicates/index-predicate.ts";
import { type IndexingView, readableIndexes } from "./predicates/indexing-view.ts";
import { requiredText } from "./predicates/required-text.ts";
import { planHybridSearch } from "./rewrite/hybrid-search.ts";
import { textFigures } from "./text-statistics.ts";

interface PlanOptions {
  /** Of the query's own binding. */
  readonly context: BindContext;
  readonly indexing: IndexingView;
  /** Scalars that every item in scope has at a path. */
  readonly known: ReadonlyMap<string, Json>;
  /** The only items that the query can have rows of, by name. */
  readonly named?: Omit<NamedPredicate, "kind"> | undefined;
}

/** In slices of some milliseconds, where the query is long. */
export function* planInSlices(bound: BoundQuery, planOptions: PlanOptions): Generator<void, ExecutionPlan> {
  const { context, indexing, known } = planOptions;
  const { query, grouping, input, hasFrom, distinct, empty } = bound;
  const { options } = context;
  if (query.orderBy?.rank) return { kind: "rank", search: planHybridSearch(query, options) };
  const readable = readableIndexes(indexing, new Set(options.computed.keys()));
  const found = yield* planAccess(innermostOf(bound), { ...planOptions, indexing: readable });
  // Planned first, because it refuses what no index can order.
  const order = planOrder(bound, { indexing, readable, context, predicate: found.predicate, known });
  if (isLong(bound.query)) yield;
  const access = order.kind === "indexed" ? { ...found, usage: withOrder(found.usage, order) } : found;
  if (empty && grouping === undefined) return { kind: "empty", bound, access };
  const { predicate, composed } = access;
  const keyed = planKeyed(bound, { predicate, composed, indexing: readable, order, bindContext: context });
  if (keyed !== undefined) return { kind: "keyed", bound, access, keyed };
  if (grouping !== undefined || input !== undefined || !hasFrom) {
    const figures = textFigures(bound, { context, indexing: readable });
    return {
      kind: "whole",
      bound,
      access,
      input:
        figures !== undefined
          ? { kind: "textFigures", figures }
          : inputOf(bound, (inner) =>
              planKeyed(inner, {
                predicate,
                composed,
                indexing: readable,
                order: { kind: "none" },
                bindContext: context,
              }),
            ),
    };
  }
  if (!distinct) return { kind: "rows", bound, access, order };
  const isSideBySide = order.kind !== "none" && query.orderBy?.items.length === 1 && isDistinctOrdered(query);
  const keyOrder = keyOrderOf(bound, context);
  return { kind: "distinct", bound, access, order, isSideBySide, ...(keyOrder && { keyOrder }) };
}

/** The query that reads items: those around it read its rows. */
function innermostOf(bound: BoundQuery): BoundQuery {
  return bound.input === undefined ? bound : innermostOf(bound.input);
}

/** Filters that name more items are not read for advice on indexes: they need none. */
const ADVISED_NAMES_MAX = 16;
const BY_ID: ItemAccess["usage"] = {
  used: [{ index: pathIndex(EVERYWHERE_PATH), isPrecise: true, impact: "High" }],
  potential: [],
};

function* planAccess(bound: BoundQuery, options: PlanOptions): Generator<void, ItemAccess> {
  const { context, indexing, named } = options;
  if (named !== undefined) {
    const byName: IndexPredicate = { kind: "named", ...named };
    const isLong = named.names.length > ADVISED_NAMES_MAX;
    const usage = isLong ? BY_ID : (yield* readFilter(bound, options)).usage;
    return { predicate: byName, composed: byName, countsOnly: false, usage };
  }
  const { predicate, composed, usage } = yield* readFilter(bound, options);
  const covering = searchesTexts(predicate) ? undefined : coveringPath(bound, predicate, indexing);
  if (isLong(bound.query)) yield;
  const text = requiredText(bound, context);
  if (isLong(bound.query)) yield;
  const members = membersRead(bound, context);
  return {
    predicate,
    composed,
    ...(covering && { covering }),
    countsOnly: predicate.exact && countsMatches(bound),
    ...(text !== undefined && { requiredText: text }),
    ...(members && { members }),
    usage,
  };
}

function* readFilter(
  bound: BoundQuery,
  options: PlanOptions,
): Generator<void, Pick<ItemAccess, "predicate" | "composed" | "usage">> {
  const { indexing, context } = options;
  const all = readableIndexes(
    { ...indexing, isIndexed: () => true },
    new Set(context.options.computed.keys()),
  );
  const missing = new Set<string>();
  const known = new Set<string>();
  const read = (view: IndexingView): Generator<void, IndexPredicate> =>
    filterPredicate(bound, {
      ...options,
      indexing: view,
      noteMissing: (path) => all.isIndexed(path) && missing.add(path),
      noteKnown: (path) => known.add(path),
    });
  const predicate = yield* read(indexing);
  const wished = missing.size === 0 ? predicate : yield* read(all);
  if (isLong(bound.query)) yield;
  const composed = withComposites(predicate, indexing.composites, options.known);
  if (isLong(bound.query)) yield;
  const usage = adviseIndexes(bound, { predicate: composed, wished, missing, known });
  return { predicate, composed, usage };
}

/** A full-text index finds the items; the values of a path would have to be searched one by one. */
function searchesTexts(predicate: IndexPredicate): boolean {
  return (
    predicate.kind === "text" ||
    ((predicate.kind === "and" || predicate.kind === "or") && predicate.operands.some(searchesTexts))
  );
}

/** `planInner`: how the rows of a subquery are read from an index. */
function inputOf(
  { empty, input, hasFrom, grouping }: BoundQuery,
  planInner: (inner: BoundQuery) => KeyedRows | undefined,
): WholeInput {
  if (empty) return { kind: "nothing" };
  if (input !== undefined) {
    const inner = inputOf(input, planInner);
    const keyed = grouping === undefined ? undefined : planInner(input);
    const read = keyed && inner.kind === "items" ? { ...inner, keyed } : inner;
    return { kind: "subquery", query: { bound: input, input: read } };
  }
  return hasFrom ? { kind: "items", inRefOrder: grouping === undefined } : { kind: "oneRow" };
}
