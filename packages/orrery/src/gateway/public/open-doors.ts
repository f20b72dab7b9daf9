/**
 * What is answered to everybody, without a signature: whether the server is alive, whether it takes requests, and, to a
 * browser that opens its address, where the explorer is. Nothing of it tells anything about the account.
 */
import { Failure } from "../../value/failure.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { CONTROL_PREFIX } from "../../wire/resource-path.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { EXPLORER_PREFIX } from "./explorer-page.ts";

const LIVE = `${CONTROL_PREFIX}live`;
const READY = `${CONTROL_PREFIX}ready`;

/** Undefined where the request is none of these. */
export function openDoor(request: GatewayRequest, isStopping: boolean): GatewayResponse | undefined {
  const { target, method } = request;
  if (target === LIVE || target === READY) {
    if (method !== "GET" && method !== "HEAD")
      throw new Failure("methodNotAllowed", `${target} can only be read.`);
    return empty(target === READY && isStopping ? 503 : 200, { "cache-control": "no-store" });
  }
  if (target === "/" && isPageVisit(request)) return empty(302, { location: EXPLORER_PREFIX });
  return undefined;
}

/** Clients of the protocol ask for JSON, and sign. */
function isPageVisit({ method, headers }: GatewayRequest): boolean {
  return (
    method === "GET" &&
    headers[RequestHeader.authorization] === undefined &&
    (headers[RequestHeader.accept] ?? "").includes("text/html")
  );
}

function empty(status: number, headers: Record<string, string>): GatewayResponse {
  return { status, headers, body: Buffer.alloc(0) };
}
