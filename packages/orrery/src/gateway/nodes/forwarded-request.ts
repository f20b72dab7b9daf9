/** A request on its way from one node to another, as lines. Whether it may do what it asks for was looked at by the first. */
import { type Aim, parseAim } from "../../cluster/serve-where-owned.ts";
import type { Access } from "../auth/access.ts";
import { GatewayRequest, type GatewayRequestInit } from "../exchange/gateway-request.ts";

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

/** Before the headers. */
const FIXED_LINES = 8;

export function forwardedLines(request: GatewayRequest, access: Access, aim: Aim): string[] {
  const lines = [
    request.method,
    request.target,
    request.secure ? "https" : "http",
    request.host,
    request.clientAddress ?? "",
    access.kind,
    access.kind === "token" ? access.token : "",
    String(aim),
  ];
  const { headers } = request;
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !NOT_FORWARDED.has(name) && name[0] !== ":") lines.push(name, value);
  }
  return lines;
}

/** Of a node's own, to the control API. */
export function ownLines(method: string, target: string): string[] {
  return [method, target, "http", "", "", "full", "", "named"];
}

export function requestOfLines(
  lines: readonly string[],
  bodyBytes: number,
  rest: Pick<GatewayRequestInit, "readBody" | "isGone" | "memory">,
): { readonly request: GatewayRequest; readonly access: Access } {
  const [method = "", target = "", scheme, host = "", clientAddress, kind, token = "", aim = ""] = lines;
  const headers: Record<string, string> = { "content-length": String(bodyBytes) };
  for (let i = FIXED_LINES; i + 1 < lines.length; i += 2) headers[lines[i]!] = lines[i + 1]!;
  const request = new GatewayRequest({
    method,
    target,
    headers,
    secure: scheme === "https",
    host,
    clientAddress: clientAddress || undefined,
    origin: clientAddress || undefined,
    forwardedAim: parseAim(aim),
    ...rest,
  });
  const access: Access = kind === "token" ? { kind, token } : { kind: kind === "full" ? kind : "readOnly" };
  return { request, access };
}
