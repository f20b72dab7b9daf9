/** Users, permissions, scripts and encryption keys: resources that are a checked body and nothing more. */
import {
  METADATA_READ_CHARGE,
  METADATA_WRITE_CHARGE,
  type PlainKind,
  type Resource,
} from "../../engine/index.ts";
import type { FeedType } from "../../wire/feed-envelope.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { grantedSegments } from "../authorize-token.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { JsonBody, RequestContext } from "../request-context.ts";
import { TOKEN_SECONDS_DEFAULT, TOKEN_SECONDS_MAX, TOKEN_SECONDS_MIN } from "../resource-tokens.ts";
import { answerResourceFeed } from "./resource-feed.ts";

type Handler = (context: RequestContext) => Promise<GatewayResponse>;

export interface PlainRoutes {
  readonly feed: Readonly<Record<"list" | "query" | "create" | "upsert", Handler>>;
  readonly resource: Readonly<Record<"read" | "replace" | "delete", Handler>>;
}

export function plainRoutes(
  kind: PlainKind,
  type: FeedType,
  parentOf: (context: RequestContext) => Resource,
  level: number,
): PlainRoutes {
  const bodyOf = async (context: RequestContext) => {
    const body = await context.json();
    if (kind === "permission") checkGrant(body);
    return body;
  };
  const find = (context: RequestContext) =>
    context.engine.tree.find(kind, parentOf(context).rid, context.id(level));
  const list: Handler = (context) => {
    const parent = parentOf(context);
    const resources = context.engine.tree.catalog.list(kind, parent.rid);
    return answerResourceFeed(
      context,
      type,
      parent.rid,
      resources.map((resource) => withToken(context, resource).body),
    );
  };
  const create: Handler = async (context) => {
    const resource = await context.engine.tree.create(kind, parentOf(context), await bodyOf(context));
    return context.answerResource(201, withToken(context, resource), METADATA_WRITE_CHARGE);
  };
  return {
    feed: {
      list,
      query: list,
      create,
      upsert: async (context) => {
        const body = await bodyOf(context);
        const { tree } = context.engine;
        const existing = tree.catalog.find(kind, parentOf(context).rid, String(body.id));
        if (existing === undefined) return create(context);
        const replaced = await tree.replace(existing, body, context.ifMatch);
        return context.answerResource(200, withToken(context, replaced), METADATA_WRITE_CHARGE);
      },
    },
    resource: {
      read: async (context) =>
        context.answerResource(200, withToken(context, find(context)), METADATA_READ_CHARGE),
      replace: async (context) => {
        const replaced = await context.engine.tree.replace(
          find(context),
          await bodyOf(context),
          context.ifMatch,
        );
        return context.answerResource(200, withToken(context, replaced), METADATA_WRITE_CHARGE);
      },
      delete: async (context) => {
        await context.engine.tree.delete(find(context), context.ifMatch);
        return context.answer(204, undefined, METADATA_WRITE_CHARGE);
      },
    },
  };
}

/** What a permission may grant is known where tokens are checked; the rest of its body is not looked at here. */
function checkGrant({ resource, resourcePartitionKey }: JsonBody): void {
  if (typeof resource === "string") grantedSegments(resource);
  if (Array.isArray(resourcePartitionKey)) parsePartitionKeyHeader(JSON.stringify(resourcePartitionKey));
}

/** Every look at a permission gives its user a new token. */
function withToken(context: RequestContext, resource: Resource): Resource {
  if (resource.kind !== "permission") return resource;
  const seconds =
    context.request.integerHeader(
      RequestHeader.resourceTokenExpirySeconds,
      TOKEN_SECONDS_MIN,
      TOKEN_SECONDS_MAX,
    ) ?? TOKEN_SECONDS_DEFAULT;
  const expiresAt = Math.floor(context.engine.environment.now() / 1000) + seconds;
  return { ...resource, body: { ...resource.body, _token: context.tokens.mint(resource.rid, expiresAt) } };
}

export function databaseOf(context: RequestContext): Resource {
  return context.engine.tree.findOwner("database", "", context.id(0));
}

export function containerOf(context: RequestContext): Resource {
  return context.engine.tree.findOwner("container", databaseOf(context).rid, context.id(1));
}

export function userOf(context: RequestContext): Resource {
  return context.engine.tree.findOwner("user", databaseOf(context).rid, context.id(1));
}
