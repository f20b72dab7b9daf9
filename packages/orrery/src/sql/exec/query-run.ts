/** What the parts of one page's execution share. */
import type { BindContext } from "../bind/bind-context.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import type { Environment } from "../bind/environment.ts";
import type { Continuation } from "./continuation.ts";
import type { IndexUsage } from "./index-usage.ts";
import type { KeptResults } from "./kept-results.ts";
import type { Pacer } from "./pacer.ts";
import type { PageBuilder } from "./page-builder.ts";
import type { QueryTimes, QueryWork } from "./query-work.ts";
import type { RowCalls } from "./row-calls.ts";
import type { RowSkip } from "./row-skip.ts";
import type { QueryRange } from "./stream/query-range.ts";
import type { RangeReader } from "./stream/range-reader.ts";
import type { TextFilter } from "./text-filter.ts";

export interface QueryRun {
  /** The outermost query. */
  readonly bound: BoundQuery;
  readonly context: BindContext;
  readonly environment: Environment;
  readonly page: PageBuilder;
  readonly pacer: Pacer;
  readonly work: QueryWork;
  readonly times: QueryTimes;
  readonly usage: IndexUsage;
  readonly now: () => number;
  readonly start: Continuation;
  readonly skip: RowSkip;
  /** In the order of the hash space, with their histories. */
  readonly ranges: readonly QueryRange[];
  readonly reader: RangeReader;
  /** Absent: the query calls none. */
  readonly calls?: RowCalls;
  /** Absent: nothing is kept between pages. */
  readonly kept?: KeptResults;
  /** Of the query that reads items; absent where their text tells nothing. */
  readonly textFilter?: TextFilter;
}

/** The ranges as if nothing had been read. */
export function unreadRanges(run: QueryRun): readonly QueryRange[] {
  return run.ranges.map((range) => ({ ...range, history: { kind: "new" } }));
}
