/** What the headers of a request on items say, and what the headers of its answer tell. */
import type { Container, ItemRequest, PhysicalPartition, RequestScope } from "../../engine/index.ts";
import { parseEpkRange } from "../../wire/epk-text.ts";
import { headerPath, RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { parsePartitionKeyHeader } from "../../wire/partition-key-header.ts";
import { parseSessionToken, writeSessionToken } from "../../wire/session-token.ts";
import { Failure } from "../../wire/status.ts";
import type { GatewayRequest } from "../gateway-request.ts";
import type { ResponseHeaders } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";

/** The container of a request on items, if it is the one that the client means. */
export function openContainer(context: RequestContext): Container | Promise<Container> {
  const container = context.engine.openContainer(context.id(0), context.id(1));
  const intended = context.request.header(RequestHeader.intendedContainerRid);
  if (intended === undefined) return container;
  return Promise.resolve(container).then((opened) => {
    if (opened.rid !== intended) {
      throw new Failure(
        "wrongContainerRid",
        "Collection rid mismatch: the container was deleted and created anew since the client read it.",
      );
    }
    return opened;
  });
}

/** Refuses a consistency level that the account does not give, also where nothing is read. */
export function itemRequest({ request, consistency }: RequestContext): ItemRequest {
  const { headers } = request;
  const key = headers[RequestHeader.partitionKey];
  const ifMatch = headers[RequestHeader.ifMatch];
  const ifNoneMatch = headers[RequestHeader.ifNoneMatch];
  const indexing = headers[RequestHeader.indexingDirective];
  const session = headers[RequestHeader.sessionToken];
  const asked: { -readonly [Name in keyof ItemRequest]: ItemRequest[Name] } = {
    priority: priorityOf(headers[RequestHeader.priorityLevel]),
    bucket: request.integerHeader(RequestHeader.throughputBucket, 1, 5) ?? 0,
    readMultiplier: consistency.readMultiplier(request.header(RequestHeader.consistencyLevel)),
  };
  if (key !== undefined) asked.key = parsePartitionKeyHeader(key);
  if (ifMatch) asked.ifMatch = ifMatch;
  if (ifNoneMatch) asked.ifNoneMatch = ifNoneMatch;
  if (indexing?.toLowerCase() === "exclude") asked.indexed = false;
  if (session) asked.seenLsn = seenLsn(session);
  const triggers = triggersOf(request);
  if (triggers !== undefined) asked.triggers = triggers;
  return asked;
}

function priorityOf(level: string | undefined): ItemRequest["priority"] {
  switch (level?.toLowerCase()) {
    case undefined:
    case "":
    case "high":
      return "High";
    case "low":
      return "Low";
    default:
      throw new Failure(
        "badRequest",
        `The header '${RequestHeader.priorityLevel}' must be High or Low, not '${level}'.`,
      );
  }
}

function triggersOf(request: GatewayRequest): ItemRequest["triggers"] {
  const pre = request.listHeader(RequestHeader.preTriggerInclude);
  const post = request.listHeader(RequestHeader.postTriggerInclude);
  if (pre.length === 0 && post.length === 0) return undefined;
  if (pre.length > 1 || post.length > 1) {
    throw new Failure("badRequest", "A request runs at most one pre-trigger and one post-trigger.");
  }
  return { pre, post };
}

/** A client that has not seen a range since it was split asks for what it saw of its nearest ancestor. */
function seenLsn(text: string): NonNullable<ItemRequest["seenLsn"]> {
  const token = parseSessionToken(text);
  return (rangeId, parents) => {
    const own = token.get(rangeId);
    if (own !== undefined) return own;
    for (const parent of parents.toReversed()) {
      const lsn = token.get(String(parent));
      if (lsn !== undefined) return lsn;
    }
    return undefined;
  };
}

/** The part of the container that a query or a feed reads. */
export function requestScope({ request }: RequestContext): RequestScope {
  const key = request.header(RequestHeader.partitionKey);
  const rangeId = request.header(RequestHeader.partitionKeyRangeId);
  const startEpk = request.header(RequestHeader.startEpk);
  const endEpk = request.header(RequestHeader.endEpk);
  return {
    ...(key === undefined ? {} : { key: parsePartitionKeyHeader(key) }),
    ...(rangeId === undefined ? {} : { rangeId }),
    ...(startEpk === undefined && endEpk === undefined ? {} : { epkRange: parseEpkRange(startEpk, endEpk) }),
  };
}

/** The client of which some ways to handle a split never end (see where this is asked). */
export function isJavaScriptClient({ request }: RequestContext): boolean {
  return /azure-cosmos-js/i.test(request.header(RequestHeader.userAgent) ?? "");
}

/** How far the client has now seen the partition, and who owns what it saw. */
export function partitionHeaders(
  context: RequestContext,
  container: Container,
  { id, store }: PhysicalPartition,
  lsn = store.summary.lsn,
): ResponseHeaders {
  const headers = ownerHeaders(context, container);
  headers[ResponseHeader.sessionToken] = writeSessionToken(id, lsn);
  headers[ResponseHeader.lsn] = lsn;
  headers[ResponseHeader.partitionKeyRangeId] = id;
  return headers;
}

export function ownerHeaders({ engine }: RequestContext, container: Container): ResponseHeaders {
  let path = namePaths.get(container);
  if (path === undefined) {
    const { resource } = container;
    const database = engine.tree.catalog.byRid("database", resource.parentRid);
    path = headerPath(`dbs/${database?.id ?? ""}/colls/${resource.id}`);
    namePaths.set(container, path);
  }
  return { [ResponseHeader.contentPath]: container.rid, [ResponseHeader.altContentPath]: path };
}

/** A container's name and its database's are for life. */
const namePaths = new WeakMap<Container, string>();
