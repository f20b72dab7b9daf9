/**
 * What a resource token opens: the resource that its permission names and what is below it, for reading or for
 * everything, and with a partition key only the items of that key. All else is refused alike, whether it exists or
 * not, so that a token is no way to find out.
 *
 * Paths are resolved exactly as the routes do it afterwards: by name first, then by resource id.
 */
import { type Container, type Engine, locateItem, type Resource } from "../engine/index.ts";
import { RequestHeader } from "../wire/headers.ts";
import { type PartitionKeyComponent, parsePartitionKeyHeader } from "../wire/partition-key-header.ts";
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
  // Any token may ask where the account's endpoints are.
  if (request.path.type === "" && request.isRead) return;
  if (!(await isGranted(engine, permission, request))) throw forbidden(permission);
}

async function isGranted(engine: Engine, { body }: Resource, request: GatewayRequest): Promise<boolean> {
  if (String(body.permissionMode).toLowerCase() !== "all" && !request.isRead) return false;
  const granted = grantedSegments(body.resource as string);
  const asked = request.path.segments;
  if (asked.length < granted.length) return false;
  let parentRid = "";
  for (const [i, { type, id }] of granted.entries()) {
    const kind = KINDS[type];
    if (kind === undefined) break;
    const resource = engine.tree.lookup(kind, parentRid, id);
    const isSame =
      asked[i]!.type === type &&
      resource !== undefined &&
      resource === engine.tree.lookup(kind, parentRid, asked[i]!.id);
    if (!isSame) return false;
    parentRid = resource.rid;
  }
  const container = await engine.openContainer(granted[0]!.id, granted[1]!.id);
  const key =
    body.resourcePartitionKey === undefined
      ? undefined
      : parsePartitionKeyHeader(JSON.stringify(body.resourcePartitionKey));
  const item = granted[2]?.type === "docs" ? granted[2].id : undefined;
  if (item !== undefined) return isSameItem(engine, container, { item, key }, request);
  return key === undefined || isWithinKey(container, key, request);
}

/** The link of a permission; it must name a container or something in one. */
export function grantedSegments(link: string): readonly PathSegment[] {
  // An unknown type in front of a link is a missing resource to a request, but here it is a wrong link like others.
  const path = /^\/*dbs\//.test(link) ? parseResourcePath(`/${link}`) : undefined;
  if (path === undefined || path.isFeed || !GRANTABLE.has(path.type)) {
    throw new Failure(
      "badRequest",
      `The 'resource' of a permission must be the link of a container, an item, a stored procedure, a trigger or a user-defined function, such as 'dbs/a/colls/b', not '${link}'.`,
    );
  }
  return path.segments;
}

const GRANTABLE: ReadonlySet<string> = new Set(["colls", "docs", "sprocs", "triggers", "udfs"]);

/** Items are not in the catalogue. */
const KINDS: Readonly<Partial<Record<PathSegment["type"], Resource["kind"]>>> = {
  dbs: "database",
  colls: "container",
  sprocs: "storedProcedure",
  triggers: "trigger",
  udfs: "userDefinedFunction",
};

/**
 * An id means an item only together with a key: the permission's own, or that of the item which a resource id
 * names. A trigger could reach beyond the item, so none may run.
 */
async function isSameItem(
  engine: Engine,
  container: Container,
  granted: { readonly item: string; readonly key: readonly PartitionKeyComponent[] | undefined },
  request: GatewayRequest,
): Promise<boolean> {
  const [, , asked] = request.path.segments;
  const header = keyHeader(request);
  const hasTriggers =
    request.header(RequestHeader.preTriggerInclude) !== undefined ||
    request.header(RequestHeader.postTriggerInclude) !== undefined;
  if (asked?.type !== "docs" || header === undefined || hasTriggers) return false;
  if (granted.key !== undefined && !isKeyWithin(container, granted.key, header)) return false;
  const item = await locateItem(container, header, asked.id);
  if (granted.key === undefined) {
    const owned = await engine.itemByRid(container, granted.item);
    return owned !== undefined && owned.ref === item?.ref;
  }
  const owned = await locateItem(container, header, granted.item);
  return owned === undefined ? asked.id === granted.item : owned.ref === item?.ref;
}

/** Nothing but items of the key; the container itself may be read, to know its definition. */
function isWithinKey(
  container: Container,
  key: readonly PartitionKeyComponent[],
  request: GatewayRequest,
): boolean {
  const { type, isFeed } = request.path;
  switch (type) {
    case "colls":
      // Statistics name the largest keys.
      return request.isRead && !request.booleanHeader(RequestHeader.populatePartitionStatistics);
    case "pkranges":
      return request.isRead;
    case "docs":
      if (isFeed && request.method === "POST") {
        const post = request.feedPost();
        if (post === "queryPlan") return true;
        // The operations of a bulk request have keys of their own; those of a transaction have one, which is checked.
        if (post === "batch" && !request.booleanHeader(RequestHeader.batchAtomic)) return false;
      }
      break;
    case "sprocs":
      if (isFeed || request.method !== "POST") return false;
      break;
    case "partitionkeydelete":
      break;
    default:
      return false;
  }
  const header = keyHeader(request);
  return header !== undefined && isKeyWithin(container, key, header);
}

function keyHeader(request: GatewayRequest): readonly PartitionKeyComponent[] | undefined {
  const header = request.header(RequestHeader.partitionKey);
  return header === undefined ? undefined : parsePartitionKeyHeader(header);
}

/** The granted key itself, or what is below it where it is the first levels of a hierarchical one. */
function isKeyWithin(
  { partitionKey }: Container,
  granted: readonly PartitionKeyComponent[],
  given: readonly PartitionKeyComponent[],
): boolean {
  // An empty key is an absent value where there is one level, and everything where there are several.
  const levels = partitionKey.paths.length;
  const normal = (key: readonly PartitionKeyComponent[]) =>
    key.length === 0 && levels === 1 ? [undefined] : key;
  const [whole, part] = [normal(granted), normal(given)];
  return (
    whole.length > 0 &&
    whole.length <= part.length &&
    whole.every((component, i) => Object.is(component, part[i]))
  );
}

function forbidden({ id, body }: Resource): Failure {
  const { permissionMode, resource, resourcePartitionKey } = body;
  const key =
    resourcePartitionKey === undefined
      ? ""
      : ` with the partition key ${JSON.stringify(resourcePartitionKey)}`;
  return new Failure(
    "forbidden",
    `The resource token is of permission '${id}', which does not allow this: it grants ${String(permissionMode)} on '${String(resource)}'${key}. On an item it needs a partition key, in the permission or (by the item's resource id) in the link, and in the request.`,
  );
}
