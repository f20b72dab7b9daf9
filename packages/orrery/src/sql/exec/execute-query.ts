/**
 * Runs a query over the partitions of a container, one page at a time: binds it, plans it, and carries out the plan.
 * Nothing is kept between pages but the continuation token.
 */
import type { BindContext, BindOptions, UdfHost } from "../bind/bind-context.ts";
import { bindQuery } from "../bind/bind-query.ts";
import { computedExpressions } from "../bind/computed-properties.ts";
import { parameterMap } from "../bind/query-parameters.ts";
import { ACCESS_TUNING } from "../plan/choose-access.ts";
import type { ExecutionPlan, ItemsPlan } from "../plan/execution-plan.ts";
import { planExecution } from "../plan/plan-execution.ts";
import { type Continuation, decodeContinuation, encodeContinuation, START } from "./continuation.ts";
import { executeHybridSearch } from "./execute-hybrid-search.ts";
import { IndexUsage } from "./index-usage.ts";
import { Pacer, type QueryClock } from "./pacer.ts";
import { PageBuilder } from "./page-builder.ts";
import { produceDistinct } from "./produce-distinct.ts";
import { produceRows } from "./produce-rows.ts";
import { produceWhole } from "./produce-whole.ts";
import type { QueryPage, QueryRequest } from "./query-request.ts";
import type { QueryRun } from "./query-run.ts";
import { noTimes, noWork, type QueryTimes, type QueryWork } from "./query-work.ts";
import { openStream } from "./stream/open-stream.ts";
import { cutRanges, type QueryPartition } from "./stream/query-range.ts";
import { RangeReader } from "./stream/range-reader.ts";
import { TimedSource } from "./stream/timed-source.ts";
import { TextFilter } from "./text-filter.ts";

/** What is measured from the first moment on. */
interface Watch {
  readonly beganMs: number;
  readonly pacer: Pacer;
  readonly work: QueryWork;
  readonly times: QueryTimes;
}

export async function executeQuery(request: QueryRequest): Promise<QueryPage> {
  const { clock, page, stop } = request;
  const watch: Watch = {
    beganMs: clock.now(),
    pacer: new Pacer(clock, page.deadlineMs, stop),
    work: noWork(),
    times: noTimes(),
  };
  const { plan, context } = prepare(request, watch);
  if (plan.kind === "rank") return executeHybridSearch(request, plan.search, executeQuery);
  const run = startRun(request, plan, context, watch);
  const next = await produce(run, plan);
  const { work, times, usage } = run;
  work.rowsOut = run.page.rows.length;
  work.bytesOut = run.page.bytes;
  times.totalMs = clock.now() - watch.beganMs;
  return {
    rows: run.page.rows,
    ...(next && { continuation: encodeContinuation(next) }),
    work,
    times,
    indexUsage: usage.report(),
    hasReversedTies: hasReversedTies(plan),
  };
}

/** Ties come in the direction of the scan, or as if there were one. */
function hasReversedTies(plan: ItemsPlan): boolean {
  switch (plan.kind) {
    case "empty":
    case "whole":
      return false;
    case "rows":
    case "distinct":
      return plan.order.kind !== "none" && plan.order.reverse;
  }
}

/** Binds and plans. */
function prepare(
  request: QueryRequest,
  { beganMs, pacer, work, times }: Watch,
): { readonly plan: ExecutionPlan; readonly context: BindContext } {
  const { clock, indexing, udf } = request;
  const options: BindOptions = {
    parameters: parameterMap(request.parameters ?? []),
    computed: computedExpressions(request.computedProperties ?? []),
    functions: request.functions,
    vectorEmbeddings: request.vectorEmbeddings ?? [],
    checkTime: () => pacer.check(),
    ...(udf && { udf: watchCalls(udf, { work, times, pacer }, clock) }),
  };
  const { bound, context } = bindQuery(request.query, options);
  const boundMs = clock.now();
  times.compileMs = boundMs - beganMs;
  const known = new Map((request.known ?? []).map(({ path, value }) => [path, value]));
  const plan = planExecution(bound, { context, indexing, known });
  times.planMs = clock.now() - boundMs;
  return { plan, context };
}

/** Calls are charged and timed, and one of them may take as long as a thousand rows. */
function watchCalls(
  udf: UdfHost,
  { work, times, pacer }: Pick<Watch, "work" | "times" | "pacer">,
  clock: QueryClock,
): UdfHost {
  return {
    call: (name, args) => {
      work.functionCalls++;
      pacer.hurry();
      const beganMs = clock.now();
      try {
        return udf.call(name, args);
      } finally {
        times.userFunctionMs += clock.now() - beganMs;
      }
    },
  };
}

function startRun(
  request: QueryRequest,
  { bound, access }: ItemsPlan,
  context: BindContext,
  { pacer, work, times }: Watch,
): QueryRun {
  const { clock, continuation } = request;
  const start = continuation === undefined ? START : decodeContinuation(continuation);
  const usage = new IndexUsage(access.missingIndexes);
  const { requiredText } = access;
  return {
    bound,
    context,
    environment: context.newEnvironment(),
    page: new PageBuilder(request.page),
    pacer,
    work,
    times,
    usage,
    now: () => clock.now(),
    start,
    ranges: cutRanges(timedPartitions(request, times, pacer), start),
    reader: new RangeReader({ access, usage, tuning: request.tuning ?? ACCESS_TUNING }),
    ...(requiredText !== undefined && { textFilter: new TextFilter(requiredText) }),
  };
}

function timedPartitions(
  { partitions, clock }: QueryRequest,
  times: QueryTimes,
  pacer: Pacer,
): readonly QueryPartition[] {
  return partitions.map((partition) => ({
    min: partition.min,
    max: partition.max,
    open: (min, max) => new TimedSource(partition.open(min, max), times, clock, pacer),
  }));
}

/** Fills the page; says where the next one goes on. */
async function produce(run: QueryRun, plan: ItemsPlan): Promise<Continuation | undefined> {
  switch (plan.kind) {
    case "empty":
      return undefined;
    case "whole":
      return produceWhole(run, plan);
    case "rows":
    case "distinct": {
      // What a DISTINCT has to read again is in the order of refs.
      const stream = await openStream(run, plan.order, { mayScan: plan.kind === "rows" });
      try {
        return await (plan.kind === "rows" ? produceRows(run, stream) : produceDistinct(run, stream, plan));
      } finally {
        await stream.close();
      }
    }
  }
}
