/** Databases and their offers. */
import { METADATA_READ_CHARGE, METADATA_WRITE_CHARGE } from "../../engine/index.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { answerResourceFeed } from "./resource-feed.ts";
import { throughputHeaders } from "./throughput-headers.ts";

export function listDatabases(context: RequestContext): Promise<GatewayResponse> {
  const bodies = context.engine.tree.catalog.list("database").map(({ body }) => body);
  return answerResourceFeed(context, "dbs", "", bodies);
}

export async function createDatabase(context: RequestContext): Promise<GatewayResponse> {
  const database = await context.engine.createDatabase(
    await context.json(),
    throughputHeaders(context.request),
  );
  return context.answerResource(201, database, METADATA_WRITE_CHARGE);
}

export async function readDatabase(context: RequestContext): Promise<GatewayResponse> {
  return context.answerResource(200, context.engine.database(context.id(0)), METADATA_READ_CHARGE);
}

export async function deleteDatabase(context: RequestContext): Promise<GatewayResponse> {
  await context.engine.deleteDatabase(context.engine.database(context.id(0)), context.ifMatch);
  return context.answer(204, undefined, METADATA_WRITE_CHARGE);
}
