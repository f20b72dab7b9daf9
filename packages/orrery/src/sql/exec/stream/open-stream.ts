/** The candidates of a plan, opened the way it says. */
import { ITEM_SLOT } from "../../bind/environment.ts";
import { isSortCheaper } from "../../plan/choose-order.ts";
import type { IndexedOrder, OrderPlan, SortRule } from "../../plan/plan-order.ts";
import { START } from "../continuation.ts";
import { type QueryRun, unreadRanges } from "../query-run.ts";
import { noWork, type QueryWork } from "../query-work.ts";
import { RowCursor } from "../row-cursor.ts";
import type { CandidateStream } from "./candidate-stream.ts";
import { ConcatStream } from "./concat-stream.ts";
import { MergeStream } from "./merge-stream.ts";
import { SortStream } from "./sort-stream.ts";

/** All candidates from the beginning; counted unless an earlier page has counted them. */
export function readAll(run: QueryRun, isFirst = true): ConcatStream {
  const work = isFirst ? repeatableWork(run) : noWork();
  return new ConcatStream(unreadRanges(run), run.reader.unordered(false), work);
}

/**
 * All candidates of a query that reads them all before its first row. Its later pages count the rows from the
 * beginning: in the order of refs they come the same, whatever the partitions.
 */
export function readWhole(run: QueryRun, inRefOrder: boolean): CandidateStream {
  const work = repeatableWork(run);
  const ranges = unreadRanges(run);
  if (!inRefOrder) return new ConcatStream(ranges, run.reader.anyhow(), work);
  return new MergeStream(ranges, run.reader.byRef(), { reverse: false, start: START, work });
}

/** Where work is counted that each page does again. */
function repeatableWork({ start, work }: QueryRun): QueryWork {
  return start.rows === 0 && start.key === undefined ? work : noWork();
}

/** The candidates of a query that answers its rows as they come. `mayScan`: without an order, that of an index will do. */
export async function openStream(
  run: QueryRun,
  order: OrderPlan,
  { mayScan }: { readonly mayScan: boolean },
): Promise<CandidateStream> {
  switch (order.kind) {
    case "none":
      return new ConcatStream(
        run.ranges,
        run.reader.unordered(mayScan),
        run.work,
        run.bound.where !== undefined,
      );
    case "computed":
      return sortedStream(run, order);
    case "indexed":
      return (await isSortedCheaper(run, order)) ? sortedStream(run, order) : mergedStream(run, order);
  }
}

function isSortedCheaper({ bound, ranges, reader }: QueryRun, order: IndexedOrder): Promise<boolean> {
  return isSortCheaper({
    sources: ranges.map(({ source }) => source),
    isBoundOfOrder: reader.isBoundOf(order),
    rowsMax: bound.offset + bound.limit,
    candidates: async (max) => {
      const choices = await Promise.all(ranges.map((range) => reader.choose(range, max)));
      return choices.reduce((sum, { candidates }) => sum + candidates, 0);
    },
  });
}

function mergedStream(
  { ranges, reader, usage, start, work }: QueryRun,
  order: IndexedOrder,
): CandidateStream {
  usage.use(order.index, true);
  return new MergeStream(ranges, reader.ordered(order), { reverse: order.reverse, start, work });
}

/** Rows until the page is full, and one to know whether there are more. */
function rowsWanted({ bound, page, start }: QueryRun): number {
  const left = bound.offset + bound.limit - start.rows;
  return Math.min(page.itemsMax + 1 + Math.max(bound.offset - start.rows, 0), left);
}

function sortedStream(run: QueryRun, order: SortRule): CandidateStream {
  const { bound, context, environment, start } = run;
  const cursor = new RowCursor(bound.steps, environment);
  return new SortStream({
    ranges: run.ranges,
    read: (isFirstPass) => readAll(run, isFirstPass),
    keyOf: (row) => {
      context.startItem();
      environment[ITEM_SLOT] = row.value();
      cursor.start();
      while (cursor.next()) {
        context.countSubqueryRow();
        if (bound.where === undefined || bound.where(environment) === true) {
          return order.keyOf(environment);
        }
      }
      return undefined;
    },
    reverse: order.reverse,
    start,
    pacer: run.pacer,
    wanted: rowsWanted(run),
  });
}
