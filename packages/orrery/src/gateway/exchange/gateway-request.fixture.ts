/** A request as a socket would bring it, but for what a test gives. */
import { GatewayRequest, type GatewayRequestInit } from "./gateway-request.ts";

export function testRequest(given: Partial<GatewayRequestInit>): GatewayRequest {
  return new GatewayRequest({
    method: "GET",
    target: "/dbs/a/colls/b/docs",
    headers: {},
    secure: false,
    host: "localhost:1",
    readBody: async () => Buffer.alloc(0),
    isGone: () => false,
    ...given,
  });
}
