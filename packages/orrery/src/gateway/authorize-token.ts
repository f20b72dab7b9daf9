/**
 * What a resource token opens: the resource that its permission names and what is below it, for reading or for
 * everything, and with a partition key only the items of that key. All else is refused.
 */
import type { Engine, Resource } from "../engine/index.ts";
import { RequestHeader } from "../wire/headers.ts";
import { parsePartitionKeyHeader } from "../wire/partition-key-header.ts";
import { type PathSegment, parseResourcePath } from "../wire/resource-path.ts";
import { Failure } from "../wire/status.ts";
import type { GatewayRequest } from "./gateway-request.ts";
import type { ResourceTokens } from "./resource-tokens.ts";

export async function authorizeToken(
  engine: Engine,
  tokens: ResourceTokens,
  request: GatewayRequest,
  token: string,
): Promise<void> {
  const nowSeconds = Math.floor(engine.environment.now() / 1000);
  const permission = engine.tree.catalog.byRid("permission", tokens.permissionOf(token, nowSeconds));
  if (permission === undefined)
    throw new Failure("forbidden", "The permission of this resource token no longer exists.");
  const { path } = request;
  // Any token may ask where the account's endpoints are.
  if (path.type === "" && request.isRead) return;
  const granted = await resolve(engine, parseResourcePath(`/${permission.body.resource as string}`).segments);
  const asked = await resolve(engine, path.segments);
  const isInside =
    granted.length > 0 && granted.length <= asked.length && granted.every((rid, i) => rid === asked[i]);
  if (!isInside || (!isForAll(permission) && !request.isRead)) throw forbidden(permission);
  const key = permission.body.resourcePartitionKey;
  if (key !== undefined && !isWithinKey(request, key as readonly unknown[])) throw forbidden(permission);
}

function isForAll({ body }: Resource): boolean {
  return String(body.permissionMode).toLowerCase() === "all";
}

/** Requests on items must name the key; the container itself may be read, to know its definition. */
function isWithinKey(request: GatewayRequest, key: readonly unknown[]): boolean {
  const { type } = request.path;
  if (type === "colls" || type === "pkranges") return request.isRead;
  if (request.isRead && request.method === "POST" && request.feedPost() === "queryPlan") return true;
  const header = request.header(RequestHeader.partitionKey);
  return header !== undefined && sameKey(parsePartitionKeyHeader(header), key);
}

function sameKey(given: readonly unknown[], key: readonly unknown[]): boolean {
  const granted = parsePartitionKeyHeader(JSON.stringify(key));
  return given.length === granted.length && given.every((component, i) => component === granted[i]);
}

/** The resources on a path, each by its resource id, whichever way the path names them. */
async function resolve(engine: Engine, segments: readonly PathSegment[]): Promise<string[]> {
  const rids: string[] = [];
  let parent: Resource | undefined;
  for (const { type, id } of segments) {
    if (type === "docs") {
      rids.push(await itemRid(engine, parent!, id));
      break;
    }
    const kind = KINDS[type];
    if (kind === undefined) throw new Failure("forbidden", `A resource token cannot open '${type}'.`);
    parent = engine.tree.find(kind, parent?.rid ?? "", id);
    rids.push(parent.rid);
  }
  return rids;
}

/** An item that does not exist is known by its id alone: nothing is granted on it that is not on its container. */
async function itemRid(engine: Engine, container: Resource, id: string): Promise<string> {
  const opened = await engine.containerOf(container);
  return (await engine.itemIdOf(opened, id)) ?? id;
}

const KINDS: Readonly<Partial<Record<PathSegment["type"], Resource["kind"]>>> = {
  dbs: "database",
  colls: "container",
  users: "user",
  permissions: "permission",
  sprocs: "storedProcedure",
  triggers: "trigger",
  udfs: "userDefinedFunction",
};

function forbidden(permission: Resource): Failure {
  return new Failure(
    "forbidden",
    `The resource token is of permission '${permission.id}', which does not allow this: it grants ${permission.body.permissionMode as string} on '${permission.body.resource as string}'.`,
  );
}
