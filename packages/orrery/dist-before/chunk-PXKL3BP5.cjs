const moduleUrl = require("node:url").pathToFileURL(__filename).href;
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
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
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);
var stdin_exports = {};
__export(stdin_exports, {
  ControlError: () => ControlError,
  connectControl: () => connectControl,
  startOrrery: () => startOrrery
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_FPHW7ZTD = require("./chunk-FPHW7ZTD.cjs");
var import_chunk_BWGLRA76 = require("./chunk-BWGLRA76.cjs");
var import_chunk_MVGD2D4R = require("./chunk-MVGD2D4R.cjs");
var import_chunk_ICABC7BA = require("./chunk-ICABC7BA.cjs");
var import_chunk_IH32K4DY = require("./chunk-IH32K4DY.cjs");
var import_chunk_SDK7ERLW = require("./chunk-SDK7ERLW.cjs");
var import_chunk_LACWL7JQ = require("./chunk-LACWL7JQ.cjs");
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var import_chunk_7NBCW7XL = require("./chunk-7NBCW7XL.cjs");
var import_promises = require("node:fs/promises");
var import_node_https = require("node:https");
var import_node_crypto = require("node:crypto");
var import_node_crypto2 = require("node:crypto");
var import_promises2 = require("node:fs/promises");
var import_node_path = require("node:path");
var import_promises3 = require("node:timers/promises");
var import_node_path2 = require("node:path");
var import_lru_cache = require("lru-cache");
var import_node_fs = require("node:fs");
var import_promises4 = require("node:fs/promises");
var import_node_path3 = require("node:path");
var import_promises5 = require("node:fs/promises");
var import_node_path4 = require("node:path");
var import_promises6 = require("node:fs/promises");
var import_node_path5 = require("node:path");
var import_node_zlib = require("node:zlib");
var import_node_fs2 = require("node:fs");
var import_promises7 = require("node:fs/promises");
var import_node_path6 = require("node:path");
var import_promises8 = require("node:fs/promises");
var import_node_path7 = require("node:path");
var import_node_zlib2 = require("node:zlib");
var import_node_path8 = require("node:path");
var import_promises9 = require("node:fs/promises");
var import_node_path9 = require("node:path");
var import_node_crypto3 = require("node:crypto");
var import_promises10 = require("node:fs/promises");
var import_node_path10 = require("node:path");
var import_node_zlib3 = require("node:zlib");
var import_node_path11 = require("node:path");
var import_node_path12 = require("node:path");
var import_promises11 = require("node:fs/promises");
var import_node_path13 = require("node:path");
var import_promises12 = require("node:fs/promises");
var import_node_tls = require("node:tls");
var import_node_os = require("node:os");
var import_node_crypto4 = require("node:crypto");
var import_node_crypto5 = require("node:crypto");
var import_node_crypto6 = require("node:crypto");
var import_node_child_process = require("node:child_process");
var import_node_net = require("node:net");
var import_node_url = require("node:url");
var import_strict = __toESM(require("node:assert/strict"));
var import_node_http2 = require("node:http2");
var import_node_util = require("node:util");
var import_node_zlib4 = require("node:zlib");
var import_promises13 = require("node:timers/promises");
var import_node_crypto7 = require("node:crypto");
var import_node_buffer = require("node:buffer");
var import_node_buffer2 = require("node:buffer");
var import_node_perf_hooks = require("node:perf_hooks");
var import_node_zlib5 = require("node:zlib");
var import_node_crypto8 = require("node:crypto");
var import_node_crypto9 = require("node:crypto");
var import_promises14 = require("node:fs/promises");
var import_node_path14 = require("node:path");
var import_node_crypto10 = require("node:crypto");
var import_node_os2 = require("node:os");
var import_node_util2 = require("node:util");
var import_node_http = require("node:http");
var import_node_http22 = require("node:http2");
var import_node_http3 = require("node:http");
var import_node_crypto11 = require("node:crypto");
var import_hash = require("@orrerydb/keys/hash");
var import_node_worker_threads = require("node:worker_threads");
var import_promises15 = require("node:fs/promises");
var import_node_path15 = require("node:path");
var import_node_fs3 = require("node:fs");
var import_promises16 = require("node:fs/promises");
var import_node_path16 = require("node:path");
var import_node_url2 = require("node:url");
var import_promises17 = require("node:fs/promises");
var import_node_path17 = require("node:path");
var import_promises18 = require("node:timers/promises");
var ControlError = class extends Error {
  name = "ControlError";
  status;
  constructor(status, message) {
    super(message);
    this.status = status;
  }
};
async function askControl(send2, key, method, target, body) {
  const path = `/_orrery/${target}`;
  const headers = signedHeaders(key, method, path);
  const { status, text: text3 } = await send2(
    method,
    path,
    headers,
    body && JSON.stringify(body)
  );
  const answer = parsed(text3);
  if (status === 200) return answer;
  const { message } = answer;
  throw new ControlError(status, message?.split("\r\n")[0] ?? `The server answered ${status}.`);
}
function signedHeaders(key, method, path) {
  const date = (/* @__PURE__ */ new Date()).toUTCString();
  const text3 = `${method.toLowerCase()}

${path.slice(1).split("?", 1)[0]}
${date.toLowerCase()}

`;
  const signature = (0, import_node_crypto.createHmac)("sha256", Buffer.from(key, "base64")).update(text3).digest("base64");
  return { authorization: encodeURIComponent(`type=master&ver=1.0&sig=${signature}`), "x-ms-date": date };
}
function parsed(text3) {
  try {
    return JSON.parse(text3);
  } catch {
    return {};
  }
}
function containerPath(name) {
  const [database, container] = namesOf(name);
  return `dbs/${encodeURIComponent(database)}/colls/${encodeURIComponent(container)}`;
}
function containerNameText(name) {
  return namesOf(name).join("/");
}
function namesOf(name) {
  if (typeof name !== "string") return "id" in name ? [name.database.id, name.id] : [name.database, name.container];
  const [
    database,
    container,
    ...more
  ] = name.split("/");
  if (!database || !container || more.length > 0) throw new TypeError(`A container is named by its database and itself, as "shop/carts", not "${name}".`);
  return [database, container];
}
var FaultControl = class {
  #ask;
  constructor(ask) {
    this.#ask = ask;
  }
  add(rule) {
    return this.#ask("POST", "faults", rule);
  }
  async list() {
    return (await this.#ask("GET", "faults")).rules;
  }
  read(id) {
    return this.#ask("GET", `faults/${encodeURIComponent(id)}`);
  }
  enable(id) {
    return this.#ask("PUT", `faults/${encodeURIComponent(id)}`, { enabled: true });
  }
  disable(id) {
    return this.#ask("PUT", `faults/${encodeURIComponent(id)}`, { enabled: false });
  }
  remove(id) {
    return this.#ask("DELETE", `faults/${encodeURIComponent(id)}`);
  }
  async clear() {
    await this.#ask("DELETE", "faults");
  }
};
var Control = class {
  faults;
  clock;
  #ask;
  constructor(ask) {
    this.#ask = ask;
    this.faults = new FaultControl(ask);
    this.clock = { read: () => ask("GET", "clock"), advance: (ms) => ask("POST", "clock", { advanceMs: ms }) };
  }
  async reset() {
    return (await this.#ask("POST", "reset")).databases;
  }
  requests({ from, limit = 100, container, failed = false } = {}) {
    const filter = new URLSearchParams(
      { limit: String(limit), failed: String(failed) }
    );
    if (from !== void 0) filter.set("from", String(from));
    if (container !== void 0) filter.set("container", containerNameText(container));
    return this.#ask("GET", `requests?${filter}`);
  }
  async containers() {
    return (await this.#ask("GET", "containers")).containers;
  }
  async partitions(of) {
    return (await this.#ask(
      "GET",
      `${containerPath(of)}/partitions`
    )).partitions;
  }
  hotKeys(of, { limit = 20 } = {}) {
    return this.#ask("GET", `${containerPath(of)}/keys?limit=${limit}`);
  }
  async history(of, {
    unit = "minutes",
    limit
  } = {}) {
    const target = `${containerPath(of)}/history?unit=${unit}${limit === void 0 ? "" : `&limit=${limit}`}`;
    return (await this.#ask("GET", target)).partitions;
  }
  split(of, partition, point = {}) {
    return this.#ask("POST", `${containerPath(of)}/partitions/${encodeURIComponent(partition)}/split`, point);
  }
  shareOut(of, count) {
    return this.#ask("PUT", `${containerPath(
      of
    )}/partitions`, { count });
  }
  merge(of, partitions, { force = false } = {}) {
    return this.#ask("POST", `${containerPath(of)}/merge`, { partitions, force });
  }
  redistribute(of, targets) {
    return this.#ask("POST", `${containerPath(of)}/redistribute`, targets === void 0 ? {} : { targets });
  }
  async throttle(of, mode) {
    const target = `${containerPath(of)}/throttle`;
    const asked = mode === void 0 ? this.#ask("GET", target) : this.#ask("PUT", target, { mode });
    return (await asked).mode;
  }
};
var InProcessHttpClient = class {
  #serve;
  constructor(serve) {
    this.#serve = serve;
  }
  async sendRequest(request) {
    const { status, headers, body, isCut } = await untilAborted(request.abortSignal, () => this.#serve(toGatewayRequest(request)));
    if (isCut) throw new ConnectionReset();
    const clientHeaders = new PlainHeaders();
    for (const [name, value] of Object.entries(
      headers
    )) clientHeaders.set(name, value);
    if (body !== void 0) clientHeaders.set(import_chunk_LACWL7JQ.ResponseHeader.contentLength, body.length);
    return {
      request,
      status,
      headers: clientHeaders,
      bodyAsText: body?.toString("utf8") ?? ""
    };
  }
};
function toGatewayRequest({ url, method, headers, body, abortSignal }) {
  const { pathname, search, protocol, host } = new URL(url);
  return new import_chunk_LACWL7JQ.GatewayRequest(
    { method, target: pathname + search, headers: headers.toJSON(), secure: protocol === "https:", host, readBody: async () => {
      const bytes = toBuffer(body);
      if (bytes.length > import_chunk_LACWL7JQ.BODY_BYTES_MAX)
        throw (0, import_chunk_LACWL7JQ.bodyTooLarge)();
      return bytes;
    }, isGone: () => abortSignal?.aborted ?? false, origin: "in process" }
  );
}
function toBuffer(body) {
  if (body === void 0 || body === null) return Buffer.alloc(0);
  if (typeof body === "string") return Buffer.from(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  throw new TypeError("A body in process must be a string or bytes.");
}
async function untilAborted(signal, work) {
  if (signal === void 0)
    return work();
  if (signal.aborted) throw new AbortError();
  let onAbort = () => {
  };
  const aborted = new Promise((_, reject) => {
    onAbort = () => reject(new AbortError());
    signal.addEventListener(
      "abort",
      onAbort
    );
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
var AbortError = class extends Error {
  name = "AbortError";
  constructor() {
    super("The operation was aborted.");
  }
};
var ConnectionReset = class extends Error {
  code = "ECONNRESET";
  constructor() {
    super("The server closed the connection without an answer (ECONNRESET).");
  }
};
var PlainHeaders = class {
  #values = /* @__PURE__ */ new Map();
  get(name) {
    return this.#values.get(name.toLowerCase());
  }
  has(name) {
    return this.#values.has(name.toLowerCase());
  }
  set(name, value) {
    this.#values.set(name.toLowerCase(), String(value));
  }
  delete(name) {
    this.#values.delete(name.toLowerCase());
  }
  toJSON() {
    return Object.fromEntries(this.#values);
  }
  [Symbol.iterator]() {
    return this.#values.entries();
  }
};
var isText = (value) => typeof value === "string" && value !== "";
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isPort = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65535;
var isSize = (value) => Number.isSafeInteger(value) && Number(value) > 0;
var isPartitionCount = (value) => isSize(value) && Number(value) <= import_chunk_4T7ZR3GH.PARTITIONS_MAX;
var oneOf = (allowed) => [allowed.map((each) => JSON.stringify(each)).join(" or "), (value) => allowed.includes(value)];
var OPTIONS = { data: ["the name of a folder", isText], store: ["the address of a PostgreSQL database", isText], seed: ["an object, or the name of a file or folder", (value) => isText(value) || isObject(
  value
)], durability: oneOf(["disk", "process"]), port: ["a whole number from 0 to 65535", isPort], direct: ["a port or false", (value) => value === false || isPort(value)], host: [
  "an address",
  isText
], key: ["a text in base64", isText], throttle: oneOf(import_chunk_4T7ZR3GH.THROTTLE_MODES), consistency: oneOf(import_chunk_4T7ZR3GH.CONSISTENCY_LEVELS), storageLimits: ["an object", isObject], partitions: [
  `a whole number from 1 to ${import_chunk_4T7ZR3GH.PARTITIONS_MAX}`,
  isPartitionCount
], controllableClock: ["true or false", (value) => typeof value === "boolean"], environment: ["an object", isObject] };
var STORAGE_LIMITS = { partitionBytes: ["a number of bytes above 0", isSize], logicalPartitionBytes: ["a number of bytes above 0", isSize] };
var FUNCTION = ["a function", (value) => typeof value === "function"];
var ENVIRONMENT = { now: FUNCTION, random: FUNCTION, log: FUNCTION, scheduler: ["an object", isObject], clockControl: ["an object", isObject] };
function checkOptions(options) {
  check(options, OPTIONS, "startOrrery");
  const { storageLimits = {}, environment = {} } = options;
  check(storageLimits, STORAGE_LIMITS, "'storageLimits' of startOrrery");
  check(
    environment,
    ENVIRONMENT,
    "'environment' of startOrrery"
  );
}
function check(given2, known, whose) {
  if (!isObject(given2)) throw new TypeError(`${whose} takes an object, not ${(0, import_chunk_4T7ZR3GH.shownValue)(
    String(given2)
  )}.`);
  for (const [name, value] of Object.entries(given2)) {
    const rule = Object.hasOwn(known, name) ? known[name] : void 0;
    if (rule === void 0) throw new TypeError(
      `${whose} has no option '${name}'. It has: ${Object.keys(known).join(", ")}.`
    );
    const [words, isRight] = rule;
    if (value !== void 0 && !isRight(value)) throw new TypeError(
      `The option '${name}' of ${whose} must be ${words}, not ${shown(value)}.`
    );
  }
}
function shown(value) {
  return typeof value === "function" ? "a function" : (0, import_chunk_4T7ZR3GH.shownValue)(JSON.stringify(value) ?? String(value));
}
function connectionString(endpoint, key) {
  return `AccountEndpoint=${endpoint}/;AccountKey=${key};`;
}
var KEPT_KEYS_BYTES = 256 * 1024 * 1024;
var SECTION_BYTES_MAX = 64 * 1024 * 1024;
var SECTION_SHARE = 1 / 4;
var SECTION_BYTES = 512;
var SPACES_MAX = 1024;
var SECTIONS_MAX = 64;
var ROWS_MIN = 512;
var SCAN_ROWS = 10;
var PATIENCE_MAX = 64;
var CHANGES_MAX = 512;
var CHANGES_MIN = 64;
var CHANGES_SHARE = 1 / 8;
var CHANGE_BYTES = 128;
var JOINED_PER_ROW = 256;
var NOTHING = new Uint8Array();
var Section = class {
  rowsRead = 0;
  rowsSpared = 0;
  patience = 1;
  isTooLarge = false;
  filling;
  changes;
  changesMax = CHANGES_MAX;
  valueBytes;
  constructor(valueBytes) {
    this.valueBytes = valueBytes;
  }
  isPaid(keys) {
    return this.rowsSpared >= keys.count;
  }
  forget() {
    this.rowsRead = 0;
    this.rowsSpared = 0;
    this.changes = void 0;
    this.changesMax = CHANGES_MAX;
  }
};
var KeptKeys = class {
  #spaces = new import_lru_cache.LRUCache(
    { max: SPACES_MAX, dispose: (space) => this.#letGo(space) }
  );
  #kept;
  #changing = /* @__PURE__ */ new Set();
  #noting = /* @__PURE__ */ new Map();
  #rowsMin;
  #sectionBytesMax;
  #time = 0;
  constructor({ rowsMin = ROWS_MIN, bytesMax = KEPT_KEYS_BYTES } = {}) {
    this.#rowsMin = rowsMin;
    this.#sectionBytesMax = Math.min(bytesMax * SECTION_SHARE, SECTION_BYTES_MAX);
    this.#kept = new import_lru_cache.LRUCache({ maxSize: bytesMax, sizeCalculation: ({ size }, {
      changesMax,
      valueBytes
    }) => SECTION_BYTES + size + changesMax * (CHANGE_BYTES + valueBytes), dispose: (keys, section, reason) => {
      if (reason === "set") return;
      if (reason === "evict") section.patience = nextPatience(section.patience, section.isPaid(keys));
      section.forget();
    } });
  }
  get time() {
    return this.#time;
  }
  beginChange(spaces) {
    for (const number2 of spaces) {
      this.#changing.add(number2);
      const space = this.#spaces.peek(number2);
      if (space === void 0) continue;
      space.changedAt = Number.POSITIVE_INFINITY;
      if (space.sections.size > 0) this.#noting.set(
        number2,
        space
      );
    }
  }
  note({ key, value }) {
    if (this.#noting.size === 0) return;
    const space = this.#noting.get((0, import_chunk_IH32K4DY.spaceOf)(key));
    if (space === void 0) return;
    for (const length2 of space.prefixLengths) {
      const section = space.sections.get(key.toString("latin1", import_chunk_IH32K4DY.SPACE_BYTES, import_chunk_IH32K4DY.SPACE_BYTES + length2));
      if (section?.changes === void 0) continue;
      const isKept = value !== null && section.valueBytes > 0;
      const isOdd = isKept && value.length !== section.valueBytes;
      section.changes.set(key.toString("latin1", import_chunk_IH32K4DY.SPACE_BYTES), isKept ? value : value && NOTHING);
      if (isOdd || section.changes.size > section.changesMax) this.#giveUp(space, section);
    }
  }
  endChange(spaces, isDone) {
    this.#time++;
    this.#noting.clear();
    for (const number2 of spaces) {
      this.#changing.delete(number2);
      const space = this.#spaces.peek(number2);
      if (space === void 0) continue;
      space.changedAt = this.#time;
      if (!isDone) this.#letGo(space);
    }
  }
  clear() {
    this.#time++;
    this.#spaces.clear();
  }
  async get(name, read) {
    const space = this.#space(name.space);
    if (space.changedAt > name.time) return void 0;
    const section = this.#section(
      space,
      name
    );
    const kept2 = this.#kept.get(section);
    if (kept2 !== void 0) return this.#joined(section, kept2);
    const { filling } = section;
    if (filling !== void 0) {
      return filling.since === space.changedAt ? filling.keys.catch(() => void 0) : void 0;
    }
    const patience = Math.max(space.patience, section.patience);
    const isDue = section.rowsRead >= Math.max(name.rows, this.#rowsMin) * patience;
    if (isDue && read !== void 0 && !section.isTooLarge) {
      const keys = this.#fill(section, read);
      section.filling = { since: space.changedAt, keys };
      return keys;
    }
    section.rowsRead += SCAN_ROWS;
    return void 0;
  }
  count(name, rows) {
    const space = this.#spaces.peek(name.space);
    const section = space && space.changedAt <= name.time ? space.sections.get(keyOf(name)) : void 0;
    if (section === void 0) return;
    section.rowsRead += rows;
    if (section.changes?.size === 0) section.rowsSpared += rows;
  }
  async #fill(section, read) {
    section.changes = /* @__PURE__ */ new Map();
    try {
      const keys = await read(this.#sectionBytesMax);
      const { changes } = section;
      section.forget();
      section.isTooLarge = keys === void 0;
      if (keys !== void 0 && changes !== void 0) this.#keep(section, keys, changes);
      return keys;
    } catch (error) {
      section.changes = void 0;
      throw error;
    } finally {
      section.filling = void 0;
    }
  }
  #keep(section, keys, changes) {
    section.changes = changes;
    section.changesMax = Math.min(Math.max(keys.count * CHANGES_SHARE, CHANGES_MIN), CHANGES_MAX);
    this.#kept.set(section, keys);
  }
  #joined(section, kept2) {
    const changes = section.changes;
    if (changes.size === 0) {
      section.rowsSpared += SCAN_ROWS;
      return kept2;
    }
    section.rowsRead += SCAN_ROWS;
    if (section.rowsRead * JOINED_PER_ROW < kept2.count) return void 0;
    section.rowsRead = 0;
    section.rowsSpared += SCAN_ROWS;
    const keys = kept2.with(changes);
    changes.clear();
    if (keys.size <= this.#sectionBytesMax) {
      this.#kept.set(section, keys);
    } else {
      section.isTooLarge = true;
      this.#kept.delete(section);
    }
    return keys;
  }
  #space(number2) {
    const known = this.#spaces.get(number2);
    if (known !== void 0) return known;
    const changedAt = this.#changing.has(number2) ? Number.POSITIVE_INFINITY : this.#time;
    const space = { changedAt, patience: 1, sections: /* @__PURE__ */ new Map(), prefixLengths: /* @__PURE__ */ new Set() };
    this.#spaces.set(number2, space);
    return space;
  }
  #section(space, name) {
    const key = keyOf(name);
    const known = space.sections.get(key);
    if (known !== void 0) return known;
    if (space.sections.size >= SECTIONS_MAX) this.#letGo(space);
    const section = new Section(name.valueBytes ?? 0);
    space.sections.set(key, section);
    space.prefixLengths.add(name.prefix.length);
    return section;
  }
  #giveUp(space, section) {
    const kept2 = this.#kept.peek(section);
    space.patience = nextPatience(space.patience, kept2 !== void 0 && section.isPaid(kept2));
    this.#kept.delete(section);
    section.forget();
  }
  #letGo({ sections }) {
    for (const section of sections.values()) {
      this.#kept.delete(section);
      section.forget();
    }
    sections.clear();
  }
};
function nextPatience(patience, isPaid) {
  return isPaid ? 1 : Math.min(2 * patience, PATIENCE_MAX);
}
function keyOf({ prefix }) {
  return Buffer.from(prefix.buffer, prefix.byteOffset, prefix.length).toString("latin1");
}
var FULL = /no space left|disk quota|file too large|not enough space|disk full/i;
var NOT_OPEN = /* @__PURE__ */ new Set(["LEVEL_DATABASE_NOT_OPEN", "LEVEL_ITERATOR_NOT_OPEN", "LEVEL_SNAPSHOT_NOT_OPEN"]);
function toKeyValueError(error, folder) {
  if (error instanceof import_chunk_7NBCW7XL.KeyValueError || !(error instanceof Error)) return error;
  const origin = error.cause instanceof Error ? error.cause : error;
  const code = origin.code ?? codeOf(origin.message);
  const options = { cause: error };
  if (code === "LEVEL_LOCKED") {
    const message = `The data folder ${folder} is in use: stop the process that uses it, or choose another folder.`;
    return new import_chunk_7NBCW7XL.KeyValueError("locked", message, options);
  }
  if (code === "LEVEL_CORRUPTION") {
    const message = `The data folder ${folder} is damaged (${origin.message}): restore it from a backup.`;
    return new import_chunk_7NBCW7XL.KeyValueError("corrupt", message, options);
  }
  if (FULL.test(origin.message)) {
    return new import_chunk_7NBCW7XL.KeyValueError("full", `There is no room left for ${folder}: free some space.`, options);
  }
  if (NOT_OPEN.has(code)) {
    return new import_chunk_7NBCW7XL.KeyValueError("unavailable", `The data folder ${folder} was closed meanwhile.`, options);
  }
  if (code.startsWith("LEVEL_") || origin !== error || "errno" in origin) {
    return new import_chunk_7NBCW7XL.KeyValueError(
      "unavailable",
      `The data folder ${folder} failed: ${origin.message}.`,
      options
    );
  }
  return error;
}
function codeOf(message) {
  if (message.startsWith("Corruption: ")) return "LEVEL_CORRUPTION";
  return message.startsWith("IO error: ") ? "LEVEL_IO_ERROR" : "";
}
var Unreadable = class extends Error {
  name = "Unreadable";
};
var ByteCursor = class {
  #bytes;
  #at = 0;
  constructor(bytes) {
    this.#bytes = bytes;
  }
  get isAtEnd() {
    return this.#at >= this.#bytes.length;
  }
  byte() {
    const byte = this.#bytes[this.#at++];
    if (byte === void 0) throw new Unreadable("it ends too early");
    return byte;
  }
  varint() {
    let number2 = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      number2 += (byte & 127) * scale;
      if (byte < 128) return number2;
    }
    throw new Unreadable("a number in it is too large");
  }
  bytes(length2) {
    if (this.#at + length2 > this.#bytes.length) throw new Unreadable("it ends too early");
    this.#at += length2;
    return this.#bytes.subarray(this.#at - length2, this.#at);
  }
  text() {
    return this.bytes(this.varint());
  }
};
var POLYNOMIAL = 2197175160;
var MASK_DELTA = 2726488792;
var TABLES = makeTables();
function crc32c(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wide = bytes.length - bytes.length % 16;
  let crc = -1;
  for (let at = 0; at < wide; at += 16) {
    const a = crc ^ view.getInt32(at, true);
    const b = view.getInt32(at + 4, true);
    const c = view.getInt32(at + 8, true);
    const d = view.getInt32(at + 12, true);
    crc = word(a, 3840) ^ word(b, 2816) ^ word(c, 1792) ^ word(d, 768);
  }
  for (let at = wide; at < bytes.length; at++) crc = step(crc, bytes[at]);
  return ~crc >>> 0;
}
function unmaskedCrc(masked) {
  const rotated = masked - MASK_DELTA >>> 0;
  return (rotated >>> 17 | rotated << 15) >>> 0;
}
function crcOfPrefixes(bytes, visit) {
  let crc = -1;
  for (let at = 0; at < bytes.length; at++) {
    crc = step(crc, bytes[at]);
    if (visit(at + 1, ~crc >>> 0)) return at + 1;
  }
  return void 0;
}
function step(crc, byte) {
  return TABLES[(crc ^ byte) & 255] ^ crc >>> 8;
}
function word(bits, first) {
  return TABLES[first + (bits & 255)] ^ TABLES[first - 256 + (bits >>> 8 & 255)] ^ TABLES[first - 512 + (bits >>> 16 & 255)] ^ TABLES[first - 768 + (bits >>> 24)];
}
function makeTables() {
  const tables = new Int32Array(16 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ POLYNOMIAL : crc >>> 1;
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256];
    tables[at] = before >>> 8 ^ tables[before & 255];
  }
  return tables;
}
var BLOCK_BYTES = 32 * 1024;
var HEADER_BYTES = 7;
var FULL2 = 1;
var FIRST = 2;
var LAST = 4;
function readLog(log) {
  const records = [];
  const damage = [];
  let parts = [];
  let begin;
  let at = 0;
  const lose = (offset2, end) => {
    damage.push({ offset: begin ?? offset2, bytes: end - (begin ?? offset2) });
    begin = void 0;
  };
  for (; ; ) {
    at = skipFiller(log, at);
    if (at >= log.length) break;
    const fragment = fragmentAt(
      log,
      at
    );
    if (fragment === void 0) {
      const next = nextRecord(log, at + 1);
      if (next === void 0 && !hasWrongLength(log, at)) break;
      lose(at, next ?? log.length);
      at = next ?? log.length;
      continue;
    }
    const { type, payload, end } = fragment;
    const isBegin = type === FULL2 || type === FIRST;
    if (isBegin && begin !== void 0) lose(begin, at);
    if (isBegin) [begin, parts] = [at, [payload]];
    else if (begin !== void 0) parts.push(payload);
    else if (damage.length === 0) lose(at, end);
    if (begin !== void 0 && (type === FULL2 || type === LAST)) {
      records.push(Buffer.concat(parts));
      begin = void 0;
    }
    at = end;
  }
  const tailAt = begin ?? at;
  const tail = tailAt < log.length ? { offset: tailAt, bytes: log.length - tailAt } : void 0;
  return { records, damage, tail };
}
function skipFiller(log, at) {
  const left = BLOCK_BYTES - at % BLOCK_BYTES;
  return left < HEADER_BYTES ? Math.min(at + left, log.length) : at;
}
function fragmentAt(log, at) {
  const blockEnd = Math.min(log.length, at - at % BLOCK_BYTES + BLOCK_BYTES);
  if (at + HEADER_BYTES > blockEnd) return void 0;
  const type = log[at + 6];
  const end = at + HEADER_BYTES + log.readUInt16LE(at + 4);
  if (type < FULL2 || type > LAST || end > blockEnd) return void 0;
  if (unmaskedCrc(log.readUInt32LE(at)) !== crc32c(log.subarray(at + 6, end))) return void 0;
  return { type, payload: log.subarray(
    at + HEADER_BYTES,
    end
  ), end };
}
function nextRecord(log, from) {
  for (let at = from; at + HEADER_BYTES <= log.length; at++) {
    const type = log[at + 6];
    const isEmpty = log[at + 4] === 0 && log[at + 5] === 0;
    if ((type === FULL2 || type === FIRST) && !isEmpty && fragmentAt(log, at) !== void 0) return at;
  }
  return void 0;
}
function hasWrongLength(log, at) {
  const blockEnd = Math.min(log.length, at - at % BLOCK_BYTES + BLOCK_BYTES);
  if (at + HEADER_BYTES > blockEnd) return false;
  const type = log[at + 6];
  if (type < FULL2 || type > LAST) return false;
  const wanted = unmaskedCrc(log.readUInt32LE(at));
  return crcOfPrefixes(log.subarray(at + 6, blockEnd), (_, crc) => crc === wanted) !== void 0;
}
function tableName({ number: number2 }) {
  return `${String(number2).padStart(6, "0")}.ldb`;
}
function parseManifest(bytes) {
  const { records, damage, tail } = readLog(bytes);
  if (records.length === 0) throw new Unreadable("none of its records is whole");
  const tables = /* @__PURE__ */ new Map();
  let logNumber = 0;
  for (const record of records) {
    const edit = new ByteCursor(record);
    while (!edit.isAtEnd) logNumber = applyField(edit, tables) ?? logNumber;
  }
  return { tables: [...tables.values()], logNumber, bytes: bytes.length, damage, tail };
}
function applyField(edit, tables) {
  const tag = edit.varint();
  switch (tag) {
    case 1:
      edit.text();
      return void 0;
    case 2:
      return edit.varint();
    case 3:
    case 4:
    case 9:
      edit.varint();
      return void 0;
    case 5:
      edit.varint();
      edit.text();
      return void 0;
    case 6:
      edit.varint();
      tables.delete(edit.varint());
      return void 0;
    case 7: {
      const [level, number2, size] = [edit.varint(), edit.varint(), edit.varint()];
      const [smallest, largest] = [edit.text().subarray(0, -8), edit.text().subarray(0, -8)];
      tables.set(number2, { level, number: number2, size, smallest, largest });
      return void 0;
    }
    default:
      throw new Unreadable(`the manifest has a field of the unknown kind ${tag}`);
  }
}
var CURRENT = "CURRENT";
async function listFiles(folder) {
  const names = await (0, import_promises5.readdir)(folder).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const numbered = (pattern) => new Map(
    names.filter((name) => pattern.test(name)).map((name) => [Number.parseInt(name, 10), name]).sort(([a], [b]) => a - b)
  );
  const tables = numbered(/^\d+\.(ldb|sst)$/);
  const logs = numbered(
    /^\d+\.log$/
  );
  return { tables, logs, hasCurrent: names.includes(CURRENT), hasData: tables.size + logs.size > 0 };
}
function isManifest(name) {
  return name.startsWith("MANIFEST-");
}
async function currentManifest(folder) {
  const current = await readWhole((0, import_node_path4.join)(folder, CURRENT));
  const name = /^(MANIFEST-\d+)\n$/.exec(current.toString("latin1"))?.[1];
  if (name === void 0) throw new Unreadable("it names no manifest");
  return name;
}
async function readManifest(folder, name) {
  return parseManifest(await readWhole((0, import_node_path4.join)(
    folder,
    name
  )));
}
async function readWhole(path) {
  try {
    return await (0, import_promises5.readFile)(path);
  } catch (error) {
    const { code, message } = error;
    if (code === "ENOENT") throw new Unreadable("it is missing");
    throw code === "EIO" ? new Unreadable(`the disk cannot read it (${message})`) : error;
  }
}
var ATTEMPTS = 100;
async function makeCheckpoint(folder, target) {
  await (0, import_promises4.mkdir)(target, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await tryCheckpoint(
      folder,
      target
    )) return;
  }
  throw new Unreadable("the database was compacted all the time");
}
async function tryCheckpoint(folder, target) {
  const name = await currentManifest(
    folder
  );
  const bytes = await (0, import_promises4.readFile)((0, import_node_path3.join)(folder, name));
  const { tables, logNumber, tail } = parseManifest(bytes);
  if (tail !== void 0) return false;
  const files = await listFiles(
    folder
  );
  const linked = tables.map(({ number: number2 }) => files.tables.get(number2));
  const copied = [...files.logs].filter(([number2]) => number2 >= logNumber).map(([, log]) => log);
  if (linked.includes(void 0)) return false;
  try {
    for (const table of linked) await linkOrCopy((0, import_node_path3.join)(folder, table), (0, import_node_path3.join)(target, table));
    for (const log of copied) await (0, import_promises4.copyFile)(
      (0, import_node_path3.join)(folder, log),
      (0, import_node_path3.join)(target, log)
    );
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
  const isSame = await currentManifest(folder) === name && bytes.equals(
    await (0, import_promises4.readFile)((0, import_node_path3.join)(folder, name))
  );
  if (!isSame) return false;
  await (0, import_promises4.writeFile)((0, import_node_path3.join)(target, name), bytes);
  await (0, import_promises4.writeFile)((0, import_node_path3.join)(target, CURRENT), `${name}
`);
  const wanted = /* @__PURE__ */ new Set([...linked, ...copied, name, CURRENT]);
  for (const file of await (0, import_promises4.readdir)(target)) if (!wanted.has(file)) await (0, import_promises4.rm)((0, import_node_path3.join)(target, file));
  return true;
}
async function linkOrCopy(from, to) {
  try {
    await (0, import_promises4.link)(from, to);
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST") return;
    if (code === "ENOENT") throw error;
    await (0, import_promises4.copyFile)(
      from,
      to,
      import_node_fs.constants.COPYFILE_FICLONE
    );
  }
}
var NAME = "closed.json";
async function writeCloseMark(folder) {
  const manifest = await currentManifest(folder);
  const sizes = {};
  for (const name of [manifest, ...(await listFiles(
    folder
  )).logs.values()]) {
    sizes[name] = await syncedSize((0, import_node_path5.join)(folder, name));
  }
  const text3 = JSON.stringify({ manifest, sizes });
  const path = (0, import_node_path5.join)(folder, NAME);
  await (0, import_promises6.writeFile)(
    `${path}.new`,
    `${text3}
${(0, import_node_zlib.crc32)(text3)}
`
  );
  await (0, import_promises6.rename)(`${path}.new`, path);
}
async function readCloseMark(folder, manifest) {
  const text3 = await (0, import_promises6.readFile)((0, import_node_path5.join)(folder, NAME), "utf8").catch(() => "");
  const [
    json = "",
    crc
  ] = text3.split("\n");
  if (String((0, import_node_zlib.crc32)(json)) !== crc) return void 0;
  const mark = JSON.parse(json);
  return mark.manifest === manifest ? mark : void 0;
}
async function syncedSize(path) {
  const file = await (0, import_promises6.open)(path, "r+");
  try {
    await file.datasync();
    return (await (0, import_promises6.stat)(path)).size;
  } finally {
    await file.close();
  }
}
async function filesWithKey(folder, key) {
  const { tables } = await readManifest(folder, await currentManifest(folder));
  return tables.filter(({ smallest, largest }) => smallest.compare(key) <= 0 && largest.compare(key) >= 0).map(tableName);
}
var NAME2 = "tables.json";
async function tableMark(path) {
  try {
    const { size, ino, mtimeNs } = await (0, import_promises8.stat)(path, { bigint: true });
    return `${size} ${ino} ${mtimeNs}`;
  } catch (error) {
    if (error.code === "ENOENT") return void 0;
    throw error;
  }
}
async function readKnownTables(folder) {
  const text3 = await (0, import_promises8.readFile)((0, import_node_path7.join)(folder, NAME2), "utf8").catch(() => "");
  const [json = "", crc] = text3.split("\n");
  return String((0, import_node_zlib2.crc32)(json)) === crc ? new Map(Object.entries(JSON.parse(json))) : /* @__PURE__ */ new Map();
}
async function writeKnownTables(folder, tables) {
  const json = JSON.stringify(Object.fromEntries(tables));
  const path = (0, import_node_path7.join)(folder, NAME2);
  try {
    await (0, import_promises8.writeFile)(`${path}.new`, `${json}
${(0, import_node_zlib2.crc32)(json)}
`);
    await (0, import_promises8.rename)(`${path}.new`, path);
  } catch {
  }
}
async function noteTables(folder) {
  const marks = /* @__PURE__ */ new Map();
  for (const name of (await listFiles(folder)).tables.values()) {
    const mark = await tableMark(
      (0, import_node_path7.join)(folder, name)
    );
    if (mark !== void 0) marks.set(name, mark);
  }
  await writeKnownTables(folder, marks);
}
var NAME3 = "damage.json";
async function readFoundDamage(folder) {
  let text3;
  try {
    text3 = await (0, import_promises9.readFile)((0, import_node_path9.join)(folder, NAME3), "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  try {
    return JSON.parse(text3).map(({
      file,
      finding,
      keys
    }) => ({ file, finding, ...keys && { keys: { from: Buffer.from(keys[0], "hex"), last: Buffer.from(keys[1], "hex") } } }));
  } catch {
    return [{ file: NAME3, finding: "it tells of damage that was found earlier, and cannot be read" }];
  }
}
async function writeFoundDamage(folder, damage) {
  const stored = damage.map(({ file, finding, keys }) => ({
    file,
    finding,
    ...keys && { keys: [keys.from.toString("hex"), keys.last.toString("hex")] }
  }));
  const path = (0, import_node_path9.join)(folder, NAME3);
  await (0, import_promises9.writeFile)(`${path}.new`, JSON.stringify(stored), { flush: true });
  await (0, import_promises9.rename)(`${path}.new`, path);
}
var UNPACKED_BYTES_MAX = 256 * 1024 * 1024;
function unpackSnappy(packed) {
  const cursor = new ByteCursor(packed);
  const length2 = cursor.varint();
  if (length2 > UNPACKED_BYTES_MAX)
    throw new Unreadable("it would be too large unpacked");
  const unpacked = Buffer.alloc(length2);
  let at = 0;
  while (!cursor.isAtEnd) {
    const tag = cursor.byte();
    if ((tag & 3) === 0) {
      const literal = cursor.bytes(literalLength(tag >>> 2, cursor) + 1);
      if (at + literal.length > length2) throw new Unreadable("it is longer than it says");
      literal.copy(
        unpacked,
        at
      );
      at += literal.length;
    } else {
      const { distance, count } = copyOf(tag, cursor);
      if (distance === 0 || distance > at || at + count > length2) {
        throw new Unreadable("it repeats what is not there");
      }
      for (const end = at + count; at < end; at++) unpacked[at] = unpacked[at - distance];
    }
  }
  if (at !== length2) throw new Unreadable("it is shorter than it says");
  return unpacked;
}
function literalLength(inTag, cursor) {
  return inTag < 60 ? inTag : littleEndian(cursor, inTag - 59);
}
function copyOf(tag, cursor) {
  if ((tag & 3) === 1) return { count: 4 + (tag >>> 2 & 7), distance: (tag >>> 5) * 256 + cursor.byte() };
  const count = 1 + (tag >>> 2);
  return { count, distance: littleEndian(cursor, (tag & 3) === 2 ? 2 : 4) };
}
function littleEndian(cursor, bytes) {
  return cursor.bytes(
    bytes
  ).readUIntLE(0, bytes);
}
var FOOTER_BYTES = 48;
var MAGIC = 0xdb4775248b80fb57n;
var SNAPPY = 1;
var TableFile = class {
  #bytes;
  constructor(bytes) {
    this.#bytes = bytes;
  }
  damage() {
    const footer = this.#footer();
    if (footer === void 0) return [{ offset: this.#bytes.length - FOOTER_BYTES, what: "end" }];
    const { meta, index } = footer;
    if (!this.#isWhole(meta)) return [{ offset: meta.offset, what: "filter" }];
    if (!this.#isWhole(index)) return [{ offset: index.offset, what: "index" }];
    const filters = this.#handlesIn(meta).filter(({ handle }) => !this.#isWhole(handle));
    return [
      ...filters.map(({ handle }) => ({ offset: handle.offset, what: "filter" })),
      ...this.#damagedBlocks(this.#handlesIn(index))
    ];
  }
  rescue() {
    const footer = this.#footer();
    if (footer !== void 0 && this.#isWhole(footer.index)) {
      const blocks = this.#handlesIn(footer.index);
      return { rows: this.#rows(blocks.map(({ handle }) => handle)), lost: this.#damagedBlocks(
        blocks
      ).flatMap(({ keys }) => keys ?? []) };
    }
    const found = this.#blocksWithoutIndex();
    const [rows, end] = footer === void 0 ? this.#beforeIndex(found) : this.#beforeFilter(found, footer);
    const isComplete = end !== void 0 && (rows.at(-1) === void 0 ? 0 : endOf(rows.at(-1))) === end;
    return { rows: this.#rows(rows), lost: isComplete ? [] : void 0 };
  }
  #damagedBlocks(blocks) {
    const found = [];
    let after;
    for (const { key, handle } of blocks) {
      const last = key.subarray(0, -8);
      if (!this.#isWhole(handle)) {
        const keys = after === void 0 ? { last } : { after, last };
        found.push({ offset: handle.offset, what: "block of rows", keys });
      }
      after = last;
    }
    return found;
  }
  *#rows(handles) {
    for (const handle of handles) {
      if (!this.#isWhole(handle)) continue;
      for (const { key, value } of entriesOf(this.#block(handle))) yield rowOf(key, value);
    }
  }
  #blocksWithoutIndex() {
    const handles = [];
    for (let offset2 = 0; ; ) {
      const rest = this.#bytes.subarray(offset2);
      const length2 = crcOfPrefixes(rest.subarray(0, -4), (length3, crc) => unmaskedCrc(rest.readUInt32LE(length3)) === crc);
      if (length2 === void 0) return handles;
      handles.push({ offset: offset2, size: length2 - 1 });
      offset2 += length2 + 4;
    }
  }
  #beforeIndex(found) {
    const index = found.at(-1);
    if (index === void 0 || endOf(index) !== this.#bytes.length - FOOTER_BYTES) return [[], void 0];
    const rows = this.#handlesIn(index).map(({ handle }) => handle);
    return [rows, rows.length === 0 ? 0 : endOf(rows.at(-1))];
  }
  #beforeFilter(found, {
    meta
  }) {
    if (!this.#isWhole(meta)) return [[], void 0];
    const end = Math.min(meta.offset, ...this.#handlesIn(meta).map(({ handle }) => handle.offset));
    return [found.filter(({ offset: offset2 }) => offset2 < end), end];
  }
  #footer() {
    const { length: length2 } = this.#bytes;
    if (length2 < FOOTER_BYTES || this.#bytes.readBigUInt64LE(length2 - 8) !== MAGIC) return void 0;
    try {
      const footer = new ByteCursor(
        this.#bytes.subarray(length2 - FOOTER_BYTES)
      );
      return { meta: handleFrom(footer), index: handleFrom(footer) };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return void 0;
    }
  }
  #handlesIn(block) {
    return [...entriesOf(this.#block(block))].map(({ key, value }) => ({ key, handle: handleFrom(new ByteCursor(value)) }));
  }
  #isWhole({
    offset: offset2,
    size
  }) {
    const end = offset2 + size + 1;
    if (end + 4 > this.#bytes.length) return false;
    return unmaskedCrc(this.#bytes.readUInt32LE(end)) === crc32c(this.#bytes.subarray(
      offset2,
      end
    ));
  }
  #block({ offset: offset2, size }) {
    const content = this.#bytes.subarray(offset2, offset2 + size);
    return this.#bytes[offset2 + size] === SNAPPY ? unpackSnappy(content) : content;
  }
};
function handleFrom(cursor) {
  return { offset: cursor.varint(), size: cursor.varint() };
}
function endOf({ offset: offset2, size }) {
  return offset2 + size + 5;
}
function* entriesOf(block) {
  const restarts = block.readUInt32LE(block.length - 4);
  const cursor = new ByteCursor(block.subarray(0, block.length - 4 - 4 * restarts));
  let key = Buffer.alloc(0);
  while (!cursor.isAtEnd) {
    const shared = cursor.varint();
    const rest = cursor.varint();
    const size = cursor.varint();
    key = Buffer.concat([key.subarray(0, shared), cursor.bytes(rest)]);
    yield {
      key,
      value: cursor.bytes(size)
    };
  }
}
function rowOf(innerKey, value) {
  const end = innerKey.length - 8;
  return {
    key: innerKey.subarray(0, end),
    value: innerKey[end] === 0 ? null : value,
    sequence: innerKey.readUIntLE(end + 1, 6) + innerKey[end + 7] * 2 ** 48
  };
}
var HEADER_BYTES2 = 12;
function rowsOfBatch(record) {
  if (record.length < HEADER_BYTES2) throw new Unreadable("a record of the log is too short");
  const first = record.readUIntLE(
    0,
    6
  ) + record.readUInt16LE(6) * 2 ** 48;
  const count = record.readUInt32LE(8);
  const cursor = new ByteCursor(record.subarray(HEADER_BYTES2));
  const rows = [];
  while (!cursor.isAtEnd) {
    const isPut = cursor.byte() === 1;
    const key = cursor.text();
    rows.push({ key, value: isPut ? cursor.text() : null, sequence: first + rows.length });
  }
  if (rows.length !== count) throw new Unreadable(
    "a record of the log has another number of writes than it says"
  );
  return rows;
}
async function verifyFolder(folder, known = /* @__PURE__ */ new Map()) {
  return new FolderCheck(folder, known).run();
}
function damageOfTable(name, table, bytes) {
  const keys = {
    from: table.smallest,
    last: table.largest
  };
  if (bytes.length !== table.size) {
    return [{ file: name, finding: `it has ${bytes.length} bytes and should have ${table.size}`, keys }];
  }
  try {
    return new TableFile(
      bytes
    ).damage().map((found) => ({ file: name, finding: tableFinding(found), keys: { from: found.keys?.after ?? keys.from, last: found.keys?.last ?? keys.last } }));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return [{ file: name, finding: error.message, keys }];
  }
}
var FolderCheck = class {
  #folder;
  #known;
  #tables = /* @__PURE__ */ new Map();
  #damage = [];
  #torn = [];
  #files = 0;
  #bytes = 0;
  constructor(folder, known) {
    this.#folder = folder;
    this.#known = known;
  }
  async run() {
    const files = await listFiles(this.#folder);
    if (files.hasCurrent) await this.#checkCurrent(files);
    else if (files.hasData)
      this.#report(CURRENT, "it is missing");
    for (const found of await readFoundDamage(this.#folder)) {
      if (!this.#damage.some(({ file, finding }) => file === found.file && finding === found.finding)) {
        this.#damage.push(found);
      }
    }
    return { damage: this.#damage, torn: this.#torn, files: this.#files, bytes: this.#bytes, tables: this.#tables };
  }
  async #checkCurrent(files) {
    const name = await this.#readable(CURRENT, () => currentManifest(this.#folder));
    if (name === void 0) return;
    const manifest = await this.#readable(name, () => readManifest(
      this.#folder,
      name
    ));
    if (manifest === void 0) return;
    const mark = await readCloseMark(this.#folder, name);
    this.#checkLog(name, manifest, mark);
    await this.#checkTables(manifest, files);
    await this.#checkLogs(manifest, files, mark);
  }
  async #checkTables({ tables }, files) {
    for (const table of tables) {
      const name = files.tables.get(table.number);
      const keys = { from: table.smallest, last: table.largest };
      if (name === void 0) this.#report(tableName(table), "it is missing", keys);
      else await this.#checkTable(name, table);
    }
  }
  async #checkTable(name, table) {
    const mark = await tableMark((0, import_node_path8.join)(this.#folder, name));
    if (mark === void 0 || mark !== this.#known.get(name)) {
      const bytes = await this.#read(name);
      if (bytes === void 0) return;
      const found = damageOfTable(name, table, bytes);
      this.#damage.push(...found);
      if (found.length > 0) return;
    }
    if (mark !== void 0) this.#tables.set(name, mark);
  }
  async #checkLogs({ logNumber }, files, mark) {
    if (logNumber > 0 && !files.logs.has(logNumber) && mark === void 0) {
      this.#report(`${String(logNumber).padStart(6, "0")}.log`, "it is missing");
    }
    const names = new Set(files.logs.values());
    for (const name of Object.keys(mark?.sizes ?? {})) {
      if (name.endsWith(".log") && !names.has(name)) this.#report(name, "it is missing");
    }
    for (const [number2, name] of files.logs) {
      if (number2 < logNumber) continue;
      const bytes = await this.#read(name);
      if (bytes === void 0) continue;
      const content = readLog(bytes);
      this.#checkLog(name, { ...content, bytes: bytes.length }, mark);
      await this.#readable(name, () => {
        for (const record of content.records) rowsOfBatch(record);
      });
    }
  }
  #checkLog(name, { damage, tail, bytes }, mark) {
    for (const stretch of damage)
      this.#report(name, stretchFinding(stretch));
    const closedAt = mark?.sizes[name];
    if (closedAt !== void 0 && closedAt !== bytes) {
      this.#report(name, `it has ${bytes} bytes and had ${closedAt} when the database was closed`);
    } else if (tail !== void 0 && closedAt !== void 0) {
      this.#report(name, stretchFinding(tail));
    } else if (tail !== void 0) {
      this.#torn.push({ file: name, ...tail });
    }
  }
  async #read(name) {
    const bytes = await this.#readable(name, () => readWhole((0, import_node_path8.join)(this.#folder, name)));
    this.#files++;
    this.#bytes += bytes?.length ?? 0;
    return bytes;
  }
  async #readable(file, read) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#report(file, error.message);
      return void 0;
    }
  }
  #report(file, finding, keys) {
    this.#damage.push(keys === void 0 ? { file, finding } : { file, finding, keys });
  }
};
function tableFinding({ what, offset: offset2 }) {
  return what === "end" ? "its end is not that of a table" : `the ${what} at byte ${offset2} does not match its checksum`;
}
function stretchFinding({ offset: offset2, bytes }) {
  return `${bytes} bytes from byte ${offset2} on do not match their checksums`;
}
var WRITE_BUFFER_BYTES = 8 * 1024 * 1024;
var DEFAULT_BLOCK_CACHE_BYTES = 64 * 1024 * 1024;
var WHAT_TO_DO = "'orrery check' lists the damage. Restore the folder from a backup, or save what is whole with 'orrery repair'.";
async function openDatabase(folder, cacheBytes = DEFAULT_BLOCK_CACHE_BYTES) {
  try {
    const Level = await loadLevel();
    const database = new Level(
      folder,
      { keyEncoding: "buffer", valueEncoding: "buffer", writeBufferSize: WRITE_BUFFER_BYTES, cacheSize: cacheBytes }
    );
    await database.open();
    return database;
  } catch (error) {
    throw toKeyValueError(error, folder);
  }
}
async function loadLevel() {
  return (await Promise.resolve().then(() => __toESM(require("classic-level")))).ClassicLevel;
}
async function assertWhole(folder, notice) {
  await assertNotInUse(
    folder
  );
  const known = await readKnownTables(folder);
  const { damage, torn, tables, files } = await verifyFolder(folder, known).catch((error) => {
    throw toKeyValueError(error, folder);
  });
  const [first] = damage;
  if (first !== void 0) {
    const more = damage.length === 1 ? "" : ` and in ${damage.length - 1} more places`;
    throw new import_chunk_7NBCW7XL.KeyValueError("corrupt", `The data folder ${folder} is damaged in ${first.file}${more}: ${first.finding}. Nothing was changed. ${WHAT_TO_DO}`);
  }
  for (const log of torn) {
    notice(tornSentence(folder, log));
    if (isManifest(log.file)) await cutOff((0, import_node_path6.join)(folder, log.file), log.offset);
  }
  if (files > 0) await writeKnownTables(folder, tables);
  return tables;
}
async function cutOff(path, offset2) {
  const file = await (0, import_promises7.open)(path, "r+");
  try {
    await file.truncate(offset2);
    await file.sync();
  } finally {
    await file.close();
  }
}
function tornSentence(folder, {
  file,
  offset: offset2,
  bytes
}) {
  return `The last ${bytes} bytes of ${(0, import_node_path6.join)(folder, file)}, from byte ${offset2} on, are no whole record and are dropped: a write that was under way when the machine stopped, or damage to the last write.`;
}
async function assertNotInUse(folder) {
  if (!(0, import_node_fs2.existsSync)((0, import_node_path6.join)(folder, CURRENT))) return;
  const Level = await loadLevel();
  const probe = new Level(folder, { createIfMissing: false, errorIfExists: true });
  const error = await probe.open().then(() => probe.close(), (error2) => error2);
  if (error?.cause?.code === "LEVEL_LOCKED") throw toKeyValueError(error, folder);
}
var MB = 1024 * 1024;
var ROOM_LIMITS = { reserveBytes: 96 * 1024 * 1024, reserveShare: 1 / 16, openBytes: 24 * 1024 * 1024 };
var OPEN_BYTES_MIN = MB;
var LOG_SHARE = 1.25;
var LOOK_MS = 1e3;
var LOOKS_PER_RESERVE = 8;
var FIRST_ALLOWANCE = MB;
var PIECE_BYTES = MB;
var RESERVE_FILE = "room.reserve";
var freeBytesOf = async (folder) => {
  const found = await (0, import_promises10.statfs)(folder).catch(() => void 0);
  if (found === void 0) return { free: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY };
  return { free: found.bavail * found.bsize, size: found.blocks * found.bsize };
};
var LevelRoom = class {
  #folder;
  #reserveFile;
  #now;
  #notice;
  #freeBytes;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #allowance = 0;
  #isShort = false;
  #written = 0;
  #reserving = Promise.resolve();
  #leftovers;
  constructor({ folder, now, notice, freeBytes = freeBytesOf }) {
    this.#folder = folder;
    this.#reserveFile = (0, import_node_path10.join)(folder, RESERVE_FILE);
    this.#now = now;
    this.#notice = notice;
    this.#freeBytes = freeBytes;
  }
  async take(bytes) {
    const wasShort = this.#isShort;
    if (wasShort || bytes > this.#allowance || this.#now() - this.#lookedAtMs >= LOOK_MS) await this.#look(bytes);
    if (this.#isShort) {
      throw new import_chunk_7NBCW7XL.KeyValueError("full", `There is too little room left for ${this.#folder}: free some space.`);
    }
    this.#allowance -= bytes;
    this.#written += bytes;
    return wasShort;
  }
  async assertOpening() {
    await this.#reserving;
    const needed = neededFor(
      this.#written
    );
    if (await this.#reserved() >= needed) return;
    if ((await this.#unnamed()).bytes >= needed) return;
    await this.#reserve(needed, true);
  }
  async giveWay() {
    await this.#reserving;
    this.#leftovers = void 0;
    await (0, import_promises10.rm)(this.#reserveFile, { force: true });
    for (const name of (await this.#unnamed()).names) await (0, import_promises10.rm)((0, import_node_path10.join)(this.#folder, name), { force: true });
  }
  async opened() {
    this.#written = 0;
    this.#allowance = 0;
    await this.#reserve(OPEN_BYTES_MIN).catch(() => {
    });
  }
  close() {
    return this.#reserving;
  }
  async #look(bytes) {
    const { free, size } = await this.#freeBytes(
      this.#folder
    );
    const reserve = Math.min(ROOM_LIMITS.reserveBytes, size * ROOM_LIMITS.reserveShare);
    this.#lookedAtMs = this.#now();
    const most = Math.min(Math.max(
      this.#written,
      FIRST_ALLOWANCE
    ), reserve / LOOKS_PER_RESERVE);
    this.#allowance = Math.max(most, bytes);
    const needed = neededFor(this.#written + this.#allowance);
    const missing = Math.max(needed - await this.#reserved(), 0);
    const wanted = reserve + missing;
    const wasShort = this.#isShort;
    this.#isShort = free < wanted && free + await this.#leftBytes() < wanted;
    if (this.#isShort !== wasShort) this.#tell(free, wanted);
    if (!this.#isShort && missing > 0) this.#reserveBeside(needed);
  }
  #reserveBeside(bytes) {
    this.#reserving = this.#reserving.then(() => this.#reserve(
      bytes
    )).catch(() => {
    });
  }
  #tell(free, reserve) {
    const inMb = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
    this.#notice(this.#isShort ? `The disk of ${this.#folder} is full: ${inMb(
      free
    )} are free, and ${inMb(reserve)} are kept back for the store. Writes are refused until some space is freed; reads go on.` : `The disk of ${this.#folder} has room again: ${inMb(free)}. Writes go on.`);
  }
  async #leftBytes() {
    const before = this.#leftovers;
    const nowMs = this.#now();
    if (before === void 0 || nowMs - before.atMs >= LOOK_MS) {
      const { names, bytes } = await this.#unnamed();
      this.#leftovers = { atMs: nowMs, names: `${names} ${bytes}`, bytes };
      return this.#leftovers.names === before?.names ? bytes : 0;
    }
    return 0;
  }
  async #unnamed() {
    const { tables } = await listFiles(this.#folder);
    const manifest = await this.#manifest();
    if (manifest === void 0 || manifest.damage.length > 0) return { names: [], bytes: 0 };
    const named = new Set(
      manifest.tables.map(({ number: number2 }) => number2)
    );
    const names = [...tables].filter(([number2]) => !named.has(number2)).map(([, name]) => name);
    let bytes = 0;
    for (const name of names)
      bytes += await sizeOf((0, import_node_path10.join)(this.#folder, name));
    return { names, bytes };
  }
  async #manifest() {
    try {
      return await readManifest(this.#folder, await currentManifest(this.#folder));
    } catch (error) {
      if (error instanceof Unreadable) return void 0;
      throw error;
    }
  }
  #reserved() {
    return sizeOf(this.#reserveFile);
  }
  async #reserve(bytes, isSure = false) {
    const missing = bytes - await this.#reserved();
    if (missing <= 0) return;
    const piece = (0, import_node_crypto3.randomFillSync)(Buffer.allocUnsafe(PIECE_BYTES));
    const file = await (0, import_promises10.open)(this.#reserveFile, "a");
    try {
      for (let left = missing; left > 0; left -= PIECE_BYTES) await file.writeFile(piece.subarray(0, Math.min(left, PIECE_BYTES)));
      if (isSure) await file.datasync();
    } finally {
      await file.close();
    }
  }
};
function neededFor(writtenBytes) {
  const pieces = Math.ceil((OPEN_BYTES_MIN + LOG_SHARE * writtenBytes) / PIECE_BYTES);
  return Math.min(pieces * PIECE_BYTES, ROOM_LIMITS.openBytes);
}
async function sizeOf(path) {
  return (0, import_promises10.stat)(path).then(({ size }) => size, () => 0);
}
var SEAL_BYTES = 4;
var POLYNOMIAL2 = 3988292384;
var SHORT_BYTES = 64;
var TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >>> 1 ^ POLYNOMIAL2 : crc >>> 1;
  return crc;
});
function sealedValue(fullKey, value) {
  const sealed = Buffer.allocUnsafe(value.length + SEAL_BYTES);
  sealed.set(value);
  sealed.writeUInt32BE(sealOf(fullKey, value), value.length);
  return sealed;
}
function unsealedValue(fullKey, sealed) {
  const end = sealed.length - SEAL_BYTES;
  if (end < 0) return void 0;
  const value = sealed.subarray(0, end);
  return sealOf(fullKey, value) === sealed.readUInt32BE(end) ? value : void 0;
}
function sealOf(fullKey, value) {
  return extended(
    extended(0, fullKey),
    value
  );
}
function extended(crc, bytes) {
  if (bytes.length > SHORT_BYTES) return (0, import_node_zlib3.crc32)(bytes, crc);
  let inverted = ~crc;
  for (let at = 0; at < bytes.length; at++) {
    inverted = TABLE[(inverted ^ bytes[at]) & 255] ^ inverted >>> 8;
  }
  return ~inverted >>> 0;
}
var SEALS_KEY = Buffer.alloc(import_chunk_IH32K4DY.SPACE_BYTES, 255);
var LevelSeals = class _LevelSeals {
  #isSealedKind;
  #firstSpace;
  #isNoted;
  constructor(isSealedKind2, firstSpace, isNoted) {
    this.#isSealedKind = isSealedKind2;
    this.#firstSpace = firstSpace;
    this.#isNoted = isNoted;
  }
  static async of(database, isSealedKind2) {
    const noted = database.getSync(SEALS_KEY);
    if (noted === void 0)
      return new _LevelSeals(isSealedKind2, await spaceAfterLast(database), false);
    const firstSpace = unsealedValue(SEALS_KEY, noted)?.readUInt32BE(0);
    if (firstSpace === void 0) {
      throw new import_chunk_7NBCW7XL.KeyValueError("corrupt", "The store does not say which of its rows are sealed.");
    }
    return new _LevelSeals(isSealedKind2, firstSpace, true);
  }
  isSealed(space, key) {
    return space >= this.#firstSpace && this.#isSealedKind(space, key?.[0]);
  }
  sealed({ key, value }) {
    if (value === null || value.length === 0) return value;
    const space = key.readUInt32BE(
      0
    );
    return space >= this.#firstSpace && this.#isSealedKind(space, key[import_chunk_IH32K4DY.SPACE_BYTES]) ? sealedValue(key, value) : value;
  }
  get unnoted() {
    if (this.#isNoted) return [];
    const firstSpace = Buffer.alloc(4);
    firstSpace.writeUInt32BE(this.#firstSpace);
    return [{ key: SEALS_KEY, value: sealedValue(SEALS_KEY, firstSpace) }];
  }
  noted() {
    this.#isNoted = true;
  }
};
async function spaceAfterLast(database) {
  for await (const key of database.keys({ reverse: true, limit: 1 })) {
    return key.readUInt32BE(0) + 1;
  }
  return 0;
}
var TableWatch = class {
  #folder;
  #notice;
  #damage = [];
  #verifiedAt = /* @__PURE__ */ new Map();
  #known;
  constructor(folder, known, notice) {
    this.#folder = folder;
    this.#known = known;
    this.#notice = notice;
  }
  get isWhole() {
    return this.#damage.length === 0;
  }
  assertReadable(from, last) {
    const found = this.#damage.find(({ keys }) => keys === void 0 || keys.last.compare(from) >= 0 && keys.from.compare(last) <= 0);
    if (found !== void 0) throw new import_chunk_7NBCW7XL.KeyValueError("corrupt", `${this.#sentence(found)}.`);
  }
  assertWritable() {
    const [found] = this.#damage;
    if (found === void 0) return;
    throw new import_chunk_7NBCW7XL.KeyValueError(
      "corrupt",
      `${this.#sentence(found)}: nothing is written until the folder is repaired or restored.`
    );
  }
  async round({ since, now, pause }) {
    const whole2 = /* @__PURE__ */ new Map();
    for (const table of await this.#tables()) {
      const name = tableName(table);
      const path = (0, import_node_path11.join)(this.#folder, name);
      const startedAt = now();
      const isDue = (this.#verifiedAt.get(name) ?? -1) < since;
      const isWhole = isDue ? await this.#verify(
        name,
        table
      ) : true;
      const mark = isWhole ? await tableMark(path) : void 0;
      if (mark !== void 0) whole2.set(name, mark);
      if (isDue && isWhole) this.#verifiedAt.set(name, startedAt);
      if (isDue && !await pause(now() - startedAt)) return;
    }
    for (const name of this.#verifiedAt.keys()) if (!whole2.has(name)) this.#verifiedAt.delete(name);
    await this.#remember(whole2);
  }
  async close() {
    if (!this.isWhole) return;
    const tables = /* @__PURE__ */ new Map();
    for (const table of await this.#tables()) {
      const mark = await tableMark((0, import_node_path11.join)(this.#folder, tableName(table)));
      if (mark !== void 0) tables.set(tableName(table), mark);
    }
    await this.#remember(tables);
  }
  async #tables() {
    return (await readManifest(this.#folder, await currentManifest(this.#folder))).tables;
  }
  async #verify(name, table) {
    const path = (0, import_node_path11.join)(this.#folder, name);
    if (await tableMark(path) === void 0) return false;
    const bytes = await readWhole(path).catch((error) => error);
    const found = bytes instanceof Error ? [{ file: name, finding: bytes.message, keys: { from: table.smallest, last: table.largest } }] : damageOfTable(name, table, bytes);
    if (found.length === 0 || await tableMark(path) === void 0) return found.length === 0;
    const fresh = found.filter(({ file, finding }) => !this.#isFound(file, finding));
    if (fresh.length === 0) return false;
    this.#damage.push(...fresh);
    await writeFoundDamage(this.#folder, this.#damage);
    for (const each of fresh) {
      this.#notice(`${this.#sentence(each)}. Its rows are not served, and nothing is written any more: stop the server, then run 'orrery check'.`);
    }
    return false;
  }
  #isFound(file, finding) {
    return this.#damage.some((known) => known.file === file && known.finding === finding);
  }
  #sentence({ file, finding }) {
    return `The data folder is damaged in ${(0, import_node_path11.join)(this.#folder, file)}: ${finding}`;
  }
  async #remember(tables) {
    const isSame = tables.size === this.#known.size && [...tables].every(([name, mark]) => this.#known.get(name) === mark);
    if (isSame) return;
    this.#known = tables;
    await writeKnownTables(
      this.#folder,
      tables
    );
  }
};
var FILES_BEFORE_DELAY = 7;
var PIECE_WRITES = 2048;
var LevelDatabase = class _LevelDatabase {
  folder;
  seals;
  watch;
  keptKeys;
  #sync;
  #cacheBytes;
  #scheduler;
  #room;
  #open;
  #restarting;
  #isClosed = false;
  #failedKeys;
  #undo;
  constructor({
    folder,
    sync,
    scheduler,
    cacheBytes,
    keptKeysBytes,
    keptRowsMin
  }, open5, seals, watch, room) {
    this.folder = folder;
    this.keptKeys = new KeptKeys({ rowsMin: keptRowsMin, bytesMax: keptKeysBytes });
    this.watch = watch;
    this.#scheduler = scheduler;
    this.#room = room;
    this.#sync = sync;
    this.#cacheBytes = cacheBytes;
    this.#open = open5;
    this.seals = seals;
  }
  static async open(options) {
    const { folder, notice, scheduler, freeBytes } = options;
    const watch = new TableWatch(folder, await assertWhole(folder, notice), notice);
    const room = new LevelRoom({
      folder,
      notice,
      now: () => scheduler.now(),
      freeBytes
    });
    const database = await openInRoom(options, room);
    try {
      const seals = await LevelSeals.of(database, options.isSealedKind);
      return new _LevelDatabase(
        options,
        database,
        seals,
        watch,
        room
      );
    } catch (error) {
      await database.close();
      throw toKeyValueError(error, folder);
    }
  }
  get() {
    return this.#open ?? this.#restart();
  }
  get current() {
    if (this.#open !== void 0) return this.#open;
    throw this.error(new import_chunk_7NBCW7XL.KeyValueError("unavailable", "The store is not back yet after a failed write."));
  }
  get isBehind() {
    const files = this.#open?.getProperty("leveldb.num-files-at-level0");
    return files !== void 0 && Number(files) >= FILES_BEFORE_DELAY;
  }
  async write(group) {
    this.watch.assertWritable();
    const wasShort = await this.#takeRoom(
      group
    );
    const opened = this.#isBroken || wasShort ? this.#restart() : this.get();
    const database = opened instanceof Promise ? await opened : opened;
    const spaces = spacesOf(group);
    this.keptKeys.beginChange(spaces);
    let isDone = false;
    try {
      const batch = batchOf(database, this.seals.unnoted);
      const more = (0, import_chunk_4T7ZR3GH.inTurns)(this.#scheduler, this, this.#fill(
        batch,
        group
      ), { isUrgent: true });
      if (more !== void 0) await more;
      await batch.write({ sync: this.#sync });
      this.seals.noted();
      isDone = true;
    } catch (error) {
      this.#failedKeys = group.flatMap(
        (writes) => writes.map(({ key }) => key)
      );
      throw this.error(error);
    } finally {
      this.keptKeys.endChange(spaces, isDone);
    }
  }
  async checkpoint(target) {
    try {
      this.watch.assertWritable();
      if (this.#isBroken) await this.#restart();
      await makeCheckpoint(this.folder, target);
    } catch (error) {
      throw this.error(error);
    }
  }
  async close() {
    if (this.#isBroken) await this.#restart().catch(() => void 0);
    this.#isClosed = true;
    const database = this.#open;
    this.#open = void 0;
    await database?.close();
    await this.#room.close();
    if (database === void 0 || this.#isBroken)
      return;
    await writeCloseMark(this.folder).catch(() => void 0);
    await this.watch.close().catch(() => void 0);
  }
  async brokenSeal(fullKey) {
    const files = await filesWithKey(this.folder, fullKey).catch(() => []);
    const where = files.length === 0 ? this.folder : files.map((file) => (0, import_node_path2.join)(this.folder, file)).join(" or ");
    return new import_chunk_7NBCW7XL.KeyValueError(
      "corrupt",
      `The row ${fullKey.subarray(import_chunk_IH32K4DY.SPACE_BYTES).toString("hex")} of space ${(0, import_chunk_IH32K4DY.spaceOf)(fullKey)} in ${where} does not match its checksum.`
    );
  }
  error(error) {
    if (this.#isClosed)
      return new import_chunk_7NBCW7XL.KeyValueError("closed", "The store is closed.", { cause: error });
    return toKeyValueError(error, this.folder);
  }
  get #isBroken() {
    return this.#failedKeys !== void 0 || this.#undo !== void 0;
  }
  async #takeRoom(group) {
    let bytes = 0;
    for (const writes of group) for (const { key, value } of writes) bytes += key.length + (value?.length ?? 0);
    try {
      return await this.#room.take(bytes);
    } catch (error) {
      throw this.error(error);
    }
  }
  *#fill(batch, group) {
    let done = 0;
    for (const writes of group) {
      for (const write of writes) {
        putRow(batch, write.key, this.seals.sealed(write));
        this.keptKeys.note(write);
        if (++done % PIECE_WRITES === 0) yield;
      }
    }
  }
  #restart() {
    if (this.#isClosed) throw this.error(void 0);
    this.#restarting ??= this.#openAnew().finally(() => {
      this.#restarting = void 0;
    });
    return this.#restarting;
  }
  async #openAnew() {
    try {
      const old = this.#open;
      if (old !== void 0) {
        await this.#room.assertOpening();
        this.#undo ??= (this.#failedKeys ?? []).map((key) => ({ key, value: old.getSync(key) ?? null }));
        this.#failedKeys = void 0;
        this.#open = void 0;
        await old.close();
      }
      await this.#room.giveWay();
      const database = await openDatabase(
        this.folder,
        this.#cacheBytes
      );
      await this.#room.opened();
      try {
        await batchOf(database, this.#undo ?? []).write({ sync: true });
      } catch (error) {
        await database.close();
        throw error;
      }
      this.#undo = void 0;
      this.#open = database;
      this.keptKeys.clear();
      return database;
    } catch (error) {
      throw this.error(error);
    }
  }
};
function spacesOf(group) {
  const spaces = /* @__PURE__ */ new Set();
  let last;
  for (const writes of group) {
    for (const { key } of writes) {
      const space = (0, import_chunk_IH32K4DY.spaceOf)(key);
      if (space !== last) spaces.add(space);
      last = space;
    }
  }
  return spaces;
}
async function openInRoom({
  folder,
  cacheBytes
}, room) {
  try {
    return await openDatabase(folder, cacheBytes);
  } catch (error) {
    if (!(error instanceof import_chunk_7NBCW7XL.KeyValueError && error.code === "full")) throw error;
    await room.giveWay();
    const database = await openDatabase(folder, cacheBytes);
    await room.opened();
    return database;
  }
}
function batchOf(database, writes) {
  const batch = database.batch();
  for (const { key, value } of writes) putRow(batch, key, value);
  return batch;
}
function putRow(batch, key, value) {
  if (value === null) batch.del(key);
  else batch.put(key, value);
}
var NOTHING2 = Buffer.alloc(0);
var UNREAD = { key: NOTHING2, value: NOTHING2 };
var FIRST_BYTES = 16 * 1024;
var FIRST_RUNS = 1024;
var PackedKeys = class _PackedKeys {
  #layout;
  #prefix;
  #keyTailBytes;
  #valueBytes;
  tailBytes;
  #heads = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #headEnds = new Uint32Array(FIRST_RUNS);
  #firsts = new Uint32Array(FIRST_RUNS);
  #runCount = 0;
  #tails = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #count = 0;
  #longestHeadBytes = 0;
  constructor(layout) {
    const { prefix, tailBytes, valueBytes = 0 } = layout;
    this.#layout = layout;
    this.#prefix = Buffer.from(prefix);
    this.#keyTailBytes = tailBytes;
    this.#valueBytes = valueBytes;
    this.tailBytes = tailBytes + valueBytes;
  }
  get count() {
    return this.#count;
  }
  get size() {
    return this.#heads.length + this.#headEnds.byteLength + this.#firsts.byteLength + this.#tails.length;
  }
  get usedSize() {
    return this.headStartOf(this.#runCount) + 8 * this.#runCount + this.#count * this.tailBytes;
  }
  get heads() {
    return this.#heads;
  }
  get tails() {
    return this.#tails;
  }
  get longestHeadBytes() {
    return this.#longestHeadBytes;
  }
  add(key, value = NOTHING2) {
    const headEnd = key.length - this.#keyTailBytes;
    this.#goOnWith(key, this.#prefix.length, headEnd);
    const at = this.#count * this.tailBytes;
    if (at + this.tailBytes > this.#tails.length) this.#tails = grownBytes(this.#tails, Math.max(at + this.tailBytes, 2 * this.#tails.length));
    copy(key, headEnd, key.length, this.#tails, at);
    this.#tails.set(value, at + this.#keyTailBytes);
    this.#count++;
  }
  #goOnWith(bytes, from, to) {
    const run = this.#runCount;
    const start = this.headStartOf(
      run
    );
    if (run > 0 && areEqual(this.#heads, this.headStartOf(run - 1), start, bytes, from, to)) return;
    const end = start + to - from;
    if (end > this.#heads.length) this.#heads = grownBytes(
      this.#heads,
      Math.max(end, 2 * this.#heads.length)
    );
    if (run === this.#headEnds.length) {
      this.#headEnds = grown(this.#headEnds, 2 * run);
      this.#firsts = grown(this.#firsts, 2 * run);
    }
    copy(bytes, from, to, this.#heads, start);
    this.#headEnds[run] = end;
    this.#firsts[run] = this.#count;
    this.#runCount++;
    this.#longestHeadBytes = Math.max(
      this.#longestHeadBytes,
      to - from
    );
  }
  with(changes) {
    const all = new _PackedKeys(this.#layout);
    const sorted = [...changes.keys()].sort().map((text3) => Buffer.from(text3, "latin1"));
    const bytes = sorted.reduce((sum, { length: length2 }) => sum + length2, this.headStartOf(this.#runCount));
    const runs = this.#runCount + 2 * sorted.length;
    all.#heads = Buffer.allocUnsafeSlow(bytes + sorted.length * this.#longestHeadBytes);
    all.#headEnds = new Uint32Array(runs);
    all.#firsts = new Uint32Array(runs);
    all.#tails = Buffer.allocUnsafeSlow((this.#count + sorted.length) * this.tailBytes);
    let next = 0;
    for (const key of sorted) {
      const place = this.#firstFrom(key);
      all.#addPart(this, next, place);
      const isHere = place < this.#count && this.#order(this.runOf(place), place, key) === 0;
      const value = changes.get(key.toString("latin1"));
      if (value) all.add(key, value.subarray(0, this.#valueBytes));
      next = isHere ? place + 1 : place;
    }
    all.#addPart(
      this,
      next,
      this.#count
    );
    return all;
  }
  #addPart(other, first, end) {
    if (first === end) return;
    const run = other.runOf(first);
    this.#goOnWith(
      other.#heads,
      other.headStartOf(run),
      other.headEndOf(run)
    );
    const [nextRun, endRun] = [run + 1, other.runOf(end - 1) + 1];
    const [headStart, headEnd] = [other.headStartOf(nextRun), other.headStartOf(endRun)];
    const at = this.headStartOf(this.#runCount);
    this.#heads.set(other.#heads.subarray(headStart, headEnd), at);
    copyRaised(
      other.#headEnds.subarray(nextRun, endRun),
      at - headStart,
      this.#headEnds,
      this.#runCount
    );
    copyRaised(other.#firsts.subarray(nextRun, endRun), this.#count - first, this.#firsts, this.#runCount);
    this.#runCount += endRun - nextRun;
    const tails = other.#tails.subarray(first * this.tailBytes, end * this.tailBytes);
    this.#tails.set(tails, this.#count * this.tailBytes);
    this.#count += end - first;
    this.#longestHeadBytes = Math.max(
      this.#longestHeadBytes,
      other.#longestHeadBytes
    );
  }
  trim() {
    this.#heads = grownBytes(this.#heads, this.headStartOf(this.#runCount));
    this.#tails = grownBytes(this.#tails, this.#count * this.tailBytes);
    this.#headEnds = grown(this.#headEnds, this.#runCount);
    this.#firsts = grown(this.#firsts, this.#runCount);
  }
  *scan(options) {
    const { reverse = false, valuesOnly = false, limit = Number.POSITIVE_INFINITY } = options;
    const { first, end } = this.part(options);
    let left = Math.min(limit, end - first);
    let next = reverse ? end - 1 : first;
    for (const size of (0, import_chunk_IH32K4DY.chunkSizes)(options)) {
      if (left <= 0) return;
      const count = Math.min(size, left);
      yield valuesOnly ? new Array(count).fill(UNREAD) : this.#rowsAt(next, count, reverse);
      left -= count;
      next += reverse ? -count : count;
    }
  }
  #rowsAt(first, count, reverse) {
    const rows = [];
    let run = this.runOf(first);
    for (let i = 0, place = first; i < count; i++, place += reverse ? -1 : 1) {
      while (place < this.firstOf(run))
        run--;
      while (place >= this.firstOf(run + 1)) run++;
      rows.push(this.#rowAt(run, place));
    }
    return rows;
  }
  #rowAt(run, place) {
    const [start, end] = [this.headStartOf(run), this.headEndOf(
      run
    )];
    const tailAt = this.#prefix.length + end - start;
    const bytes = Buffer.allocUnsafe(tailAt + this.tailBytes);
    copy(this.#prefix, 0, this.#prefix.length, bytes, 0);
    copy(
      this.#heads,
      start,
      end,
      bytes,
      this.#prefix.length
    );
    copy(this.#tails, place * this.tailBytes, (place + 1) * this.tailBytes, bytes, tailAt);
    if (this.#valueBytes === 0) return { key: bytes, value: NOTHING2 };
    const keyEnd = tailAt + this.#keyTailBytes;
    return { key: bytes.subarray(0, keyEnd), value: bytes.subarray(keyEnd) };
  }
  part({ from, to }) {
    const first = from === void 0 ? 0 : this.#firstFrom(
      from
    );
    const end = to === void 0 ? this.#count : this.#firstFrom(to);
    return new PackedPart(this, first, Math.max(first, end));
  }
  headStartOf(run) {
    return run === 0 ? 0 : this.#headEnds[run - 1];
  }
  headEndOf(run) {
    return this.#headEnds[run];
  }
  runOf(place) {
    return firstAbove(this.#firsts, this.#runCount, place) - 1;
  }
  firstOf(run) {
    return run < this.#runCount ? this.#firsts[run] : this.#count;
  }
  runWith(text3, from) {
    const end = this.headStartOf(this.#runCount);
    for (let at = this.headStartOf(from); ; at++) {
      at = this.#heads.indexOf(text3, at);
      if (at < 0 || at + text3.length > end) return this.#runCount;
      const run = firstAbove(this.#headEnds, this.#runCount, at);
      if (at + text3.length <= this.headEndOf(run)) return run;
    }
  }
  #firstFrom(key) {
    const order = this.#prefix.compare(key, 0, Math.min(this.#prefix.length, key.length));
    if (order !== 0) return order > 0 ? 0 : this.#count;
    const run = firstWhere(
      0,
      this.#runCount,
      (each) => this.#order(each, this.firstOf(each), key) > 0
    ) - 1;
    if (run < 0) return 0;
    return firstWhere(this.firstOf(run), this.firstOf(run + 1), (place) => this.#order(run, place, key) >= 0);
  }
  #order(run, place, key) {
    const [start, end] = [this.headStartOf(run), this.headEndOf(run)];
    const headAt = this.#prefix.length;
    const headEnd = Math.min(headAt + end - start, key.length);
    const order = this.#heads.compare(key, headAt, headEnd, start, end);
    if (order !== 0) return order;
    const tailAt = place * this.tailBytes;
    return this.#tails.compare(
      key,
      headEnd,
      key.length,
      tailAt,
      tailAt + this.#keyTailBytes
    );
  }
};
var PackedPart = class {
  first;
  end;
  runCount;
  #keys;
  #firstRun;
  constructor(keys, first, end) {
    this.#keys = keys;
    this.first = first;
    this.end = end;
    this.#firstRun = first === end ? 0 : keys.runOf(first);
    this.runCount = first === end ? 0 : keys.runOf(end - 1) + 1 - this.#firstRun;
  }
  get heads() {
    return this.#keys.heads;
  }
  get tails() {
    return this.#keys.tails;
  }
  get longestHeadBytes() {
    return this.#keys.longestHeadBytes;
  }
  headStartOf(run) {
    return this.#keys.headStartOf(this.#firstRun + run);
  }
  headEndOf(run) {
    return this.#keys.headEndOf(this.#firstRun + run);
  }
  tailStartOf(place) {
    return place * this.#keys.tailBytes;
  }
  placeOfRun(run) {
    const place = this.#keys.firstOf(this.#firstRun + run);
    return Math.min(Math.max(place, this.first), this.end);
  }
  runWith(text3, from) {
    if (from >= this.runCount) return this.runCount;
    return Math.min(
      this.#keys.runWith(text3, this.#firstRun + from) - this.#firstRun,
      this.runCount
    );
  }
};
function firstWhere(from, to, isTrue) {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = low + high >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
function firstAbove(numbers, count, number2) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = low + high >> 1;
    if (numbers[middle] <= number2) low = middle + 1;
    else high = middle;
  }
  return low;
}
function copy(source, from, to, target, at) {
  for (let i = from; i < to; i++) target[at + i - from] = source[i];
}
function areEqual(a, aStart, aEnd, b, bStart, bEnd) {
  if (aEnd - aStart !== bEnd - bStart) return false;
  for (let i = aEnd - 1; i >= aStart; i--) if (a[i] !== b[bStart + i - aStart]) return false;
  return true;
}
function copyRaised(numbers, by, copy2, at) {
  for (let i = 0; i < numbers.length; i++) copy2[at + i] = numbers[i] + by;
}
function grown(numbers, length2) {
  const more = new Uint32Array(
    length2
  );
  more.set(numbers.subarray(0, length2));
  return more;
}
function grownBytes(bytes, length2) {
  const more = Buffer.allocUnsafeSlow(length2);
  bytes.copy(more);
  return more;
}
var NOTHING3 = Buffer.alloc(0);
var ENCODINGS = { keyEncoding: "buffer", valueEncoding: "buffer" };
var SYNCHRONOUS_KEYS_MAX = 256;
var READ_WHOLE_ROWS_MAX = 32768;
var LEFT_OUT = {
  name: "left-out",
  format: "utf8",
  encode: (bytes) => bytes,
  decode: () => NOTHING3
};
var LevelReader = class _LevelReader {
  #database;
  #snapshot;
  #readOptions;
  #time;
  #isClosed = false;
  constructor(database, snapshot) {
    this.#database = database;
    this.#snapshot = snapshot;
    this.#time = database.keptKeys.time;
    this.#readOptions = snapshot === void 0 ? void 0 : { snapshot, ...ENCODINGS };
  }
  async get(space, key) {
    this.assertOpen();
    try {
      const database = this.#database.get();
      const isSealed = this.#database.seals.isSealed(space, key);
      const fullKey = (0, import_chunk_IH32K4DY.spaceKey)(space, key);
      this.#assertReadable(
        fullKey,
        fullKey
      );
      return this.#read(database instanceof Promise ? await database : database, fullKey, isSealed);
    } catch (error) {
      throw await this.#failure(error);
    }
  }
  async getMany(space, keys) {
    this.assertOpen();
    try {
      const database = await this.#database.get();
      const { seals } = this.#database;
      const fullKeys = keys.map((key) => (0, import_chunk_IH32K4DY.spaceKey)(space, key));
      for (const key of fullKeys)
        this.#assertReadable(key, key);
      if (keys.length <= SYNCHRONOUS_KEYS_MAX) {
        return fullKeys.map((key, i) => this.#read(database, key, seals.isSealed(space, keys[i])));
      }
      const values = await database.getMany(fullKeys, { ...this.#readOptions });
      return values.map((value, i) => value !== void 0 && seals.isSealed(space, keys[i]) ? verified(fullKeys[i], value) : value);
    } catch (error) {
      throw await this.#failure(error);
    }
  }
  async *scan(space, options = {}) {
    const { among } = options;
    if (among === void 0 || this.#snapshot === void 0) {
      yield* this.#scanDisk(space, options);
      return;
    }
    this.assertOpen();
    const { from, to } = (0, import_chunk_IH32K4DY.spaceRange)(space, options);
    this.#assertReadable(from, to);
    const { keptKeys } = this.#database;
    const name = { space, ...among, time: this.#time };
    const read = (bytesMax) => this.#readSection(name, bytesMax);
    const kept2 = await keptKeys.get(name, among.rows <= READ_WHOLE_ROWS_MAX ? read : void 0);
    for await (const rows of kept2?.scan(options) ?? this.#scanDisk(space, options)) {
      this.assertOpen();
      keptKeys.count(name, rows.length);
      yield rows;
    }
  }
  async kept(space, range, among) {
    if (this.#snapshot === void 0)
      return void 0;
    this.assertOpen();
    const { from, to } = (0, import_chunk_IH32K4DY.spaceRange)(space, range);
    this.#assertReadable(from, to);
    const { keptKeys } = this.#database;
    const name = { space, ...among, time: this.#time };
    const part = (await keptKeys.get(name, (bytesMax) => this.#readSection(name, bytesMax)))?.part(range);
    if (part !== void 0) keptKeys.count(name, part.end - part.first);
    return part;
  }
  async #readSection({
    space,
    prefix,
    tailBytes,
    valueBytes = 0
  }, bytesMax) {
    const keys = new PackedKeys({ prefix, tailBytes, valueBytes });
    const options = { from: prefix, keysOnly: valueBytes === 0, chunkRows: import_chunk_IH32K4DY.CHUNK_ROWS_MAX };
    for await (const rows of this.#scanDisk(space, options)) {
      for (const { key, value } of rows) {
        if (!startsWith(key, prefix)) {
          keys.trim();
          return keys;
        }
        if (value.length !== valueBytes || key.length < prefix.length + tailBytes) return void 0;
        keys.add(key, value);
      }
      if (keys.usedSize > bytesMax) return void 0;
    }
    keys.trim();
    return keys;
  }
  async *#scanDisk(space, options) {
    this.assertOpen();
    const { reverse = false, keysOnly = false, valuesOnly = false, limit = -1 } = options;
    const { from, to } = (0, import_chunk_IH32K4DY.spaceRange)(space, options);
    if (limit === 0) return;
    const { seals } = this.#database;
    const needsKeys = !valuesOnly || !keysOnly && seals.isSealed(space, options.from);
    try {
      this.#assertReadable(from, to);
      const database = await this.#database.get();
      const iterator = database.iterator({
        gte: from,
        lt: to,
        reverse,
        limit,
        keys: needsKeys,
        values: !keysOnly || valuesOnly,
        highWaterMarkBytes: import_chunk_IH32K4DY.CHUNK_BYTES,
        ...this.#readOptions,
        ...keysOnly && { valueEncoding: LEFT_OUT },
        ...!needsKeys && { keyEncoding: LEFT_OUT }
      });
      let ahead;
      let rowsBefore = 0;
      try {
        for (const chunkRows of (0, import_chunk_IH32K4DY.chunkSizes)(options)) {
          this.assertOpen();
          const entries = await (ahead ?? iterator.nextv(chunkRows));
          if (entries.length === 0) return;
          if (rowsBefore === chunkRows) (ahead = iterator.nextv(chunkRows)).catch(() => {
          });
          rowsBefore = chunkRows;
          yield entries.map(([fullKey, value]) => {
            const key = needsKeys ? fullKey.subarray(import_chunk_IH32K4DY.SPACE_BYTES) : NOTHING3;
            if (keysOnly) return { key, value: NOTHING3 };
            const isSealed = needsKeys && seals.isSealed(
              space,
              key
            );
            return { key, value: isSealed ? verified(fullKey, value) : value };
          });
        }
      } finally {
        await iterator.close();
      }
    } catch (error) {
      throw await this.#failure(error);
    }
  }
  async spaces() {
    this.assertOpen();
    try {
      const database = await this.#database.get();
      const spaces = [];
      for (let from = NOTHING3; ; ) {
        const [key] = await database.keys({ gte: from, lt: SEALS_KEY, limit: 1 }).all();
        if (key === void 0) return spaces;
        const space = key.readUInt32BE(0);
        spaces.push(space);
        from = (0, import_chunk_IH32K4DY.spaceRange)(space, {}).to;
      }
    } catch (error) {
      throw await this.#failure(error);
    }
  }
  snapshot() {
    this.assertOpen();
    return new _LevelReader(this.#database, this.#database.current.snapshot());
  }
  close() {
    this.#isClosed = true;
    void this.#snapshot?.close();
  }
  assertOpen() {
    if (this.#isClosed) throw new import_chunk_7NBCW7XL.KeyValueError("closed", "The store or the snapshot is closed.");
  }
  #read(database, fullKey, isSealed) {
    const options = this.#readOptions;
    const value = options === void 0 ? database.getSync(fullKey) : database.getSync(fullKey, options);
    return value !== void 0 && isSealed ? verified(fullKey, value) : value;
  }
  #assertReadable(from, last) {
    const {
      watch
    } = this.#database;
    if (!watch.isWhole) watch.assertReadable(from, last);
  }
  #failure(error) {
    return error instanceof BrokenSeal ? this.#database.brokenSeal(error.fullKey) : this.#database.error(error);
  }
};
function startsWith(key, prefix) {
  return key.length >= prefix.length && key.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}
var BrokenSeal = class extends Error {
  fullKey;
  constructor(fullKey) {
    super("The seal of a row is not its own.");
    this.fullKey = fullKey;
  }
};
function verified(fullKey, stored) {
  if (stored.length === 0) return stored;
  const value = unsealedValue(
    fullKey,
    stored
  );
  if (value === void 0) throw new BrokenSeal(fullKey);
  return value;
}
var CATCH_UP_POLL_MS = 5;
var ASKED_PER_LOOK = 16;
var CATCH_UP_POLLS_MAX = 50;
var LevelStore = class _LevelStore {
  #database;
  #reader;
  #commits;
  #transactions;
  #askedSinceLook = 0;
  constructor(database) {
    this.#database = database;
    this.#reader = new LevelReader(database);
    this.#commits = new import_chunk_ICABC7BA.GroupCommit((group) => database.write(group));
    this.#transactions = new import_chunk_IH32K4DY.Transactions(new LevelReader(
      database
    ), (writes, undo) => this.#commits.commit(writes, undo));
  }
  static async open({
    folder,
    durability,
    isSealedKind: isSealedKind2 = () => true,
    notice = () => {
    },
    scheduler = import_chunk_BWGLRA76.PROCESS_SCHEDULER,
    freeBytes,
    cacheBytes,
    keptKeysBytes,
    keptRowsMin
  }) {
    const more = { isSealedKind: isSealedKind2, notice, scheduler, freeBytes, cacheBytes, keptKeysBytes, keptRowsMin };
    return new _LevelStore(
      await LevelDatabase.open({ folder, sync: durability === "disk", ...more })
    );
  }
  get(space, key) {
    return this.#reader.get(space, key);
  }
  getMany(space, keys) {
    return this.#reader.getMany(
      space,
      keys
    );
  }
  scan(space, options) {
    return this.#reader.scan(space, options);
  }
  snapshot() {
    return this.#reader.snapshot();
  }
  transact(lock, work, terms) {
    return this.#transactions.run(lock, work, terms);
  }
  spaces() {
    return this.#reader.spaces();
  }
  swap(space, key, from, to) {
    return (0, import_chunk_BWGLRA76.swapAlone)(this, space, key, from, to);
  }
  async dropSpace(space) {
    for await (const rows of this.#reader.scan(space, { keysOnly: true, chunkRows: import_chunk_IH32K4DY.CHUNK_ROWS })) {
      await this.transact(`drop:${space}`, (transaction) => {
        for (const { key } of rows) transaction.delete(space, key);
      });
      await this.caughtUp();
    }
  }
  async caughtUp() {
    if (++this.#askedSinceLook < ASKED_PER_LOOK) return;
    this.#askedSinceLook = 0;
    for (let polls = 0; polls < CATCH_UP_POLLS_MAX && this.#database.isBehind; polls++) {
      await (0, import_promises3.setTimeout)(CATCH_UP_POLL_MS);
    }
  }
  async checkpoint(folder) {
    await this.#database.checkpoint(folder);
    await this.#commits.hold(() => this.#database.checkpoint(folder));
  }
  async fork(folder) {
    await this.checkpoint(folder);
    await noteTables(folder);
  }
  static async forkFolder(from, to) {
    await makeCheckpoint(from, to);
    await noteTables(to);
  }
  verifyTables(terms) {
    return this.#database.watch.round(terms);
  }
  async close() {
    this.#reader.close();
    await this.#transactions.close();
    await this.#database.close();
  }
};
var UsageError = class extends Error {
  name = "UsageError";
};
var SIZE_UNITS = { "": 1, B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 };
function storeFolder(dataFolder) {
  return (0, import_node_path12.join)(dataFolder, "store");
}
var FOLDER = "copies";
async function copyOf2(store, dataFolder) {
  if (store instanceof import_chunk_BWGLRA76.MemoryStore) return { memory: store.fork() };
  if (!(store instanceof LevelStore) || dataFolder === void 0) throw new Error("Only what is in memory or in a data folder can be copied.");
  const copy2 = await newFolder(dataFolder);
  await store.fork(storeFolder(copy2));
  return { dataFolder: copy2 };
}
var DataCopy = class _DataCopy {
  #source;
  constructor(source) {
    this.#source = source;
  }
  static async of(store, dataFolder) {
    return new _DataCopy(await copyOf2(
      store,
      dataFolder
    ));
  }
  async open() {
    const source = this.#source;
    if ("memory" in source) return { memory: source.memory.fork() };
    const copy2 = await newFolder(source.dataFolder);
    await LevelStore.forkFolder(storeFolder(source.dataFolder), storeFolder(copy2));
    return { dataFolder: copy2 };
  }
  async openIn(dataFolder) {
    const source = this.#source;
    if ("memory" in source || dataFolder === void 0) return this.open();
    await (0, import_promises2.rm)(storeFolder(dataFolder), { recursive: true });
    await LevelStore.forkFolder(
      storeFolder(source.dataFolder),
      storeFolder(dataFolder)
    );
    return { dataFolder };
  }
  async remove() {
    if ("dataFolder" in this.#source) await (0, import_promises2.rm)(this.#source.dataFolder, { recursive: true, force: true });
  }
};
async function newFolder(dataFolder) {
  const isCopy = (0, import_node_path.basename)((0, import_node_path.dirname)(dataFolder)) === FOLDER;
  const folder = (0, import_node_path.join)(isCopy ? (0, import_node_path.dirname)(dataFolder) : (0, import_node_path.join)(dataFolder, FOLDER), (0, import_node_crypto2.randomUUID)());
  await (0, import_promises2.mkdir)(
    folder,
    { recursive: true }
  );
  return folder;
}
function removeCopies(dataFolder) {
  return (0, import_promises2.rm)((0, import_node_path.join)(dataFolder, FOLDER), { recursive: true, force: true });
}
var DEFAULT_HOST = "127.0.0.1";
var DEFAULT_CONSISTENCY = "Session";
var WELL_KNOWN_KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
var DEFAULT_CACHE_BYTES = 320 * 1024 * 1024;
var CACHE_BYTES_MIN = 10 * 1024 * 1024;
var BLOCK_PART = 0.2;
var KEY_PART = 0.8;
function shareCache(bytes) {
  const blockBytes = Math.floor(bytes * BLOCK_PART);
  return { itemBytes: bytes - blockBytes, blockBytes, keyBytes: Math.floor(bytes * KEY_PART) };
}
var EVERY_ADDRESS = { "0.0.0.0": "127.0.0.1", "::": "::1" };
function endpointOf(host, port) {
  const name = EVERY_ADDRESS[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
var LOG_LEVELS = ["debug", "info", "warn", "error", "silent"];
function systemEnvironment(level) {
  const threshold = LOG_LEVELS.indexOf(level);
  return {
    now: () => Date.now(),
    scheduler: import_chunk_BWGLRA76.PROCESS_SCHEDULER,
    random: () => Math.random(),
    log: (messageLevel, message) => {
      if (LOG_LEVELS.indexOf(messageLevel) < threshold) return;
      process.stderr.write(`${(/* @__PURE__ */ new Date()).toISOString()} ${messageLevel} ${message}
`);
    }
  };
}
function withControllableClock(environment, startAheadMs = 0) {
  let aheadMs = startAheadMs;
  return { ...environment, now: () => environment.now() + aheadMs, clockControl: { get aheadMs() {
    return aheadMs;
  }, advance: (ms) => {
    aheadMs += ms;
  } } };
}
var LETTERS_APART_MAX = 3;
function nearestName(name, known) {
  let best;
  let bestApart = LETTERS_APART_MAX + 1;
  for (const each of known) {
    const apart = lettersApart(name, each);
    if (2 * apart > Math.min(name.length, each.length)) continue;
    if (apart < bestApart) [best, bestApart] = [each, apart];
  }
  return best;
}
function lettersApart(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 0; i < left.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++) next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (left[i] === right[j] ? 0 : 1)));
    row = next;
  }
  return row[right.length];
}
var SeedError = class extends Error {
  name = "SeedError";
};
var AT_ONCE = 64;
var TERMS = { priority: "High", bucket: 0, readMultiplier: 1 };
async function plantSeed(engine, seed) {
  checkSeed(
    seed
  );
  for (const [database, containers] of Object.entries(seed)) {
    await unlessThere(`database '${database}'`, () => engine.databases.create({ id: database }));
    for (const [
      container,
      definition
    ] of Object.entries(containers)) await plantContainer(engine, { database, container }, definition);
  }
}
var MEMBERS = [
  "partitionKey",
  "throughput",
  "partitions",
  "items",
  "indexingPolicy",
  "defaultTtl",
  "uniqueKeyPolicy",
  "conflictResolutionPolicy",
  "computedProperties",
  "vectorEmbeddingPolicy",
  "fullTextPolicy",
  "geospatialConfig",
  "changeFeedPolicy",
  "clientEncryptionPolicy",
  "analyticalStorageTtl"
];
function checkSeed(seed) {
  if (!isObject2(seed)) throw new SeedError("A seed is an object: databases by their names.");
  for (const [database, containers] of Object.entries(seed)) {
    if (!isObject2(containers)) throw new SeedError(`The seed's database '${database}' must be an object: containers by their names.`);
    for (const [container, definition] of Object.entries(containers)) checkContainer(
      `container '${database}/${container}'`,
      definition
    );
  }
}
function checkContainer(what, definition) {
  if (!isObject2(definition)) throw new SeedError(`The seed's ${what} must be an object: its definition.`);
  const unknown = Object.keys(definition).find((member) => !MEMBERS.includes(member));
  if (unknown !== void 0) {
    const near = nearestName(unknown, MEMBERS);
    const hint = near === void 0 ? `It may have ${MEMBERS.join(", ")}.` : `Did you mean '${near}'?`;
    throw new SeedError(`The seed's ${what} has no member '${unknown}'. ${hint}`);
  }
  const { items = [] } = definition;
  if (!Array.isArray(
    items
  ) || !items.every(isObject2)) throw new SeedError(`The 'items' of the seed's ${what} must be a list of objects.`);
}
function isObject2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
async function plantContainer(engine, address, { items = [], throughput, partitions, ...definition }) {
  const what = `container '${address.database}/${address.container}'`;
  const body = { id: address.container, ...definition, partitionKey: keyDefinition(definition.partitionKey, what) };
  const isNew = await unlessThere(
    what,
    () => engine.containers.create(address.database, plain(body), { knowsPartitionKeys: true, ...throughput === void 0 ? {} : { ruPerSecond: throughput }, ...partitions === void 0 ? {} : { partitions } })
  );
  if (!isNew) return;
  const mode = await engine.partitions.throttle(address);
  await engine.partitions.setThrottle(address, "observe");
  for (let first = 0; first < items.length; first += AT_ONCE) {
    await Promise.all(items.slice(first, first + AT_ONCE).map((item, i) => unlessThere(`item ${first + i + 1} of ${what}`, () => engine.items.upsert(
      address,
      plain(item),
      { terms: TERMS }
    ))));
  }
  await engine.partitions.setThrottle(address, mode);
}
async function unlessThere(what, create) {
  try {
    await create();
    return true;
  } catch (error) {
    if (!(error instanceof import_chunk_4T7ZR3GH.Failure)) throw error;
    if (error.code === "conflict" || error.code === "databaseExists") return false;
    throw new SeedError(`The seed's ${what} is refused: ${error.message}`);
  }
}
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}
function keyDefinition(given2, what) {
  const paths = typeof given2 === "string" ? [given2] : given2?.paths;
  if (!Array.isArray(paths)) throw new SeedError(`The seed's ${what} needs a 'partitionKey', such as "/customer".`);
  const kind = paths.length > 1 ? "MultiHash" : "Hash";
  return { kind, version: 2, ...typeof given2 === "string" ? {} : given2, paths };
}
async function readSeed(path) {
  const found = await (0, import_promises11.stat)(path).catch(() => void 0);
  if (found === void 0) throw new SeedError(`There is no seed at ${path}: name a file or a folder.`);
  if (!found.isDirectory()) return await readDocument(path);
  const seed = {};
  for (const database of await (0, import_promises11.readdir)(path, { withFileTypes: true })) {
    if (!database.isDirectory()) continue;
    seed[database.name] = await readContainers((0, import_node_path13.join)(path, database.name));
  }
  if (Object.keys(seed).length === 0) throw new SeedError(`There is no seed in ${path}: it must have a folder for each database.`);
  return seed;
}
async function readContainers(folder) {
  const containers = {};
  const files = (await (0, import_promises11.readdir)(folder)).map((file) => ({ file: (0, import_node_path13.join)(folder, file), ...(0, import_node_path13.parse)(file) }));
  for (const { file, name, ext } of files) if (DOCUMENTS.has(
    ext
  )) containers[name] = await readDocument(file);
  for (const { file, name, ext } of files) {
    if (!LINES.has(ext)) continue;
    const container = containers[name];
    if (container === void 0)
      throw new SeedError(`${file} has items, but no ${name}.json beside it says what the container's key is.`);
    containers[name] = { ...container, items: [...container.items ?? [], ...await readLines(file)] };
  }
  return containers;
}
var DOCUMENTS = /* @__PURE__ */ new Set([".json", ".yaml", ".yml"]);
var LINES = /* @__PURE__ */ new Set([".ndjson", ".jsonl"]);
async function readDocument(file) {
  const text3 = await (0, import_promises11.readFile)(file, "utf8");
  try {
    if (file.endsWith(".json")) return JSON.parse(text3);
    const { parse: parse2 } = await Promise.resolve().then(() => __toESM(require("yaml")));
    return parse2(text3);
  } catch (error) {
    throw new SeedError(`The seed ${file} cannot be read: ${error.message}`);
  }
}
async function readLines(file) {
  const lines = (await (0, import_promises11.readFile)(file, "utf8")).split("\n");
  return lines.flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line)];
    } catch (error) {
      throw new SeedError(`Line ${i + 1} of the seed ${file} cannot be read: ${error.message}`);
    }
  });
}
var LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
var WILDCARDS = /* @__PURE__ */ new Set(["0.0.0.0", "::", "[::]"]);
var BrowserGuard = class {
  #names;
  #isOnEveryAddress;
  #origins;
  constructor({
    host,
    allowedHosts = [],
    allowedOrigins = []
  }) {
    this.#isOnEveryAddress = WILDCARDS.has(host);
    const own = this.#isOnEveryAddress ? [] : [host];
    this.#names = new Set([
      ...LOOPBACK_NAMES,
      ...own,
      ...allowedHosts
    ].map((name) => hostNameOf(bracketed(name)) ?? name));
    this.#origins = new Set(allowedOrigins.map((origin) => originOf(origin) ?? origin));
  }
  allowedOrigin(request) {
    const origin = request.headers[import_chunk_LACWL7JQ.RequestHeader.origin];
    if (origin === void 0) return void 0;
    return this.#origins.has(origin) || this.#origins.has("*") ? origin : void 0;
  }
  check(request) {
    if (!isFromBrowser(request) || this.allowedOrigin(request) !== void 0) return;
    if (!this.#isOwnName(hostNameOf(request.host))) {
      throw new import_chunk_4T7ZR3GH.Failure("forbidden", `A browser asked for '${request.host}', which is no name of this server. If it is, start the server with --allow-host and that name.`);
    }
    const origin = request.headers[import_chunk_LACWL7JQ.RequestHeader.origin];
    if (origin !== void 0 ? !isOwnOrigin(origin, request) : isOfOtherPage(request)) {
      throw new import_chunk_4T7ZR3GH.Failure("forbidden", `Pages of ${origin === void 0 ? "another origin" : `the origin '${origin}'`} may not use this server. To let them, start the server with --allow-origin and that origin.`);
    }
  }
  #isOwnName(name) {
    if (name === void 0) return false;
    return this.#names.has(name) || this.#isOnEveryAddress && machineNames().has(name);
  }
};
function isFromBrowser({ headers }) {
  return headers[import_chunk_LACWL7JQ.RequestHeader.origin] !== void 0 || headers[import_chunk_LACWL7JQ.RequestHeader.fetchSite] !== void 0 || (headers[import_chunk_LACWL7JQ.RequestHeader.userAgent]?.startsWith("Mozilla/") ?? false) || headers[import_chunk_LACWL7JQ.RequestHeader.acceptLanguage] !== void 0 && headers[import_chunk_LACWL7JQ.RequestHeader.fetchMode] === void 0;
}
function isOwnOrigin(origin, request) {
  return urlOf(origin)?.host === urlOf(request.endpoint)?.host;
}
function isOfOtherPage({ method, headers }) {
  const site = headers[import_chunk_LACWL7JQ.RequestHeader.fetchSite];
  const isLink = method === "GET" && headers[import_chunk_LACWL7JQ.RequestHeader.fetchMode] === "navigate" && headers[import_chunk_LACWL7JQ.RequestHeader.fetchDestination] === "document";
  return (site === "cross-site" || site === "same-site") && !isLink;
}
function machineNames() {
  const addresses = Object.values((0, import_node_os.networkInterfaces)()).flatMap((each) => each ?? []);
  return /* @__PURE__ */ new Set([(0, import_node_os.hostname)().toLowerCase(), ...addresses.map(({ address }) => bracketed(address))]);
}
function bracketed(host) {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
function hostNameOf(host) {
  return urlOf(`http://${host}`)?.hostname;
}
function originOf(text3) {
  const origin = urlOf(text3)?.origin;
  return origin === "null" ? void 0 : origin;
}
function urlOf(text3) {
  return URL.canParse(text3) ? new URL(text3) : void 0;
}
function parseEmulatorToken(text3) {
  const [header, claims, signature, ...more] = text3.split(".");
  if (header === void 0 || claims === void 0 || signature === void 0 || more.length > 0) return void 0;
  const { nbf = 0, exp } = claimsOf(claims);
  if (typeof nbf !== "number" || typeof exp !== "number") return void 0;
  return {
    keyText: decoded(signature),
    notBeforeSeconds: nbf,
    expiresAtSeconds: exp
  };
}
function claimsOf(part) {
  try {
    return Object(JSON.parse(decoded(part)));
  } catch {
    return {};
  }
}
function decoded(part) {
  return Buffer.from(part, "base64url").toString();
}
var CLOCK_SKEW_MS_MAX = 15 * 60 * 1e3;
var SIGNATURE_LENGTH = 44;
function parseAuthorization(header) {
  const text3 = header.includes("%") ? decoded2(header) : header;
  if (text3 === void 0 || !text3.startsWith("type=")) return void 0;
  const typeEnd = text3.indexOf("&");
  const signatureStart = text3.indexOf("&sig=");
  if (signatureStart < 0) return void 0;
  const type = text3.slice("type=".length, typeEnd);
  return { type: type === "master" || type === "resource" || type === "aad" ? type : "unknown", signature: text3.slice(signatureStart + "&sig=".length), text: text3 };
}
function decoded2(text3) {
  try {
    return decodeURIComponent(text3);
  } catch {
    return void 0;
  }
}
function accountKey(base642) {
  const bytes = Buffer.from(base642, "base64");
  if (bytes.length === 0 || bytes.toString("base64") !== base642) return void 0;
  return (0, import_node_crypto5.createSecretKey)(bytes);
}
function stringToSign({
  method,
  msDate,
  date
}, type, link2) {
  const dates = msDate === void 0 ? `
${date?.toLowerCase() ?? ""}` : `${msDate.toLowerCase()}
`;
  return `${method.toLowerCase()}
${type}
${link2}
${dates}
`;
}
var PREPARED_TEXT_LENGTH_MAX = 1024;
var BLOCK_BYTES2 = 64;
var DIGEST_BYTES = 32;
var Signer = class {
  #key;
  #inner = Buffer.alloc(BLOCK_BYTES2 + 3 * PREPARED_TEXT_LENGTH_MAX);
  #outer = Buffer.alloc(BLOCK_BYTES2 + DIGEST_BYTES);
  constructor(key) {
    this.#key = key;
    const bytes = key.export();
    const block = Buffer.alloc(BLOCK_BYTES2);
    (bytes.length > BLOCK_BYTES2 ? (0, import_node_crypto5.createHash)(
      "sha256"
    ).update(bytes).digest() : bytes).copy(block);
    for (const [i, byte] of block.entries()) {
      this.#inner[i] = byte ^ 54;
      this.#outer[i] = byte ^ 92;
    }
  }
  sign(text3) {
    if (text3.length > PREPARED_TEXT_LENGTH_MAX) return (0, import_node_crypto5.createHmac)("sha256", this.#key).update(text3).digest("base64");
    const end = BLOCK_BYTES2 + this.#inner.write(text3, BLOCK_BYTES2);
    this.#outer.write((0, import_node_crypto5.hash)("sha256", this.#inner.subarray(0, end), "binary"), BLOCK_BYTES2, "latin1");
    return (0, import_node_crypto5.hash)("sha256", this.#outer, "base64");
  }
};
var signers = /* @__PURE__ */ new WeakMap();
function sign(key, text3) {
  let signer = signers.get(key);
  if (signer === void 0) signers.set(key, signer = new Signer(key));
  return signer.sign(text3);
}
function findSigningKey(request, signature, keys) {
  const given2 = Buffer.from(signature, "latin1");
  if (given2.length !== SIGNATURE_LENGTH) return void 0;
  const usual = expectedStringToSign(request);
  const byKey = (text3) => keys.find((key) => (0, import_node_crypto5.timingSafeEqual)(Buffer.from(sign(key, text3), "latin1"), given2));
  const found = byKey(usual);
  if (found !== void 0) return found;
  for (const text3 of otherForms(
    request,
    usual
  )) {
    const key = byKey(text3);
    if (key !== void 0) return key;
  }
  return void 0;
}
function expectedStringToSign(request) {
  return stringToSign(request, signedType(request.path.type), linkOf(request.path));
}
function linkOf({ type, signedLink }) {
  return SCRIPTS.has(type) ? signedLink.split("#", 1)[0] : signedLink;
}
var SCRIPTS = /* @__PURE__ */ new Set(["sprocs", "triggers", "udfs"]);
function signedType(type) {
  return type === "partitionkeydelete" ? "colls" : type;
}
function otherForms(request, usual) {
  const { type, segments } = request.path;
  const signedLink = linkOf(
    request.path
  );
  const links = [signedLink];
  const lastId = segments.at(-1)?.id;
  if (lastId !== void 0 && isByRid(segments[0])) {
    links.push(signedLink.toLowerCase(), lastId, lastId.toLowerCase());
  }
  const types = type === "partitionkeydelete" ? ["colls", "partitionkey"] : [type];
  const forms = new Set(types.flatMap((each) => links.map((link2) => stringToSign(
    request,
    each,
    link2
  ))));
  forms.delete(usual);
  return forms;
}
function isByRid(first) {
  return first.type === "offers" || first.id.length === 8 && first.id.endsWith("==");
}
var lastDate = "";
var lastDateMs = Number.NaN;
function isDateWithinSkew(date, nowMs) {
  if (date !== lastDate) {
    lastDateMs = Date.parse(date);
    lastDate = date;
  }
  return Math.abs(lastDateMs - nowMs) <= CLOCK_SKEW_MS_MAX;
}
var METRICS_PATH = `${import_chunk_LACWL7JQ.CONTROL_PREFIX}metrics`;
var BEARER = "Bearer ";
var FULL3 = { kind: "full" };
var READ_ONLY = { kind: "readOnly" };
var AccountKeys = class {
  all;
  #readOnly;
  constructor(texts) {
    const keys = (...given2) => given2.filter((text3) => text3 !== void 0).map(toAccountKey);
    const readOnly = keys(texts.readOnly, texts.secondaryReadOnly);
    this.all = [...keys(texts.primary, texts.secondary), ...readOnly];
    this.#readOnly = new Set(readOnly);
  }
  get full() {
    return this.all.filter((key) => !this.isReadOnly(key));
  }
  byText(text3) {
    const given2 = Buffer.from(text3);
    return this.all.find((key) => {
      const own = Buffer.from(key.export().toString("base64"));
      return own.length === given2.length && (0, import_node_crypto4.timingSafeEqual)(own, given2);
    });
  }
  isReadOnly(key) {
    return this.#readOnly.has(key);
  }
};
function toAccountKey(text3) {
  const key = accountKey(text3);
  if (key === void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "An account key must be a text in base64.");
  return key;
}
function authenticate(request, keys, nowMs) {
  const header = request.header(import_chunk_LACWL7JQ.RequestHeader.authorization);
  if (header === void 0) {
    throw unauthorized(
      "Required Header authorization is missing. Ensure a valid Authorization token is passed."
    );
  }
  if (request.target === METRICS_PATH && header.startsWith(BEARER)) return byBareKey(
    request,
    header.slice(BEARER.length),
    keys
  );
  const authorization = parseAuthorization(header);
  switch (authorization?.type) {
    case "master":
      return bySignature(request, authorization.signature, keys, nowMs);
    case "resource":
      return { kind: "token", token: authorization.text };
    case "aad":
      return byEmulatorToken(request, authorization.signature, keys, nowMs);
    default:
      throw unauthorized("The authorization header is malformed; it must be type=master&ver=1.0&sig=<signature>, percent-encoded.");
  }
}
function byBareKey(request, text3, keys) {
  const key = keys.byText(text3.trim());
  if (key === void 0) throw unauthorized("The metrics are read with an account key: Authorization: Bearer KEY.");
  return accessOf(
    request,
    key,
    keys
  );
}
function bySignature(request, signature, keys, nowMs) {
  const signed = {
    method: request.method,
    path: request.subject,
    msDate: request.header(import_chunk_LACWL7JQ.RequestHeader.msDate),
    date: request.header(import_chunk_LACWL7JQ.RequestHeader.date)
  };
  const date = signed.msDate ?? signed.date;
  if (date === void 0) {
    throw unauthorized("The header x-ms-date is missing; it is part of what is signed.");
  }
  const key = findSigningKey(signed, signature, keys.all);
  if (key === void 0) {
    throw unauthorized(`The input authorization token can't serve the request. Check the key, and that the string to sign is built as the protocol says. Server used the following payload to sign: '${expectedStringToSign(signed)}'`);
  }
  if (!isDateWithinSkew(
    date,
    nowMs
  )) {
    throw unauthorized(`The request is dated '${date}', but the server's clock says '${new Date(nowMs).toUTCString()}'; they may differ by ${CLOCK_SKEW_MS_MAX / 6e4} minutes.`);
  }
  return accessOf(request, key, keys);
}
function byEmulatorToken(request, text3, keys, nowMs) {
  const token = parseEmulatorToken(text3);
  const key = token && keys.byText(token.keyText);
  if (token === void 0 || key === void 0) {
    throw unauthorized("Tokens of Microsoft Entra ID are not served here, except in the form of the emulator, with the account key as the signature. Use an account key.");
  }
  const skewSeconds = CLOCK_SKEW_MS_MAX / 1e3;
  const nowSeconds = nowMs / 1e3;
  if (nowSeconds >= token.expiresAtSeconds + skewSeconds) throw unauthorized("The token has expired. Get a new one.");
  if (nowSeconds < token.notBeforeSeconds - skewSeconds) {
    throw unauthorized("The token is not valid yet. Compare the clocks of client and server.");
  }
  return accessOf(request, key, keys);
}
function accessOf(request, key, keys) {
  if (!keys.isReadOnly(key)) return FULL3;
  if (!request.isRead) {
    throw new import_chunk_4T7ZR3GH.Failure("forbidden", "The key of this request may only read; use a read-write key to write.");
  }
  if (request.path.type === "permissions") {
    throw new import_chunk_4T7ZR3GH.Failure("forbidden", "A read-only key cannot read permissions; use a read-write key.");
  }
  return READ_ONLY;
}
function unauthorized(message) {
  return new import_chunk_4T7ZR3GH.Failure(
    "unauthorized",
    message
  );
}
var TOKEN = /^type=resource&ver=1\.0&sig=([\w-]+);([\w-]+);$/;
function parseResourceToken(text3) {
  const [, signature, claim] = TOKEN.exec(text3) ?? [];
  return signature === void 0 || claim === void 0 ? void 0 : { signature, claim };
}
function writeResourceToken({ signature, claim }) {
  return `type=resource&ver=1.0&sig=${signature};${claim};`;
}
function parseResourceClaim(claim) {
  const json = Buffer.from(claim, "base64url").toString();
  const [permissionRid, expiresAtSeconds] = JSON.parse(json);
  return { permissionRid, expiresAtSeconds };
}
function writeResourceClaim({
  permissionRid,
  expiresAtSeconds
}) {
  return Buffer.from(JSON.stringify([permissionRid, expiresAtSeconds])).toString("base64url");
}
var TOKEN_SECONDS_DEFAULT = 3600;
var TOKEN_SECONDS_MIN = 10;
var TOKEN_SECONDS_MAX = 86400;
var ResourceTokens = class {
  #secret;
  constructor(accountKey2) {
    this.#secret = (0, import_node_crypto6.createHmac)(
      "sha256",
      Buffer.from(accountKey2, "base64")
    ).update("resource tokens").digest();
  }
  mint(permissionRid, expiresAtSeconds) {
    const claim = writeResourceClaim({
      permissionRid,
      expiresAtSeconds
    });
    return writeResourceToken({ signature: this.#sign(claim), claim });
  }
  permissionOf(token, nowSeconds) {
    const parsed3 = parseResourceToken(token);
    if (parsed3 === void 0 || !this.#isSigned(parsed3)) {
      throw new import_chunk_4T7ZR3GH.Failure("unauthorized", "The resource token is not one of this account.");
    }
    const { permissionRid, expiresAtSeconds } = parseResourceClaim(
      parsed3.claim
    );
    if (nowSeconds >= expiresAtSeconds) {
      throw new import_chunk_4T7ZR3GH.Failure("forbidden", "The resource token has expired. Read the permission again to get a new one.");
    }
    return permissionRid;
  }
  #isSigned({
    signature,
    claim
  }) {
    const expected = Buffer.from(this.#sign(claim));
    const given2 = Buffer.from(signature);
    return expected.length === given2.length && (0, import_node_crypto6.timingSafeEqual)(
      expected,
      given2
    );
  }
  #sign(claim) {
    return (0, import_node_crypto6.createHmac)("sha256", this.#secret).update(claim).digest("base64url");
  }
};
var Credentials = class {
  #current;
  #version = 1;
  constructor(texts) {
    this.#current = made(texts);
  }
  replace(texts) {
    this.#current = made(texts);
    this.#version++;
  }
  get version() {
    return this.#version;
  }
  get texts() {
    return this.#current.texts;
  }
  get keys() {
    return this.#current.keys;
  }
  get tokens() {
    return this.#current.tokens;
  }
};
function made(texts) {
  return {
    keys: new AccountKeys(texts),
    tokens: new ResourceTokens(texts.primary),
    texts
  };
}
var FromFront = { request: 1, body: 2, bodyFailed: 3, over: 4 };
var ToFront = { answer: 1, wantBody: 2, cut: 3 };
var FULL4 = { kind: "full" };
var READ_ONLY2 = { kind: "readOnly" };
function readRequestText(text3) {
  const fields = text3.split("\n");
  const headers = {};
  for (let i = 8; i < fields.length; i += 2) headers[fields[i]] = fields[i + 1];
  return {
    method: fields[0],
    target: fields[1],
    secure: fields[2] === "s",
    host: fields[3],
    clientAddress: fields[4] || void 0,
    access: fields[5] === "full" ? FULL4 : fields[5] === "readOnly" ? READ_ONLY2 : void 0,
    keysVersion: Number(fields[6]),
    body: fields[7],
    headers
  };
}
function answerText({ status, headers, isCut }, isAwaited) {
  let text3 = `${status}
${isCut ? "c" : ""}
${isAwaited ? "a" : ""}`;
  for (const name in headers) text3 += `
${name}
${headers[name]}`;
  return text3;
}
var FrontExchanges = class {
  #gateway;
  #credentials;
  #channel;
  #exchanges = /* @__PURE__ */ new Map();
  constructor(front, gateway, credentials) {
    this.#gateway = gateway;
    this.#credentials = credentials;
    this.#channel = new import_chunk_SDK7ERLW.FrameChannel(front, (frame) => this.#take(frame));
    front.on("error", () => front.destroy());
    front.on("close", () => {
      for (const id of this.#exchanges.keys())
        this.#end(id);
    });
  }
  #take({ kind, id, text: text3, bytes }) {
    if (kind === FromFront.request) void this.#serve(id, text3, bytes);
    else if (kind === FromFront.over) this.#end(id);
    else if (kind === FromFront.body) this.#exchanges.get(id)?.body?.resolve(bytes);
    else this.#exchanges.get(id)?.body?.reject(text3 === "tooLarge" ? (0, import_chunk_LACWL7JQ.bodyTooLarge)() : (0, import_chunk_LACWL7JQ.clientGone)());
  }
  async #serve(id, text3, bytes) {
    const { access, keysVersion, body: place, ...head } = readRequestText(text3);
    const exchange = { isOver: false, isAnswered: false };
    this.#exchanges.set(id, exchange);
    const memory = this.#gateway.memory(() => this.#channel.send(ToFront.cut, id), (go) => {
      if (exchange.isOver) go();
      else exchange.letGo = go;
    });
    const answer = await this.#gateway.serve(new import_chunk_LACWL7JQ.GatewayRequest({
      ...head,
      origin: head.clientAddress,
      readBody: async () => {
        if (place === "here") return bytes;
        if (place === "gone" || exchange.isOver) throw (0, import_chunk_LACWL7JQ.clientGone)();
        return new Promise((resolve3, reject) => {
          exchange.body = { resolve: resolve3, reject };
          this.#channel.send(ToFront.wantBody, id);
        });
      },
      isGone: () => exchange.isOver,
      memory
    }), keysVersion === this.#credentials.version ? access : void 0);
    (0, import_strict.default)(answer.pieces === void 0);
    exchange.isAnswered = true;
    const isAwaited = exchange.letGo !== void 0 && !exchange.isOver;
    if (!isAwaited) this.#exchanges.delete(id);
    const body = head.method === "HEAD" || exchange.isOver ? void 0 : answer.body;
    this.#channel.send(ToFront.answer, id, answerText(answer, isAwaited), body);
  }
  #end(id) {
    const exchange = this.#exchanges.get(id);
    if (exchange === void 0) return;
    exchange.isOver = true;
    exchange.letGo?.();
    exchange.body?.reject((0, import_chunk_LACWL7JQ.clientGone)());
    if (exchange.isAnswered) this.#exchanges.delete(id);
  }
};
var FRAMES_FD = 4;
var LIFE_MS_MIN = 1e3;
var END_MS = 5e3;
var Fronts = class {
  #options;
  #server;
  #addresses = new import_chunk_FPHW7ZTD.AddressCounts(import_chunk_FPHW7ZTD.LISTENER_LIMITS.connectionsPerAddressMax);
  #fronts = /* @__PURE__ */ new Set();
  #waiting = [];
  #connections = 0;
  #isClosing = false;
  constructor(options) {
    this.#options = options;
    this.#server = (0, import_node_net.createServer)({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
      options.onConnection();
      this.#enter(socket);
    });
  }
  async listen(port, host) {
    const { count, onError } = this.#options;
    const address = await (0, import_chunk_FPHW7ZTD.listenOn)(this.#server, { port, host }, onError);
    await Promise.all(Array.from({ length: count }, () => this.#start()));
    return address;
  }
  announceKeys() {
    for (const front of this.#fronts) front.announceKeys();
  }
  async close() {
    this.#isClosing = true;
    this.#server.close();
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
    await Promise.all([...this.#fronts].map((front) => front.stop()));
  }
  #enter(socket) {
    const isFull = this.#connections >= import_chunk_FPHW7ZTD.LISTENER_LIMITS.connectionsMax;
    const leave = isFull ? void 0 : this.#addresses.enter(socket.remoteAddress);
    if (leave === void 0) {
      socket.destroy();
      return;
    }
    socket.on("error", () => socket.destroy());
    this.#connections++;
    const connection = { socket, leave: () => {
      this.#connections--;
      leave();
    } };
    const front = this.#leastBusy();
    if (front === void 0) this.#waiting.push(connection);
    else front.give(
      connection
    );
  }
  #leastBusy() {
    let least;
    for (const front of this.#fronts) if (front.isReady && (least === void 0 || front.connections < least.connections)) least = front;
    return least;
  }
  async #start() {
    if (this.#isClosing) return;
    const startMs = performance.now();
    const front = new FrontProcess(this.#options, (how) => {
      this.#fronts.delete(front);
      if (this.#isClosing) return;
      this.#options.log("warn", `A front process ended (${how}), and its connections with it. Another one is started.`);
      const waitMs = Math.max(0, startMs + LIFE_MS_MIN - performance.now());
      setTimeout(() => this.#start().catch(() => {
      }), waitMs).unref();
    });
    this.#fronts.add(front);
    await front.ready;
    for (const connection of this.#waiting.splice(0)) front.give(connection);
  }
};
var FrontProcess = class {
  #options;
  #child;
  #connections = /* @__PURE__ */ new Map();
  #ended;
  #isReady = false;
  #lastId = 0;
  ready;
  constructor(options, onEnd) {
    this.#options = options;
    this.#child = (0, import_node_child_process.fork)((0, import_node_url.fileURLToPath)((0, import_chunk_4T7ZR3GH.workerEntry)("gateway/fronts/front-process", moduleUrl)), [], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc", "overlapped"] });
    const child = this.#child;
    this.#ended = new Promise((resolve3) => {
      child.once("exit", (code, signal) => resolve3(signal ?? `exit code ${code}`));
      child.on("error", (error) => child.pid === void 0 ? resolve3(String(error)) : options.onError(error));
    });
    this.ready = new Promise((resolve3, reject) => {
      child.on("message", (message) => this.#hear(message, resolve3));
      void this.#ended.then((how) => {
        this.#isReady = false;
        for (const { socket, leave } of this.#connections.values()) {
          socket.destroy();
          leave();
        }
        reject(new Error(`A front process could not be started (${how}).`));
        onEnd(how);
      });
    });
    if (child.pid === void 0) return;
    new FrontExchanges(child.stdio[FRAMES_FD], options.gateway, options.credentials);
    this.announceKeys();
  }
  get isReady() {
    return this.#isReady;
  }
  get connections() {
    return this.#connections.size;
  }
  give(connection) {
    const id = ++this.#lastId;
    this.#connections.set(
      id,
      connection
    );
    if (this.#child.connected) {
      const message = { kind: "connection", id };
      this.#child.send(message, connection.socket, { keepOpen: true }, () => {
      });
    }
  }
  announceKeys() {
    const { texts, version } = this.#options.credentials;
    this.#tell({ kind: "keys", keys: texts, version });
  }
  async stop() {
    this.#tell({ kind: "stop" });
    const kill = setTimeout(() => this.#child.kill("SIGKILL"), import_chunk_FPHW7ZTD.LISTENER_LIMITS.closeGraceMs + END_MS);
    await this.#ended;
    clearTimeout(kill);
  }
  #hear(message, onReady) {
    switch (message.kind) {
      case "ready":
        this.#isReady = true;
        onReady();
        break;
      case "taken":
        this.#connections.get(message.id)?.socket.destroy();
        break;
      case "closed":
        this.#connections.get(message.id)?.leave();
        this.#connections.delete(message.id);
        break;
      case "wantCertificate":
        void this.#sendCertificate();
        break;
      case "failed":
        this.#options.onError(message.message);
    }
  }
  async #sendCertificate() {
    const {
      certificate,
      onError
    } = this.#options;
    const made2 = await certificate().catch((error) => {
      onError(error);
      return void 0;
    });
    this.#tell({ kind: "certificate", certificate: made2 });
  }
  #tell(message) {
    if (this.#child.connected) this.#child.send(message, () => {
    });
  }
};
async function authorizeToken(engine, tokens, request, token) {
  const nowSeconds = Math.floor(engine.environment.now() / 1e3);
  const permission = engine.grants.permission(tokens.permissionOf(token, nowSeconds));
  if (permission === void 0) throw new import_chunk_4T7ZR3GH.Failure("forbidden", "The permission of this resource token no longer exists.");
  if (request.path.type === "" && request.isRead) return;
  const mayOnlyRead = (0, import_chunk_4T7ZR3GH.shownValue)(permission.body.permissionMode).toLowerCase() !== "all";
  if (mayOnlyRead && !request.isRead) throw forbidden(
    permission
  );
  if (!await engine.grants.covers(grantOf(permission), askedOf(request))) throw forbidden(permission);
}
function grantOf({ body }) {
  const { resource, resourcePartitionKey } = body;
  return { steps: grantedSteps(resource), key: resourcePartitionKey === void 0 ? void 0 : (0, import_chunk_LACWL7JQ.parsePartitionKeyHeader)(JSON.stringify(resourcePartitionKey)) };
}
function grantedSteps(link2) {
  const path = /^\/*dbs\//.test(link2) ? (0, import_chunk_LACWL7JQ.parseResourcePath)(`/${link2}`) : void 0;
  if (path === void 0 || path.isFeed || !GRANTABLE.has(path.type)) {
    throw new import_chunk_4T7ZR3GH.Failure(
      "badRequest",
      `The 'resource' of a permission must be the link of a container, an item, a stored procedure, a trigger or a user-defined function, such as 'dbs/a/colls/b', not '${link2}'.`
    );
  }
  return stepsOf(path.segments);
}
var GRANTABLE = /* @__PURE__ */ new Set(["colls", "docs", "sprocs", "triggers", "udfs"]);
var KINDS = { dbs: "database", colls: "container", docs: "item", sprocs: "storedProcedure", triggers: "trigger", udfs: "userDefinedFunction" };
function stepsOf(segments) {
  return segments.map(({ type, id }) => ({ kind: KINDS[type], id }));
}
function askedOf(request) {
  return { steps: stepsOf(request.subject.segments), key: request.partitionKey, runsTriggers: request.header(import_chunk_LACWL7JQ.RequestHeader.preTriggerInclude) !== void 0 || request.header(import_chunk_LACWL7JQ.RequestHeader.postTriggerInclude) !== void 0, reach: reachOf(request) };
}
function reachOf(request) {
  const { type, isFeed } = request.path;
  switch (type) {
    case "colls":
      return request.isRead && !request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.populatePartitionStatistics) ? "definitions" : "beyondAnyKey";
    case "addresses":
    case "pkranges":
      return request.isRead ? "definitions" : "beyondAnyKey";
    case "docs":
      return isFeed && request.method === "POST" ? reachOfPost(request) : "itemsOfItsKey";
    case "sprocs":
      return isFeed || request.method !== "POST" ? "beyondAnyKey" : "itemsOfItsKey";
    case "partitionkeydelete":
      return "itemsOfItsKey";
    default:
      return "beyondAnyKey";
  }
}
function reachOfPost(request) {
  const post = request.feedPost();
  if (post === "queryPlan") return "definitions";
  const isBulk = post === "batch" && !request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.batchAtomic);
  return isBulk ? "beyondAnyKey" : "itemsOfItsKey";
}
function forbidden({ id, body }) {
  const { permissionMode, resource, resourcePartitionKey } = body;
  const key = resourcePartitionKey === void 0 ? "" : ` with the partition key ${JSON.stringify(resourcePartitionKey)}`;
  return new import_chunk_4T7ZR3GH.Failure("forbidden", `The resource token is of permission '${id}', which does not allow this: it grants ${(0, import_chunk_4T7ZR3GH.shownValue)(permissionMode)} on '${(0, import_chunk_4T7ZR3GH.shownValue)(resource)}'${key}. A request on an item needs its partition key.`);
}
var METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
var PREFLIGHT_SECONDS = 7200;
function isPreflight({ method, headers }) {
  return method === "OPTIONS" && headers[import_chunk_LACWL7JQ.RequestHeader.corsMethod] !== void 0;
}
function preflightAnswer({ headers }) {
  const asked = headers[import_chunk_LACWL7JQ.RequestHeader.corsHeaders];
  return { status: 204, headers: {
    "access-control-allow-methods": METHODS,
    "access-control-max-age": PREFLIGHT_SECONDS,
    ...asked === void 0 ? {} : { "access-control-allow-headers": asked }
  } };
}
function addCorsHeaders(headers, origin) {
  headers["access-control-allow-origin"] = origin;
  headers["access-control-expose-headers"] = Object.keys(headers).join(", ");
  headers.vary = "Origin";
}
async function checkReplica(engine, request, replica) {
  if (replica === "master") return;
  const source = await replicaSource(engine, request, replica);
  if (source !== void 0 && !isNamed(
    request,
    source
  )) {
    throw new import_chunk_4T7ZR3GH.Failure("nameCacheStale", "The container of this name is not the one of this address: it was deleted and created again. Read it again.");
  }
}
async function replicaSource(engine, request, replica) {
  try {
    return await engine.containers.replica(replica);
  } catch (error) {
    const namesRange = request.header(import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId) !== void 0;
    if (namesRange && error instanceof import_chunk_4T7ZR3GH.Failure && error.code === "completingSplit") return void 0;
    throw error;
  }
}
function isNamed({ path }, { container }) {
  const [database, named] = path.segments;
  if (database === void 0 || named?.type !== "colls") return true;
  return named.id === container.rid || named.id === container.container && isDatabase(
    database.id,
    container
  );
}
function isDatabase(id, { database, rid }) {
  return id === database || id === (0, import_chunk_4T7ZR3GH.ridText)((0, import_chunk_4T7ZR3GH.ridBytes)(rid).subarray(0, 4));
}
async function addReplicaHeaders(engine, {
  replica
}, answer) {
  const isSecret = answer.status === 401 || answer.status === 403;
  if (replica === void 0 || isSecret || answer.headers[import_chunk_LACWL7JQ.ResponseHeader.lsn] !== void 0) return answer;
  if (replica === "master") return { ...answer, headers: { ...answer.headers, ...MASTER_HEADERS } };
  const source = await findReplica(engine, replica);
  if (source === void 0) return answer;
  return { ...answer, headers: { ...(0, import_chunk_FPHW7ZTD.rangeHeaders)(source.container, source), ...answer.headers } };
}
var MASTER_HEADERS = { [import_chunk_LACWL7JQ.ResponseHeader.lsn]: 1 };
async function findReplica(engine, replica) {
  try {
    return await engine.containers.replica(replica);
  } catch {
    return void 0;
  }
}
var ExchangeMemory = class {
  #all;
  #cut;
  #whenOver;
  #overs;
  #holding;
  constructor(all, cut, whenOver = () => {
  }) {
    this.#all = all;
    this.#cut = cut;
    this.#whenOver = whenOver;
  }
  receive(bytesMax, read) {
    return bytesMax < this.#all.limits.countedFromBytes ? read() : this.#receive(bytesMax, read);
  }
  async #receive(bytesMax, read) {
    const holding = this.#begin();
    if (!holding.tryHold(
      bytesMax
    )) throw this.#refusal();
    holding.waitForClient();
    const body = await read();
    holding.goOn();
    holding.hold(body.length);
    return body;
  }
  expect(bytesMax) {
    if (!this.#all.makeRoom(bytesMax)) throw this.#refusal();
  }
  answer(bytes, isRepeatable) {
    if (bytes < this.#all.limits.countedFromBytes && this.#holding === void 0) return;
    const holding = this.#begin();
    if (!holding.tryHold(bytes)) {
      if (isRepeatable()) throw this.#refusal();
      holding.hold(bytes);
    }
    holding.waitForClient();
  }
  whenOver(go) {
    if (this.#overs !== void 0) {
      this.#overs.push(go);
      return;
    }
    const overs = [go];
    this.#overs = overs;
    this.#whenOver(() => {
      for (const over of overs) over();
    });
  }
  end() {
    this.#holding?.release();
  }
  #begin() {
    if (this.#holding === void 0) {
      this.#holding = this.#all.begin(this.#cut);
      this.whenOver(() => this.end());
    }
    return this.#holding;
  }
  #refusal() {
    const { retryAfterMs, limits } = this.#all;
    return new import_chunk_4T7ZR3GH.Failure(
      "serverBusy",
      `The server holds ${limits.heldBytesMax / 1024 / 1024} MB of requests and answers for other clients. Nothing was done. Repeat the request in ${Math.ceil(
        retryAfterMs / 1e3
      )} seconds.`,
      { retryAfterMs }
    );
  }
};
var EXPLORER_PREFIX = "/_explorer/";
var INDEX = "index.html";
var CONTENT_TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml" };
var SECURITY_HEADERS = { "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", "x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin" };
function isExplorerRequest({ target }) {
  return target.startsWith(EXPLORER_PREFIX) || target === EXPLORER_PREFIX.slice(
    0,
    -1
  );
}
var ExplorerPage = class {
  #load;
  #files;
  #zipped = /* @__PURE__ */ new Map();
  constructor(load) {
    this.#load = load;
  }
  async answer(request) {
    if (request.method !== "GET" && request.method !== "HEAD") throw new import_chunk_4T7ZR3GH.Failure("methodNotAllowed", "The explorer can only be read.");
    const [path = ""] = request.target.split("?", 1);
    if (path === EXPLORER_PREFIX.slice(0, -1)) return {
      status: 302,
      headers: { location: EXPLORER_PREFIX },
      body: Buffer.alloc(0)
    };
    const files = await (this.#files ??= this.#load());
    if (files === void 0) throw new import_chunk_4T7ZR3GH.Failure(
      "notFound",
      "The explorer is not part of this installation. Build it with: npm run build."
    );
    const name = fileNamed(path.slice(EXPLORER_PREFIX.length), files);
    const file = files.get(name);
    if (file === void 0) throw new import_chunk_4T7ZR3GH.Failure("notFound", `The explorer has no file '${name}'.`);
    return this.#answerFile(request, name, file);
  }
  async #answerFile(request, name, file) {
    const headers = { ...SECURITY_HEADERS, "content-type": CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream", "cache-control": name === INDEX ? "no-cache" : "public, max-age=31536000, immutable", vary: "accept-encoding" };
    if (!(request.headers[import_chunk_LACWL7JQ.RequestHeader.acceptEncoding] ?? "").includes("gzip")) return {
      status: 200,
      headers,
      body: Buffer.from(file)
    };
    let zipped = this.#zipped.get(name);
    if (zipped === void 0) this.#zipped.set(name, zipped = await (0, import_node_util.promisify)(import_node_zlib4.gzip)(file, { level: 9 }));
    return {
      status: 200,
      headers: { ...headers, "content-encoding": "gzip" },
      body: zipped
    };
  }
};
function fileNamed(path, files) {
  return files.has(path) || path.startsWith("assets/") ? path : INDEX;
}
var LATENCY_MS_MAX = 6e5;
var NORMAL_P99 = 2.3263478740408408;
function latencyMs(latency, random) {
  return Math.min(LATENCY_MS_MAX, drawn(latency, random));
}
function drawn(latency, random) {
  if ("ms" in latency) return latency.ms;
  if ("fromMs" in latency) return latency.fromMs + random() * (latency.toMs - latency.fromMs);
  if ("meanMs" in latency) return -latency.meanMs * Math.log(1 - random());
  const sigma = Math.log(latency.p99Ms / latency.medianMs) / NORMAL_P99;
  return latency.medianMs * Math.exp(sigma * normal(random));
}
function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
function object(members) {
  const names = Object.keys(members);
  return (value, name) => {
    const given2 = anyObject(value, name);
    const unknown = Object.keys(given2).find((each) => !names.includes(each));
    if (unknown !== void 0) {
      const allowed = names.length === 0 ? "nothing" : names.map((each) => `'${each}'`).join(", ");
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} has no '${unknown}'. It may have: ${allowed}.`);
    }
    return Object.fromEntries(names.map((each) => [each, members[each](given2[each], `'${each}'`)]));
  };
}
function optional(reader) {
  return (value, name) => value === void 0 ? void 0 : reader(value, name);
}
var text = (value, name) => {
  if (typeof value !== "string") throw wrong(name, "a string", value);
  return value;
};
var number = (value, name) => {
  if (typeof value !== "number") throw wrong(name, "a number", value);
  return value;
};
var boolean = (value, name) => {
  if (typeof value !== "boolean") throw wrong(
    name,
    "true or false",
    value
  );
  return value;
};
function oneOf2(...allowed) {
  return (value, name) => {
    if (!allowed.includes(value)) throw wrong(name, allowed.map((each) => `'${each}'`).join(" or "), value);
    return value;
  };
}
function list(reader) {
  return (value, name) => {
    if (!Array.isArray(value)) throw wrong(name, "an array", value);
    return value.map((each, i) => reader(
      each,
      `Entry ${i + 1} of ${name}`
    ));
  };
}
function mapOf(reader) {
  return (value, name) => new Map(Object.entries(anyObject(value, name)).map(([key, each]) => [key, reader(each, `'${key}' of ${name}`)]));
}
var anyObject = (value, name) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(name, "an object", value);
  return value;
};
var SHOWN_MAX = 100;
function wrong(name, expected, value) {
  if (value === void 0) return new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} is missing: it must be ${expected}.`);
  const json = JSON.stringify(value);
  const shown3 = json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}\u2026` : json;
  return new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must be ${expected}, not ${shown3}.`);
}
var FAULT_ANSWERS = { tooManyRequests: { status: 429, substatus: 3200, name: "TooManyRequests" }, retryWith: { status: 449, name: "RetryWith" }, timeout: { status: 408, name: "RequestTimeout" }, serviceUnavailable: { status: 503, name: "ServiceUnavailable" }, internalServerError: { status: 500, name: "InternalServerError" }, gone: { status: 410, name: "Gone" }, nameCacheStale: {
  status: 410,
  substatus: 1e3,
  name: "Gone"
}, partitionKeyRangeGone: { status: 410, substatus: 1002, name: "Gone" }, completingSplit: { status: 410, substatus: 1007, name: "Gone" }, completingMigration: {
  status: 410,
  substatus: 1008,
  name: "Gone"
}, leaseNotFound: { status: 410, substatus: 1022, name: "Gone" }, sessionNotAvailable: { status: 404, substatus: 1002, name: "NotFound" }, ownerNotFound: {
  status: 404,
  substatus: 1003,
  name: "NotFound"
}, containerBeingCreated: { status: 404, substatus: 1013, name: "NotFound" } };
var FAULT_OPERATIONS = ["create", "upsert", "read", "replace", "patch", "delete", "query", "batch", "list", "changes", "execute", "queryPlan", "metadata"];
var ID = /^[A-Za-z0-9._-]{1,64}$/;
var WHOLE_MAX = 315576e6;
var CONDITION = object({ operations: optional(list(oneOf2(...FAULT_OPERATIONS))), database: optional(text), container: optional(
  text
), key: optional(keyReader), partition: optional(text), connection: optional(oneOf2("gateway", "direct")) });
var RESULT = object({ type: oneOf2(
  ...Object.keys(FAULT_ANSWERS),
  "cut",
  "delay"
), retryAfterMs: optional(between(0, LATENCY_MS_MAX)), latency: optional(latencyReader), carriedOut: optional(boolean), times: optional(whole(1)), rate: optional(
  rateReader
) });
var RULE = object({ id: optional(idReader), condition: optional(CONDITION), result: RESULT, skip: optional(whole(0)), hitLimit: optional(whole(1)), startDelayMs: optional(
  between(0, WHOLE_MAX)
), durationMs: optional(between(0, WHOLE_MAX)), enabled: optional(boolean) });
function readFaultRule(value) {
  const rule = withoutAbsent(RULE(value, "The rule"));
  const { type, retryAfterMs, latency, carriedOut } = rule.result;
  if (type === "delay" && latency === void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `A 'delay' needs a 'latency', such as { "ms": 100 }.`);
  if (type === "delay" && carriedOut === false) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "A 'delay' is always carried out: leave out 'carriedOut'.");
  if (retryAfterMs !== void 0 && type !== "tooManyRequests" && type !== "retryWith") throw new import_chunk_4T7ZR3GH.Failure("badRequest", "'retryAfterMs' is for 'tooManyRequests' and 'retryWith' alone.");
  if (rule.condition?.partition !== void 0 && rule.condition.container === void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "'partition' is the id of a partition of one container: name it too.");
  return rule;
}
function idReader(value, name) {
  const id = text(value, name);
  if (!ID.test(id)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must be 1 to 64 letters, digits, dots, dashes or underscores, not '${(0, import_chunk_4T7ZR3GH.shownValue)(id)}'.`);
  return id;
}
function keyReader(value, name) {
  const parts = Array.isArray(value) ? value : [value];
  const isKey = parts.length > 0 && parts.every((part) => part === null || typeof part !== "object");
  if (!isKey) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must be a partition key value, or a list of them.`);
  return value;
}
function rateReader(value, name) {
  const rate = number(value, name);
  if (!(rate > 0 && rate <= 1)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must be above 0 and at most 1, not ${rate}.`);
  return rate;
}
function latencyReader(value, name) {
  const time = optional(between(0, LATENCY_MS_MAX));
  const members = {
    ms: time,
    fromMs: time,
    toMs: time,
    meanMs: time,
    medianMs: time,
    p99Ms: time
  };
  const latency = withoutAbsent(object(members)(value, name));
  const shape = Object.keys(latency).sort().join(" ");
  const isWhole = [
    "ms",
    "fromMs toMs",
    "meanMs",
    "medianMs p99Ms"
  ].includes(shape);
  const isOrdered = "fromMs" in latency && latency.fromMs > latency.toMs || "medianMs" in latency && !(latency.medianMs > 0 && latency.p99Ms >= latency.medianMs);
  if (!isWhole || isOrdered) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must have 'ms', or 'fromMs' up to 'toMs', or 'meanMs', or 'medianMs' above 0 up to 'p99Ms'.`);
  }
  return latency;
}
function between(min, max) {
  return (value, name) => {
    const given2 = number(value, name);
    if (!(given2 >= min && given2 <= max)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must be a number from ${min} to ${max}, not ${given2}.`);
    return given2;
  };
}
function whole(min) {
  return (value, name) => {
    const given2 = between(min, WHOLE_MAX)(
      value,
      name
    );
    if (!Number.isInteger(given2)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} must be a whole number, not ${given2}.`);
    return given2;
  };
}
function withoutAbsent(value) {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== void 0).map(([name, each]) => [name, typeof each === "object" && each !== null && !Array.isArray(each) ? withoutAbsent(each) : each]));
}
var FAULT_RULES_MAX = 100;
var FAULT_OPERATIONS_MAX = 1e4;
var ActiveRule = class {
  rule;
  addedMs;
  removed = new AbortController();
  met = /* @__PURE__ */ new Map();
  isEnabled;
  seen = 0;
  hits = 0;
  constructor(rule, addedMs) {
    this.rule = rule;
    this.addedMs = addedMs;
    this.isEnabled = rule.enabled ?? true;
  }
  stateAt(nowMs) {
    const { startDelayMs = 0, durationMs = Number.POSITIVE_INFINITY, hitLimit } = this.rule;
    const sinceMs = nowMs - this.addedMs - startDelayMs;
    if (sinceMs >= durationMs || hitLimit !== void 0 && this.hits >= hitLimit) return "over";
    if (!this.isEnabled) return "disabled";
    return sinceMs < 0 ? "waiting" : "active";
  }
  isThrough(identity, times) {
    const met = this.met.get(identity) ?? 0;
    this.met.delete(identity);
    if (met >= times) return true;
    this.met.set(identity, met + 1);
    if (this.met.size > FAULT_OPERATIONS_MAX) this.met.delete(this.met.keys().next().value);
    return false;
  }
};
var Faults = class {
  #options;
  #rules = /* @__PURE__ */ new Map();
  #added = 0;
  constructor(options) {
    this.#options = { wait: realWait, ...options };
  }
  get isArmed() {
    return this.#rules.size > 0;
  }
  add(given2) {
    const rule = readFaultRule(given2);
    if (this.#rules.size >= FAULT_RULES_MAX)
      throw new import_chunk_4T7ZR3GH.Failure("conflict", `There are ${FAULT_RULES_MAX} rules for faults already. Remove some.`);
    let { id } = rule;
    if (id !== void 0 && this.#rules.has(id)) throw new import_chunk_4T7ZR3GH.Failure(
      "conflict",
      `There is a rule '${id}' already. Remove it, or choose another id.`
    );
    while (id === void 0 || this.#rules.has(id)) id = `fault-${++this.#added}`;
    const active = new ActiveRule(
      { ...rule, id },
      this.#options.nowMs()
    );
    this.#rules.set(id, active);
    return this.#shown(active);
  }
  list() {
    return [...this.#rules.values()].map((rule) => this.#shown(rule));
  }
  read(id) {
    return this.#shown(this.#find(id));
  }
  setEnabled(id, isEnabled) {
    const rule = this.#find(id);
    rule.isEnabled = isEnabled;
    return this.#shown(rule);
  }
  remove(id) {
    const rule = this.#find(
      id
    );
    const state = this.#shown(rule);
    this.#rules.delete(id);
    rule.removed.abort();
    return state;
  }
  clear() {
    for (const { id } of this.list()) this.remove(id);
  }
  async meet(subject) {
    for (const rule of [...this.#rules.values()]) {
      if (rule.stateAt(this.#options.nowMs()) !== "active") continue;
      if (!await subject.fits(rule.rule.condition ?? {})) continue;
      const { skip = 0, result } = rule.rule;
      const identity = result.times === void 0 ? "" : await subject.identity();
      if (rule.stateAt(this.#options.nowMs()) !== "active") continue;
      rule.seen++;
      if (rule.seen <= skip) continue;
      if (result.rate !== void 0 && this.#options.random() >= result.rate) continue;
      if (result.times !== void 0 && rule.isThrough(identity, result.times)) continue;
      rule.hits++;
      return { id: rule.rule.id, result, wait: () => this.#wait(rule) };
    }
    return void 0;
  }
  async #wait({ rule, removed }) {
    const { latency } = rule.result;
    if (latency === void 0) return;
    await this.#options.wait(latencyMs(latency, this.#options.random), removed.signal);
  }
  #find(id) {
    const rule = this.#rules.get(id);
    if (rule === void 0) throw new import_chunk_4T7ZR3GH.Failure(
      "notFound",
      `There is no rule '${id}' for faults.`
    );
    return rule;
  }
  #shown(active) {
    const { rule, isEnabled, seen, hits } = active;
    return { ...rule, enabled: isEnabled, state: active.stateAt(this.#options.nowMs()), seen, hits };
  }
};
async function realWait(ms, signal) {
  await (0, import_promises13.setTimeout)(ms, void 0, { signal }).catch(() => {
  });
}
var CHANGING = /* @__PURE__ */ new Set(["docs", "pkranges"]);
function requestVerb(request) {
  return request.path.isFeed ? feedVerb(request) : resourceVerb(request.method);
}
function feedVerb(request) {
  if (request.method === "POST") return request.feedPost();
  if (request.method !== "GET" && request.method !== "HEAD") return void 0;
  const isOfChanges = request.header(import_chunk_LACWL7JQ.RequestHeader.aIm) !== void 0 && CHANGING.has(request.path.type);
  return isOfChanges ? "changes" : "list";
}
function resourceVerb(method) {
  switch (method) {
    case "GET":
    case "HEAD":
      return "read";
    case "PUT":
      return "replace";
    case "DELETE":
      return "delete";
    case "PATCH":
      return "patch";
    case "POST":
      return "execute";
    default:
      return void 0;
  }
}
var FaultSubject = class {
  #request;
  #engine;
  #operation;
  #place;
  #identity;
  constructor(request, engine) {
    this.#request = request;
    this.#engine = engine;
    this.#operation = operationOf(
      request
    );
  }
  async fits(condition) {
    const { operations, database, container, key, partition, connection } = condition;
    const isMeant = operations === void 0 ? this.#operation !== "metadata" && this.#operation !== "queryPlan" : operations.includes(this.#operation);
    if (!isMeant) return false;
    const isDirect = this.#request.replica !== void 0;
    if (connection !== void 0 && isDirect !== (connection === "direct")) return false;
    if (key !== void 0 && keyText(Array.isArray(key) ? key : [key]) !== this.#keyText()) return false;
    if (database === void 0 && container === void 0 && partition === void 0) return true;
    const place = await (this.#place ??= this.#find());
    if (place === void 0) return false;
    if (database !== void 0 && database !== place.database) return false;
    if (container !== void 0 && container !== place.container) return false;
    return partition === void 0 || (place.partition ?? this.#namedRange() ?? partition) === partition;
  }
  identity() {
    return this.#identity ??= this.#identify();
  }
  async #identify() {
    const { method, target, headers } = this.#request;
    const hash2 = (0, import_node_crypto7.createHash)("sha256").update(
      `${method} ${target}`
    );
    for (const name of IDENTITY_HEADERS) hash2.update(`
${headers[name] ?? ""}`);
    const body = await this.#request.body().catch(() => Buffer.alloc(0));
    return hash2.update("\n").update(body).digest("base64");
  }
  #keyText() {
    try {
      const {
        partitionKey
      } = this.#request;
      return partitionKey === void 0 ? void 0 : keyText(partitionKey);
    } catch {
      return void 0;
    }
  }
  #namedRange() {
    return this.#request.header(import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId)?.split(",").at(-1);
  }
  async #find() {
    const [database, container] = this.#request.path.segments;
    if (database === void 0 || container?.type !== "colls") return void 0;
    try {
      const address = { database: database.id, container: container.id };
      return await this.#engine.partitions.place(address, this.#request.partitionKey);
    } catch (error) {
      if (error instanceof import_chunk_4T7ZR3GH.Failure) return void 0;
      throw error;
    }
  }
};
var IDENTITY_HEADERS = [import_chunk_LACWL7JQ.RequestHeader.partitionKey, import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId, import_chunk_LACWL7JQ.RequestHeader.continuation, import_chunk_LACWL7JQ.RequestHeader.isUpsert];
function operationOf(request) {
  const { type } = request.path;
  const verb = requestVerb(request);
  if (type !== "docs" && !(type === "sprocs" && verb === "execute")) return "metadata";
  return FAULT_OPERATIONS.find((operation) => operation === verb) ?? "metadata";
}
function keyText(components) {
  return JSON.stringify(components.map((component) => component === void 0 ? {} : component));
}
async function serveWithFaults({ faults, request, activityId, engine }, serve) {
  const fault = await faults.meet(new FaultSubject(request, engine));
  if (fault === void 0) return serve();
  request.trace.fault = fault.id;
  const { type, carriedOut = false, retryAfterMs } = fault.result;
  await fault.wait();
  if (type === "delay") return marked(await serve(), fault.id);
  if (carriedOut)
    await serve();
  if (type === "cut") return marked({ status: 503, headers: {}, isCut: true }, fault.id);
  const answer = (0, import_chunk_FPHW7ZTD.refusalResponse)(FAULT_ANSWERS[type], `Fault injected by the rule '${fault.id}'.`, { activityId, nowMs: engine.environment.now(), isDirect: request.replica !== void 0 });
  if (retryAfterMs !== void 0) answer.headers[import_chunk_LACWL7JQ.ResponseHeader.retryAfterMs] = retryAfterMs;
  return marked(answer, fault.id);
}
function marked(answer, id) {
  answer.headers[import_chunk_LACWL7JQ.ResponseHeader.fault] = id;
  return answer;
}
function requestOfStream(stream, headers, memory) {
  return new import_chunk_LACWL7JQ.GatewayRequest({ method: headers[":method"] ?? "GET", target: headers[":path"] ?? "/", headers, secure: stream.session?.encrypted ?? false, host: headers[":authority"] ?? headers.host ?? "localhost", clientAddress: stream.session?.socket.remoteAddress, readBody: () => readWholeBody(stream), isGone: () => stream.destroyed, origin: stream.session?.socket.remoteAddress, memory });
}
async function readWholeBody(stream) {
  const body = await (0, import_chunk_LACWL7JQ.readBody)(stream);
  if (stream.aborted) throw (0, import_chunk_LACWL7JQ.clientGone)();
  return body;
}
function writeToStream(stream, { status, headers, body, pieces, isCut }) {
  if (isCut) stream.session?.destroy();
  if (stream.destroyed || stream.closed || stream.headersSent)
    return;
  if (status !== 204 && status !== 304) headers[import_chunk_LACWL7JQ.ResponseHeader.contentLength] = body?.length ?? pieces?.bytes ?? 0;
  const isAll = pieces === void 0 && (body === void 0 || body.length === 0);
  headers[":status"] = status;
  stream.respond(headers, { endStream: isAll });
  if (pieces !== void 0) (0, import_chunk_FPHW7ZTD.passOn)(pieces, stream);
  else if (!isAll) stream.end(body);
  stream.resume();
}
var LIVE = `${import_chunk_LACWL7JQ.CONTROL_PREFIX}live`;
var READY = `${import_chunk_LACWL7JQ.CONTROL_PREFIX}ready`;
function openDoor(request, isStopping) {
  const { target, method } = request;
  if (target === LIVE || target === READY) {
    if (method !== "GET" && method !== "HEAD") throw new import_chunk_4T7ZR3GH.Failure("methodNotAllowed", `${target} can only be read.`);
    return empty(target === READY && isStopping ? 503 : 200, { "cache-control": "no-store" });
  }
  if (target === "/" && isPageVisit(request)) return empty(302, { location: EXPLORER_PREFIX });
  return void 0;
}
function isPageVisit({ method, headers }) {
  return method === "GET" && headers[import_chunk_LACWL7JQ.RequestHeader.authorization] === void 0 && (headers[import_chunk_LACWL7JQ.RequestHeader.accept] ?? "").includes("text/html");
}
function empty(status, headers) {
  return {
    status,
    headers,
    body: Buffer.alloc(0)
  };
}
var REFUSAL_LINES_PER_MINUTE_MAX = 60;
var MINUTE_MS = 6e4;
var SHOWN_CHARACTERS_MAX = 200;
var RefusalLog = class {
  #options;
  #minuteStartMs = Number.NEGATIVE_INFINITY;
  #refused = 0;
  constructor(options) {
    this.#options = options;
  }
  note(request, { message }, activityId) {
    const { nowMs, write } = this.#options;
    const now = nowMs();
    if (now - this.#minuteStartMs >= MINUTE_MS) {
      const untold = this.#refused - REFUSAL_LINES_PER_MINUTE_MAX;
      if (untold > 0) write(`${untold} more requests were refused with 401 in that minute.`);
      this.#minuteStartMs = now;
      this.#refused = 0;
    }
    this.#refused++;
    if (this.#refused > REFUSAL_LINES_PER_MINUTE_MAX) return;
    const from = request.clientAddress ?? "this process";
    const what = `${request.method} ${quoted(request.target)} from ${from} was refused with 401 (${activityId})`;
    write(`${what}: ${quoted(message.split(". ")[0])}`);
  }
};
function quoted(text3) {
  return JSON.stringify(text3.slice(
    0,
    SHOWN_CHARACTERS_MAX
  ));
}
var NAME4 = { dbs: "Databases", colls: "DocumentCollections", docs: "Documents", sprocs: "StoredProcedures", triggers: "Triggers", udfs: "UserDefinedFunctions", conflicts: "Conflicts", pkranges: "PartitionKeyRanges", users: "Users", permissions: "Permissions", clientencryptionkeys: "ClientEncryptionKeys", offers: "Offers", addresses: "Addresss" };
var COMMA = 44;
function feedEnvelope(type, ownerRid, items) {
  const head = `{"_rid":"${ownerRid}","${NAME4[type]}":[`;
  const tail = `],"_count":${items.length}}`;
  let size = head.length + tail.length + Math.max(0, items.length - 1);
  for (const item of items) size += item.length;
  const buffer = Buffer.allocUnsafe(size);
  let offset2 = buffer.write(head, "latin1");
  for (const item of items) {
    if (offset2 > head.length) buffer[offset2++] = COMMA;
    buffer.set(item, offset2);
    offset2 += item.length;
  }
  buffer.write(tail, offset2, "latin1");
  return buffer;
}
var SHORT_TEXT_BYTES = 64;
var ByteReader = class {
  bytes;
  #format;
  position;
  constructor(bytes, format, position = 0) {
    this.bytes = bytes;
    this.#format = format;
    this.position = position;
  }
  get isAtEnd() {
    return this.position >= this.bytes.length;
  }
  fail(what) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The request body is not valid ${this.#format}: ${what}.`);
  }
  byte() {
    return this.bytes[this.#advance(1)];
  }
  uint(width) {
    return this.bytes.readUIntLE(this.#advance(width), width);
  }
  int(width) {
    return this.bytes.readIntLE(this.#advance(width), width);
  }
  uint64() {
    return this.bytes.readBigUInt64LE(this.#advance(8));
  }
  int64() {
    return this.bytes.readBigInt64LE(this.#advance(8));
  }
  float32() {
    return this.bytes.readFloatLE(this.#advance(
      4
    ));
  }
  float64() {
    return this.bytes.readDoubleLE(this.#advance(8));
  }
  slice(length2) {
    const start = this.#advance(length2);
    return this.bytes.subarray(start, start + length2);
  }
  utf8(length2) {
    const start = this.#advance(length2);
    const end = start + length2;
    if (length2 <= SHORT_TEXT_BYTES && this.#isAscii(start, end)) return this.bytes.toString("latin1", start, end);
    if (!(0, import_node_buffer2.isUtf8)(this.bytes.subarray(start, end))) this.fail(`the string at byte ${start} is not UTF-8`);
    return this.bytes.toString("utf8", start, end);
  }
  #isAscii(start, end) {
    for (let i = start; i < end; i++) if (this.bytes[i] > 127) return false;
    return true;
  }
  endOf(length2) {
    if (length2 > this.bytes.length - this.position) this.#cut(length2);
    return this.position + length2;
  }
  #advance(length2) {
    const start = this.position;
    this.position = this.endOf(length2);
    return start;
  }
  #cut(length2) {
    this.fail(`at byte ${this.position} it announces ${length2} more bytes, but it ends at ${this.bytes.length}`);
  }
};
var PREAMBLE = 128;
var Marker = {
  systemString: 32,
  userString: 64,
  userStringEnd: 104,
  base64: 113,
  base64Long: 114,
  base64Url: 115,
  base64UrlLong: 116,
  guidLower: 117,
  guidUpper: 118,
  guidQuoted: 119,
  hexLower: 120,
  hexUpper: 121,
  dateTime: 122,
  packed4: 123,
  packed5: 124,
  packed6: 125,
  packed7: 126,
  packed7Long: 127,
  shortString: 128,
  string1: 192,
  string2: 193,
  string4: 194,
  reference1: 195,
  reference2: 196,
  reference3: 197,
  reference4: 198,
  numberUint64: 199,
  numberUint8: 200,
  numberInt16: 201,
  numberInt32: 202,
  numberInt64: 203,
  numberDouble: 204,
  float32: 205,
  float64: 206,
  null: 208,
  false: 209,
  true: 210,
  guid: 211,
  uint8: 215,
  int8: 216,
  int16: 217,
  int32: 218,
  int64: 219,
  uint32: 220,
  binary1: 221,
  binary2: 222,
  binary4: 223,
  array0: 224,
  array1: 225,
  arrayLength1: 226,
  arrayLength2: 227,
  arrayLength4: 228,
  arrayCounted1: 229,
  arrayCounted2: 230,
  arrayCounted4: 231,
  object0: 232,
  object1: 233,
  objectLength1: 234,
  objectLength2: 235,
  objectLength4: 236,
  objectCounted1: 237,
  objectCounted2: 238,
  objectCounted4: 239,
  numbers1: 240,
  numbers2: 241,
  numberArrays1: 242,
  numberArrays2: 243
};
var SYSTEM_STRINGS = ["$s", "$t", "$v", "_attachments", "_etag", "_rid", "_self", "_ts", "attachments/", "coordinates", "geometry", "GeometryCollection", "id", "url", "Value", "label", "LineString", "link", "MultiLineString", "MultiPoint", "MultiPolygon", "name", "Name", "Type", "Point", "Polygon", "properties", "type", "value", "Feature", "FeatureCollection", "_id"];
var HEX_LOWER = "0123456789abcdef";
var HEX_UPPER = "0123456789ABCDEF";
var DATE_TIME = " 0123456789:-.TZ";
var GUID_DIGITS = 32;
function isStringMarker(marker) {
  return marker >= Marker.systemString && marker <= Marker.reference4;
}
function readString(reader, marker) {
  if (marker < Marker.userString) return SYSTEM_STRINGS[marker - Marker.systemString];
  if (marker < Marker.userStringEnd) return failOnUserString(reader);
  if (marker < Marker.shortString) return readShortened(reader, marker);
  if (marker < Marker.string1) return reader.utf8(marker - Marker.shortString);
  switch (marker) {
    case Marker.string1:
      return reader.utf8(reader.uint(1));
    case Marker.string2:
      return reader.utf8(reader.uint(2));
    case Marker.string4:
      return reader.utf8(reader.uint(4));
    default:
      return referenced(reader, reader.uint(marker - Marker.reference1 + 1));
  }
}
function readShortened(reader, marker) {
  switch (marker) {
    case Marker.base64:
      return base64(reader, 1, "base64");
    case Marker.base64Long:
      return base64(reader, 2, "base64");
    case Marker.base64Url:
      return base64(reader, 1, "base64url");
    case Marker.base64UrlLong:
      return base64(reader, 2, "base64url");
    case Marker.guidLower:
      return guid(reader, HEX_LOWER);
    case Marker.guidUpper:
      return guid(reader, HEX_UPPER);
    case Marker.guidQuoted:
      return `"${guid(reader, HEX_LOWER)}"`;
    case Marker.hexLower:
      return spelled(reader, reader.byte(), HEX_LOWER);
    case Marker.hexUpper:
      return spelled(reader, reader.byte(), HEX_UPPER);
    case Marker.dateTime:
      return spelled(reader, reader.byte(), DATE_TIME);
    case Marker.packed4:
      return offset(reader, 4);
    case Marker.packed5:
      return offset(
        reader,
        5
      );
    case Marker.packed6:
      return offset(reader, 6);
    case Marker.packed7:
      return unpack(reader, reader.uint(1), 7).toString("latin1");
    case Marker.packed7Long:
      return unpack(
        reader,
        reader.uint(2),
        7
      ).toString("latin1");
    default:
      return failOnMarker(reader, marker);
  }
}
function failOnMarker(reader, marker) {
  return reader.fail(`0x${marker.toString(
    16
  )} at byte ${reader.position - 1} begins no value`);
}
function failOnUserString(reader) {
  return reader.fail(`the string at byte ${reader.position - 1} is from a dictionary of the container's own, which no client has; send it whole`);
}
function referenced(reader, target) {
  const marker = reader.bytes[target];
  if (marker === void 0 || !isStringMarker(
    marker
  ) || marker >= Marker.reference1) {
    return reader.fail(`a reference points to byte ${target}, where no string begins`);
  }
  const { position } = reader;
  reader.position = target + 1;
  const text3 = readString(reader, marker);
  reader.position = position;
  return text3;
}
function base64(reader, width, encoding) {
  const padded = reader.uint(width) * 4;
  const paddingByte = reader.byte();
  const isPadded = paddingByte <= 2;
  const padding = isPadded ? paddingByte : 255 - paddingByte;
  if (padding > 2 || padding > padded) reader.fail(`the base64 at byte ${reader.position} has no such padding`);
  const bytes = reader.slice((padded - padding) * 3 >> 2);
  const text3 = bytes.toString(encoding).slice(0, padded - padding);
  return isPadded ? text3 + "=".repeat(
    padding
  ) : text3;
}
function guid(reader, digits) {
  return spelled(reader, GUID_DIGITS, digits).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
function spelled(reader, count, alphabet) {
  return unpack(reader, count, 4).reduce((text3, value) => text3 + alphabet[value], "");
}
function offset(reader, bits) {
  const count = reader.byte();
  const base = reader.byte();
  const characters = unpack(
    reader,
    count,
    bits
  ).map((value) => value + base);
  if (base > 127 || characters.some((character) => character > 127)) {
    reader.fail(`the string before byte ${reader.position} leaves ASCII`);
  }
  return Buffer.from(characters).toString("latin1");
}
function unpack(reader, count, bits) {
  const bytes = reader.slice(Math.ceil(count * bits / 8));
  const values = Buffer.alloc(count);
  for (let i = 0; i < count; i++) {
    const at = i * bits;
    const both = bytes[at >> 3] | (bytes[(at >> 3) + 1] ?? 0) << 8;
    values[i] = both >> (at & 7) & (1 << bits) - 1;
  }
  return values;
}
var DECODED_BYTES_MAX = 2202010;
function isCosmosBinary(body) {
  return body[0] === PREAMBLE;
}
function decodeCosmosBinary(body) {
  const reader = new ByteReader(body, "binary JSON", 1);
  const value = new Decoder(reader).value(0);
  if (!reader.isAtEnd) reader.fail(`after the value, at byte ${reader.position}, it goes on`);
  return value;
}
var Decoder = class {
  #reader;
  #bytesLeft = DECODED_BYTES_MAX;
  constructor(reader) {
    this.#reader = reader;
  }
  value(levels) {
    this.#spend(1);
    const marker = this.#reader.byte();
    if (marker < Marker.systemString) return marker;
    if (isStringMarker(marker)) return this.#string(
      marker
    );
    if (marker >= Marker.array0 && marker <= Marker.numberArrays2) return this.#collection(marker, levels);
    switch (marker) {
      case Marker.null:
        return null;
      case Marker.false:
        return false;
      case Marker.true:
        return true;
      case Marker.guid:
        return this.#guid();
      case Marker.binary1:
        return this.#base64(1);
      case Marker.binary2:
        return this.#base64(
          2
        );
      case Marker.binary4:
        return this.#base64(4);
      default:
        return this.#number(marker);
    }
  }
  #string(marker) {
    const text3 = readString(this.#reader, marker);
    this.#spend(text3.length);
    return text3;
  }
  #guid() {
    const bytes = this.#reader.slice(16);
    const groups = [
      Buffer.from(bytes.subarray(0, 4)).reverse(),
      Buffer.from(bytes.subarray(4, 6)).reverse(),
      Buffer.from(bytes.subarray(6, 8)).reverse(),
      bytes.subarray(8, 10),
      bytes.subarray(10)
    ];
    return groups.map((group) => group.toString("hex")).join("-");
  }
  #base64(width) {
    return this.#reader.slice(this.#reader.uint(width)).toString("base64");
  }
  #number(marker) {
    const reader = this.#reader;
    switch (marker) {
      case Marker.numberUint64:
        return Number(reader.uint64());
      case Marker.numberUint8:
      case Marker.uint8:
        return reader.byte();
      case Marker.int8:
        return reader.int(1);
      case Marker.numberInt16:
      case Marker.int16:
        return reader.int(2);
      case Marker.numberInt32:
      case Marker.int32:
        return reader.int(4);
      case Marker.uint32:
        return reader.uint(4);
      case Marker.numberInt64:
      case Marker.int64:
        return Number(reader.int64());
      case Marker.float32:
        return this.#finite(reader.float32());
      case Marker.numberDouble:
      case Marker.float64:
        return this.#finite(reader.float64());
      default:
        return failOnMarker(
          reader,
          marker
        );
    }
  }
  #finite(value) {
    if (!Number.isFinite(value)) {
      this.#reader.fail(`the number before byte ${this.#reader.position} is not finite; send it as a string`);
    }
    return value;
  }
  #collection(marker, outerLevels) {
    const levels = this.#enter(outerLevels);
    switch (marker) {
      case Marker.array0:
        return [];
      case Marker.array1:
        return [this.value(levels)];
      case Marker.object0:
        return {};
      case Marker.object1: {
        const object2 = {};
        this.#member(object2, levels);
        return object2;
      }
      case Marker.numbers1:
        return this.#numbers(this.#numberMarker(), this.#reader.uint(1));
      case Marker.numbers2:
        return this.#numbers(this.#numberMarker(), this.#reader.uint(2));
      case Marker.numberArrays1:
        return this.#numberArrays(Marker.numbers1, levels);
      case Marker.numberArrays2:
        return this.#numberArrays(Marker.numbers2, levels);
      default:
        return marker < Marker.object0 ? this.#array(marker, levels) : this.#object(marker, levels);
    }
  }
  #enter(outerLevels) {
    if (outerLevels >= import_chunk_4T7ZR3GH.NESTING_LEVELS_MAX) {
      this.#reader.fail(`it is nested deeper than ${import_chunk_4T7ZR3GH.NESTING_LEVELS_MAX} levels before byte ${this.#reader.position}`);
    }
    return outerLevels + 1;
  }
  #array(marker, levels) {
    const items = [];
    this.#parts(marker - Marker.arrayLength1, () => items.push(this.value(levels)));
    return items;
  }
  #object(marker, levels) {
    const object2 = {};
    this.#parts(marker - Marker.objectLength1, () => this.#member(object2, levels));
    return object2;
  }
  #parts(form, readPart) {
    const reader = this.#reader;
    const width = [1, 2, 4][form % 3];
    const length2 = reader.uint(width);
    const count = form < 3 ? void 0 : reader.uint(width);
    const end = reader.endOf(length2);
    let parts = 0;
    for (; reader.position < end; parts++) readPart();
    if (reader.position > end) reader.fail(`a value goes on past byte ${end}, where the one around it ends`);
    if (count !== void 0 && parts !== count) {
      reader.fail(`the value that ends at byte ${end} announces ${count} parts and has ${parts}`);
    }
  }
  #member(object2, levels) {
    const marker = this.#reader.byte();
    if (!isStringMarker(marker)) {
      this.#reader.fail(`the name of a property is expected at byte ${this.#reader.position - 1}`);
    }
    const name = this.#string(marker);
    const value = this.value(levels);
    if (name === "__proto__") Object.defineProperty(object2, name, { value, ...PLAIN });
    else object2[name] = value;
  }
  #numberMarker() {
    const marker = this.#reader.byte();
    return NUMBERS_OF_ARRAYS.has(marker) ? marker : failOnMarker(this.#reader, marker);
  }
  #numbers(marker, count) {
    this.#spend(1 + count);
    return Array.from({ length: count }, () => this.#number(marker));
  }
  #numberArrays(inner, levels) {
    const reader = this.#reader;
    this.#enter(levels);
    const arrayMarker = reader.byte();
    if (arrayMarker !== inner) failOnMarker(reader, arrayMarker);
    const width = inner === Marker.numbers1 ? 1 : 2;
    const marker = this.#numberMarker();
    const numbers = reader.uint(width);
    const arrays = reader.uint(width);
    return Array.from({ length: arrays }, () => this.#numbers(
      marker,
      numbers
    ));
  }
  #spend(bytes) {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw new import_chunk_4T7ZR3GH.Failure("tooLarge", (0, import_chunk_LACWL7JQ.errorsMessage)("Request size is too large"));
  }
};
var PLAIN = {
  writable: true,
  enumerable: true,
  configurable: true
};
var NUMBERS_OF_ARRAYS = /* @__PURE__ */ new Set([
  Marker.float32,
  Marker.float64,
  Marker.uint8,
  Marker.int8,
  Marker.int16,
  Marker.int32,
  Marker.int64,
  Marker.uint32
]);
function parseJson(body) {
  if (isCosmosBinary(body)) return decodeCosmosBinary(body);
  checkUtf8(body);
  const text3 = body.toString("utf8");
  const mayOverflow = body.length > 2 * import_chunk_4T7ZR3GH.NESTING_LEVELS_MAX ? look(body) : MAY_OVERFLOW.test(text3);
  const parsed3 = parseText(text3);
  if (mayOverflow) checkNumbers(parsed3);
  return parsed3;
}
function checkUtf8(body) {
  if ((0, import_node_buffer.isUtf8)(body)) return;
  throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The request body is not valid UTF-8; send JSON in that encoding.");
}
function parseText(text3) {
  try {
    return JSON.parse(text3);
  } catch (error) {
    throw invalid(text3 === "" ? "it is empty" : error.message, error);
  }
}
function invalid(where, cause) {
  return new import_chunk_4T7ZR3GH.Failure("badRequest", `The request body is not valid JSON: ${where}.`, { cause });
}
var EXPONENT_DIGITS_MIN = 3;
var DIGITS_MIN = 200;
var MAY_OVERFLOW = new RegExp(`[eE]\\+?\\d{${EXPONENT_DIGITS_MIN}}|(?<!\\d)\\d{${DIGITS_MIN}}`);
function checkNumbers(value) {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The request body holds a number that is too large: at most ${Number.MAX_VALUE} can be kept. Send it as a string.`);
  }
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) checkNumbers(part);
}
function parseJsonObject(body) {
  return checkObject(parseJson(body));
}
function* parseJsonObjectInPieces(body) {
  if (isCosmosBinary(body))
    return parseJsonObject(body);
  checkUtf8(body);
  const mayOverflow = look(body);
  yield;
  const parsed3 = yield* parseTextInPieces(body);
  if (mayOverflow) checkNumbers(parsed3);
  return checkObject(parsed3);
}
function* parseTextInPieces(body) {
  try {
    return yield* (0, import_chunk_4T7ZR3GH.parseInPieces)(body);
  } catch (error) {
    throw invalid(error.message, error);
  }
}
function checkObject(parsed3) {
  if (typeof parsed3 !== "object" || parsed3 === null || Array.isArray(parsed3)) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The request body must be a JSON object.");
  }
  return parsed3;
}
function look(body) {
  let level = 0;
  let mayOverflow = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (isDigit(byte)) {
      const end = endOfDigits(body, i + 1);
      mayOverflow ||= end - i >= DIGITS_MIN;
      i = end - 1;
      continue;
    }
    switch (byte) {
      case 34:
        i = endOfString(body, i + 1);
        break;
      case 91:
      case 123:
        if (++level > import_chunk_4T7ZR3GH.NESTING_LEVELS_MAX) {
          throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The request body is nested deeper than ${import_chunk_4T7ZR3GH.NESTING_LEVELS_MAX} levels at byte ${i}.`);
        }
        break;
      case 93:
      case 125:
        level--;
        break;
      case 69:
      case 101: {
        const start = body[i + 1] === 43 ? i + 2 : i + 1;
        mayOverflow ||= endOfDigits(body, start) - start >= EXPONENT_DIGITS_MIN;
        break;
      }
    }
  }
  return mayOverflow;
}
function isDigit(byte) {
  return byte !== void 0 && byte >= 48 && byte <= 57;
}
function endOfDigits(body, start) {
  let i = start;
  while (isDigit(body[i])) i++;
  return i;
}
function endOfString(body, start) {
  let i = start;
  while (i < body.length && body[i] !== 34) i += body[i] === 92 ? 2 : 1;
  return i;
}
var RequestContext = class {
  engine;
  request;
  access;
  activityId;
  tokens;
  consistency;
  directPort;
  recorder;
  requests;
  metrics;
  faults;
  desks;
  nodes;
  constructor(init) {
    this.engine = init.engine;
    this.request = init.request;
    this.access = init.access;
    this.activityId = init.activityId;
    this.tokens = init.tokens;
    this.consistency = init.consistency;
    this.directPort = init.directPort;
    this.recorder = init.recorder;
    this.requests = init.requests;
    this.metrics = init.metrics;
    this.faults = init.faults;
    this.desks = init.desks;
    this.nodes = init.nodes;
  }
  id(level) {
    return this.request.path.segments[level].id;
  }
  get container() {
    return { database: this.id(0), container: this.id(1) };
  }
  get intendedContainer() {
    const intendedRid = this.request.header(import_chunk_LACWL7JQ.RequestHeader.intendedContainerRid);
    return { database: this.id(0), container: this.id(1), intendedRid };
  }
  get client() {
    return (0, import_chunk_FPHW7ZTD.clientFacts)(this.request.header(
      import_chunk_LACWL7JQ.RequestHeader.userAgent
    ));
  }
  async json() {
    const body = await this.request.body();
    if (body.length < import_chunk_4T7ZR3GH.LARGE_PIECE_BYTES) return parseJsonObject(body);
    return (0, import_chunk_4T7ZR3GH.inPieces)(this.engine.environment.scheduler, this.request.client, parseJsonObjectInPieces(body));
  }
  get ifMatch() {
    return this.request.header(import_chunk_LACWL7JQ.RequestHeader.ifMatch);
  }
  get continuation() {
    return this.request.header(import_chunk_LACWL7JQ.RequestHeader.continuation);
  }
  get maxItems() {
    const count = this.request.integerHeader(import_chunk_LACWL7JQ.RequestHeader.maxItemCount, -1, 2147483647);
    return count === -1 || count === 0 ? void 0 : count;
  }
  answer(status, body, charge, headers = {}) {
    (0, import_chunk_FPHW7ZTD.commonHeaders)(this.activityId, charge, this.engine.environment.now(), headers);
    return body === void 0 ? { status, headers } : { status, headers, body };
  }
  answerResource(status, { resource, owner, charge }, headers = {}) {
    const etag = resource.body._etag;
    const isKnown = this.request.isRead && this.request.header(
      import_chunk_LACWL7JQ.RequestHeader.ifNoneMatch
    ) === etag;
    return this.answer(isKnown ? 304 : status, isKnown ? void 0 : Buffer.from(JSON.stringify(resource.body)), charge, {
      [import_chunk_LACWL7JQ.ResponseHeader.etag]: etag,
      ...(0, import_chunk_FPHW7ZTD.ownerHeaders)(owner),
      ...headers
    });
  }
  answerList(type, { owner, rows, continuation, charge }, headers = {}) {
    if (continuation !== void 0) headers[import_chunk_LACWL7JQ.ResponseHeader.continuation] = continuation;
    const items = rows.map((row) => Buffer.from(JSON.stringify(row)));
    return this.answerFeed(type, owner.rid, items, charge, { ...(0, import_chunk_FPHW7ZTD.ownerHeaders)(owner), ...headers });
  }
  answerFeed(type, ownerRid, items, charge, headers = {}) {
    return this.answer(200, feedEnvelope(type, ownerRid, items), charge, { [import_chunk_LACWL7JQ.ResponseHeader.itemCount]: items.length, ...headers });
  }
};
var START = object({ items: optional(number), workload: optional(text), traffic: optional(oneOf2("recording")), scale: optional(mapOf(number)), replays: optional(number), replaySeconds: optional(
  number
) });
async function startAdvice(request) {
  const { traffic, scale, ...terms } = await request.body(START);
  if (traffic !== void 0 && terms.workload !== void 0) throw new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    "Give 'traffic' or 'workload', not both."
  );
  const container = await request.namedContainer();
  const recorded = traffic === void 0 ? void 0 : request.context.recorder.linesOf(`${container.database}/${container.container}`);
  if (recorded?.length === 0) {
    throw new import_chunk_4T7ZR3GH.Failure("conflict", "Nothing is recorded of this container: begin a recording, use the container, then ask again.");
  }
  const started = await request.desks.advice.start(container, { ...terms, recorded, scale: scale && Object.fromEntries(scale) });
  return request.answer(started);
}
async function readAdvice(request) {
  return request.answer(request.desks.advice.read(await request.namedContainer()));
}
async function readAdviceReport(request) {
  return request.answerPage(request.desks.advice.report(await request.namedContainer()));
}
async function cancelAdvice(request) {
  return request.answer(await request.desks.advice.cancel(await request.namedContainer()));
}
var NOTHING4 = object({});
async function makeCheckpoint2(request) {
  await request.body(NOTHING4);
  const { checkpoint } = request.engine;
  if (checkpoint === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure(
      "conflict",
      "This server keeps everything in memory: there is no folder to copy."
    );
  }
  return request.answer({ folder: await checkpoint() });
}
var ADVANCE = object({ advanceMs: number });
var ADVANCE_MS_MAX = 366 * 864e5;
async function readClock(request) {
  const { environment } = request.context.engine;
  return request.answer(
    { now: new Date(environment.now()).toISOString(), aheadMs: environment.clockControl?.aheadMs ?? 0, controllable: environment.clockControl !== void 0 }
  );
}
async function advanceClock(request) {
  const { environment } = request.engine;
  const { clockControl } = environment;
  if (clockControl === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure("conflict", "The clock of this server cannot be moved. Start it with --controllable-clock to test what depends on time.");
  }
  const { advanceMs } = await request.body(ADVANCE);
  if (advanceMs < 0 || advanceMs > ADVANCE_MS_MAX) {
    throw new import_chunk_4T7ZR3GH.Failure(
      "badRequest",
      `'advanceMs' must be a number from 0 to ${ADVANCE_MS_MAX}, not ${advanceMs}: a clock only goes forward.`
    );
  }
  if (environment.now() + advanceMs > import_chunk_4T7ZR3GH.TIMESTAMP_MAX * 1e3) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The clock cannot be moved past February 2106, where timestamps end.");
  clockControl.advance(advanceMs);
  return readClock(request);
}
var LIMIT_MAX = 1e3;
var ControlRequest = class {
  context;
  names;
  constructor(context, names) {
    this.context = context;
    this.names = names;
  }
  get engine() {
    return this.context.engine;
  }
  get container() {
    return { database: this.names.database, container: this.names.container };
  }
  get desks() {
    return this.context.desks;
  }
  async namedContainer() {
    const { resource, owner } = await this.engine.containers.read(this.container);
    return { database: owner.link.slice("dbs/".length), container: resource.id, rid: resource.rid };
  }
  parameter(name) {
    return new URLSearchParams(
      this.context.request.path.query
    ).get(name) ?? void 0;
  }
  limit() {
    const text3 = this.parameter("limit");
    if (text3 === void 0) return void 0;
    const limit = /^\d+$/.test(text3) ? Number(
      text3
    ) : 0;
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'limit' must be a whole number from 1 to ${LIMIT_MAX}, not '${text3}'.`);
    }
    return limit;
  }
  wholeNumber(name) {
    const text3 = this.parameter(name);
    if (text3 === void 0) return void 0;
    if (!/^\d{1,15}$/.test(text3)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'${name}' must be a whole number, not '${(0, import_chunk_4T7ZR3GH.shownValue)(text3)}'.`);
    return Number(text3);
  }
  async body(reader) {
    const isAbsent = (await this.context.request.body()).length === 0;
    return reader(isAbsent ? {} : await this.context.json(), "The body");
  }
  answerPage(html) {
    const answer = this.context.answer(200, Buffer.from(html), import_chunk_4T7ZR3GH.UNMETERED_CHARGES.control);
    answer.headers[import_chunk_LACWL7JQ.ResponseHeader.contentType] = "text/html; charset=utf-8";
    return answer;
  }
  answer(body) {
    return this.context.answer(200, Buffer.from(JSON.stringify(body)), import_chunk_4T7ZR3GH.UNMETERED_CHARGES.control);
  }
};
var SWITCH = object({ enabled: boolean });
async function listFaults(request) {
  return request.answer({ rules: request.context.faults.list() });
}
async function addFault(request) {
  return request.answer(request.context.faults.add(await request.context.json()));
}
async function readFault(request) {
  return request.answer(request.context.faults.read(
    request.names.rule
  ));
}
async function switchFault(request) {
  const { enabled } = await request.body(SWITCH);
  return request.answer(request.context.faults.setEnabled(request.names.rule, enabled));
}
async function removeFault(request) {
  return request.answer(request.context.faults.remove(request.names.rule));
}
async function clearFaults(request) {
  const rules = request.context.faults.list();
  request.context.faults.clear();
  return request.answer({ rules });
}
async function partsOf(request, own) {
  const { nodes, request: asked } = request.context;
  if (nodes === void 0 || (0, import_chunk_SDK7ERLW.isOwnPart)(asked)) return [own];
  if (await request.engine.partitions.servedHere(request.container) === void 0) return [own];
  const target = asked.target.slice(import_chunk_LACWL7JQ.CONTROL_PREFIX.length);
  const others = await nodes.askOthers(`${target}${target.includes("?") ? "&" : "?"}${import_chunk_SDK7ERLW.OWN_PART}`);
  return [own, ...others];
}
function sumOfContainers(parts) {
  const sum = (of) => parts.reduce((total, part) => total + part[of], 0);
  return {
    ...parts[0],
    items: sum("items"),
    bytes: sum("bytes"),
    usedRuPerSecond: sum("usedRuPerSecond"),
    throttledPerSecond: sum("throttledPerSecond")
  };
}
function mergedPartitions([own, ...others]) {
  const told = new Map(others.flatMap(({ partitions, served }) => partitions.filter(({ id }) => served?.includes(id)).map((each) => [each.id, each])));
  return own.partitions.map((each) => told.get(each.id) ?? each);
}
function mergedKeys(parts, limit) {
  const top = (of) => parts.flatMap((part) => part[of]).sort((a, b) => b.count - a.count).slice(0, limit);
  return { consumers: top(
    "consumers"
  ), throttled: top("throttled"), largest: parts.flatMap(({ largest }) => largest).sort((a, b) => b.storageBytes - a.storageBytes).slice(0, limit) };
}
function mergedHistories(parts) {
  const all = parts.flat();
  return [...all.filter(({ gone }) => !gone), ...all.filter(({ gone }) => gone)];
}
function mergedColumns(parts) {
  const byStart = /* @__PURE__ */ new Map();
  for (const { columns: columns2 } of parts) {
    for (const column of columns2) byStart.set(column.startMs, [...byStart.get(column.startMs) ?? [], column]);
  }
  return [...byStart.values()].map(mergedColumn).sort((a, b) => a.startMs - b.startMs);
}
function mergedColumn(columns2) {
  const [first, ...rest] = columns2;
  if (rest.length === 0) return first;
  const slices = /* @__PURE__ */ new Map();
  for (const [slice, ru, throttled] of columns2.flatMap((column) => column.slices)) {
    const [, ruBefore, throttledBefore] = slices.get(slice) ?? [slice, 0, 0];
    slices.set(slice, [slice, ruBefore + ru, throttledBefore + throttled]);
  }
  const stored = columns2.flatMap(({ storage }) => storage === void 0 ? [] : [storage]);
  return { startMs: first.startMs, slices: [...slices.values()].sort(([a], [b]) => a - b), keys: columns2.flatMap(({ keys }) => keys).sort((a, b) => b.ru - a.ru).slice(0, Math.max(...columns2.map(({ keys }) => keys.length))), ...stored.length > 0 && { storage: stored[0].map((_, slice) => stored.reduce((sum, each) => sum + each[slice], 0)) } };
}
var KEYS_DEFAULT = 20;
var HEAT_UNIT = oneOf2("seconds", "minutes", "halfHours");
var TRUE_OR_FALSE = oneOf2("true", "false");
var HISTORY_UNIT = oneOf2("seconds", "minutes");
var THROTTLE = object({ mode: oneOf2(...import_chunk_4T7ZR3GH.THROTTLE_MODES) });
var BUCKETS = object({ buckets: list(object({ id: number, maxThroughputPercentage: number })) });
async function listContainers(request) {
  const own = await request.engine.partitions.containers();
  const { nodes } = request.context;
  if (nodes === void 0 || request.context.request.isForwarded) return request.answer(
    { containers: own }
  );
  const others = await nodes.askOthers("containers");
  const parts = /* @__PURE__ */ new Map();
  for (const part of [own, ...others.map((each) => each.containers)].flat()) {
    const name = `${part.database}/${part.container}`;
    parts.set(name, [...parts.get(name) ?? [], part]);
  }
  const containers = [...parts].sort(([a], [b]) => a < b ? -1 : 1).map(([, each]) => sumOfContainers(
    each
  ));
  return request.answer({ containers });
}
async function readContainer(request) {
  const own = await request.engine.partitions.container(request.container);
  return request.answer(sumOfContainers(await partsOf(request, own)));
}
async function readPartitions(request) {
  const { partitions } = request.engine;
  const served = await partitions.servedHere(
    request.container
  );
  const own = { partitions: await partitions.figures(request.container), ...served !== void 0 && { served } };
  if ((0, import_chunk_SDK7ERLW.isOwnPart)(request.context.request)) return request.answer(own);
  return request.answer({ partitions: mergedPartitions(await partsOf(request, own)) });
}
async function readKeys(request) {
  const { engine, container } = request;
  const limit = request.limit() ?? KEYS_DEFAULT;
  const withLargest = TRUE_OR_FALSE(request.parameter("largest") ?? "true", "'largest'") === "true";
  const own = await engine.partitions.keys(
    container,
    { limit, withLargest }
  );
  return request.answer(mergedKeys(await partsOf(request, own), limit));
}
async function readHistory(request) {
  const { engine, container } = request;
  const unit = HISTORY_UNIT(
    request.parameter("unit") ?? "minutes",
    "'unit'"
  );
  const own = { partitions: await engine.partitions.histories(container, unit, request.limit()) };
  const parts = await partsOf(
    request,
    own
  );
  return request.answer({ unit, partitions: mergedHistories(parts.map(({ partitions }) => partitions)) });
}
async function readHeat(request) {
  const { engine, container } = request;
  const unit = HEAT_UNIT(request.parameter("unit") ?? "seconds", "'unit'");
  const heat = await engine.partitions.heat(container, unit, {
    sinceMs: request.wholeNumber("since"),
    withStorage: TRUE_OR_FALSE(request.parameter("storage") ?? "false", "'storage'") === "true"
  });
  const columns2 = mergedColumns(await partsOf(request, heat));
  return request.answer({ unit, nowMs: engine.environment.now(), ...heat, columns: columns2 });
}
async function readThrottle(request) {
  return request.answer({ mode: await request.engine.partitions.throttle(request.container) });
}
async function setThrottle(request) {
  const { engine, container } = request;
  const { mode } = await request.body(THROTTLE);
  return request.answer(
    { mode: await engine.partitions.setThrottle(container, mode) }
  );
}
async function readBuckets(request) {
  return request.answer({ buckets: await request.engine.partitions.buckets(
    request.container
  ) });
}
async function setBuckets(request) {
  const { engine, container } = request;
  const { buckets } = await request.body(BUCKETS);
  return request.answer({ buckets: await engine.partitions.setBuckets(container, buckets) });
}
var METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
function metricsText(metrics) {
  return metrics.filter(({ samples }) => samples.length > 0).map(({
    name,
    type,
    help,
    samples
  }) => {
    const lines = samples.map(({ labels = {}, value, suffix = "" }) => `${name}${suffix}${labelsText(labels)} ${value}
`);
    return `# HELP ${name} ${help}
# TYPE ${name} ${type}
${lines.join("")}`;
  }).join("");
}
function labelsText(labels) {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
function escaped(text3) {
  return text3.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
var RESOURCES = {
  "": ["account", "account"],
  addresses: ["addresses", "addresses"],
  dbs: ["database", "databases"],
  colls: ["container", "containers"],
  docs: ["item", "items"],
  users: ["user", "users"],
  permissions: ["permission", "permissions"],
  clientencryptionkeys: ["encryption key", "encryption keys"],
  sprocs: ["stored procedure", "stored procedures"],
  triggers: ["trigger", "triggers"],
  udfs: ["function", "functions"],
  conflicts: ["conflict", "conflicts"],
  partitionkeydelete: ["partition key", "partition keys"],
  pkranges: ["range", "ranges"],
  offers: ["offer", "offers"]
};
var OF_MANY = /* @__PURE__ */ new Set(["list", "query", "batch"]);
function shownRequest(served) {
  const {
    activityId,
    key,
    status,
    substatus,
    chargeRu,
    items,
    bytes,
    why,
    fault,
    method,
    target
  } = served;
  return {
    at: new Date(served.atMs).toISOString(),
    activityId,
    ...served.correlatedId !== void 0 && { correlatedId: served.correlatedId },
    operation: operationOf2(served),
    ...namesOf2(served),
    ...key !== void 0 && { key },
    partitions: partitionsOf(served),
    status,
    ...substatus !== void 0 && { substatus },
    charge: chargeRu,
    ms: rounded(served.totalMs),
    stages: { authenticate: rounded(served.authenticateMs), receive: rounded(served.receiveMs), work: rounded(Math.max(0, served.totalMs - served.authenticateMs - served.receiveMs)) },
    ...items !== void 0 && { items },
    bytes,
    ...served.query !== void 0 && { query: queryText(served.query) },
    ...why !== void 0 && { why },
    ...fault !== void 0 && { fault },
    method,
    path: target,
    ...served.client !== void 0 && { client: served.client }
  };
}
function operationOf2({ verb, resource, method }) {
  const names = resource === void 0 ? void 0 : RESOURCES[resource];
  if (verb === void 0 || names === void 0) return method.toLowerCase();
  if (verb === "changes") return `changes of ${names[1]}`;
  if (verb === "queryPlan") return "plan query";
  return `${verb} ${OF_MANY.has(verb) ? names[1] : names[0]}`;
}
function namesOf2({ target, owner }) {
  const [database, container] = /^dbs\/([^/]+)(?:\/colls\/([^/]+))?/.exec(owner ?? "")?.slice(1) ?? [];
  const segments = segmentsOf(target);
  const named = (type, at) => segments[at]?.type === type ? segments[at].id : void 0;
  const names = { database: database ?? named("dbs", 0), container: container ?? named("colls", 1), id: segments[2]?.id };
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== void 0));
}
function segmentsOf(target) {
  try {
    return (0, import_chunk_LACWL7JQ.parseResourcePath)(target).segments;
  } catch {
    return [];
  }
}
function partitionsOf({ partition, sessionToken, ranges, resource, status }) {
  if (partition !== void 0) return [
    partition
  ];
  if (ranges !== void 0) return ranges;
  if (resource !== "docs" || status >= 400 || sessionToken === void 0) return [];
  return sessionToken.split(",").flatMap((part) => /^\d+(?=:)/.exec(part) ?? []);
}
function queryText(body) {
  const [, escaped2] = /"query"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(body) ?? [];
  if (escaped2 === void 0) return "";
  try {
    return JSON.parse(
      `"${escaped2}"`
    );
  } catch {
    return escaped2;
  }
}
function rounded(ms) {
  return Math.round(ms * 1e3) / 1e3;
}
var TIME_BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1e3, 2500, 1e4];
var COUNTED_CONTAINERS_MAX = 1e3;
var Counts = class {
  operation;
  byStatus = /* @__PURE__ */ new Map();
  times = new Array(TIME_BOUNDS_MS.length + 1).fill(0);
  totalMs = 0;
  constructor(operation) {
    this.operation = operation;
  }
  add({ status, totalMs }) {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.totalMs += totalMs;
    let bound = 0;
    while (bound < TIME_BOUNDS_MS.length && totalMs > TIME_BOUNDS_MS[bound]) bound++;
    this.times[bound]++;
  }
};
var RequestMetrics = class {
  #counts = /* @__PURE__ */ new Map();
  #ru = /* @__PURE__ */ new Map();
  note(served) {
    this.#countsOf(served).add(served);
    const { chargeRu, owner = "" } = served;
    if (chargeRu === 0) return;
    const before = this.#ru.get(owner);
    const name = before === void 0 && this.#ru.size >= COUNTED_CONTAINERS_MAX ? "" : owner;
    this.#ru.set(name, (this.#ru.get(name) ?? 0) + chargeRu);
  }
  get operations() {
    return [...this.#counts.values()].flatMap((byVerb) => [...byVerb.values()]);
  }
  get ru() {
    return this.#ru;
  }
  #countsOf(served) {
    const { resource, verb } = served;
    let byVerb = this.#counts.get(resource);
    if (byVerb === void 0) this.#counts.set(
      resource,
      byVerb = /* @__PURE__ */ new Map()
    );
    let counts = byVerb.get(verb);
    if (counts === void 0) byVerb.set(verb, counts = new Counts(verb === void 0 ? "none" : operationOf2(served)));
    return counts;
  }
};
async function readMetrics(request) {
  const { metrics } = request.context;
  const containers = await request.engine.partitions.containers();
  const ofContainers = (name, help, figure) => gauge(
    `orrery_container_${name}`,
    help,
    containers.map((each) => ({ labels: { database: each.database, container: each.container }, value: figure(each) }))
  );
  const text3 = metricsText([
    gauge("orrery_info", "Which version this is.", [{ labels: { version: import_chunk_LACWL7JQ.PRODUCT_VERSION }, value: 1 }]),
    ...requestMetrics(metrics),
    ofContainers("partitions", "Physical partitions.", ({ partitions }) => partitions),
    ofContainers("items", "Items.", ({ items }) => items),
    ofContainers("bytes", "Bytes of all items.", ({ bytes }) => bytes),
    ofContainers("used_ru_per_second", "RU/s of the last ten seconds.", (each) => each.usedRuPerSecond),
    ofContainers("throttled_per_second", "Requests a second of the last ten seconds that were refused with 429, or would be on the service.", (each) => each.throttledPerSecond),
    ...nodeMetrics(request),
    ...processMetrics()
  ]);
  const answer = request.answer({});
  answer.headers[import_chunk_LACWL7JQ.ResponseHeader.contentType] = METRICS_CONTENT_TYPE;
  return { ...answer, body: Buffer.from(text3) };
}
function nodeMetrics({ context: { nodes } }) {
  if (nodes === void 0)
    return [];
  const counter = (name, help, value) => ({ name, type: "counter", help, samples: [{ value }] });
  return [counter("orrery_forwarded_requests_total", "Requests that another node answered.", nodes.forwarded), counter("orrery_failovers_total", "Partitions taken from nodes that had gone.", nodes.cluster.failovers)];
}
function requestMetrics({
  operations,
  ru
}) {
  return [{ name: "orrery_requests_total", type: "counter", help: "Requests of clients, by operation and status.", samples: operations.flatMap(({
    operation,
    byStatus
  }) => [...byStatus].map(([status, value]) => ({ labels: { operation, status }, value }))) }, { name: "orrery_request_duration_seconds", type: "histogram", help: "How long requests took, by operation.", samples: operations.flatMap(durationSamples) }, { name: "orrery_request_units_total", type: "counter", help: "Request units of all answers, by container.", samples: [...ru].map(([owner, value]) => ({ labels: namesOf3(owner), value: rounded2(value) })) }];
}
function durationSamples({ operation, times, totalMs }) {
  let count = 0;
  const buckets = times.map((inClass, i) => {
    count += inClass;
    const bound = TIME_BOUNDS_MS[i];
    const le = bound === void 0 ? "+Inf" : String(bound / 1e3);
    return { suffix: "_bucket", labels: {
      operation,
      le
    }, value: count };
  });
  return [...buckets, { suffix: "_sum", labels: { operation }, value: rounded2(totalMs / 1e3) }, { suffix: "_count", labels: { operation }, value: count }];
}
function namesOf3(owner) {
  const [database, container] = owner === "" ? [] : (0, import_chunk_LACWL7JQ.parseResourcePath)(`/${owner}`).segments;
  return { database: database?.id ?? "", container: container?.id ?? "" };
}
var loopDelay;
function processMetrics() {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  if (loopDelay === void 0) (loopDelay = (0, import_node_perf_hooks.monitorEventLoopDelay)({ resolution: 10 })).enable();
  const [p50, p99, max] = [loopDelay.percentile(50), loopDelay.percentile(99), loopDelay.max];
  const isEmpty = loopDelay.count === 0;
  loopDelay.reset();
  const delay = (quantile, ns) => ({ labels: { quantile }, value: ns / 1e9 });
  return [gauge("orrery_event_loop_delay_seconds", "How late timers of 10 ms came since the figures were last read.", isEmpty ? [] : [delay("0.5", p50), delay("0.99", p99), delay("1", max)]), gauge(
    "process_resident_memory_bytes",
    "Memory of the process.",
    [{ value: rss }]
  ), gauge("orrery_heap_used_bytes", "Memory of JavaScript objects.", [{ value: heapUsed }]), gauge("orrery_external_bytes", "Memory of buffers and such.", [{
    value: external
  }]), { name: "process_cpu_seconds_total", type: "counter", help: "Time of processors that the process has used.", samples: [{ value: (user + system) / 1e6 }] }, gauge(
    "process_start_time_seconds",
    "When the process began, in seconds since 1970.",
    [{ value: Math.round(performance.timeOrigin / 1e3) }]
  )];
}
function gauge(name, help, samples) {
  return { name, type: "gauge", help, samples };
}
function rounded2(value) {
  return Math.round(value * 1e6) / 1e6;
}
var HOLD = object({ forMs: number });
var RELEASE = object({ hold: text });
var EXCHANGE = object({ with: text, hold: optional(text) });
async function holdWriters(request) {
  const { forMs } = await request.body(HOLD);
  return request.answer(await request.engine.naming.hold(request.container, forMs));
}
async function releaseWriters(request) {
  const { hold } = await request.body(
    RELEASE
  );
  return request.answer(await request.engine.naming.release(hold));
}
async function exchangeNames(request) {
  const { with: other, hold } = await request.body(EXCHANGE);
  const containers = await request.engine.naming.exchange(request.container, other, hold);
  return request.answer({ containers });
}
var PASS = object({ unit: text, to: text });
var SPENDING = object({
  rid: text,
  space: number,
  spender: object({ key: optional(text), priority: oneOf2("High", "Low"), bucket: number }),
  spent: optional(object({ admitted: boolean, charge: number }))
});
var NOTHING5 = object({ reason: optional(text) });
async function listNodes(request) {
  const router = nodesOf(request);
  await router.cluster.freshCatalog();
  const nodes = await router.cluster.overview();
  return request.answer({ nodes: nodes.map(({ id, name, address, isLeaving, leaseLeftMs, units }) => ({
    id,
    name,
    address: address ?? null,
    isThis: id === router.cluster.id,
    state: address === void 0 ? "starting" : isLeaving ? "leaving" : "serving",
    leaseLeftMs,
    changesCatalog: router.changesCatalog(
      units
    ),
    containers: router.containersOf(units),
    partitions: router.partitionsOf(units)
  })) });
}
async function passUnit(request) {
  const { unit, to } = await request.body(PASS);
  await nodesOf(request).cluster.pass(unit, to);
  return request.answer({});
}
async function spendOnPartition(request) {
  const { spent, spender, ...partition } = await request.body(SPENDING);
  const { key, ...rest } = spender;
  const asked = { ...partition, spent, spender: key === void 0 ? rest : { ...rest, key } };
  return request.answer(await (0, import_chunk_SDK7ERLW.spendingAnswer)(request.engine.partitions.spend(asked)));
}
async function drainNode(request) {
  await request.body(NOTHING5);
  const router = nodesOf(request);
  const id = request.names.node;
  if (id === router.cluster.id) await router.cluster.leave();
  else {
    const node = (0, import_chunk_SDK7ERLW.askedNode)(await router.cluster.overview(), id);
    const { status } = await router.control(node, "POST", `nodes/${id}/drain`);
    if (status !== 200) throw new import_chunk_4T7ZR3GH.Failure("unavailable", `The node at ${node.address} answered ${status}.`);
  }
  return listNodes(request);
}
function nodesOf({
  context: { nodes }
}) {
  if (nodes === void 0) throw new import_chunk_4T7ZR3GH.Failure("conflict", "This server has its data to itself: nodes are started with --store and --node.");
  return nodes;
}
var START2 = object({ hash: optional(boolean) });
async function startRecording(request) {
  const { hash: hash2 = false } = await request.body(START2);
  const { recorder } = request.context;
  recorder.start(hash2);
  return request.answer({ recording: true, next: recorder.take(0).next });
}
async function readRecording(request) {
  const text3 = request.parameter("from") ?? "0";
  if (!/^\d{1,15}$/.test(text3)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'from' must be a whole number, not '${text3}'.`);
  const { isOn, lines, next, dropped } = request.context.recorder.take(Number(text3));
  return request.answer({ recording: isOn, operations: lines.map((line) => JSON.parse(line)), next, dropped });
}
async function countRecorded(request) {
  const { database, container } = await request.namedContainer();
  const { recorder } = request.context;
  const { length: length2 } = recorder.linesOf(`${database}/${container}`);
  return request.answer({ recording: recorder.isOn, operations: length2 });
}
async function stopRecording(request) {
  request.context.recorder.stop();
  return request.answer({ recording: false });
}
var MOVE = object({ key: optional(list(text)), strategy: optional(anyObject), to: optional(text), maxRu: optional(number) });
var VERIFY = object({ repair: optional(boolean) });
var SWITCH2 = object({ writersStopped: optional(boolean), maxLagMs: optional(number) });
var CANCEL = object({ deleteTarget: optional(boolean) });
var COMPLETE = object({ deleteFormer: optional(
  boolean
) });
var NOTHING6 = object({});
function route(reader, act) {
  return async (request) => {
    const body = await request.body(reader);
    const container = await request.namedContainer();
    return request.answer(await act(request.desks.moves, container, body));
  };
}
var planRepartition = route(MOVE, (moves, container, terms) => moves.plan(container, terms));
var startRepartition = route(
  MOVE,
  (moves, container, terms) => moves.start(container, terms)
);
var readRepartition = route(NOTHING6, (moves, container) => moves.read(container));
var REPARTITION_ACTIONS = {
  verify: route(VERIFY, (moves, container, terms) => moves.verify(container, terms)),
  "cut-over": route(SWITCH2, (moves, container, terms) => moves.cutOver(container, terms)),
  "roll-back": route(SWITCH2, (moves, container, terms) => moves.rollBack(container, terms)),
  pause: route(NOTHING6, (moves, container) => moves.pause(container)),
  resume: route(
    NOTHING6,
    (moves, container) => moves.resume(container)
  ),
  cancel: route(CANCEL, (moves, container, { deleteTarget }) => moves.cancel(container, deleteTarget === true)),
  complete: route(
    COMPLETE,
    (moves, container, { deleteFormer }) => moves.complete(container, deleteFormer === true)
  )
};
var REQUESTS_DEFAULT = 100;
var YES_OR_NO = oneOf2("true", "false");
async function readRequests(request) {
  const { requests } = request.context;
  const from = request.wholeNumber(
    "from"
  );
  const limit = request.limit() ?? REQUESTS_DEFAULT;
  const container = request.parameter("container");
  const failed = YES_OR_NO(
    request.parameter("failed") ?? "false",
    "'failed'"
  ) === "true";
  const found = [];
  let next = requests.next;
  for (const { number: number2, served } of requests.from(from ?? 0)) {
    if (failed && served.status < 400) continue;
    const shown3 = shownRequest(
      served
    );
    if (container !== void 0 && `${shown3.database}/${shown3.container}` !== container) continue;
    if (found.length === limit) {
      if (from !== void 0) {
        next = number2;
        break;
      }
      found.shift();
    }
    found.push({ number: number2, ...shown3 });
  }
  return request.answer({ requests: found, next });
}
var NOTHING7 = object({});
async function resetAccount(request) {
  await request.body(NOTHING7);
  const { engine, context } = request;
  context.faults.clear();
  context.recorder.stop();
  const databases = [];
  for (; ; ) {
    const { rows } = await engine.databases.list({});
    if (rows.length === 0) return request.answer({ databases });
    for (const row of rows) {
      await engine.databases.delete(row.id);
      databases.push(row.id);
    }
  }
}
async function readServer(request) {
  const { access, engine, directPort } = request.context;
  return request.answer({ version: import_chunk_LACWL7JQ.PRODUCT_VERSION, access: access.kind, directPort: directPort ?? null, inMemory: engine.checkpoint === void 0, now: new Date(engine.environment.now()).toISOString() });
}
async function readQueryWords(request) {
  return request.answer(request.engine.queries.words());
}
var SPLIT = object({ at: optional(oneOf2("midpoint", "data")), epk: optional(text) });
var SHARING_OUT = object({ count: number });
var MERGE = object({ partitions: list(text), force: optional(
  boolean
) });
var REDISTRIBUTION = object({ targets: optional(mapOf(number)) });
async function splitPartition(request) {
  const { engine, container, names } = request;
  const point = splitPoint(
    await request.body(SPLIT)
  );
  return request.answer(await engine.partitions.split(container, names.partition, point));
}
async function shareOutPartitions(request) {
  const {
    engine,
    container
  } = request;
  const { count } = await request.body(SHARING_OUT);
  return request.answer(await engine.partitions.shareOut(container, count));
}
async function mergePartitions(request) {
  const { engine, container } = request;
  const { partitions, force = false } = await request.body(MERGE);
  const [one, other, ...more] = partitions;
  if (one === void 0 || other === void 0 || one === other || more.length > 0) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", "'partitions' must have the ids of two partitions.");
  }
  return request.answer(await engine.partitions.merge(
    container,
    [one, other],
    { force }
  ));
}
async function redistributeThroughput(request) {
  const { engine, container } = request;
  const { targets } = await request.body(REDISTRIBUTION);
  return request.answer(await engine.partitions.redistribute(container, targets));
}
function splitPoint({ at, epk }) {
  if (epk === void 0) return at ?? "midpoint";
  if (at === void 0) return { epk: (0, import_chunk_SDK7ERLW.parseEpk)(
    epk
  ) };
  throw new import_chunk_4T7ZR3GH.Failure("badRequest", "A split takes 'at' or 'epk', not both.");
}
var CONTAINER = "dbs/{database}/colls/{container}";
var ROUTES = {
  "GET server": readServer,
  "GET query-words": readQueryWords,
  "GET containers": listContainers,
  "GET requests": readRequests,
  "GET metrics": readMetrics,
  [`GET ${CONTAINER}`]: readContainer,
  [`GET ${CONTAINER}/partitions`]: readPartitions,
  [`PUT ${CONTAINER}/partitions`]: shareOutPartitions,
  [`GET ${CONTAINER}/keys`]: readKeys,
  [`GET ${CONTAINER}/history`]: readHistory,
  [`GET ${CONTAINER}/heat`]: readHeat,
  [`GET ${CONTAINER}/throttle`]: readThrottle,
  [`PUT ${CONTAINER}/throttle`]: setThrottle,
  [`GET ${CONTAINER}/buckets`]: readBuckets,
  [`PUT ${CONTAINER}/buckets`]: setBuckets,
  [`POST ${CONTAINER}/partitions/{partition}/split`]: splitPartition,
  [`POST ${CONTAINER}/merge`]: mergePartitions,
  [`POST ${CONTAINER}/redistribute`]: redistributeThroughput,
  [`POST ${CONTAINER}/hold`]: holdWriters,
  [`POST ${CONTAINER}/release`]: releaseWriters,
  [`POST ${CONTAINER}/exchange`]: exchangeNames,
  [`GET ${CONTAINER}/recording`]: countRecorded,
  [`POST ${CONTAINER}/advice`]: startAdvice,
  [`GET ${CONTAINER}/advice`]: readAdvice,
  [`DELETE ${CONTAINER}/advice`]: cancelAdvice,
  [`GET ${CONTAINER}/advice/report`]: readAdviceReport,
  [`POST ${CONTAINER}/repartition`]: startRepartition,
  [`GET ${CONTAINER}/repartition`]: readRepartition,
  [`POST ${CONTAINER}/repartition/plan`]: planRepartition,
  ...Object.fromEntries(Object.entries(
    REPARTITION_ACTIONS
  ).map(([name, route2]) => [`POST ${CONTAINER}/repartition/${name}`, route2])),
  "GET nodes": listNodes,
  "POST nodes/pass": passUnit,
  "POST nodes/spending": spendOnPartition,
  "POST nodes/{node}/drain": drainNode,
  "GET clock": readClock,
  "POST clock": advanceClock,
  "GET faults": listFaults,
  "POST faults": addFault,
  "DELETE faults": clearFaults,
  "GET faults/{rule}": readFault,
  "PUT faults/{rule}": switchFault,
  "DELETE faults/{rule}": removeFault,
  "POST reset": resetAccount,
  "POST checkpoint": makeCheckpoint2,
  "POST recording": startRecording,
  "GET recording": readRecording,
  "DELETE recording": stopRecording
};
var PATTERNS = Object.entries(ROUTES).map(([pattern, route2]) => {
  const [
    method,
    path
  ] = pattern.split(" ");
  return { method, parts: path.split("/"), route: route2 };
});
function isControlRequest(request) {
  return request.target.startsWith(import_chunk_LACWL7JQ.CONTROL_PREFIX);
}
async function control(context) {
  const { request, access } = context;
  if (access.kind === "token") {
    throw new import_chunk_4T7ZR3GH.Failure("forbidden", "The control API needs an account key; a resource token opens nothing of it.");
  }
  const parts = request.path.signedLink.slice(import_chunk_LACWL7JQ.CONTROL_PREFIX.length - 1).split("/").map(decode);
  const methods = [];
  for (const {
    method,
    parts: pattern,
    route: route2
  } of PATTERNS) {
    const names = match(pattern, parts);
    if (names !== void 0 && method === request.method) return route2(new ControlRequest(context, names));
    if (names !== void 0) methods.push(method);
  }
  if (methods.length > 0) {
    throw new import_chunk_4T7ZR3GH.Failure("methodNotAllowed", `The control API has no ${request.method} ${request.target}, but ${methods.join(" and ")}.`);
  }
  throw new import_chunk_4T7ZR3GH.Failure("notFound", `The control API has no ${request.method} ${request.target}. It has: ${Object.keys(ROUTES).join(", ")}.`);
}
function match(pattern, parts) {
  if (pattern.length !== parts.length) return void 0;
  const names = {};
  for (const [i, expected] of pattern.entries()) {
    const part = parts[i];
    if (expected.startsWith("{")) names[expected.slice(1, -1)] = part;
    else if (expected !== part) return void 0;
  }
  return names;
}
function decode(text3) {
  try {
    return decodeURIComponent(text3);
  } catch {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The path has a malformed percent escape: '${text3}'.`);
  }
}
var REGION = "South Central US";
var STALENESS_BOUND = { maxStalenessPrefix: 100, maxIntervalInSeconds: 5 };
var REPLICATION = { minReplicaSetSize: import_chunk_FPHW7ZTD.WRITE_QUORUM, maxReplicasetSize: import_chunk_FPHW7ZTD.COPIES.length };
var NO_ATTACHMENTS = { [import_chunk_LACWL7JQ.ResponseHeader.mediaStorageUsageMb]: 0, [import_chunk_LACWL7JQ.ResponseHeader.mediaStorageUsageMbMax]: 0 };
var QUERY_ENGINE = {
  maxSqlQueryInputLength: import_chunk_4T7ZR3GH.KEPT_QUERY_LIMITS.textBytesMax,
  maxJoinsPerSqlQuery: import_chunk_4T7ZR3GH.KEPT_QUERY_LIMITS.joinsMax,
  spatialMaxGeometryPointCount: import_chunk_4T7ZR3GH.KEPT_QUERY_LIMITS.shapePositionsMax,
  sqlAllowNonFiniteNumbers: false,
  sqlAllowAggregateFunctions: true,
  sqlAllowSubQuery: true,
  sqlAllowScalarSubQuery: true,
  allowNewKeywords: true,
  sqlAllowLike: true,
  sqlAllowGroupByClause: true,
  sqlAllowTop: true,
  enableSpatialIndexing: true
};
async function readAccount(context) {
  const { endpoint, host } = context.request;
  const { level } = context.consistency;
  const locations = [{ name: REGION, databaseAccountEndpoint: `${endpoint}/` }];
  const document = {
    _self: "",
    id: "orrery",
    _rid: host,
    media: "//media/",
    addresses: "//addresses/",
    _dbs: "//dbs/",
    writableLocations: locations,
    readableLocations: locations,
    enableMultipleWriteLocations: false,
    continuousBackupEnabled: false,
    enableNRegionSynchronousCommit: false,
    enablePerPartitionFailoverBehavior: false,
    userReplicationPolicy: {
      asyncReplication: false,
      ...REPLICATION
    },
    userConsistencyPolicy: { defaultConsistencyLevel: level, ...level === "BoundedStaleness" ? STALENESS_BOUND : {} },
    systemReplicationPolicy: REPLICATION,
    readPolicy: { primaryReadCoefficient: 1, secondaryReadCoefficient: 1 },
    queryEngineConfiguration: JSON.stringify(QUERY_ENGINE)
  };
  return context.answer(200, Buffer.from(JSON.stringify(document)), import_chunk_4T7ZR3GH.UNMETERED_CHARGES.account, { ...NO_ATTACHMENTS });
}
var PROTOCOL = "rntbd";
var MASTER_RANGE = "M";
async function listAddresses(context) {
  const { directPort, request } = context;
  if (directPort === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", "Direct mode is turned off here: start the server without '--direct off', or connect in gateway mode.");
  }
  const { owner, replicas } = await resolve(context);
  const filter = request.query.get("$filter") ?? "";
  const isOfProtocol = filter === "" || filter.endsWith(PROTOCOL);
  const authority = `${hostName(request.host)}:${directPort}`;
  const rows = isOfProtocol ? replicas.flatMap((replica) => addressesOf(replica, authority)) : [];
  return context.answerList("addresses", { owner, rows, charge: import_chunk_4T7ZR3GH.UNMETERED_CHARGES.account });
}
var ACCOUNT = {
  rid: "",
  link: ""
};
async function resolve({ engine, request }) {
  const [database, container] = request.subject.segments;
  if (database === void 0 || container?.type !== "colls") return {
    owner: ACCOUNT,
    replicas: ["master"]
  };
  const address = { database: database.id, container: container.id };
  const { owner, rows = [] } = await engine.containers.rangesSince(address, void 0);
  const wanted = request.query.get("$partitionKeyRangeIds")?.split(",");
  const ids = rows.map(({ id }) => id).filter((id) => wanted?.includes(id) ?? true);
  return { owner, replicas: ids.map((rangeId) => ({ containerRid: owner.rid, rangeId })) };
}
function addressesOf(replica, authority) {
  return import_chunk_FPHW7ZTD.COPIES.map((copy2) => {
    const uri = `${PROTOCOL}://${authority}${(0, import_chunk_FPHW7ZTD.replicaPath)(replica, copy2)}`;
    return { isPrimary: copy2 === import_chunk_FPHW7ZTD.COPIES[0], protocol: PROTOCOL, logicalUri: uri, physcialUri: uri, partitionIndex: "", partitionKeyRangeId: replica === "master" ? MASTER_RANGE : replica.rangeId };
  });
}
function hostName(host) {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return "localhost";
  }
}
var ROW_VERSION = 129;
var TypeCode = { null: 1, false: 2, true: 3, int32: 7, uint32: 11, float64: 16, utf8: 20, binary: 21 };
function maskBytes({ fixed, variable }) {
  return Math.ceil((fixed.length + variable.length) / 8);
}
function firstSparseToken({ fixed, variable }) {
  return 1 + fixed.length + variable.length;
}
var SEGMENT_SCHEMA = 2147473648;
var RECORD_SCHEMA = 2147473649;
var ROW_HEAD_BYTES = 5;
var SEGMENT_BYTES = 10;
var RECORD_BYTES = 13;
function isHybridRow(body) {
  return body[0] === ROW_VERSION;
}
function readRecords(body) {
  const reader = new ByteReader(body, "HybridRow record I/O");
  const rows = [];
  let isInSegment = false;
  while (!reader.isAtEnd) {
    const start = reader.position;
    const schema = readHead(reader);
    if (schema === SEGMENT_SCHEMA) {
      skipSegment(reader, start);
      isInSegment = true;
    } else if (schema === RECORD_SCHEMA && isInSegment) {
      rows.push(readRecord(reader));
    } else {
      reader.fail(`neither a segment nor a record begins at byte ${start}`);
    }
  }
  return rows;
}
function readHead(reader) {
  const version = reader.byte();
  if (version !== ROW_VERSION) {
    reader.fail(`byte ${reader.position - 1} is 0x${version.toString(16)}, where a row begins with 0x81`);
  }
  return reader.int(4);
}
function skipSegment(reader, start) {
  reader.byte();
  const length2 = reader.int(4);
  if (length2 < SEGMENT_BYTES) reader.fail(`the segment at byte ${start} has a length of ${length2}`);
  reader.position = start;
  reader.position = reader.endOf(length2);
}
function readRecord(reader) {
  const length2 = reader.int(4);
  const checksum = reader.uint(4);
  if (length2 < ROW_HEAD_BYTES) reader.fail(
    `the record before byte ${reader.position} has a length of ${length2}`
  );
  const start = reader.position;
  const row = reader.slice(length2);
  if ((0, import_node_zlib5.crc32)(row) !== checksum) reader.fail(`the checksum of the row at byte ${start} is not that of its bytes`);
  return row;
}
function writeRecords(rows) {
  return Buffer.concat([segment(), ...rows.flatMap(
    (row) => [recordHead(row), row]
  )]);
}
function segment() {
  const bytes = Buffer.alloc(SEGMENT_BYTES);
  writeHead(bytes, SEGMENT_SCHEMA);
  bytes[ROW_HEAD_BYTES] = 1;
  bytes.writeInt32LE(
    SEGMENT_BYTES,
    ROW_HEAD_BYTES + 1
  );
  return bytes;
}
function recordHead(row) {
  const bytes = Buffer.alloc(RECORD_BYTES);
  writeHead(bytes, RECORD_SCHEMA);
  bytes.writeInt32LE(row.length, ROW_HEAD_BYTES);
  bytes.writeUInt32LE((0, import_node_zlib5.crc32)(row), ROW_HEAD_BYTES + 4);
  return bytes;
}
function writeHead(bytes, schema) {
  bytes[0] = ROW_VERSION;
  bytes.writeInt32LE(
    schema,
    1
  );
}
var LENGTH_BYTES_MAX = 5;
function readRow(layout, bytes) {
  const reader = new ByteReader(bytes, "HybridRow");
  if (reader.byte() !== ROW_VERSION) reader.fail("a row does not begin with 0x81");
  const schema = reader.int(4);
  if (schema !== layout.schema) reader.fail(`a row is of schema ${schema}, not ${layout.schema}`);
  const row = {};
  const mask = reader.slice(maskBytes(layout));
  const isPresent = (bit) => (mask[bit >> 3] >> (bit & 7) & 1) === 1;
  for (const [i, { name }] of layout.fixed.entries()) {
    const value = reader.int(4);
    if (isPresent(
      i
    )) row[name] = value;
  }
  for (const [i, column] of layout.variable.entries()) {
    if (isPresent(layout.fixed.length + i)) row[column.name] = readText(reader, column);
  }
  while (!reader.isAtEnd)
    readSparse(reader, layout, row);
  return row;
}
function readSparse(reader, layout, row) {
  const start = reader.position;
  const code = reader.byte();
  const column = layout.sparse[readLength(
    reader
  ) - firstSparseToken(layout)];
  if (column === void 0) {
    reader.fail(`the field at byte ${start} of a row is none of schema ${layout.schema}`);
  }
  if (code !== TypeCode.null)
    row[column.name] = readSparseValue(reader, column, code);
}
function readSparseValue(reader, column, code) {
  const { name, type } = column;
  if (type === "bool") {
    if (code === TypeCode.true || code === TypeCode.false) return code === TypeCode.true;
  } else if (code === TypeCode[type]) {
    switch (type) {
      case "int32":
        return reader.int(4);
      case "uint32":
        return reader.uint(4);
      case "float64":
        return reader.float64();
      case "utf8":
      case "binary":
        return readText(reader, column);
    }
  }
  return reader.fail(`the field '${name}' of a row must be ${type}, and has the type code ${code}`);
}
function readText(reader, { type }) {
  const length2 = readLength(reader);
  return type === "utf8" ? reader.utf8(length2) : reader.slice(length2);
}
function readLength(reader) {
  let length2 = 0;
  for (let i = 0; i < LENGTH_BYTES_MAX; i++) {
    const byte = reader.byte();
    length2 += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return length2;
  }
  return reader.fail(`the length before byte ${reader.position} of a row does not end`);
}
function writeRow(layout, row) {
  const head = Buffer.alloc(5);
  head[0] = ROW_VERSION;
  head.writeInt32LE(layout.schema, 1);
  const mask = Buffer.alloc(maskBytes(layout));
  const chunks = [
    head,
    mask
  ];
  for (const [i, { name }] of layout.fixed.entries()) {
    if (row[name] !== void 0) setBit(mask, i);
    chunks.push(int32(row[name] ?? 0));
  }
  for (const [i, { name }] of layout.variable.entries()) {
    const value = row[name];
    if (value === void 0) continue;
    setBit(mask, layout.fixed.length + i);
    chunks.push(...text2(value));
  }
  for (const [i, column] of layout.sparse.entries()) {
    const value = row[column.name];
    if (value !== void 0) chunks.push(...sparse(column, firstSparseToken(layout) + i, value));
  }
  return Buffer.concat(chunks);
}
function setBit(mask, bit) {
  mask[bit >> 3] |= 1 << (bit & 7);
}
function sparse({ type }, token, value) {
  const code = type === "bool" ? value === true ? TypeCode.true : TypeCode.false : TypeCode[type];
  const head = Buffer.concat([Buffer.of(code), length(token)]);
  switch (type) {
    case "bool":
      return [head];
    case "int32":
      return [head, int32(value)];
    case "uint32": {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(value);
      return [head, bytes];
    }
    case "float64": {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(value);
      return [head, bytes];
    }
    case "utf8":
    case "binary":
      return [
        head,
        ...text2(value)
      ];
  }
}
function int32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
function text2(value) {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return [length(bytes.length), bytes];
}
function length(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128))
    bytes.push(rest & 127 | 128);
  return Buffer.from([...bytes, rest]);
}
var BATCH_OPERATION = { schema: 2145473648, fixed: columns({ operationType: "int32", resourceType: "int32" }), variable: columns({ partitionKey: "utf8", effectivePartitionKey: "binary", id: "utf8", binaryId: "binary", resourceBody: "binary" }), sparse: columns({ indexingDirective: "utf8", ifMatch: "utf8", ifNoneMatch: "utf8", timeToLiveInSeconds: "int32", minimalReturnPreference: "bool" }) };
var BATCH_RESULT = { schema: 2145473649, fixed: columns({ statusCode: "int32", subStatusCode: "int32" }), variable: columns({
  eTag: "utf8",
  resourceBody: "binary"
}), sparse: columns({ retryAfterMilliseconds: "uint32", requestCharge: "float64" }) };
function readOperationRows(body) {
  return readRecords(body).map(
    (row) => readRow(BATCH_OPERATION, row)
  );
}
function writeResultRows(results) {
  return writeRecords(results.map((result) => writeRow(BATCH_RESULT, { ...result })));
}
function columns(types) {
  return Object.entries(types).map(([name, type]) => ({ name, type }));
}
function requestTerms({ request, consistency }) {
  const level = request.header(import_chunk_LACWL7JQ.RequestHeader.consistencyLevel);
  const session = consistency.isSession(level) ? request.header(
    import_chunk_LACWL7JQ.RequestHeader.sessionToken
  ) : void 0;
  return { priority: priorityOf(request.header(import_chunk_LACWL7JQ.RequestHeader.priorityLevel)), bucket: request.integerHeader(
    import_chunk_LACWL7JQ.RequestHeader.throughputBucket,
    1,
    5
  ) ?? 0, readMultiplier: consistency.readMultiplier(level), session: session === void 0 ? void 0 : (0, import_chunk_FPHW7ZTD.parseSessionToken)(session) };
}
function itemRequest(context) {
  const { request } = context;
  return { terms: requestTerms(context), key: request.partitionKey, mayNameFormerKey: !context.client.readsKeysAgain, ifMatch: request.header(import_chunk_LACWL7JQ.RequestHeader.ifMatch), ifNoneMatch: request.header(import_chunk_LACWL7JQ.RequestHeader.ifNoneMatch), indexed: indexedBy(request.header(import_chunk_LACWL7JQ.RequestHeader.indexingDirective)), triggers: triggersOf(request) };
}
function priorityOf(level) {
  switch (level?.toLowerCase()) {
    case void 0:
    case "high":
      return "High";
    case "low":
      return "Low";
    default:
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The header '${import_chunk_LACWL7JQ.RequestHeader.priorityLevel}' must be High or Low, not '${level}'.`);
  }
}
function indexedBy(directive) {
  switch (directive?.toLowerCase()) {
    case void 0:
    case "default":
      return void 0;
    case "include":
      return true;
    case "exclude":
      return false;
    default:
      throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The indexing directive must be Default, Include or Exclude, not '${directive}'.`);
  }
}
function triggersOf(request) {
  const pre = request.listHeader(import_chunk_LACWL7JQ.RequestHeader.preTriggerInclude);
  const post = request.listHeader(import_chunk_LACWL7JQ.RequestHeader.postTriggerInclude);
  if (pre.length === 0 && post.length === 0)
    return void 0;
  if (pre.length > 1 || post.length > 1) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", "A request runs at most one pre-trigger and one post-trigger.");
  }
  return { pre, post };
}
function requestScope({
  request
}) {
  const startEpk = request.header(import_chunk_LACWL7JQ.RequestHeader.startEpk);
  const endEpk = request.header(import_chunk_LACWL7JQ.RequestHeader.endEpk);
  const hasRange = startEpk !== void 0 || endEpk !== void 0;
  return { key: request.partitionKey, rangeId: request.header(import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId), epkRange: hasRange ? (0, import_chunk_SDK7ERLW.parseEpkRange)(startEpk, endEpk) : void 0 };
}
var KINDS2 = new Map(["create", "upsert", "read", "delete", "replace", "patch"].map((kind) => [kind, kind]));
function parseOperations(body, minimal) {
  const operations = parseJson(
    body
  );
  if (!Array.isArray(operations)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The body of a batch must be an array of operations.");
  return operations.map((operation) => parseOperation(
    operation,
    minimal
  ));
}
function parseOperation(input, minimal) {
  const fields = input ?? {};
  const { operationType, id, resourceBody, partitionKey, ifMatch, ifNoneMatch } = fields;
  const kind = KINDS2.get((0, import_chunk_4T7ZR3GH.shownValue)(operationType).toLowerCase());
  if (kind === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The operation type ${(0, import_chunk_4T7ZR3GH.shownValue)(operationType)} is not one of Create, Upsert, Read, Delete, Replace, Patch.`);
  }
  return { kind, minimal: minimal || fields.minimalReturnPreference === true, id: textOf(id), body: resourceBody, key: keyOfOperation(
    partitionKey
  ), indexed: indexedBy(textOf(fields.indexingDirective)), ifMatch: textOf(ifMatch), ifNoneMatch: textOf(ifNoneMatch) };
}
function textOf(value) {
  return typeof value === "string" ? value : void 0;
}
function keyOfOperation(partitionKey) {
  if (partitionKey === void 0 || partitionKey === null) return void 0;
  return (0, import_chunk_LACWL7JQ.parsePartitionKeyHeader)(typeof partitionKey === "string" ? partitionKey : JSON.stringify(partitionKey));
}
var KIND_NUMBERS = /* @__PURE__ */ new Map([[0, "create"], [1, "patch"], [2, "read"], [4, "delete"], [5, "replace"], [20, "upsert"]]);
var DOCUMENT_TYPE = 2;
function readOperations(body, minimal) {
  return readOperationRows(body).map((row) => operationOf3(row, minimal));
}
function operationOf3(row, minimal) {
  const kind = KIND_NUMBERS.get(row.operationType);
  if (kind === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The operation type ${row.operationType} is not one of 0 (Create), 1 (Patch), 2 (Read), 4 (Delete), 5 (Replace), 20 (Upsert).`);
  }
  checkFields(row);
  let document;
  return {
    kind,
    minimal: minimal || row.minimalReturnPreference === true,
    id: row.id,
    get body() {
      if (row.resourceBody === void 0) return void 0;
      document ??= parseJson(row.resourceBody);
      return document;
    },
    key: keyOfOperation(row.partitionKey),
    indexed: indexedBy(row.indexingDirective),
    ifMatch: row.ifMatch,
    ifNoneMatch: row.ifNoneMatch
  };
}
function checkFields({ resourceType, effectivePartitionKey, binaryId, timeToLiveInSeconds }) {
  const refused = (name, instead) => new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    `An operation of a batch cannot have '${name}' here: ${instead}.`
  );
  if (resourceType !== DOCUMENT_TYPE) throw refused("resourceType", "it is 2, for items");
  if (effectivePartitionKey !== void 0) throw refused("effectivePartitionKey", "send the partition key");
  if (binaryId !== void 0) throw refused("binaryId", "send the id as text");
  if (timeToLiveInSeconds !== void 0) throw refused("timeToLiveInSeconds", "set 'ttl' in the item");
}
var COMMA2 = Buffer.from(",");
function batchStatus(results) {
  const isAllDone = results.every((result) => !("failure" in result) && result.outcome !== "notModified");
  return isAllDone ? 200 : 207;
}
function writeJsonResults(operations, results) {
  const rows = results.map((result, i) => jsonRow(operations[i], result));
  return Buffer.concat([Buffer.from("["), ...rows.flatMap((row, i) => i === 0 ? row : [COMMA2, ...row]), Buffer.from("]")]);
}
function jsonRow(operation, result) {
  if ("failure" in result) {
    const { code, retryAfterMs } = result.failure;
    const { status, substatus = result.failure.substatus } = (0, import_chunk_FPHW7ZTD.statusOf)(code);
    const row2 = { statusCode: status, ...substatus === void 0 ? {} : { subStatusCode: substatus }, requestCharge: result.charge, ...retryAfterMs === void 0 ? {} : { retryAfterMilliseconds: Math.ceil(retryAfterMs) } };
    return [Buffer.from(JSON.stringify(row2))];
  }
  const { outcome, item, charge } = result;
  const row = { statusCode: import_chunk_FPHW7ZTD.OUTCOME_STATUS[outcome], requestCharge: charge };
  if (outcome === "deleted") return [Buffer.from(JSON.stringify(row))];
  const head = JSON.stringify({
    ...row,
    eTag: item.etag
  });
  if (!(0, import_chunk_4T7ZR3GH.answersItem)(operation, outcome)) return [Buffer.from(head)];
  return [Buffer.from(`${head.slice(0, -1)},"resourceBody":`), item.json, Buffer.from("}")];
}
function writeRowResults(operations, results, activityId) {
  return writeResultRows(results.map((result, i) => resultRow(operations[i], result, activityId)));
}
function resultRow(operation, result, activityId) {
  if ("failure" in result) {
    const { code, message, details, retryAfterMs = 0, substatus } = result.failure;
    const status = (0, import_chunk_FPHW7ZTD.statusOf)(code);
    return { statusCode: status.status, subStatusCode: substatus ?? status.substatus, resourceBody: (0, import_chunk_LACWL7JQ.errorBody)(status, message, activityId, details), retryAfterMilliseconds: Math.ceil(retryAfterMs), requestCharge: result.charge };
  }
  const {
    outcome,
    item,
    charge
  } = result;
  return {
    statusCode: import_chunk_FPHW7ZTD.OUTCOME_STATUS[outcome],
    eTag: outcome === "deleted" ? void 0 : item.etag,
    resourceBody: (0, import_chunk_4T7ZR3GH.answersItem)(operation, outcome) ? item.json : void 0,
    requestCharge: charge
  };
}
var INT64_MIN = -(2n ** 63n);
var INT64_MAX = 2n ** 63n - 1n;
var UINT64_MAX = 2n ** 64n - 1n;
var FIRST_BYTES2 = 1024;
var SHORT_STRING_BYTES = Marker.string1 - Marker.shortString;
var BYTES_PER_CHARACTER = 3;
var WIDTHS = [1, 2, 4];
var LONGEST_HEAD = 1 + 2 * WIDTHS[2];
function encodeCosmosBinary(value) {
  const encoder = new Encoder();
  encoder.value(value);
  return encoder.written();
}
var Encoder = class {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES2);
  #end = 1;
  constructor() {
    this.#bytes[0] = PREAMBLE;
  }
  written() {
    return this.#bytes.subarray(0, this.#end);
  }
  value(value) {
    if (typeof value === "string")
      this.#string(value);
    else if (typeof value === "number") this.#number(value);
    else if (typeof value === "boolean") this.#byte(value ? Marker.true : Marker.false);
    else if (value === null) this.#byte(Marker.null);
    else if (Array.isArray(value)) this.#array(value);
    else this.#object(value);
  }
  #array(items) {
    const start = this.#openParts();
    for (const item of items)
      this.value(item);
    this.#closeParts(start, Marker.arrayCounted1, items.length);
  }
  #object(object2) {
    const start = this.#openParts();
    const members = Object.entries(object2);
    for (const [name, part] of members) {
      this.#string(name);
      this.value(part);
    }
    this.#closeParts(start, Marker.objectCounted1, members.length);
  }
  #openParts() {
    this.#reserve(LONGEST_HEAD);
    const start = this.#end;
    this.#end += LONGEST_HEAD;
    return start;
  }
  #closeParts(start, marker1, count) {
    const length2 = this.#end - start - LONGEST_HEAD;
    const form = formOf(length2);
    const width = WIDTHS[form];
    const head = 1 + 2 * width;
    this.#bytes[start] = marker1 + form;
    this.#bytes.writeUIntLE(length2, start + 1, width);
    this.#bytes.writeUIntLE(count, start + 1 + width, width);
    this.#bytes.copyWithin(start + head, start + LONGEST_HEAD, this.#end);
    this.#end = start + head + length2;
  }
  #string(text3) {
    this.#reserve(LONGEST_HEAD + BYTES_PER_CHARACTER * text3.length);
    const start = this.#end;
    if (text3.length < SHORT_STRING_BYTES) {
      const length3 = this.#bytes.write(text3, start + 1);
      if (length3 < SHORT_STRING_BYTES) {
        this.#bytes[start] = Marker.shortString + length3;
        this.#end = start + 1 + length3;
        return;
      }
    }
    const length2 = Buffer.byteLength(text3);
    const form = formOf(length2);
    const width = WIDTHS[form];
    this.#bytes[start] = Marker.string1 + form;
    this.#bytes.writeUIntLE(length2, start + 1, width);
    this.#bytes.write(text3, start + 1 + width);
    this.#end = start + 1 + width + length2;
  }
  #number(value) {
    if (Number.isInteger(value) && value >= 0 && value < Marker.systemString) {
      this.#byte(value);
      return;
    }
    const integer = integerOf(value);
    if (integer === void 0) this.#double(value);
    else this.#integer(
      integer
    );
  }
  #integer(value) {
    this.#reserve(9);
    if (value > INT64_MAX) {
      this.#bytes[this.#end] = Marker.numberUint64;
      this.#bytes.writeBigUInt64LE(value, this.#end + 1);
    } else {
      this.#bytes[this.#end] = Marker.numberInt64;
      this.#bytes.writeBigInt64LE(value, this.#end + 1);
    }
    this.#end += 9;
  }
  #double(value) {
    this.#reserve(9);
    this.#bytes[this.#end] = Marker.numberDouble;
    this.#bytes.writeDoubleLE(value, this.#end + 1);
    this.#end += 9;
  }
  #byte(byte) {
    this.#reserve(1);
    this.#bytes[this.#end++] = byte;
  }
  #reserve(more) {
    const needed = this.#end + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
};
function integerOf(value) {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!Number.isInteger(value)) return void 0;
  const text3 = JSON.stringify(value);
  const integer = text3.includes("e") ? void 0 : BigInt(text3);
  return integer !== void 0 && integer >= INT64_MIN && integer <= UINT64_MAX ? integer : void 0;
}
function formOf(length2) {
  return length2 <= 255 ? 0 : length2 <= 65535 ? 1 : 2;
}
function inAcceptedFormat(request, json) {
  const formats = request.listHeader(import_chunk_LACWL7JQ.RequestHeader.supportedFormats).map((format) => format.toLowerCase());
  const isBinary = formats.includes("cosmosbinary") && !formats.includes("jsontext");
  return isBinary && !json.includes("\\ud") ? encodeCosmosBinary(JSON.parse(json.toString())) : json;
}
async function readItem(context) {
  const { engine, intendedContainer, request } = context;
  const answer = await engine.items.read(intendedContainer, context.id(2), itemRequest(
    context
  ));
  const { item, charge } = answer;
  const headers = (0, import_chunk_FPHW7ZTD.rangeHeaders)(answer.container, answer);
  headers[import_chunk_LACWL7JQ.ResponseHeader.etag] = item.etag;
  headers[import_chunk_LACWL7JQ.ResponseHeader.itemLsn] = item.lsn;
  headers[import_chunk_LACWL7JQ.ResponseHeader.contentLocation] = `${request.endpoint}${request.target}`;
  const status = import_chunk_FPHW7ZTD.OUTCOME_STATUS[answer.outcome];
  if (answer.outcome === "notModified")
    return context.answer(status, void 0, charge, headers);
  headers[import_chunk_LACWL7JQ.ResponseHeader.itemCount] = 1;
  return context.answer(
    status,
    inAcceptedFormat(context.request, item.json),
    charge,
    headers
  );
}
async function createItem(context) {
  const { engine, intendedContainer } = context;
  const document = await context.json();
  return answerWrite(context, "create", await engine.items.create(intendedContainer, document, itemRequest(context)));
}
async function upsertItem(context) {
  const { engine, intendedContainer } = context;
  const document = await context.json();
  return answerWrite(context, "upsert", await engine.items.upsert(intendedContainer, document, itemRequest(context)));
}
async function replaceItem(context) {
  const {
    engine,
    intendedContainer
  } = context;
  const document = await context.json();
  const request = itemRequest(context);
  return answerWrite(context, "replace", await engine.items.replace(intendedContainer, context.id(2), document, request));
}
async function patchItem(context) {
  const { engine, intendedContainer } = context;
  const patch = parseJson(await context.request.body());
  const request = itemRequest(context);
  return answerWrite(context, "patch", await engine.items.patch(intendedContainer, context.id(2), patch, request));
}
async function deleteItem(context) {
  const { engine, intendedContainer } = context;
  const request = itemRequest(context);
  return answerWrite(context, "delete", await engine.items.delete(intendedContainer, context.id(2), request));
}
function answerWrite(context, verb, written) {
  const answer = shownWrite(context, written);
  if (!context.recorder.isOn) return answer;
  const { item, charge } = written;
  return { ...answer, touched: [{ do: verb, item, status: answer.status, charge }] };
}
function shownWrite(context, answer) {
  const { outcome, item, body, charge } = answer;
  const headers = (0, import_chunk_FPHW7ZTD.rangeHeaders)(
    answer.container,
    answer
  );
  if (outcome === "deleted") return context.answer(import_chunk_FPHW7ZTD.OUTCOME_STATUS.deleted, void 0, charge, headers);
  const shown3 = body === void 0 ? item.json : Buffer.from(JSON.stringify(body));
  headers[import_chunk_LACWL7JQ.ResponseHeader.etag] = item.etag;
  headers[import_chunk_LACWL7JQ.ResponseHeader.itemLsn] = item.lsn;
  return context.answer(import_chunk_FPHW7ZTD.OUTCOME_STATUS[outcome], isMinimal(
    context
  ) ? void 0 : inAcceptedFormat(context.request, shown3), charge, headers);
}
function isMinimal({ request }) {
  return request.header(import_chunk_LACWL7JQ.RequestHeader.prefer)?.toLowerCase() === "return=minimal";
}
async function runItemBatch(context) {
  const body = await context.request.body();
  const isOfRows = isHybridRow(body);
  const operations = (isOfRows ? readOperations : parseOperations)(
    body,
    isMinimal(context)
  );
  const running2 = runOperations(context, operations);
  const answer = await (context.request.replica === void 0 ? running2.catch(withoutSubstatus) : running2);
  const { results, charge, container } = answer;
  const rows = isOfRows ? writeRowResults(operations, results, context.activityId) : writeJsonResults(operations, results);
  const headers = (0, import_chunk_FPHW7ZTD.rangeHeaders)(
    container,
    answer
  );
  if (results.some((result) => "failure" in result)) (0, import_chunk_FPHW7ZTD.withoutContentPath)(headers);
  const response = context.answer(batchStatus(results), rows, charge, headers);
  return context.recorder.isOn ? { ...response, touched: touchedBy(operations, results) } : response;
}
function touchedBy(operations, results) {
  return results.flatMap((result, i) => {
    if ("failure" in result) return [];
    const { item, outcome, charge } = result;
    return [{ do: operations[i].kind, item, status: import_chunk_FPHW7ZTD.OUTCOME_STATUS[outcome], charge }];
  });
}
function withoutSubstatus(error) {
  if (error instanceof import_chunk_4T7ZR3GH.Failure && error.code === "ownerNotFound") throw new import_chunk_4T7ZR3GH.Failure("notFound", error.message);
  throw error;
}
function runOperations(context, operations) {
  const {
    engine,
    intendedContainer,
    request,
    client
  } = context;
  const { terms, key, triggers } = itemRequest(context);
  if (triggers !== void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "Triggers do not run with batches: send the write by itself.");
  if (request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.batchAtomic)) return engine.items.batch(intendedContainer, operations, {
    terms,
    key
  });
  return engine.items.bulk(intendedContainer, operations, { terms, key, rangeId: request.header(import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId), continueOnError: request.booleanHeader(
    import_chunk_LACWL7JQ.RequestHeader.batchContinueOnError
  ), followsSplits: client.followsSplits });
}
var LSN_MAX = 2 ** 48 - 2;
function parseFeedToken(etag) {
  if (etag === "*") return { afterLsn: "now" };
  const [, lsn, since] = /^(\d{1,19})(?:;(\d{1,15}))?$/.exec(etag.replaceAll(
    '"',
    ""
  )) ?? [];
  if (lsn === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `Invalid change feed token ${etag}. Send the ETag of the last answer, or '*'.`);
  }
  const afterLsn = Math.min(
    Number(lsn),
    LSN_MAX
  );
  return { afterLsn, ...since === void 0 ? {} : { sinceSeconds: Number(since) } };
}
function writeFeedToken(lsn, sinceSeconds) {
  return sinceSeconds === void 0 ? `"${lsn}"` : `"${lsn};${sinceSeconds}"`;
}
var ALL_VERSIONS = "full-fidelity feed";
var METADATA_APART = "2021-09-15";
async function readChangeFeed(context) {
  const { engine, intendedContainer, request } = context;
  const feed = feedRequest(
    context
  );
  const answer = await engine.feeds.changes(intendedContainer, feedMode(request), feed);
  const { container, rows, position, hasMore, charge } = answer;
  const headers = (0, import_chunk_FPHW7ZTD.rangeHeaders)(
    container,
    answer
  );
  headers[import_chunk_LACWL7JQ.ResponseHeader.etag] = writeFeedToken(position, hasMore ? feed.sinceSeconds : void 0);
  if (rows.length > 0 || hasMore) return context.answerFeed("docs", container.rid, rows, charge, headers);
  headers[import_chunk_LACWL7JQ.ResponseHeader.itemCount] = 0;
  return context.answer(304, void 0, charge, headers);
}
function feedMode(request) {
  if (request.header(import_chunk_LACWL7JQ.RequestHeader.aIm)?.toLowerCase() === ALL_VERSIONS) return "allVersions";
  const format = request.header(import_chunk_LACWL7JQ.RequestHeader.changeFeedWireFormat);
  return format === METADATA_APART ? "latestWithMetadata" : "latest";
}
function feedRequest(context) {
  const { request, maxItems } = context;
  const token = request.header(import_chunk_LACWL7JQ.RequestHeader.ifNoneMatch);
  const since = request.header(import_chunk_LACWL7JQ.RequestHeader.ifModifiedSince);
  return { ...requestScope(context), terms: requestTerms(context), maxItems, owner: request.client, isUnwanted: request.isGone, ...token === void 0 ? since && { sinceSeconds: secondsOf(since) } : parseFeedToken(token) };
}
function secondsOf(date) {
  const time = Date.parse(date);
  if (Number.isNaN(time)) throw new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    `The header If-Modified-Since is not a date: '${date}'.`
  );
  return Math.floor(time / 1e3);
}
function queryText2(body) {
  const { query, parameters = [] } = body;
  if (typeof query !== "string") {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The body of a query needs its text as 'query'.");
  }
  const list2 = parameters ?? [];
  if (!Array.isArray(list2)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The 'parameters' of a query must be an array.");
  return { text: query, parameters: list2.map((parameter) => {
    const { name, value } = parameter ?? {};
    if (typeof name !== "string") throw new import_chunk_4T7ZR3GH.Failure("badRequest", "Each parameter of a query needs a 'name'.");
    return {
      name,
      value
    };
  }) };
}
async function resourcePage(context) {
  const { request, maxItems, continuation } = context;
  const query = request.method === "POST" ? queryText2(await context.json()) : void 0;
  return {
    query,
    maxItems,
    continuation
  };
}
function throughputHeaders(request) {
  const manual = request.integerHeader(import_chunk_LACWL7JQ.RequestHeader.offerThroughput, 0, 2147483647);
  const settings = request.header(import_chunk_LACWL7JQ.RequestHeader.offerAutopilotSettings);
  return { ...manual === void 0 ? {} : { ruPerSecond: manual }, ...settings === void 0 ? {} : { autoscaleSettings: autoscaleSettings(settings) } };
}
function autoscaleSettings(settings) {
  try {
    const parsed3 = Object(JSON.parse(settings));
    if (typeof parsed3.maxThroughput === "number") return parsed3;
  } catch {
  }
  throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The header '${import_chunk_LACWL7JQ.RequestHeader.offerAutopilotSettings}' must be JSON with a 'maxThroughput', not ${settings}.`);
}
var PARTITION_KEYS_SINCE = "2018-12-31";
async function listContainers2(context) {
  const page = await resourcePage(context);
  return context.answerList("colls", await context.engine.containers.list(context.id(0), page));
}
async function createContainer(context) {
  const { engine, request } = context;
  const version = request.header(import_chunk_LACWL7JQ.RequestHeader.version) ?? PARTITION_KEYS_SINCE;
  const created = await engine.containers.create(context.id(0), await context.json(), { ...throughputHeaders(request), knowsPartitionKeys: version >= PARTITION_KEYS_SINCE });
  return context.answerResource(201, created);
}
async function readContainer2(context) {
  const { engine, container, request } = context;
  const answer = await engine.containers.read(container, { quota: request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.populateQuotaInfo), statistics: request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.populatePartitionStatistics) });
  return context.answerResource(200, answer, answer.quota === void 0 ? {} : quotaHeaders(answer.quota));
}
async function replaceContainer(context) {
  const { engine, container, ifMatch } = context;
  return context.answerResource(200, await engine.containers.replace(container, await context.json(), ifMatch));
}
async function deleteContainer(context) {
  const {
    engine,
    container,
    ifMatch
  } = context;
  const { charge } = await engine.containers.delete(container, ifMatch);
  return context.answer(204, void 0, charge);
}
async function listPartitionKeyRanges(context) {
  const { engine, container } = context;
  return context.answerList("pkranges", await engine.containers.ranges(container, await resourcePage(context)));
}
async function readRangeChanges(context) {
  const { engine, container, request } = context;
  const known = request.header(import_chunk_LACWL7JQ.RequestHeader.ifNoneMatch);
  const { rows, etag, ...list2 } = await engine.containers.rangesSince(
    container,
    known
  );
  const headers = { [import_chunk_LACWL7JQ.ResponseHeader.etag]: etag };
  return rows === void 0 ? context.answer(304, void 0, list2.charge, headers) : context.answerList(
    "pkranges",
    { ...list2, rows },
    headers
  );
}
async function listConflicts(context) {
  const { engine, container, request } = context;
  const conflicts = await engine.containers.conflicts(container, { ...await resourcePage(
    context
  ), ...requestScope(context), mayCross: request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.enableCrossPartitionQuery) });
  return context.answerList("conflicts", conflicts);
}
function findConflict(context) {
  return context.engine.containers.conflict(context.container, context.id(2));
}
var COLLECTION_KILOBYTES_MAX = 10 * 1024 * 1024;
function quotaHeaders(quota) {
  const used = inKilobytes(
    quota.bytes
  );
  const held = inKilobytes(quota.bytesMax);
  const scripts = (counts) => `functions=${counts.userDefinedFunction};storedProcedures=${counts.storedProcedure};triggers=${counts.trigger};`;
  return { [import_chunk_LACWL7JQ.ResponseHeader.indexTransformationProgress]: quota.indexProgress, [import_chunk_LACWL7JQ.ResponseHeader.resourceQuota]: `documentSize=${inKilobytes(quota.itemBytesMax)};documentsSize=${held};documentsCount=-1;collectionSize=${Math.min(held, COLLECTION_KILOBYTES_MAX)};${scripts(quota.scriptsMax)}`, [import_chunk_LACWL7JQ.ResponseHeader.resourceUsage]: `documentsSize=${used};documentsCount=${quota.items};collectionSize=${used};${scripts(quota.scripts)}` };
}
function inKilobytes(bytes) {
  return Math.ceil(bytes / 1024);
}
async function listDatabases(context) {
  return context.answerList("dbs", await context.engine.databases.list(await resourcePage(context)));
}
async function createDatabase(context) {
  const { engine, request } = context;
  const created = await engine.databases.create(await context.json(), throughputHeaders(request));
  return context.answerResource(201, created);
}
async function readDatabase(context) {
  return context.answerResource(200, await context.engine.databases.read(context.id(0)));
}
async function deleteDatabase(context) {
  const { charge } = await context.engine.databases.delete(context.id(0), context.ifMatch);
  return context.answer(204, void 0, charge);
}
function formatQueryMetrics(metrics) {
  const { retrievedDocumentCount, matchedDocumentCount } = metrics;
  const ratio = retrievedDocumentCount === 0 ? 1 : matchedDocumentCount / retrievedDocumentCount;
  return [`totalExecutionTimeInMs=${metrics.totalExecutionTimeMs.toFixed(2)}`, `queryCompileTimeInMs=${metrics.queryCompileTimeMs.toFixed(2)}`, `queryLogicalPlanBuildTimeInMs=${metrics.logicalPlanBuildTimeMs.toFixed(2)}`, `VMExecutionTimeInMs=${metrics.runtimeExecutionTimeMs.toFixed(2)}`, `indexLookupTimeInMs=${metrics.indexLookupTimeMs.toFixed(2)}`, `documentLoadTimeInMs=${metrics.documentLoadTimeMs.toFixed(2)}`, `userFunctionExecuteTimeInMs=${metrics.userFunctionTimeMs.toFixed(2)}`, `retrievedDocumentCount=${retrievedDocumentCount}`, `retrievedDocumentSize=${metrics.retrievedDocumentBytes}`, `outputDocumentCount=${metrics.outputDocumentCount}`, `outputDocumentSize=${metrics.outputDocumentBytes}`, `writeOutputTimeInMs=${metrics.documentWriteTimeMs.toFixed(2)}`, `indexUtilizationRatio=${ratio.toFixed(2)}`].join(";");
}
function indexUtilizationV1({ utilized, potential }) {
  const single = (index) => ({ FilterExpression: "", IndexSpec: index.spec, FilterPreciseSet: index.isPrecise, IndexPreciseSet: index.isPrecise, IndexImpactScore: index.impact });
  const composite = (index) => ({ IndexSpecs: index.spec, IndexPreciseSet: index.isPrecise, IndexImpactScore: index.impact });
  const json = JSON.stringify({ UtilizedSingleIndexes: utilized.filter(isSingle).map(single), PotentialSingleIndexes: potential.filter(isSingle).map(single), UtilizedCompositeIndexes: utilized.filter(isComposite).map(composite), PotentialCompositeIndexes: potential.filter(isComposite).map(composite) });
  return Buffer.from(json).toString("base64");
}
function indexUtilizationV2({
  utilized,
  potential
}) {
  const lists = (indexes, hasScores) => ({
    SingleIndexes: indexes.filter(isSingle).map(({ spec, impact }) => ({ IndexSpec: spec, ...hasScores && { IndexImpactScore: impact } })),
    CompositeIndexes: indexes.filter(isComposite).map(({ spec, impact }) => ({ IndexSpecs: spec, ...hasScores && { IndexImpactScore: impact } }))
  });
  return encodeURIComponent(JSON.stringify({ UtilizedIndexes: lists(utilized, false), PotentialIndexes: lists(potential, true) }));
}
function isSingle({ spec }) {
  return typeof spec === "string";
}
function isComposite(index) {
  return !isSingle(index);
}
function queryHeaders(request, answer) {
  const headers = { [import_chunk_LACWL7JQ.ResponseHeader.queryExecutionInfo]: executionInfo(answer) };
  if (request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.populateQueryMetrics)) {
    headers[import_chunk_LACWL7JQ.ResponseHeader.queryMetrics] = queryMetrics(answer);
  }
  if (request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.populateIndexMetricsV2)) {
    headers[import_chunk_LACWL7JQ.ResponseHeader.indexUtilization] = indexUtilizationV2(indexUtilization(answer));
  } else if (request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.populateIndexMetrics)) {
    headers[import_chunk_LACWL7JQ.ResponseHeader.indexUtilization] = indexUtilizationV1(
      indexUtilization(answer)
    );
  }
  return headers;
}
function executionInfo({ hasReversedTies }) {
  return JSON.stringify({ reverseRidEnabled: false, reverseIndexScan: hasReversedTies });
}
function queryMetrics({ work, times }) {
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
    matchedDocumentCount: work.itemsMatched
  });
}
function indexUtilization({ indexUsage: { used, potential } }) {
  const inOrder = [...used].sort(
    (a, b) => Number(isOfIds(a)) - Number(isOfIds(b))
  );
  return { utilized: inOrder.map(wireIndex), potential: potential.map(wireIndex) };
}
function isOfIds({ index }) {
  return index.kind === "path" && index.path === "/id";
}
function wireIndex({ index, ...use }) {
  switch (index.kind) {
    case "path":
      return { ...use, spec: `${policyPath(index.path)}/?` };
    case "spatial":
      return { ...use, spec: `${policyPath(index.path)}/*` };
    case "composite":
      return { ...use, spec: index.parts.map(({ path, descending }) => `${policyPath(path)} ${descending ? "DESC" : "ASC"}`) };
    case "fullText":
      return { ...use, spec: policyPath(index.path) };
  }
}
var IDENTIFIER = new RegExp("^[\\p{ID_Start}_]\\p{ID_Continue}*$", "u");
function policyPath(path) {
  const segments = (0, import_chunk_4T7ZR3GH.parsePath)(path) ?? [];
  return segments.map((name) => name === null ? `/${import_chunk_4T7ZR3GH.ARRAY_ELEMENT}` : `/${IDENTIFIER.test(name) ? name : (0, import_chunk_4T7ZR3GH.quotedSegment)(name)}`).join("");
}
async function queryItems(context) {
  const { engine, intendedContainer, request, client } = context;
  const text3 = queryText2(await context.json());
  const answer = await engine.queries.run(intendedContainer, text3, { ...feedRequest2(context), mayCross: request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.enableCrossPartitionQuery), mergesQueries: client.mergesQueries });
  return answerQuery(context, answer);
}
async function listItems(context) {
  const { engine, intendedContainer } = context;
  return answerQuery(context, await engine.feeds.list(
    intendedContainer,
    feedRequest2(context)
  ));
}
async function planItemQuery(context) {
  const { engine, intendedContainer, request } = context;
  const text3 = queryText2(await context.json());
  const features = new Set(request.listHeader(import_chunk_LACWL7JQ.RequestHeader.supportedQueryFeatures));
  const { body, charge, container } = await engine.queries.plan(
    intendedContainer,
    text3,
    features
  );
  return context.answer(200, Buffer.from(JSON.stringify(body)), charge, (0, import_chunk_FPHW7ZTD.containerHeaders)(container));
}
function feedRequest2(context) {
  const {
    request,
    client,
    maxItems,
    continuation
  } = context;
  return {
    ...requestScope(context),
    terms: requestTerms(context),
    maxItems,
    continuation,
    owner: request.client,
    isUnwanted: request.isGone,
    followsSplits: client.followsSplits
  };
}
function answerQuery(context, answer) {
  const { container, ranges, continuation } = answer;
  const [range, ...others] = ranges;
  context.request.trace.ranges = ranges.map(({ rangeId }) => rangeId);
  const headers = range !== void 0 && others.length === 0 ? (0, import_chunk_FPHW7ZTD.rangeHeaders)(container, range) : (0, import_chunk_FPHW7ZTD.containerHeaders)(container);
  if (continuation !== void 0) headers[import_chunk_LACWL7JQ.ResponseHeader.continuation] = continuation;
  Object.assign(headers, queryHeaders(context.request, answer));
  const rows = answer.rows.map((row) => row.bytes());
  return context.answerFeed("docs", container.rid, rows, answer.charge, headers);
}
async function deleteLogicalPartition(context) {
  const { engine, intendedContainer, request } = context;
  const answer = await engine.items.deleteLogicalPartition(
    intendedContainer,
    { terms: requestTerms(context), key: request.partitionKey }
  );
  return context.answer(200, void 0, answer.charge, (0, import_chunk_FPHW7ZTD.rangeHeaders)(answer.container, answer));
}
async function listOffers(context) {
  return context.answerList("offers", await context.engine.offers.list(await resourcePage(context)));
}
async function readOffer(context) {
  return answerOffer(context, await context.engine.offers.read(context.id(0)));
}
async function replaceOffer(context) {
  const { engine, request } = context;
  const body = await context.json();
  return answerOffer(context, await engine.offers.replace(context.id(0), body, migration(request)));
}
function migration(request) {
  if (request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.migrateOfferToAutoscale)) return "autoscale";
  return request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.migrateOfferToManual) ? "manual" : void 0;
}
function answerOffer(context, answer) {
  return context.answerResource(200, answer, { [import_chunk_LACWL7JQ.ResponseHeader.minThroughput]: answer.minimumRuPerSecond, [import_chunk_LACWL7JQ.ResponseHeader.offerReplacePending]: String(answer.isPending) });
}
function plainRoutes(kind, type, owner) {
  const ownerOf = (context) => owner === "database" ? { database: context.id(0) } : { database: context.id(0), [owner]: context.id(1) };
  const idOf = (context) => context.id(owner === "database" ? 1 : 2);
  const bodyOf2 = async (context) => {
    const body = await context.json();
    if (kind === "permission") checkGrant(body);
    return body;
  };
  const list2 = async (context) => {
    const page = await resourcePage(context);
    const shown3 = (resource) => shownBody(context, resource);
    return context.answerList(type, await context.engine.resources.list(
      kind,
      ownerOf(context),
      page,
      shown3
    ));
  };
  return { feed: { list: list2, query: list2, create: async (context) => {
    const body = await bodyOf2(context);
    return answerShown(context, 201, await context.engine.resources.create(kind, ownerOf(context), body));
  }, upsert: async (context) => {
    const { engine, ifMatch } = context;
    const body = await bodyOf2(context);
    const answer = await engine.resources.upsert(kind, ownerOf(context), body, ifMatch);
    return answerShown(context, answer.isNew ? 201 : 200, answer);
  } }, resource: { read: async (context) => answerShown(
    context,
    200,
    await context.engine.resources.read(kind, ownerOf(context), idOf(context))
  ), replace: async (context) => {
    const { engine, ifMatch } = context;
    const body = await bodyOf2(context);
    return answerShown(context, 200, await engine.resources.replace(kind, ownerOf(context), idOf(context), body, ifMatch));
  }, delete: async (context) => {
    const { engine, ifMatch } = context;
    const { charge } = await engine.resources.delete(kind, ownerOf(context), idOf(context), ifMatch);
    return context.answer(204, void 0, charge);
  } } };
}
function checkGrant({
  resource,
  resourcePartitionKey
}) {
  if (typeof resource === "string") grantedSteps(resource);
  if (Array.isArray(resourcePartitionKey)) (0, import_chunk_LACWL7JQ.parsePartitionKeyHeader)(JSON.stringify(resourcePartitionKey));
}
function answerShown(context, status, { resource, ...answer }) {
  const body = shownBody(context, resource);
  return context.answerResource(status, {
    resource: { ...resource, body },
    ...answer
  });
}
function shownBody({ request, engine, tokens }, resource) {
  if (resource.kind !== "permission") return resource.body;
  const seconds = request.integerHeader(import_chunk_LACWL7JQ.RequestHeader.resourceTokenExpirySeconds, TOKEN_SECONDS_MIN, TOKEN_SECONDS_MAX) ?? TOKEN_SECONDS_DEFAULT;
  const expiresAt = Math.floor(engine.environment.now() / 1e3) + seconds;
  return { ...resource.body, _token: tokens.mint(resource.rid, expiresAt) };
}
var VERBS = { created: "create", replaced: "replace", deleted: "delete", read: "read", notModified: "read" };
async function executeStoredProcedure(context) {
  const {
    engine,
    intendedContainer,
    request
  } = context;
  const parameters = parametersOf(await request.body());
  const enableLogging = request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.enableScriptLogging);
  const answer = await engine.procedures.execute(intendedContainer, context.id(2), parameters, { terms: requestTerms(context), key: request.partitionKey, enableLogging });
  const headers = (0, import_chunk_FPHW7ZTD.rangeHeaders)(answer.container, answer);
  if (enableLogging && answer.log !== "") headers[import_chunk_LACWL7JQ.ResponseHeader.scriptLogResults] = encodeURIComponent(answer.log);
  const response = context.answer(200, Buffer.from(JSON.stringify(answer.body ?? "")), answer.charge, headers);
  if (!context.recorder.isOn) return response;
  const touched = answer.touched.map(({ outcome, item, charge }) => ({
    do: VERBS[outcome],
    item,
    status: import_chunk_FPHW7ZTD.OUTCOME_STATUS[outcome],
    charge
  }));
  return { ...response, touched };
}
function parametersOf(body) {
  if (body.length === 0) return [];
  const parameters = parseJson(
    body
  );
  if (!Array.isArray(parameters)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The parameters of a stored procedure must be a JSON array.");
  return parameters;
}
var STORED_PROCEDURES = plainRoutes("storedProcedure", "sprocs", "container");
var ROUTES2 = {
  "": { resource: { read: readAccount } },
  addresses: { feed: { list: listAddresses } },
  dbs: {
    feed: { list: listDatabases, create: createDatabase, query: listDatabases },
    resource: { read: readDatabase, delete: deleteDatabase }
  },
  colls: { feed: {
    list: listContainers2,
    create: createContainer,
    query: listContainers2
  }, resource: { read: readContainer2, replace: replaceContainer, delete: deleteContainer } },
  docs: { feed: {
    list: listItems,
    changes: readChangeFeed,
    create: createItem,
    upsert: upsertItem,
    query: queryItems,
    queryPlan: planItemQuery,
    batch: runItemBatch
  }, resource: { read: readItem, replace: replaceItem, patch: patchItem, delete: deleteItem } },
  users: plainRoutes(
    "user",
    "users",
    "database"
  ),
  permissions: plainRoutes("permission", "permissions", "user"),
  clientencryptionkeys: plainRoutes("clientEncryptionKey", "clientencryptionkeys", "database"),
  sprocs: { ...STORED_PROCEDURES, resource: { ...STORED_PROCEDURES.resource, execute: executeStoredProcedure } },
  triggers: plainRoutes(
    "trigger",
    "triggers",
    "container"
  ),
  udfs: plainRoutes("userDefinedFunction", "udfs", "container"),
  conflicts: { feed: { list: listConflicts, query: listConflicts }, resource: { read: findConflict, delete: findConflict } },
  partitionkeydelete: { resource: { execute: deleteLogicalPartition } },
  pkranges: { feed: { list: listPartitionKeyRanges, changes: readRangeChanges } },
  offers: { feed: {
    list: listOffers,
    query: listOffers
  }, resource: { read: readOffer, replace: replaceOffer } }
};
function findRoute(request) {
  const { type, isFeed } = request.path;
  const routes = ROUTES2[type];
  const verb = requestVerb(
    request
  );
  const route2 = verb === void 0 ? void 0 : isFeed ? routes?.feed?.[verb] : routes?.resource?.[verb];
  if (route2 === void 0) {
    throw new import_chunk_4T7ZR3GH.Failure("methodNotAllowed", `${request.method} is not possible on '${request.target}'${verb === void 0 ? "" : ` (${verb})`}.`);
  }
  return route2;
}
var LITERAL = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g;
function queryShape(text3, given2) {
  const parameters = { ...given2 };
  let count = 0;
  const shaped = text3.replace(
    LITERAL,
    (literal, at) => {
      if (isName(text3, at, at + literal.length)) return literal;
      let name = `@text${++count}`;
      while (name in parameters) name = `@text${++count}`;
      parameters[name] = unescaped(literal);
      return name;
    }
  );
  return { text: shaped, parameters };
}
var WORD = /[()[\]{}]|\b(?:FROM|WHERE|GROUP\s+BY|ORDER\s+BY|OFFSET)\b/gi;
var SOURCE = /^FROM\s+([A-Za-z_]\w*)(?![\w.[])(?!\s+IN\b)(?:\s+(?:AS\s+)?(?!(?:WHERE|JOIN|IN|GROUP|ORDER|OFFSET)\b)([A-Za-z_]\w*))?/i;
function underKey(shape, key) {
  const { text: text3 } = shape;
  const [from, where, end] = clausesOf(text3);
  const source = from === void 0 ? null : SOURCE.exec(text3.slice(from));
  if (source === null) return shape;
  const alias = source[2] ?? source[1];
  const filter = where === void 0 ? "" : text3.slice(where, end);
  const missing = key.filter(([path]) => !isNamed2(
    filter,
    alias,
    path
  ));
  if (missing.length === 0) return shape;
  const terms = missing.map(([path], i) => `${alias}${steps(path)} = @key${i + 1}`).join(" AND ");
  const parameters = Object.fromEntries(
    missing.map(([, value], i) => [`@key${i + 1}`, value])
  );
  const at = where ?? end;
  const rest = end < text3.length ? ` ${text3.slice(end)}` : "";
  const whole2 = where === void 0 ? `${text3.slice(0, at).trimEnd()} WHERE ${terms}${rest}` : `${text3.slice(0, at)} ${terms} AND (${filter.trim()})${rest}`;
  return { text: whole2, parameters: { ...shape.parameters, ...parameters } };
}
function clausesOf(text3) {
  let depth = 0;
  let [from, where] = [];
  for (const { 0: word2, index } of text3.matchAll(WORD)) {
    if ("([{".includes(word2)) depth++;
    else if (")]}".includes(
      word2
    )) depth--;
    else if (depth > 0) continue;
    else if (/^FROM$/i.test(word2)) from ??= index;
    else if (/^WHERE$/i.test(word2)) where ??= index + word2.length;
    else if (from !== void 0)
      return [from, where, index];
  }
  return [from, where, text3.length];
}
function steps(path) {
  return path.slice(1).split("/").map((name) => /^\w+$/.test(name) ? `.${name}` : `["${name.replaceAll('"', "")}"]`).join("");
}
function isNamed2(filter, alias, path) {
  const plain2 = filter.replaceAll(/\[\s*["'](\w+)["']\s*\]/g, ".$1").replaceAll(/\s+/g, "");
  return plain2.includes(`${alias}${steps(path)}=`);
}
function isName(text3, start, end) {
  if (/^\s*:/.test(text3.slice(end, end + 20))) return true;
  return /[\w\])]\s*\[\s*$/.test(text3.slice(
    Math.max(0, start - 40),
    start
  )) && /^\s*\]/.test(text3.slice(end));
}
function unescaped(literal) {
  const inner = literal.slice(1, -1).replaceAll("\\'", "'");
  try {
    return JSON.parse(`"${literal.startsWith("'") ? inner.replaceAll(/(?<!\\)"/g, '\\"') : inner}"`);
  } catch {
    return inner;
  }
}
var RECORDED_BYTES_MAX = 16 * 1024 * 1024;
var BYTES_AFTER_DROP = RECORDED_BYTES_MAX * 0.875;
var RECORDED_LINES_MAX = 5e3;
var DEPTH_MAX = 4;
var VALUES_MAX = 64;
var TEXT_MAX = 256;
var MOVER = "orrery-repartition";
var SYSTEM = /* @__PURE__ */ new Set(["_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"]);
var TrafficRecorder = class {
  #engine;
  #lines = [];
  #containers = /* @__PURE__ */ new Map();
  #salt;
  #first = 0;
  #bytes = 0;
  #dropped = 0;
  isOn = false;
  constructor(engine) {
    this.#engine = engine;
  }
  start(hides) {
    if (this.isOn) throw new import_chunk_4T7ZR3GH.Failure("conflict", "A recording is under way. End it first.");
    this.#first += this.#lines.length;
    this.#lines.length = 0;
    this.#containers.clear();
    this.#salt = hides ? (0, import_node_crypto8.randomBytes)(32) : void 0;
    this.#bytes = 0;
    this.#dropped = 0;
    this.isOn = true;
  }
  stop() {
    this.isOn = false;
  }
  take(from) {
    const gone = Math.min(Math.max(0, from - this.#first), this.#lines.length);
    for (const line of this.#lines.splice(0, gone)) this.#bytes -= line.length;
    this.#first += gone;
    const lines = this.#lines.slice(0, RECORDED_LINES_MAX);
    return { isOn: this.isOn, lines, next: this.#first + lines.length, dropped: this.#dropped };
  }
  linesOf(container) {
    const member = `,"container":${JSON.stringify(container)},`;
    return this.#lines.filter((line) => line.startsWith(member, line.indexOf(",")));
  }
  async note(request, answer) {
    try {
      const isProcedure = request.path.type === "sprocs" && answer.touched !== void 0;
      if (request.path.type !== "docs" && !isProcedure) {
        if (request.method !== "GET") this.#containers.clear();
        return;
      }
      if (answer.status >= 500 || request.header(import_chunk_LACWL7JQ.RequestHeader.userAgent)?.includes(MOVER)) return;
      const container = await this.#container(request);
      const at = Math.round(this.#engine.environment.now());
      const charge = Number(answer.headers[import_chunk_LACWL7JQ.ResponseHeader.requestCharge] ?? 0);
      for (const recorded of await operationsOf(request, answer, container.paths)) {
        const {
          item,
          others,
          parameters,
          ...rest
        } = recorded;
        const line = { at, container: container.name, status: answer.status, charge, ...rest, ...item === void 0 ? {} : { item: this.#values(item) }, ...others === void 0 ? {} : { others: others.map((each) => this.#values(each)) }, ...parameters === void 0 ? {} : { parameters: this.#values(parameters) } };
        this.#add(JSON.stringify(line));
      }
    } catch {
    }
  }
  #add(line) {
    this.#lines.push(line);
    this.#bytes += line.length;
    if (this.#bytes <= RECORDED_BYTES_MAX) return;
    let gone = 0;
    while (this.#bytes > BYTES_AFTER_DROP) this.#bytes -= this.#lines[gone++].length;
    this.#lines.splice(0, gone);
    this.#first += gone;
    this.#dropped += gone;
  }
  #container(request) {
    const [database, container] = request.path.segments.map(({ id }) => id);
    const key = `${database}/${container}`;
    let known = this.#containers.get(key);
    if (known === void 0) {
      known = this.#engine.containers.read({ database, container }, { quota: false, statistics: false }).then(
        ({ resource }) => ({ name: `${database}/${resource.id}`, paths: resource.body.partitionKey.paths })
      );
      known.catch(() => this.#containers.delete(key));
      this.#containers.set(
        key,
        known
      );
    }
    return known;
  }
  #values(object2) {
    const left = { count: VALUES_MAX };
    return scalarsOf(object2, 1, left, (text3) => this.#salt === void 0 ? text3 : (0, import_node_crypto8.createHmac)("sha256", this.#salt).update(text3).digest("base64url").slice(0, 16));
  }
};
function scalarsOf(object2, depth, left, shown3) {
  const kept2 = {};
  for (const name in object2) {
    if (depth === 1 && SYSTEM.has(
      name
    )) continue;
    const value = object2[name];
    if (left.count === 0) break;
    if (typeof value === "string") {
      if (value.length > TEXT_MAX) continue;
      kept2[name] = shown3(value);
    } else if (typeof value !== "object" || value === null) kept2[name] = value;
    else if (!Array.isArray(value) && depth < DEPTH_MAX) kept2[name] = scalarsOf(value, depth + 1, left, shown3);
    else continue;
    left.count--;
  }
  return kept2;
}
async function operationsOf(request, answer, paths) {
  const { isFeed, segments, type } = request.path;
  const { touched } = answer;
  const id = segments.at(-1).id;
  if (type === "sprocs") return [transactionOf(touched, namedOf(request, paths), id)];
  if (!isFeed) return [await pointOperation(request, answer, id, paths)];
  if (request.method !== "POST" || request.header(import_chunk_LACWL7JQ.RequestHeader.continuation) !== void 0) return [];
  const by = ["/id", ...paths];
  const post = request.feedPost();
  switch (post) {
    case "create":
    case "upsert": {
      const body = await request.body();
      return [{ do: post, item: touched?.[0]?.item.document ?? parsed2(body), by, bytes: body.length }];
    }
    case "query": {
      const range = request.header(import_chunk_LACWL7JQ.RequestHeader.partitionKeyRangeId);
      const { query, parameters = [] } = parseJson(await request.body());
      const given2 = Object.fromEntries((parameters ?? []).map(({ name, value }) => [name, value]));
      const key = (request.partitionKey ?? []).flatMap((value, i) => value === void 0 ? [] : [[paths[i], value]]);
      const isPart = range !== void 0 && key.length === 0;
      return [{ do: "query", ...underKey(queryShape(
        query,
        given2
      ), key), ...isPart ? { range } : {} }];
    }
    case "batch": {
      if (touched === void 0) return [];
      if (request.booleanHeader(import_chunk_LACWL7JQ.RequestHeader.batchAtomic)) return touched.length === 0 ? [] : [transactionOf(touched, namedOf(request, paths))];
      return touched.map(({ do: verb, item, status, charge }) => ({
        do: verb,
        item: item.document,
        bytes: item.json.length,
        by,
        status,
        charge
      }));
    }
    default:
      return [];
  }
}
function namedOf(request, paths) {
  const key = request.partitionKey ?? [];
  const named = {};
  for (const [i, path] of paths.entries()) {
    const value = key[i];
    if (value !== void 0 && /^\/[\w-]+$/.test(path)) named[path.slice(1)] = value;
  }
  return named;
}
function parsed2(json) {
  return parseJson(json);
}
async function pointOperation(request, answer, id, paths) {
  const verb = POINT_VERBS[request.method] ?? "read";
  const by = ["/id", ...paths];
  const touched = answer.touched?.[0]?.item;
  if (touched !== void 0) return { do: verb, item: touched.document, bytes: touched.json.length, by };
  const { status, body } = answer;
  if (status < 300 && body !== void 0 && body.length > 0) return {
    do: verb,
    item: parsed2(body),
    bytes: body.length,
    by
  };
  return { do: verb, item: { ...namedOf(request, paths), id }, by };
}
var POINT_VERBS = { PUT: "replace", DELETE: "delete", PATCH: "patch" };
function transactionOf(touched, named, procedure = void 0) {
  const [first, ...others] = touched.map(({ item }) => item);
  return { do: "batch", item: first?.document ?? named, ...first === void 0 ? {} : { bytes: first.json.length }, others: others.map(
    ({ document }) => document
  ), ...procedure === void 0 ? {} : { procedure } };
}
function requestLine(shown3) {
  const { at, status, substatus, operation, key, partitions, charge, ms, items, query, why, fault } = shown3;
  const what = [
    shown3.database,
    shown3.container,
    shown3.id
  ].filter((name) => name !== void 0).join("/");
  const parts = [at, substatus === void 0 ? status : `${status}/${substatus}`, operation, ...what === "" ? [] : [oneLine(what)], ...key === void 0 ? [] : [`key ${oneLine(key)}`], ...partitions.length === 0 ? [] : [partitionWords(partitions)], `${charge} RU`, `${ms.toFixed(1)} ms`, ...items === void 0 ? [] : [items === 1 ? "1 item" : `${items} items`], ...query === void 0 ? [] : [`query ${oneLine((0, import_chunk_4T7ZR3GH.shownValue)(query))}`], ...fault === void 0 ? [] : [`injected by ${oneLine(fault)}`], ...why === void 0 ? [] : [`because ${oneLine((0, import_chunk_4T7ZR3GH.shownValue)(why))}`]];
  return parts.join("  ");
}
function partitionWords(partitions) {
  return `${partitions.length === 1 ? "partition" : "partitions"} ${partitions.join(",")}`;
}
function oneLine(text3) {
  return text3.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}
var RequestLog = class {
  #options;
  #waiting = [];
  constructor(options) {
    this.#options = options;
  }
  note(served) {
    if (this.#waiting.length === 0) setImmediate(() => this.#write());
    this.#waiting.push(served);
  }
  #write() {
    const lines = this.#waiting.map((served) => {
      const shown3 = shownRequest(served);
      return `${this.#options.format === "json" ? JSON.stringify(shown3) : requestLine(
        shown3
      )}
`;
    });
    this.#waiting = [];
    this.#options.write(lines.join(""));
  }
};
var REQUESTS_KEPT = 1e3;
var RequestRing = class {
  #kept = [];
  #next = 0;
  get next() {
    return this.#next;
  }
  add(served) {
    this.#kept[this.#next++ % REQUESTS_KEPT] = served;
  }
  *from(number2) {
    const first = Math.max(0, number2, this.#next - REQUESTS_KEPT);
    const end = this.#next;
    for (let i = first; i < end; i++) yield { number: i, served: this.#kept[i % REQUESTS_KEPT] };
  }
};
var KEPT_TEXT_MAX = 512;
var KEPT_QUERY_BYTES_MAX = 2048;
function servedRequest(request, { status, headers, body, pieces }, { atMs, startMs, endMs }) {
  const { trace } = request;
  const [
    verb,
    resource
  ] = wordsOf(request);
  return {
    atMs,
    activityId: headers[import_chunk_LACWL7JQ.ResponseHeader.activityId],
    correlatedId: kept(request.headers[import_chunk_LACWL7JQ.RequestHeader.correlatedActivityId]),
    client: kept(request.headers[import_chunk_LACWL7JQ.RequestHeader.userAgent]),
    method: request.method,
    target: kept(request.target),
    verb,
    resource,
    owner: headers[import_chunk_LACWL7JQ.ResponseHeader.altContentPath],
    key: kept(request.headers[import_chunk_LACWL7JQ.RequestHeader.partitionKey]),
    partition: headers[import_chunk_LACWL7JQ.ResponseHeader.partitionKeyRangeId],
    sessionToken: kept(headers[import_chunk_LACWL7JQ.ResponseHeader.sessionToken]),
    ranges: trace.ranges,
    status,
    substatus: headers[import_chunk_LACWL7JQ.ResponseHeader.subStatus],
    chargeRu: Number(headers[import_chunk_LACWL7JQ.ResponseHeader.requestCharge] ?? 0),
    items: headers[import_chunk_LACWL7JQ.ResponseHeader.itemCount],
    bytes: body?.length ?? pieces?.bytes ?? 0,
    query: verb === "query" ? trace.body?.toString("utf8", 0, KEPT_QUERY_BYTES_MAX) : void 0,
    why: kept(trace.failure?.message),
    fault: trace.fault,
    authenticateMs: (trace.authenticatedMs ?? endMs) - startMs,
    receiveMs: trace.receiveMs,
    totalMs: endMs - startMs
  };
}
function wordsOf(request) {
  try {
    return [
      requestVerb(request),
      request.path.type
    ];
  } catch {
    return [void 0, void 0];
  }
}
function kept(text3) {
  if (text3 === void 0 || text3.length <= KEPT_TEXT_MAX) return text3;
  return `${Buffer.from(text3.slice(
    0,
    KEPT_TEXT_MAX
  )).toString()}\u2026`;
}
var PAGE_BYTES_MAX = 4 * 1024 * 1024;
var CERTIFICATE_PATH = "/_explorer/emulator.pem";
var Gateway = class {
  #options;
  #consistency;
  #directConsistency;
  #refusals;
  #explorer;
  #recorder;
  #requests = new RequestRing();
  #metrics = new RequestMetrics();
  #requestLog;
  #isStopping = false;
  faults;
  constructor(options) {
    this.#options = options;
    this.#explorer = new ExplorerPage(options.explorerFiles);
    this.#consistency = new import_chunk_4T7ZR3GH.AccountConsistency(options.consistency);
    this.#directConsistency = new import_chunk_4T7ZR3GH.AccountConsistency(options.consistency, "copy");
    this.#recorder = new TrafficRecorder(options.engine);
    this.#requestLog = options.requestLog && new RequestLog(options.requestLog);
    const { environment } = options.engine;
    this.faults = new Faults({ nowMs: () => environment.now(), random: () => environment.random() });
    this.#refusals = new RefusalLog(
      { nowMs: () => environment.now(), write: (line) => environment.log("warn", line) }
    );
  }
  handle = (message, response) => {
    const memory = this.memory(() => message.socket.destroy(), (go) => whenClosed(
      response,
      go
    ));
    void this.serve(import_chunk_LACWL7JQ.GatewayRequest.of(message, memory)).then((answer) => {
      (0, import_chunk_FPHW7ZTD.writeResponse)(response, message.method === "HEAD" ? withoutBody(answer) : answer);
    });
  };
  handlePlain = (exchange) => {
    const memory = this.memory(() => exchange.socket.destroy(), (go) => exchange.whenOver(go));
    void this.serve(import_chunk_LACWL7JQ.GatewayRequest.ofPlain(exchange, memory)).then((answer) => exchange.answer(answer));
  };
  handleStream = async (stream, headers) => {
    const memory = this.memory(() => stream.close(import_node_http2.constants.NGHTTP2_CANCEL), (go) => whenClosed(stream, go));
    const answer = await this.serve(requestOfStream(stream, headers, memory));
    writeToStream(stream, headers[":method"] === "HEAD" ? withoutBody(answer) : answer);
  };
  memory(cut, whenOver) {
    return new ExchangeMemory(
      this.#options.engine.environment.scheduler.held,
      cut,
      whenOver
    );
  }
  stopSoon() {
    this.#isStopping = true;
    this.faults.clear();
  }
  async serve(request, access) {
    const startMs = performance.now();
    const answer = await this.#serve(request, access);
    if (this.#recorder.isOn) void this.#recorder.note(request, answer);
    const endMs = performance.now();
    answer.headers[import_chunk_LACWL7JQ.ResponseHeader.requestDurationMs] = Number((endMs - startMs).toFixed(3));
    if (!request.isForwarded && isOfAccount(request, answer)) this.#watch(request, answer, startMs, endMs);
    const origin = this.#options.guard.allowedOrigin(request);
    if (origin !== void 0) addCorsHeaders(answer.headers, origin);
    return request.replica === void 0 ? answer : addReplicaHeaders(
      this.#options.engine,
      request,
      answer
    );
  }
  #watch(request, answer, startMs, endMs) {
    const atMs = this.#options.engine.environment.now();
    const served = servedRequest(request, answer, { atMs, startMs, endMs });
    this.#requests.add(served);
    this.#metrics.note(served);
    this.#requestLog?.note(served);
  }
  async #serve(request, known) {
    const { engine, guard, directPort, nodes } = this.#options;
    const { keys, tokens } = this.#options.credentials;
    const activityId = (0, import_chunk_FPHW7ZTD.activityIdOf)(request);
    try {
      if (!request.isForwarded) guard.check(request);
      if (isPreflight(request) && guard.allowedOrigin(request) !== void 0) return preflightAnswer(request);
      const open5 = openDoor(request, this.#isStopping || !this.#isCurrent);
      if (open5 !== void 0) return open5;
      if (request.target === CERTIFICATE_PATH) return await this.#certificate(request);
      if (isExplorerRequest(request)) return await this.#explorer.answer(request);
      const { environment } = engine;
      const realMs = environment.now() - (environment.clockControl?.aheadMs ?? 0);
      const access = known ?? authenticate(request, keys, realMs);
      request.trace.authenticatedMs = performance.now();
      this.#assertCurrent();
      const context = new RequestContext({
        engine,
        request,
        access,
        activityId,
        tokens,
        consistency: request.replica === void 0 ? this.#consistency : this.#directConsistency,
        directPort: directPort(),
        recorder: this.#recorder,
        requests: this.#requests,
        metrics: this.#metrics,
        faults: this.faults,
        desks: this.#options.desks,
        nodes
      });
      const here = () => this.#answer(
        context
      );
      const answer = nodes === void 0 ? await here() : await nodes.serve(request, access, here);
      if (isControlRequest(request)) return answer;
      this.#assertCurrent();
      request.memory?.answer(heldBytes(answer), () => request.isRead);
      return answer;
    } catch (error) {
      if (error instanceof import_chunk_4T7ZR3GH.Failure) request.trace.failure = error;
      const words = wordsForLog(
        error
      );
      if (words !== void 0) {
        const what = `${request.method} ${request.target} failed (${activityId})`;
        engine.environment.log("error", `${what}: ${words}`);
      }
      if (error instanceof import_chunk_4T7ZR3GH.Failure && error.code === "unauthorized") this.#refusals.note(request, error, activityId);
      const answer = (0, import_chunk_FPHW7ZTD.failureResponse)(error, activityId, engine.environment.now(), { isDirect: request.replica !== void 0, client: (0, import_chunk_FPHW7ZTD.clientFacts)(request.header(import_chunk_LACWL7JQ.RequestHeader.userAgent)) });
      request.memory?.answer(answer.body?.length ?? 0, () => false);
      return answer;
    }
  }
  #answer(context) {
    const { engine, request, access, tokens } = context;
    if (isControlRequest(request)) return control(context);
    if (access.kind !== "token") return this.#answerAllowed(context);
    return authorizeToken(
      engine,
      tokens,
      request,
      access.token
    ).then(() => this.#answerAllowed(context));
  }
  #answerAllowed(context) {
    const { engine, request, activityId } = context;
    if (!this.faults.isArmed)
      return this.#route(context);
    return serveWithFaults({ faults: this.faults, request, activityId, engine }, () => this.#route(context));
  }
  #route(context) {
    const { engine, request } = context;
    if (request.replica === void 0) return this.#routeChecked(context);
    return checkReplica(engine, request, request.replica).then(() => this.#routeChecked(context));
  }
  #routeChecked(context) {
    const { engine, request } = context;
    if (request.answersPage) request.memory?.expect(PAGE_BYTES_MAX);
    else engine.environment.scheduler.noteShort();
    return findRoute(request)(
      context
    );
  }
  get #isCurrent() {
    return this.#options.isCurrent?.() ?? true;
  }
  #assertCurrent() {
    if (this.#isCurrent) return;
    throw new import_chunk_4T7ZR3GH.Failure("unavailable", "The server has lost touch with its database, and what it knows may be out of date: repeat the request in a few seconds.");
  }
  async #certificate(request) {
    if (request.method !== "GET") throw new import_chunk_4T7ZR3GH.Failure(
      "methodNotAllowed",
      "The certificate can only be read."
    );
    return { status: 200, headers: { "content-type": "application/x-pem-file" }, body: Buffer.from(await this.#options.certificatePem()) };
  }
};
function isOfAccount(request, { headers }) {
  return headers[import_chunk_LACWL7JQ.ResponseHeader.activityId] !== void 0 && !request.target.startsWith("/_");
}
function withoutBody({
  body: _,
  pieces: __,
  ...answer
}) {
  return answer;
}
function heldBytes({ body, pieces }) {
  return body?.length ?? Math.min(pieces?.bytes ?? 0, import_chunk_SDK7ERLW.TRUNK_LIMITS.windowBytes);
}
function whenClosed(stream, go) {
  if (stream.closed || stream.destroyed) go();
  else stream.once("close", go);
}
function wordsForLog(error) {
  if (!(error instanceof import_chunk_4T7ZR3GH.Failure)) return error?.stack ?? String(error);
  return error.code === "corrupt" ? error.message : void 0;
}
function element(tag, ...contents) {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}
function lengthBytes(length2) {
  if (length2 < 128) return [length2];
  const bytes = [];
  for (let rest = length2; rest > 0; rest >>>= 8) bytes.unshift(rest & 255);
  return [128 | bytes.length, ...bytes];
}
var der = { boolean: (value) => element(
  1,
  Buffer.from([value ? 255 : 0])
), integer(bytes) {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const isNegative = (bytes[start] & 128) !== 0;
  return element(
    2,
    isNegative ? Buffer.from([0]) : Buffer.alloc(0),
    bytes.subarray(start)
  );
}, bitString: (bytes, unusedBits = 0) => element(3, Buffer.from([unusedBits]), bytes), octetString: (bytes) => element(
  4,
  bytes
), utf8String: (text3) => element(12, Buffer.from(text3)), objectIdentifier(dotted) {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((number2) => {
    const digits = [number2 & 127];
    for (let high = number2 >>> 7; high > 0; high >>>= 7) digits.unshift(high & 127 | 128);
    return digits;
  });
  return element(
    6,
    Buffer.from(bytes)
  );
}, time(date) {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, "");
  return date.getUTCFullYear() < 2050 ? element(23, Buffer.from(digits.slice(
    2
  ))) : element(24, Buffer.from(digits));
}, sequence: (...elements) => element(48, ...elements), set: (...elements) => element(49, ...elements), tagged: (number2, ...elements) => element(
  160 | number2,
  ...elements
), taggedBytes: (number2, bytes) => element(128 | number2, bytes) };
var VALID_YEARS = 10;
var DAY_MS = 24 * 60 * 60 * 1e3;
var IP_ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.from([...Array(15).fill(0), 1])];
var ECDSA_WITH_SHA256 = der.sequence(
  der.objectIdentifier("1.2.840.10045.4.3.2")
);
async function createCertificate(now) {
  const { publicKey, privateKey } = await (0, import_node_util2.promisify)(import_node_crypto10.generateKeyPair)("ec", { namedCurve: "P-256" });
  const tbs = toBeSigned(publicKey, now);
  const signature = (0, import_node_crypto10.sign)("sha256", tbs, privateKey);
  const bytes = der.sequence(tbs, ECDSA_WITH_SHA256, der.bitString(signature));
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: toPem(bytes) };
}
function toBeSigned(publicKey, now) {
  const notBefore = new Date(now.getTime() - DAY_MS);
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(now.getUTCFullYear() + VALID_YEARS);
  const name = der.sequence(der.set(der.sequence(der.objectIdentifier(
    "2.5.4.3"
  ), der.utf8String("Orrery on this machine"))));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const version3 = der.tagged(0, der.integer(Buffer.from(
    [2]
  )));
  return der.sequence(version3, der.integer((0, import_node_crypto10.randomBytes)(16)), ECDSA_WITH_SHA256, name, der.sequence(der.time(notBefore), der.time(notAfter)), name, spki, der.tagged(
    3,
    der.sequence(...extensions(spki))
  ));
}
function extensions(spki) {
  const keyId = (0, import_node_crypto10.createHash)("sha1").update(spki).digest();
  const keyUsage = der.bitString(Buffer.from([
    128
  ]), 7);
  const serverAuthentication = der.objectIdentifier("1.3.6.1.5.5.7.3.1");
  return [extension("2.5.29.19", der.sequence(), "critical"), extension(
    "2.5.29.15",
    keyUsage,
    "critical"
  ), extension("2.5.29.37", der.sequence(serverAuthentication)), extension("2.5.29.17", der.sequence(...subjectNames())), extension("2.5.29.14", der.octetString(
    keyId
  )), extension("2.5.29.35", der.sequence(der.taggedBytes(0, keyId)))];
}
function extension(id, value, critical) {
  const mark = critical === void 0 ? [] : [der.boolean(true)];
  return der.sequence(der.objectIdentifier(id), ...mark, der.octetString(value));
}
function subjectNames() {
  const machine = (0, import_node_os2.hostname)();
  const names = /* @__PURE__ */ new Set([
    "localhost",
    "host.docker.internal",
    "orrery"
  ]);
  if (/^[\x21-\x7e]+$/.test(machine)) names.add(machine);
  return [...Array.from(names, (name) => der.taggedBytes(2, Buffer.from(name))), ...IP_ADDRESSES.map((address) => der.taggedBytes(7, address))];
}
function toPem(bytes) {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return [
    "-----BEGIN CERTIFICATE-----",
    ...lines,
    "-----END CERTIFICATE-----",
    ""
  ].join("\n");
}
var CERTIFICATE_FILE = "certificate.pem";
var CERTIFICATE_KEY_FILE = "certificate-key.pem";
async function loadOrCreateCertificate(folder, now) {
  if (folder === void 0) return createCertificate(
    now
  );
  const kept2 = await readCertificate(folder);
  if (kept2 !== void 0 && isUsable(kept2, now)) return kept2;
  const made2 = await createCertificate(now);
  await (0, import_promises14.mkdir)(
    folder,
    { recursive: true }
  );
  await replaceFile((0, import_node_path14.join)(folder, CERTIFICATE_KEY_FILE), made2.key, 384);
  await replaceFile((0, import_node_path14.join)(folder, CERTIFICATE_FILE), made2.cert, 420);
  return made2;
}
function lazyCertificate(folder, now) {
  let certificate;
  return () => {
    certificate ??= loadOrCreateCertificate(folder, now()).catch((error) => {
      certificate = void 0;
      throw error;
    });
    return certificate;
  };
}
async function readCertificate(folder) {
  try {
    const [key, cert] = await Promise.all([(0, import_promises14.readFile)((0, import_node_path14.join)(folder, CERTIFICATE_KEY_FILE), "utf8"), (0, import_promises14.readFile)(
      (0, import_node_path14.join)(folder, CERTIFICATE_FILE),
      "utf8"
    )]);
    return { key, cert };
  } catch (error) {
    if (error.code === "ENOENT") return void 0;
    throw error;
  }
}
function isUsable({ key, cert }, now) {
  try {
    const parsed3 = new import_node_crypto9.X509Certificate(cert);
    return parsed3.checkPrivateKey((0, import_node_crypto9.createPrivateKey)(key)) && new Date(parsed3.validTo) > now;
  } catch {
    return false;
  }
}
async function replaceFile(path, text3, mode) {
  const temporary = `${path}.${(0, import_node_crypto9.randomUUID)()}`;
  await (0, import_promises14.writeFile)(temporary, text3, { mode });
  await (0, import_promises14.rename)(temporary, path);
}
var BAD_REQUEST = { status: "400 Bad Request", code: "BadRequest", message: "The request is not valid HTTP/1.1." };
var REQUEST_TIMEOUT = { status: "408 Request Timeout", code: "RequestTimeout", message: "The request took too long to arrive." };
var ANSWERS = /* @__PURE__ */ new Map([["HPE_HEADER_OVERFLOW", { status: "431 Request Header Fields Too Large", code: "BadRequest", message: "The headers are too large." }], ["ERR_HTTP_REQUEST_TIMEOUT", REQUEST_TIMEOUT]]);
var LATE_REQUEST = { status: 408, body: bodyOf(REQUEST_TIMEOUT) };
function bodyOf({
  code,
  message
}) {
  return JSON.stringify({ code, message });
}
function answerClientError(error, socket) {
  const isAnswering = socket._httpMessage?.headersSent ?? false;
  if (!socket.writable || isAnswering || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  endWith(socket, ANSWERS.get(error.code) ?? BAD_REQUEST);
}
function answerLate(socket) {
  endWith(
    socket,
    REQUEST_TIMEOUT
  );
}
function answerConnect(_request, socket) {
  socket.on("error", () => socket.destroy());
  endWith(socket, { status: "405 Method Not Allowed", code: "MethodNotAllowed", message: "The method CONNECT is not served here." });
}
function answerExpectation(_request, response) {
  const body = bodyOf({ status: "417 Expectation Failed", code: "ExpectationFailed", message: "The header 'expect' may only be 100-continue." });
  response.writeHead(417, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body), Connection: "close" });
  response.end(body);
}
function endWith(socket, answer) {
  const { status } = answer;
  const body = bodyOf(answer);
  const head = `HTTP/1.1 ${status}\r
Content-Type: application/json\r
Content-Length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r
Connection: close\r
\r
${body}`, () => socket.destroy());
}
var PREFACE = Buffer.from("PRI * HTTP/2.0\r\n");
var RESET_WAIT_MS = 1e3;
var BYTES_PER_MEGABYTE = 1024 * 1024;
function isHttp2(first) {
  return first.subarray(0, PREFACE.length).equals(PREFACE);
}
var Http2Sessions = class {
  #handle;
  #limits;
  #open = /* @__PURE__ */ new Set();
  constructor(handle, limits) {
    this.#handle = handle;
    this.#limits = limits;
  }
  serve(socket) {
    const session = new Http2Session(
      socket,
      this.#handle,
      this.#limits
    );
    this.#open.add(session);
    socket.once("close", () => this.#open.delete(session));
  }
  close() {
    for (const session of this.#open) session.close();
  }
  destroy() {
    for (const session of this.#open) session.destroy();
  }
};
var Http2Session = class {
  #socket;
  #session;
  #handle;
  #limits;
  #streams = 0;
  #underWay = 0;
  constructor(socket, handle, limits) {
    this.#socket = socket;
    this.#handle = handle;
    this.#limits = limits;
    this.#session = (0, import_node_http22.performServerHandshake)(socket, {
      maxSessionMemory: limits.sessionBytesMax / BYTES_PER_MEGABYTE,
      settings: { maxConcurrentStreams: limits.streamsMax, maxHeaderListSize: limits.headerBytesMax, initialWindowSize: limits.windowBytes }
    });
    this.#session.setLocalWindowSize(
      limits.windowBytes
    );
    this.#session.setTimeout(limits.headersTimeoutMs, () => {
      if (this.#streams === 0) this.destroy();
    });
    this.#session.on("stream", (stream, headers) => void this.#exchange(
      stream,
      headers
    ));
    this.#closeTogether();
  }
  close() {
    this.#session.close();
  }
  destroy() {
    this.#socket.destroy();
  }
  #closeTogether() {
    const drop = () => this.destroy();
    this.#socket.on("error", drop).once("end", drop);
    this.#socket.once("close", () => this.#session.destroy());
    this.#session.on("error", drop);
  }
  async #exchange(stream, headers) {
    stream.on(
      "error",
      () => {
      }
    );
    if (stream.destroyed) return;
    if (this.#underWay >= this.#limits.streamsMax) {
      stream.close(import_node_http22.constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    this.#watch(stream);
    this.#underWay++;
    await this.#handle(stream, headers);
    this.#underWay--;
    if (!stream.destroyed) this.#dropUnlessTaken(stream);
  }
  #dropUnlessTaken(stream) {
    let timer = setTimeout(
      () => {
        stream.close(import_node_http22.constants.NGHTTP2_CANCEL);
        timer = setTimeout(() => this.destroy(), RESET_WAIT_MS);
      },
      this.#limits.answerTimeoutMs
    );
    stream.once("close", () => clearTimeout(
      timer
    ));
  }
  #watch(stream) {
    this.#streams++;
    const late = stream.endAfterHeaders ? void 0 : answerUnlessWhole(stream, this.#limits.requestTimeoutMs);
    stream.once("close", () => {
      clearTimeout(late);
      this.#streams--;
      if (this.#streams === 0) this.#session.setTimeout(this.#limits.keepAliveTimeoutMs);
    });
  }
};
function answerUnlessWhole(stream, timeoutMs) {
  const timer = setTimeout(() => {
    if (!stream.headersSent) {
      const { status, body } = LATE_REQUEST;
      stream.respond({ ":status": status, "content-type": "application/json" });
      stream.end(body);
    }
    stream.close(import_node_http22.constants.NGHTTP2_NO_ERROR);
  }, timeoutMs);
  stream.once("end", () => clearTimeout(timer));
  return timer;
}
var Pipelines = class {
  #max;
  #of = /* @__PURE__ */ new WeakMap();
  constructor(max) {
    this.#max = max;
  }
  enter(socket, response, work) {
    const pipeline = this.#of.get(socket) ?? this.#begin(socket);
    pipeline.responses.add(response);
    response.once("close", () => {
      pipeline.responses.delete(response);
      this.#leave(socket, pipeline);
    });
    if (pipeline.underWay < this.#max) {
      pipeline.underWay++;
      work();
      return;
    }
    pipeline.waiting.push(work);
    socket.pause();
  }
  #begin(socket) {
    const pipeline = { underWay: 0, waiting: [], responses: /* @__PURE__ */ new Set() };
    this.#of.set(socket, pipeline);
    socket.once("close", () => {
      for (const response of pipeline.responses) if (response.socket === null) close(response);
    });
    return pipeline;
  }
  #leave(socket, pipeline) {
    const next = pipeline.waiting.shift();
    if (next === void 0) pipeline.underWay--;
    else if (!socket.destroyed) next();
    if (pipeline.waiting.length === 0 && socket.isPaused()) socket.resume();
  }
};
function close(response) {
  response.destroy();
  response.emit("close");
}
var NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/;
function answerHead({ status, headers, body, pieces }, keepAliveMs) {
  let head = `HTTP/1.1 ${status} ${import_node_http3.STATUS_CODES[status] ?? "unknown"}\r
`;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string" && NOT_IN_HEADERS.test(value)) throw new Error(`The header '${name}' cannot hold ${JSON.stringify(value)}.`);
    head += `${name}: ${value}\r
`;
  }
  if (headers.date === void 0) head += `Date: ${(/* @__PURE__ */ new Date()).toUTCString()}\r
`;
  if (status !== 204 && status !== 304) head += `content-length: ${body?.length ?? pieces?.bytes ?? 0}\r
`;
  head += keepAliveMs === 0 ? "Connection: close" : keepAliveLines(keepAliveMs);
  return `${head}\r
\r
`;
}
function keepAliveLines(keepAliveMs) {
  return `Connection: keep-alive\r
Keep-Alive: timeout=${Math.floor(keepAliveMs / 1e3)}`;
}
var HEAD_END = Buffer.from("\r\n\r\n");
var LINE_END = "\r\n";
var REQUEST_LINE = /(GET|POST|PUT|PATCH|DELETE) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n/y;
var HEADER_LINES = /(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e]*\r\n)*$/y;
var BLANKS_AROUND = /^[\t ]|[\t ]$/;
var LENGTH = /^\d{1,15}$/;
var NOT_PLAIN = /* @__PURE__ */ new Set(["transfer-encoding", "expect", "upgrade", "trailer"]);
function parsePlainHead(bytes, bytesMax) {
  const length2 = bytes.indexOf(HEAD_END);
  if (length2 < 0 || length2 > bytesMax) return void 0;
  const text3 = bytes.toString("latin1", 0, length2 + LINE_END.length);
  REQUEST_LINE.lastIndex = 0;
  const line = REQUEST_LINE.exec(text3);
  if (line === null) return void 0;
  HEADER_LINES.lastIndex = REQUEST_LINE.lastIndex;
  if (!HEADER_LINES.test(text3)) return void 0;
  const headers = readHeaders(
    text3,
    REQUEST_LINE.lastIndex
  );
  if (headers?.host === void 0) return void 0;
  const declared = headers["content-length"];
  if (declared !== void 0 && !LENGTH.test(declared)) return void 0;
  return { method: line[1], target: line[2], headers, bodyBytes: Number(declared ?? 0), end: length2 + HEAD_END.length };
}
function readHeaders(text3, start) {
  const headers = {};
  for (let at = start; at < text3.length; ) {
    const end = text3.indexOf(LINE_END, at);
    const colon = text3.indexOf(":", at);
    const name = text3.slice(at, colon).toLowerCase();
    if (Object.hasOwn(headers, name) || NOT_PLAIN.has(name)) return void 0;
    const written = text3.slice(text3[colon + 1] === " " ? colon + 2 : colon + 1, end);
    const value = BLANKS_AROUND.test(written) ? written.trim() : written;
    if (name === "connection" && value.toLowerCase() !== "keep-alive") return void 0;
    headers[name] = value;
    at = end + LINE_END.length;
  }
  return headers;
}
var JOINED_BYTES_MAX = 16 * 1024;
var PlainLane = class {
  options;
  #connections = /* @__PURE__ */ new Set();
  #timer;
  round = 0;
  #isClosing = false;
  constructor(options) {
    this.options = options;
  }
  get isClosing() {
    return this.#isClosing;
  }
  enter(socket, first) {
    this.#timer ??= setInterval(() => this.#check(), this.options.limits.timeoutCheckMs).unref();
    const connection = new PlainConnection(
      this,
      socket
    );
    this.#connections.add(connection);
    if (first !== void 0) connection.take(first);
  }
  left(connection) {
    this.#connections.delete(connection);
  }
  close() {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.closeIfIdle();
  }
  destroy() {
    for (const { socket } of this.#connections) socket.destroy();
  }
  isLate(sinceRound, limitMs) {
    return (this.round - sinceRound) * this.options.limits.timeoutCheckMs > limitMs;
  }
  #check() {
    this.round++;
    for (const connection of this.#connections) connection.check();
  }
};
var PlainConnection = class {
  socket;
  #lane;
  #state = "waiting";
  #since;
  #head;
  #body;
  #received = 0;
  #ahead;
  #isEnded = false;
  #whenOver;
  #wake = () => {
  };
  #isGoingOn = false;
  #isLeft = false;
  constructor(lane, socket) {
    this.#lane = lane;
    this.socket = socket;
    this.#since = lane.round;
    socket.on("data", this.#onData).on("end", this.#onEnd).on("error", this.#onError);
    socket.on("close", this.#onClose).on(
      "drain",
      this.#onDrain
    );
  }
  #onData = (chunk) => {
    if (this.#state === "waiting") this.take(chunk);
    else if (this.#state === "receiving") this.#gather(chunk);
    else {
      this.#ahead = this.#ahead === void 0 ? chunk : Buffer.concat([this.#ahead, chunk]);
      this.socket.pause();
    }
  };
  #onEnd = () => {
    this.#isEnded = true;
    if (this.#state === "receiving" || this.#state === "working") this.socket.destroy();
    else if (this.#state === "waiting") this.socket.end();
  };
  #onError = () => this.socket.destroy();
  #onClose = () => {
    this.#lane.left(this);
    this.#wake();
    this.#over();
  };
  #onDrain = () => {
    if (this.#state === "sending") this.#next();
    else this.#wake();
  };
  take(bytes) {
    const { limits, bodyBytesMax } = this.#lane.options;
    const head = parsePlainHead(bytes, limits.headerBytesMax);
    if (head === void 0 || head.bodyBytes >= bodyBytesMax) {
      this.#leave(bytes);
      return;
    }
    const bodyEnd = head.end + head.bodyBytes;
    if (bytes.length >= bodyEnd) {
      if (bytes.length > bodyEnd)
        this.#ahead = bytes.subarray(bodyEnd);
      this.#serve(head, bytes.subarray(head.end, bodyEnd));
      return;
    }
    this.#head = head;
    this.#body = Buffer.allocUnsafe(head.bodyBytes);
    this.#received = bytes.copy(this.#body, 0, head.end);
    this.#enterState("receiving");
    if (this.#isEnded) this.socket.destroy();
  }
  #gather(chunk) {
    const head = this.#head;
    const body = this.#body;
    const copied = chunk.copy(body, this.#received);
    this.#received += copied;
    if (this.#received < body.length) return;
    if (copied < chunk.length) this.#ahead = chunk.subarray(copied);
    this.#head = void 0;
    this.#body = void 0;
    this.#serve(head, body);
  }
  #serve(head, body) {
    this.#enterState("working");
    this.#lane.options.handle({
      ...head,
      body,
      socket: this.socket,
      answer: (response) => this.#answer(response),
      whenOver: (go) => {
        if (this.socket.destroyed) go();
        else this.#whenOver = go;
      }
    });
  }
  #answer(response) {
    const { socket } = this;
    if (response.isCut)
      socket.destroy();
    if (socket.destroyed) return;
    this.#enterState("sending");
    const { limits } = this.#lane.options;
    const head = answerHead(response, this.#isLast ? 0 : limits.keepAliveTimeoutMs);
    if (response.pieces !== void 0) {
      void this.#passOn(head, response.pieces);
      return;
    }
    const over = this.#whenOver;
    this.#whenOver = void 0;
    const isTaken = send(socket, head, response.body, over);
    if (isTaken) this.#next();
  }
  async #passOn(head, pieces) {
    const { socket } = this;
    this.#enterState("passingOn");
    try {
      socket.write(head, "latin1");
      for await (const piece of pieces) {
        if (!socket.write(piece)) await this.#drained();
        if (socket.destroyed) break;
      }
    } catch {
      socket.destroy();
    }
    if (socket.destroyed) return;
    this.#over();
    this.#next();
  }
  #drained() {
    return new Promise((resolve3) => {
      this.#wake = resolve3;
    });
  }
  get #isLast() {
    return this.#lane.isClosing || this.#isEnded && this.#ahead === void 0;
  }
  #next() {
    if (this.#isLast) {
      this.socket.end();
      return;
    }
    if (this.#ahead === void 0) this.#enterState("waiting");
    else if (!this.#isGoingOn) {
      this.#isGoingOn = true;
      setImmediate(this.#goOn);
    }
  }
  #goOn = () => {
    this.#isGoingOn = false;
    if (this.socket.destroyed) return;
    if (this.#isLast) {
      this.socket.end();
      return;
    }
    const ahead = this.#ahead;
    this.#ahead = void 0;
    this.#enterState("waiting");
    this.take(
      ahead
    );
    if (this.#ahead === void 0 && !this.#isLeft) this.socket.resume();
  };
  #leave(bytes) {
    const { socket } = this;
    this.#isLeft = true;
    this.#lane.left(this);
    socket.off("data", this.#onData).off("end", this.#onEnd).off("error", this.#onError);
    socket.off("close", this.#onClose).off("drain", this.#onDrain);
    if (this.#isEnded) {
      socket.destroy();
      return;
    }
    socket.pause();
    socket.unshift(bytes);
    this.#lane.options.leave(socket);
  }
  #enterState(state) {
    this.#state = state;
    this.#since = this.#lane.round;
  }
  #over() {
    this.#whenOver?.();
    this.#whenOver = void 0;
  }
  closeIfIdle() {
    if (this.#state === "waiting" || this.#state === "receiving") this.socket.destroy();
  }
  check() {
    const { limits } = this.#lane.options;
    const isLate = (limitMs) => this.#lane.isLate(this.#since, limitMs);
    switch (this.#state) {
      case "waiting":
        if (isLate(limits.keepAliveTimeoutMs)) this.socket.destroy();
        break;
      case "receiving":
        if (isLate(limits.requestTimeoutMs)) answerLate(this.socket);
        break;
      case "sending":
      case "passingOn":
        if (isLate(limits.answerTimeoutMs)) this.socket.destroy();
        break;
      case "working":
        break;
    }
  }
};
function send(socket, head, body, over) {
  const length2 = body?.length ?? 0;
  if (length2 > JOINED_BYTES_MAX) {
    socket.cork();
    socket.write(head, "latin1");
    const isTaken = socket.write(
      body,
      over
    );
    socket.uncork();
    return isTaken;
  }
  const bytes = Buffer.allocUnsafe(head.length + length2);
  bytes.write(head, "latin1");
  if (length2 > 0) bytes.set(body, head.length);
  return socket.write(bytes, over);
}
var TLS_HANDSHAKE = 22;
var TRUNK = import_chunk_SDK7ERLW.TRUNK_PREFACE[0];
var CLOSE_CHECK_MS = 20;
function createListener(options) {
  return new SniffingListener(options, { ...import_chunk_FPHW7ZTD.LISTENER_LIMITS, ...options.limits });
}
var SniffingListener = class {
  #options;
  #limits;
  #http;
  #serve;
  #http2;
  #plain;
  #tls;
  #addresses;
  #closing;
  #silent = /* @__PURE__ */ new Set();
  #adopted = /* @__PURE__ */ new Set();
  #adoptedGone = () => {
  };
  constructor(options, limits) {
    this.#options = options;
    this.#limits = limits;
    this.#addresses = new import_chunk_FPHW7ZTD.AddressCounts(limits.connectionsPerAddressMax);
    this.#http = createHttpServer(options.handle, limits);
    this.#http2 = new Http2Sessions(options.handleStream, limits);
    this.#tls = new import_chunk_FPHW7ZTD.TlsDoor({ certificate: options.certificate, handshakeTimeoutMs: limits.handshakeTimeoutMs, protocols: [
      "h2",
      "http/1.1",
      ...options.trunks ? [import_chunk_SDK7ERLW.TRUNK_PROTOCOL] : []
    ], enter: (socket) => {
      if (socket.alpnProtocol === "h2") this.#http2.serve(socket);
      else if (socket.alpnProtocol === import_chunk_SDK7ERLW.TRUNK_PROTOCOL)
        options.trunks.serve(socket);
      else this.#enter(socket);
    }, onError: options.onError });
    const [serve] = this.#http.listeners("connection");
    this.#serve = serve.bind(this.#http);
    this.#plain = options.handlePlain && new PlainLane({ handle: options.handlePlain, leave: (socket) => this.#serveFromHere(socket), limits, bodyBytesMax: import_chunk_BWGLRA76.HELD_LIMITS.countedFromBytes });
    this.#http.removeAllListeners("connection");
    this.#http.on("connection", (socket) => {
      options.onConnection?.();
      if (this.#addresses.admit(socket)) this.#sniff(socket);
      else
        socket.destroy();
    });
    this.#http.on("clientError", answerClientError);
    this.#http.on("checkExpectation", answerExpectation);
    this.#http.on("connect", answerConnect);
  }
  listen(port, host) {
    return (0, import_chunk_FPHW7ZTD.listenOn)(this.#http, { port, host }, this.#options.onError);
  }
  adopt(socket) {
    if (this.#closing !== void 0) {
      socket.destroy();
      return;
    }
    if (this.#adopted.size === 0 && !this.#http.listening) this.#http.emit("listening");
    socket.allowHalfOpen = true;
    this.#adopted.add(socket);
    socket.once("close", () => {
      this.#adopted.delete(socket);
      if (this.#adopted.size === 0) this.#adoptedGone();
    });
    this.#http.emit("connection", socket);
  }
  close() {
    this.#closing ??= this.#close();
    return this.#closing;
  }
  async #close() {
    const closed = Promise.all([new Promise((resolve3) => this.#http.close(() => resolve3())), this.#adopted.size > 0 && new Promise((resolve3) => this.#adoptedGone = resolve3)]);
    for (const socket of this.#silent)
      socket.destroy();
    this.#tls.close();
    this.#http2.close();
    this.#plain?.close();
    this.#options.trunks?.close();
    const check2 = setInterval(
      () => this.#http.closeIdleConnections(),
      CLOSE_CHECK_MS
    );
    const cut = setTimeout(() => {
      this.#http.closeAllConnections();
      this.#http2.destroy();
      this.#plain?.destroy();
      this.#options.trunks?.destroy();
    }, this.#limits.closeGraceMs);
    await closed;
    clearInterval(check2);
    clearTimeout(cut);
  }
  #sniff(socket) {
    const drop = () => socket.destroy();
    const forget = () => this.#silent.delete(socket);
    this.#silent.add(socket);
    socket.on("error", drop).on("end", drop).on("timeout", drop).on("close", forget);
    socket.setTimeout(this.#limits.firstByteTimeoutMs);
    socket.once("data", (first) => {
      socket.setTimeout(0);
      forget();
      socket.removeListener("end", drop).removeListener("timeout", drop).removeListener("close", forget);
      if (first[0] === TLS_HANDSHAKE) {
        putBack(
          socket,
          first
        );
        void this.#tls.secure(socket);
        return;
      }
      socket.removeListener("error", drop);
      if (isHttp2(first)) {
        putBack(socket, first);
        this.#http2.serve(socket);
      } else if (first[0] === TRUNK && this.#options.trunks !== void 0) {
        putBack(socket, first);
        this.#options.trunks.serve(socket);
        socket.resume();
      } else this.#enter(socket, first);
    });
  }
  #enter(socket, first) {
    if (this.#plain !== void 0) {
      this.#plain.enter(socket, first);
      return;
    }
    if (first === void 0) {
      this.#serve(socket);
      return;
    }
    putBack(socket, first);
    this.#serveFromHere(socket);
  }
  #serveFromHere(socket) {
    this.#serve(socket);
    socket.resume();
  }
};
function putBack(socket, bytes) {
  socket.pause();
  socket.unshift(bytes);
}
function createHttpServer(handle, limits) {
  const options = {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headerBytesMax,
    requireHostHeader: false
  };
  const pipelines = new Pipelines(limits.pipelinedMax);
  const server = (0, import_node_http.createServer)(options, (request, response) => {
    closeUnlessTaken(response, limits.answerTimeoutMs);
    pipelines.enter(request.socket, response, () => handle(request, response));
  });
  server.maxConnections = limits.connectionsMax;
  return server;
}
function closeUnlessTaken(response, timeoutMs) {
  response.once("prefinish", () => {
    const timer = setTimeout(() => response.destroy(), timeoutMs);
    response.once(
      "close",
      () => clearTimeout(timer)
    );
  });
}
var TrunkDoor = class {
  #options;
  #trunks = /* @__PURE__ */ new Set();
  #isClosing = false;
  constructor(options) {
    this.#options = options;
  }
  serve(socket) {
    const drop = () => socket.destroy();
    let first = Buffer.alloc(0);
    const read = (chunk) => {
      first = Buffer.concat([first, chunk]);
      if (first.length < import_chunk_SDK7ERLW.TRUNK_PREFACE.length) return;
      socket.off("data", read).off("error", drop);
      if (first.equals(
        import_chunk_SDK7ERLW.TRUNK_PREFACE
      )) this.#enter(socket);
      else socket.destroy();
    };
    socket.setTimeout(import_chunk_SDK7ERLW.TRUNK_LIMITS.introductionMs, drop);
    socket.on("error", drop).on("data", read);
  }
  #enter(socket) {
    const trunk = new IncomingTrunk(socket, this.#options, () => this.#trunks.delete(trunk));
    this.#trunks.add(trunk);
    if (this.#isClosing) trunk.close();
  }
  close() {
    this.#isClosing = true;
    for (const trunk of this.#trunks) trunk.close();
  }
  destroy() {
    for (const trunk of this.#trunks) trunk.destroy();
  }
};
var IncomingTrunk = class {
  #options;
  #trunk;
  #from;
  #nonce = (0, import_node_crypto11.randomBytes)(
    24
  ).toString("base64");
  #exchanges = /* @__PURE__ */ new Map();
  #proofs = [];
  #provenFor;
  constructor(socket, options, closed) {
    this.#options = options;
    this.#from = socket.remoteAddress ?? "";
    this.#trunk = new import_chunk_SDK7ERLW.Trunk(socket, (frame) => this.#take(frame), () => {
      for (const id of this.#exchanges.keys()) this.#giveUp(id);
      closed();
    });
    this.#trunk.send(import_chunk_SDK7ERLW.TrunkKind.hello, 0, `${this.#nonce}
${options.nodeId}`);
  }
  close() {
    if (this.#provenFor === void 0) this.#trunk.destroy();
    else this.#trunk.send(import_chunk_SDK7ERLW.TrunkKind.leave);
  }
  destroy() {
    this.#trunk.destroy();
  }
  #take(frame) {
    if (frame.kind === import_chunk_SDK7ERLW.TrunkKind.proof) this.#enter(frame.text);
    else if (!this.#isProven()) this.#trunk.destroy();
    else if (frame.kind === import_chunk_SDK7ERLW.TrunkKind.request) this.#begin(frame);
    else {
      const exchange = this.#exchanges.get(frame.id);
      if (exchange !== void 0) this.#goOn(frame, exchange);
    }
  }
  #goOn(frame, exchange) {
    switch (frame.kind) {
      case import_chunk_SDK7ERLW.TrunkKind.piece:
        this.#addPiece(
          frame,
          exchange
        );
        break;
      case import_chunk_SDK7ERLW.TrunkKind.credit:
        exchange.sender?.credit(Number(frame.text));
        break;
      case import_chunk_SDK7ERLW.TrunkKind.cancel:
        this.#giveUp(frame.id);
        break;
      default:
        this.#trunk.destroy();
    }
  }
  #enter(proofs) {
    this.#proofs = proofs.split("\n").map((proof) => Buffer.from(proof));
    if (this.#isProven()) {
      this.#trunk.open();
      this.#trunk.send(import_chunk_SDK7ERLW.TrunkKind.welcome);
    } else {
      this.#options.onRefused(this.#from);
      this.#trunk.destroy();
    }
  }
  #isProven() {
    const keys = this.#options.keys();
    if (keys === this.#provenFor) return true;
    const isProven = keys.full.some((key) => {
      const expected = Buffer.from((0, import_chunk_SDK7ERLW.trunkProof)(key, this.#nonce, this.#options.nodeId));
      return this.#proofs.some((proof) => proof.length === expected.length && (0, import_node_crypto11.timingSafeEqual)(
        proof,
        expected
      ));
    });
    this.#provenFor = isProven ? keys : void 0;
    return isProven;
  }
  #begin({ id, text: text3, bytes }) {
    const [bodyText, ...lines] = text3.split("\n");
    const bodyBytes = Number(
      bodyText
    );
    if (!(bodyBytes <= import_chunk_LACWL7JQ.BODY_BYTES_MAX) || this.#exchanges.has(id)) {
      this.#trunk.destroy();
      return;
    }
    const exchange = { isGone: false, body: void 0, sender: void 0, over: () => {
    } };
    this.#exchanges.set(id, exchange);
    const whole2 = bodyBytes > import_chunk_SDK7ERLW.TRUNK_LIMITS.pieceBytes ? this.#bodyOf(exchange, bodyBytes) : Promise.resolve(bytes);
    const memory = this.#options.memory(() => this.#cut(id), (go) => {
      exchange.over = go;
    });
    const { request, access } = (0, import_chunk_SDK7ERLW.requestOfLines)(lines, bodyBytes, { readBody: () => whole2, isGone: () => exchange.isGone, memory });
    void this.#options.serve(request, access).then((answer) => this.#answer(id, exchange, answer));
  }
  #bodyOf(exchange, bytes) {
    const whole2 = new Promise((resolve3, reject) => {
      exchange.body = {
        pieces: [],
        left: bytes,
        resolve: resolve3,
        reject
      };
    });
    whole2.catch(() => {
    });
    return whole2;
  }
  #addPiece(frame, exchange) {
    const { body } = exchange;
    if (body === void 0) return;
    const piece = frame.bytes;
    body.pieces.push(piece);
    body.left -= piece.length;
    if (body.left > 0) {
      this.#trunk.send(import_chunk_SDK7ERLW.TrunkKind.credit, frame.id, String(piece.length));
      return;
    }
    exchange.body = void 0;
    body.resolve(Buffer.concat(body.pieces));
  }
  #answer(id, exchange, { status, headers, body, isCut }) {
    const bytes = isCut ? void 0 : body;
    let text3 = `${isCut ? 0 : status}
${bytes?.length ?? 0}`;
    for (const name in headers) text3 += `
${name}
${headers[name]}`;
    const isWhole = this.#trunk.sendHead(import_chunk_SDK7ERLW.TrunkKind.answer, id, text3, bytes);
    const sent = () => {
      this.#exchanges.delete(id);
      exchange.over();
    };
    if (isWhole || exchange.isGone) sent();
    else exchange.sender = new import_chunk_SDK7ERLW.PieceSender(this.#trunk, id, body, sent);
  }
  #giveUp(id) {
    const exchange = this.#exchanges.get(id);
    if (exchange === void 0) return;
    exchange.isGone = true;
    exchange.body?.reject((0, import_chunk_LACWL7JQ.clientGone)());
    if (exchange.sender === void 0) return;
    this.#exchanges.delete(id);
    exchange.over();
  }
  #cut(id) {
    this.#trunk.send(import_chunk_SDK7ERLW.TrunkKind.cancel, id);
    this.#giveUp(id);
  }
};
var ADVICE_HEAP_MB_MAX = 1024;
async function adviseInThread({ job, next, progress, signal }) {
  const worker = new import_node_worker_threads.Worker((0, import_chunk_4T7ZR3GH.workerEntry)("cli/advice-worker", moduleUrl), {
    execArgv: [],
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: ADVICE_HEAP_MB_MAX }
  });
  let onAbort = () => {
  };
  try {
    return await new Promise((resolve3, reject) => {
      onAbort = () => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener("abort", onAbort);
      worker.on("error", (error) => reject(tooLarge(error) ?? error));
      worker.on(
        "exit",
        () => reject(new Error("the thread of the advice ended unexpectedly"))
      );
      worker.on("message", (message) => {
        if (message.kind === "want") {
          next(message.what).then((chunk) => worker.postMessage(chunk), reject);
        } else if (message.kind === "progress") progress(message.what, message.part);
        else if (message.kind === "done") resolve3(message);
        else reject(new import_chunk_4T7ZR3GH.Failure(
          "badRequest",
          message.message
        ));
      });
    });
  } finally {
    signal.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}
function tooLarge(error) {
  if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return void 0;
  return new import_chunk_4T7ZR3GH.Failure("badRequest", "The advice needed too much memory. Let it look at fewer 'items'.");
}
var ADVICE_AT_ONCE_MAX = 2;
var ADVICE_KEPT_MAX = 20;
var ADVICE_ITEMS_MAX = 1e6;
var ITEMS_DEFAULT = 1e5;
var ADVICE_WORKLOAD_CHARACTERS_MAX = 65536;
var ADVICE_MS_MAX = 15 * 6e4;
var REPLAYS_MAX = 10;
var REPLAY_SECONDS = { min: 5, max: 110 };
var ROWS_PER_CHUNK = 500;
var ServerAdviceDesk = class {
  #engine;
  #entries = /* @__PURE__ */ new Map();
  constructor(engine) {
    this.#engine = engine;
  }
  async start(container, terms) {
    await checkTerms(terms);
    const partitions = await this.#engine.partitions.figures(container);
    if (partitions.every(({ items }) => items === 0)) throw new import_chunk_4T7ZR3GH.Failure("conflict", "There are no items to judge by. Write some, then ask again.");
    if (this.#entries.get(container.rid)?.state === "running") throw new import_chunk_4T7ZR3GH.Failure(
      "conflict",
      "Advice on this container is under way. Wait for it, or DELETE it first."
    );
    if (this.#running().length >= ADVICE_AT_ONCE_MAX) {
      throw new import_chunk_4T7ZR3GH.Failure(
        "conflict",
        `Advice on ${ADVICE_AT_ONCE_MAX} containers is under way. Wait for one of them, or DELETE it.`
      );
    }
    const entry = {
      state: "running",
      what: "beginning",
      part: null,
      startedAt: this.#time(),
      endedAt: null,
      error: null,
      outcome: void 0,
      stop: new AbortController(),
      over: Promise.resolve()
    };
    this.#entries.delete(container.rid);
    this.#entries.set(container.rid, entry);
    entry.over = this.#run(container, terms, entry);
    return shown2(entry);
  }
  read({ rid }) {
    const entry = this.#entries.get(rid);
    return entry === void 0 ? NOTHING8 : shown2(entry);
  }
  report({
    rid
  }) {
    const outcome = this.#entries.get(rid)?.outcome;
    if (outcome === void 0) throw new import_chunk_4T7ZR3GH.Failure("notFound", "There is no advice on this container yet: POST advice first.");
    return outcome.report;
  }
  async cancel({ rid }) {
    const entry = this.#entries.get(rid);
    this.#entries.delete(rid);
    entry?.stop.abort(new import_chunk_4T7ZR3GH.Failure("conflict", "It was given up."));
    await entry?.over;
    return NOTHING8;
  }
  async close() {
    for (const { stop } of this.#running()) stop.abort(new import_chunk_4T7ZR3GH.Failure("conflict", "The server stops."));
    await Promise.all([...this.#entries.values()].map(({ over }) => over));
  }
  #running() {
    return [...this.#entries.values()].filter(({ state }) => state === "running");
  }
  #time() {
    return new Date(this.#engine.environment.now()).toISOString();
  }
  async #presentOf(container) {
    const { resource } = await this.#engine.containers.read(container, { quota: false, statistics: false });
    const {
      partitionKey,
      uniqueKeyPolicy
    } = resource.body;
    return { key: partitionKey?.paths ?? [], uniqueKeys: (uniqueKeyPolicy?.uniqueKeys ?? []).map(({ paths }) => paths) };
  }
  async #run(container, terms, entry) {
    const late = new import_chunk_4T7ZR3GH.Failure("badRequest", "The advice took too long. Let it look at fewer 'items'.");
    const timer = setTimeout(() => entry.stop.abort(late), ADVICE_MS_MAX);
    timer.unref();
    const sample = new ContainerSample(this.#engine, container, terms.items ?? ITEMS_DEFAULT);
    const recorded = [...terms.recorded ?? []];
    try {
      entry.outcome = await adviseInThread(
        { job: {
          container: container.container,
          workload: terms.workload,
          isRecorded: terms.recorded !== void 0,
          scale: terms.scale ?? {},
          replays: terms.replays,
          replaySeconds: terms.replaySeconds,
          present: await this.#presentOf(container)
        }, next: async (what) => what === "items" ? sample.next() : { rows: recorded.splice(0, ROWS_PER_CHUNK), hasMore: false }, progress: (said, part) => Object.assign(entry, { what: said, part }), signal: entry.stop.signal }
      );
      entry.state = "done";
      entry.what = "done";
      entry.part = 1;
    } catch (error) {
      entry.state = "failed";
      entry.error = error instanceof import_chunk_4T7ZR3GH.Failure ? error.message : "It failed; the server's log says why.";
      if (!(error instanceof import_chunk_4T7ZR3GH.Failure)) this.#engine.environment.log("error", `Advice on ${container.container} failed: ${stackOf(error)}`);
    } finally {
      clearTimeout(timer);
      entry.endedAt = this.#time();
      this.#forgetOldest();
    }
  }
  #forgetOldest() {
    const ended = [...this.#entries].filter(
      ([, { state }]) => state !== "running"
    );
    for (const [rid] of ended.slice(0, Math.max(0, ended.length - ADVICE_KEPT_MAX))) this.#entries.delete(rid);
  }
};
var NOTHING8 = {
  state: "none",
  what: null,
  part: null,
  startedAt: null,
  endedAt: null,
  error: null,
  advice: null
};
function shown2({ state, what, part, startedAt, endedAt, error, outcome }) {
  return {
    state,
    what,
    part,
    startedAt,
    endedAt,
    error,
    advice: outcome?.advice ?? null
  };
}
function stackOf(error) {
  return error?.stack ?? String(error);
}
async function checkTerms({
  items,
  workload,
  scale,
  replays,
  replaySeconds
}) {
  checkWhole("items", items, 1, ADVICE_ITEMS_MAX);
  checkWhole("replays", replays, 0, REPLAYS_MAX);
  checkWhole("replaySeconds", replaySeconds, REPLAY_SECONDS.min, REPLAY_SECONDS.max);
  const { checkScale, parseWorkload } = await Promise.resolve().then(() => __toESM(require("./advisor/index.cjs")));
  if (scale !== void 0) checkScale(scale);
  if (workload === void 0) return;
  if (workload.length > ADVICE_WORKLOAD_CHARACTERS_MAX) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'workload' must have at most ${ADVICE_WORKLOAD_CHARACTERS_MAX} characters, not ${workload.length}.`);
  }
  parseWorkload(workload, "'workload'");
}
function checkWhole(name, value, min, max) {
  if (value === void 0 || Number.isInteger(value) && value >= min && value <= max) return;
  throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'${name}' must be a whole number from ${min} to ${max}, not ${value}.`);
}
var ContainerSample = class {
  #engine;
  #container;
  #itemsMax;
  #parts = [
    { range: import_hash.WHOLE_EPK_RANGE, afterLsn: 0 }
  ];
  #read = 0;
  constructor(engine, container, itemsMax) {
    this.#engine = engine;
    this.#container = container;
    this.#itemsMax = itemsMax;
  }
  async next() {
    const { database, container, rid } = this.#container;
    while (this.#parts.length > 0 && this.#read < this.#itemsMax) {
      const part = this.#parts.shift();
      const wanted = Math.min(
        ROWS_PER_CHUNK,
        this.#itemsMax - this.#read
      );
      const address = { database, container, intendedRid: rid };
      const { rows, rest } = await this.#engine.feeds.sample(address, part, wanted, this);
      this.#parts.push(...rest);
      this.#read += rows.length;
      if (rows.length > 0) return { rows: rows.map(String), hasMore: true };
    }
    return { rows: [], hasMore: this.#parts.length > 0 };
  }
};
var FOLDER2 = "checkpoints";
async function makeCheckpoint3(store, dataFolder, nowMs) {
  const folder = checkpointFolder(dataFolder, nowMs);
  await store.checkpoint(folder);
  return folder;
}
function checkpointFolder(dataFolder, nowMs) {
  return (0, import_node_path15.join)(
    dataFolder,
    FOLDER2,
    `${backupName(nowMs)}-${process.pid}-${Math.random().toString(36).slice(2)}`
  );
}
function removeCheckpoints(dataFolder) {
  return (0, import_promises15.rm)((0, import_node_path15.join)(dataFolder, FOLDER2), { recursive: true, force: true });
}
function backupName(ms) {
  return new Date(ms).toISOString().replaceAll(/[-:]/g, "");
}
async function explorerFiles(base = moduleUrl) {
  if (base.endsWith(".ts")) {
    const { buildExplorer } = await Promise.resolve().then(() => __toESM(require(new URL(
      "../../../explorer/build.mjs",
      base
    ).href)));
    return buildExplorer();
  }
  const folder = ["./explorer", "../explorer"].map((path) => (0, import_node_url2.fileURLToPath)(new URL(path, base))).find((path) => (0, import_node_fs3.existsSync)(
    (0, import_node_path16.join)(path, "index.html")
  ));
  if (folder === void 0) return void 0;
  const names = await (0, import_promises16.readdir)(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => (0, import_node_path16.join)(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [nameIn(folder, file), await (0, import_promises16.readFile)(file)])));
}
function nameIn(folder, file) {
  return file.slice(folder.length + 1).replaceAll("\\", "/");
}
var InPlaceMove = class {
  container;
  to;
  #move;
  #log;
  #doing;
  #stop = new AbortController();
  #underWay = Promise.resolve();
  #error = null;
  #progress;
  #action = null;
  #verification = null;
  #switched = null;
  constructor(container, to, move, log) {
    this.container = container;
    this.to = to;
    this.#move = move;
    this.#log = log;
  }
  onProgress = (progress) => {
    this.#progress = progress;
  };
  get isWorking() {
    return this.#doing !== void 0;
  }
  goOn() {
    this.#begin("copying", async (signal) => {
      await this.#move.copy({ signal });
      await this.#follow(signal);
    });
  }
  verify(repair) {
    this.#act("verify", "verifying", async (signal) => {
      this.#verification = await this.#move.verify({ signal, repair });
    });
  }
  cutOver(terms) {
    this.#act("cut-over", "cuttingOver", async (signal) => {
      this.#switched = await this.#move.cutOver({ signal, ...given(
        terms
      ) });
      this.#verification = null;
    });
  }
  rollBack(terms) {
    this.#act("roll-back", "rollingBack", async (signal) => {
      this.#switched = await this.#move.rollBack({ signal, ...given(
        terms
      ) });
      this.#verification = null;
    });
  }
  async isPaused() {
    return (await this.#status()).isPaused;
  }
  async pause() {
    await this.halt();
    if (await this.#hasBegun()) await this.#move.pause();
  }
  async resume() {
    if (this.isWorking) throw new import_chunk_4T7ZR3GH.Failure("conflict", "It is under way already.");
    if (await this.#hasBegun()) await this.#move.resume();
    this.goOn();
  }
  async cancel() {
    if ((await this.#status()).isCutOver) throw new import_chunk_4T7ZR3GH.Failure("conflict", "It was cut over: roll back, or complete.");
    await this.halt();
    if (await this.#hasBegun()) await this.#move.cancel();
  }
  async #hasBegun() {
    return (await this.#status()).stage !== "none";
  }
  async complete() {
    if (!(await this.#status()).isCutOver) throw new import_chunk_4T7ZR3GH.Failure("conflict", "It was not cut over: cut over, or cancel.");
    await this.halt();
    await this.#move.complete();
  }
  async halt() {
    this.#stop.abort();
    await this.#underWay;
  }
  dispose() {
    this.#move.dispose();
  }
  async shown(total) {
    const doing = this.#doing;
    const { stage, isPaused, isCutOver, key, strategy, mode, ranges, rangesCopied, items, problems, startedAt } = await this.#status();
    const state = doing ?? (isPaused || stage === "none" ? "paused" : this.#error === null ? "stopped" : "failed");
    return {
      state,
      isCutOver,
      to: this.to,
      key,
      strategy: strategy ?? null,
      mode: mode ?? null,
      startedAt: startedAt ?? null,
      ranges,
      rangesCopied,
      items,
      total,
      spentRu: Math.round(this.#progress?.spentRu ?? 0),
      throttled: this.#progress?.throttled ?? 0,
      lagMs: this.#progress?.lagMs ?? 0,
      problems,
      verification: this.#verification,
      switched: this.#switched,
      action: this.#action,
      error: this.#error,
      can: this.#can(stage === "following", isPaused, isCutOver)
    };
  }
  async #status() {
    try {
      return await this.#move.status();
    } catch (error) {
      this.#error = this.#sentence(error);
      return UNKNOWN;
    }
  }
  #can(isCopied, isPaused, isCutOver) {
    const isActing = this.#action?.outcome === "running";
    const end = isCutOver ? "complete" : "cancel";
    if (isPaused || !this.isWorking) return ["resume", end];
    if (isActing) return ["pause", end];
    return [...isCopied ? ["verify", isCutOver ? "roll-back" : "cut-over"] : [], "pause", end];
  }
  #act(name, doing, work) {
    if (this.#action?.outcome === "running") throw new import_chunk_4T7ZR3GH.Failure("conflict", `'${this.#action.action}' is under way. Wait until it is over.`);
    if (!this.isWorking) throw new import_chunk_4T7ZR3GH.Failure("conflict", "Nothing is under way: resume it first.");
    if (this.#doing === "copying") throw new import_chunk_4T7ZR3GH.Failure("conflict", "The copy is not complete yet.");
    const action = { action: name, outcome: "running", error: null };
    this.#action = action;
    this.#begin(
      doing,
      async (signal) => {
        try {
          await work(signal);
          action.outcome = "done";
        } catch (error) {
          action.outcome = "refused";
          action.error = this.#sentence(error);
        }
        if (!signal.aborted) await this.#follow(
          signal
        );
      }
    );
  }
  async #follow(signal) {
    this.#doing = "following";
    await this.#move.follow({ signal });
  }
  #begin(doing, work) {
    const before = this.halt();
    const { signal } = this.#stop = new AbortController();
    this.#error = null;
    this.#doing = doing;
    this.#underWay = before.then(() => {
      if (!signal.aborted) return work(signal);
    }).catch((error) => {
      if (!signal.aborted) this.#error = this.#sentence(
        error
      );
    }).finally(() => {
      if (this.#stop.signal === signal) this.#doing = void 0;
    });
  }
  #sentence(error) {
    const { name, message } = error ?? {};
    if (name === "RepartitionError" || error instanceof import_chunk_4T7ZR3GH.Failure) return message;
    this.#log(`The move of ${this.container.container} failed: ${error?.stack ?? String(error)}`);
    return `It failed: ${message ?? String(error)}`;
  }
};
var UNKNOWN = { stage: "copying", isPaused: false, isCutOver: false, key: [], ranges: 0, rangesCopied: 0, items: 0, problems: [] };
function given({ writersStopped, maxLagMs }) {
  return {
    ...writersStopped === void 0 ? {} : { writersStopped },
    ...maxLagMs === void 0 ? {} : { maxLagMs }
  };
}
var MOVES_MAX = 4;
var LAG_MS_MAX = 36e5;
var MAX_RU_MAX = 1e7;
var ServerMoveDesk = class {
  #options;
  #moves = /* @__PURE__ */ new Map();
  constructor(options) {
    this.#options = options;
  }
  async plan(container, terms) {
    if (this.#options.isOneOfSeveral) throw new import_chunk_4T7ZR3GH.Failure("conflict", "Nodes that share a database do no moves themselves: use the command orrery repartition.");
    const move = await this.#open(
      container,
      terms
    );
    try {
      return { to: nameOf(container, terms), ...await refusing(() => move.plan()) };
    } finally {
      move.dispose();
    }
  }
  async start(container, terms) {
    await this.#forgetDeleted();
    this.#checkFree(container);
    await this.plan(container, terms);
    (await this.#add(container, terms)).goOn();
    return this.read(container);
  }
  async #forgetDeleted() {
    for (const [
      key,
      move
    ] of this.#moves) {
      if (await this.#options.engine.containers.read(move.container).then(() => true, isMissing)) continue;
      this.#moves.delete(key);
      await move.halt();
      move.dispose();
    }
  }
  #checkFree(container) {
    if (this.#moves.has(keyOf2(container))) throw new import_chunk_4T7ZR3GH.Failure("conflict", "A move of this container is under way: complete or cancel it first.");
    if (this.#moves.size >= MOVES_MAX) throw new import_chunk_4T7ZR3GH.Failure("conflict", `${MOVES_MAX} moves are under way: complete or cancel one of them first.`);
  }
  async read(container) {
    const move = this.#moves.get(keyOf2(container));
    if (move === void 0) return { state: "none", can: ["start"] };
    const partitions = await this.#options.engine.partitions.figures(
      container
    );
    return move.shown(partitions.reduce((sum, { items }) => sum + items, 0));
  }
  async verify(container, { repair = false }) {
    this.#found(container).verify(repair);
    return this.read(container);
  }
  async cutOver(container, terms) {
    checkLag(terms);
    this.#found(container).cutOver(terms);
    return this.read(container);
  }
  async rollBack(container, terms) {
    checkLag(terms);
    this.#found(container).rollBack(terms);
    return this.read(container);
  }
  async pause(container) {
    await refusing(() => this.#found(container).pause());
    return this.read(container);
  }
  async resume(container) {
    await refusing(() => this.#found(container).resume());
    return this.read(container);
  }
  async cancel(container, deletesTarget) {
    await refusing(
      () => this.#found(container).cancel()
    );
    return this.#end(container, deletesTarget);
  }
  async complete(container, deletesFormer) {
    await refusing(() => this.#found(container).complete());
    return this.#end(container, deletesFormer);
  }
  async #end(container, deletesOther) {
    const { engine } = this.#options;
    const move = this.#found(container);
    this.#moves.delete(keyOf2(container));
    move.dispose();
    if (deletesOther) await engine.containers.delete({ database: container.database, container: move.to }).catch(isMissing);
    return this.read(container);
  }
  async goOn() {
    if (this.#options.isOneOfSeveral) return;
    const { engine } = this.#options;
    for (const database of (await engine.databases.list({})).rows) {
      if (!await this.#hasMoves(
        database.id
      )) continue;
      for (const { from, to, maxRu } of await this.#jobsOf(database.id)) {
        const container = { database: database.id, container: from };
        const isThere = await engine.containers.read(container).then(() => true, isMissing);
        if (!isThere) continue;
        const move = await this.#add(container, { to, maxRu });
        if (!await move.isPaused()) move.goOn();
      }
    }
  }
  async close() {
    await Promise.all([...this.#moves.values()].map((move) => move.halt()));
    for (const move of this.#moves.values()) move.dispose();
  }
  #found(container) {
    const move = this.#moves.get(keyOf2(container));
    if (move === void 0) throw new import_chunk_4T7ZR3GH.Failure("conflict", "This container is not being moved: POST repartition first.");
    return move;
  }
  async #add(container, terms) {
    const { log } = this.#options.engine.environment;
    let added;
    const move = await this.#open(container, terms, (progress) => added?.onProgress(progress));
    this.#checkFree(container);
    added = new InPlaceMove(container, nameOf(container, terms), move, (sentence) => log("error", sentence));
    this.#moves.set(keyOf2(container), added);
    return added;
  }
  async #open(container, terms, onProgress) {
    const { key, strategy, maxRu } = terms;
    if (maxRu !== void 0 && !(maxRu >= 1 && maxRu <= MAX_RU_MAX)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'maxRu' must be from 1 to ${MAX_RU_MAX}, not ${maxRu}.`);
    const place = (name) => ({ endpoint: this.#options.endpoint(), key: "", database: container.database, container: name });
    const { repartition } = await loaded();
    return refusing(
      () => repartition({
        from: place(container.container),
        to: place(nameOf(container, terms)),
        ...key === void 0 ? {} : { key },
        ...strategy === void 0 ? {} : { strategy },
        ...maxRu === void 0 ? {} : { maxRu },
        ...onProgress === void 0 ? {} : { onProgress },
        now: () => this.#options.engine.environment.now(),
        control: this.#control(container),
        clientOptions: this.#clientOptions(),
        inPlace: true
      })
    );
  }
  #clientOptions() {
    const { engine, serve, key } = this.#options;
    const { environment } = engine;
    return { httpClient: new InProcessHttpClient(serve), tokenProvider: async ({
      verb,
      resourceType,
      resourceId,
      headers
    }) => {
      const date = new Date(environment.now() - (environment.clockControl?.aheadMs ?? 0)).toUTCString();
      headers[import_chunk_LACWL7JQ.RequestHeader.msDate] = date;
      const text3 = stringToSign({ method: verb, msDate: date }, resourceType ?? "", resourceId ?? "");
      return `type=master&ver=1.0&sig=${sign(key(), text3)}`;
    } };
  }
  #control(container) {
    const { naming } = this.#options.engine;
    return { hold: async (forMs) => (await naming.hold(container, forMs)).hold, release: async (hold) => void await naming.release(hold), exchange: async (other, hold) => void await naming.exchange(container, other, hold) };
  }
  async #hasMoves(database) {
    const state = { database, container: import_chunk_MVGD2D4R.STATE_CONTAINER };
    return this.#options.engine.containers.read(state).then(
      () => true,
      isMissing
    );
  }
  async #jobsOf(database) {
    const { inPlaceJobs } = await loaded();
    const { CosmosClient } = await Promise.resolve().then(() => __toESM(require("@azure/cosmos")));
    const client = new CosmosClient({ endpoint: this.#options.endpoint(), ...this.#clientOptions() });
    try {
      return await inPlaceJobs(client.database(database));
    } finally {
      client.dispose();
    }
  }
};
async function loaded() {
  return Promise.resolve().then(() => __toESM(require("./repartition/index.cjs"))).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new import_chunk_4T7ZR3GH.Failure("conflict", "Moving a container needs the package @azure/cosmos beside orrerydb: npm install @azure/cosmos, then start the server again.");
  });
}
function keyOf2({ database, container }) {
  return JSON.stringify([database, container]);
}
function nameOf({
  container
}, { to }) {
  return to ?? `${container}-repartition`;
}
function checkLag({ maxLagMs }) {
  if (maxLagMs === void 0 || maxLagMs >= 0 && maxLagMs <= LAG_MS_MAX) return;
  throw new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    `'maxLagMs' must be from 0 to ${LAG_MS_MAX}, not ${maxLagMs}.`
  );
}
async function refusing(work) {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error;
    if (name === "RepartitionError" || name === "StrategyError") throw new import_chunk_4T7ZR3GH.Failure("conflict", message);
    throw error;
  }
}
function isMissing(error) {
  if (error instanceof import_chunk_4T7ZR3GH.Failure && error.code === "notFound") return false;
  throw error;
}
var INDEX_KINDS = /* @__PURE__ */ new Set([import_chunk_4T7ZR3GH.Kind.index, import_chunk_4T7ZR3GH.Kind.composite, import_chunk_4T7ZR3GH.Kind.spatial, import_chunk_4T7ZR3GH.Kind.fullText, import_chunk_4T7ZR3GH.Kind.vector]);
function isSealedKind(space, kind) {
  return space === import_chunk_BWGLRA76.CATALOG_SPACE ? kind !== import_chunk_BWGLRA76.CatalogKind.format : !INDEX_KINDS.has(kind);
}
async function openStore(settings) {
  const {
    dataFolder,
    storeUrl,
    memory = new import_chunk_BWGLRA76.MemoryStore(),
    durability,
    environment,
    cache,
    mustExist = false,
    isCopyTarget = false,
    isNode = false,
    leaseMs
  } = settings;
  const notice = (sentence) => environment.log("warn", sentence);
  if (storeUrl !== void 0) {
    const { PostgresStore } = await Promise.resolve().then(() => __toESM(require("./postgres-store-EGR4EDY3.cjs")));
    let onLost = () => {
    };
    const lost = new Promise((resolve3) => {
      onLost = resolve3;
    });
    const kv2 = await PostgresStore.open({ url: storeUrl, durability, notice, onLost, mustExist, isCopyTarget, isNode, ...leaseMs !== void 0 && { leaseMs } });
    return { kv: kv2, members: kv2.members, isCurrent: () => kv2.isHeld, lost };
  }
  const kv = dataFolder === void 0 ? memory : await LevelStore.open({ folder: storeFolder(
    dataFolder
  ), durability, isSealedKind, notice, ...cache && { cacheBytes: cache.blockBytes, keptKeysBytes: cache.keyBytes } });
  return { kv, isCurrent: () => true, lost: new Promise(
    () => {
    }
  ) };
}
var FILE = "set-aside.jsonl";
function setAsideIn(dataFolder) {
  const path = (0, import_node_path17.join)(
    dataFolder,
    FILE
  );
  return { path, keep: (lines) => append(path, lines.join("")) };
}
async function append(path, text3) {
  const file = await (0, import_promises17.open)(path, "a");
  try {
    await file.appendFile(text3);
    await file.sync();
  } finally {
    await file.close();
  }
}
var INTERVAL_MS = 1e3;
var RESUME_INTERVAL_MS = 3e4;
function sweepRegularly(engine) {
  let isSweeping = false;
  const sweeping = setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    engine.inBackground((0, import_chunk_4T7ZR3GH.sweepEngine)(engine).then(() => {
    }).finally(() => {
      isSweeping = false;
    }));
  }, INTERVAL_MS);
  const resuming = setInterval(() => engine.resume(), RESUME_INTERVAL_MS);
  sweeping.unref();
  resuming.unref();
  return () => {
    clearInterval(sweeping);
    clearInterval(resuming);
  };
}
var FIRST_MS = 2e3;
var INTERVAL_MS2 = 6e4;
var AGAIN_AFTER_MS = 24 * 36e5;
var SHARE = 0.05;
function verifyRegularly(store, {
  log
}) {
  const stopped = new AbortController();
  const { signal } = stopped;
  const wait = (ms) => (0, import_promises18.setTimeout)(ms, true, { ref: false, signal }).catch(() => false);
  const run = async () => {
    if (!await wait(
      FIRST_MS
    )) return;
    do {
      const since = Date.now() - AGAIN_AFTER_MS;
      const pause = (tookMs) => wait(tookMs / SHARE - tookMs);
      await store.verifyTables({ since, now: () => Date.now(), pause }).catch((error) => log("warn", `The files could not be verified: ${String(error)}`));
    } while (await wait(INTERVAL_MS2));
  };
  const running2 = run();
  return () => {
    stopped.abort();
    return running2;
  };
}
async function startServer(settings) {
  const { environment } = settings;
  const { node: nodeSettings } = settings;
  const cache = shareCache(settings.cacheBytes ?? DEFAULT_CACHE_BYTES);
  const { kv, members, isCurrent, lost } = await openStore({ ...settings, cache, ...nodeSettings && { isNode: true, leaseMs: nodeSettings.leaseMs } });
  const credentials = new Credentials(
    settings.keys
  );
  const key = () => credentials.keys.all[0];
  const cluster = members && (await Promise.resolve().then(() => __toESM(require("./join-cluster-QXX32LGC.cjs")))).joinCluster({ members, isCurrent, keys: () => credentials.keys.full });
  let engine;
  let listener;
  let fronts;
  let direct;
  let directPort;
  let port = settings.port;
  try {
    if (settings.dataFolder !== void 0) await removeCheckpoints(settings.dataFolder);
    const storage = new import_chunk_BWGLRA76.Storage(kv);
    if (cluster !== void 0 && !await storage.isUpToDate()) throw notUpToDate();
    engine = await import_chunk_4T7ZR3GH.Engine.open({ ...cluster && { ownership: cluster.node }, ...kv instanceof LevelStore && { checkpoint: () => makeCheckpoint3(kv, settings.dataFolder, environment.now()) }, storage, environment, cacheBytes: cache.itemBytes, newPartitions: settings.newPartitions, throttle: settings.throttle, storageLimits: settings.storageLimits, scriptStatuses: { outcome: import_chunk_FPHW7ZTD.OUTCOME_STATUS, failure: (code) => (0, import_chunk_FPHW7ZTD.statusOf)(code).status } });
    const nodes = cluster?.routerFor(engine);
    if (!(kv instanceof import_chunk_BWGLRA76.MemoryStore) && cluster === void 0) await engine.bringUpToDate(setAsideIn(settings.dataFolder ?? "."));
    engine.resume();
    if (settings.seed !== void 0) await plantSeed(engine, settings.seed);
    const certificate = certificateOf(settings);
    if (settings.certificateFiles !== void 0) await certificate();
    const advice = new ServerAdviceDesk(
      engine
    );
    const moves = new ServerMoveDesk({ engine, serve: (request) => gateway.serve(request), endpoint: () => endpointOf(settings.host, port), key, isOneOfSeveral: cluster !== void 0 });
    const gateway = new Gateway({ engine, credentials, guard: new BrowserGuard({ host: settings.host, ...settings.browsers }), consistency: settings.consistency, certificatePem: async () => (await certificate()).cert, explorerFiles: () => explorerFiles(), directPort: () => directPort, isCurrent, requestLog: settings.requestLog, desks: { advice, moves }, nodes });
    const onError = (error) => environment.log("warn", `A connection failed: ${String(error)}`);
    const onConnection = () => environment.scheduler.noteShort();
    const trunks = cluster && new TrunkDoor({ nodeId: cluster.node.id, keys: () => credentials.keys, serve: (request, access) => gateway.serve(request, access), memory: (cut, whenOver) => gateway.memory(cut, whenOver), onRefused: (from) => environment.log("warn", `A node at ${from} has other account keys: give all nodes the same.`) });
    if (settings.workers === void 0 || settings.workers === 1) {
      const {
        handle,
        handleStream,
        handlePlain
      } = gateway;
      listener = createListener({ handle, handleStream, handlePlain, trunks, certificate, onError, onConnection });
    } else {
      fronts = new Fronts({
        count: settings.workers,
        gateway,
        credentials,
        certificate,
        onError,
        onConnection,
        log: environment.log
      });
      listener = fronts;
    }
    if (settings.directPort !== void 0) {
      const serve = (request) => gateway.serve(request);
      const memory = (cut) => gateway.memory(cut);
      const { DirectListener } = await Promise.resolve().then(() => __toESM(require("./direct-listener-VSHOFSV5.cjs")));
      direct = new DirectListener({
        serve,
        memory,
        certificate,
        onError,
        onConnection,
        nowMs: () => environment.now()
      });
      directPort = (await direct.listen(settings.directPort, settings.host)).port;
    }
    ({ port } = await listener.listen(
      settings.port,
      settings.host
    ));
    if (!(kv instanceof import_chunk_BWGLRA76.MemoryStore)) goOnMoving(moves, environment);
    await cluster?.node.begin(reachedAt(nodeSettings?.address ?? endpointOf(
      settings.host,
      port
    ), port));
    return running({
      engine,
      store: kv,
      cluster,
      gateway,
      stopVerifying: kv instanceof LevelStore ? verifyRegularly(kv, environment) : async () => {
      },
      stopDesks: async () => void await Promise.all([advice.close(), moves.close()]),
      listeners: direct ? [listener, direct] : [listener],
      port,
      directPort,
      replaceKeys: (keys) => {
        credentials.replace(keys);
        fronts?.announceKeys();
      },
      lost
    });
  } catch (error) {
    await Promise.all([listener?.close(), direct?.close()]);
    cluster?.close();
    await (engine ?? kv).close();
    throw error;
  }
}
function goOnMoving(moves, environment) {
  moves.goOn().catch((error) => {
    const words = error instanceof import_chunk_4T7ZR3GH.Failure ? error.message : error?.stack ?? String(error);
    environment.log("warn", `Moves to another key do not go on: ${words}`);
  });
}
function running({ engine, gateway, cluster, listeners, stopVerifying, stopDesks, ...rest }) {
  const stopSweeping = sweepRegularly(engine);
  return {
    ...rest,
    engine,
    gateway,
    stop: async () => {
      gateway.stopSoon();
      stopSweeping();
      await stopDesks();
      await cluster?.node.end();
      await Promise.all([stopVerifying(), ...listeners.map(
        (listener) => listener.close()
      )]);
      cluster?.close();
      await engine.close();
    }
  };
}
function reachedAt(address, port) {
  const url = new URL(address);
  if (url.port === "0") url.port = String(
    port
  );
  return url.href;
}
function notUpToDate() {
  return new UsageError("The data was written by an older version: start one server on it without --node first, which brings it up to date.");
}
function certificateOf({ certificateFiles, dataFolder, environment }) {
  if (certificateFiles === void 0) return lazyCertificate(dataFolder, () => new Date(
    environment.now()
  ));
  return () => readCertificate2(certificateFiles);
}
async function readCertificate2(files) {
  const cert = await (0, import_promises12.readFile)(files.cert, "utf8");
  const key = await (0, import_promises12.readFile)(
    files.key,
    "utf8"
  );
  try {
    (0, import_node_tls.createSecureContext)({ cert, key });
  } catch (error) {
    const reason = error.message;
    throw new UsageError(`${files.cert} and ${files.key} are not a matching PEM certificate and key: ${reason}.`);
  }
  return { cert, key };
}
async function startOrrery(options = {}) {
  checkOptions(options);
  const { data, seed } = options;
  if (data !== void 0) await removeCopies(data);
  const orrery = await InProcessOrrery.start(options, data === void 0 ? {} : { dataFolder: data });
  try {
    if (seed !== void 0) await orrery.plant(seed);
    return orrery.members;
  } catch (error) {
    await orrery.stop();
    throw error;
  }
}
var InProcessOrrery = class _InProcessOrrery {
  key;
  endpoint;
  directPort;
  control;
  #options;
  #cosmos;
  #copies = [];
  #ownFolder;
  #server;
  constructor(options, server, cosmos, ownFolder) {
    this.#options = options;
    this.#server = server;
    this.#cosmos = cosmos;
    this.#ownFolder = ownFolder;
    this.key = keyOf3(options);
    this.endpoint = endpointOf(hostOf(options), server.port);
    this.directPort = server.directPort;
    this.control = new Control((method, target, body) => askControl(sendTo(this.#serve), this.key, method, target, body));
  }
  static async start(options, source, aheadMs = 0) {
    const sdk = Promise.resolve().then(() => __toESM(require("@azure/cosmos"))).catch(() => void 0);
    const server = await startServer({ ...serverSettings(options, aheadMs), ...source }).catch(explainPort);
    const ownFolder = "dataFolder" in source && source.dataFolder !== options.data ? source.dataFolder : void 0;
    return new _InProcessOrrery(options, server, await sdk, ownFolder);
  }
  get members() {
    const {
      endpoint,
      key,
      directPort,
      control: control2
    } = this;
    return { endpoint, key, connectionString: connectionString(endpoint, key), directPort, control: control2, client: (options) => this.client(options), fork: () => this.fork(), snapshot: () => this.snapshot(), restore: (snapshot) => this.restore(snapshot), reset: () => this.reset(), stop: () => this.stop() };
  }
  async plant(seed) {
    await plantSeed(this.#running.engine, typeof seed === "string" ? await readSeed(seed) : seed);
  }
  client(clientOptions = {}) {
    if (this.#cosmos === void 0) throw new Error("client() needs the package @azure/cosmos: run `npm install @azure/cosmos`.");
    const { endpoint, key } = this;
    const { CosmosClient, Constants } = this.#cosmos;
    const transport = /^4\.0\./.test(Constants.SDKVersion) ? throughTls(endpoint) : { endpoint, httpClient: new InProcessHttpClient(this.#serve) };
    return new CosmosClient({ key, ...transport, ...clientOptions });
  }
  async fork() {
    const source = await copyOf2(this.#running.store, this.#folder);
    const { port: _, direct, seed: __, ...options } = this.#options;
    const forked = await _InProcessOrrery.start({
      ...options,
      ...direct === false ? { direct } : {}
    }, source, this.#aheadMs);
    return forked.members;
  }
  async snapshot() {
    const copy2 = await DataCopy.of(this.#running.store, this.#folder);
    this.#copies.push(copy2);
    return copy2;
  }
  async restore(snapshot) {
    const copy2 = snapshot;
    const server = this.#running;
    if (!this.#copies.includes(copy2)) throw new Error("Only a snapshot of this Orrery can be restored.");
    const settings = serverSettings(this.#options, this.#aheadMs);
    const { port, directPort } = server;
    this.#server = void 0;
    await server.stop();
    const source = await copy2.openIn(this.#folder);
    const ports = { port, ...directPort === void 0 ? {} : { directPort } };
    this.#server = await startServer({ ...settings, ...ports, ...source });
  }
  async reset() {
    await this.control.reset();
    if (this.#options.seed !== void 0) await this.plant(this.#options.seed);
  }
  async stop() {
    const server = this.#server;
    this.#server = void 0;
    await server?.stop();
    for (const copy2 of this.#copies.splice(0)) await copy2.remove();
    if (this.#ownFolder !== void 0) await (0, import_promises.rm)(this.#ownFolder, { recursive: true, force: true });
  }
  get #folder() {
    return this.#ownFolder ?? this.#options.data;
  }
  get #running() {
    if (this.#server === void 0) throw new Error("This Orrery was stopped. Start another one, and take its client.");
    return this.#server;
  }
  get #aheadMs() {
    return this.#running.engine.environment.clockControl?.aheadMs ?? 0;
  }
  #serve = async (request) => this.#running.gateway.serve(request);
};
function keyOf3(options) {
  return options.key ?? WELL_KNOWN_KEY;
}
function hostOf(options) {
  return options.host ?? DEFAULT_HOST;
}
function serverSettings(options, aheadMs) {
  const environment = { ...systemEnvironment("error"), ...options.environment };
  return { host: hostOf(options), port: options.port ?? 0, durability: options.durability ?? "process", throttle: options.throttle ?? "observe", consistency: options.consistency ?? DEFAULT_CONSISTENCY, keys: { primary: keyOf3(options) }, environment: options.controllableClock === false ? environment : withControllableClock(environment, aheadMs), storageLimits: { ...import_chunk_4T7ZR3GH.DEFAULT_STORAGE_LIMITS, ...options.storageLimits }, ...options.partitions === void 0 ? {} : { newPartitions: options.partitions }, ...options.direct === false ? {} : { directPort: options.direct ?? 0 }, ...options.store === void 0 ? {} : { storeUrl: options.store } };
}
function explainPort(error) {
  if (error.code !== "EADDRINUSE") throw error;
  throw new Error(`Port ${error.port} of ${error.address} is in use by another program. Choose another, or leave it out for a free one.`, { cause: error });
}
function throughTls(endpoint) {
  return { endpoint: endpoint.replace(/^http:/, "https:"), agent: new import_node_https.Agent({ rejectUnauthorized: false }) };
}
function sendTo(serve) {
  return async (method, target, headers, body) => {
    const request = new import_chunk_LACWL7JQ.GatewayRequest({ method, target, headers, secure: false, host: "localhost", readBody: async () => Buffer.from(body ?? ""), isGone: () => false, origin: "in process" });
    const answer = await serve(request);
    return { status: answer.status, text: answer.body?.toString() ?? "" };
  };
}
function connectControl(server) {
  const { endpoint, key } = typeof server === "string" ? parseConnectionString(server) : server;
  const ask = (method, target, body) => askControl(
    async (_, path, headers, text3) => {
      const response = await fetch(new URL(path, endpoint), { method, headers, ...text3 === void 0 ? {} : { body: text3 } });
      return { status: response.status, text: await response.text() };
    },
    key,
    method,
    target,
    body
  );
  return new Control(ask);
}
function parseConnectionString(text3) {
  const parts = new Map(text3.split(";").map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  }));
  const endpoint = parts.get("AccountEndpoint");
  const key = parts.get("AccountKey");
  if (!endpoint || !key) throw new TypeError(
    "A connection string has the form AccountEndpoint=http://127.0.0.1:8081/;AccountKey=\u2026; as the server prints it."
  );
  return { endpoint, key };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ControlError,
  connectControl,
  startOrrery
});
