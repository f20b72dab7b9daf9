/**
 * DISTINCT: rows as they come, unless they have come before. What earlier pages have answered is not kept anywhere:
 * a page begins by reading what lies before its position, to know those values again.
 */
import { encodeValue } from "../../value/encode-value.ts";
import type { Value } from "../../value/json.ts";
import { ITEM_SLOT } from "../bind/environment.ts";
import { DistinctSet } from "../bind/subquery/distinct-set.ts";
import type { DistinctPlan } from "../plan/execution-plan.ts";
import type { OrderPlan, SortRule } from "../plan/plan-order.ts";
import { type Continuation, START } from "./continuation.ts";
import { produceRows } from "./produce-rows.ts";
import type { QueryRun } from "./query-run.ts";
import { RowCursor } from "./row-cursor.ts";
import type { CandidateStream } from "./stream/candidate-stream.ts";
import type { ConcatStream } from "./stream/concat-stream.ts";
import { readAll } from "./stream/open-stream.ts";
import type { QueryRange } from "./stream/query-range.ts";
import { compareEntries, pastKey, sortPosition } from "./stream/sort-position.ts";

export async function produceDistinct(
  run: QueryRun,
  stream: CandidateStream,
  { order, isSideBySide }: DistinctPlan,
): Promise<Continuation | undefined> {
  const seen = new DistinctSet();
  if (isSideBySide && order.kind !== "none") {
    const next = await produceRows(run, stream, seen);
    return next && pastAnswered(run, order, next, seen.last);
  }
  if (run.start !== START) await readBefore(run, order, seen);
  return produceRows(run, stream, seen);
}

/**
 * Where such a page goes on: past all rows that equal the last one answered. The position may be before that, inside
 * of its item, or beyond it, where a page that was late has read items that make no row.
 */
function pastAnswered(
  { ranges }: QueryRun,
  { reverse }: SortRule,
  next: Continuation,
  answered: Value,
): Continuation {
  if (answered === undefined) return next;
  const key = encodeValue(answered).toString("latin1");
  const isBeyond = next.key !== undefined && (reverse ? next.key < key : next.key > key);
  return isBeyond ? next : { ...next, ...pastKey(ranges, key, reverse), within: START.within };
}

/** Adds the values of all rows before the position. */
async function readBefore(run: QueryRun, order: OrderPlan, seen: DistinctSet): Promise<void> {
  const stream = readAll(run, false);
  try {
    await addBefore(run, stream, order, seen);
  } finally {
    await stream.close();
  }
}

async function addBefore(
  run: QueryRun,
  stream: ConcatStream,
  order: OrderPlan,
  seen: DistinctSet,
): Promise<void> {
  const { bound, context, environment, pacer, start } = run;
  const cursor = new RowCursor(bound.steps, environment);
  const histories = new Map(run.ranges.map((range) => [range.min, range]));
  for (;;) {
    const item = stream.head();
    if (item === undefined) {
      if (!(await stream.fill())) return;
      continue;
    }
    context.startItem();
    environment[ITEM_SLOT] = item.value();
    const range = histories.get(stream.current!.range.min)!;
    const isBefore =
      order.kind !== "none"
        ? isSortedBefore(run, order, range, item.ref)
        : range.history.kind === "passed" ||
          (range.history.kind === "reached" && item.ref <= range.history.ref);
    const combinations = isBefore ? Number.POSITIVE_INFINITY : (start.within.get(item.ref) ?? 0);
    cursor.start();
    for (let i = 0; i < combinations && cursor.next(); i++) {
      if (bound.where === undefined || bound.where(environment) === true) {
        const value = bound.project(environment);
        if (value !== undefined) seen.add(value);
      }
      if (pacer.isDue()) await pacer.pause();
    }
    stream.take(false); // was counted by the page that read it first
    if (pacer.isDue()) await pacer.pause();
  }
}

/** The sort keys are those of the item in the environment. */
function isSortedBefore(run: QueryRun, order: SortRule, range: QueryRange, ref: string): boolean {
  const position = sortPosition(range, run.start, order.reverse);
  const key = order.keyOf(run.environment);
  return (
    position !== undefined && key !== undefined && compareEntries({ key, ref }, position, order.reverse) <= 0
  );
}
