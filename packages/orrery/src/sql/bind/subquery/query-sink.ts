/**
 * The last stage of a query that runs to its end: takes its rows after WHERE, and gives its results after GROUP BY,
 * projection, DISTINCT, OFFSET and LIMIT. Such queries have no ORDER BY: it needs an index, which only items have.
 */
import { type Exact, inexact } from "@orrerydb/exact-json";
import type { BoundQuery } from "../bound-query.ts";
import type { Environment } from "../environment.ts";
import { DistinctSet } from "./distinct-set.ts";
import { type GroupOrder, GroupTable, type VisitedGroup } from "./group-table.ts";

/** Takes one result, a group's with its key; false means that no more are wanted. */
export type Emit = (value: Exact, key?: string) => boolean;

export class QuerySink {
  readonly #query: BoundQuery;
  readonly #environment: Environment;
  readonly #emit: Emit;
  readonly #groups: GroupTable | undefined;
  /** How often `row` was called. */
  rowsTaken = 0;

  constructor(query: BoundQuery, environment: Environment, emit: Emit) {
    this.#query = query;
    this.#environment = environment;
    this.#emit = limitedRows(query, emit);
    if (query.grouping !== undefined) this.#groups = new GroupTable(query.grouping);
  }

  /**
   * Takes the row in the environment. One that is grouped may stand for several items that are alike. False: no more
   * rows are needed.
   */
  row(times = 1): boolean {
    this.rowsTaken++;
    if (this.#groups !== undefined) {
      this.#groups.add(this.#environment, times);
      return true;
    }
    return this.#emit(this.#query.project(this.#environment));
  }

  /** After the last row. */
  end(): void {
    for (const group of this.groups("byKeys")) {
      if (group !== undefined && !this.group(group.key)) return;
    }
  }

  /** The same one after another, for those who take their time: the groups, each of them in the environment. */
  groups(order: GroupOrder): Iterable<VisitedGroup | undefined> {
    return this.#groups?.walk(this.#environment, order) ?? [];
  }

  /** Takes the group in the environment; false: no more are needed. */
  group(key: string, emit: Emit = this.#emit): boolean {
    return emit(this.#query.project(this.#environment), key);
  }
}

/** DISTINCT, OFFSET and LIMIT in front of `emit`; rows without a value are not counted. */
function limitedRows(query: BoundQuery, emit: Emit): Emit {
  if (!query.distinct && query.offset === 0 && query.limit === Number.POSITIVE_INFINITY) return emit;
  const seen = query.distinct ? new DistinctSet() : undefined;
  let skip = query.offset;
  let left = query.limit;
  return (value, key) => {
    if (left === 0) return false;
    if (value === undefined || (seen !== undefined && !seen.add(inexact(value)))) return true;
    if (skip > 0) {
      skip--;
      return true;
    }
    left--;
    return emit(value, key) && left > 0;
  };
}
