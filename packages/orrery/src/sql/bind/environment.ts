/**
 * What a compiled query computes with: one slot for each alias, group key and aggregate of the whole query, its
 * subqueries included. Slots are given out when the query is compiled, so that a row costs no map and no object,
 * and a correlated subquery simply reads the slots of the query around it.
 */
import type { Value } from "../../value/json.ts";
import type { Pacer } from "../exec/pacer.ts";
import type { Constant, FunctionContext } from "../functions/builtin-function.ts";
import type { Expression } from "../syntax/ast.ts";
import { QueryError } from "../syntax/query-error.ts";
import type { VectorEmbedding } from "./vector-metric.ts";

export type Environment = Value[];

export type Evaluate = (environment: Environment) => Value;

export interface Compiled {
  readonly evaluate: Evaluate;
  /** Set where the value is known before the first row. */
  readonly constant?: Constant;
}

/** User-defined functions, called synchronously: the caller has loaded and compiled them before the query runs. */
export interface UdfHost {
  call(name: string, args: readonly Value[]): Value;
}

/** The slot that holds the item a row comes from. */
export const ITEM_SLOT = 0;

/** Rows that the subqueries of one item may walk; a larger cross product would hold up everybody else. */
const SUBQUERY_ROWS_MAX = 1_000_000;
/** A subquery cannot pause, but it looks at the clock. */
const ROWS_PER_CHECK = 256;

export interface CompileOptions {
  readonly parameters: ReadonlyMap<string, Value>;
  /** Computed properties by name; each is an expression over the item, whose alias is `alias`. */
  readonly computed: ReadonlyMap<string, ComputedExpression>;
  readonly functions: FunctionContext;
  readonly vectorEmbeddings: readonly VectorEmbedding[];
  readonly udf?: UdfHost;
  /** Absent where nothing is run. */
  readonly pacer?: Pacer;
}

export interface ComputedExpression {
  readonly alias: string;
  readonly expression: Expression;
}

/** What one compilation shares: the options, and the slots given out so far. */
export class CompileContext {
  readonly options: CompileOptions;
  #slots = ITEM_SLOT + 1;
  #subqueryRows = 0;

  constructor(options: CompileOptions) {
    this.options = options;
  }

  newSlot(): number {
    return this.#slots++;
  }

  newEnvironment(): Environment {
    return new Array<Value>(this.#slots).fill(undefined);
  }

  /** Called before each item, and for each row that a subquery walks on its behalf. */
  startItem(): void {
    this.#subqueryRows = 0;
  }

  countSubqueryRow(): void {
    if (this.#subqueryRows % ROWS_PER_CHECK === 0) this.options.pacer?.check();
    if (++this.#subqueryRows > SUBQUERY_ROWS_MAX) {
      throw new QueryError(
        "SubqueryTooLarge",
        `The subqueries of this query walk more than ${SUBQUERY_ROWS_MAX} rows for a single item. Filter the arrays before joining them.`,
      );
    }
  }
}
