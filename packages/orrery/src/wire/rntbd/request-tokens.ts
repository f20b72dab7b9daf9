/**
 * What the tokens of a request mean: most of them are headers of the same request over HTTP, in another form. Tokens
 * that are not here ask for nothing that this server does differently, and are read over.
 */
import { ITEM_OPERATION_KINDS, ITEM_OPERATIONS } from "../../value/operations/item-operation.ts";
import { RequestHeader } from "../headers.ts";
import { headerOfItemVerb } from "../item-verbs.ts";
import type { ResourceType } from "../resource-path.ts";

/** The tokens that are no headers. */
export const RequestToken = {
  resourceId: 0x00,
  payloadPresent: 0x02,
  match: 0x08,
  replicaPath: 0x13,
  readFeedKeyType: 0x64,
  startEpk: 0x62,
  endEpk: 0x63,
  transportRequestId: 0x4d,
} as const;

/** Of the first frame of a connection. */
export const ContextRequestToken = { protocolVersion: 0, clientVersion: 1, userAgent: 2 } as const;

/**
 * How a token becomes a header. `text`: as it is; `flag`: 1 is true, 0 is false; `count`: a number, of which the largest
 * stands for -1; `number`: a number; a list of names: its number chooses one; `flags`: each bit stands for a name.
 */
export type TokenForm =
  | "text"
  | "flag"
  | "count"
  | "number"
  | { readonly names: readonly (string | undefined)[] }
  | { readonly flags: readonly string[] };

interface HeaderToken {
  readonly id: number;
  readonly header: RequestHeader;
  readonly form: TokenForm;
}

const CONSISTENCY_LEVELS = ["Strong", "BoundedStaleness", "Session", "Eventual", "ConsistentPrefix"];
const INDEXING_DIRECTIVES = ["Default", "Include", "Exclude"];
const FORMATS = ["JsonText", "CosmosBinary", "HybridRow"];
/** From 1 on. */
const PRIORITY_LEVELS = [undefined, "High", "Low"];
const RETURN_PREFERENCES = ["return=representation", "return=minimal"];

export const HEADER_TOKENS: readonly HeaderToken[] = [
  { id: 0x01, header: RequestHeader.authorization, form: "text" },
  { id: 0x03, header: RequestHeader.msDate, form: "text" },
  { id: 0x04, header: RequestHeader.maxItemCount, form: "count" },
  { id: 0x05, header: RequestHeader.sessionToken, form: "text" },
  { id: 0x06, header: RequestHeader.continuation, form: "text" },
  { id: 0x07, header: RequestHeader.indexingDirective, form: { names: INDEXING_DIRECTIVES } },
  { id: 0x09, header: RequestHeader.preTriggerInclude, form: "text" },
  { id: 0x0a, header: RequestHeader.postTriggerInclude, form: "text" },
  { id: 0x10, header: RequestHeader.consistencyLevel, form: { names: CONSISTENCY_LEVELS } },
  { id: 0x14, header: RequestHeader.resourceTokenExpirySeconds, form: "number" },
  { id: 0x28, header: RequestHeader.version, form: "text" },
  { id: 0x2b, header: RequestHeader.partitionKey, form: "text" },
  { id: 0x2c, header: RequestHeader.partitionKeyRangeId, form: "text" },
  { id: 0x3e, header: RequestHeader.enableScriptLogging, form: "flag" },
  { id: 0x3f, header: RequestHeader.aIm, form: "text" },
  { id: 0x40, header: RequestHeader.populateQuotaInfo, form: "flag" },
  { id: 0x42, header: RequestHeader.populateQueryMetrics, form: "flag" },
  { id: 0x44, header: RequestHeader.populatePartitionStatistics, form: "flag" },
  { id: 0x47, header: RequestHeader.ifModifiedSince, form: "text" },
  { id: 0x73, header: RequestHeader.batchAtomic, form: "flag" },
  { id: 0x74, header: RequestHeader.batchContinueOnError, form: "flag" },
  { id: 0x82, header: RequestHeader.prefer, form: { names: RETURN_PREFERENCES } },
  { id: 0x85, header: RequestHeader.migrateOfferToManual, form: "flag" },
  { id: 0x86, header: RequestHeader.migrateOfferToAutoscale, form: "flag" },
  { id: 0x9d, header: RequestHeader.intendedContainerRid, form: "text" },
  { id: 0xa9, header: RequestHeader.populateIndexMetrics, form: "flag" },
  { id: 0xb2, header: RequestHeader.changeFeedWireFormat, form: "text" },
  { id: 0xbf, header: RequestHeader.priorityLevel, form: { names: PRIORITY_LEVELS } },
  { id: 0xc2, header: RequestHeader.populateIndexMetricsV2, form: "flag" },
  { id: 0xc4, header: RequestHeader.supportedFormats, form: { flags: FORMATS } },
  { id: 0xdb, header: RequestHeader.throughputBucket, form: "number" },
  { id: 0xff, header: RequestHeader.supportedQueryFeatures, form: "text" },
];

/** What an operation is over HTTP: a method, and for some a header that says more. */
export interface WireOperation {
  readonly method: string;
  readonly header?: RequestHeader | undefined;
  /** A precondition is for having the resource already, not for changing it. */
  readonly isRead?: boolean;
  /** It reads a feed, which on a container's items means those of one range. */
  readonly readsFeed?: true;
}

export const OPERATIONS: ReadonlyMap<number, WireOperation> = new Map<number, WireOperation>([
  ...ITEM_OPERATION_KINDS.map((kind): [number, WireOperation] => {
    const { frameCode, method, isWrite } = ITEM_OPERATIONS[kind];
    return [frameCode, { method, header: headerOfItemVerb(kind), isRead: !isWrite }];
  }),
  [0x04, { method: "GET", isRead: true, readsFeed: true }],
  [0x08, { method: "POST" }],
  [0x09, { method: "POST", header: RequestHeader.isQuery, readsFeed: true }],
  [0x0f, { method: "POST", header: RequestHeader.isQuery, readsFeed: true }],
  [0x11, { method: "HEAD" }],
  [0x12, { method: "HEAD" }],
  [0x25, { method: "POST", header: RequestHeader.isBatch }],
  [0x42, { method: "POST", header: RequestHeader.isQueryPlan }],
]);

/** The types of resources that are served, by their numbers. */
export const RESOURCE_TYPES: ReadonlyMap<number, ResourceType> = new Map<number, ResourceType>([
  [0x01, "dbs"],
  [0x02, "colls"],
  [0x03, "docs"],
  [0x05, "users"],
  [0x06, "permissions"],
  [0x07, "sprocs"],
  [0x08, "conflicts"],
  [0x09, "triggers"],
  [0x0a, "udfs"],
  [0x0f, "offers"],
  [0x14, ""],
  [0x16, "pkranges"],
  [0x23, "clientencryptionkeys"],
]);

/** The tokens with names, from the outermost resource inwards. */
export const NAME_TOKENS: readonly (readonly [id: number, type: ResourceType])[] = [
  [0x15, "dbs"],
  [0x16, "colls"],
  [0x19, "users"],
  [0x80, "clientencryptionkeys"],
  [0x17, "docs"],
  [0x1a, "permissions"],
  [0x1b, "sprocs"],
  [0x1c, "udfs"],
  [0x1d, "triggers"],
  [0x20, "conflicts"],
  [0x36, "pkranges"],
];
