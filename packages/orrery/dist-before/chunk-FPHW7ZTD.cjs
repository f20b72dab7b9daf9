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
  AddressCounts: () => AddressCounts,
  COPIES: () => COPIES,
  LISTENER_LIMITS: () => LISTENER_LIMITS,
  OUTCOME_STATUS: () => OUTCOME_STATUS,
  TlsDoor: () => TlsDoor,
  WRITE_QUORUM: () => WRITE_QUORUM,
  activityIdOf: () => activityIdOf,
  clientFacts: () => clientFacts,
  commonHeaders: () => commonHeaders,
  containerHeaders: () => containerHeaders,
  failureResponse: () => failureResponse,
  listenOn: () => listenOn,
  ownerHeaders: () => ownerHeaders,
  parseReplicaPath: () => parseReplicaPath,
  parseSessionToken: () => parseSessionToken,
  passOn: () => passOn,
  rangeHeaders: () => rangeHeaders,
  refusalResponse: () => refusalResponse,
  replicaPath: () => replicaPath,
  statusOf: () => statusOf,
  withoutContentPath: () => withoutContentPath,
  writeResponse: () => writeResponse
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_LACWL7JQ = require("./chunk-LACWL7JQ.cjs");
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var import_node_net = require("node:net");
var import_node_tls = require("node:tls");
var import_node_crypto = require("node:crypto");
var import_node_stream = require("node:stream");
var AddressCounts = class {
  #max;
  #counts = /* @__PURE__ */ new Map();
  constructor(max) {
    this.#max = max;
  }
  admit(socket) {
    const leave = this.enter(socket.remoteAddress);
    if (leave === void 0) return false;
    socket.once("close", leave);
    return true;
  }
  enter(address = "") {
    const client = clientOf(address);
    const count = this.#counts.get(client) ?? 0;
    if (count >= this.#max) return void 0;
    this.#counts.set(client, count + 1);
    return () => {
      const left = this.#counts.get(client) - 1;
      if (left === 0) this.#counts.delete(client);
      else this.#counts.set(client, left);
    };
  }
};
function clientOf(address) {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== void 0) return mapped;
  const [bare = ""] = address.split(
    "%"
  );
  if (!(0, import_node_net.isIPv6)(bare)) return address;
  const [head = "", tail] = bare.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === void 0 || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => "0");
  const all = tail === void 0 ? groups : [...groups, ...zeros, ...after];
  return all.slice(
    0,
    4
  ).join(":");
}
function listenOn(server, address, onError) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.removeListener("error", reject).on("error", onError);
      resolve({ port: server.address().port });
    });
  });
}
var TlsDoor = class {
  #options;
  #arriving = /* @__PURE__ */ new Map();
  #server;
  constructor(options) {
    this.#options = options;
  }
  async secure(socket) {
    const peer = peerOf(
      socket
    );
    this.#arriving.set(peer, socket);
    socket.on("close", () => this.#arriving.delete(peer));
    try {
      this.#server ??= this.#options.certificate().then((certificate) => this.#createServer(
        certificate
      ));
      const server = await this.#server;
      if (!socket.destroyed) server.emit("connection", socket);
    } catch (error) {
      this.#server = void 0;
      socket.destroy();
      this.#options.onError(error);
    }
  }
  close() {
    for (const socket of this.#arriving.values()) socket.destroy();
  }
  #createServer({ key, cert }) {
    const { handshakeTimeoutMs, protocols, enter } = this.#options;
    const server = (0, import_node_tls.createServer)({ key, cert, minVersion: "TLSv1.2", handshakeTimeout: handshakeTimeoutMs, ...protocols === void 0 ? {} : { ALPNProtocols: protocols } });
    server.on("secureConnection", (socket) => {
      this.#arriving.delete(peerOf(socket));
      enter(socket);
    });
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    return server;
  }
};
function peerOf(socket) {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}
var STATUS = { badRequest: { status: 400, name: "BadRequest" }, partitionKeyMismatch: { status: 400, substatus: 1001, name: "BadRequest" }, crossPartitionNotServable: {
  status: 400,
  substatus: 1004,
  name: "BadRequest"
}, wrongContainerRid: { status: 400, substatus: 1024, name: "BadRequest" }, unauthorized: { status: 401, name: "Unauthorized" }, forbidden: { status: 403, name: "Forbidden" }, partitionKeyFull: { status: 403, substatus: 1014, name: "Forbidden" }, notFound: { status: 404, name: "NotFound" }, sessionNotAvailable: { status: 404, substatus: 1002, name: "NotFound" }, ownerNotFound: { status: 404, substatus: 1003, name: "NotFound" }, methodNotAllowed: { status: 405, name: "MethodNotAllowed" }, timeout: { status: 408, name: "RequestTimeout" }, conflict: { status: 409, name: "Conflict" }, databaseExists: { status: 409, substatus: 3206, name: "Conflict" }, nameCacheStale: { status: 410, substatus: 1e3, name: "Gone" }, rangeGone: {
  status: 410,
  substatus: 1002,
  name: "Gone"
}, completingSplit: { status: 410, substatus: 1007, name: "Gone" }, preconditionFailed: { status: 412, name: "PreconditionFailed" }, tooLarge: {
  status: 413,
  name: "RequestEntityTooLarge"
}, batchResponseTooLarge: { status: 413, substatus: 3402, name: "RequestEntityTooLarge" }, scalingInProgress: { status: 423, name: "Locked" }, dependencyFailed: { status: 424, name: "FailedDependency" }, tooManyRequests: { status: 429, substatus: 3200, name: "TooManyRequests" }, throughputBucketExceeded: {
  status: 429,
  substatus: 3212,
  name: "TooManyRequests"
}, serverBusy: { status: 429, substatus: 3200, name: "TooManyRequests" }, writeContention: { status: 449, name: "RetryWith" }, corrupt: {
  status: 500,
  name: "InternalServerError"
}, storageFull: { status: 503, name: "ServiceUnavailable" }, unavailable: { status: 503, name: "ServiceUnavailable" } };
function statusOf(code) {
  return STATUS[code];
}
var OUTCOME_STATUS = { created: 201, replaced: 200, deleted: 204, read: 200, notModified: 304 };
var BUG_STATUS = { status: 500, name: "InternalServerError" };
var JAVASCRIPT = { mergesQueries: true, followsSplits: false, readsKeysAgain: false, seesEmptyPartitions: false };
var PYTHON = {
  mergesQueries: true,
  followsSplits: true,
  readsKeysAgain: true,
  seesEmptyPartitions: true
};
var GO = { mergesQueries: true, followsSplits: true, readsKeysAgain: true, seesEmptyPartitions: true };
var OTHER = {
  mergesQueries: false,
  followsSplits: true,
  readsKeysAgain: true,
  seesEmptyPartitions: true
};
function clientFacts(userAgent) {
  if (userAgent === void 0) return OTHER;
  if (/azure-cosmos-js/i.test(userAgent)) return JAVASCRIPT;
  if (/azsdk-python-cosmos/i.test(userAgent)) return PYTHON;
  return /azsdk-go-azcosmos/i.test(userAgent) ? GO : OTHER;
}
var LISTENER_LIMITS = {
  firstByteTimeoutMs: 6e4,
  handshakeTimeoutMs: 3e4,
  headersTimeoutMs: 6e4,
  requestTimeoutMs: 3e5,
  timeoutCheckMs: 5e3,
  answerTimeoutMs: 3e5,
  keepAliveTimeoutMs: 24e4,
  headerBytesMax: 64 * 1024,
  pipelinedMax: 8,
  streamsMax: 100,
  windowBytes: 1024 * 1024,
  sessionBytesMax: 512 * 1024 * 1024,
  connectionsMax: 1e4,
  connectionsPerAddressMax: 5e3,
  closeGraceMs: 1e4
};
function parseSessionToken(text) {
  const lsns = /* @__PURE__ */ new Map();
  for (const part of text.split(",")) {
    const token = part.trim();
    if (token === "" && lsns.size > 0) continue;
    const colon = token.indexOf(":");
    const [version, lsn, ...regions] = token.slice(colon + 1).split("#");
    if (colon < 1 || lsn === void 0 || !isInteger(version) || !isInteger(lsn) || !regions.every(isRegion)) {
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The session token '${text}' is not valid at '${token}'.`);
    }
    const rangeId = token.slice(0, colon);
    lsns.set(rangeId, Math.max(
      Number(lsn),
      lsns.get(rangeId) ?? 0
    ));
  }
  return lsns;
}
function writeSessionToken(rangeId, lsn) {
  return `${rangeId}:0#${lsn}`;
}
function isInteger(text) {
  return /^-?[0-9]{1,19}$/.test(text);
}
function isRegion(text) {
  return /^[0-9]{1,10}=-?[0-9]{1,19}$/.test(text);
}
function ownerHeaders({ rid, link }) {
  if (rid === "") return {};
  return { [import_chunk_LACWL7JQ.ResponseHeader.contentPath]: rid, [import_chunk_LACWL7JQ.ResponseHeader.altContentPath]: (0, import_chunk_LACWL7JQ.headerPath)(link) };
}
function containerHeaders({
  rid,
  database,
  container
}) {
  return ownerHeaders({ rid, link: (0, import_chunk_4T7ZR3GH.containerNameLink)(database, container) });
}
function refusalHeaders(source, client) {
  const headers = rangeHeaders(
    source.container,
    source
  );
  if (source.isEmpty && !client.seesEmptyPartitions) delete headers[import_chunk_LACWL7JQ.ResponseHeader.sessionToken];
  return headers;
}
function rangeHeaders(container, {
  rangeId,
  lsn
}) {
  const headers = containerHeaders(container);
  headers[import_chunk_LACWL7JQ.ResponseHeader.sessionToken] = writeSessionToken(rangeId, lsn);
  headers[import_chunk_LACWL7JQ.ResponseHeader.lsn] = lsn;
  headers[import_chunk_LACWL7JQ.ResponseHeader.partitionKeyRangeId] = rangeId;
  return headers;
}
function withoutContentPath(headers) {
  delete headers[import_chunk_LACWL7JQ.ResponseHeader.contentPath];
  return headers;
}
function commonHeaders(activityId, chargeRu, nowMs, headers = {}) {
  headers[import_chunk_LACWL7JQ.ResponseHeader.contentType] = import_chunk_LACWL7JQ.JSON_CONTENT_TYPE;
  headers[import_chunk_LACWL7JQ.ResponseHeader.date] = httpDate(nowMs);
  headers[import_chunk_LACWL7JQ.ResponseHeader.activityId] = activityId;
  headers[import_chunk_LACWL7JQ.ResponseHeader.requestCharge] = chargeRu;
  headers[import_chunk_LACWL7JQ.ResponseHeader.version] = import_chunk_LACWL7JQ.PROTOCOL_VERSION;
  headers[import_chunk_LACWL7JQ.ResponseHeader.gatewayVersion] = import_chunk_LACWL7JQ.GATEWAY_VERSION;
  headers[import_chunk_LACWL7JQ.ResponseHeader.serviceVersion] = import_chunk_LACWL7JQ.GATEWAY_VERSION;
  headers[import_chunk_LACWL7JQ.ResponseHeader.schemaVersion] = import_chunk_LACWL7JQ.SCHEMA_VERSION;
  return headers;
}
function activityIdOf(request) {
  const given = request.header(import_chunk_LACWL7JQ.RequestHeader.activityId);
  return given !== void 0 && /^[0-9A-Za-z-]{1,64}$/.test(given) ? given : (0, import_node_crypto.randomUUID)();
}
function failureResponse(error, activityId, nowMs, {
  isDirect = false,
  client = clientFacts(void 0)
} = {}) {
  const charge = error instanceof import_chunk_4T7ZR3GH.Failure ? error.charge : void 0;
  const source = error instanceof import_chunk_4T7ZR3GH.Failure ? error.source : void 0;
  const headers = source === void 0 ? {} : refusalHeaders(source, client);
  commonHeaders(activityId, charge ?? import_chunk_4T7ZR3GH.UNMETERED_CHARGES.failure, nowMs, headers);
  if (!(error instanceof import_chunk_4T7ZR3GH.Failure)) {
    const message = "The server failed on this request; its log says more under the activity id.";
    return refusalResponse(BUG_STATUS, message, { activityId, nowMs, isDirect });
  }
  const status = statusOf(error.code);
  if (status.status === 404) withoutContentPath(headers);
  const substatus = error.substatus ?? status.substatus;
  if (substatus !== void 0) headers[import_chunk_LACWL7JQ.ResponseHeader.subStatus] = substatus;
  if (error.retryAfterMs !== void 0) headers[import_chunk_LACWL7JQ.ResponseHeader.retryAfterMs] = Math.ceil(error.retryAfterMs);
  const body = isDirect ? (0, import_chunk_LACWL7JQ.replicaErrorBody)(error.replicaMessage ?? error.message, error.details) : (0, import_chunk_LACWL7JQ.errorBody)(status, error.message, activityId, error.details);
  return { status: status.status, headers, body };
}
function refusalResponse(status, message, {
  activityId,
  nowMs,
  isDirect
}) {
  const headers = commonHeaders(activityId, import_chunk_4T7ZR3GH.UNMETERED_CHARGES.failure, nowMs);
  if (status.substatus !== void 0) headers[import_chunk_LACWL7JQ.ResponseHeader.subStatus] = status.substatus;
  const body = isDirect ? (0, import_chunk_LACWL7JQ.replicaErrorBody)(message) : (0, import_chunk_LACWL7JQ.errorBody)(status, message, activityId);
  return { status: status.status, headers, body };
}
function writeResponse(response, {
  status,
  headers,
  body,
  pieces,
  isCut
}) {
  if (isCut) response.destroy();
  if (response.destroyed) return;
  if (status === 204 || status === 304) {
    response.writeHead(status, headers).end();
    return;
  }
  headers[import_chunk_LACWL7JQ.ResponseHeader.contentLength] = body?.length ?? pieces?.bytes ?? 0;
  response.writeHead(status, headers);
  if (pieces === void 0) response.end(body);
  else passOn(
    pieces,
    response
  );
}
function passOn(pieces, to) {
  const timer = setTimeout(() => to.destroy(), LISTENER_LIMITS.answerTimeoutMs);
  (0, import_node_stream.pipeline)(pieces, to, () => clearTimeout(timer));
}
var lastSecond = Number.NaN;
var lastDate = "";
function httpDate(nowMs) {
  const second = Math.floor(nowMs / 1e3);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(
      nowMs
    ).toUTCString();
  }
  return lastDate;
}
var COPIES = ["1p", "2s", "3s", "4s"];
var WRITE_QUORUM = 3;
var MASTER = "master";
var PATH = /^\/apps\/orrery\/services\/([A-Za-z0-9+=-]+)\/partitions\/(\d{1,15})\/replicas\/\d[ps]\/?$/;
function replicaPath(replica, copy) {
  const { containerRid, rangeId } = replica === "master" ? { containerRid: MASTER, rangeId: "0" } : replica;
  return `/apps/orrery/services/${containerRid}/partitions/${rangeId}/replicas/${copy}/`;
}
function parseReplicaPath(path) {
  const [, containerRid, rangeId] = PATH.exec(path) ?? [];
  if (containerRid === void 0 || rangeId === void 0)
    return void 0;
  return containerRid === MASTER ? "master" : { containerRid, rangeId };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  AddressCounts,
  COPIES,
  LISTENER_LIMITS,
  OUTCOME_STATUS,
  TlsDoor,
  WRITE_QUORUM,
  activityIdOf,
  clientFacts,
  commonHeaders,
  containerHeaders,
  failureResponse,
  listenOn,
  ownerHeaders,
  parseReplicaPath,
  parseSessionToken,
  passOn,
  rangeHeaders,
  refusalResponse,
  replicaPath,
  statusOf,
  withoutContentPath,
  writeResponse
});
