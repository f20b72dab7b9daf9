/** Containers, and the partition key ranges that clients route by. */
import {
  type Container,
  ITEM_BYTES_MAX,
  METADATA_READ_CHARGE,
  METADATA_WRITE_CHARGE,
  partitionStatistics,
  type Resource,
  SCRIPTS_MAX,
  type ScriptKind,
} from "../../engine/index.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import type { GatewayResponse, ResponseHeaders } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { answerResourceFeed } from "./resource-feed.ts";
import { throughputHeaders } from "./throughput-headers.ts";

/** Clients from this version of the protocol on give every container a partition key. */
const PARTITION_KEYS_SINCE = "2018-12-31";

export function listContainers(context: RequestContext): Promise<GatewayResponse> {
  const database = context.engine.tree.findOwner("database", "", context.id(0));
  const bodies = context.engine.tree.catalog.list("container", database.rid).map(({ body }) => body);
  return answerResourceFeed(context, "colls", database.rid, bodies);
}

export async function createContainer(context: RequestContext): Promise<GatewayResponse> {
  const { engine, request } = context;
  const version = request.header(RequestHeader.version) ?? PARTITION_KEYS_SINCE;
  const container = await engine.createContainer(
    engine.tree.findOwner("database", "", context.id(0)),
    await context.json(),
    { ...throughputHeaders(request), knowsPartitionKeys: version >= PARTITION_KEYS_SINCE },
  );
  return context.answerResource(201, container, METADATA_WRITE_CHARGE);
}

export async function readContainer(context: RequestContext): Promise<GatewayResponse> {
  const resource = findContainer(context);
  const { request, engine } = context;
  const headers = request.booleanHeader(RequestHeader.populateQuotaInfo)
    ? quotaHeaders(context, await engine.containerOf(resource))
    : {};
  if (!request.booleanHeader(RequestHeader.populatePartitionStatistics))
    return context.answerResource(200, resource, METADATA_READ_CHARGE, headers);
  const statistics = await partitionStatistics(await engine.containerOf(resource));
  const body = { ...resource.body, statistics };
  return context.answerResource(200, { ...resource, body }, METADATA_READ_CHARGE, headers);
}

export async function replaceContainer(context: RequestContext): Promise<GatewayResponse> {
  const replaced = await context.engine.replaceContainer(
    findContainer(context),
    await context.json(),
    context.ifMatch,
  );
  return context.answerResource(200, replaced, METADATA_WRITE_CHARGE);
}

export async function deleteContainer(context: RequestContext): Promise<GatewayResponse> {
  await context.engine.deleteContainer(findContainer(context), context.ifMatch);
  return context.answer(204, undefined, METADATA_WRITE_CHARGE);
}

/** As a plain list of the ranges that are alive, or as a change feed that ends with 304. */
export async function listPartitionKeyRanges(context: RequestContext): Promise<GatewayResponse> {
  const container = await context.engine.openContainer(context.id(0), context.id(1));
  const bodies = container.partitionKeyRanges();
  const etag = `"${container.map.version}"`;
  if (context.request.header(RequestHeader.aIm) === undefined) {
    return answerResourceFeed(context, "pkranges", container.rid, bodies);
  }
  if (context.request.header(RequestHeader.ifNoneMatch) === etag) {
    return context.answer(304, undefined, METADATA_READ_CHARGE, { [ResponseHeader.etag]: etag });
  }
  const items = bodies.map((body) => Buffer.from(JSON.stringify(body)));
  return context.answerFeed("pkranges", container.rid, items, METADATA_READ_CHARGE, {
    [ResponseHeader.etag]: etag,
  });
}

function findContainer(context: RequestContext): Resource {
  const { tree } = context.engine;
  return tree.find("container", tree.findOwner("database", "", context.id(0)).rid, context.id(1));
}

/**
 * Sizes in KB. `documentsSize` is what the present partitions hold before one of them is split. `collectionSize` is that
 * too, but at most the 10 GB that the service reports and that the tests of the JavaScript client expect.
 */
function quotaHeaders({ engine }: RequestContext, container: Container): ResponseHeaders {
  const { items, bytes } = container.totals();
  const used = inKilobytes(bytes);
  const { storageLimits } = container.surroundings;
  const held = inKilobytes(container.map.partitions.length * storageLimits.partitionBytes);
  const scripts = (count: (kind: ScriptKind) => number) =>
    `functions=${count("userDefinedFunction")};storedProcedures=${count("storedProcedure")};triggers=${count("trigger")};`;
  const usedScripts = scripts((kind) => engine.tree.catalog.list(kind, container.rid).length);
  return {
    [ResponseHeader.indexTransformationProgress]: container.indexProgress,
    [ResponseHeader.resourceQuota]: `documentSize=${inKilobytes(ITEM_BYTES_MAX)};documentsSize=${held};documentsCount=-1;collectionSize=${Math.min(held, COLLECTION_KILOBYTES_MAX)};${scripts((kind) => SCRIPTS_MAX[kind])}`,
    [ResponseHeader.resourceUsage]: `documentsSize=${used};documentsCount=${items};collectionSize=${used};${usedScripts}`,
  };
}

const COLLECTION_KILOBYTES_MAX = 10 * 1024 * 1024;

function inKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
