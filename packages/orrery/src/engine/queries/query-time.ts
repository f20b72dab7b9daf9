/**
 * How long queries may take: on the process's own clock, because the time that items live by can stand still or be
 * moved. A page ends where it can; what has no part to answer fails.
 */
import { performance } from "node:perf_hooks";
import type { QueryClock, QueryStop } from "../../sql/index.ts";
import type { Environment } from "../ground/environment.ts";

export const QUERY_TIME = {
  /** Of a page that can end after any row. */
  pageMs: 5_000,
  /** Of a page that cannot: an aggregate, a group, a sort. */
  wholeMs: 30_000,
  /** Of a patch's condition, which others wait for. */
  conditionMs: 1_000,
} as const;

export interface QueryTime {
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
