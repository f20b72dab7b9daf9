/**
 * How long queries may take, by the process's own clock: the clock that items live by may stand still or be moved. When
 * the time is up, a page ends if it can; a query that has no partial answer fails.
 */
import { performance } from "node:perf_hooks";
import type { QueryClock, QueryStop } from "../../sql/index.ts";
import type { Environment } from "../ground/environment.ts";

export const QUERY_TIME = {
  /** For a page that can end after any row. */
  pageMs: 5_000,
  /** For a page that cannot: an aggregate, a group, a sort. */
  wholeMs: 30_000,
  /** For the condition of a patch, which other writers wait for. */
  conditionMs: 1_000,
} as const;

interface QueryTime {
  readonly clock: QueryClock;
  readonly stop: QueryStop;
  /** When the page should end. */
  readonly deadlineMs: number;
}

export function queryTime(
  { queryClock: clock = performance }: Environment,
  stopAfterMs: number,
  isUnwanted?: () => boolean,
): QueryTime {
  const now = clock.now();
  return {
    clock,
    stop: { atMs: now + stopAfterMs, ...(isUnwanted === undefined ? {} : { isUnwanted }) },
    deadlineMs: now + Math.min(stopAfterMs, QUERY_TIME.pageMs),
  };
}
