/**
 * What planning decides about a query, for the executor to carry out. The only choices left open are those that
 * depend on how much data a partition holds (`choose-access.ts`, `choose-order.ts`); they change what a query costs,
 * never what it answers.
 */
import type { MemberReader } from "../../value/json-text/member-reader.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import type { Covering } from "./access/covering-path.ts";
import type { IndexUsageReport } from "./index-advice.ts";
import type { KeyedRows, KeyOrder } from "./order/plan-keyed.ts";
import type { OrderPlan } from "./order/plan-order.ts";
import type { IndexPredicate } from "./predicates/index-predicate.ts";
import type { HybridSearch } from "./rewrite/hybrid-search.ts";
import type { TextFigure } from "./text-statistics.ts";

export type ExecutionPlan = ItemsPlan | RankPlan;

/** Plans that read the container's items, and so share how these are found. */
export type ItemsPlan = EmptyPlan | RowsPlan | DistinctPlan | KeyedPlan | WholePlan;

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
  /** The order that an index would have, were there one; absent: none can. */
  readonly keyOrder?: KeyOrder;
}

/** DISTINCT or GROUP BY whose rows an index holds in the order of their keys: they are read one key after another. */
export interface KeyedPlan extends ItemsPlanParts {
  readonly kind: "keyed";
  readonly keyed: KeyedRows;
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
  /**
   * Groups have an order of their own; other rows must come in an order that does not depend on the partitions. `keyed`:
   * an index has the rows in the order of their keys, and whoever reads them does not mind which order that is.
   */
  | { readonly kind: "items"; readonly inRefOrder: boolean; readonly keyed?: KeyedRows }
  /** Full-text indexes know the result of each aggregate. */
  | { readonly kind: "textFigures"; readonly figures: readonly TextFigure[] }
  | { readonly kind: "subquery"; readonly query: WholeQuery };

/** ORDER BY RANK: several queries, whose ranks are fused. */
interface RankPlan {
  readonly kind: "rank";
  readonly search: HybridSearch;
}

/** How the items are found that the innermost query reads. */
export interface ItemAccess {
  readonly predicate: IndexPredicate;
  /** The same, with composite indexes in place of the paths that they hold. */
  readonly composed: IndexPredicate;
  /** The index that alone answers the query. */
  readonly covering?: Covering;
  /** The query needs to know only how many items pass the filter, and index entries tell which. */
  readonly countsOnly: boolean;
  /** The JSON of every item that passes the filter has this text in it. */
  readonly requiredText?: string;
  /** The members that the query reads of an item; absent: all. */
  readonly members?: MemberReader;
  /** The indexes behind `predicate`, and those that would help. */
  readonly usage: IndexUsageReport;
}
