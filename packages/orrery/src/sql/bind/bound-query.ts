/**
 * A query, or a subquery, as closures: FROM steps, a filter, group keys and aggregates, sort keys, a projection. All
 * that can be wrong with it has been reported. How it is run is another matter: a subquery runs to its end for one row
 * (`subquery/run-subquery.ts`), the outermost query runs over partitions, in pages, as its plan says.
 */
import type { AggregateFunction } from "../functions/aggregates/aggregates.ts";
import type { Call, Query } from "../syntax/ast.ts";
import type { Evaluate, EvaluateExact } from "./environment.ts";
import type { Scope } from "./scope.ts";

export interface BoundQuery {
  /** What it was bound from. */
  readonly query: Query;
  /** Without FROM there is one row, of no item. */
  readonly hasFrom: boolean;
  readonly steps: readonly FromStep[];
  /** A subquery over the whole container that must end before this query can begin: its rows take the items' place. */
  readonly input?: BoundQuery;
  readonly where?: Evaluate;
  /** The filter can never be true. */
  readonly empty: boolean;
  readonly grouping?: BoundGrouping;
  readonly orderBy: readonly SortKey[];
  readonly project: EvaluateExact;
  readonly answer: Answer;
  readonly distinct: boolean;
  readonly offset: number;
  /** TOP or LIMIT; infinite where there is none. */
  readonly limit: number;
  /** The names of the FROM clause: what the planner needs to see document paths in expressions. */
  readonly scope: Scope;
}

/** Binds one slot: to one value, or to each element of an array in turn. */
export interface FromStep {
  readonly kind: "bind" | "iterate";
  readonly slot: number;
  /** The value to bind, or the array to iterate. */
  readonly evaluate: EvaluateExact;
  /** The subquery whose rows these are, if there is one: without any there is no row at all. */
  readonly subquery?: BoundQuery;
}

export interface BoundGrouping {
  readonly keys: readonly GroupKey[];
  readonly aggregates: readonly AggregateCall[];
}

export interface GroupKey {
  readonly evaluate: EvaluateExact;
  readonly slot: number;
}

export interface AggregateCall {
  /** What it was bound from. */
  readonly call: Call;
  readonly create: AggregateFunction["create"];
  readonly argument: EvaluateExact;
  /** Whether the result may be a number with the digits that an item has. */
  readonly keepsDigits: boolean;
  /** Where the result goes. */
  readonly slot: number;
}

export interface SortKey {
  readonly evaluate: Evaluate;
  readonly descending: boolean;
}

/** How a row is answered. What is answered as it is stored is neither parsed nor printed. */
export type Answer =
  /** As the value of its projection. */
  | { readonly kind: "value" }
  /** The projection is the item itself. */
  | { readonly kind: "item" }
  /** The projection is an object with the item as one of its members. */
  | { readonly kind: "embedded"; readonly embedding: Embedding };

export interface Embedding {
  /** An object of the members before the item. */
  readonly before: Evaluate;
  /** The name of the item's own member. */
  readonly name: string;
  /** An object of the members behind it. */
  readonly after: Evaluate;
}
