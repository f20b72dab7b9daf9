/** What the headers of a query's page tell: which way ties run, and, where the client asks, about the work behind it. */
import type { QueryAnswer } from "../../engine/index.ts";
import { ARRAY_ELEMENT, parsePath, quotedSegment } from "../../value/path.ts";
import { RequestHeader, ResponseHeader, type ResponseHeaders } from "../../wire/headers.ts";
import {
  formatQueryMetrics,
  type IndexUtilization,
  indexUtilizationV1,
  indexUtilizationV2,
  type UtilizedIndex,
} from "../../wire/query-metrics.ts";
import type { GatewayRequest } from "../exchange/gateway-request.ts";

export function queryHeaders(request: GatewayRequest, answer: QueryAnswer): ResponseHeaders {
  const headers: ResponseHeaders = { [ResponseHeader.queryExecutionInfo]: executionInfo(answer) };
  if (request.booleanHeader(RequestHeader.populateQueryMetrics)) {
    headers[ResponseHeader.queryMetrics] = queryMetrics(answer);
  }
  if (request.booleanHeader(RequestHeader.populateIndexMetricsV2)) {
    headers[ResponseHeader.indexUtilization] = indexUtilizationV2(indexUtilization(answer));
  } else if (request.booleanHeader(RequestHeader.populateIndexMetrics)) {
    headers[ResponseHeader.indexUtilization] = indexUtilizationV1(indexUtilization(answer));
  }
  return headers;
}

/**
 * A client that goes on within equal sort keys passes over the resource ids that come before its last one. Told
 * nothing, it takes them to run as the first key of ORDER BY does, which a composite index may well do the other way.
 */
function executionInfo({ hasReversedTies }: QueryAnswer): string {
  return JSON.stringify({ reverseRidEnabled: false, reverseIndexScan: hasReversedTies });
}

function queryMetrics({ work, times }: QueryAnswer): string {
  return formatQueryMetrics({
    totalExecutionTimeMs: times.totalMs,
    queryCompileTimeMs: times.compileMs,
    logicalPlanBuildTimeMs: times.planMs,
    runtimeExecutionTimeMs: times.totalMs - times.compileMs - times.planMs,
    indexLookupTimeMs: times.indexLookupMs,
    documentLoadTimeMs: times.itemLoadMs,
    documentWriteTimeMs: times.writeMs,
    userFunctionTimeMs: times.userFunctionMs,
    retrievedDocumentCount: work.itemsLoaded,
    retrievedDocumentBytes: work.bytesLoaded,
    outputDocumentCount: work.rowsOut,
    outputDocumentBytes: work.bytesOut,
    matchedDocumentCount: work.itemsMatched,
  });
}

export function indexUtilization({
  indexUsage: { used, potential },
}: Pick<QueryAnswer, "indexUsage">): IndexUtilization {
  // The service names the index of ids last, whatever the filter begins with.
  const inOrder = [...used].sort((a, b) => Number(isOfIds(a)) - Number(isOfIds(b)));
  return { utilized: inOrder.map(wireIndex), potential: potential.map(wireIndex) };
}

function isOfIds({ index }: QueryAnswer["indexUsage"]["used"][number]): boolean {
  return index.kind === "path" && index.path === "/id";
}

/** An index as an indexing policy names it. */
function wireIndex({ index, ...use }: QueryAnswer["indexUsage"]["used"][number]): UtilizedIndex {
  switch (index.kind) {
    case "path":
      return { ...use, spec: `${policyPath(index.path)}/?` };
    case "functional":
      return { ...use, spec: `${policyPath(index.path)}${index.policyEnding}` };
    case "composite":
      return {
        ...use,
        spec: index.parts.map(({ path, descending }) => `${policyPath(path)} ${descending ? "DESC" : "ASC"}`),
      };
    case "fullText":
      return { ...use, spec: policyPath(index.path) };
  }
}

const IDENTIFIER = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/** Policies may name more without quotes; the service quotes whatever is no identifier. */
function policyPath(path: string): string {
  const segments = parsePath(path) ?? [];
  return segments
    .map((name) =>
      name === null ? `/${ARRAY_ELEMENT}` : `/${IDENTIFIER.test(name) ? name : quotedSegment(name)}`,
    )
    .join("");
}
