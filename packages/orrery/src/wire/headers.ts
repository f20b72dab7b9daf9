/** Every header that is read or sent here, lower case as node gives and takes them. */
export const RequestHeader = {
  accept: "accept",
  activityId: "x-ms-activity-id",
  acceptLanguage: "accept-language",
  aIm: "a-im",
  authorization: "authorization",
  batchAtomic: "x-ms-cosmos-batch-atomic",
  batchContinueOnError: "x-ms-cosmos-batch-continue-on-error",
  changeFeedWireFormat: "x-ms-cosmos-changefeed-wire-format-version",
  consistencyLevel: "x-ms-consistency-level",
  contentType: "content-type",
  continuation: "x-ms-continuation",
  correlatedActivityId: "x-ms-cosmos-correlated-activityid",
  corsHeaders: "access-control-request-headers",
  corsMethod: "access-control-request-method",
  date: "date",
  enableCrossPartitionQuery: "x-ms-documentdb-query-enablecrosspartition",
  enableScriptLogging: "x-ms-documentdb-script-enable-logging",
  endEpk: "x-ms-end-epk",
  fetchDestination: "sec-fetch-dest",
  fetchMode: "sec-fetch-mode",
  fetchSite: "sec-fetch-site",
  forwardedProto: "x-forwarded-proto",
  ifMatch: "if-match",
  ifModifiedSince: "if-modified-since",
  ifNoneMatch: "if-none-match",
  indexingDirective: "x-ms-indexing-directive",
  intendedContainerRid: "x-ms-cosmos-intended-collection-rid",
  isBatch: "x-ms-cosmos-is-batch-request",
  isQuery: "x-ms-documentdb-isquery",
  /** What Go sends for `isQuery`. */
  isQueryGo: "x-ms-documentdb-query",
  isQueryPlan: "x-ms-cosmos-is-query-plan-request",
  isUpsert: "x-ms-documentdb-is-upsert",
  maxItemCount: "x-ms-max-item-count",
  migrateOfferToAutoscale: "x-ms-cosmos-migrate-offer-to-autopilot",
  migrateOfferToManual: "x-ms-cosmos-migrate-offer-to-manual-throughput",
  msDate: "x-ms-date",
  offerAutopilotSettings: "x-ms-cosmos-offer-autopilot-settings",
  offerThroughput: "x-ms-offer-throughput",
  origin: "origin",
  acceptEncoding: "accept-encoding",
  partitionKey: "x-ms-documentdb-partitionkey",
  partitionKeyRangeId: "x-ms-documentdb-partitionkeyrangeid",
  populateIndexMetrics: "x-ms-cosmos-populateindexmetrics",
  populateIndexMetricsV2: "x-ms-cosmos-populateindexmetrics-v2",
  populatePartitionStatistics: "x-ms-documentdb-populatepartitionstatistics",
  populateQueryMetrics: "x-ms-documentdb-populatequerymetrics",
  populateQuotaInfo: "x-ms-documentdb-populatequotainfo",
  postTriggerInclude: "x-ms-documentdb-post-trigger-include",
  prefer: "prefer",
  preTriggerInclude: "x-ms-documentdb-pre-trigger-include",
  priorityLevel: "x-ms-cosmos-priority-level",
  resourceTokenExpirySeconds: "x-ms-documentdb-expiry-seconds",
  sessionToken: "x-ms-session-token",
  startEpk: "x-ms-start-epk",
  supportedFormats: "x-ms-cosmos-supported-serialization-formats",
  supportedQueryFeatures: "x-ms-cosmos-supported-query-features",
  throughputBucket: "x-ms-cosmos-throughput-bucket",
  userAgent: "user-agent",
  version: "x-ms-version",
} as const;
export type RequestHeader = (typeof RequestHeader)[keyof typeof RequestHeader];

export const ResponseHeader = {
  activityId: "x-ms-activity-id",
  /** The owner by its names: `dbs/a/colls/b`, through `headerPath`. */
  altContentPath: "x-ms-alt-content-path",
  contentLength: "content-length",
  contentLocation: "content-location",
  /** The owner by its resource id. */
  contentPath: "x-ms-content-path",
  contentType: "content-type",
  continuation: "x-ms-continuation",
  date: "date",
  etag: "etag",
  /** Ours: the rule that injected the answer. */
  fault: "x-orrery-fault",
  gatewayVersion: "x-ms-gatewayversion",
  indexTransformationProgress: "x-ms-documentdb-collection-index-transformation-progress",
  indexUtilization: "x-ms-cosmos-index-utilization",
  itemCount: "x-ms-item-count",
  itemLsn: "x-ms-item-lsn",
  lsn: "lsn",
  mediaStorageUsageMb: "x-ms-media-storage-usage-mb",
  mediaStorageUsageMbMax: "x-ms-max-media-storage-usage-mb",
  /** Ours: the node does not serve what was forwarded to it. */
  notServed: "x-orrery-not-served",
  minThroughput: "x-ms-cosmos-min-throughput",
  offerReplacePending: "x-ms-offer-replace-pending",
  partitionKeyRangeId: "x-ms-documentdb-partitionkeyrangeid",
  queryExecutionInfo: "x-ms-cosmos-query-execution-info",
  queryMetrics: "x-ms-documentdb-query-metrics",
  requestCharge: "x-ms-request-charge",
  requestDurationMs: "x-ms-request-duration-ms",
  resourceQuota: "x-ms-resource-quota",
  resourceUsage: "x-ms-resource-usage",
  retryAfterMs: "x-ms-retry-after-ms",
  schemaVersion: "x-ms-schemaversion",
  scriptLogResults: "x-ms-documentdb-script-log-results",
  serviceVersion: "x-ms-serviceversion",
  sessionToken: "x-ms-session-token",
  subStatus: "x-ms-substatus",
  version: "x-ms-version",
} as const;
export type ResponseHeader = (typeof ResponseHeader)[keyof typeof ResponseHeader];

export type ResponseHeaders = Record<string, string | number>;

/** What clients read in the version headers: the protocol, and the generation of the service that Orrery follows. */
export const PROTOCOL_VERSION = "2020-07-15";
export const GATEWAY_VERSION = "version=2.14.0";
export const SCHEMA_VERSION = "1.18";

export const JSON_CONTENT_TYPE = "application/json";
export const QUERY_CONTENT_TYPE = "application/query+json";

/**
 * A name path for a header, which holds printable ASCII only: clients compare it with their own link, so that
 * plain names stay as they are and only the rest is percent-encoded.
 */
export function headerPath(path: string): string {
  return /^[\x20-\x7e]*$/.test(path) ? path : encodeURI(Buffer.from(path).toString());
}
