/** Which server this is, what the key of the request may do here, and which words its queries have. */
import { PRODUCT_VERSION } from "../../../wire/product.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

export async function readServer(request: ControlRequest): Promise<GatewayResponse> {
  const { access, engine, services } = request.context;
  return request.answer<"GET server">({
    version: PRODUCT_VERSION,
    access: access.kind === "full" ? "full" : "readOnly",
    directPort: services.directPort() ?? null,
    inMemory: engine.checkpoint === undefined,
    now: new Date(engine.environment.now()).toISOString(),
  });
}

export async function readQueryWords(request: ControlRequest): Promise<GatewayResponse> {
  return request.answer<"GET query-words">(await request.engine.queries.words());
}
