/**
 * DISTINCT: rows as they come, unless they have come before. Where the values that earlier pages have answered were not
 * kept, a page begins by reading what lies before its position, to know them again.
 */
import { inexact, type Value } from "@orrerydb/exact-json";
import { encodeKey } from "../../../value/encode-value.ts";
import { ITEM_SLOT } from "../../bind/environment.ts";
import { DistinctSet } from "../../bind/subquery/distinct-set.ts";
import type { DistinctPlan } from "../../plan/execution-plan.ts";
import type { OrderPlan, SortRule } from "../../plan/order/plan-order.ts";
import { type Continuation, invalidContinuation, START } from "../continuation.ts";
import { SeenValues } from "../kept-results.ts";
import { isLarge, parseLarge } from "../prepare-row.ts";
import type { QueryRun } from "../query-run.ts";
import { RowCursor } from "../row-cursor.ts";
import type { CandidateStream } from "../stream/candidate-stream.ts";
import type { ConcatStream } from "../stream/concat-stream.ts";
import { readAll } from "../stream/open-stream.ts";
import type { QueryRange } from "../stream/query-range.ts";
import { compareEntries, pastKey, sortPosition } from "../stream/sort-position.ts";
import { produceRows } from "./produce-rows.ts";
import { produceWhole } from "./produce-whole.ts";
import { tryRow } from "./try-row.ts";

export async function produceDistinct(
  run: QueryRun,
  stream: CandidateStream,
  { bound, order, isSideBySide, keyOrder }: Omit<DistinctPlan, "kind" | "access">,
): Promise<Continuation | undefined> {
  if (order.kind === "none" && run.start.key !== undefined) {
    if (keyOrder === undefined) throw invalidContinuation();
    return produceWhole(run, { bound, input: { kind: "items", inRefOrder: false }, keyOrder });
  }
  if (isSideBySide && order.kind !== "none") {
    const seen = new DistinctSet();
    const next = await produceRows(run, stream, seen);
    return next && pastAnswered(run, order, next, seen.last);
  }
  return produceRemembered(run, stream, order);
}

/** Knows what earlier pages have answered, if that was kept, or reads it again. */
async function produceRemembered(
  run: QueryRun,
  stream: CandidateStream,
  order: OrderPlan,
): Promise<Continuation | undefined> {
  const { kept, start } = run;
  const found = start.kept && kept?.find(start.kept.id);
  if (start.kept === undefined || found?.kind !== "seen" || found.count < start.kept.at) {
    const seen = new DistinctSet();
    if (start !== START) await readBefore(run, order, seen);
    return withSeen(run, await produceRows(run, stream, seen), new SeenValues(), { at: 0, seen });
  }
  const { id, at } = start.kept;
  const seen = new DistinctSet((identity) => found.isAmongFirst(at, identity));
  return withSeen(run, await produceRows(run, stream, seen), found, { id, at, seen });
}

/** Keeps what was answered for the next page. */
function withSeen(
  { kept }: QueryRun,
  next: Continuation | undefined,
  values: SeenValues,
  { id, at, seen }: { readonly id?: string; readonly at: number; readonly seen: DistinctSet },
): Continuation | undefined {
  if (next === undefined || kept === undefined || !values.extend(at, seen.added)) return next;
  return { ...next, kept: { id: kept.keep(values, id), at: at + seen.size } };
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
  const key = encodeKey(answered);
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
  const { bound, context, environment, pacer, calls, start } = run;
  const cursor = new RowCursor(bound.steps, environment);
  const histories = new Map(run.ranges.map((range) => [range.min, range]));
  for (;;) {
    const item = stream.head();
    if (item === undefined) {
      if (!(await stream.fill())) return;
      continue;
    }
    if (isLarge(item)) await parseLarge(run, item);
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
    for (let i = 0; i < combinations; i++) {
      if (calls?.begin(item.size)) await calls.prepare(() => cursor.tryNext());
      if (!cursor.next()) break;
      if (calls?.begin(item.size)) await calls.prepare(() => tryRow(run, bound, false));
      if (bound.where === undefined || bound.where(environment) === true) {
        const value = bound.project(environment);
        if (value !== undefined) seen.add(inexact(value));
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
