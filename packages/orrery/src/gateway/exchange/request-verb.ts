/** What a request wants done, in one word. POST on a feed says so in its headers; the other methods speak for themselves. */
import type { ResourceOperationKind } from "../../value/operations/item-operation.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { ITEM_VERBS } from "../../wire/item-verbs.ts";
import type { ResourceType } from "../../wire/resource-path.ts";
import type { FeedPost, GatewayRequest } from "./gateway-request.ts";

export type FeedVerb = FeedPost | "list" | "changes";
export type ResourceVerb = ResourceOperationKind | "execute";

/** Where the type of the resource does not say otherwise. */
const VERBS: ReadonlyMap<string, ResourceVerb> = new Map<string, ResourceVerb>([
  ["GET", "read"],
  ["HEAD", "read"],
  ["PUT", "replace"],
  ["DELETE", "delete"],
  ["PATCH", "patch"],
  ["POST", "execute"],
]);

/** What has a feed of changes. */
const CHANGING: ReadonlySet<ResourceType> = new Set<ResourceType>(["docs", "pkranges"]);

/** Undefined where the method means nothing. Throws a Failure when the target names no resource. */
export function requestVerb(request: GatewayRequest): FeedVerb | ResourceVerb | undefined {
  return request.path.isFeed ? feedVerb(request) : resourceVerb(request);
}

/** `A-IM` asks for what has changed. */
function feedVerb(request: GatewayRequest): FeedVerb | undefined {
  if (request.method === "POST") return request.feedPost();
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const isOfChanges = request.header(RequestHeader.aIm) !== undefined && CHANGING.has(request.path.type);
  return isOfChanges ? "changes" : "list";
}

function resourceVerb({ path, method }: GatewayRequest): ResourceVerb | undefined {
  return (path.type === "docs" ? ITEM_VERBS.get(method) : undefined) ?? VERBS.get(method);
}
