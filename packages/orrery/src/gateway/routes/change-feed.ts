/**
 * The change feed in both its modes. A position in it is an LSN, which clients keep as an ETag; while they read from a
 * time on, that time is part of it. 304 means that there is nothing new: clients stop there. A page on which nothing
 * was found, though there is more to look at, is therefore an empty 200, and they go on.
 */
import {
  type ChangeFeedRequest,
  type Container,
  type ItemVersion,
  type PhysicalPartition,
  readAllVersions,
  readLatestChanges,
} from "../../engine/index.ts";
import { RequestHeader, ResponseHeader } from "../../wire/headers.ts";
import { Failure } from "../../wire/status.ts";
import type { GatewayResponse } from "../gateway-response.ts";
import type { RequestContext } from "../request-context.ts";
import { itemRequest, openContainer, partitionHeaders, requestScope } from "./item-request.ts";

const ALL_VERSIONS = "full-fidelity feed";

export async function readChangeFeed(context: RequestContext): Promise<GatewayResponse> {
  const container = await openContainer(context);
  const feed = feedRequest(context);
  if (context.request.header(RequestHeader.aIm)?.toLowerCase() === ALL_VERSIONS) {
    const answer = await readAllVersions(container, feed);
    const rows = answer.versions.map((version) => versionRow(container, version));
    return answerChanges(context, container, feed, answer, rows);
  }
  const answer = await readLatestChanges(container, feed);
  const rows = answer.items.map(({ json, lsn }) =>
    Buffer.concat([json.subarray(0, -1), Buffer.from(`,"_lsn":${lsn}}`)]),
  );
  return answerChanges(context, container, feed, answer, rows);
}

function feedRequest(context: RequestContext): ChangeFeedRequest {
  const { request, maxItems } = context;
  const { priority, bucket, readMultiplier } = itemRequest(context);
  const token = request.header(RequestHeader.ifNoneMatch);
  const since = request.header(RequestHeader.ifModifiedSince);
  return {
    ...requestScope(context),
    priority,
    bucket,
    readMultiplier,
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(token === undefined ? since && { sinceSeconds: secondsOf(since) } : decodeToken(token)),
  };
}

interface FeedPage {
  readonly partition: PhysicalPartition;
  readonly lsn: number;
  readonly hasMore: boolean;
  readonly charge: number;
}

function answerChanges(
  context: RequestContext,
  container: Container,
  { sinceSeconds }: ChangeFeedRequest,
  { partition, lsn, hasMore, charge }: FeedPage,
  rows: readonly Buffer[],
): GatewayResponse {
  const headers = {
    ...partitionHeaders(context, container, partition),
    [ResponseHeader.etag]: encodeToken(lsn, hasMore ? sinceSeconds : undefined),
  };
  return rows.length === 0 && !hasMore
    ? context.answer(304, undefined, charge, headers)
    : context.answerFeed("docs", container.rid, rows, charge, headers);
}

/** The item's bytes as they were stored, and what happened to it. */
function versionRow(container: Container, version: ItemVersion): Buffer {
  const { current, previous } = version;
  return Buffer.concat([
    Buffer.from('{"current":'),
    current ?? Buffer.from("{}"),
    ...(previous === undefined ? [] : [Buffer.from(',"previous":'), previous]),
    Buffer.from(`,"metadata":${JSON.stringify(metadataOf(container, version))}}`),
  ]);
}

function metadataOf({ partitionKey }: Container, version: ItemVersion) {
  const { operation, lsn, committedAt, previousLsn, expired } = version;
  const metadata = { operationType: operation, lsn, crts: committedAt, previousImageLSN: previousLsn };
  if (operation !== "delete") return metadata;
  const document = JSON.parse(version.previous!.toString());
  const key = partitionKey.extract(document);
  return {
    ...metadata,
    ...(expired ? { timeToLiveExpired: true } : {}),
    id: document.id as string,
    partitionKey: Object.fromEntries(partitionKey.paths.map((path, level) => [path.slice(1), key[level]])),
  };
}

function encodeToken(lsn: number, sinceSeconds: number | undefined): string {
  return sinceSeconds === undefined ? `"${lsn}"` : `"${lsn};${sinceSeconds}"`;
}

function decodeToken(etag: string): Pick<ChangeFeedRequest, "afterLsn" | "sinceSeconds"> {
  if (etag === "*") return { afterLsn: "now" };
  const [, lsn, since] = /^(\d{1,15})(?:;(\d{1,15}))?$/.exec(etag.replaceAll('"', "")) ?? [];
  if (lsn === undefined) {
    throw new Failure(
      "badRequest",
      `Invalid change feed token ${etag}. Send the ETag of the last answer, or '*'.`,
    );
  }
  return { afterLsn: Number(lsn), ...(since === undefined ? {} : { sinceSeconds: Number(since) }) };
}

function secondsOf(date: string): number {
  const time = Date.parse(date);
  if (Number.isNaN(time))
    throw new Failure("badRequest", `The header If-Modified-Since is no date: '${date}'.`);
  return Math.floor(time / 1000);
}
