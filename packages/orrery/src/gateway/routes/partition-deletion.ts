/** Deletes all items of one partition key. */
import { deleteLogicalPartition } from "../../engine/index.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { itemRequest, openContainer, partitionHeaders } from "./item-request.ts";

export async function deletePartitionKey(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const { charge, partition, lsn } = await deleteLogicalPartition(container, itemRequest(context));
  return context.answer(200, undefined, charge, partitionHeaders(context, container, partition, lsn));
}
