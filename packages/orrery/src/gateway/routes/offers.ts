/** Offers: the throughput of containers and databases. */
import {
  METADATA_READ_CHARGE,
  METADATA_WRITE_CHARGE,
  type Resource,
  throughputOf,
} from "../../engine/index.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { Failure } from "../../wire/status.ts";
import type { GatewayResponse, ResponseHeaders } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { answerResourceFeed } from "./resource-feed.ts";

export function listOffers(context: RequestContext): Promise<GatewayResponse> {
  const bodies = context.engine.tree.catalog.list("offer").map(({ body }) => body);
  return answerResourceFeed(context, "offers", "", bodies);
}

export async function readOffer(context: RequestContext): Promise<GatewayResponse> {
  const offer = findOffer(context);
  return context.answerResource(200, offer, METADATA_READ_CHARGE, await offerHeaders(context, offer));
}

export async function replaceOffer(context: RequestContext): Promise<GatewayResponse> {
  const offer = findOffer(context);
  const body = await context.json();
  if (body._rid !== undefined && body._rid !== offer.rid) {
    throw new Failure("badRequest", `The body is of another offer: its _rid is '${String(body._rid)}'.`);
  }
  const { throughput } = context.engine;
  const kind = migration(context.request);
  const replaced = await (kind === undefined
    ? throughput.replaceOffer(offer, body)
    : throughput.migrateOffer(offer, kind));
  return context.answerResource(200, replaced, METADATA_WRITE_CHARGE, await offerHeaders(context, replaced));
}

/** Between manual throughput and autoscale: the header says it, and the server chooses the figure. */
function migration(request: RequestContext["request"]): "manual" | "autoscale" | undefined {
  if (request.booleanHeader(RequestHeader.migrateOfferToAutoscale)) return "autoscale";
  return request.booleanHeader(RequestHeader.migrateOfferToManual) ? "manual" : undefined;
}

function findOffer(context: RequestContext): Resource {
  const { tree } = context.engine;
  const id = context.id(0);
  return (
    tree.catalog.list("offer").find((offer) => offer.rid.toLowerCase() === id.toLowerCase()) ??
    tree.find("offer", "", id)
  );
}

async function offerHeaders({ engine }: RequestContext, offer: Resource): Promise<ResponseHeaders> {
  const { throughput } = engine;
  return {
    [ResponseHeader.minThroughput]: await throughput.minimumThroughput(offer, throughputOf(offer).kind),
    [ResponseHeader.offerReplacePending]: String(throughput.isPending(offer)),
  };
}
