/** A request on its way from one node to another. What it may do was found out by the first. */
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { RelayedRequest } from "../relay/relay-frames.ts";

/** Of the connection, or of the signature, which was looked at already. */
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  "authorization",
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "x-ms-date",
]);

export function forwardedRequest(request: GatewayRequest, bodyBytes: number): RelayedRequest {
  const { method, target, secure, host, clientAddress } = request;
  const headers: Record<string, string> = { "content-length": String(bodyBytes) };
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value !== undefined && !NOT_FORWARDED.has(name) && name[0] !== ":") headers[name] = value;
  }
  return { method, target, secure, host, clientAddress, headers };
}
