/** The response that routes make, and the headers that every response has. */

import { randomUUID } from "node:crypto";
import type { JsonObject } from "@orrerydb/exact-json";
import { UNMETERED_CHARGES } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import type { ItemOperationKind } from "../../value/operations/item-operation.ts";
import { errorBody, replicaErrorBody } from "../../wire/error-body.ts";
import {
  GATEWAY_VERSION,
  JSON_CONTENT_TYPE,
  PROTOCOL_VERSION,
  RequestHeader,
  ResponseHeader,
  type ResponseHeaders,
  SCHEMA_VERSION,
} from "../../wire/headers.ts";
import { BUG_STATUS, statusOf, type WireStatus } from "../../wire/status.ts";
import { type ClientFacts, clientFacts } from "./client-facts.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import { refusalHeaders, withoutContentPath } from "./owner-headers.ts";

export interface GatewayResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body?: Buffer;
  /** Instead of a body: one that another node is still sending, of so many bytes. */
  readonly pieces?: AsyncIterable<Buffer> & { readonly bytes: number };
  /** The client gets none of this: its connection is closed. */
  readonly isCut?: true;
  /** While traffic is recorded: the items that a write, a batch or a procedure has touched. */
  readonly touched?: readonly TouchedItem[];
}

export interface TouchedItem {
  readonly do: ItemOperationKind;
  /** As it is now; of a deletion, as it was. */
  readonly item: { readonly document: JsonObject; readonly json: Buffer };
  readonly status: number;
  readonly charge: number;
}

/**
 * Adds the headers that every answer has to those of a route. It changes the route's own object, so that
 * not every answer has to build a third one.
 */
export function commonHeaders(
  activityId: string,
  chargeRu: number,
  nowMs: number,
  headers: ResponseHeaders = {},
): ResponseHeaders {
  headers[ResponseHeader.contentType] = JSON_CONTENT_TYPE;
  headers[ResponseHeader.date] = httpDate(nowMs);
  headers[ResponseHeader.activityId] = activityId;
  headers[ResponseHeader.requestCharge] = chargeRu;
  headers[ResponseHeader.version] = PROTOCOL_VERSION;
  headers[ResponseHeader.gatewayVersion] = GATEWAY_VERSION;
  headers[ResponseHeader.serviceVersion] = GATEWAY_VERSION;
  headers[ResponseHeader.schemaVersion] = SCHEMA_VERSION;
  return headers;
}

/** The client's own activity id if it sent a proper one, else a new one. */
export function activityIdOf(request: GatewayRequest): string {
  const given = request.header(RequestHeader.activityId);
  return given !== undefined && /^[0-9A-Za-z-]{1,64}$/.test(given) ? given : randomUUID();
}

/** The answer to a request that failed. Any error but a Failure is a bug, and its message is not shown to the client. */
export function failureResponse(
  error: unknown,
  activityId: string,
  nowMs: number,
  {
    isDirect = false,
    client = clientFacts(undefined),
  }: { readonly isDirect?: boolean; readonly client?: ClientFacts } = {},
): GatewayResponse {
  const charge = error instanceof Failure ? error.charge : undefined;
  const source = error instanceof Failure ? error.source : undefined;
  const headers = source === undefined ? {} : refusalHeaders(source, client);
  commonHeaders(activityId, charge ?? UNMETERED_CHARGES.failure, nowMs, headers);
  if (!(error instanceof Failure)) {
    const message = "The server failed on this request; its log says more under the activity id.";
    return refusalResponse(BUG_STATUS, message, { activityId, nowMs, isDirect });
  }
  const status = statusOf(error.code);
  if (status.status === 404) withoutContentPath(headers);
  const substatus = error.substatus ?? status.substatus;
  if (substatus !== undefined) headers[ResponseHeader.subStatus] = substatus;
  if (error.retryAfterMs !== undefined) headers[ResponseHeader.retryAfterMs] = Math.ceil(error.retryAfterMs);
  const body = isDirect
    ? replicaErrorBody(error.replicaMessage ?? error.message, error.details)
    : errorBody(status, error.message, activityId, error.details);
  return { status: status.status, headers, body };
}

/** The answer to a request that failed for nothing that it asked for. */
export function refusalResponse(
  status: WireStatus,
  message: string,
  {
    activityId,
    nowMs,
    isDirect,
  }: { readonly activityId: string; readonly nowMs: number; readonly isDirect: boolean },
): GatewayResponse {
  const headers = commonHeaders(activityId, UNMETERED_CHARGES.failure, nowMs);
  if (status.substatus !== undefined) headers[ResponseHeader.subStatus] = status.substatus;
  const body = isDirect ? replicaErrorBody(message) : errorBody(status, message, activityId);
  return { status: status.status, headers, body };
}

let lastSecond = Number.NaN;
let lastDate = "";

/** The text is made anew once a second only. */
function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(nowMs).toUTCString();
  }
  return lastDate;
}

/** As HEAD is answered. */
export function withoutBody({ body: _, pieces: __, ...response }: GatewayResponse): GatewayResponse {
  return response;
}
