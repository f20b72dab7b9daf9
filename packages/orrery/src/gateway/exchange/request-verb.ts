/** What a request wants done, in one word. POST on a feed says so in its headers; the other methods speak for themselves. */
import { RequestHeader } from "../../wire/headers.ts";
import type { ResourceType } from "../../wire/resource-path.ts";
import type { FeedPost, GatewayRequest } from "./gateway-request.ts";

export type FeedVerb = FeedPost | "list" | "changes";
export type ResourceVerb = "read" | "replace" | "delete" | "patch" | "execute";

/** What has a feed of changes. */
const CHANGING: ReadonlySet<ResourceType> = new Set<ResourceType>(["docs", "pkranges"]);

/** Undefined where the method means nothing. Throws a Failure when the target names no resource. */
export function requestVerb(request: GatewayRequest): FeedVerb | ResourceVerb | undefined {
  return request.path.isFeed ? feedVerb(request) : resourceVerb(request.method);
}

/** `A-IM` asks for what has changed. */
function feedVerb(request: GatewayRequest): FeedVerb | undefined {
  if (request.method === "POST") return request.feedPost();
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const isOfChanges = request.header(RequestHeader.aIm) !== undefined && CHANGING.has(request.path.type);
  return isOfChanges ? "changes" : "list";
}

function resourceVerb(method: string): ResourceVerb | undefined {
  switch (method) {
    case "GET":
    case "HEAD":
      return "read";
    case "PUT":
      return "replace";
    case "DELETE":
      return "delete";
    case "PATCH":
      return "patch";
    case "POST":
      return "execute";
    default:
      return undefined;
  }
}
