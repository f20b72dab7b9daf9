/**
 * Queries whose first row needs all of their input: aggregates, GROUP BY, and queries over the result of a subquery.
 * What follows a page is kept for the next. If it is gone, the result is computed anew, and answered from where the page
 * before ended.
 */
import { type Exact, inexact, type Json } from "@orrerydb/exact-json";
import type { ItemRow } from "../../../value/rows/row-source.ts";
import { sortInPieces } from "../../../value/sort-in-pieces.ts";
import type { BoundQuery } from "../../bind/bound-query.ts";
import { ITEM_SLOT } from "../../bind/environment.ts";
import { DistinctSet, valueIdentity } from "../../bind/subquery/distinct-set.ts";
import type { GroupOrder } from "../../bind/subquery/group-table.ts";
import { type Emit, QuerySink } from "../../bind/subquery/query-sink.ts";
import { isIndexPassable } from "../../plan/access/choose-access.ts";
import { showsDigits } from "../../plan/access/covering-path.ts";
import type { WholeQuery } from "../../plan/execution-plan.ts";
import type { KeyedRows, KeyOrder } from "../../plan/order/plan-keyed.ts";
import { QueryError } from "../../syntax/query-error.ts";
import { type Continuation, START } from "../continuation.ts";
import { isLarge, isLong, parseLarge } from "../prepare-row.ts";
import { type QueryRun, unreadRanges } from "../query-run.ts";
import { RowCursor } from "../row-cursor.ts";
import { CoveredBatch, CoveredRow } from "../stream/covered-row.ts";
import { readWhole, repeatableWork } from "../stream/open-stream.ts";
import { countFigures } from "../texts/count-figures.ts";
import { KeyedReader } from "./keyed-reader.ts";
import { printRow } from "./produce-rows.ts";
import { tryRow } from "./try-row.ts";
import { WholeAnswer } from "./whole-answer.ts";

/** Rows that a subquery over the container may hand to the query around it. */
const SUBQUERY_RESULT_ROWS_MAX = 500_000;

interface WholeResult extends WholeQuery {
  /** Of a DISTINCT whose rows come in the order of their keys. */
  readonly keyOrder?: KeyOrder;
}

export async function produceWhole(
  run: QueryRun,
  { keyOrder, ...query }: WholeResult,
): Promise<Continuation | undefined> {
  const answer = new WholeAnswer(run, keyOrder?.reverse ?? false);
  if (answer.fromKept()) return answer.next;
  const emit: Emit = (value, key) => value === undefined || answer.add(printRow(run, value), key);
  const end = async (sink: QuerySink): Promise<void> => {
    if (!(await answersAsAppeared(run, query.bound, sink))) await endGroups(run, query.bound, sink);
  };
  await (keyOrder === undefined ? runWhole(run, query, emit, end) : runDistinct(run, query, keyOrder, emit));
  return answer.next;
}

/** Groups of several keys as they appeared, if one page holds all of them. */
async function answersAsAppeared(run: QueryRun, bound: BoundQuery, sink: QuerySink): Promise<boolean> {
  const { grouping, distinct, offset, limit } = bound;
  const isPart = distinct || offset > 0 || limit < Number.POSITIVE_INFINITY;
  if (grouping === undefined || grouping.keys.length < 2 || isPart || run.start !== START) return false;
  const { functionCalls } = run.work;
  let fits = true;
  await endGroups(run, bound, sink, "asAppeared", (value) => {
    fits = value === undefined || run.page.add(printRow(run, value));
    return fits;
  });
  if (!fits) {
    run.page.clear();
    run.work.functionCalls = functionCalls;
  }
  return fits;
}

/** The rows of the groups, between which others are served. */
async function endGroups(
  run: QueryRun,
  bound: BoundQuery,
  sink: QuerySink,
  order: GroupOrder = "byKeys",
  emit?: Emit,
): Promise<void> {
  const { pacer, calls, environment } = run;
  for (const group of sink.groups(order)) {
    if (group !== undefined) {
      if (calls?.begin(group.bytes)) await calls.prepare(() => bound.project(environment));
      if (!sink.group(group.key, emit)) break;
    }
    if (pacer.isDue()) await pacer.pause();
  }
  calls?.end();
}

async function runWhole(
  run: QueryRun,
  query: WholeQuery,
  emit: Emit,
  end = (sink: QuerySink): Promise<void> => endGroups(run, query.bound, sink),
): Promise<void> {
  const { bound, input } = query;
  if (input.kind === "items" && input.keyed && run.ranges.every(({ source }) => isIndexPassable(source))) {
    await runKeyed(run, bound, input.keyed, emit);
    return;
  }
  if (query.input.kind === "textFigures") {
    const totals = await countFigures(run, query.input.figures);
    if (totals !== undefined) {
      query.bound.grouping!.aggregates.forEach(({ slot }, i) => {
        run.environment[slot] = totals[i];
      });
      emit(query.bound.project(run.environment));
      return;
    }
  }
  const sink = new QuerySink(query.bound, run.environment, emit);
  await feed(run, query, sink);
  run.calls?.end();
  await end(sink);
}

/** The rows of a subquery that an index has in the order of their keys. */
async function runKeyed(run: QueryRun, bound: BoundQuery, keyed: KeyedRows, emit: Emit): Promise<void> {
  const ranges = unreadRanges(run);
  const reader = new KeyedReader(run, { bound, keyed, ranges, start: START, work: repeatableWork(run) });
  try {
    while (await reader.hasNext()) {
      for (const row of await reader.take()) if (!emit(row)) return;
    }
  } finally {
    await reader.close();
  }
}

