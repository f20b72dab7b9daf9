/** Offers: the throughput of containers and databases. */
import type { OfferAnswer } from "../../engine/index.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { resourcePage } from "./resource-page.ts";

export async function listOffers(context: RequestContext): Promise<GatewayResponse> {
  return context.answerList("offers", await context.engine.offers.list(await resourcePage(context)));
}

export async function readOffer(context: RequestContext): Promise<GatewayResponse> {
  return answerOffer(context, await context.engine.offers.read(context.id(0)));
}

export async function replaceOffer(context: RequestContext): Promise<GatewayResponse> {
  const { engine, request, ifMatch } = context;
  const terms = { migrateTo: migration(request), ifMatch };
  return answerOffer(context, await engine.offers.replace(context.id(0), await context.json(), terms));
}

/** Between manual throughput and autoscale: the header says it, and the server chooses the figure. */
function migration(request: GatewayRequest): "manual" | "autoscale" | undefined {
  if (request.booleanHeader(RequestHeader.migrateOfferToAutoscale)) return "autoscale";
  return request.booleanHeader(RequestHeader.migrateOfferToManual) ? "manual" : undefined;
}

function answerOffer(context: RequestContext, answer: OfferAnswer): GatewayResponse {
  return context.answerResource(200, answer, {
    [ResponseHeader.minThroughput]: answer.minimumRuPerSecond,
    [ResponseHeader.offerReplacePending]: String(answer.isPending),
  });
}
