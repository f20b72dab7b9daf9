/**
 * Runs a query over the partitions of a container, one page at a time: binds it, plans it, and carries out the plan.
 * The continuation token is all that the next page needs.
 */
import { ObservedRows } from "../../value/rows/observed-rows.ts";
import type { BindContext, BindOptions } from "../bind/bind-context.ts";
import { bindInSlices } from "../bind/bind-query.ts";
import { computedExpressions } from "../bind/computed/computed-properties.ts";
import { parameterDigits, parameterMap } from "../bind/query-parameters.ts";
import { resolveParameters } from "../bind/resolve-parameters.ts";
import { ACCESS_TUNING } from "../plan/access/choose-access.ts";
import type { ExecutionPlan, ItemsPlan, KeyedPlan } from "../plan/execution-plan.ts";
import type { OrderPlan } from "../plan/order/plan-order.ts";
import { planInSlices } from "../plan/plan-execution.ts";
import { readableIndexes } from "../plan/predicates/indexing-view.ts";
import { withTestedValues } from "../plan/rewrite/tested-values.ts";
import { type Continuation, decodeContinuation, encodeContinuation, START } from "./continuation.ts";
import { executeHybridSearch } from "./execute-hybrid-search.ts";
import { IndexUsage } from "./index-usage.ts";
import { Pacer } from "./pacer.ts";
import { PageBuilder } from "./page-builder.ts";
import { produceDistinct } from "./produce/produce-distinct.ts";
import { produceKeyed } from "./produce/produce-keyed.ts";
import { produceRows } from "./produce/produce-rows.ts";
import { produceWhole } from "./produce/produce-whole.ts";
import type { QueryPage, QueryRequest } from "./query-request.ts";
import type { QueryRun } from "./query-run.ts";
import { noTimes, noWork, type QueryTimes, type QueryWork } from "./query-work.ts";
import { RowCalls } from "./row-calls.ts";
import { skipOf } from "./row-skip.ts";
import type { CandidateStream } from "./stream/candidate-stream.ts";
import { openStream } from "./stream/open-stream.ts";
import { cutRanges, type QueryPartition } from "./stream/query-range.ts";
import { RangeReader } from "./stream/range-reader.ts";
import { ReadTimer } from "./stream/read-timer.ts";
import { TextFilter } from "./text-filter.ts";

/** What is measured from the first moment on. */
interface Watch {
  readonly beganMs: number;
  readonly pacer: Pacer;
  readonly work: QueryWork;
  readonly times: QueryTimes;
  readonly calls: RowCalls;
}

export async function executeQuery(request: QueryRequest): Promise<QueryPage> {
  const watch = startWatch(request);
  const { plan, context } = await watch.pacer.inTurns(prepare(request, watch));
  if (plan.kind === "rank") return executeHybridSearch(request, plan.search, executeQuery);
  const run = startRun(request, plan, context, watch);
  const next = await produce(run, plan);
  const { work, times, usage } = run;
  work.rowsOut = run.page.rows.length;
  work.bytesOut = run.page.bytes;
  times.totalMs = request.task.now() - watch.beganMs;
  return {
    rows: run.page.rows,
    ...(next && { continuation: encodeContinuation(next) }),
    work,
    times,
    indexUsage: usage.report(),
    hasReversedTies: hasReversedTies(plan),
  };
}

function startWatch({ task, page, stop, udf, parameters }: QueryRequest): Watch {
  const pacer = new Pacer(task, page.deadlineMs, stop);
  const work = noWork();
  const times = noTimes();
  const calls = new RowCalls(udf, {
    work,
    times,
    pacer,
    now: () => task.now(),
    givenBytes: () => JSON.stringify(parameters ?? []).length,
  });
  return { beganMs: task.now(), pacer, work, times, calls };
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
    case "keyed":
      return plan.keyed.reverse;
  }
}

interface Prepared {
  readonly plan: ExecutionPlan;
  readonly context: BindContext;
}

