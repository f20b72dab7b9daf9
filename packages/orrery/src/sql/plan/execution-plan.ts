/**
 * What planning decides about a query, for the executor to carry out. The only choices left open are those that
 * depend on how much data a partition holds (`choose-access.ts`, `choose-order.ts`); they change what a query costs,
 * never what it answers.
 */
import type { BoundQuery } from "../bind/bound-query.ts";
import type { Covering } from "./covering-path.ts";
import type { IndexPredicate } from "./index-predicate.ts";
import type { OrderPlan } from "./plan-order.ts";
import type { HybridSearch } from "./rewrite/hybrid-search.ts";

export type ExecutionPlan = ItemsPlan | RankPlan;

/** Plans that read the container's items, and so share how these are found. */
export type ItemsPlan = EmptyPlan | RowsPlan | DistinctPlan | WholePlan;

interface ItemsPlanParts {
  readonly bound: BoundQuery;
  readonly access: ItemAccess;
}

/** No row can come of it, and nothing is read. */
interface EmptyPlan extends ItemsPlanParts {
  readonly kind: "empty";
}

/** Each item makes its rows by itself: they are answered as they come, in the order asked for. */
interface RowsPlan extends ItemsPlanParts {
  readonly kind: "rows";
  readonly order: OrderPlan;
}

/** The same, but no row twice. */
export interface DistinctPlan extends ItemsPlanParts {
  readonly kind: "distinct";
  readonly order: OrderPlan;
  /** Equal rows have equal sort keys: a page that goes on after a key has nothing to remember. */
  readonly isSideBySide: boolean;
}

/** The first row needs all of the input: aggregates, GROUP BY, and queries over such subqueries. */
export interface WholePlan extends ItemsPlanParts, WholeQuery {
  readonly kind: "whole";
}

export interface WholeQuery {
  readonly bound: BoundQuery;
  readonly input: WholeInput;
}

/** What a whole result is made of. */
export type WholeInput =
  /** Nothing passes the filter. */
  | { readonly kind: "nothing" }
  /** Without FROM there is one row, of no item. */
  | { readonly kind: "oneRow" }
  /** Groups have an order of their own; other rows must come in an order that does not depend on the partitions. */
  | { readonly kind: "items"; readonly inRefOrder: boolean }
  | { readonly kind: "subquery"; readonly query: WholeQuery };

/** ORDER BY RANK: several queries, whose ranks are fused. */
interface RankPlan {
  readonly kind: "rank";
  readonly search: HybridSearch;
}

/** How the items are found that the innermost query reads. */
export interface ItemAccess {
  readonly predicate: IndexPredicate;
  /** The index that alone answers the query. */
  readonly covering?: Covering;
  /** The JSON of every item that passes the filter has this text in it. */
  readonly requiredText?: string;
  /** Paths that the filter asks for and no index holds, each with whether its index would be precise. */
  readonly missingIndexes: ReadonlyMap<string, boolean>;
}
