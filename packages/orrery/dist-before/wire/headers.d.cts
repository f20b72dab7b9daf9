/** Every header that is read or sent here, lower case as node gives and takes them. */
export declare const RequestHeader: {
    readonly accept: "accept";
    readonly activityId: "x-ms-activity-id";
    readonly acceptLanguage: "accept-language";
    readonly aIm: "a-im";
    readonly authorization: "authorization";
    readonly batchAtomic: "x-ms-cosmos-batch-atomic";
    readonly batchContinueOnError: "x-ms-cosmos-batch-continue-on-error";
    readonly changeFeedWireFormat: "x-ms-cosmos-changefeed-wire-format-version";
    readonly consistencyLevel: "x-ms-consistency-level";
    readonly contentType: "content-type";
    readonly continuation: "x-ms-continuation";
    readonly correlatedActivityId: "x-ms-cosmos-correlated-activityid";
    readonly corsHeaders: "access-control-request-headers";
    readonly corsMethod: "access-control-request-method";
    readonly date: "date";
    readonly enableCrossPartitionQuery: "x-ms-documentdb-query-enablecrosspartition";
    readonly enableScriptLogging: "x-ms-documentdb-script-enable-logging";
    readonly endEpk: "x-ms-end-epk";
    readonly fetchDestination: "sec-fetch-dest";
    readonly fetchMode: "sec-fetch-mode";
    readonly fetchSite: "sec-fetch-site";
    readonly forwardedProto: "x-forwarded-proto";
    readonly ifMatch: "if-match";
    readonly ifModifiedSince: "if-modified-since";
    readonly ifNoneMatch: "if-none-match";
    readonly indexingDirective: "x-ms-indexing-directive";
    readonly intendedContainerRid: "x-ms-cosmos-intended-collection-rid";
    readonly isBatch: "x-ms-cosmos-is-batch-request";
    readonly isQuery: "x-ms-documentdb-isquery";
    /** What Go sends for `isQuery`. */
    readonly isQueryGo: "x-ms-documentdb-query";
    readonly isQueryPlan: "x-ms-cosmos-is-query-plan-request";
    readonly isUpsert: "x-ms-documentdb-is-upsert";
    readonly maxItemCount: "x-ms-max-item-count";
    readonly migrateOfferToAutoscale: "x-ms-cosmos-migrate-offer-to-autopilot";
    readonly migrateOfferToManual: "x-ms-cosmos-migrate-offer-to-manual-throughput";
    readonly msDate: "x-ms-date";
    readonly offerAutopilotSettings: "x-ms-cosmos-offer-autopilot-settings";
    readonly offerThroughput: "x-ms-offer-throughput";
    readonly origin: "origin";
    readonly acceptEncoding: "accept-encoding";
    readonly partitionKey: "x-ms-documentdb-partitionkey";
    readonly partitionKeyRangeId: "x-ms-documentdb-partitionkeyrangeid";
    readonly populateIndexMetrics: "x-ms-cosmos-populateindexmetrics";
    readonly populateIndexMetricsV2: "x-ms-cosmos-populateindexmetrics-v2";
    readonly populatePartitionStatistics: "x-ms-documentdb-populatepartitionstatistics";
    readonly populateQueryMetrics: "x-ms-documentdb-populatequerymetrics";
    readonly populateQuotaInfo: "x-ms-documentdb-populatequotainfo";
    readonly postTriggerInclude: "x-ms-documentdb-post-trigger-include";
    readonly prefer: "prefer";
    readonly preTriggerInclude: "x-ms-documentdb-pre-trigger-include";
    readonly priorityLevel: "x-ms-cosmos-priority-level";
    readonly resourceTokenExpirySeconds: "x-ms-documentdb-expiry-seconds";
    readonly sessionToken: "x-ms-session-token";
    readonly startEpk: "x-ms-start-epk";
    readonly supportedFormats: "x-ms-cosmos-supported-serialization-formats";
    readonly supportedQueryFeatures: "x-ms-cosmos-supported-query-features";
    readonly throughputBucket: "x-ms-cosmos-throughput-bucket";
    readonly userAgent: "user-agent";
    readonly version: "x-ms-version";
};
export type RequestHeader = (typeof RequestHeader)[keyof typeof RequestHeader];
export declare const ResponseHeader: {
    readonly activityId: "x-ms-activity-id";
    /** The owner by its names: `dbs/a/colls/b`, through `headerPath`. */
    readonly altContentPath: "x-ms-alt-content-path";
    readonly contentLength: "content-length";
    readonly contentLocation: "content-location";
    /** The owner by its resource id. */
    readonly contentPath: "x-ms-content-path";
    readonly contentType: "content-type";
    readonly continuation: "x-ms-continuation";
    readonly date: "date";
    readonly etag: "etag";
    /** Ours: the rule that injected the answer. */
    readonly fault: "x-orrery-fault";
    readonly gatewayVersion: "x-ms-gatewayversion";
    readonly indexTransformationProgress: "x-ms-documentdb-collection-index-transformation-progress";
    readonly indexUtilization: "x-ms-cosmos-index-utilization";
    readonly itemCount: "x-ms-item-count";
    readonly itemLsn: "x-ms-item-lsn";
    readonly lsn: "lsn";
    readonly mediaStorageUsageMb: "x-ms-media-storage-usage-mb";
    readonly mediaStorageUsageMbMax: "x-ms-max-media-storage-usage-mb";
    /** Ours: the node does not serve what was forwarded to it. */
    readonly notServed: "x-orrery-not-served";
    readonly minThroughput: "x-ms-cosmos-min-throughput";
    readonly offerReplacePending: "x-ms-offer-replace-pending";
    readonly partitionKeyRangeId: "x-ms-documentdb-partitionkeyrangeid";
    readonly queryExecutionInfo: "x-ms-cosmos-query-execution-info";
    readonly queryMetrics: "x-ms-documentdb-query-metrics";
    readonly requestCharge: "x-ms-request-charge";
    readonly requestDurationMs: "x-ms-request-duration-ms";
    readonly resourceQuota: "x-ms-resource-quota";
    readonly resourceUsage: "x-ms-resource-usage";
    readonly retryAfterMs: "x-ms-retry-after-ms";
    readonly schemaVersion: "x-ms-schemaversion";
    readonly scriptLogResults: "x-ms-documentdb-script-log-results";
    readonly serviceVersion: "x-ms-serviceversion";
    readonly sessionToken: "x-ms-session-token";
    readonly subStatus: "x-ms-substatus";
    readonly version: "x-ms-version";
};
export type ResponseHeader = (typeof ResponseHeader)[keyof typeof ResponseHeader];
export type ResponseHeaders = Record<string, string | number>;
/** What clients read in the version headers: the protocol, and the generation of the service that Orrery follows. */
export declare const PROTOCOL_VERSION = "2020-07-15";
export declare const GATEWAY_VERSION = "version=2.14.0";
export declare const SCHEMA_VERSION = "1.18";
export declare const JSON_CONTENT_TYPE = "application/json";
export declare const QUERY_CONTENT_TYPE = "application/query+json";
/**
 * A name path for a header, which holds printable ASCII only: clients compare it with their own link, so that
 * plain names stay as they are and only the rest is percent-encoded.
 */
export declare function headerPath(path: string): string;
