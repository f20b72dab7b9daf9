/**
 * Runs a query over the partitions of a container, one page at a time.
 *
 * It takes one of three ways:
 * - rows as they come (`produceRows`): range after range, or merged in the order of an index, or sorted;
 * - DISTINCT (`produceDistinct`): the same, but each page first reads again what came before it;
 * - whole results (`produceWhole`): aggregates, GROUP BY, and queries over such subqueries, computed on every page
 *   and answered from the row where the page before ended.
 * Nothing is kept between pages but the continuation token.
 */
import type { Json, Value } from "../../value/json.ts";
import { type CompiledQuery, compileQuery } from "../bind/bind-query.ts";
import { CompileContext, type ComputedExpression, type UdfHost } from "../bind/environment.ts";
import { Scope } from "../bind/scope.ts";
import type { VectorEmbedding } from "../bind/vector-metric.ts";
import type { FunctionContext } from "../functions/builtin-function.ts";
import { ACCESS_TUNING, type AccessTuning } from "../plan/choose-access.ts";
import { coveringPath } from "../plan/covering-path.ts";
import { filterPredicate } from "../plan/filter-predicate.ts";
import { type IndexingView, readableIndexes } from "../plan/indexing-view.ts";
import { type OrderPlan, planOrder } from "../plan/plan-order.ts";
import { requiredText } from "../plan/required-text.ts";
import type { Query } from "../syntax/ast.ts";
import { type Continuation, decodeContinuation, encodeContinuation, START } from "./continuation.ts";
import { executeHybridSearch } from "./execute-hybrid-search.ts";
import { IndexUsage, type IndexUsageReport } from "./index-usage.ts";
import { Pacer, type QueryClock, type QueryStop } from "./pacer.ts";
import { PageBuilder, type PageLimits } from "./page-builder.ts";
import { produceDistinct } from "./produce-distinct.ts";
import { produceRows } from "./produce-rows.ts";
import { produceWhole } from "./produce-whole.ts";
import type { QueryRun } from "./query-run.ts";
import { noTimes, noWork, type QueryTimes, type QueryWork } from "./query-work.ts";
import type { ResultRow } from "./result-row.ts";
import { ConcatStream } from "./stream/concat-stream.ts";
import { orderedStream, readWhole } from "./stream/ordered-stream.ts";
import { cutRanges, type QueryPartition } from "./stream/query-range.ts";
import { RangeReader } from "./stream/range-reader.ts";
import { TimedSource } from "./stream/timed-source.ts";
import { TextFilter } from "./text-filter.ts";

export interface QueryRequest {
  readonly query: Query;
  /** By name, with or without the leading "@". */
  readonly parameters?: readonly { readonly name: string; readonly value: Json }[];
  readonly partitions: readonly QueryPartition[];
  readonly indexing: IndexingView;
  /** `query` is the definition, `SELECT VALUE … FROM c`. */
  readonly computedProperties?: readonly { readonly name: string; readonly query: Query }[];
  /**
   * What all items in scope have in common: the values of the partition key, where the scope is one logical
   * partition. Paths are canonical, values scalars. A filter that asks for nothing else need not look at an item.
   */
  readonly known?: readonly { readonly path: string; readonly value: Json }[];
  /** The container's vector policy: which metric VectorDistance uses, and so which order is best first. */
  readonly vectorEmbeddings?: readonly VectorEmbedding[];
  readonly udf?: UdfHost;
  readonly functions: FunctionContext;
  readonly page: PageLimits;
  readonly continuation?: string;
  readonly clock: QueryClock;
  /** Absent: the query may take as long as it likes. */
  readonly stop?: QueryStop;
  /** For tests. */
  readonly tuning?: AccessTuning;
}

export interface QueryPage {
  readonly rows: readonly ResultRow[];
  /** Absent on the last page. */
  readonly continuation?: string;
  readonly work: QueryWork;
  readonly times: QueryTimes;
  readonly indexUsage: IndexUsageReport;
}

export async function executeQuery(request: QueryRequest): Promise<QueryPage> {
  if (request.query.orderBy?.rank) return executeHybridSearch(request);
  const began = request.clock.now();
  const usage = new IndexUsage();
  const { run, order } = startRun(request, usage);
  const next = run.compiled.empty && !run.compiled.grouping ? undefined : await produce(run, order, usage);
  run.work.rowsOut = run.page.rows.length;
  run.work.bytesOut = run.page.bytes;
  run.times.totalMs = request.clock.now() - began;
  return {
    rows: run.page.rows,
    ...(next && { continuation: encodeContinuation(next) }),
    work: run.work,
    times: run.times,
    indexUsage: usage.report(),
  };
}