/** DISTINCT in the order of keys. */
async function runDistinct(
  run: QueryRun,
  query: WholeQuery,
  { keyOf, reverse }: KeyOrder,
  emit: Emit,
): Promise<void> {
  const { bound } = query;
  const { environment, pacer } = run;
  const seen = new DistinctSet();
  const rows: { readonly key: string; readonly value: Exact<Json>; readonly identity: string }[] = [];
  const all = { ...bound, distinct: false, orderBy: [], offset: 0, limit: Number.POSITIVE_INFINITY };
  const collect: Emit = (value) => {
    const plain = inexact(value);
    if (value !== undefined && plain !== undefined && seen.add(plain)) {
      rows.push({ key: keyOf(environment), value, identity: valueIdentity(plain) });
    }
    return true;
  };
  await feed(run, query, new QuerySink(all, environment, collect));
  const sorted = await pacer.inTurns(
    sortInPieces(rows, (a, b) =>
      a.key === b.key ? (a.identity < b.identity ? -1 : 1) : a.key < b.key !== reverse ? -1 : 1,
    ),
  );
  for (const { key, value } of sorted.slice(bound.offset, bound.offset + bound.limit)) {
    if (!emit(value, key)) return;
    if (pacer.isDue()) await pacer.pause();
  }
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
    case "textFigures":
      await feedItems(run, bound, sink, false);
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
  const needsDigits = showsDigits(bound.grouping);
  try {
    for (;;) {
      const item = stream.head();
      if (item === undefined) {
        if (!(await stream.fill())) return;
        continue;
      }
      const { isMatched } = stream;
      const rowsBefore = sink.rowsTaken;
      let goOn = true;
      if (item instanceof CoveredBatch) {
        feedBatch(run, bound, sink, { batch: item, isMatched });
      } else if (isMatched || !run.textFilter?.rejects(item)) {
        const times = item instanceof CoveredRow ? item.times : 1;
        const isAwaited = isLong(run, item) || bound.steps.length > 0;
        if (isLarge(item)) await parseLarge(run, item);
        const fed: FedItem = {
          value: item.value(),
          size: item.size,
          isMatched,
          times,
          ...(needsDigits && { item }),
        };
        goOn = isAwaited ? await feedItem(run, bound, sink, fed) : feedRow(run, bound, sink, fed);
      }
      stream.take(sink.rowsTaken > rowsBefore);
      if (!goOn) return;
      if (run.pacer.isDue()) await run.pacer.pause();
    }
  } finally {
    await stream.close();
  }
}

/** Items that are added up: no row ends that, and what is made of index entries calls nothing that takes long. */
function feedBatch(
  { context, environment }: QueryRun,
  { where }: BoundQuery,
  sink: QuerySink,
  { batch, isMatched }: { readonly batch: CoveredBatch; readonly isMatched: boolean },
): void {
  batch.forEach((item, times) => {
    context.startItem();
    environment[ITEM_SLOT] = item;
    if (isMatched || where === undefined || where(environment) === true) sink.row(times);
  });
}

interface FedItem {
  /** Set where an answer shows values as items have them. */
  readonly item?: ItemRow;
  readonly value: Exact;
  /** In bytes; absent: nobody knows. */
  readonly size?: number;
  readonly isMatched?: boolean;
  /** How many items it stands for. */
  readonly times?: number;
}

/** The rows that one item makes; false: the sink needs no more. */
async function feedItem(run: QueryRun, bound: BoundQuery, sink: QuerySink, fed: FedItem): Promise<boolean> {
  const { context, environment, calls } = run;
  const { item, value, size = Number.POSITIVE_INFINITY, isMatched = false } = fed;
  context.startItem();
  environment[ITEM_SLOT] = value;
  if (bound.steps.length > 0) {
    item?.exactValue();
    return feedCombinations(run, bound, sink, size);
  }
  if (calls?.begin(size)) await calls.prepare(() => tryRow(run, bound, isMatched));
  return feedRow(run, bound, sink, fed);
}

/** The row of an item where no JOIN makes several, and nothing has to be awaited. */
function feedRow(
  { context, environment }: QueryRun,
  { where }: BoundQuery,
  sink: QuerySink,
  { item, value, isMatched = false, times = 1 }: FedItem,
): boolean {
  context.startItem();
  environment[ITEM_SLOT] = value;
  if (!isMatched && where !== undefined && where(environment) !== true) return true;
  item?.exactValue();
  return sink.row(times);
}

async function feedCombinations(
  run: QueryRun,
  bound: BoundQuery,
  sink: QuerySink,
  size: number,
): Promise<boolean> {
  const { environment, pacer, work, calls } = run;
  const cursor = new RowCursor(bound.steps, environment);
  for (;;) {
    if (calls?.begin(size)) await calls.prepare(() => cursor.tryNext());
    if (!cursor.next()) return true;
    work.tuples++;
    if (calls?.begin(size)) await calls.prepare(() => tryRow(run, bound, false));
    if ((bound.where === undefined || bound.where(environment) === true) && !sink.row()) return false;
    if (pacer.isDue()) await pacer.pause();
  }
}

async function subqueryRows(run: QueryRun, query: WholeQuery): Promise<readonly Exact<Json>[]> {
  const rows: Exact<Json>[] = [];
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
