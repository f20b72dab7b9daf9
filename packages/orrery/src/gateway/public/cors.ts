/** What a browser wants to hear before it lets a page of another origin send a request or read the answer. */
import { RequestHeader, type ResponseHeaders } from "../../wire/headers.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
/** As long as browsers keep it. */
const PREFLIGHT_SECONDS = 7_200;

/** A browser asks whether a page may send what it wants to; it does not sign that. */
export function isPreflight({ method, headers }: GatewayRequest): boolean {
  return method === "OPTIONS" && headers[RequestHeader.corsMethod] !== undefined;
}

export function preflightAnswer({ headers }: GatewayRequest): GatewayResponse {
  const asked = headers[RequestHeader.corsHeaders];
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": METHODS,
      "access-control-max-age": PREFLIGHT_SECONDS,
      ...(asked === undefined ? {} : { "access-control-allow-headers": asked }),
    },
  };
}

/** Adds to an answer what lets the page read it: a page signs its requests itself and needs no cookies. */
export function addCorsHeaders(headers: ResponseHeaders, origin: string): void {
  headers["access-control-allow-origin"] = origin;
  headers["access-control-expose-headers"] = Object.keys(headers).join(", ");
  headers.vary = "Origin";
}
