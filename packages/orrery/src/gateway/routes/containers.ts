/** Containers, and the partition key ranges that clients route by. */
import type { ContainerQuota } from "../../engine/index.ts";
import { RequestHeader, ResponseHeader, type ResponseHeaders } from "../../wire/headers.ts";
import type { RequestContext } from "../context/request-context.ts";
import type { GatewayResponse } from "../exchange/gateway-response.ts";
import { requestScope } from "./item-request.ts";
import { resourcePage } from "./resource-page.ts";
import { throughputHeaders } from "./throughput-headers.ts";

/** Clients from this version of the protocol on give every container a partition key. */
const PARTITION_KEYS_SINCE = "2018-12-31";

export async function listContainers(context: RequestContext): Promise<GatewayResponse> {
  const page = await resourcePage(context);
  return context.answerList("colls", await context.engine.containers.list(context.id(0), page));
}

export async function createContainer(context: RequestContext): Promise<GatewayResponse> {
  const { engine, request } = context;
  const version = request.header(RequestHeader.version) ?? PARTITION_KEYS_SINCE;
  const created = await engine.containers.create(context.id(0), await context.json(), {
    ...throughputHeaders(request),
    knowsPartitionKeys: version >= PARTITION_KEYS_SINCE,
  });
  return context.answerResource(201, created);
}

export async function readContainer(context: RequestContext): Promise<GatewayResponse> {
  const { engine, container, request } = context;
  const answer = await engine.containers.read(container, {
    quota: request.booleanHeader(RequestHeader.populateQuotaInfo),
    statistics: request.booleanHeader(RequestHeader.populatePartitionStatistics),
  });
  return context.answerResource(200, answer, answer.quota === undefined ? {} : quotaHeaders(answer.quota));
}

export async function replaceContainer(context: RequestContext): Promise<GatewayResponse> {
  const { engine, container, ifMatch } = context;
  const replaced = await engine.containers.replace(container, await context.json(), ifMatch);
  return context.answerResource(200, replaced);
}

export async function deleteContainer(context: RequestContext): Promise<GatewayResponse> {
  const { engine, container, ifMatch } = context;
  const { charge } = await engine.containers.delete(container, ifMatch);
  return context.answer(204, undefined, charge);
}

/** The ranges that exist now. */
export async function listPartitionKeyRanges(context: RequestContext): Promise<GatewayResponse> {
  const { engine, container } = context;
  const ranges = await engine.containers.ranges(container, await resourcePage(context));
  return context.answerList("pkranges", ranges);
}

/** The same as a change feed: 304 for a client that knows them already. */
export async function readRangeChanges(context: RequestContext): Promise<GatewayResponse> {
  const { engine, container, request } = context;
  const known = request.header(RequestHeader.ifNoneMatch);
  const { rows, etag, ...list } = await engine.containers.rangesSince(container, known);
  const headers = { [ResponseHeader.etag]: etag };
  return rows === undefined
    ? context.answer(304, undefined, list.charge, headers)
    : context.answerList("pkranges", { ...list, rows }, headers);
}

export async function listConflicts(context: RequestContext): Promise<GatewayResponse> {
  const { engine, container, request } = context;
  const conflicts = await engine.containers.conflicts(container, {
    ...(await resourcePage(context)),
    ...requestScope(context),
    mayCross: request.booleanHeader(RequestHeader.enableCrossPartitionQuery),
  });
  return context.answerList("conflicts", conflicts);
}

/** For whatever a client wants to do with one conflict. */
export function findConflict(context: RequestContext): Promise<never> {
  return context.engine.containers.conflict(context.container, context.id(2));
}

const COLLECTION_KILOBYTES_MAX = 10 * 1024 * 1024;

/**
 * Sizes in KB. `documentsSize` is what the present partitions hold before one of them is split. `collectionSize` is that
 * too, but at most the 10 GB that the service reports and that the tests of the JavaScript client expect.
 */
function quotaHeaders(quota: ContainerQuota): ResponseHeaders {
  const used = inKilobytes(quota.bytes);
  const held = inKilobytes(quota.bytesMax);
  const scripts = (counts: ContainerQuota["scripts"]) =>
    `functions=${counts.userDefinedFunction};storedProcedures=${counts.storedProcedure};triggers=${counts.trigger};`;
  return {
    [ResponseHeader.indexTransformationProgress]: quota.indexProgress,
    [ResponseHeader.resourceQuota]: `documentSize=${inKilobytes(quota.itemBytesMax)};documentsSize=${held};documentsCount=-1;collectionSize=${Math.min(held, COLLECTION_KILOBYTES_MAX)};${scripts(quota.scriptsMax)}`,
    [ResponseHeader.resourceUsage]: `documentsSize=${used};documentsCount=${quota.items};collectionSize=${used};${scripts(quota.scripts)}`,
  };
}

function inKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
