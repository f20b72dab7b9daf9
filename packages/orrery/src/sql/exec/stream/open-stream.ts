/** The candidates of a plan, opened the way it says. */
import type { ItemRow } from "../../../value/rows/row-source.ts";
import type { VectorSearch } from "../../../value/rows/vector-search.ts";
import { ITEM_SLOT } from "../../bind/environment.ts";
import { isFilterCheaper, isSortCheaper } from "../../plan/order/choose-order.ts";
import type { IndexedOrder, OrderPlan, SortRule } from "../../plan/order/plan-order.ts";
import { START } from "../continuation.ts";
import { isLong, prepareRow } from "../prepare-row.ts";
import { type QueryRun, unreadRanges } from "../query-run.ts";
import { noWork, type QueryWork } from "../query-work.ts";
import { RowCursor } from "../row-cursor.ts";
import { TextRankStream } from "../texts/text-rank-stream.ts";
import type { CandidateStream } from "./candidate-stream.ts";
import { ConcatStream } from "./concat-stream.ts";
import { MergeStream } from "./merge-stream.ts";
import { NearestGoal, nearestItems } from "./nearest-items.ts";
import type { OpenRange } from "./range-stream.ts";
import { SortStream } from "./sort-stream.ts";

/** All candidates from the beginning; counted unless an earlier page has counted them. */
export function readAll(run: QueryRun, isFirst = true): ConcatStream {
  const work = isFirst ? repeatableWork(run) : noWork();
  return new ConcatStream(unreadRanges(run), run.reader.inRefOrder(), work);
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
export function repeatableWork({ start, work }: QueryRun): QueryWork {
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
      return new ConcatStream(run.ranges, run.reader.unordered(mayScan), run.work, {
        looksAhead: run.bound.where !== undefined,
        isCostly: run.reader.isCostly,
      });
    case "computed":
      return mayScan && order.nearest !== undefined
        ? nearestStream(run, order, order.nearest)
        : sortedStream(run, order);
    case "textScore":
      return (await TextRankStream.open(run, order)) ?? sortedStream(run, order);
    case "indexed":
      return (await isSortedCheaper(run, order)) ? sortedStream(run, order) : mergedStream(run, order);
  }
}

async function isSortedCheaper(
  { bound, ranges, reader, skip }: QueryRun,
  order: IndexedOrder,
): Promise<boolean> {
  if (skip.isMost && reader.isMatchedBy(order.scan)) return false;
  return isSortCheaper({
    sources: ranges.map(({ source }) => source),
    scan: order.scan,
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
  usage.use(order.scan.index, true);
  return new MergeStream(ranges, reader.ordered(order), { reverse: order.reverse, start, work });
}

/** Rows until the page is full, and one to know whether there are more. */
function rowsWanted({ bound, page, start }: QueryRun): number {
  const left = bound.offset + bound.limit - start.rows;
  return Math.min(page.itemsMax + 1 + Math.max(bound.offset - start.rows, 0), left);
}

function sortedStream(run: QueryRun, order: SortRule): CandidateStream {
  return sortCandidates(run, order, {
    read: (isFirstPass) => readAll(run, isFirstPass),
    hasRow: () => true,
    note: () => {},
  });
}

/** Sorts what a vector index yields: it knows which items come first, but not exactly in which order. */
function nearestStream(run: QueryRun, order: SortRule, search: VectorSearch): CandidateStream {
  const goal = new NearestGoal(search, order.reverse);
  return sortCandidates(run, order, {
    read: (isFirstPass) => {
      const work = isFirstPass ? repeatableWork(run) : noWork();
      return new ConcatStream(unreadRanges(run), nearestOrFiltered(run, goal, work), work);
    },
    hasRow: () => hasRow(run),
    note: (key) => goal.note(key),
  });
}

/** The few that an indexed filter leaves are read all. */
function nearestOrFiltered({ reader }: QueryRun, goal: NearestGoal, work: QueryWork): OpenRange {
  const others = reader.unordered(false);
  const nearest = nearestItems(goal, others, work);
  return async function* (range, after, opening) {
    const { access, candidates } = await reader.choose(range);
    const isFiltered =
      access.kind !== "walk" && isFilterCheaper(candidates, range.source.itemCount(), goal.search.wanted);
    yield* (isFiltered ? others : nearest)(range, after, opening);
  };
}

/** Whether the projection of the row in the environment has a value. It is asked for once more when the row is made. */
function hasRow({ bound, environment, work }: QueryRun): boolean {
  if (bound.answer.kind !== "value") return true;
  const { functionCalls } = work;
  const value = bound.project(environment);
  work.functionCalls = functionCalls;
  return value !== undefined;
}

interface SortInput {
  /** All candidates, in any order; called once for each pass. */
  readonly read: (isFirstPass: boolean) => ConcatStream;
  /** Of the candidate in the environment, for those who count rows. */
  readonly hasRow: () => boolean;
  /** Called for each candidate with a sort key and a row. */
  readonly note: (key: string) => void;
}

function sortCandidates(run: QueryRun, order: SortRule, { read, hasRow, note }: SortInput): CandidateStream {
  const { bound, context, environment, start } = run;
  const cursor = new RowCursor(bound.steps, environment);
  const visit = (row: ItemRow, noteRow: (key: string) => void): string | undefined => {
    context.startItem();
    environment[ITEM_SLOT] = row.value();
    cursor.start();
    while (cursor.next()) {
      context.countSubqueryRow();
      if (bound.where === undefined || bound.where(environment) === true) {
        const key = order.keyOf(environment);
        if (hasRow()) noteRow(key);
        return key;
      }
    }
    return undefined;
  };
  return new SortStream({
    ranges: run.ranges,
    read,
    isLong: (row) => isLong(run, row),
    prepare: (row) => prepareRow(run, row, () => void visit(row, () => {})),
    keyOf: (row) => visit(row, note),
    reverse: order.reverse,
    start,
    pacer: run.pacer,
    wanted: rowsWanted(run),
  });
}