/** Binds and plans, in slices. */
function* prepare(request: QueryRequest, { beganMs, pacer, times, calls }: Watch): Generator<void, Prepared> {
  const { task, indexing } = request;
  const options: BindOptions = {
    parameters: parameterMap(request.parameters ?? []),
    parameterDigits: parameterDigits(request.parameters ?? []),
    isMerged: request.isMerged ?? false,
    computed: computedExpressions(request.computedProperties ?? []),
    functions: request.functions,
    vectorEmbeddings: request.vectorEmbeddings ?? [],
    checkTime: () => pacer.check(),
    spend: (steps) => pacer.spend(steps),
    longCalls: calls,
    ...(request.udf && { udf: calls }),
  };
  const readable = readableIndexes(indexing, new Set(options.computed.keys()));
  const query = resolveParameters(request.query, options.parameters);
  const { bound, context } = yield* bindInSlices(withTestedValues(query, readable), options);
  const boundMs = task.now();
  times.compileMs = boundMs - beganMs;
  const known = new Map((request.known ?? []).map(({ path, value }) => [path, value]));
  const plan = yield* planInSlices(bound, { context, indexing, known, named: request.named });
  times.planMs = task.now() - boundMs;
  return { plan, context };
}

function startRun(
  request: QueryRequest,
  plan: ItemsPlan,
  context: BindContext,
  { pacer, work, times, calls }: Watch,
): QueryRun {
  const { task, continuation } = request;
  const start = continuation === undefined ? START : decodeContinuation(continuation);
  const { bound, access } = plan;
  const skip = skipOf(plan, start);
  const usage = new IndexUsage(access.usage);
  const { requiredText, members } = access;
  return {
    bound,
    context,
    environment: context.newEnvironment(),
    page: new PageBuilder(request.page),
    pacer,
    work,
    times,
    usage,
    now: () => task.now(),
    start,
    skip,
    ranges: cutRanges(timedPartitions(request, { times, clock: task, pacer, members }), start),
    reader: new RangeReader({ access, usage, skip, tuning: request.tuning ?? ACCESS_TUNING }),
    ...(calls.isNeeded && { calls }),
    ...(request.kept && { kept: request.kept }),
    ...(requiredText !== undefined && { textFilter: new TextFilter(requiredText) }),
  };
}

function timedPartitions(
  { partitions }: QueryRequest,
  options: ConstructorParameters<typeof ReadTimer>[0],
): readonly QueryPartition[] {
  const timer = new ReadTimer(options);
  return partitions.map((partition) => ({
    min: partition.min,
    max: partition.max,
    open: (min, max) => new ObservedRows(partition.open(min, max), timer),
  }));
}

/** Fills the page; says where the next one goes on. */
async function produce(run: QueryRun, plan: ItemsPlan): Promise<Continuation | undefined> {
  switch (plan.kind) {
    case "empty":
      return undefined;
    case "whole":
      return produceWhole(run, plan);
    case "keyed":
      return isUnkeyed(run) ? produceUnkeyed(run, plan) : produceKeyed(run, plan);
    case "rows":
      return withStream(run, plan.order, true, (stream) => produceRows(run, stream));
    case "distinct":
      // What a DISTINCT has to read again is in the order of refs.
      return withStream(run, plan.order, false, (stream) => produceDistinct(run, stream, plan));
  }
}

/** Begun when no index had the order of the keys. */
function isUnkeyed({ start }: QueryRun): boolean {
  return start.key === undefined && (start.rows > 0 || start.segments.length > 0);
}

function produceUnkeyed(run: QueryRun, { bound }: KeyedPlan): Promise<Continuation | undefined> {
  if (!bound.distinct) return produceWhole(run, { bound, input: { kind: "items", inRefOrder: false } });
  const order: OrderPlan = { kind: "none" };
  return withStream(run, order, false, (stream) =>
    produceDistinct(run, stream, { bound, order, isSideBySide: false }),
  );
}

async function withStream<T>(
  run: QueryRun,
  order: OrderPlan,
  mayScan: boolean,
  produceFrom: (stream: CandidateStream) => Promise<T>,
): Promise<T> {
  const stream = await openStream(run, order, { mayScan });
  try {
    return await produceFrom(stream);
  } finally {
    await stream.close();
  }
}
