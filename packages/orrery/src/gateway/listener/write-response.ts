/** Writes a response to a client over HTTP/1.1. */
import type { ServerResponse } from "node:http";
import { pipeline, type Writable } from "node:stream";
import { ResponseHeader } from "../../wire/headers.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { LISTENER_LIMITS } from "./listener-limits.ts";

/** Does nothing when the client has gone. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body, pieces, isCut }: GatewayResponse,
): void {
  if (isCut) response.destroy();
  if (response.destroyed) return;
  if (status === 204 || status === 304) {
    response.writeHead(status, headers).end();
    return;
  }
  headers[ResponseHeader.contentLength] = body?.length ?? pieces?.bytes ?? 0;
  response.writeHead(status, headers);
  if (pieces === undefined) response.end(body);
  else passOn(pieces, response);
}

/** As fast as the client takes it. If it does not come whole, or is not taken in time, the client is cut off. */
export function passOn(pieces: AsyncIterable<Buffer>, to: Writable): void {
  const timer = setTimeout(() => to.destroy(), LISTENER_LIMITS.answerTimeoutMs);
  pipeline(pieces, to, () => clearTimeout(timer));
}
