/** How a request becomes an answer: by a list of stages, each of which answers it or passes it on to the next. */

import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";

export type Answerer = (context: RequestContext) => Promise<GatewayResponse>;

/** May throw before it returns a promise. */
export type Stage = (context: RequestContext, next: Answerer) => Promise<GatewayResponse>;

/** Puts stages together once, for all requests. `last` answers what every stage has passed on. */
export function chainStages(stages: readonly Stage[], last: Answerer): Answerer {
  return stages.reduceRight<Answerer>((next, stage) => (context) => stage(context, next), last);
}
