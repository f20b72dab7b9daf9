const moduleUrl = require("node:url").pathToFileURL(__filename).href;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  BODY_BYTES_MAX: () => BODY_BYTES_MAX,
  CONTROL_PREFIX: () => CONTROL_PREFIX,
  GATEWAY_VERSION: () => GATEWAY_VERSION,
  GatewayRequest: () => GatewayRequest,
  JSON_CONTENT_TYPE: () => JSON_CONTENT_TYPE,
  PRODUCT: () => PRODUCT,
  PRODUCT_VERSION: () => PRODUCT_VERSION,
  PROTOCOL_VERSION: () => PROTOCOL_VERSION,
  RequestHeader: () => RequestHeader,
  ResponseHeader: () => ResponseHeader,
  SCHEMA_VERSION: () => SCHEMA_VERSION,
  bodyTooLarge: () => bodyTooLarge,
  clientGone: () => clientGone,
  errorBody: () => errorBody,
  errorsMessage: () => errorsMessage,
  headerPath: () => headerPath,
  parsePartitionKeyHeader: () => parsePartitionKeyHeader,
  parseResourcePath: () => parseResourcePath,
  readBody: () => readBody,
  replicaErrorBody: () => replicaErrorBody
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var CHILDREN = { "": ["dbs", "offers", "addresses"], dbs: ["colls", "users", "clientencryptionkeys"], colls: ["docs", "pkranges", "sprocs", "triggers", "udfs", "conflicts"], users: [
  "permissions"
], docs: [], sprocs: [], triggers: [], udfs: [], conflicts: [], pkranges: [], permissions: [], clientencryptionkeys: [], offers: [], addresses: [], partitionkeydelete: [] };
var CONTROL_PREFIX = "/_orrery/";
var PARTITION_KEY_DELETE = "operations/partitionkeydelete";
function parseResourcePath(target) {
  if (target.startsWith(CONTROL_PREFIX)) {
    const [path = "", query = ""] = target.slice(1).split("?", 2);
    return { type: "", segments: [], isFeed: false, signedLink: path, query };
  }
  let start = 0;
  let end = target.length;
  while (target.charCodeAt(start) === SLASH) start++;
  while (end > start && target.charCodeAt(end - 1) === SLASH) end--;
  const segments = [];
  let parent = "";
  let link = "";
  while (start < end && target.charCodeAt(
    start
  ) !== QUESTION_MARK) {
    if (parent === "colls" && end - start === PARTITION_KEY_DELETE.length) {
      if (target.startsWith(PARTITION_KEY_DELETE, start)) {
        return { type: "partitionkeydelete", segments, isFeed: false, signedLink: link, query: "" };
      }
    }
    const slash = endOfSegment(target, start, end);
    const question = target.indexOf("?", start);
    const typeEnd = question >= 0 && question < slash ? question : slash;
    const type = childType(parent, target.slice(start, typeEnd), target);
    if (typeEnd < slash || slash === end || type === "addresses") {
      const query = question < 0 ? "" : target.slice(question + 1);
      return { type, segments, isFeed: true, signedLink: link, query };
    }
    const idEnd = endOfSegment(target, slash + 1, end);
    const id = decode(target.slice(
      slash + 1,
      idEnd
    ), target);
    segments.push({ type, id });
    link = link === "" ? `${type}/${id}` : `${link}/${type}/${id}`;
    parent = type;
    start = idEnd + 1;
  }
  return {
    type: parent,
    segments,
    isFeed: false,
    signedLink: link,
    query: start < end ? target.slice(start + 1) : ""
  };
}
var SLASH = 47;
var QUESTION_MARK = 63;
function endOfSegment(target, start, end) {
  const slash = target.indexOf("/", start);
  return slash < 0 || slash > end ? end : slash;
}
function childType(parent, text, target) {
  if (!CHILDREN[parent].includes(text)) {
    const isNowhere = parent === "" || parent === "docs" && text !== "attachments";
    throw new import_chunk_4T7ZR3GH.Failure(isNowhere ? "notFound" : "badRequest", `There is no resource type '${text}' in the path '${target}'.`);
  }
  return text;
}
function decode(text, target) {
  if (text === "") throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The path '${target}' has an empty id.`);
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The id '${text}' in the path has a malformed percent escape.`);
  }
}
var RequestHeader = {
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
  version: "x-ms-version"
};
var ResponseHeader = { activityId: "x-ms-activity-id", altContentPath: "x-ms-alt-content-path", contentLength: "content-length", contentLocation: "content-location", contentPath: "x-ms-content-path", contentType: "content-type", continuation: "x-ms-continuation", date: "date", etag: "etag", fault: "x-orrery-fault", gatewayVersion: "x-ms-gatewayversion", indexTransformationProgress: "x-ms-documentdb-collection-index-transformation-progress", indexUtilization: "x-ms-cosmos-index-utilization", itemCount: "x-ms-item-count", itemLsn: "x-ms-item-lsn", lsn: "lsn", mediaStorageUsageMb: "x-ms-media-storage-usage-mb", mediaStorageUsageMbMax: "x-ms-max-media-storage-usage-mb", notServed: "x-orrery-not-served", minThroughput: "x-ms-cosmos-min-throughput", offerReplacePending: "x-ms-offer-replace-pending", partitionKeyRangeId: "x-ms-documentdb-partitionkeyrangeid", queryExecutionInfo: "x-ms-cosmos-query-execution-info", queryMetrics: "x-ms-documentdb-query-metrics", requestCharge: "x-ms-request-charge", requestDurationMs: "x-ms-request-duration-ms", resourceQuota: "x-ms-resource-quota", resourceUsage: "x-ms-resource-usage", retryAfterMs: "x-ms-retry-after-ms", schemaVersion: "x-ms-schemaversion", scriptLogResults: "x-ms-documentdb-script-log-results", serviceVersion: "x-ms-serviceversion", sessionToken: "x-ms-session-token", subStatus: "x-ms-substatus", version: "x-ms-version" };
var PROTOCOL_VERSION = "2020-07-15";
var GATEWAY_VERSION = "version=2.14.0";
var SCHEMA_VERSION = "1.18";
var JSON_CONTENT_TYPE = "application/json";
var QUERY_CONTENT_TYPE = "application/query+json";
function headerPath(path) {
  return /^[\x20-\x7e]*$/.test(path) ? path : encodeURI(Buffer.from(path).toString());
}
var PRODUCT_VERSION = "0.1.0";
var PRODUCT = `orrery/${PRODUCT_VERSION}`;
function errorBody(status, message, activityId, details) {
  return Buffer.from(JSON.stringify({ ...details, code: status.name, message: `${message}\r
ActivityId: ${activityId}, ${PRODUCT}` }));
}
function replicaErrorBody(message, details) {
  return Buffer.from(JSON.stringify({ ...details, Errors: [message] }));
}
function errorsMessage(...errors) {
  return `Message: ${JSON.stringify({ Errors: errors })}`;
}
var BODY_BYTES_MAX = 2202010;
var DISCARDED_BYTES_MAX = 64 * 1024 * 1024;
function readBody(message, bytesMax = BODY_BYTES_MAX) {
  return new Promise((resolve, reject) => {
    let chunks = [];
    let bytes = 0;
    const onGone = () => {
      if (!message.readableEnded) reject(clientGone());
    };
    if (message.destroyed) {
      onGone();
      return;
    }
    message.on("data", (chunk) => {
      const fitted = bytes <= bytesMax;
      bytes += chunk.length;
      if (bytes <= bytesMax) {
        chunks.push(chunk);
      } else if (fitted) {
        chunks = [];
        reject(bodyTooLarge());
      } else if (bytes > bytesMax + DISCARDED_BYTES_MAX) {
        message.destroy();
      }
    });
    message.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    message.on("error", onGone);
    message.on("close", onGone);
  });
}
function clientGone() {
  return new import_chunk_4T7ZR3GH.Failure("badRequest", "The client closed the connection before it had sent the whole body.");
}
function bodyTooLarge() {
  return new import_chunk_4T7ZR3GH.Failure("tooLarge", errorsMessage(
    "Request size is too large"
  ));
}
function parsePartitionKeyHeader(text) {
  if (text === "") {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The partition key header is empty: leave it out, or send a JSON array with the key.");
  }
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The partition key header ${text} is not valid JSON.`);
  }
  if (!Array.isArray(
    parsed
  )) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The partition key header must be a JSON array, not ${text}.`);
  }
  return parsed.map((component) => {
    if (typeof component === "number" && !Number.isFinite(component)) {
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The partition key header ${text} holds a number that is too large.`);
    }
    if (typeof component !== "object" || component === null) return component;
    if (!Array.isArray(component) && Object.keys(component).length === 0) return void 0;
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The partition key header ${text} holds an object or an array; use strings, numbers, true, false, null, or {} for an absent value.`);
  });
}
var RequestTrace = class {
  receiveMs = 0;
  body;
  authenticatedMs;
  failure;
  ranges;
  fault;
};
var GatewayRequest = class _GatewayRequest {
  method;
  target;
  headers;
  secure;
  host;
  clientAddress;
  isGone;
  replica;
  memory;
  isForwarded;
  forwardedAim;
  trace = new RequestTrace();
  #origin;
  #readBody;
  #path;
  #subject;
  #body;
  constructor(init) {
    this.method = init.method;
    this.target = init.target;
    this.headers = init.headers;
    this.secure = init.secure;
    this.host = init.host;
    this.clientAddress = init.clientAddress;
    this.isGone = init.isGone;
    this.replica = init.replica;
    this.memory = init.memory;
    this.forwardedAim = init.forwardedAim;
    this.isForwarded = init.forwardedAim !== void 0;
    this.#origin = init.origin;
    this.#readBody = init.readBody;
  }
  static of(message, memory) {
    return new _GatewayRequest({ method: message.method ?? "GET", target: withoutFragment(message.url ?? "/"), headers: message.headers, secure: "encrypted" in message.socket, host: message.headers.host ?? `localhost:${message.socket.localPort}`, clientAddress: message.socket.remoteAddress, readBody: () => readBody(message), isGone: () => message.socket.destroyed, origin: message.socket.remoteAddress, memory });
  }
  static ofPlain({
    method,
    target,
    headers,
    body,
    socket
  }, memory) {
    return new _GatewayRequest({ method, target: withoutFragment(target), headers, secure: "encrypted" in socket, host: headers.host ?? `localhost:${socket.localPort}`, clientAddress: socket.remoteAddress, readBody: () => body, isGone: () => socket.destroyed, origin: socket.remoteAddress, memory });
  }
  get client() {
    return `${this.#origin} ${this.header(RequestHeader.userAgent)}`;
  }
  get endpoint() {
    const own = this.secure ? "https" : "http";
    const told = this.header(RequestHeader.forwardedProto);
    const scheme = told === void 0 ? own : /^https?(?= *(?:,|$))/.exec(told)?.[0] ?? own;
    return `${scheme}://${this.host}`;
  }
  get path() {
    return this.#path ??= parseResourcePath(this.target);
  }
  get subject() {
    return this.#subject ??= this.path.type === "addresses" ? this.#resolvedPath() : this.path;
  }
  get query() {
    return new URLSearchParams(this.path.query);
  }
  #resolvedPath() {
    const link = this.query.get("$resolveFor");
    if (link === null) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "Addresses are asked for with '$resolveFor' and the link of a feed.");
    return parseResourcePath(
      `/${link.replaceAll(" ", "+")}`
    );
  }
  body() {
    return this.#body ??= this.#receive();
  }
  async #receive() {
    const startMs = performance.now();
    const receiving = this.memory?.receive(
      this.#bodyBytesMax,
      this.#readBody
    ) ?? this.#readBody();
    const body = receiving instanceof Promise ? await receiving : receiving;
    this.trace.receiveMs = performance.now() - startMs;
    this.trace.body = body;
    return body;
  }
  get #bodyBytesMax() {
    const declared = this.headers["content-length"];
    if (declared === void 0 && /^(GET|HEAD|DELETE)$/.test(this.method))
      return 0;
    return Math.min(Number(declared ?? BODY_BYTES_MAX) || 0, BODY_BYTES_MAX);
  }
  get mayHaveBody() {
    return this.#bodyBytesMax > 0;
  }
  header(name) {
    return this.headers[name] || void 0;
  }
  get partitionKey() {
    const key = this.headers[RequestHeader.partitionKey];
    return key === void 0 ? void 0 : parsePartitionKeyHeader(key);
  }
  booleanHeader(name) {
    return this.headers[name]?.toLowerCase() === "true";
  }
  integerHeader(name, min, max) {
    const text = this.header(name);
    if (text === void 0) return void 0;
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The header '${name}' must be a whole number from ${min} to ${max}, not '${text}'.`);
    }
    return value;
  }
  listHeader(name) {
    const text = this.header(name);
    if (text === void 0) return [];
    const entries = text.split(",").map((entry) => entry.trim());
    return entries.filter((entry) => entry !== "");
  }
  feedPost() {
    if (this.booleanHeader(RequestHeader.isBatch)) return "batch";
    if (this.booleanHeader(RequestHeader.isQueryPlan)) return "queryPlan";
    if (this.booleanHeader(RequestHeader.isQuery) || this.booleanHeader(RequestHeader.isQueryGo)) return "query";
    if (this.header(RequestHeader.contentType)?.startsWith(
      QUERY_CONTENT_TYPE
    )) return "query";
    return this.booleanHeader(RequestHeader.isUpsert) ? "upsert" : "create";
  }
  get answersPage() {
    if (!this.path.isFeed) return false;
    if (this.method !== "POST") return this.method === "GET";
    const post = this.feedPost();
    return post === "query" || post === "batch";
  }
  get isRead() {
    if (this.method === "GET" || this.method === "HEAD") return true;
    if (this.method !== "POST" || !this.path.isFeed) return false;
    const post = this.feedPost();
    return post === "query" || post === "queryPlan";
  }
};
function withoutFragment(url) {
  const hash = url.indexOf("#");
  return hash < 0 ? url : url.slice(0, hash);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  BODY_BYTES_MAX,
  CONTROL_PREFIX,
  GATEWAY_VERSION,
  GatewayRequest,
  JSON_CONTENT_TYPE,
  PRODUCT,
  PRODUCT_VERSION,
  PROTOCOL_VERSION,
  RequestHeader,
  ResponseHeader,
  SCHEMA_VERSION,
  bodyTooLarge,
  clientGone,
  errorBody,
  errorsMessage,
  headerPath,
  parsePartitionKeyHeader,
  parseResourcePath,
  readBody,
  replicaErrorBody
});
