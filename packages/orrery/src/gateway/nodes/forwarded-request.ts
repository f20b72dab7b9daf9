/** The head of a request on its way from one node to another. What it may do was found out by the first. */
import type { Access } from "../auth/access.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { RelayHead } from "../relay/relay-frames.ts";

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

const FULL: Access = { kind: "full" };

export function forwardedHead(
  request: GatewayRequest,
  { access, aim, bodyBytes }: Pick<RelayHead, "access" | "aim"> & { readonly bodyBytes: number },
): RelayHead {
  const { method, target, secure, host, clientAddress } = request;
  const headers: Record<string, string> = { "content-length": String(bodyBytes) };
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value !== undefined && !NOT_FORWARDED.has(name) && name[0] !== ":") headers[name] = value;
  }
  return { method, target, secure, host, clientAddress, access, keysVersion: 0, aim, headers };
}

/** Of a node itself, to the control API of another. */
export function controlHead(method: string, target: string, bodyBytes: number): RelayHead {
  return {
    method,
    target,
    secure: false,
    host: "",
    clientAddress: undefined,
    access: FULL,
    keysVersion: 0,
    aim: "named",
    headers: { "content-length": String(bodyBytes) },
  };
}
