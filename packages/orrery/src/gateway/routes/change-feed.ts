/**
 * The change feed in both its modes. 304 means that there is nothing new, and clients stop there. So a page that found
 * nothing, while there is more to look at, is an empty 200, and clients go on.
 */
import type { ChangeFeedRequest } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { parseFeedToken, writeFeedToken } from "../../wire/feed-token.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { rangeHeaders } from "../exchange/owner-headers.ts";
import { requestScope, requestTerms } from "./item-request.ts";

const ALL_VERSIONS = "full-fidelity feed";
/** Of the rows: the item and its metadata apart. The feed of all versions has no other form. */
const METADATA_APART = "2021-09-15";

export async function readChangeFeed(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request } = context;
  const feed = feedRequest(context);
  const answer = await engine.feeds.changes(intendedContainer, feedMode(request), feed);
  const { container, rows, position, hasMore, charge } = answer;
  const headers = rangeHeaders(container, answer);
  headers[ResponseHeader.etag] = writeFeedToken(position, hasMore ? feed.sinceSeconds : undefined);
  if (rows.length > 0 || hasMore) return context.answerFeed("docs", container.rid, rows, charge, headers);
  // The .NET client reads the number of items before it looks at the status.
  headers[ResponseHeader.itemCount] = 0;
  return context.answer(304, undefined, charge, headers);
}

function feedMode(request: GatewayRequest) {
  if (request.header(RequestHeader.aIm)?.toLowerCase() === ALL_VERSIONS) return "allVersions";
  const format = request.header(RequestHeader.changeFeedWireFormat);
  return format === METADATA_APART ? "latestWithMetadata" : "latest";
}

function feedRequest(context: RequestContext): ChangeFeedRequest {
  const { request, maxItems } = context;
  const token = request.header(RequestHeader.ifNoneMatch);
  const since = request.header(RequestHeader.ifModifiedSince);
  return {
    ...requestScope(context),
    terms: requestTerms(context),
    maxItems,
    owner: request.client,
    isUnwanted: request.isGone,
    ...(token === undefined ? since && { sinceSeconds: secondsOf(since) } : parseFeedToken(token)),
  };
}

function secondsOf(date: string): number {
  const time = Date.parse(date);
  if (Number.isNaN(time))
    throw new Failure("badRequest", `The header If-Modified-Since is not a date: '${date}'.`);
  return Math.floor(time / 1000);
}