/** Compiles and plans. */
function startRun(
  request: QueryRequest,
  usage: IndexUsage,
): { readonly run: QueryRun; readonly order: OrderPlan | undefined } {
  const { clock, query, indexing } = request;
  const began = clock.now();
  const work = noWork();
  const times = noTimes();
  const pacer = new Pacer(clock, request.page.deadlineMs, request.stop);
  const computed = computedExpressions(request.computedProperties ?? []);
  const context = new CompileContext({
    parameters: parameterMap(request),
    computed,
    functions: request.functions,
    vectorEmbeddings: request.vectorEmbeddings ?? [],
    pacer,
    ...(request.udf && { udf: watchCalls(request.udf, { work, times, pacer, clock }) }),
  });
  const compiled = compileQuery(query, { context, scope: new Scope(undefined, true) });
  const start = request.continuation === undefined ? START : decodeContinuation(request.continuation);
  const compiledAt = clock.now();
  times.compileMs = compiledAt - began;
  const readable = readableIndexes(indexing, new Set(computed.keys()));
  const innermost = innermostQuery(query, compiled);
  const known = new Map((request.known ?? []).map(({ path, value }) => [path, value]));
  const predicate = filterPredicate(innermost.query, innermost.compiled, {
    context,
    indexing: readable,
    known,
    usage,
  });
  const covering = coveringPath(innermost.query, innermost.compiled, predicate, readable);
  const required = requiredText(innermost.query, innermost.compiled, context);
  const order = planOrder(query, compiled, { indexing, readable, options: context.options });
  times.planMs = clock.now() - compiledAt;
  const run: QueryRun = {
    query,
    compiled,
    context,
    environment: context.newEnvironment(),
    page: new PageBuilder(request.page),
    pacer,
    work,
    times,
    now: () => clock.now(),
    start,
    ranges: cutRanges(timedPartitions(request, times, pacer), start),
    reader: new RangeReader({
      predicate,
      usage,
      tuning: request.tuning ?? ACCESS_TUNING,
      ...(covering && { covering }),
    }),
    ...(required !== undefined && { textFilter: new TextFilter(required) }),
  };
  return { run, order };
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

/** The query that reads items: those around it read its rows. */
function innermostQuery(query: Query, compiled: CompiledQuery): { query: Query; compiled: CompiledQuery } {
  return compiled.input ? innermostQuery(compiled.input.query, compiled.input.compiled) : { query, compiled };
}

export function parameterMap({ parameters = [] }: QueryRequest): ReadonlyMap<string, Value> {
  return new Map(
    parameters.map(({ name, value }) => [name.startsWith("@") ? name : `@${name}`, value] as const),
  );
}

export function computedExpressions(
  computedProperties: NonNullable<QueryRequest["computedProperties"]>,
): ReadonlyMap<string, ComputedExpression> {
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

/** Calls are charged and timed, and one of them may take as long as a thousand rows. */
function watchCalls(
  udf: UdfHost,
  { work, times, pacer, clock }: { work: QueryWork; times: QueryTimes; pacer: Pacer; clock: QueryClock },
): UdfHost {
  return {
    call: (name, args) => {
      work.functionCalls++;
      pacer.hurry();
      const began = clock.now();
      try {
        return udf.call(name, args);
      } finally {
        times.userFunctionMs += clock.now() - began;
      }
    },
  };
}

async function produce(
  run: QueryRun,
  order: OrderPlan | undefined,
  usage: IndexUsage,
): Promise<Continuation | undefined> {
  const { compiled, work } = run;
  if (compiled.grouping !== undefined || compiled.input !== undefined || !compiled.hasFrom) {
    return produceWhole(run, (query) => readWhole(run, query));
  }
  const stream = order
    ? await orderedStream(run, order, usage)
    : new ConcatStream(run.ranges, run.reader.unordered(!compiled.distinct), work);
  try {
    return await (compiled.distinct ? produceDistinct(run, stream, order) : produceRows(run, stream));
  } finally {
    await stream.close();
  }
}
