/**
 * The change feed in both its modes. A position in it is an LSN, which clients keep as an ETag; while a client reads
 * what changed since a time, that time is part of the ETag too. 304 means that there is nothing new, and clients stop
 * there. So a page that found nothing, while there is more to look at, is an empty 200, and clients go on.
 */
import type { ChangeFeedRequest } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { rangeHeaders, requestScope, requestTerms } from "./item-request.ts";

const ALL_VERSIONS = "full-fidelity feed";

export async function readChangeFeed(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request } = context;
  const feed = feedRequest(context);
  const mode = request.header(RequestHeader.aIm)?.toLowerCase() === ALL_VERSIONS ? "allVersions" : "latest";
  const answer = await engine.feeds.changes(intendedContainer, mode, feed);
  const { container, rows, position, hasMore, charge } = answer;
  const headers = rangeHeaders(container, answer);
  headers[ResponseHeader.etag] = encodeToken(position, hasMore ? feed.sinceSeconds : undefined);
  return rows.length === 0 && !hasMore
    ? context.answer(304, undefined, charge, headers)
    : context.answerFeed("docs", container.rid, rows, charge, headers);
}

function feedRequest(context: RequestContext): ChangeFeedRequest {
  const { request, maxItems } = context;
  const token = request.header(RequestHeader.ifNoneMatch);
  const since = request.header(RequestHeader.ifModifiedSince);
  return {
    ...requestScope(context),
    terms: requestTerms(context),
    maxItems,
    ...(token === undefined ? since && { sinceSeconds: secondsOf(since) } : decodeToken(token)),
  };
}

function encodeToken(lsn: number, sinceSeconds: number | undefined): string {
  return sinceSeconds === undefined ? `"${lsn}"` : `"${lsn};${sinceSeconds}"`;
}

function decodeToken(etag: string): Pick<ChangeFeedRequest, "afterLsn" | "sinceSeconds"> {
  if (etag === "*") return { afterLsn: "now" };
  const [, lsn, since] = /^(\d{1,15})(?:;(\d{1,15}))?$/.exec(etag.replaceAll('"', "")) ?? [];
  if (lsn === undefined) {
    throw new Failure(
      "badRequest",
      `Invalid change feed token ${etag}. Send the ETag of the last answer, or '*'.`,
    );
  }
  return { afterLsn: Number(lsn), ...(since === undefined ? {} : { sinceSeconds: Number(since) }) };
}

function secondsOf(date: string): number {
  const time = Date.parse(date);
  if (Number.isNaN(time))
    throw new Failure("badRequest", `The header If-Modified-Since is not a date: '${date}'.`);
  return Math.floor(time / 1000);
}
