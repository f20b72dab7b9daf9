/** What the binding of one query shares: its options, and the slots given out so far. */
import type { Value } from "@orrerydb/exact-json";
import type { FunctionContext } from "../functions/builtin-function.ts";
import type { Expression, Query } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import type { BoundQuery } from "./bound-query.ts";
import { type Environment, ITEM_SLOT } from "./environment.ts";
import type { BoundExpression } from "./expressions/bound-expression.ts";
import type { Grouping } from "./grouping.ts";
import type { Scope } from "./scope.ts";
import type { VectorEmbedding } from "./vector-metric.ts";

/** User-defined functions, called synchronously: the caller has loaded and compiled them before the query runs. */
export interface UdfHost {
  call(name: string, args: readonly Value[]): Value;
  /**
   * The same call, made elsewhere because it takes long: its arguments are printed in pieces, at the end of which it is
   * under way. Undefined: it does not take long. Absent: none is made elsewhere.
   */
  callDistant?(name: string, args: readonly Value[]): Generator<void, DistantCall> | undefined;
}

export interface DistantCall {
  readonly result: Promise<{
    /** JSON text; undefined as it is. */
    readonly json: string | undefined;
    /** How long it took there. */
    readonly usedMs: number;
  }>;
}

export interface BindOptions {
  readonly parameters: ReadonlyMap<string, Value>;
  /** The digits of parameters that a double does not hold; absent: there are none. */
  readonly parameterDigits?: ReadonlyMap<string, string>;
  /** Whether the query is only planned, so that parameters may still be without a value. */
  readonly planOnly?: boolean;
  /** Whether the results of several partitions are put together, which not every expression allows. */
  readonly isMerged?: boolean;
  /** Computed properties by name; each is an expression over the item, whose alias is `alias`. */
  readonly computed: ReadonlyMap<string, ComputedExpression>;
  readonly functions: FunctionContext;
  readonly vectorEmbeddings: readonly VectorEmbedding[];
  readonly udf?: UdfHost;
  /** Fails a query that has taken too long; absent where nothing is run. */
  readonly checkTime?: () => void;
  /** Of calls that come in pieces, if they are large; absent as above. */
  readonly longCalls?: {
    /** There is one. */
    note(): void;
    run(name: string, pieces: Generator<void, Value>): Value;
  };
  /** Counts steps of functions on large values, and fails when they are too many at once; absent as above. */
  readonly spend?: (steps: number) => void;
}

export interface ComputedExpression {
  readonly alias: string;
  readonly expression: Expression;
}

/** Where an expression stands. */
export interface Place {
  readonly context: BindContext;
  readonly scope: Scope;
  /** Set in the SELECT of an aggregate query: aggregates are allowed, and rows are gone. */
  readonly grouping?: Grouping;
}

/** Expressions hold queries, and queries hold expressions: each kind of node is bound through these. */
export interface BindSteps {
  expression(expression: Expression, place: Place): BoundExpression;
  query(query: Query, place: Place): BoundQuery;
  queryInSlices(query: Query, place: Place): Generator<void, BoundQuery>;
}

/** Parts of a long query that were bound before the whole (`bind-ahead.ts`). */
interface BoundParts {
  readonly expressions: Map<Expression, BoundExpression>;
  readonly queries: Map<Query, BoundQuery>;
}

/** Rows that the subqueries of one item may walk; a larger cross product would hold up everybody else. */
const SUBQUERY_ROWS_MAX = 1_000_000;
/** A subquery cannot pause, but it looks at the clock. */
const ROWS_PER_CHECK = 256;

export class BindContext {
  readonly options: BindOptions;
  readonly steps: BindSteps;
  /** What is bound of it ahead, while it is being bound. */
  readonly parts: BoundParts = { expressions: new Map(), queries: new Map() };
  #slots = ITEM_SLOT + 1;
  #subqueryRows = 0;

  constructor(options: BindOptions, steps: BindSteps) {
    this.options = options;
    this.steps = steps;
  }

  newSlot(): number {
    return this.#slots++;
  }

  newEnvironment(): Environment {
    return new Array<Value>(this.#slots).fill(undefined);
  }

  /** Call before each item. */
  startItem(): void {
    this.#subqueryRows = 0;
  }

  /** Call for each row that a subquery walks for the item. */
  countSubqueryRow(): void {
    if (this.#subqueryRows % ROWS_PER_CHECK === 0) this.options.checkTime?.();
    if (++this.#subqueryRows > SUBQUERY_ROWS_MAX) {
      throw new QueryError(
        "SubqueryTooLarge",
        `The subqueries of this query walk more than ${SUBQUERY_ROWS_MAX} rows for a single item. Filter the arrays before joining them.`,
      );
    }
  }
}

/** Binds a part of a node, in the same place. */
export function bindPart(expression: Expression, place: Place): BoundExpression {
  return place.context.steps.expression(expression, place);
}
