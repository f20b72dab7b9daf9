/**
 * Runs a query over the partitions of a container, one page at a time.
 *
 * It takes one of three ways:
 * - rows as they come (`produceRows`): range after range, or merged in the order of an index, or sorted;
 * - DISTINCT (`produceDistinct`): as they come, but from the beginning on every page, because what was answered
 *   before must be known;
 * - whole results (`produceWhole`): aggregates, GROUP BY, and queries over such subqueries, computed on every page
 *   and answered from the row where the page before ended.
 * Nothing is kept between pages but the continuation token.
 */
import type { Json, Value } from "../../value/json.ts";
import type { FunctionContext } from "../functions/builtin-function.ts";
import type { IndexingView } from "../plan/indexing-view.ts";
import { type OrderPlan, planOrder } from "../plan/plan-order.ts";
import type { Query } from "../syntax/ast.ts";
import { walkItems } from "./access-path.ts";
import type { CandidateStream } from "./candidate-stream.ts";
import { compileQuery } from "./compile-query.ts";
import { ConcatStream } from "./concat-stream.ts";
import { type Continuation, decodeContinuation, encodeContinuation, START } from "./continuation.ts";
import { CompileContext, type ComputedExpression, ITEM_SLOT, type UdfHost } from "./environment.ts";
import { Pacer, type QueryClock } from "./pacer.ts";
import { PageBuilder, type PageLimits } from "./page-builder.ts";
import { produceDistinct } from "./produce-distinct.ts";
import { produceRows } from "./produce-rows.ts";
import { produceWhole } from "./produce-whole.ts";
import { cutRanges, type QueryPartition } from "./query-range.ts";
import { type QueryRun, unreadRanges } from "./query-run.ts";
import { noTimes, noWork, type QueryTimes, type QueryWork } from "./query-work.ts";
import type { ResultRow } from "./result-row.ts";
import { RowCursor } from "./row-cursor.ts";
import { Scope } from "./scope.ts";
import { SortStream } from "./sort-stream.ts";

export interface QueryRequest {
  readonly query: Query;
  /** By name, with or without the leading "@". */
  readonly parameters?: readonly { readonly name: string; readonly value: Json }[];
  readonly partitions: readonly QueryPartition[];
  readonly indexing: IndexingView;
  /** `query` is the definition, `SELECT VALUE … FROM c`. */
  readonly computedProperties?: readonly { readonly name: string; readonly query: Query }[];
  readonly udf?: UdfHost;
  readonly functions: FunctionContext;
  readonly page: PageLimits;
  readonly continuation?: string;
  readonly clock: QueryClock;
}

export interface QueryPage {
  readonly rows: readonly ResultRow[];
  /** Absent on the last page. */
  readonly continuation?: string;
  readonly work: QueryWork;
  readonly times: QueryTimes;
}

export async function executeQuery(request: QueryRequest): Promise<QueryPage> {
  const began = request.clock.now();
  const run = startRun(request);
  const order = planOrder(run.query, run.compiled, request.indexing);
  const next = run.compiled.empty && !run.compiled.grouping ? undefined : await produce(run, order);
  run.work.rowsOut = run.page.rows.length;
  run.work.bytesOut = run.page.bytes;
  run.times.totalMs = request.clock.now() - began;
  return {
    rows: run.page.rows,
    ...(next && { continuation: encodeContinuation(next) }),
    work: run.work,
    times: run.times,
  };
}

function startRun(request: QueryRequest): QueryRun {
  const { clock, query } = request;
  const began = clock.now();
  const work = noWork();
  const times = noTimes();
  const context = new CompileContext({
    parameters: parameterMap(request),
    computed: computedMap(request),
    functions: request.functions,
    ...(request.udf && { udf: countCalls(request.udf, work) }),
  });
  const compiled = compileQuery(query, { context, scope: new Scope(undefined, true) });
  const start = request.continuation === undefined ? START : decodeContinuation(request.continuation);
  times.compileMs = clock.now() - began;
  return {
    query,
    compiled,
    context,
    environment: context.newEnvironment(),
    page: new PageBuilder(request.page),
    pacer: new Pacer(clock, request.page.deadlineMs),
    work,
    times,
    now: () => clock.now(),
    start,
    ranges: cutRanges(request.partitions, start),
    openRange: (range, after) => walkItems(range.source, after),
  };
}

function parameterMap({ parameters = [] }: QueryRequest): ReadonlyMap<string, Value> {
  return new Map(
    parameters.map(({ name, value }) => [name.startsWith("@") ? name : `@${name}`, value] as const),
  );
}

function computedMap({ computedProperties = [] }: QueryRequest): ReadonlyMap<string, ComputedExpression> {
  const computed = new Map<string, ComputedExpression>();
  for (const { name, query } of computedProperties) {
    const { from, select } = query;
    if (select.shape.kind !== "value" || from?.kind !== "alias" || from.collection.kind !== "path") continue;
    computed.set(name, {
      alias: from.alias ?? from.collection.root,
      expression: select.shape.expression,
    });
  }
  return computed;
}

function countCalls(udf: UdfHost, work: QueryWork): UdfHost {
  return {
    call: (name, args) => {
      work.functionCalls++;
      return udf.call(name, args);
    },
  };
}

async function produce(run: QueryRun, order: OrderPlan | undefined): Promise<Continuation | undefined> {
  const { compiled, start } = run;
  const isFirstPage = start.rows === 0;
  if (compiled.grouping !== undefined || compiled.input !== undefined || !compiled.hasFrom) {
    return produceWhole(run, () => readAll(run, isFirstPage));
  }
  if (compiled.distinct) {
    return produceDistinct(run, order ? sortAll(run, order, START) : readAll(run, isFirstPage));
  }
  if (order !== undefined) return produceRows(run, sortAll(run, order, start));
  return produceRows(run, new ConcatStream(run.ranges, run.openRange, run.work));
}

/** All candidates from the beginning; counted unless an earlier page has counted them. */
function readAll(run: QueryRun, isCounted: boolean): ConcatStream {
  return new ConcatStream(unreadRanges(run), run.openRange, isCounted ? run.work : noWork());
}

function sortAll(run: QueryRun, order: OrderPlan, start: Continuation): CandidateStream {
  const { compiled, context, environment, page } = run;
  const cursor = new RowCursor(compiled.steps, environment);
  return new SortStream({
    ranges: run.ranges,
    read: (isFirstPass) => readAll(run, isFirstPass && run.start.rows === 0 && run.start.key === undefined),
    keyOf: (row) => {
      context.startItem();
      environment[ITEM_SLOT] = row.value();
      cursor.start();
      while (cursor.next()) {
        context.countSubqueryRow();
        if (compiled.where === undefined || compiled.where(environment) === true)
          return order.keyOf(environment);
      }
      return undefined;
    },
    reverse: order.reverse,
    start,
    pacer: run.pacer,
    wanted: page.itemsMax + 1 + Math.max(compiled.offset - start.rows, 0),
  });
}
