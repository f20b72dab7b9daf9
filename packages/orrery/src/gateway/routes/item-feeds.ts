/** Many items: queries, query plans and the plain feed. */
import type { QueryAnswer } from "../../engine/index.ts";
import { RequestHeader, ResponseHeader, type ResponseHeaders } from "../../wire/headers.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { containerHeaders, rangeHeaders } from "../exchange/owner-headers.ts";
import { requestScope, requestTerms } from "./item-request.ts";
import { queryText } from "./query-body.ts";
import { queryHeaders } from "./query-headers.ts";

export async function queryItems(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request, client } = context;
  const text = queryText(await context.json());
  const answer = await engine.queries.run(intendedContainer, text, {
    ...feedRequest(context),
    mayCross: request.booleanHeader(RequestHeader.enableCrossPartitionQuery),
    mergesQueries: client.mergesQueries,
  });
  return answerQuery(context, answer);
}

export async function listItems(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer } = context;
  return answerQuery(context, await engine.feeds.list(intendedContainer, feedRequest(context)));
}

export async function planItemQuery(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request } = context;
  const text = queryText(await context.json());
  const features = new Set(request.listHeader(RequestHeader.supportedQueryFeatures));
  const { body, charge, container } = await engine.queries.plan(intendedContainer, text, features);
  return context.answer(200, Buffer.from(JSON.stringify(body)), charge, containerHeaders(container));
}

function feedRequest(context: RequestContext) {
  const { request, client, maxItems, continuation } = context;
  return {
    ...requestScope(context),
    terms: requestTerms(context),
    maxItems,
    continuation,
    owner: request.client,
    isUnwanted: request.isGone,
    followsSplits: client.followsSplits,
  };
}

function answerQuery(context: RequestContext, answer: QueryAnswer): GatewayResponse {
  const { container, ranges, continuation } = answer;
  const [range, ...others] = ranges;
  context.request.trace.ranges = ranges.map(({ rangeId }) => rangeId);
  const headers: ResponseHeaders =
    range !== undefined && others.length === 0 ? rangeHeaders(container, range) : containerHeaders(container);
  if (continuation !== undefined) headers[ResponseHeader.continuation] = continuation;
  Object.assign(headers, queryHeaders(context.request, answer));
  const rows = answer.rows.map((row) => row.bytes());
  return context.answerFeed("docs", container.rid, rows, answer.charge, headers);
}
