/**
 * The candidates of an ORDER BY, in order, found the cheaper way: merged from an index that has the order, which
 * stops with the page, or read through the filter and sorted, which sees all of them but only them.
 */
import type { IndexIdentity } from "../../../value/index-identity.ts";
import type { CompiledQuery } from "../../bind/bind-query.ts";
import { ITEM_SLOT } from "../../bind/environment.ts";
import type { OrderPlan } from "../../plan/plan-order.ts";
import { START } from "../continuation.ts";
import type { IndexUsage } from "../index-usage.ts";
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
 * beginning, so that their order may not depend on the partitions. Groups have an order of their own.
 */
export function readWhole(run: QueryRun, query: CompiledQuery): CandidateStream {
  const work = repeatableWork(run);
  const ranges = unreadRanges(run);
  if (query.grouping !== undefined) return new ConcatStream(ranges, run.reader.anyhow(), work);
  return new MergeStream(ranges, run.reader.byRef(), { reverse: false, start: START, work });
}

/** Where work is counted that each page does again. */
function repeatableWork({ start, work }: QueryRun): QueryWork {
  return start.rows === 0 && start.key === undefined ? work : noWork();
}

export async function orderedStream(
  run: QueryRun,
  order: OrderPlan,
  usage: IndexUsage,
): Promise<CandidateStream> {
  const { index } = order;
  if (index === undefined || (!isReadForAll(run, index) && (await isSortCheaper(run)))) {
    return sortedStream(run, order);
  }
  usage.use(index);
  const options = { reverse: order.reverse, start: run.start, work: run.work };
  return new MergeStream(run.ranges, run.reader.ordered(index, order.reverse), options);
}

/** Whether nearly every entry that is read of an index makes a row: then no other way is cheaper. */
function isReadForAll({ ranges, reader }: QueryRun, index: IndexIdentity): boolean {
  return (
    reader.isBoundOf(index) &&
    ranges.every(({ source }) => (source.indexedItemCount?.() ?? 0) <= 2 * source.itemCount())
  );
}

/**
 * With `found` candidates among `items`, evenly spread, the index is read about `wanted * items / found` entries
 * deep until there are enough rows, passing over those that are out of scope. Sorting reads all that were found.
 */
async function isSortCheaper(run: QueryRun): Promise<boolean> {
  let items = 0;
  let cost = 0;
  for (const { source } of run.ranges) {
    items += source.itemCount();
    cost += source.itemCount() + ENTRY_COST * (source.indexedItemCount?.() ?? source.itemCount());
  }
  const { offset, limit } = run.compiled;
  const wanted = Math.min(offset + limit, TYPICAL_ROWS);
  const foundMax = Math.min(Math.sqrt(wanted * cost), SORT_CANDIDATES_MAX);
  if (items <= foundMax) return true;
  const choices = await Promise.all(
    run.ranges.map((range) => run.reader.choose(range, Math.ceil(foundMax) + 1)),
  );
  return choices.reduce((sum, { candidates }) => sum + candidates, 0) <= foundMax;
}

/** How many rows a query is expected to be read for; not the size of the page, which must not change what it costs. */
const TYPICAL_ROWS = 100;
/** An index entry that is passed over, next to an item that is read. */
const ENTRY_COST = 0.05;
/** Each page sorts anew; more than this would be felt. */
const SORT_CANDIDATES_MAX = 4000;

/** Rows until the page is full, and one to know whether there are more. */
function rowsWanted({ compiled, page, start }: QueryRun): number {
  const left = compiled.offset + compiled.limit - start.rows;
  return Math.min(page.itemsMax + 1 + Math.max(compiled.offset - start.rows, 0), left);
}

function sortedStream(run: QueryRun, order: OrderPlan): CandidateStream {
  const { compiled, context, environment, start } = run;
  const cursor = new RowCursor(compiled.steps, environment);
  return new SortStream({
    ranges: run.ranges,
    read: (isFirstPass) => readAll(run, isFirstPass),
    keyOf: (row) => {
      context.startItem();
      environment[ITEM_SLOT] = row.value();
      cursor.start();
      while (cursor.next()) {
        context.countSubqueryRow();
        if (compiled.where === undefined || compiled.where(environment) === true) {
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
