/**
 * What a resource token opens: the resource that its permission names and what is below it, for reading or for
 * everything; if the permission has a partition key, only the items of that key. Everything else is refused in the same
 * way whether it exists or not, so that a token cannot be used to find out.
 */
import type { AskedAccess, EngineOperations, Grant, GrantableKind, Resource } from "../../engine/index.ts";
import { Failure } from "../../value/failure.ts";
import { shownValue } from "../../value/shown-value.ts";
import { RequestHeader } from "../../wire/headers.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { type PathSegment, parseResourcePath } from "../../wire/resource-path.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";
import type { ResourceTokens } from "./resource-tokens.ts";

export async function authorizeToken(
  engine: EngineOperations,
  tokens: ResourceTokens,
  request: GatewayRequest,
  token: string,
): Promise<void> {
  const nowSeconds = Math.floor(engine.environment.now() / 1000);
  const permission = engine.grants.permission(tokens.permissionOf(token, nowSeconds));
  if (permission === undefined)
    throw new Failure("forbidden", "The permission of this resource token no longer exists.");
  // Any token may ask where the account's endpoints are.
  if (request.path.type === "" && request.isRead) return;
  const mayOnlyRead = shownValue(permission.body.permissionMode).toLowerCase() !== "all";
  if (mayOnlyRead && !request.isRead) throw forbidden(permission);
  if (!(await engine.grants.covers(grantOf(permission), askedOf(request)))) throw forbidden(permission);
}

function grantOf({ body }: Resource): Grant {
  const { resource, resourcePartitionKey } = body;
  return {
    steps: grantedSteps(resource as string),
    key:
      resourcePartitionKey === undefined
        ? undefined
        : parsePartitionKeyHeader(JSON.stringify(resourcePartitionKey)),
  };
}

/** From the link of a permission; it must name a container or something in one. */
export function grantedSteps(link: string): Grant["steps"] {
  // In a request, an unknown type at the front of a link means a missing resource; here it is simply a wrong link.
  const path = /^\/*dbs\//.test(link) ? parseResourcePath(`/${link}`) : undefined;
  if (path === undefined || path.isFeed || !GRANTABLE.has(path.type)) {
    throw new Failure(
      "badRequest",
      `The 'resource' of a permission must be the link of a container, an item, a stored procedure, a trigger or a user-defined function, such as 'dbs/a/colls/b', not '${link}'.`,
    );
  }
  return stepsOf(path.segments);
}

const GRANTABLE: ReadonlySet<string> = new Set(["colls", "docs", "sprocs", "triggers", "udfs"]);

const KINDS: Readonly<Partial<Record<PathSegment["type"], GrantableKind>>> = {
  dbs: "database",
  colls: "container",
  docs: "item",
  sprocs: "storedProcedure",
  triggers: "trigger",
  udfs: "userDefinedFunction",
};

function stepsOf(segments: readonly PathSegment[]): Grant["steps"] {
  return segments.map(({ type, id }) => ({ kind: KINDS[type], id }));
}

function askedOf(request: GatewayRequest): AskedAccess {
  return {
    steps: stepsOf(request.subject.segments),
    key: request.partitionKey,
    runsTriggers:
      request.header(RequestHeader.preTriggerInclude) !== undefined ||
      request.header(RequestHeader.postTriggerInclude) !== undefined,
    reach: reachOf(request),
  };
}

/** How far a request reaches, for a token that is limited to one partition key. */
function reachOf(request: GatewayRequest): AskedAccess["reach"] {
  const { type, isFeed } = request.path;
  switch (type) {
    case "colls":
      // Statistics name the largest keys.
      return request.isRead && !request.booleanHeader(RequestHeader.populatePartitionStatistics)
        ? "definitions"
        : "beyondAnyKey";
    case "addresses":
    case "pkranges":
      return request.isRead ? "definitions" : "beyondAnyKey";
    case "docs":
      return isFeed && request.method === "POST" ? reachOfPost(request) : "itemsOfItsKey";
    case "sprocs":
      return isFeed || request.method !== "POST" ? "beyondAnyKey" : "itemsOfItsKey";
    case "partitionkeydelete":
      return "itemsOfItsKey";
    case "":
    case "clientencryptionkeys":
    case "conflicts":
    case "dbs":
    case "offers":
    case "permissions":
    case "triggers":
    case "udfs":
    case "users":
      return "beyondAnyKey";
  }
}

function reachOfPost(request: GatewayRequest): AskedAccess["reach"] {
  const post = request.feedPost();
  if (post === "queryPlan") return "definitions";
  // The operations of a bulk request have keys of their own; those of a transaction have one, which is checked.
  const isBulk = post === "batch" && !request.booleanHeader(RequestHeader.batchAtomic);
  return isBulk ? "beyondAnyKey" : "itemsOfItsKey";
}

function forbidden({ id, body }: Resource): Failure {
  const { permissionMode, resource, resourcePartitionKey } = body;
  const key =
    resourcePartitionKey === undefined
      ? ""
      : ` with the partition key ${JSON.stringify(resourcePartitionKey)}`;
  return new Failure(
    "forbidden",
    `The resource token is of permission '${id}', which does not allow this: it grants ${shownValue(permissionMode)} on '${shownValue(resource)}'${key}. A request on an item needs its partition key.`,
  );
}
