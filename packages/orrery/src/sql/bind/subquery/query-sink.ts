/**
 * The last stage of a query that runs to its end: takes its rows after WHERE, and gives its results after GROUP BY,
 * ORDER BY, projection, DISTINCT, OFFSET and LIMIT.
 */
import { compareValues } from "../../../value/compare.ts";
import type { Value } from "../../../value/json.ts";
import { QueryError } from "../../syntax/query-error.ts";
import type { BoundQuery } from "../bound-query.ts";
import type { Environment } from "../environment.ts";
import { DistinctSet } from "./distinct-set.ts";
import { GroupTable } from "./group-table.ts";

/** Takes one result; false means that no more are wanted. */
export type Emit = (value: Value) => boolean;

/** Rows that a subquery may sort. */
const SORTED_ROWS_MAX = 200_000;

interface SortedRow {
  readonly keys: readonly Value[];
  readonly value: Value;
}

export class QuerySink {
  readonly #query: BoundQuery;
  readonly #environment: Environment;
  readonly #emit: Emit;
  readonly #groups: GroupTable | undefined;
  readonly #sorted: SortedRow[] | undefined;
  /** How often `row` was called. */
  rowsTaken = 0;

  constructor(query: BoundQuery, environment: Environment, emit: Emit) {
    this.#query = query;
    this.#environment = environment;
    this.#emit = limited(query, emit);
    if (query.grouping !== undefined) this.#groups = new GroupTable(query.grouping);
    else if (query.orderBy.length > 0) this.#sorted = [];
  }

  /**
   * Takes the row in the environment, which comes from the item at `ref`, or from none. A row that is grouped may stand
   * for several items that are alike. False: no more rows are needed.
   */
  row(ref = "", times = 1): boolean {
    this.rowsTaken++;
    if (this.#groups !== undefined) {
      this.#groups.add(this.#environment, ref, times);
      return true;
    }
    const value = this.#query.project(this.#environment);
    if (this.#sorted === undefined) return this.#emit(value);
    if (this.#sorted.length >= SORTED_ROWS_MAX) {
      throw new QueryError(
        "SubqueryTooLarge",
        `A subquery sorts more than ${SORTED_ROWS_MAX} rows. Filter it, or move ORDER BY to the outer query.`,
      );
    }
    const keys = this.#query.orderBy.map((key) => key.evaluate(this.#environment));
    this.#sorted.push({ keys, value });
    return true;
  }

  /** After the last row. */
  end(): void {
    this.#groups?.forEach(this.#environment, () => this.#emit(this.#query.project(this.#environment)));
    if (this.#sorted === undefined) return;
    this.#sorted.sort((a, b) => this.#compare(a, b));
    for (const { value } of this.#sorted) if (!this.#emit(value)) return;
  }

  #compare(a: SortedRow, b: SortedRow): number {
    for (let i = 0; i < this.#query.orderBy.length; i++) {
      const order = compareValues(a.keys[i], b.keys[i]);
      if (order !== 0) return this.#query.orderBy[i]!.descending ? -order : order;
    }
    return 0;
  }
}

/** DISTINCT, OFFSET and LIMIT in front of `emit`; rows without a value are not counted. */
function limited(query: BoundQuery, emit: Emit): Emit {
  if (!query.distinct && query.offset === 0 && query.limit === Number.POSITIVE_INFINITY) return emit;
  const seen = query.distinct ? new DistinctSet() : undefined;
  let skip = query.offset;
  let left = query.limit;
  return (value) => {
    if (left === 0) return false;
    if (value === undefined || (seen !== undefined && !seen.add(value))) return true;
    if (skip > 0) {
      skip--;
      return true;
    }
    left--;
    return emit(value) && left > 0;
  };
}
