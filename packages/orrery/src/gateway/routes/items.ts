/** Single items: a route for each operation. */
import type { ItemAnswer } from "../../engine/index.ts";
import type { ItemOperationKind } from "../../value/operations/item-operation.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { OUTCOME_STATUS } from "../../wire/status.ts";
import type { RequestContext } from "../context/request-context.ts";
import { inAcceptedFormat } from "../exchange/answer-format.ts";
import type { GatewayResponse, TouchedItem } from "../exchange/gateway-response.ts";
import { rangeHeaders } from "../exchange/owner-headers.ts";
import { itemRequest } from "./item-request.ts";

export const ITEM_ROUTES: Readonly<
  Record<ItemOperationKind, (context: RequestContext) => Promise<GatewayResponse>>
> = {
  create: createItem,
  upsert: upsertItem,
  read: readItem,
  replace: replaceItem,
  patch: patchItem,
  delete: deleteItem,
};

async function readItem(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer, request } = context;
  const answer = await engine.items.read(intendedContainer, context.id(2), itemRequest(context));
  const { item, charge } = answer;
  const headers = rangeHeaders(answer.container, answer);
  headers[ResponseHeader.etag] = item.etag;
  headers[ResponseHeader.itemLsn] = item.lsn;
  headers[ResponseHeader.contentLocation] = `${request.endpoint}${request.target}`;
  const status = OUTCOME_STATUS[answer.outcome];
  if (answer.outcome === "notModified") return context.answer(status, undefined, charge, headers);
  headers[ResponseHeader.itemCount] = 1;
  return context.answer(status, inAcceptedFormat(context.request, item.json), charge, headers);
}

async function createItem(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer } = context;
  const document = await context.json();
  const written = await engine.items.create(intendedContainer, document, itemRequest(context));
  return answerWrite(context, "create", written);
}

async function upsertItem(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer } = context;
  const document = await context.json();
  const written = await engine.items.upsert(intendedContainer, document, itemRequest(context));
  return answerWrite(context, "upsert", written);
}

async function replaceItem(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer } = context;
  const document = await context.json();
  const written = await engine.items.replace(
    intendedContainer,
    context.id(2),
    document,
    itemRequest(context),
  );
  return answerWrite(context, "replace", written);
}

async function patchItem(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer } = context;
  const patch = parseJson(await context.request.bodyToParse());
  const written = await engine.items.patch(intendedContainer, context.id(2), patch, itemRequest(context));
  return answerWrite(context, "patch", written);
}

async function deleteItem(context: RequestContext): Promise<GatewayResponse> {
  const { engine, intendedContainer } = context;
  const written = await engine.items.delete(intendedContainer, context.id(2), itemRequest(context));
  return answerWrite(context, "delete", written);
}

function answerWrite(context: RequestContext, verb: TouchedItem["do"], written: ItemAnswer): GatewayResponse {
  const answer = shownWrite(context, written);
  if (!context.services.recorder.isOn) return answer;
  const { item, charge } = written;
  return { ...answer, touched: [{ do: verb, item, status: answer.status, charge }] };
}

/** The item as it is now, unless the client asked not to see it. */
function shownWrite(context: RequestContext, answer: ItemAnswer): GatewayResponse {
  const { outcome, item, body, charge } = answer;
  const headers = rangeHeaders(answer.container, answer);
  if (outcome === "deleted") return context.answer(OUTCOME_STATUS.deleted, undefined, charge, headers);
  const shown = body === undefined ? item.json : Buffer.from(JSON.stringify(body));
  headers[ResponseHeader.etag] = item.etag;
  headers[ResponseHeader.itemLsn] = item.lsn;
  return context.answer(
    OUTCOME_STATUS[outcome],
    isMinimal(context) ? undefined : inAcceptedFormat(context.request, shown),
    charge,
    headers,
  );
}

/** Whether the client does not want to see what it wrote. */
export function isMinimal({ request }: RequestContext): boolean {
  return request.header(RequestHeader.prefer)?.toLowerCase() === "return=minimal";
}
