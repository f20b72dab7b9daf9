/** The headers of requests on items, read into plain values. */
import type { ClientItemRequest, RequestScope, RequestTerms } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { parseEpkRange } from "../../wire/epk-text.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { parseSessionToken } from "../../wire/session-token.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";

/** Refuses a consistency level that the account does not give, also where nothing is read. */
export function requestTerms({ request, consistency }: RequestContext): RequestTerms {
  const level = request.header(RequestHeader.consistencyLevel);
  const session = consistency.isSession(level) ? request.header(RequestHeader.sessionToken) : undefined;
  return {
    priority: priorityOf(request.header(RequestHeader.priorityLevel)),
    bucket: request.integerHeader(RequestHeader.throughputBucket, 1, 5) ?? 0,
    readMultiplier: consistency.readMultiplier(level),
    session: session === undefined ? undefined : parseSessionToken(session),
  };
}

export function itemRequest(context: RequestContext): ClientItemRequest {
  const { request } = context;
  return {
    terms: requestTerms(context),
    key: request.partitionKey,
    mayNameFormerKey: !context.client.readsKeysAgain,
    ifMatch: request.header(RequestHeader.ifMatch),
    ifNoneMatch: request.header(RequestHeader.ifNoneMatch),
    indexed: indexedBy(request.header(RequestHeader.indexingDirective)),
    triggers: triggersOf(request),
  };
}

function priorityOf(level: string | undefined): RequestTerms["priority"] {
  switch (level?.toLowerCase()) {
    case undefined:
    case "high":
      return "High";
    case "low":
      return "Low";
    default:
      throw new Failure(
        "badRequest",
        `The header '${RequestHeader.priorityLevel}' must be High or Low, not '${level}'.`,
      );
  }
}

/** Whether an item is to have index entries; undefined: the container's policy decides. */
export function indexedBy(directive: string | undefined): boolean | undefined {
  switch (directive?.toLowerCase()) {
    case undefined:
    case "default":
      return undefined;
    case "include":
      return true;
    case "exclude":
      return false;
    default:
      throw new Failure(
        "badRequest",
        `The indexing directive must be Default, Include or Exclude, not '${directive}'.`,
      );
  }
}

function triggersOf(request: GatewayRequest): ClientItemRequest["triggers"] {
  const pre = request.listHeader(RequestHeader.preTriggerInclude);
  const post = request.listHeader(RequestHeader.postTriggerInclude);
  if (pre.length === 0 && post.length === 0) return undefined;
  if (pre.length > 1 || post.length > 1) {
    throw new Failure("badRequest", "A request runs at most one pre-trigger and one post-trigger.");
  }
  return { pre, post };
}

/** The part of the container that a query or a feed reads. */
export function requestScope({ request }: RequestContext): RequestScope {
  const startEpk = request.header(RequestHeader.startEpk);
  const endEpk = request.header(RequestHeader.endEpk);
  const hasRange = startEpk !== undefined || endEpk !== undefined;
  return {
    key: request.partitionKey,
    rangeId: request.header(RequestHeader.partitionKeyRangeId),
    epkRange: hasRange ? parseEpkRange(startEpk, endEpk) : undefined,
  };
}
