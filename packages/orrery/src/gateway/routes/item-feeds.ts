/** Many items: queries, query plans and the plain feed. */
import {
  type Container,
  isOwnContinuation,
  PIPELINE_FEATURES,
  partitionsInScope,
  planQuery,
  type QueryAnswer,
  type QueryOptions,
  readFeed,
  runQuery,
  withoutRetiredRange,
} from "../../engine/index.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { Failure } from "../../wire/status.ts";
import type { GatewayResponse, ResponseHeaders } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { readChangeFeed } from "./change-feed.ts";
import {
  isJavaScriptClient,
  itemRequest,
  openContainer,
  ownerHeaders,
  partitionHeaders,
  requestScope,
} from "./item-request.ts";
import { queryText } from "./query-body.ts";
import { queryHeaders } from "./query-headers.ts";

const PLAN_CHARGE = 0;

export async function queryItems(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const text = queryText(await context.json());
  const options = queryOptions(context);
  checkServable(context, container, text, options);
  const scoped = served(context, container, options);
  const answer = await context.engine.scripts.withFunctions(container, text.text, (udf) =>
    runQuery(container, text, udf === undefined ? scoped : { ...scoped, udf }),
  );
  return answerQuery(context, container, answer);
}

export async function listItems(context: RequestContext): Promise<GatewayResponse> {
  if (context.request.header(RequestHeader.aIm) !== undefined) return readChangeFeed(context);
  const container = await openContainer(context);
  const options = served(context, container, queryOptions(context));
  return answerQuery(context, container, await readFeed(container, options));
}

export async function planItemQuery(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const features = new Set(context.request.listHeader(RequestHeader.supportedQueryFeatures));
  const plan = planQuery(container, queryText(await context.json()), features);
  return context.answer(
    200,
    Buffer.from(JSON.stringify(plan.body)),
    PLAN_CHARGE,
    ownerHeaders(context, container),
  );
}

/**
 * Over several partitions the gateway can merge everything itself, and does for clients that cannot. For clients
 * with a pipeline of their own it does what the service does, and leaves ORDER BY, TOP, OFFSET LIMIT, DISTINCT and
 * aggregates to them: their results are not quite the same (a property that is there and undefined, an error on
 * mixed types), and what fails in production must fail here.
 */
function checkServable(
  context: RequestContext,
  container: Container,
  text: ReturnType<typeof queryText>,
  options: QueryOptions,
): void {
  if (options.rangeId !== undefined || partitionsInScope(container, options).length < 2) return;
  // Begun on one partition that has been split since: the client could not take it over in the middle.
  if (options.continuation !== undefined && isOwnContinuation(options.continuation)) return;
  // A prefix of a hierarchical key: the JavaScript client would ask again without it, and take all rows of the ranges.
  if (options.key !== undefined) return;
  const { request } = context;
  const mayCross = request.booleanHeader(RequestHeader.enableCrossPartitionQuery);
  const hasPipeline =
    isJavaScriptClient(context) || /azsdk-python-cosmos/i.test(request.header(RequestHeader.userAgent) ?? "");
  if (mayCross && !hasPipeline) return;
  const plan = planQuery(container, text, PIPELINE_FEATURES);
  if (plan.isPinned) return;
  if (!mayCross) {
    throw new Failure(
      "badRequest",
      "Cross partition query is required but disabled. Please set x-ms-documentdb-query-enablecrosspartition to true, specify x-ms-documentdb-partitionkey, or revise your query to avoid this exception.",
    );
  }
  if (plan.isPlain) return;
  throw new Failure(
    "crossPartitionNotServable",
    "The provided cross partition query can not be directly served by the gateway. This is a first chance (internal) exception that all newer clients will know how to handle gracefully. This exception is traced, but unless you see it bubble up as an exception (which only happens on older SDK clients), then you can safely ignore this message.",
    { details: { additionalErrorInfo: JSON.stringify(plan.body) } },
  );
}

/**
 * A query that names a range which was split or merged away gets 410/1002, and most clients read the ranges again.
 * The JavaScript client (4.10.0) keeps that answer in the buffer of the range and sends the same request again,
 * without end: its queries are answered from wherever the range is now.
 */
function served(context: RequestContext, container: Container, options: QueryOptions): QueryOptions {
  return isJavaScriptClient(context) ? withoutRetiredRange(container, options) : options;
}

function queryOptions(context: RequestContext): QueryOptions {
  const { request, maxItems } = context;
  const { priority, bucket, readMultiplier, seenLsn } = itemRequest(context);
  const continuation = request.header(RequestHeader.continuation);
  return {
    ...requestScope(context),
    priority,
    bucket,
    readMultiplier,
    isUnwanted: request.isGone,
    ...(seenLsn === undefined ? {} : { seenLsn }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(continuation === undefined ? {} : { continuation }),
  };
}

function answerQuery(context: RequestContext, container: Container, answer: QueryAnswer): GatewayResponse {
  const [partition, ...others] = answer.partitions;
  const headers: ResponseHeaders =
    partition !== undefined && others.length === 0
      ? partitionHeaders(context, container, partition)
      : ownerHeaders(context, container);
  if (answer.continuation !== undefined) headers[ResponseHeader.continuation] = answer.continuation;
  Object.assign(headers, queryHeaders(context.request, answer));
  const rows = answer.rows.map((row) => row.bytes());
  return context.answerFeed("docs", container.rid, rows, answer.charge, headers);
}
