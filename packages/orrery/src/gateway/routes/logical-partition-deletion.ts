/** Deletes all items of one partition key. */

import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { rangeHeaders } from "../exchange/owner-headers.ts";
import { requestTerms } from "./item-request.ts";

export async function deleteLogicalPartition(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request } = context;
  const answer = await engine.items.deleteLogicalPartition(intendedContainer, {
    terms: requestTerms(context),
    key: request.partitionKey,
  });
  return context.answer(200, undefined, answer.charge, rangeHeaders(answer.container, answer));
}
