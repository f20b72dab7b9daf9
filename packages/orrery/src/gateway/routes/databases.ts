/** Databases and their offers. */

import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { resourcePage } from "./resource-page.ts";
import { throughputHeaders } from "./throughput-headers.ts";

export async function listDatabases(context: RequestContext): Promise<GatewayResponse> {
  return context.answerList("dbs", await context.engine.databases.list(await resourcePage(context)));
}

export async function createDatabase(context: RequestContext): Promise<GatewayResponse> {
  const { engine, request } = context;
  const created = await engine.databases.create(await context.json(), throughputHeaders(request));
  return context.answerResource(201, created);
}

export async function readDatabase(context: RequestContext): Promise<GatewayResponse> {
  return context.answerResource(200, await context.engine.databases.read(context.id(0)));
}

export async function deleteDatabase(context: RequestContext): Promise<GatewayResponse> {
  const { charge } = await context.engine.databases.delete(context.id(0), context.ifMatch);
  return context.answer(204, undefined, charge);
}
