/**
 * Queries whose first row needs all of their input: aggregates, GROUP BY, and queries over the result of a subquery.
 * Each page computes the result anew and answers the rows from where the page before ended; results of this kind are
 * small next to what they are made of.
 */
import type { Json, Value } from "../../value/json.ts";
import type { ItemRef } from "../../value/row-source.ts";
import type { BoundQuery } from "../bind/bound-query.ts";
import { ITEM_SLOT } from "../bind/environment.ts";
import { type Emit, QuerySink } from "../bind/subquery/query-sink.ts";
import type { WholePlan, WholeQuery } from "../plan/execution-plan.ts";
import { QueryError } from "../syntax/query-error.ts";
import { type Continuation, START } from "./continuation.ts";
import { printRow } from "./produce-rows.ts";
import type { QueryRun } from "./query-run.ts";
import { RowCursor } from "./row-cursor.ts";
import { CoveredRow } from "./stream/covered-row.ts";
import { readWhole } from "./stream/open-stream.ts";

/** Rows that a subquery over the container may hand to the query around it. */
const SUBQUERY_RESULT_ROWS_MAX = 500_000;

export async function produceWhole(run: QueryRun, plan: WholePlan): Promise<Continuation | undefined> {
  const { page, start } = run;
  let rows = 0;
  let next: Continuation | undefined;
  await runWhole(run, plan, (value) => {
    if (value === undefined) return true;
    if (rows >= start.rows && !page.add(printRow(run, value))) {
      next = { ...START, rows };
      return false;
    }
    rows++;
    return true;
  });
  return next;
}

async function runWhole(run: QueryRun, query: WholeQuery, emit: Emit): Promise<void> {
  const sink = new QuerySink(query.bound, run.environment, emit);
  await feed(run, query, sink);
  sink.end();
}

async function feed(run: QueryRun, { bound, input }: WholeQuery, sink: QuerySink): Promise<void> {
  switch (input.kind) {
    case "nothing":
      return;
    case "oneRow":
      await feedItem(run, bound, sink, { value: undefined });
      return;
    case "subquery":
      for (const row of await subqueryRows(run, input.query)) {
        if (!(await feedItem(run, bound, sink, { value: row }))) return;
        if (run.pacer.isDue()) await run.pacer.pause();
      }
      return;
    case "items":
      await feedItems(run, bound, sink, input.inRefOrder);
  }
}

async function feedItems(
  run: QueryRun,
  bound: BoundQuery,
  sink: QuerySink,
  inRefOrder: boolean,
): Promise<void> {
  const stream = readWhole(run, inRefOrder);
  try {
    for (;;) {
      const item = stream.head();
      if (item === undefined) {
        if (!(await stream.fill())) return;
        continue;
      }
      const { ref } = item;
      const times = item instanceof CoveredRow ? item.times : 1;
      const { isMatched } = stream;
      const rowsBefore = sink.rowsTaken;
      let goOn = true;
      if (isMatched || !run.textFilter?.rejects(item)) {
        const fed = feedItem(run, bound, sink, { value: item.value(), ref, isMatched, times });
        // Nothing is awaited that is already known: an `await` costs each row a turn of the job queue.
        goOn = typeof fed === "boolean" ? fed : await fed;
      }
      stream.take(sink.rowsTaken > rowsBefore);
      if (!goOn) return;
      if (run.pacer.isDue()) await run.pacer.pause();
    }
  } finally {
    await stream.close();
  }
}

interface FedItem {
  readonly value: Value;
  readonly ref?: ItemRef;
  readonly isMatched?: boolean;
  /** How many items it stands for. */
  readonly times?: number;
}

/** The rows that one item makes; false: the sink needs no more. */
function feedItem(
  run: QueryRun,
  bound: BoundQuery,
  sink: QuerySink,
  { value, ref, isMatched = false, times = 1 }: FedItem,
): boolean | Promise<boolean> {
  const { context, environment } = run;
  context.startItem();
  environment[ITEM_SLOT] = value;
  if (bound.steps.length > 0) return feedCombinations(run, bound, sink, ref);
  const isRow = isMatched || bound.where === undefined || bound.where(environment) === true;
  return !isRow || sink.row(ref, times);
}

async function feedCombinations(
  run: QueryRun,
  bound: BoundQuery,
  sink: QuerySink,
  ref: ItemRef | undefined,
): Promise<boolean> {
  const { environment, pacer, work } = run;
  const cursor = new RowCursor(bound.steps, environment);
  while (cursor.next()) {
    work.tuples++;
    if ((bound.where === undefined || bound.where(environment) === true) && !sink.row(ref)) return false;
    if (pacer.isDue()) await pacer.pause();
  }
  return true;
}

async function subqueryRows(run: QueryRun, query: WholeQuery): Promise<readonly Json[]> {
  const rows: Json[] = [];
  await runWhole(run, query, (value) => {
    if (value !== undefined) rows.push(value);
    if (rows.length > SUBQUERY_RESULT_ROWS_MAX) {
      throw new QueryError(
        "SubqueryTooLarge",
        `The subquery in FROM has more than ${SUBQUERY_RESULT_ROWS_MAX} rows. Filter it before the outer query reads it.`,
      );
    }
    return true;
  });
  return rows;
}
