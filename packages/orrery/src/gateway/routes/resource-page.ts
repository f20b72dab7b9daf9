/** Which page of a list of resources above items a request asks for: of all, or, where it is a query, of what that chooses. */
import type { ResourcePageRequest } from "../../engine/index.ts";
import type { RequestContext } from "../request-context.ts";
import { queryText } from "./query-body.ts";

export async function resourcePage(context: RequestContext): Promise<ResourcePageRequest> {
  const { request, maxItems, continuation } = context;
  const query = request.method === "POST" ? queryText(await context.json()) : undefined;
  return { query, maxItems, continuation };
}
