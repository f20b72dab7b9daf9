/** Users, permissions, scripts and encryption keys: resources that are a checked body and nothing more. */
import type { PlainKind, Resource, ResourceAnswer, ResourceOwner } from "../../engine/index.ts";
import type { FeedType } from "../../wire/feed-envelope.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { grantedSteps } from "../auth/authorize-token.ts";
import { TOKEN_SECONDS_DEFAULT, TOKEN_SECONDS_MAX, TOKEN_SECONDS_MIN } from "../auth/resource-tokens.ts";
import type { JsonBody, RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { resourcePage } from "./resource-page.ts";

type Handler = (context: RequestContext) => Promise<GatewayResponse>;

interface PlainRoutes {
  readonly feed: Readonly<Record<"list" | "query" | "create" | "upsert", Handler>>;
  readonly resource: Readonly<Record<"read" | "replace" | "delete", Handler>>;
}

/** What holds the resources of a kind. In a path, their own ids follow its id. */
type Owner = "database" | "container" | "user";

export function plainRoutes(kind: PlainKind, type: FeedType, owner: Owner): PlainRoutes {
  const ownerOf = (context: RequestContext): ResourceOwner =>
    owner === "database" ? { database: context.id(0) } : { database: context.id(0), [owner]: context.id(1) };
  const idOf = (context: RequestContext) => context.id(owner === "database" ? 1 : 2);
  const bodyOf = async (context: RequestContext) => {
    const body = await context.json();
    if (kind === "permission") checkGrant(body);
    return body;
  };
  const list: Handler = async (context) => {
    const page = await resourcePage(context);
    const shown = (resource: Resource) => shownBody(context, resource);
    return context.answerList(type, await context.engine.resources.list(kind, ownerOf(context), page, shown));
  };
  return {
    feed: {
      list,
      query: list,
      create: async (context) => {
        const body = await bodyOf(context);
        return answerShown(context, 201, await context.engine.resources.create(kind, ownerOf(context), body));
      },
      upsert: async (context) => {
        const { engine, ifMatch } = context;
        const body = await bodyOf(context);
        const answer = await engine.resources.upsert(kind, ownerOf(context), body, ifMatch);
        return answerShown(context, answer.isNew ? 201 : 200, answer);
      },
    },
    resource: {
      read: async (context) =>
        answerShown(context, 200, await context.engine.resources.read(kind, ownerOf(context), idOf(context))),
      replace: async (context) => {
        const { engine, ifMatch } = context;
        const body = await bodyOf(context);
        const answer = await engine.resources.replace(kind, ownerOf(context), idOf(context), body, ifMatch);
        return answerShown(context, 200, answer);
      },
      delete: async (context) => {
        const { engine, ifMatch } = context;
        const { charge } = await engine.resources.delete(kind, ownerOf(context), idOf(context), ifMatch);
        return context.answer(204, undefined, charge);
      },
    },
  };
}

/** What a permission may grant is decided where tokens are checked. The engine checks the rest of the body. */
function checkGrant({ resource, resourcePartitionKey }: JsonBody): void {
  if (typeof resource === "string") grantedSteps(resource);
  if (Array.isArray(resourcePartitionKey)) parsePartitionKeyHeader(JSON.stringify(resourcePartitionKey));
}

function answerShown(
  context: RequestContext,
  status: number,
  { resource, ...answer }: ResourceAnswer,
): GatewayResponse {
  const body = shownBody(context, resource);
  return context.answerResource(status, { resource: { ...resource, body }, ...answer });
}

/** Whoever reads a permission gets a new token with it. */
function shownBody({ request, engine, services }: RequestContext, resource: Resource): Resource["body"] {
  if (resource.kind !== "permission") return resource.body;
  const seconds =
    request.integerHeader(RequestHeader.resourceTokenExpirySeconds, TOKEN_SECONDS_MIN, TOKEN_SECONDS_MAX) ??
    TOKEN_SECONDS_DEFAULT;
  const expiresAt = Math.floor(engine.environment.now() / 1000) + seconds;
  return { ...resource.body, _token: services.credentials.tokens.mint(resource.rid, expiresAt) };
}
