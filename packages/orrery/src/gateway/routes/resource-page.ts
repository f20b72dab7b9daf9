/** Which page of a list a request asks for, where the list is of resources above items. A POST is a query on the list. */
import type { ResourcePageRequest } from "../../engine/index.ts";
import type { RequestContext } from "../context/request-context.ts";
import { queryText } from "./query-body.ts";

export async function resourcePage(context: RequestContext): Promise<ResourcePageRequest> {
  const { request, maxItems, continuation } = context;
  const query = request.method === "POST" ? queryText(await context.json()) : undefined;
  return { query, maxItems, continuation };
}
