/** Two containers exchange their names, and writers wait for it if told so. */
import type { ExchangeTerms, HoldState, HoldTerms } from "../../../api/control-api.ts";
import { number, object, optional, type Reader, text } from "../../exchange/control-body.ts";
import type { ControlRoutes } from "./control-request.ts";

const HOLD: Reader<HoldTerms> = object({ forMs: number });
const RELEASE: Reader<HoldState> = object({ hold: text });
const EXCHANGE: Reader<ExchangeTerms> = object({ with: text, hold: optional(text) });

export const NAMING_ROUTES = {
  "POST C/hold": async (request) => {
    const { forMs } = await request.body(HOLD);
    return request.engine.naming.hold(request.container, forMs);
  },
  "POST C/release": async (request) => {
    const { hold } = await request.body(RELEASE);
    return request.engine.naming.release(hold);
  },
  "POST C/exchange": async (request) => {
    const { with: other, hold } = await request.body(EXCHANGE);
    return { containers: await request.engine.naming.exchange(request.container, other, hold) };
  },
} satisfies Partial<ControlRoutes>;
