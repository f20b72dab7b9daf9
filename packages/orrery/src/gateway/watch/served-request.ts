/**
 * What is kept of a request that was answered: a few short texts and numbers, taken from it at once, because the request
 * itself holds its body. Whoever reads them makes more of them (`shown-request.ts`).
 */
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { requestVerb } from "../exchange/request-verb.ts";

/** Of a path, a key, the user agent or a reason. */
export const KEPT_TEXT_MAX = 512;
/** Of the body of a query. */
export const KEPT_QUERY_BYTES_MAX = 2_048;

export interface ServedRequest {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly activityId: string;
  /** The same for all requests of one query, where the client says it. */
  readonly correlatedId: string | undefined;
  readonly client: string | undefined;
  readonly method: string;
  readonly target: string;
  /** As of `requestVerb`. */
  readonly verb: string | undefined;
  /** The word of the path: `docs` and so on. */
  readonly resource: string | undefined;
  /** The owner by its names, as the answer has it. */
  readonly owner: string | undefined;
  /** As the client sent it. */
  readonly key: string | undefined;
  readonly partition: string | undefined;
  readonly sessionToken: string | undefined;
  /** Of a query. */
  readonly ranges: readonly string[] | undefined;
  readonly status: number;
  readonly substatus: number | undefined;
  readonly chargeRu: number;
  readonly items: number | undefined;
  readonly bytes: number;
  readonly query: string | undefined;
  readonly why: string | undefined;
  readonly fault: string | undefined;
  readonly authenticateMs: number;
  readonly receiveMs: number;
  readonly totalMs: number;
}

interface Timing {
  readonly atMs: number;
  /** By `performance.now()`. */
  readonly startMs: number;
  readonly endMs: number;
}

export function servedRequest(
  request: GatewayRequest,
  { status, headers, body, pieces }: GatewayResponse,
  { atMs, startMs, endMs }: Timing,
): ServedRequest {
  const { trace } = request;
  const [verb, resource] = wordsOf(request);
  return {
    atMs,
    activityId: headers[ResponseHeader.activityId] as string,
    correlatedId: kept(request.headers[RequestHeader.correlatedActivityId]),
    client: kept(request.headers[RequestHeader.userAgent]),
    method: request.method,
    target: kept(request.target)!,
    verb,
    resource,
    owner: headers[ResponseHeader.altContentPath] as string | undefined,
    key: kept(request.headers[RequestHeader.partitionKey]),
    partition: headers[ResponseHeader.partitionKeyRangeId] as string | undefined,
    sessionToken: kept(headers[ResponseHeader.sessionToken] as string | undefined),
    ranges: trace.ranges,
    status,
    substatus: headers[ResponseHeader.subStatus] as number | undefined,
    chargeRu: Number(headers[ResponseHeader.requestCharge] ?? 0),
    items: headers[ResponseHeader.itemCount] as number | undefined,
    bytes: body?.length ?? pieces?.bytes ?? 0,
    query: verb === "query" ? trace.body?.toString("utf8", 0, KEPT_QUERY_BYTES_MAX) : undefined,
    why: kept(trace.failure?.message),
    fault: trace.fault,
    authenticateMs: (trace.authenticatedMs ?? endMs) - startMs,
    receiveMs: trace.receiveMs,
    totalMs: endMs - startMs,
  };
}

/** A path that names nothing has none. */
function wordsOf(request: GatewayRequest): [string | undefined, string | undefined] {
  try {
    return [requestVerb(request), request.path.type];
  } catch {
    return [undefined, undefined];
  }
}

/** A part of a long text would keep the whole of it in memory: it is copied. */
function kept(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= KEPT_TEXT_MAX) return text;
  return `${Buffer.from(text.slice(0, KEPT_TEXT_MAX)).toString()}…`;
}
