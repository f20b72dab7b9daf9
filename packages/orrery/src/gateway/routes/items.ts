/** Single items. */
import {
  createOne,
  deleteOne,
  type ItemAnswer,
  parsePatch,
  patchOne,
  readItemById,
  replaceOne,
  upsertOne,
} from "../../engine/index.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { itemRequest, openContainer, partitionHeaders } from "./item-request.ts";

export async function readItem(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const answer = await readItemById(container, context.id(2), itemRequest(context));
  const { item, charge, partition } = answer;
  const headers = partitionHeaders(context, container, partition);
  headers[ResponseHeader.etag] = item.etag;
  headers[ResponseHeader.itemLsn] = item.lsn;
  if (answer.outcome === "notModified") return context.answer(304, undefined, charge, headers);
  headers[ResponseHeader.itemCount] = 1;
  return context.answer(200, item.json, charge, headers);
}

export async function createItem(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const answer = await createOne(container, await context.json(), itemRequest(context));
  return answerWrite(context, container, answer);
}

export async function upsertItem(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const answer = await upsertOne(container, await context.json(), itemRequest(context));
  return answerWrite(context, container, answer);
}

export async function replaceItem(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const answer = await replaceOne(container, context.id(2), await context.json(), itemRequest(context));
  return answerWrite(context, container, answer);
}

export async function patchItem(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const patch = parsePatch(container, parseJson(await context.request.body()));
  const answer = await patchOne(container, context.id(2), patch, itemRequest(context));
  return answerWrite(context, container, answer);
}

export async function deleteItem(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const answer = await deleteOne(container, context.id(2), itemRequest(context));
  return answerWrite(context, container, answer);
}

export const STATUS = { created: 201, replaced: 200, deleted: 204, read: 200, notModified: 304 } as const;

/** The item as it is now, unless the client asked not to see it. */
export function answerWrite(
  context: RequestContext,
  container: Awaited<ReturnType<typeof openContainer>>,
  { outcome, item, body, charge, partition, lsn }: ItemAnswer,
): GatewayResponse {
  const headers = partitionHeaders(context, container, partition, lsn);
  if (outcome === "deleted") return context.answer(STATUS.deleted, undefined, charge, headers);
  const shown = body === undefined ? item.json : Buffer.from(JSON.stringify(body));
  headers[ResponseHeader.etag] = item.etag;
  headers[ResponseHeader.itemLsn] = item.lsn;
  return context.answer(STATUS[outcome], isMinimal(context) ? undefined : shown, charge, headers);
}

/** Whether the client does not want to see what it wrote. */
export function isMinimal({ request }: RequestContext): boolean {
  return request.header(RequestHeader.prefer)?.toLowerCase() === "return=minimal";
}
