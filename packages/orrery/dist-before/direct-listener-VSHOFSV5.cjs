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
  DirectListener: () => DirectListener
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_FPHW7ZTD = require("./chunk-FPHW7ZTD.cjs");
var import_chunk_LACWL7JQ = require("./chunk-LACWL7JQ.cjs");
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var import_node_net = require("node:net");
var import_node_perf_hooks = require("node:perf_hooks");
var GUID_BYTES = 16;
function readGuid(bytes, offset) {
  const head = [hex(bytes.readUInt32LE(offset), 8), hex(bytes.readUInt16LE(offset + 4), 4), hex(bytes.readUInt16LE(offset + 6), 4)];
  const tail = bytes.toString("hex", offset + 8, offset + GUID_BYTES);
  return `${head.join("-")}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
function writeGuid(bytes, text, offset) {
  const digits = text.replaceAll("-", "");
  bytes.writeUInt32LE(Number.parseInt(digits.slice(0, 8), 16), offset);
  bytes.writeUInt16LE(
    Number.parseInt(digits.slice(8, 12), 16),
    offset + 4
  );
  bytes.writeUInt16LE(Number.parseInt(digits.slice(12, 16), 16), offset + 6);
  bytes.write(digits.slice(16), offset + 8, "hex");
}
function hex(value, digits) {
  return value.toString(16).padStart(digits, "0");
}
var TokenType = { byte: 0, ushort: 1, ulong: 2, long: 3, ulonglong: 4, longlong: 5, guid: 6, smallString: 7, string: 8, longString: 9, smallBytes: 10, bytes: 11, longBytes: 12, float: 13, double: 14 };
var HEAD_BYTES = 3;
var SIZES = { [TokenType.byte]: 1, [TokenType.ushort]: 2, [TokenType.ulong]: 4, [TokenType.long]: 4, [TokenType.ulonglong]: 8, [TokenType.longlong]: 8, [TokenType.guid]: GUID_BYTES, [TokenType.float]: 4, [TokenType.double]: 8 };
var LENGTH_BYTES = { [TokenType.smallString]: 1, [TokenType.string]: 2, [TokenType.longString]: 4, [TokenType.smallBytes]: 1, [TokenType.bytes]: 2, [TokenType.longBytes]: 4 };
function readTokens(bytes, tokensMax) {
  const tokens = /* @__PURE__ */ new Map();
  let offset = 0;
  while (offset < bytes.length) {
    if (bytes.length - offset < HEAD_BYTES) throw malformed("a token is cut off");
    const id = bytes.readUInt16LE(offset);
    const type = bytes[offset + 2];
    offset += HEAD_BYTES;
    const lengthBytes = LENGTH_BYTES[type];
    let size = SIZES[type];
    if (lengthBytes !== void 0) {
      if (bytes.length - offset < lengthBytes) throw malformed(`the length of token ${id} is cut off`);
      size = bytes.readUIntLE(
        offset,
        lengthBytes
      );
      offset += lengthBytes;
    }
    if (size === void 0) throw malformed(`token ${id} has the type ${type}, which does not exist`);
    if (size > bytes.length - offset) throw malformed(
      `the value of token ${id} is cut off`
    );
    if (tokens.has(id)) throw malformed(`token ${id} is there twice`);
    if (tokens.size === tokensMax) throw malformed(`there are more than ${tokensMax} tokens`);
    tokens.set(id, readValue(bytes, type, offset, size));
    offset += size;
  }
  return tokens;
}
function readValue(bytes, type, offset, size) {
  switch (type) {
    case TokenType.byte:
      return bytes[offset];
    case TokenType.ushort:
      return bytes.readUInt16LE(offset);
    case TokenType.ulong:
      return bytes.readUInt32LE(offset);
    case TokenType.long:
      return bytes.readInt32LE(offset);
    case TokenType.ulonglong:
      return bytes.readBigUInt64LE(offset);
    case TokenType.longlong:
      return bytes.readBigInt64LE(offset);
    case TokenType.guid:
      return readGuid(bytes, offset);
    case TokenType.smallString:
    case TokenType.string:
    case TokenType.longString:
      return bytes.toString("utf8", offset, offset + size);
    case TokenType.smallBytes:
    case TokenType.bytes:
    case TokenType.longBytes:
      return bytes.subarray(offset, offset + size);
    case TokenType.float:
      return bytes.readFloatLE(offset);
    case TokenType.double:
      return bytes.readDoubleLE(offset);
  }
}
function bytesMax(type) {
  const lengthBytes = LENGTH_BYTES[type];
  return lengthBytes === void 0 ? SIZES[type] ?? 0 : 2 ** (8 * lengthBytes) - 1;
}
function tokenSize({ type, value }) {
  const lengthBytes = LENGTH_BYTES[type];
  if (lengthBytes === void 0) return HEAD_BYTES + SIZES[type];
  const size = typeof value === "string" ? Buffer.byteLength(value) : value.length;
  return HEAD_BYTES + lengthBytes + size;
}
function writeToken(bytes, { id, type, value }, start) {
  bytes.writeUInt16LE(id, start);
  bytes[start + 2] = type;
  const offset = start + HEAD_BYTES;
  const lengthBytes = LENGTH_BYTES[type];
  if (lengthBytes === void 0) {
    writeNumber(bytes, type, value, offset);
    return offset + SIZES[type];
  }
  const from = offset + lengthBytes;
  const size = typeof value === "string" ? bytes.write(value, from, "utf8") : value.copy(bytes, from);
  bytes.writeUIntLE(size, offset, lengthBytes);
  return from + size;
}
function writeNumber(bytes, type, value, offset) {
  switch (type) {
    case TokenType.byte:
      bytes[offset] = value;
      break;
    case TokenType.ushort:
      bytes.writeUInt16LE(
        value,
        offset
      );
      break;
    case TokenType.ulong:
      bytes.writeUInt32LE(value, offset);
      break;
    case TokenType.long:
      bytes.writeInt32LE(value, offset);
      break;
    case TokenType.ulonglong:
      bytes.writeBigUInt64LE(value, offset);
      break;
    case TokenType.longlong:
      bytes.writeBigInt64LE(value, offset);
      break;
    case TokenType.guid:
      writeGuid(bytes, value, offset);
      break;
    case TokenType.float:
      bytes.writeFloatLE(value, offset);
      break;
    default:
      bytes.writeDoubleLE(value, offset);
  }
}
function malformed(what) {
  return new import_chunk_4T7ZR3GH.Failure("badRequest", `This is not a frame of direct mode: ${what}.`);
}
var FRAME_HEAD_BYTES = 8 + GUID_BYTES;
function requestCode(resourceType, operation) {
  return (operation << 16 | resourceType) >>> 0;
}
function resourceTypeOf(code) {
  return code & 65535;
}
function operationOf(code) {
  return code >>> 16;
}
var CONTEXT_CODE = requestCode(0, 0);
function encodeFrame({ code, activityId, tokens, payload }) {
  let length = FRAME_HEAD_BYTES;
  for (const token of tokens) length += tokenSize(token);
  const bytes = Buffer.allocUnsafe(length + (payload === void 0 ? 0 : 4 + payload.length));
  bytes.writeUInt32LE(length, 0);
  bytes.writeUInt32LE(code, 4);
  writeGuid(bytes, activityId, 8);
  let offset = FRAME_HEAD_BYTES;
  for (const token of tokens) offset = writeToken(bytes, token, offset);
  if (payload !== void 0) {
    bytes.writeUInt32LE(payload.length, offset);
    payload.copy(bytes, offset + 4);
  }
  return bytes;
}
var LENGTH_BYTES2 = 4;
var LENGTH = { kind: "length" };
var FrameReader = class {
  #limits;
  #payloadToken;
  #pieces = [];
  #bytes = 0;
  #awaited = LENGTH;
  #toDiscard = 0;
  constructor(limits, payloadToken) {
    this.#limits = limits;
    this.#payloadToken = payloadToken;
  }
  get isWithinFrame() {
    return this.#bytes > 0 || this.#toDiscard > 0 || this.#awaited !== LENGTH;
  }
  push(piece) {
    const discarded = Math.min(this.#toDiscard, piece.length);
    this.#toDiscard -= discarded;
    if (discarded === piece.length) return;
    this.#pieces.push(discarded === 0 ? piece : piece.subarray(discarded));
    this.#bytes += piece.length - discarded;
  }
  next() {
    for (; ; ) {
      const awaited = this.#awaited;
      const bytes = this.#take(neededBytes(awaited));
      if (bytes === void 0) return void 0;
      const frame = this.#advance(
        awaited,
        bytes
      );
      if (frame !== void 0) return frame;
    }
  }
  #advance(awaited, bytes) {
    switch (awaited.kind) {
      case "length":
        this.#awaited = { kind: "frame", bytes: this.#frameLength(bytes) - LENGTH_BYTES2 };
        return void 0;
      case "frame":
        return this.#advancePastFrame(this.#readFrame(bytes));
      case "payloadLength":
        return this.#advancePastPayloadLength(awaited.frame, bytes.readUInt32LE(0));
      case "payload":
        this.#awaited = LENGTH;
        return { ...awaited.frame, payload: bytes };
    }
  }
  #frameLength(bytes) {
    const length = bytes.readUInt32LE(0);
    const {
      frameBytesMax
    } = this.#limits;
    if (length < FRAME_HEAD_BYTES) throw malformed(`its length is ${length}`);
    if (length > frameBytesMax) throw malformed(`its length is ${length}, and ${frameBytesMax} is the most that is read`);
    return length;
  }
  #readFrame(bytes) {
    const head = FRAME_HEAD_BYTES - LENGTH_BYTES2;
    return { code: bytes.readUInt32LE(0), activityId: readGuid(
      bytes,
      LENGTH_BYTES2
    ), tokens: readTokens(bytes.subarray(head), this.#limits.tokensMax), payload: void 0 };
  }
  #advancePastFrame(frame) {
    const hasPayload = frame.code !== CONTEXT_CODE && frame.tokens.get(this.#payloadToken) === 1;
    this.#awaited = hasPayload ? { kind: "payloadLength", frame } : LENGTH;
    return hasPayload ? void 0 : frame;
  }
  #advancePastPayloadLength(frame, length) {
    const { payloadBytesMax, discardedBytesMax } = this.#limits;
    if (length <= payloadBytesMax) {
      this.#awaited = { kind: "payload", frame, bytes: length };
      return void 0;
    }
    if (length > payloadBytesMax + discardedBytesMax) throw malformed(`its payload has ${length} bytes`);
    this.#awaited = LENGTH;
    this.#discard(length);
    return { ...frame, payload: "tooLarge" };
  }
  #discard(bytes) {
    const pieces = this.#pieces;
    this.#toDiscard = bytes;
    this.#pieces = [];
    this.#bytes = 0;
    for (const piece of pieces) this.push(piece);
  }
  #take(bytes) {
    if (this.#bytes < bytes || this.#toDiscard > 0) return void 0;
    if (this.#pieces.length > 1 && this.#pieces[0].length < bytes) this.#pieces = [Buffer.concat(this.#pieces)];
    const [first = EMPTY] = this.#pieces;
    const taken = first.subarray(0, bytes);
    if (bytes < first.length) this.#pieces[0] = first.subarray(bytes);
    else this.#pieces.shift();
    this.#bytes -= bytes;
    return taken;
  }
};
var EMPTY = Buffer.alloc(
  0
);
function neededBytes(awaited) {
  return awaited.kind === "frame" || awaited.kind === "payload" ? awaited.bytes : LENGTH_BYTES2;
}
var RequestToken = { resourceId: 0, payloadPresent: 2, match: 8, replicaPath: 19, readFeedKeyType: 100, startEpk: 98, endEpk: 99, transportRequestId: 77 };
var ContextRequestToken = {
  protocolVersion: 0,
  clientVersion: 1,
  userAgent: 2
};
var CONSISTENCY_LEVELS = ["Strong", "BoundedStaleness", "Session", "Eventual", "ConsistentPrefix"];
var INDEXING_DIRECTIVES = [
  "Default",
  "Include",
  "Exclude"
];
var FORMATS = ["JsonText", "CosmosBinary", "HybridRow"];
var PRIORITY_LEVELS = [void 0, "High", "Low"];
var RETURN_PREFERENCES = ["return=representation", "return=minimal"];
var HEADER_TOKENS = [
  { id: 1, header: import_chunk_LACWL7JQ.RequestHeader.authorization, form: "text" },
  { id: 3, header: import_chunk_LACWL7JQ.RequestHeader.msDate, form: "text" },
  { id: 4, header: import_chunk_LACWL7JQ.RequestHeader.maxItemCount, form: "count" },
  { id: 5, header: import_chunk_LACWL7JQ.RequestHeader.sessionToken, form: "text" },
  { id: 6, header: import_chunk_LACWL7JQ.RequestHeader.continuation, form: "text" },
  { id: 7, header: import_chunk_LACWL7JQ.RequestHeader.indexingDirective, form: { names: INDEXING_DIRECTIVES } },
  { id: 9, header: import_chunk_LACWL7JQ.RequestHeader.preTriggerInclude, form: "text" },
  { id: 10, header: import_chunk_LACWL7JQ.RequestHeader.postTriggerInclude, form: "text" },
  { id: 16, header: import_chunk_LACWL7JQ.RequestHeader.consistencyLevel, form: { names: CONSISTENCY_LEVELS } },
  { id: 20, header: import_chunk_LACWL7JQ.RequestHeader.resourceTokenExpirySeconds, form: "number" },
  {
    id: 40,
    header: import_chunk_LACWL7JQ.RequestHeader.version,
    form: "text"
  },
  { id: 43, header: import_chunk_LACWL7JQ.RequestHeader.partitionKey, form: "text" },
  { id: 44, header: import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId, form: "text" },
  {
    id: 62,
    header: import_chunk_LACWL7JQ.RequestHeader.enableScriptLogging,
    form: "flag"
  },
  { id: 63, header: import_chunk_LACWL7JQ.RequestHeader.aIm, form: "text" },
  { id: 64, header: import_chunk_LACWL7JQ.RequestHeader.populateQuotaInfo, form: "flag" },
  {
    id: 66,
    header: import_chunk_LACWL7JQ.RequestHeader.populateQueryMetrics,
    form: "flag"
  },
  { id: 68, header: import_chunk_LACWL7JQ.RequestHeader.populatePartitionStatistics, form: "flag" },
  {
    id: 71,
    header: import_chunk_LACWL7JQ.RequestHeader.ifModifiedSince,
    form: "text"
  },
  { id: 115, header: import_chunk_LACWL7JQ.RequestHeader.batchAtomic, form: "flag" },
  { id: 116, header: import_chunk_LACWL7JQ.RequestHeader.batchContinueOnError, form: "flag" },
  {
    id: 130,
    header: import_chunk_LACWL7JQ.RequestHeader.prefer,
    form: { names: RETURN_PREFERENCES }
  },
  { id: 133, header: import_chunk_LACWL7JQ.RequestHeader.migrateOfferToManual, form: "flag" },
  { id: 134, header: import_chunk_LACWL7JQ.RequestHeader.migrateOfferToAutoscale, form: "flag" },
  { id: 157, header: import_chunk_LACWL7JQ.RequestHeader.intendedContainerRid, form: "text" },
  { id: 169, header: import_chunk_LACWL7JQ.RequestHeader.populateIndexMetrics, form: "flag" },
  {
    id: 178,
    header: import_chunk_LACWL7JQ.RequestHeader.changeFeedWireFormat,
    form: "text"
  },
  { id: 191, header: import_chunk_LACWL7JQ.RequestHeader.priorityLevel, form: { names: PRIORITY_LEVELS } },
  { id: 194, header: import_chunk_LACWL7JQ.RequestHeader.populateIndexMetricsV2, form: "flag" },
  { id: 196, header: import_chunk_LACWL7JQ.RequestHeader.supportedFormats, form: { flags: FORMATS } },
  { id: 219, header: import_chunk_LACWL7JQ.RequestHeader.throughputBucket, form: "number" },
  { id: 255, header: import_chunk_LACWL7JQ.RequestHeader.supportedQueryFeatures, form: "text" }
];
var OPERATIONS = /* @__PURE__ */ new Map([
  [1, { method: "POST" }],
  [2, { method: "PATCH" }],
  [3, { method: "GET", isRead: true }],
  [4, { method: "GET", isRead: true, readsFeed: true }],
  [5, { method: "DELETE" }],
  [6, { method: "PUT" }],
  [8, { method: "POST" }],
  [9, { method: "POST", header: import_chunk_LACWL7JQ.RequestHeader.isQuery, readsFeed: true }],
  [15, {
    method: "POST",
    header: import_chunk_LACWL7JQ.RequestHeader.isQuery,
    readsFeed: true
  }],
  [17, { method: "HEAD" }],
  [18, { method: "HEAD" }],
  [19, { method: "POST", header: import_chunk_LACWL7JQ.RequestHeader.isUpsert }],
  [37, { method: "POST", header: import_chunk_LACWL7JQ.RequestHeader.isBatch }],
  [66, { method: "POST", header: import_chunk_LACWL7JQ.RequestHeader.isQueryPlan }]
]);
var RESOURCE_TYPES = /* @__PURE__ */ new Map([
  [1, "dbs"],
  [2, "colls"],
  [3, "docs"],
  [5, "users"],
  [6, "permissions"],
  [7, "sprocs"],
  [8, "conflicts"],
  [9, "triggers"],
  [10, "udfs"],
  [15, "offers"],
  [20, ""],
  [22, "pkranges"],
  [35, "clientencryptionkeys"]
]);
var NAME_TOKENS = [[21, "dbs"], [22, "colls"], [25, "users"], [128, "clientencryptionkeys"], [23, "docs"], [26, "permissions"], [27, "sprocs"], [28, "udfs"], [29, "triggers"], [32, "conflicts"], [54, "pkranges"]];
function transportRequestIdOf({ tokens }) {
  const id = tokens.get(RequestToken.transportRequestId);
  return typeof id === "number" ? id : void 0;
}
function readRequest({
  code,
  activityId,
  tokens
}) {
  const operation = OPERATIONS.get(operationOf(code));
  const type = RESOURCE_TYPES.get(resourceTypeOf(code));
  if (operation === void 0 || type === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure(
      "badRequest",
      `The operation ${operationOf(code)} on resources of type ${resourceTypeOf(code)} is not served in direct mode.`
    );
  }
  const replicaPath = tokens.get(RequestToken.replicaPath);
  const headers = headersOf(operation, tokens);
  return {
    method: operation.method,
    target: targetOf(type, tokens),
    headers: { ...headers, [import_chunk_LACWL7JQ.RequestHeader.activityId]: activityId },
    replicaPath: typeof replicaPath === "string" ? replicaPath : "",
    isOfWholeRange: type === "docs" && operation.readsFeed === true && headers[import_chunk_LACWL7JQ.RequestHeader.partitionKey] === void 0 && headers[import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId] === void 0
  };
}
function headersOf(operation, tokens) {
  const headers = {};
  for (const { id, header, form } of HEADER_TOKENS) {
    const value = tokens.get(id);
    if (value === void 0) continue;
    const text = headerText(value, form);
    if (text === void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `Token ${id} ('${header}') has no valid value.`);
    headers[header] = text;
  }
  if (operation.header !== void 0) headers[operation.header] = "true";
  const match = tokens.get(RequestToken.match);
  if (typeof match === "string") headers[operation.isRead ? import_chunk_LACWL7JQ.RequestHeader.ifNoneMatch : import_chunk_LACWL7JQ.RequestHeader.ifMatch] = match;
  const isInBytes = tokens.get(RequestToken.readFeedKeyType) === KEY_TYPE_IN_BYTES;
  addEpk(headers, import_chunk_LACWL7JQ.RequestHeader.startEpk, tokens.get(RequestToken.startEpk), isInBytes);
  addEpk(headers, import_chunk_LACWL7JQ.RequestHeader.endEpk, tokens.get(RequestToken.endEpk), isInBytes);
  return headers;
}
var KEY_TYPE_IN_BYTES = 2;
function addEpk(headers, name, value, inBytes) {
  if (Buffer.isBuffer(value)) headers[name] = inBytes ? value.toString("hex").toUpperCase() : value.toString();
}
var COUNT_OF_ALL = 4294967295;
function headerText(value, form) {
  if (form === "text") return typeof value === "string" ? value : void 0;
  if (typeof value !== "number") return void 0;
  if (form === "flag") return value === 0 ? "false" : "true";
  if (form === "count") return String(value === COUNT_OF_ALL ? -1 : value);
  if (form === "number") return String(value);
  if ("names" in form) return form.names[value];
  return form.flags.filter((_, bit) => (value & 1 << bit) !== 0).join(",");
}
function targetOf(type, tokens) {
  if (type === "offers") return offerTarget(tokens.get(RequestToken.resourceId));
  const steps = namedSteps(tokens);
  const path = steps.length > 0 ? steps : ridSteps(type, tokens.get(RequestToken.resourceId));
  const target = path.map(([each, id]) => `/${each}/${encodeURIComponent(
    id
  )}`).join("");
  return path.at(-1)?.[0] === type ? target : `${target}/${type}`;
}
function offerTarget(id) {
  return Buffer.isBuffer(id) ? `/offers/${encodeURIComponent(id.toString())}` : "/offers";
}
function namedSteps(tokens) {
  const steps = [];
  for (const [id, type] of NAME_TOKENS) {
    const name = tokens.get(id);
    if (typeof name === "string" && name !== "") steps.push(
      [type, name]
    );
  }
  return steps;
}
var RID_ENDS = [4, 8, 16];
function ridSteps(type, rid) {
  if (!Buffer.isBuffer(rid)) return [];
  return ownersAndSelf(type).flatMap((each, i) => rid.length >= RID_ENDS[i] ? [[each, (0, import_chunk_4T7ZR3GH.ridText)(rid.subarray(0, RID_ENDS[i]))]] : []);
}
function ownersAndSelf(type) {
  switch (type) {
    case "":
    case "dbs":
      return ["dbs"];
    case "colls":
    case "users":
    case "clientencryptionkeys":
      return ["dbs", type];
    case "permissions":
      return ["dbs", "users", type];
    default:
      return ["dbs", "colls", type];
  }
}
var ResponseToken = {
  payloadPresent: 0,
  quorumAckedLsn: 26,
  requestValidationFailure: 27,
  currentWriteQuorum: 30,
  currentReplicaSetSize: 31,
  globalCommittedLsn: 41,
  numberOfReadRegions: 48,
  transportRequestId: 53,
  localLsn: 58,
  quorumAckedLocalLsn: 59,
  itemLocalLsn: 60,
  sessionToken: 62
};
var ContextResponseToken = {
  protocolVersion: 0,
  clientVersion: 1,
  serverAgent: 2,
  serverVersion: 3,
  idleTimeoutInSeconds: 4,
  unauthenticatedTimeoutInSeconds: 5
};
var HEADER_TOKENS2 = [
  { header: import_chunk_LACWL7JQ.ResponseHeader.continuation, id: 3, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.etag, id: 4, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.retryAfterMs, id: 12, type: TokenType.ulong },
  { header: import_chunk_LACWL7JQ.ResponseHeader.resourceQuota, id: 14, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.resourceUsage, id: 15, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.schemaVersion, id: 16, type: TokenType.smallString },
  { header: import_chunk_LACWL7JQ.ResponseHeader.lsn, id: 19, type: TokenType.longlong },
  { header: import_chunk_LACWL7JQ.ResponseHeader.itemCount, id: 20, type: TokenType.ulong },
  { header: import_chunk_LACWL7JQ.ResponseHeader.requestCharge, id: 21, type: TokenType.double },
  { header: import_chunk_LACWL7JQ.ResponseHeader.altContentPath, id: 23, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.contentPath, id: 24, type: TokenType.string },
  {
    header: import_chunk_LACWL7JQ.ResponseHeader.subStatus,
    id: 28,
    type: TokenType.ulong
  },
  { header: import_chunk_LACWL7JQ.ResponseHeader.indexTransformationProgress, id: 29, type: TokenType.ulong },
  { header: import_chunk_LACWL7JQ.ResponseHeader.partitionKeyRangeId, id: 33, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.scriptLogResults, id: 37, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.queryMetrics, id: 40, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.itemLsn, id: 50, type: TokenType.longlong },
  { header: import_chunk_LACWL7JQ.ResponseHeader.date, id: 57, type: TokenType.smallString },
  { header: import_chunk_LACWL7JQ.ResponseHeader.indexUtilization, id: 68, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.queryExecutionInfo, id: 69, type: TokenType.string },
  { header: import_chunk_LACWL7JQ.ResponseHeader.requestDurationMs, id: 81, type: TokenType.double }
];
function writeResponse({
  status,
  headers,
  body,
  activityId,
  transportRequestId
}) {
  const payload = body === void 0 || body.length === 0 ? void 0 : body;
  const tokens = [{ id: ResponseToken.payloadPresent, type: TokenType.byte, value: payload === void 0 ? 0 : 1 }];
  if (transportRequestId !== void 0) tokens.push({ id: ResponseToken.transportRequestId, type: TokenType.ulong, value: transportRequestId });
  for (const { header, id, type } of HEADER_TOKENS2) {
    const value = headers[header];
    if (value !== void 0) pushIfItFits(tokens, id, type, tokenValue(value, type));
  }
  tokens.push(...sessionTokens(
    headers
  ), ...copyTokens(headers, status));
  return encodeFrame({ code: status, activityId, tokens, payload });
}
function tokenValue(value, type) {
  if (type === TokenType.longlong)
    return BigInt(value);
  return type === TokenType.ulong || type === TokenType.double ? Number(value) : String(value);
}
function pushIfItFits(tokens, id, type, value) {
  if (typeof value !== "string" || Buffer.byteLength(value) <= bytesMax(type)) tokens.push({ id, type, value });
}
function sessionTokens(headers) {
  const token = headers[import_chunk_LACWL7JQ.ResponseHeader.sessionToken];
  if (token === void 0) return [];
  const value = String(token).replace(/^[^:]*:/, "");
  return [{ id: ResponseToken.sessionToken, type: TokenType.string, value }];
}
function copyTokens(headers, status) {
  const lsn = headers[import_chunk_LACWL7JQ.ResponseHeader.lsn];
  if (lsn === void 0) return isRefusal(status) ? [REQUEST_VALIDATION_FAILURE] : [];
  const itemLsn = headers[import_chunk_LACWL7JQ.ResponseHeader.itemLsn];
  return [
    ...REPLICA_SET,
    ...[ResponseToken.quorumAckedLsn, ResponseToken.globalCommittedLsn, ResponseToken.localLsn, ResponseToken.quorumAckedLocalLsn].map((id) => ({ id, type: TokenType.longlong, value: BigInt(lsn) })),
    ...itemLsn === void 0 ? [] : [{ id: ResponseToken.itemLocalLsn, type: TokenType.longlong, value: BigInt(itemLsn) }]
  ];
}
var REPLICA_SET = [{ id: ResponseToken.currentWriteQuorum, type: TokenType.ulong, value: import_chunk_FPHW7ZTD.WRITE_QUORUM }, { id: ResponseToken.currentReplicaSetSize, type: TokenType.ulong, value: import_chunk_FPHW7ZTD.COPIES.length }, { id: ResponseToken.numberOfReadRegions, type: TokenType.ulong, value: 0 }];
var REQUEST_VALIDATION_FAILURE = { id: ResponseToken.requestValidationFailure, type: TokenType.byte, value: 1 };
function isRefusal(status) {
  return status >= 400 && status < 500 && status !== 410;
}
function directRequest(frame, client, { clientAddress, isGone, memory }) {
  const { method, target, headers, replicaPath, isOfWholeRange } = readRequest(frame);
  const replica = (0, import_chunk_FPHW7ZTD.parseReplicaPath)(
    replicaPath
  );
  if (replica === void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'${replicaPath}' is not the path of an address of this server.`);
  return new import_chunk_LACWL7JQ.GatewayRequest({
    method,
    target,
    headers: { [import_chunk_LACWL7JQ.RequestHeader.userAgent]: client.userAgent, [import_chunk_LACWL7JQ.RequestHeader.version]: client.clientVersion, ...headers, ...isOfWholeRange && replica !== "master" ? { [import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId]: replica.rangeId } : {} },
    secure: true,
    host: "localhost",
    clientAddress,
    readBody: async () => payloadOf(frame),
    isGone,
    origin: client.address,
    replica,
    memory
  });
}
function payloadOf({ payload = EMPTY2 }) {
  if (payload === "tooLarge") throw (0, import_chunk_LACWL7JQ.bodyTooLarge)();
  return payload;
}
var EMPTY2 = Buffer.alloc(0);
var PROTOCOL_VERSION = 1;
var DirectConnection = class {
  #socket;
  #options;
  #reader;
  #openedAt = import_node_perf_hooks.performance.now();
  #client;
  #isAuthenticated = false;
  #isClosing = false;
  #requests = 0;
  #bytesUnderWay = 0;
  #answers = [];
  #memories = /* @__PURE__ */ new Set();
  #lastAnswerAt = this.#openedAt;
  #frameSince;
  #untakenSince;
  constructor(socket, options) {
    this.#socket = socket;
    this.#options = options;
    this.#reader = new FrameReader(options.limits, RequestToken.payloadPresent);
    socket.on("data", (piece) => {
      this.#reader.push(piece);
      this.#readOn();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      for (const memory of this.#memories) memory.end();
    });
    socket.on("end", () => socket.destroy());
  }
  close() {
    this.#isClosing = true;
    this.#socket.pause();
    this.#endIfDone();
  }
  checkTimeouts(nowMs = import_node_perf_hooks.performance.now()) {
    const { limits } = this.#options;
    const isOver = (since, timeoutMs) => since !== void 0 && nowMs - since > timeoutMs;
    const idleSince = this.#requests === 0 ? this.#lastAnswerAt : void 0;
    if (isOver(this.#isAuthenticated ? void 0 : this.#openedAt, limits.unauthenticatedTimeoutMs) || isOver(this.#frameSince, limits.frameTimeoutMs) || isOver(this.#untakenSince, limits.answerTimeoutMs) || isOver(idleSince, limits.idleTimeoutMs)) this.#socket.destroy();
  }
  get #isFull() {
    const { requestsMax, bytesUnderWayMax } = this.#options.limits;
    return this.#requests >= requestsMax || this.#bytesUnderWay > bytesUnderWayMax;
  }
  #readOn() {
    try {
      while (!this.#isFull && !this.#isClosing && !this.#socket.destroyed) {
        const frame = this.#reader.next();
        if (frame === void 0) break;
        this.#take(frame);
      }
    } catch {
      this.#socket.destroy();
      return;
    }
    this.#pace();
  }
  #pace() {
    if (this.#isClosing) return;
    if (this.#isFull) {
      this.#frameSince = void 0;
      this.#socket.pause();
      return;
    }
    this.#frameSince = this.#reader.isWithinFrame ? this.#frameSince ?? import_node_perf_hooks.performance.now() : void 0;
    if (this.#socket.isPaused()) this.#socket.resume();
  }
  #take(frame) {
    this.#frameSince = void 0;
    if (this.#client === void 0) this.#introduce(frame);
    else if (frame.code === CONTEXT_CODE) throw malformed("the client introduces itself again");
    else void this.#answer(frame, this.#client);
  }
  #introduce({ code, activityId, tokens }) {
    if (code !== CONTEXT_CODE) throw malformed("the client has not introduced itself");
    const text = (id) => String(tokens.get(id) ?? "");
    const isKnown = tokens.get(ContextRequestToken.protocolVersion) === PROTOCOL_VERSION;
    this.#write(contextResponse(isKnown ? 200 : 400, activityId, this.#options.limits));
    if (!isKnown) {
      this.close();
      return;
    }
    this.#client = { address: this.#socket.remoteAddress, userAgent: text(ContextRequestToken.userAgent), clientVersion: text(ContextRequestToken.clientVersion) };
  }
  async #answer(frame, client) {
    const bytes = frame.payload instanceof Buffer ? frame.payload.length : 0;
    this.#requests++;
    this.#bytesUnderWay += bytes;
    const memory = this.#options.memory(() => this.#socket.destroy());
    this.#memories.add(memory);
    const { status, headers, body, isCut } = await this.#serve(frame, client, memory);
    if (isCut) this.#socket.destroy();
    this.#requests--;
    this.#bytesUnderWay -= bytes;
    this.#lastAnswerAt = import_node_perf_hooks.performance.now();
    if (status !== 401) this.#isAuthenticated = true;
    if (this.#socket.destroyed) return;
    const { activityId } = frame;
    const transportRequestId = transportRequestIdOf(
      frame
    );
    this.#write(writeResponse({ status, headers, body, activityId, transportRequestId }), () => {
      this.#memories.delete(memory);
      memory.end();
    });
    this.#readOn();
  }
  async #serve(frame, client, memory) {
    const { serve, nowMs } = this.#options;
    try {
      const request = directRequest(frame, client, { clientAddress: this.#socket.remoteAddress, isGone: () => this.#socket.destroyed, memory });
      const answer = await serve(request);
      if (answer.isCut) return answer;
      const { status, headers, body } = answer;
      const hasBody = body !== void 0 && request.method !== "HEAD" && status !== 204 && status !== 304;
      return hasBody ? { status, headers, body } : { status, headers };
    } catch (error) {
      return (0, import_chunk_FPHW7ZTD.failureResponse)(error, frame.activityId, nowMs(), { isDirect: true });
    }
  }
  #write(bytes, taken = () => {
  }) {
    this.#answers.push({ bytes, taken });
    this.#bytesUnderWay += bytes.length;
    if (this.#answers.length === 1) this.#writeNext();
  }
  #writeNext() {
    const [answer] = this.#answers;
    this.#untakenSince = answer === void 0 ? void 0 : import_node_perf_hooks.performance.now();
    if (answer === void 0) {
      this.#endIfDone();
      return;
    }
    this.#socket.write(answer.bytes, () => {
      this.#answers.shift();
      this.#bytesUnderWay -= answer.bytes.length;
      answer.taken();
      this.#writeNext();
      this.#readOn();
    });
  }
  #endIfDone() {
    const isDone = this.#requests === 0 && this.#answers.length === 0;
    if (this.#isClosing && isDone) this.#socket.end(() => this.#socket.destroy());
  }
};
function contextResponse(status, activityId, limits) {
  const seconds = (id, ms) => ({ id, type: TokenType.ulong, value: Math.ceil(ms / 1e3) });
  const text = (id, value) => ({ id, type: TokenType.smallString, value });
  const refusal = `{"code":"BadRequest","message":"The protocol version must be ${PROTOCOL_VERSION}."}`;
  return encodeFrame({ code: status, activityId, tokens: [{ id: ContextResponseToken.protocolVersion, type: TokenType.ulong, value: PROTOCOL_VERSION }, text(ContextResponseToken.serverAgent, import_chunk_LACWL7JQ.PRODUCT), text(ContextResponseToken.serverVersion, import_chunk_LACWL7JQ.GATEWAY_VERSION), seconds(ContextResponseToken.idleTimeoutInSeconds, limits.idleTimeoutMs), seconds(ContextResponseToken.unauthenticatedTimeoutInSeconds, limits.unauthenticatedTimeoutMs)], payload: status === 200 ? void 0 : Buffer.from(refusal) });
}
var DIRECT_LIMITS = {
  frameBytesMax: 256 * 1024,
  tokensMax: 512,
  payloadBytesMax: import_chunk_LACWL7JQ.BODY_BYTES_MAX,
  discardedBytesMax: 64 * 1024 * 1024,
  handshakeTimeoutMs: 3e4,
  unauthenticatedTimeoutMs: 6e4,
  frameTimeoutMs: 3e5,
  idleTimeoutMs: 36e5,
  answerTimeoutMs: 3e5,
  timeoutCheckMs: 5e3,
  requestsMax: 64,
  bytesUnderWayMax: 16 * 1024 * 1024,
  connectionsMax: 1e4,
  connectionsPerAddressMax: 5e3,
  closeGraceMs: 1e4
};
var DirectListener = class {
  #options;
  #limits;
  #server;
  #sockets = /* @__PURE__ */ new Set();
  #connections = /* @__PURE__ */ new Set();
  #tls;
  #addresses;
  #closing;
  constructor(options) {
    this.#options = options;
    this.#limits = { ...DIRECT_LIMITS, ...options.limits };
    this.#server = (0, import_node_net.createServer)({ noDelay: true, pauseOnConnect: true }, (socket) => this.#accept(socket));
    this.#server.maxConnections = this.#limits.connectionsMax;
    this.#addresses = new import_chunk_FPHW7ZTD.AddressCounts(this.#limits.connectionsPerAddressMax);
    this.#tls = new import_chunk_FPHW7ZTD.TlsDoor({ certificate: options.certificate, handshakeTimeoutMs: this.#limits.handshakeTimeoutMs, enter: (socket) => this.#connect(socket), onError: options.onError });
  }
  async listen(port, host) {
    const bound = await (0, import_chunk_FPHW7ZTD.listenOn)(this.#server, { port, host }, this.#options.onError);
    const check = setInterval(() => this.#checkTimeouts(), this.#limits.timeoutCheckMs).unref();
    this.#server.once("close", () => clearInterval(check));
    return bound;
  }
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }
  async #close() {
    const closed = new Promise((resolve) => this.#server.close(() => resolve()));
    this.#tls.close();
    for (const connection of this.#connections)
      connection.close();
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, this.#limits.closeGraceMs);
    await closed;
    clearTimeout(cut);
  }
  #accept(socket) {
    this.#options.onConnection?.();
    if (!this.#addresses.admit(socket)) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    void this.#tls.secure(socket);
  }
  #connect(socket) {
    const { serve, memory, nowMs } = this.#options;
    const connection = new DirectConnection(
      socket,
      { serve, memory, nowMs, limits: this.#limits }
    );
    this.#connections.add(connection);
    socket.on("close", () => this.#connections.delete(connection));
    if (this.#closing !== void 0) connection.close();
  }
  #checkTimeouts() {
    for (const connection of this.#connections) connection.checkTimeouts();
  }
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  DirectListener
});
