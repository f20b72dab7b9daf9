/** Two containers exchange their names, and writers wait for it if told so. */

import { number, object, optional, text } from "../../exchange/control-body.ts";
import type { GatewayResponse } from "../../exchange/gateway-response.ts";
import type { ControlRequest } from "./control-request.ts";

const HOLD = object({ forMs: number });
const RELEASE = object({ hold: text });
const EXCHANGE = object({ with: text, hold: optional(text) });

export async function holdWriters(request: ControlRequest): Promise<GatewayResponse> {
  const { forMs } = await request.body(HOLD);
  return request.answer(await request.engine.naming.hold(request.container, forMs));
}

export async function releaseWriters(request: ControlRequest): Promise<GatewayResponse> {
  const { hold } = await request.body(RELEASE);
  return request.answer(await request.engine.naming.release(hold));
}

export async function exchangeNames(request: ControlRequest): Promise<GatewayResponse> {
  const { with: other, hold } = await request.body(EXCHANGE);
  const containers = await request.engine.naming.exchange(request.container, other, hold);
  return request.answer({ containers });
}
