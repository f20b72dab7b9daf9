/** Two containers exchange their names, and writers wait for it if told so. */
import type { ExchangeTerms, HoldState, HoldTerms } from "../../../api/control-api.ts";
import { number, object, optional, type Reader, text } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const HOLD: Reader<HoldTerms> = object({ forMs: number });
const RELEASE: Reader<HoldState> = object({ hold: text });
const EXCHANGE: Reader<ExchangeTerms> = object({ with: text, hold: optional(text) });

export async function holdWriters(request: ControlRequest): Promise<GatewayResponse> {
  const { forMs } = await request.body(HOLD);
  return request.answer<"POST C/hold">(await request.engine.naming.hold(request.container, forMs));
}

export async function releaseWriters(request: ControlRequest): Promise<GatewayResponse> {
  const { hold } = await request.body(RELEASE);
  return request.answer<"POST C/release">(await request.engine.naming.release(hold));
}

export async function exchangeNames(request: ControlRequest): Promise<GatewayResponse> {
  const { with: other, hold } = await request.body(EXCHANGE);
  const containers = await request.engine.naming.exchange(request.container, other, hold);
  return request.answer<"POST C/exchange">({ containers });
}
