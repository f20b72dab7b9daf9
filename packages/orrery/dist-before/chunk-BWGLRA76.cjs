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
  CATALOG_SPACE: () => CATALOG_SPACE,
  CatalogKind: () => CatalogKind,
  HELD_LIMITS: () => HELD_LIMITS,
  MemoryStore: () => MemoryStore,
  PROCESS_SCHEDULER: () => PROCESS_SCHEDULER,
  Storage: () => Storage,
  swapAlone: () => swapAlone
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_IH32K4DY = require("./chunk-IH32K4DY.cjs");
var import_chunk_4T7ZR3GH = require("./chunk-4T7ZR3GH.cjs");
var import_chunk_7NBCW7XL = require("./chunk-7NBCW7XL.cjs");
var import_node_perf_hooks = require("node:perf_hooks");
var import_node_crypto = require("node:crypto");
var import_strict = __toESM(require("node:assert/strict"));
var import_node_crypto2 = require("node:crypto");
var import_lru_cache = require("lru-cache");
var import_lru_cache2 = require("lru-cache");
var import_hash = require("@orrerydb/keys/hash");
var import_strict2 = __toESM(require("node:assert/strict"));
var import_promises = require("node:timers/promises");
var import_hash2 = require("@orrerydb/keys/hash");
var import_promises2 = require("node:timers/promises");
var import_lru_cache3 = require("lru-cache");
var import_strict3 = __toESM(require("node:assert/strict"));
var HELD_LIMITS = { heldBytesMax: 256 * 1024 * 1024, countedFromBytes: 16 * 1024, graceMs: 5e3 };
var RETRY_MS_MIN = 1e3;
var HeldBytes = class {
  limits;
  #now;
  #waiting = /* @__PURE__ */ new Set();
  #bytes = 0;
  constructor(clock, limits = HELD_LIMITS) {
    this.limits = limits;
    this.#now = () => clock.now();
  }
  get bytes() {
    return this.#bytes;
  }
  get retryAfterMs() {
    const [oldest] = this.#waiting;
    const safeMs = oldest === void 0 ? 0 : oldest.sinceMs + this.limits.graceMs - this.#now();
    return Math.max(RETRY_MS_MIN, Math.ceil(safeMs));
  }
  begin(cut) {
    return new Holding(this, cut);
  }
  makeRoom(bytes) {
    const latest = this.#now() - this.limits.graceMs;
    for (const holding of this.#waiting) {
      if (this.#bytes + bytes <= this.limits.heldBytesMax) break;
      if (holding.sinceMs > latest) break;
      holding.release();
      holding.cut();
    }
    return this.#bytes + bytes <= this.limits.heldBytesMax;
  }
  count(bytes) {
    this.#bytes += bytes;
  }
  startWaiting(holding) {
    this.#waiting.add(holding);
    return this.#now();
  }
  stopWaiting(holding) {
    this.#waiting.delete(holding);
  }
};
var Holding = class {
  cut;
  #all;
  #bytes = 0;
  #isOver = false;
  #sinceMs = 0;
  constructor(all, cut) {
    this.#all = all;
    this.cut = cut;
  }
  get sinceMs() {
    return this.#sinceMs;
  }
  tryHold(bytes) {
    if (bytes > this.#bytes && !this.#all.makeRoom(bytes - this.#bytes)) return false;
    this.hold(bytes);
    return true;
  }
  hold(bytes) {
    if (this.#isOver) return;
    this.#all.count(bytes - this.#bytes);
    this.#bytes = bytes;
  }
  waitForClient() {
    if (!this.#isOver) this.#sinceMs = this.#all.startWaiting(this);
  }
  goOn() {
    this.#all.stopWaiting(this);
  }
  release() {
    this.hold(
      0
    );
    this.goOn();
    this.#isOver = true;
  }
};
var TURN_MS = 5;
var QUIET_MS = 2;
var LOOK_MS = 1;
var REST_SHARE = 1.25;
var QUIET_SHARE = 0.1;
var BRIEF_MS = 0.5;
var PROCESS_LOOP = { now: () => import_node_perf_hooks.performance.now(), processorMs: () => {
  const {
    user,
    system
  } = process.cpuUsage();
  return (user + system) / 1e3;
}, nextTurn: (go) => void setImmediate(go), later: (go, ms) => void setTimeout(go, ms) };
var Scheduler = class {
  admission;
  held;
  #loop;
  #line = new import_chunk_4T7ZR3GH.TaskLine();
  #turn = 0;
  #turnEndMs = Number.NEGATIVE_INFINITY;
  #usedMs = 0;
  #restUntilMs = Number.NEGATIVE_INFINITY;
  #quietMs = QUIET_MS;
  #lastShortMs = Number.NEGATIVE_INFINITY;
  #recent = {
    readAtMs: Number.NEGATIVE_INFINITY,
    processorMs: 0
  };
  #isTicking = false;
  constructor(loop = PROCESS_LOOP, limits = import_chunk_4T7ZR3GH.ADMISSION_LIMITS, heldLimits = HELD_LIMITS) {
    this.#loop = loop;
    this.admission = new import_chunk_4T7ZR3GH.Admission(
      loop,
      limits
    );
    this.held = new HeldBytes(loop, heldLimits);
  }
  begin(owner, { isUrgent = false } = {}) {
    return new Task(this, { owner, isUrgent }, this.now());
  }
  noteShort() {
    this.#lastShortMs = this.#loop.now();
  }
  now() {
    return this.#loop.now();
  }
  processorMs() {
    return this.#loop.processorMs();
  }
  recentProcessorMs(nowMs) {
    if (nowMs - this.#recent.readAtMs > BRIEF_MS) {
      this.#recent = { readAtMs: nowMs, processorMs: this.#loop.processorMs() };
    }
    return this.#recent.processorMs;
  }
  get turn() {
    return this.#turn;
  }
  isTurnOver(nowMs) {
    this.observeTurn(nowMs);
    return nowMs >= this.#turnEndMs;
  }
  observeTurn(nowMs) {
    if (!this.#isTicking) this.#openTurn(nowMs);
  }
  countUsed(ms) {
    this.#usedMs += ms;
  }
  enqueue(paused) {
    this.#line.add(paused);
    if (this.#isTicking)
      return;
    this.#isTicking = true;
    this.#loop.nextTurn(this.#tick);
  }
  #openTurn(nowMs) {
    this.#turnEndMs = this.#hasToRest(nowMs) ? nowMs : nowMs + TURN_MS;
    this.#isTicking = true;
    this.#loop.nextTurn(this.#tick);
  }
  #tick = () => {
    this.#turn++;
    this.#isTicking = false;
    const now = this.#loop.now();
    if (this.#usedMs >= TURN_MS) this.#demandRest(now);
    if (this.#line.isEmpty)
      return;
    if (this.#hasToRest(now)) {
      this.#isTicking = true;
      this.#loop.later(this.#tick, LOOK_MS);
      return;
    }
    this.#openTurn(now);
    this.#line.take().resume();
  };
  #demandRest(nowMs) {
    const restMs = this.#usedMs * REST_SHARE;
    this.#usedMs = 0;
    this.#restUntilMs = nowMs + restMs;
    this.#quietMs = Math.max(QUIET_MS, restMs * QUIET_SHARE);
  }
  #hasToRest(nowMs) {
    if (nowMs < this.#restUntilMs && nowMs < this.#lastShortMs + this.#quietMs) return true;
    this.#restUntilMs = nowMs;
    return false;
  }
};
var Task = class {
  owner;
  #isUrgent;
  #scheduler;
  #usedMs = 0;
  #countedUntilMs;
  #processorMs;
  #runningSinceMs;
  constructor(scheduler, {
    owner,
    isUrgent
  }, nowMs) {
    this.#scheduler = scheduler;
    this.owner = owner;
    this.#isUrgent = isUrgent;
    this.#countedUntilMs = nowMs;
    this.#runningSinceMs = nowMs;
    this.#processorMs = scheduler.recentProcessorMs(nowMs);
  }
  get usedMs() {
    if (this.#runningSinceMs !== void 0) this.#count(this.#runningSinceMs, this.now());
    return this.#usedMs;
  }
  now() {
    return this.#scheduler.now();
  }
  isDue() {
    return this.#scheduler.isTurnOver(this.now());
  }
  async pause() {
    this.#stopRunning(this.now());
    await new Promise((resume) => {
      this.#scheduler.enqueue({ owner: this.owner, isUrgent: this.#isUrgent, usedMs: this.#usedMs, resume });
    });
    this.#startRunning(this.now());
  }
  async waitFor(promise) {
    const scheduler = this.#scheduler;
    const began = this.now();
    this.#stopRunning(began);
    scheduler.observeTurn(began);
    const { turn } = scheduler;
    try {
      return await promise;
    } finally {
      const now = this.now();
      if (scheduler.turn === turn)
        this.#count(began, now);
      this.#startRunning(now);
    }
  }
  #startRunning(nowMs) {
    if (this.#runningSinceMs !== void 0) return;
    this.#runningSinceMs = nowMs;
    this.#processorMs = this.#scheduler.recentProcessorMs(nowMs);
  }
  #stopRunning(nowMs) {
    if (this.#runningSinceMs === void 0) return;
    this.#count(this.#runningSinceMs, nowMs);
    this.#runningSinceMs = void 0;
  }
  #count(fromMs, toMs) {
    const byClockMs = Math.max(0, toMs - Math.max(fromMs, this.#countedUntilMs));
    const ms = byClockMs <= BRIEF_MS ? byClockMs : this.#ofProcessor(byClockMs);
    this.#countedUntilMs = toMs;
    this.#usedMs += ms;
    this.#scheduler.countUsed(byClockMs);
  }
  #ofProcessor(byClockMs) {
    const processorMs = this.#scheduler.processorMs();
    const ms = Math.min(byClockMs, processorMs - this.#processorMs);
    this.#processorMs = processorMs;
    return ms;
  }
};
var PROCESS_SCHEDULER = new Scheduler();
var NO_BYTES = Buffer.alloc(0);
var isBefore = (a, b) => a < b;
var MemorySpaces = class _MemorySpaces {
  #spaces;
  constructor(spaces = /* @__PURE__ */ new Map()) {
    this.#spaces = spaces;
  }
  clone() {
    const spaces = /* @__PURE__ */ new Map();
    for (const [space, rows] of this.#spaces) spaces.set(space, rows.clone());
    return new _MemorySpaces(spaces);
  }
  get(space, key) {
    const value = this.#spaces.get(space)?.get(keyString(
      key
    ));
    return value === void 0 ? void 0 : copyBytes(value);
  }
  *scan(space, options) {
    const rows = this.#spaces.get(space)?.clone();
    if (rows === void 0) return;
    const {
      from,
      to,
      reverse = false,
      keysOnly = false,
      valuesOnly = false
    } = options;
    const chunkRows = Math.min(options.chunkRows ?? import_chunk_IH32K4DY.CHUNK_ROWS, import_chunk_IH32K4DY.CHUNK_ROWS_MAX);
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    let range = { from: from === void 0 ? void 0 : keyString(from), to: to === void 0 ? void 0 : keyString(to), reverse };
    for (; ; ) {
      const chunk = [];
      let bytes = 0;
      let last = "";
      for (const { key, value } of rows.entries(range, Math.min(chunkRows, left))) {
        if (bytes > import_chunk_IH32K4DY.CHUNK_BYTES) break;
        bytes += key.length + value.length;
        chunk.push({
          key: valuesOnly ? NO_BYTES : Buffer.from(key, "latin1"),
          value: keysOnly ? NO_BYTES : copyBytes(value)
        });
        last = key;
      }
      if (chunk.length === 0) return;
      yield chunk;
      left -= chunk.length;
      range = reverse ? { ...range, to: last } : { ...range, from: `${last}\0` };
    }
  }
  apply(writes) {
    for (const { key: fullKey2, value } of writes) {
      const space = fullKey2.readUInt32BE(0);
      const key = fullKey2.toString("latin1", import_chunk_IH32K4DY.SPACE_BYTES);
      if (value === null)
        this.#spaces.get(space)?.delete(key);
      else this.#rows(space).set(key, copyBytes(value));
    }
  }
  used() {
    return [...this.#spaces].filter(([, rows]) => rows.size > 0).map(([space]) => space).sort((a, b) => a - b);
  }
  drop(space) {
    this.#spaces.delete(space);
  }
  #rows(space) {
    let rows = this.#spaces.get(space);
    if (rows === void 0) this.#spaces.set(space, rows = new import_chunk_IH32K4DY.OrderedMap(
      isBefore
    ));
    return rows;
  }
};
function keyString(key) {
  return (Buffer.isBuffer(key) ? key : Buffer.from(key)).toString("latin1");
}
function copyBytes(bytes) {
  return bytes.length === 0 ? NO_BYTES : Buffer.from(bytes);
}
function swapAlone(store, space, key, from, to) {
  return store.transact(`swap:${(0, import_chunk_IH32K4DY.spaceKey)(space, key).toString("latin1")}`, async (transaction) => {
    const present = await transaction.get(space, key);
    const isSame2 = from === void 0 ? present === void 0 : present?.equals(from) === true;
    if (isSame2) transaction.put(space, key, to);
    return isSame2;
  });
}
var MemoryStore = class _MemoryStore {
  #spaces;
  #reader;
  #transactions;
  constructor(spaces = new MemorySpaces(), commit = (writes) => spaces.apply(writes.all())) {
    this.#spaces = spaces;
    this.#reader = new MemoryReader(spaces);
    this.#transactions = new import_chunk_IH32K4DY.Transactions(new MemoryReader(spaces), commit);
  }
  fork() {
    return new _MemoryStore(this.#spaces.clone());
  }
  get(space, key) {
    return this.#reader.get(space, key);
  }
  getMany(space, keys) {
    return this.#reader.getMany(space, keys);
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
  async spaces() {
    this.#reader.assertOpen();
    return this.#spaces.used();
  }
  swap(space, key, from, to) {
    return swapAlone(this, space, key, from, to);
  }
  async dropSpace(space) {
    this.#reader.assertOpen();
    this.#spaces.drop(space);
  }
  async caughtUp() {
  }
  async close() {
    this.#reader.close();
    await this.#transactions.close();
  }
};
var MemoryReader = class _MemoryReader {
  #spaces;
  #origin;
  #isClosed = false;
  constructor(spaces, origin) {
    this.#spaces = spaces;
    this.#origin = origin;
  }
  async get(space, key) {
    this.assertOpen();
    return this.#spaces.get(space, key);
  }
  async getMany(space, keys) {
    this.assertOpen();
    return keys.map(
      (key) => this.#spaces.get(space, key)
    );
  }
  async *scan(space, options = {}) {
    this.assertOpen();
    for (const chunk of this.#spaces.scan(space, options)) {
      yield chunk;
      this.assertOpen();
    }
  }
  snapshot() {
    this.assertOpen();
    return new _MemoryReader(this.#spaces.clone(), this);
  }
  close() {
    this.#isClosed = true;
  }
  assertOpen() {
    this.#origin?.assertOpen();
    if (this.#isClosed) throw new import_chunk_7NBCW7XL.KeyValueError(
      "closed",
      "The store or the snapshot is closed."
    );
  }
};
var CATALOG_SPACE = 0;
var FIRST_PARTITION_SPACE = 16;
var CatalogKind = {
  format: 0,
  resource: 1,
  droppedSpace: 2,
  nextSpace: 3,
  logicalNumbers: 4,
  firstLsn: 5,
  version: 6
};
var FORMAT_KEY = Buffer.of(CatalogKind.format);
var NEXT_SPACE_KEY = Buffer.of(CatalogKind.nextSpace);
var CATALOG_VERSION_KEY = Buffer.of(CatalogKind.version);
function resourceKey(sequence) {
  const key = Buffer.alloc(7);
  key[0] = CatalogKind.resource;
  key.writeUIntBE(sequence, 1, 6);
  return key;
}
function sequenceOfResourceKey(key) {
  return key.readUIntBE(1, 6);
}
function droppedSpaceKey(space) {
  const key = Buffer.alloc(5);
  key[0] = CatalogKind.droppedSpace;
  key.writeUInt32BE(space, 1);
  return key;
}
function spaceOfDroppedKey(key) {
  return key.readUInt32BE(1);
}
function logicalNumbersKey(containerRid) {
  return Buffer.concat([Buffer.of(CatalogKind.logicalNumbers), Buffer.from(containerRid)]);
}
function firstLsnKey(containerName) {
  const hash = (0, import_node_crypto.createHash)("sha256").update(containerName).digest();
  return Buffer.concat([Buffer.of(CatalogKind.firstLsn), hash.subarray(0, 2)]);
}
function encodeUInt32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}
var UNDER_WAY = 2 ** 16;
var START = 1;
async function raiseFirstLsn(transaction, { name, spaces }) {
  let lsn = await firstLsn(transaction, name);
  for (const space of spaces) lsn = Math.max(lsn, await lsnReached(transaction, space) + UNDER_WAY);
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(lsn, 0, 6);
  transaction.put(CATALOG_SPACE, firstLsnKey(name), bytes);
}
async function beginPartitions(transaction, { name, spaces }) {
  const lsn = await firstLsn(transaction, name);
  const summary = (0, import_chunk_4T7ZR3GH.encodeSummary)({ ...import_chunk_4T7ZR3GH.EMPTY_SUMMARY, lsn });
  for (const space of spaces)
    transaction.put(space, import_chunk_4T7ZR3GH.SUMMARY_KEY, summary);
}
async function lsnReached(transaction, space) {
  try {
    return (await (0, import_chunk_4T7ZR3GH.readSummary)(transaction, space)).lsn;
  } catch (error) {
    if (error instanceof import_chunk_4T7ZR3GH.Corruption) return 0;
    throw error;
  }
}
async function firstLsn(transaction, name) {
  return (await transaction.get(CATALOG_SPACE, firstLsnKey(name)))?.readUIntBE(0, 6) ?? START;
}
var LOCK = "catalog";
var SPACES_LOCK = "spaces";
var CatalogWrites = class {
  #transaction;
  #mark;
  constructor(transaction, mark) {
    this.#transaction = transaction;
    this.#mark = mark;
  }
  version(version) {
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(version, 0, 6);
    this.#transaction.put(CATALOG_SPACE, CATALOG_VERSION_KEY, bytes);
  }
  put(sequence, resource) {
    this.#transaction.put(CATALOG_SPACE, resourceKey(sequence), Buffer.from(JSON.stringify(resource)));
  }
  remove(sequence) {
    this.#transaction.delete(CATALOG_SPACE, resourceKey(sequence));
  }
  async removeContainer(container) {
    this.#transaction.delete(CATALOG_SPACE, logicalNumbersKey(container.rid));
    for (const space of container.spaces) this.dropSpace(space);
    await raiseFirstLsn(
      this.#transaction,
      container
    );
  }
  beginPartitions(container) {
    return beginPartitions(this.#transaction, container);
  }
  raiseFirstLsn(container) {
    return raiseFirstLsn(this.#transaction, container);
  }
  dropSpace(space) {
    this.#transaction.put(CATALOG_SPACE, droppedSpaceKey(space), Buffer.from(this.#mark));
  }
  adoptSpace(space) {
    this.#transaction.delete(CATALOG_SPACE, droppedSpaceKey(space));
  }
  afterCommit(notice) {
    this.#transaction.afterCommit(notice);
  }
};
var CatalogStore = class {
  #kv;
  mark = "";
  constructor(kv) {
    this.#kv = kv;
  }
  async load() {
    const version = await this.version();
    const resources = [];
    for await (const rows of this.#scan(CatalogKind.resource)) {
      for (const { key, value } of rows) {
        resources.push({ sequence: sequenceOfResourceKey(key), resource: parseResource(
          value
        ) });
      }
    }
    return { version, resources };
  }
  async version(reader = this.#kv) {
    return (await reader.get(CATALOG_SPACE, CATALOG_VERSION_KEY))?.readUIntBE(0, 6) ?? 0;
  }
  async droppedSpaces() {
    const dropped = [];
    for await (const rows of this.#scan(CatalogKind.droppedSpace)) {
      for (const { key, value } of rows) {
        dropped.push({ space: spaceOfDroppedKey(key), mark: value.toString() });
      }
    }
    return dropped;
  }
  change(work) {
    return this.#kv.transact(LOCK, (transaction) => work(new CatalogWrites(transaction, this.mark)));
  }
  takeSpaces(count2, provisional) {
    return this.#kv.transact(SPACES_LOCK, async (transaction) => {
      const stored = await transaction.get(CATALOG_SPACE, NEXT_SPACE_KEY);
      const first = stored?.readUInt32BE(0) ?? FIRST_PARTITION_SPACE;
      const spaces = Array.from({ length: count2 }, (_, i) => first + i);
      transaction.put(CATALOG_SPACE, NEXT_SPACE_KEY, encodeUInt32(first + count2));
      const writes = new CatalogWrites(
        transaction,
        this.mark
      );
      if (provisional) for (const space of spaces) writes.dropSpace(space);
      return spaces;
    });
  }
  async emptySpace(space) {
    await this.#kv.dropSpace(space);
    await this.change((writes) => writes.adoptSpace(space));
  }
  #scan(kind) {
    return this.#kv.scan(CATALOG_SPACE, { from: Buffer.of(kind), to: Buffer.of(kind + 1) });
  }
};
function parseResource(value) {
  try {
    return JSON.parse(value.toString());
  } catch (cause) {
    throw new import_chunk_4T7ZR3GH.Corruption("A resource of the catalogue is not readable JSON.", { cause });
  }
}
var FORMAT = 4;
var OLDEST_FORMAT = 1;
var FIRST_REHASHED = 2;
var FormatError = class extends Error {
  name = "FormatError";
};
async function checkFormat(kv) {
  await readFormat(kv);
}
async function isUpToDate(kv) {
  const stored = await readFormat(kv);
  return stored.format === FORMAT && !isBeforeRehash(stored);
}
async function needsRehash(kv) {
  return isBeforeRehash(
    await readFormat(kv)
  );
}
async function bringUpToDate(kv, rehash) {
  const stored = await readFormat(kv);
  if (isBeforeRehash(stored)) {
    await writeFormat(kv, { format: FORMAT, unfinished: true });
    await rehash();
  } else if (stored.format === FORMAT) return;
  await writeFormat(kv, { format: FORMAT });
}
function isBeforeRehash({ format, unfinished }) {
  return format < FIRST_REHASHED || unfinished === true;
}
async function readFormat(kv) {
  const bytes = await kv.get(CATALOG_SPACE, FORMAT_KEY);
  if (bytes === void 0) {
    await writeFormat(kv, { format: FORMAT });
    return {
      format: FORMAT
    };
  }
  const stored = parseFormat(bytes);
  const format = stored?.format;
  if (typeof format === "number" && format > FORMAT) {
    throw new FormatError(`The data was written by a newer version of Orrery (format ${format}; this one reads ${FORMAT}). Use that version, or another folder.`);
  }
  if (!Number.isInteger(format) || format < OLDEST_FORMAT) {
    throw new import_chunk_4T7ZR3GH.Corruption("The data folder does not say which format it has.");
  }
  return stored;
}
function writeFormat(kv, format) {
  return kv.transact("format", (transaction) => transaction.put(CATALOG_SPACE, FORMAT_KEY, Buffer.from(JSON.stringify(format))));
}
function parseFormat(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new import_chunk_4T7ZR3GH.Corruption(
      "The data folder does not say which format it has.",
      { cause }
    );
  }
}
var BLOCK = 1e3;
var FIRST = 1;
var LogicalNumbers = class {
  #kv;
  #key;
  #next = 0;
  #reserved = 0;
  #reserving;
  constructor(kv, containerRid) {
    this.#kv = kv;
    this.#key = logicalNumbersKey(
      containerRid
    );
  }
  async next() {
    while (this.#next >= this.#reserved) {
      this.#reserving ??= this.#reserve();
      await this.#reserving;
    }
    return this.#next++;
  }
  async raise(used) {
    for (; ; ) {
      const stored = await this.#kv.get(CATALOG_SPACE, this.#key);
      if (stored !== void 0 && stored.readUInt32BE(0) > used) return;
      if (await this.#kv.swap(
        CATALOG_SPACE,
        this.#key,
        stored,
        encodeUInt32(used + 1)
      )) return;
    }
  }
  async #reserve() {
    try {
      for (; ; ) {
        const stored = await this.#kv.get(CATALOG_SPACE, this.#key);
        const first = stored ? stored.readUInt32BE(0) : 0;
        if (first + BLOCK > import_chunk_4T7ZR3GH.LOGICAL_NUMBERS) {
          throw new import_chunk_4T7ZR3GH.Failure("forbidden", "This container has had a billion logical partitions. Create a new one to go on.");
        }
        const isOwn = await this.#kv.swap(CATALOG_SPACE, this.#key, stored, encodeUInt32(first + BLOCK));
        if (!isOwn) continue;
        this.#next = Math.max(first, FIRST);
        this.#reserved = first + BLOCK;
        return;
      }
    } finally {
      this.#reserving = void 0;
    }
  }
};
var Moment = class {
  #snapshot;
  constructor(kv) {
    this.#snapshot = kv.snapshot();
  }
  close() {
    this.#snapshot.close();
  }
  static reader(moment, newest) {
    return moment === void 0 ? newest : moment.#snapshot;
  }
};
var MomentStore = class {
  #reader;
  constructor(reader) {
    this.#reader = reader;
  }
  get(space, key) {
    return this.#reader.get(space, key);
  }
  getMany(space, keys) {
    return this.#reader.getMany(space, keys);
  }
  scan(space, options) {
    return this.#reader.scan(space, options);
  }
  snapshot() {
    throw onlyRead();
  }
  transact() {
    throw onlyRead();
  }
  swap() {
    throw onlyRead();
  }
  spaces() {
    throw onlyRead();
  }
  dropSpace() {
    throw onlyRead();
  }
  async caughtUp() {
  }
  async close() {
  }
};
function onlyRead() {
  return new Error("A moment can only be read.");
}
var EMPTY = Buffer.alloc(0);
var PIECE_KEYS = 256;
var DerivedKeys = class {
  work = { termsAdded: 0, termsRemoved: 0 };
  #kv;
  #space;
  #context;
  constructor(kv, space, context) {
    this.#kv = kv;
    this.#space = space;
    this.#context = context;
  }
  pointersOf(item) {
    return [(0, import_chunk_4T7ZR3GH.idKey)(item.epk, item.id), ...this.#context.uniqueKeys.keysOf(item.epk, item.document)];
  }
  *change(before, after) {
    this.#changeUnique(before, after);
    if (before !== void 0 && before.id !== after?.id) this.#kv.delete(this.#space, (0, import_chunk_4T7ZR3GH.idKey)(before.epk, before.id));
    if (after !== void 0 && before?.id !== after.id) {
      this.#kv.put(this.#space, (0, import_chunk_4T7ZR3GH.idKey)(after.epk, after.id), Buffer.from(after.ref, "latin1"));
    }
    yield* this.changeEntries(before, after);
    if (before !== void 0 && before.ttl > 0) this.#kv.delete(this.#space, expiryOf(before));
    if (after !== void 0 && after.ttl > 0) this.#kv.put(this.#space, expiryOf(after), EMPTY);
  }
  *changeEntries(before, after) {
    const { indexes } = this.#context;
    const old = [];
    if (before !== void 0) yield* indexes.addEntriesOf(before, old);
    const gone = /* @__PURE__ */ new Set();
    yield* inPieces2(old, (key) => gone.add(key.toString(
      "latin1"
    )));
    const added = [];
    if (after !== void 0) yield* indexes.addEntriesOf(after, added);
    yield* inPieces2(added, (key) => {
      if (gone.size > 0 && gone.delete(key.toString("latin1"))) return;
      this.#kv.put(this.#space, key, EMPTY);
      this.work.termsAdded++;
    });
    yield* inPieces2(gone, (key) => this.#kv.delete(this.#space, Buffer.from(key, "latin1")));
    this.work.termsRemoved += gone.size;
  }
  #changeUnique(before, after) {
    const { uniqueKeys } = this.#context;
    if (uniqueKeys.count === 0) return;
    const old = before ? uniqueKeys.keysOf(before.epk, before.document) : [];
    for (const key of old) this.#kv.delete(this.#space, key);
    for (const key of after ? uniqueKeys.keysOf(after.epk, after.document) : []) {
      this.#kv.put(
        this.#space,
        key,
        Buffer.from(after.ref, "latin1")
      );
    }
  }
};
function* inPieces2(keys, work) {
  let done = 0;
  for (const key of keys) {
    work(key);
    if (++done % PIECE_KEYS === 0) yield;
  }
}
function expiryOf(item) {
  return (0, import_chunk_4T7ZR3GH.expiryKey)(item.timestamp + item.ttl, item.ref);
}
var REMEMBERED_SECONDS = 60;
var DroppedPartitions = class _DroppedPartitions {
  #pending = /* @__PURE__ */ new Map();
  #removed = /* @__PURE__ */ new Map();
  static async load(reader, space) {
    const dropped = new _DroppedPartitions();
    const range = { from: Buffer.of(import_chunk_4T7ZR3GH.Kind.dropped), to: Buffer.of(import_chunk_4T7ZR3GH.Kind.dropped + 1) };
    for await (const rows of reader.scan(space, range)) {
      for (const { key, value } of rows) dropped.#pending.set((0, import_chunk_4T7ZR3GH.numberOfDroppedKey)(key), value);
    }
    return dropped;
  }
  get isEmpty() {
    return this.#pending.size === 0 && this.#removed.size === 0;
  }
  get pending() {
    return [...this.#pending].map(
      ([number, epk]) => ({ number, epk })
    );
  }
  get counts() {
    return { pending: this.#pending.size, remembered: this.#removed.size };
  }
  holds(ref) {
    if (this.isEmpty) return false;
    const number = (0, import_chunk_4T7ZR3GH.logicalNumberOf)(
      ref
    );
    return this.#pending.has(number) || this.#removed.has(number);
  }
  add(number, epk) {
    this.#pending.set(number, epk);
  }
  removed(number, nowSeconds) {
    this.#pending.delete(number);
    this.#removed.set(number, nowSeconds);
  }
  forget(nowSeconds) {
    for (const [number, at] of this.#removed) {
      if (at + REMEMBERED_SECONDS < nowSeconds) this.#removed.delete(number);
    }
  }
};
var EVERY_TEXT = "";
var LONG_TEXTS = "";
var TERM_BYTES_MAX = 256;
var TERM_DIGEST_BYTES = 16;
var SEPARATOR = Buffer.of(0);
function textRows(prefix, ref, { length, places }) {
  const row = (term, at) => ({
    key: rowKey(prefix, term, ref),
    value: encodePosting(length, at)
  });
  const rows = [row(EVERY_TEXT, [])];
  if (places === void 0) rows.push(row(LONG_TEXTS, []));
  else for (const [
    term,
    at
  ] of places) rows.push(row(term, at));
  return rows;
}
function rowKey(prefix, term, ref) {
  const bytes = Buffer.byteLength(term);
  if (bytes > TERM_BYTES_MAX) return Buffer.concat(
    [termPrefix(prefix, term), Buffer.from(ref, "latin1")]
  );
  const key = Buffer.allocUnsafe(prefix.length + bytes + 1 + import_chunk_4T7ZR3GH.REF_BYTES);
  key.set(prefix);
  key.write(term, prefix.length);
  key[prefix.length + bytes] = 0;
  key.write(ref, prefix.length + bytes + 1, "latin1");
  return key;
}
function termPrefix(prefix, term) {
  return Buffer.concat([
    prefix,
    termBytes(term),
    SEPARATOR
  ]);
}
function termBytes(term) {
  const bytes = Buffer.from(term);
  if (bytes.length <= TERM_BYTES_MAX) return bytes;
  const digest = (0, import_node_crypto2.createHash)("sha256").update(bytes).digest().subarray(0, TERM_DIGEST_BYTES);
  return Buffer.concat([bytes.subarray(0, TERM_BYTES_MAX - TERM_DIGEST_BYTES - 1), Buffer.of(1), digest]);
}
function termOfKey(key, prefixBytes) {
  return key.toString("utf8", prefixBytes, key.length - import_chunk_4T7ZR3GH.REF_BYTES - 1);
}
function encodePosting(length, places) {
  const bytes = [];
  writeNumber(bytes, length);
  let last = 0;
  for (const place of places) {
    writeNumber(bytes, place - last);
    last = place;
  }
  return Buffer.from(bytes);
}
function writeNumber(bytes, number) {
  let left = number;
  for (; left >= 128; left >>>= 7) bytes.push(left & 127 | 128);
  bytes.push(left);
}
function decodePosting(value) {
  const places = [];
  let length = -1;
  let last = 0;
  let number = 0;
  let unit = 1;
  for (let at = 0; at < value.length; at++) {
    const byte = value[at];
    number += (byte & 127) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    if (length < 0) length = number;
    else places.push(last += number);
    number = 0;
    unit = 1;
  }
  if (length < 0 || unit > 1) throw new import_chunk_4T7ZR3GH.Corruption(
    "A row of a full-text index cannot be read."
  );
  return { length, places };
}
var SCALE_BYTES = 4;
var STEPS = 127;
var ZERO = 128;
function quantizedBytes(dimensions) {
  return SCALE_BYTES + dimensions;
}
function quantize(vector, metric) {
  let largest = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    largest = Math.max(largest, Math.abs(vector[i]));
    square += vector[i] * vector[i];
  }
  const length = metric === "cosine" ? Math.sqrt(square) : 1;
  const scale = Math.fround(largest / length / STEPS);
  const value = Buffer.alloc(SCALE_BYTES + vector.length, ZERO);
  if (!Number.isFinite(scale) || scale === 0) {
    value.writeFloatLE(0);
    return value;
  }
  value.writeFloatLE(scale);
  for (let i = 0; i < vector.length; i++) {
    const steps = Math.round(vector[i] / length / scale);
    value[SCALE_BYTES + i] = ZERO + Math.max(-STEPS, Math.min(
      STEPS,
      steps
    ));
  }
  return value;
}
var QuantizedMeasure = class {
  #query;
  #metric;
  #zeros;
  constructor(query, metric) {
    this.#query = query;
    this.#metric = metric;
    this.#zeros = ZERO * query.reduce(
      (sum, component) => sum + component,
      0
    );
  }
  closeness(value) {
    if (value.length !== quantizedBytes(this.#query.length)) {
      throw new import_chunk_4T7ZR3GH.Corruption(`A quantized vector is stored in ${value.length} bytes.`);
    }
    return this.closenessAt(value, 0);
  }
  closenessAt(bytes, offset) {
    const scale = bytes.readFloatLE(offset);
    if (this.#metric === "euclidean") return -this.#distanceSquare(
      bytes,
      offset + SCALE_BYTES,
      scale
    );
    return scale * (this.#product(bytes, offset + SCALE_BYTES) - this.#zeros);
  }
  #product(bytes, offset) {
    const query = this.#query;
    const whole = query.length & ~3;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = 0;
    for (; i < whole; i += 4) {
      a += query[i] * bytes[offset + i];
      b += query[i + 1] * bytes[offset + 1 + i];
      c += query[i + 2] * bytes[offset + 2 + i];
      d += query[i + 3] * bytes[offset + 3 + i];
    }
    for (; i < query.length; i++) a += query[i] * bytes[offset + i];
    return a + b + c + d;
  }
  #distanceSquare(bytes, offset, scale) {
    const query = this.#query;
    let square = 0;
    for (let i = 0; i < query.length; i++) {
      const difference = query[i] - scale * (bytes[offset + i] - ZERO);
      square += difference * difference;
    }
    return square;
  }
};
var VectorCheck = class {
  #reader;
  #space;
  #report;
  #sets = /* @__PURE__ */ new Map();
  #expected = 0;
  constructor(reader, space, report) {
    this.#reader = reader;
    this.#space = space;
    this.#report = report;
  }
  async checkItem(item, indexes) {
    for (const index of indexes) {
      const vector = index.vectorOf(item.document);
      if (vector === void 0) continue;
      const finding = await this.#fault(item, index, vector).catch(findingOf);
      if (finding !== void 0) this.#report(`The vector ${index.path} of item "${item.id}" ${finding}`);
    }
  }
  async #fault(item, index, vector) {
    const { prefix, isQuantized, metric } = index;
    this.#expected += isQuantized ? 2 : 1;
    const full = await this.#reader.get(this.#space, (0, import_chunk_4T7ZR3GH.fullKey)(prefix, item.ref));
    if (full === void 0) return "is not in its index.";
    const place = (0, import_chunk_4T7ZR3GH.placeOfFull)(
      full
    );
    if (!full.equals((0, import_chunk_4T7ZR3GH.encodeFull)(place, vector))) return "is another one in its index.";
    if (!isQuantized) return void 0;
    const quantized = await this.#reader.get(
      this.#space,
      (0, import_chunk_4T7ZR3GH.quantizedKey)(prefix, place, item.ref)
    );
    if (quantized === void 0) return "is not in its cell.";
    if (!quantized.equals(quantize(vector, metric))) return "is another one in its cell.";
    const isThere = place.set === import_chunk_4T7ZR3GH.NO_SET || (await this.#setsOf(index)).has(place.set);
    return isThere ? void 0 : "is in a cell of a set that there is not.";
  }
  #setsOf(index) {
    let sets = this.#sets.get(index.path);
    if (sets === void 0) {
      sets = this.#checkSets(index);
      this.#sets.set(index.path, sets);
    }
    return sets;
  }
  async #checkSets(index) {
    const sets = /* @__PURE__ */ new Set();
    try {
      for (const header of await (0, import_chunk_4T7ZR3GH.readSetHeaders)(this.#reader, this.#space, index)) {
        const { cells } = await (0, import_chunk_4T7ZR3GH.readSet)(this.#reader, this.#space, index, header);
        this.#expected += 1 + cells;
        sets.add(header.id);
      }
    } catch (error) {
      if (!(error instanceof import_chunk_4T7ZR3GH.Corruption)) throw error;
      this.#report(`Vector index ${index.path}: ${error.finding}`);
    }
    return sets;
  }
  async finish(indexes) {
    for (const index of indexes) await this.#setsOf(index);
    let found = 0;
    const range = { from: Buffer.of(import_chunk_4T7ZR3GH.Kind.vector), to: Buffer.of(import_chunk_4T7ZR3GH.Kind.vector + 1) };
    for await (const rows of this.#reader.scan(this.#space, { ...range, keysOnly: true })) found += rows.length;
    if (found !== this.#expected) {
      this.#report(`${found} rows of vector indexes are stored, but the items make ${this.#expected}.`);
    }
  }
};
function findingOf(error) {
  if (error instanceof import_chunk_4T7ZR3GH.Corruption) return `cannot be read: ${error.finding}`;
  throw error;
}
var FINDINGS_MAX = 100;
async function checkPartition(reader, space, context) {
  return new PartitionCheck(reader, space, context).run();
}
var PartitionCheck = class {
  #reader;
  #space;
  #context;
  #findings = [];
  #expected = /* @__PURE__ */ new Map();
  #totals = /* @__PURE__ */ new Map();
  #words = import_chunk_4T7ZR3GH.NO_WORDS;
  #items = 0;
  #bytes = 0;
  #lsnMax = 0;
  #dropped = new DroppedPartitions();
  #summary = import_chunk_4T7ZR3GH.EMPTY_SUMMARY;
  #damaged = /* @__PURE__ */ new Set();
  #vectors;
  #versioned = 0;
  constructor(reader, space, context) {
    this.#reader = reader;
    this.#space = space;
    this.#context = context;
    this.#vectors = new VectorCheck(reader, space, (finding) => this.#report(finding));
  }
  async run() {
    this.#dropped = await DroppedPartitions.load(this.#reader, this.#space);
    const summary = await this.#reader.get(this.#space, import_chunk_4T7ZR3GH.SUMMARY_KEY);
    if (summary !== void 0) {
      this.#summary = this.#decoded(
        "Summary",
        () => (0, import_chunk_4T7ZR3GH.decodeSummary)(summary)
      ) ?? this.#summary;
    }
    for await (const rows of this.#scan(import_chunk_4T7ZR3GH.Kind.item)) {
      for (const { key, value } of rows) await this.#checkItem(
        (0, import_chunk_4T7ZR3GH.refAtEnd)(key),
        value
      );
    }
    await this.#checkLogicalPartitions();
    this.#checkSummary();
    await this.#checkVersions();
    await this.#vectors.finish(this.#context.indexes.allVectorIndexes);
    for (const kind of COUNTED_KINDS) {
      const found = await this.#countKeys(kind);
      const expected = this.#expected.get(kind) ?? 0;
      if (found !== expected) {
        this.#report(`${found} ${NAMES[kind]} are stored, but the items make ${expected}.`);
      }
    }
    return { items: this.#items, logicalPartitions: this.#totals.size, indexEntries: INDEX_KINDS.reduce((sum, kind) => sum + (this.#expected.get(kind) ?? 0), 0), findings: this.#findings };
  }
  async #checkItem(ref, record) {
    const { indexes, uniqueKeys } = this.#context;
    const readable = this.#decoded(
      `Item ${refName(ref)}`,
      () => {
        const stored = import_chunk_4T7ZR3GH.StoredItem.decode(ref, record);
        const texts2 = indexes.textsOf(stored).map((text) => ({ ...text, terms: termsOf(text) }));
        return { item: stored, document: stored.document, terms: indexes.entriesOf(stored), texts: texts2 };
      }
    );
    if (readable === void 0) {
      this.#damaged.add(ref);
      return;
    }
    const { item, document, terms, texts } = readable;
    const { id } = document;
    if (typeof id !== "string") {
      this.#report(`The item at ${refName(item.ref)} has no id.`);
      return;
    }
    if (import_chunk_4T7ZR3GH.StoredItem.decode(void 0, item.record).ref !== item.ref) {
      this.#report(
        `Item "${id}" has a resource id that is not its own.`
      );
    }
    this.#lsnMax = Math.max(this.#lsnMax, item.lsn);
    const entries = [...terms, ...item.ttl > 0 ? [expiryOf(item)] : []];
    const pointers = [
      (0, import_chunk_4T7ZR3GH.idKey)(item.epk, id),
      (0, import_chunk_4T7ZR3GH.logKey)(item.lsn, item.place),
      ...uniqueKeys.keysOf(item.epk, document)
    ];
    const values = await this.#reader.getMany(this.#space, [...pointers, ...entries]);
    for (const [i, key] of [...pointers, ...entries].entries()) {
      const kind = key[0];
      this.#expected.set(kind, (this.#expected.get(kind) ?? 0) + 1);
      const value = values[i];
      if (value === void 0) {
        this.#report(`Item "${id}" (${refName(item.ref)}) lacks one of its ${NAMES[kind]}.`);
      } else if (i < pointers.length && value.toString("latin1") !== item.ref) {
        this.#report(
          `One of the ${NAMES[kind]} of item "${id}" leads to another item.`
        );
      }
    }
    const words = new Map(texts.map(({ index, terms: terms2 }) => [index.digest, terms2.length]));
    for (const text of texts)
      await this.#checkText(item, text);
    await this.#vectors.checkItem(item, indexes.vectorsOf(item));
    if (item.lsn > this.#summary.versionsAfter) this.#versioned++;
    if (!this.#dropped.holds(item.ref)) this.#count(item, id, (0, import_chunk_4T7ZR3GH.addWords)(import_chunk_4T7ZR3GH.NO_WORDS, words));
  }
  async #checkText(item, { index, terms }) {
    const rows = textRows(index.prefix, item.ref, terms);
    const kind = import_chunk_4T7ZR3GH.Kind.fullText;
    this.#expected.set(kind, (this.#expected.get(kind) ?? 0) + rows.length);
    const keys = rows.map(({ key }) => key);
    const values = await this.#reader.getMany(
      this.#space,
      keys
    );
    const wrong = rows.filter(({ value }, i) => values[i]?.equals(value) !== true).length;
    if (wrong > 0) {
      const found = `${wrong} of the ${rows.length} rows of ${index.identity.path}`;
      this.#report(`Item "${item.id}" (${refName(item.ref)}) lacks ${found} in the full-text index, or they differ.`);
    }
  }
  #count(item, id, words) {
    this.#items++;
    this.#words = (0, import_chunk_4T7ZR3GH.addWords)(this.#words, words);
    this.#bytes += item.size;
    const epk = item.epk.toString("latin1");
    const total = this.#totals.get(epk) ?? { items: 0, bytes: 0, number: (0, import_chunk_4T7ZR3GH.logicalNumberOf)(
      item.ref
    ), sequenceMax: -1, words: import_chunk_4T7ZR3GH.NO_WORDS };
    total.words = (0, import_chunk_4T7ZR3GH.addWords)(total.words, words);
    total.items++;
    total.sequenceMax = Math.max(total.sequenceMax, (0, import_chunk_4T7ZR3GH.sequenceOf)(item.ref));
    total.bytes += item.size;
    if (total.number !== (0, import_chunk_4T7ZR3GH.logicalNumberOf)(item.ref)) {
      this.#report(`Item "${id}" lies outside its logical partition.`);
    }
    this.#totals.set(epk, total);
  }
  async #checkLogicalPartitions() {
    let found = 0;
    const misplaced = { items: 0, partitions: 0, firstKey: "" };
    for await (const rows of this.#scan(import_chunk_4T7ZR3GH.Kind.logical)) {
      for (const { key, value } of rows) {
        found++;
        const name = `Logical partition ${(0, import_chunk_4T7ZR3GH.epkOfLogicalKey)(key).toString("hex")}`;
        const readable = this.#decoded(name, () => {
          const record2 = (0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(value);
          return {
            record: record2,
            epk: this.#context.epkOf(record2.key)
          };
        });
        if (readable === void 0) continue;
        const { record, epk } = readable;
        if (!epk.equals((0, import_chunk_4T7ZR3GH.epkOfLogicalKey)(key))) {
          misplaced.items += record.items;
          if (misplaced.partitions++ === 0) misplaced.firstKey = record.key;
        }
        const total = this.#totals.get((0, import_chunk_4T7ZR3GH.epkOfLogicalKey)(key).toString("latin1"));
        if (total?.items !== record.items || total.bytes !== record.bytes || total.number !== record.number) {
          this.#report(`Logical partition ${record.key} is counted as ${record.items} items of ${record.bytes} bytes, but holds ${total?.items ?? 0} of ${total?.bytes ?? 0}.`);
        }
        if (total !== void 0 && !(0, import_chunk_4T7ZR3GH.isSameWords)(total.words, record.words)) {
          this.#report(`The words of logical partition ${record.key} are not counted as they are.`);
        }
        if (total !== void 0 && total.sequenceMax >= record.nextSequence) {
          this.#report(`Logical partition ${record.key} would give an address to a second item.`);
        }
      }
    }
    if (found !== this.#totals.size) {
      this.#report(`${found} logical partitions are recorded, but the items make ${this.#totals.size}.`);
    }
    if (misplaced.partitions > 0) {
      this.#report(`${misplaced.items} items in ${misplaced.partitions} logical partitions do not lie where the hash of their key is. The first of these keys is ${misplaced.firstKey}.`);
    }
  }
  #checkSummary() {
    const summary = this.#summary;
    if (summary.items !== this.#items || summary.bytes !== this.#bytes) {
      this.#report(
        `The partition is counted as ${summary.items} items of ${summary.bytes} bytes, but holds ${this.#items} of ${this.#bytes}.`
      );
    }
    if (!(0, import_chunk_4T7ZR3GH.isSameWords)(summary.words, this.#words)) {
      this.#report("The words of the partition are not counted as they are.");
    }
    if (summary.lsn < this.#lsnMax) this.#report(`An item is newer (${this.#lsnMax}) than the last LSN (${summary.lsn}).`);
  }
  async #checkVersions() {
    let matched = 0;
    for await (const rows of this.#scan(import_chunk_4T7ZR3GH.Kind.version)) {
      const versions = rows.map(({ key, value }) => this.#decoded(
        `Version ${(0, import_chunk_4T7ZR3GH.lsnOfLogKey)(key)}`,
        () => (0, import_chunk_4T7ZR3GH.decodeVersion)(key, value)
      )).filter((version) => version !== void 0);
      const records = await this.#reader.getMany(this.#space, versions.map(
        ({ ref }) => (0, import_chunk_4T7ZR3GH.itemKey)(ref)
      ));
      for (const [i, version] of versions.entries()) {
        const { lsn } = version;
        if (lsn > this.#summary.lsn) {
          this.#report(`A version is newer (${lsn}) than the last LSN (${this.#summary.lsn}).`);
        }
        const isItem = !this.#damaged.has(version.ref) && isVersionOf(version, records[i]);
        if (lsn > this.#summary.versionsAfter && isItem) matched++;
      }
    }
    if (matched !== this.#versioned) {
      this.#report(`${matched} versions are those of present items, but ${this.#versioned} items should have one.`);
    }
  }
  async #countKeys(kind) {
    let count2 = 0;
    for await (const rows of this.#scan(kind, true)) count2 += rows.length;
    return count2;
  }
  #scan(kind, keysOnly = false) {
    return this.#reader.scan(this.#space, { from: Buffer.of(kind), to: Buffer.of(kind + 1), keysOnly });
  }
  #decoded(name, decode) {
    try {
      return decode();
    } catch (error) {
      if (!(error instanceof import_chunk_4T7ZR3GH.Corruption)) throw error;
      this.#report(`${name}: ${error.finding}`);
      return void 0;
    }
  }
  #report(finding) {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(finding);
  }
};
var INDEX_KINDS = [
  import_chunk_4T7ZR3GH.Kind.index,
  import_chunk_4T7ZR3GH.Kind.composite,
  import_chunk_4T7ZR3GH.Kind.spatial
];
var NAMES = { [import_chunk_4T7ZR3GH.Kind.id]: "id entries", [import_chunk_4T7ZR3GH.Kind.index]: "index entries", [import_chunk_4T7ZR3GH.Kind.composite]: "composite index entries", [import_chunk_4T7ZR3GH.Kind.spatial]: "spatial index entries", [import_chunk_4T7ZR3GH.Kind.fullText]: "rows of full-text indexes", [import_chunk_4T7ZR3GH.Kind.unique]: "unique key entries", [import_chunk_4T7ZR3GH.Kind.log]: "change log entries", [import_chunk_4T7ZR3GH.Kind.expiry]: "expiry entries" };
var COUNTED_KINDS = Object.keys(NAMES).map(Number);
function termsOf({ index, text }) {
  return (0, import_chunk_4T7ZR3GH.textTerms)(text, index.identity.language);
}
function isVersionOf({ ref, lsn, current }, record) {
  if (record === void 0) return false;
  const item = import_chunk_4T7ZR3GH.StoredItem.decode(ref, record);
  return item?.lsn === lsn && current?.equals(item.json) === true;
}
function refName(ref) {
  return Buffer.from(
    ref,
    "latin1"
  ).toString("hex");
}
var COUNTS_MAX = 1024;
var COMMITS_MAX = 32;
var CHANGED_PART = 1 / 8;
var EntryCounts = class {
  #lsn;
  #known = new import_lru_cache.LRUCache({ max: COUNTS_MAX });
  constructor(lsn) {
    this.#lsn = lsn;
  }
  get(part, max) {
    const known = this.#known.get(part);
    if (known === void 0 || !known.isAll && known.entries < max) return void 0;
    const commits = Math.abs(this.#lsn() - known.lsn);
    if (commits > Math.max(COMMITS_MAX, known.entries * CHANGED_PART)) return void 0;
    return Math.min(known.entries, max);
  }
  set(part, entries, max) {
    this.#known.set(
      part,
      { entries, isAll: entries < max, lsn: this.#lsn() }
    );
  }
};
var BLOCK_ENTRIES = 256;
var LOG_END = Buffer.of(import_chunk_4T7ZR3GH.Kind.log + 1);
var ExpiredItems = class {
  #space;
  #blocks = [];
  #rest = { from: Buffer.of(import_chunk_4T7ZR3GH.Kind.log), to: LOG_END, writtenSince: 0 };
  constructor(space) {
    this.#space = space;
  }
  async withOwnTime(nowSeconds, max) {
    const { kv, space } = this.#space;
    const found = [];
    const range = {
      from: Buffer.of(import_chunk_4T7ZR3GH.Kind.expiry),
      to: (0, import_chunk_4T7ZR3GH.expiryKey)(nowSeconds),
      keysOnly: true,
      limit: max
    };
    for await (const rows of kv.scan(space, range)) {
      const refs = rows.map(({ key }) => (0, import_chunk_4T7ZR3GH.refAtEnd)(key));
      for (const item of await this.#load(refs)) if (item !== void 0) found.push(item);
    }
    return found;
  }
  async *withDefaultTime(writtenBefore, entriesMax) {
    let left = entriesMax;
    for (const block of this.#blocks) {
      if (block.writtenSince >= writtenBefore) continue;
      if (left <= 0) break;
      const { items, entries, writtenSince } = await this.#read(block, BLOCK_ENTRIES, writtenBefore);
      yield items;
      block.writtenSince = writtenSince;
      left -= entries;
    }
    this.#blocks = this.#blocks.filter(isOfInterest);
    const now = this.#space.context.nowSeconds();
    this.#rest.writtenSince = Math.min(
      this.#rest.writtenSince,
      now
    );
    while (left > 0 && this.#rest.writtenSince < writtenBefore) {
      const rest = this.#rest;
      const limit = Math.min(left, BLOCK_ENTRIES);
      const { items, entries, end, writtenSince } = await this.#read(
        rest,
        limit,
        writtenBefore
      );
      yield items;
      const block = { from: rest.from, to: end, writtenSince };
      if (isOfInterest(block)) this.#blocks.push(block);
      this.#rest = {
        ...rest,
        from: end,
        writtenSince: entries < limit ? now : rest.writtenSince
      };
      left -= entries;
    }
  }
  async #read({ from, to }, limit, writtenBefore) {
    const { kv, space } = this.#space;
    const items = [];
    let entries = 0;
    let end = from;
    let writtenSince = Number.POSITIVE_INFINITY;
    for await (const rows of kv.scan(space, { from, to, limit })) {
      for (const item of await this.#load(rows.map(({ value }) => (0, import_chunk_4T7ZR3GH.refOfValue)(
        value
      )))) {
        if (item === void 0 || item.ttl !== 0) continue;
        if (item.timestamp < writtenBefore) items.push(item);
        else writtenSince = Math.min(writtenSince, item.timestamp);
      }
      entries += rows.length;
      end = Buffer.concat([rows.at(-1).key, Buffer.of(0)]);
    }
    return { items, entries, end, writtenSince };
  }
  async #load(refs) {
    const { kv, space, dropped } = this.#space;
    const records = await kv.getMany(space, refs.map(import_chunk_4T7ZR3GH.itemKey));
    return records.map((record, i) => record === void 0 || dropped.holds(refs[i]) ? void 0 : import_chunk_4T7ZR3GH.StoredItem.decode(refs[i], record));
  }
};
function isOfInterest({
  writtenSince
}) {
  return writtenSince < Number.POSITIVE_INFINITY;
}
var REFS_MAX = 16384;
var CHANGES_MAX = 4096;
var COMMITS_MAX2 = 4 * CHANGES_MAX;
var PATHS_MAX = 16;
var COUNTERS_MAX = 2 ** 22 - 1;
var LackingItems = class {
  #space;
  #known = new import_lru_cache2.LRUCache(
    { max: PATHS_MAX }
  );
  constructor(space) {
    this.#space = space;
  }
  async among(reader, path) {
    const { lsn } = await (0, import_chunk_4T7ZR3GH.readSummary)(reader, this.#space);
    const known = this.#known.get(path);
    if (known?.lsn === lsn) return known.refs;
    const isNewer = known === void 0 || known.lsn < lsn;
    const now = (known && isNewer ? await this.#broughtUpToDate(reader, path, known, lsn) : void 0) ?? await this.#found(reader, path, lsn);
    if (isNewer) this.#known.set(path, now);
    return now.refs;
  }
  async #broughtUpToDate(reader, path, { lsn: knownLsn, foundLsn, refs }, lsn) {
    if (lsn - foundLsn > COMMITS_MAX2) return void 0;
    if (refs === void 0) return { lsn, foundLsn, refs };
    const changed = /* @__PURE__ */ new Set();
    const range = { from: (0, import_chunk_4T7ZR3GH.logKey)(knownLsn + 1, 0), to: Buffer.of(import_chunk_4T7ZR3GH.Kind.log + 1), limit: CHANGES_MAX };
    for await (const rows of reader.scan(this.#space, range)) {
      for (const { value } of rows) changed.add((0, import_chunk_4T7ZR3GH.refOfValue)(value));
    }
    if (changed.size >= CHANGES_MAX)
      return void 0;
    const lacking = await this.#lacking(reader, path, [...changed]);
    const all = [...refs.filter((ref) => !changed.has(ref)), ...lacking].sort();
    return all.length > REFS_MAX ? void 0 : { lsn, foundLsn, refs: all };
  }
  async #lacking(reader, path, refs) {
    const names = namesOf(path);
    const records = await reader.getMany(this.#space, refs.map(import_chunk_4T7ZR3GH.itemKey));
    return refs.filter((ref, i) => {
      const record = records[i];
      if (record === void 0) return false;
      return (0, import_chunk_4T7ZR3GH.valueAt)(import_chunk_4T7ZR3GH.StoredItem.decode(ref, record).document, names) === void 0;
    });
  }
  async #found(reader, path, lsn) {
    const as = (refs2) => ({ lsn, foundLsn: lsn, refs: refs2 });
    const prefix = (0, import_chunk_4T7ZR3GH.indexPrefix)((0, import_chunk_4T7ZR3GH.pathIndex)(path));
    const defined = Buffer.concat([prefix, (0, import_chunk_4T7ZR3GH.afterPrefix)((0, import_chunk_4T7ZR3GH.encodeValue)(void 0))]);
    const entries = { from: defined, to: (0, import_chunk_4T7ZR3GH.afterPrefix)(prefix), keysOnly: true };
    const items = await this.#count(reader, LOG);
    const lacking = items - await this.#count(reader, entries);
    if (lacking === 0) return as([]);
    if (lacking > REFS_MAX) return as(void 0);
    const counts = new Int32Array(2 ** Math.ceil(Math.log2(Math.min(items, COUNTERS_MAX) + 1)));
    for await (const rows of reader.scan(this.#space, entries)) {
      for (const { key } of rows) counts[hashOf((0, import_chunk_4T7ZR3GH.refAtEnd)(key)) & counts.length - 1]--;
    }
    for await (const ref of this.#logged(reader)) counts[hashOf(ref) & counts.length - 1]++;
    const refs = [];
    for await (const ref of this.#logged(reader)) {
      if (counts[hashOf(ref) & counts.length - 1] > 0) refs.push(ref);
    }
    return as(refs.sort());
  }
  async #count(reader, range) {
    let count2 = 0;
    const options = { ...range, keysOnly: true, valuesOnly: true };
    for await (const rows of reader.scan(this.#space, options)) count2 += rows.length;
    return count2;
  }
  async *#logged(reader) {
    for await (const rows of reader.scan(this.#space, { ...LOG, valuesOnly: true })) {
      for (const { value } of rows) yield (0, import_chunk_4T7ZR3GH.refOfValue)(value);
    }
  }
};
var LOG = {
  from: Buffer.of(import_chunk_4T7ZR3GH.Kind.log),
  to: Buffer.of(import_chunk_4T7ZR3GH.Kind.log + 1)
};
function hashOf(ref) {
  let hash = 0;
  for (let i = 0; i < ref.length; i++) hash = Math.imul(hash ^ ref.charCodeAt(i), 2654435761);
  return (hash ^ hash >>> 15) >>> 0;
}
function namesOf(path) {
  return (0, import_chunk_4T7ZR3GH.parsePath)(path)?.filter((name) => name !== null) ?? [];
}
async function* readLogicalPartitions(reader, space) {
  const range = { from: Buffer.of(import_chunk_4T7ZR3GH.Kind.logical), to: Buffer.of(import_chunk_4T7ZR3GH.Kind.logical + 1) };
  for await (const rows of reader.scan(
    space,
    range
  )) {
    yield rows.map(({ key: rowKey2, value }) => {
      const { key, items, bytes } = (0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(value);
      return { epk: (0, import_chunk_4T7ZR3GH.epkOfLogicalKey)(rowKey2), key, items, bytes };
    });
  }
}
async function logicalScope(reader, space, ranges) {
  const records = [];
  const add = (value) => records.push((0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(value));
  const some = ranges.filter((range) => !(0, import_hash.isEmptyEpkRange)(range));
  const prefixes = some.filter(isRangeOfPrefix);
  const found = await reader.getMany(space, prefixes.map(({ min }) => (0, import_chunk_4T7ZR3GH.logicalKey)(min)));
  const keys = new Map(prefixes.map((range, i) => [range, found[i]]));
  for (const range of some) {
    const { min, max } = range;
    const only = keys.get(range);
    if (only !== void 0) {
      add(only);
      continue;
    }
    for await (const rows of reader.scan(space, { from: (0, import_chunk_4T7ZR3GH.logicalKey)(min), to: (0, import_chunk_4T7ZR3GH.logicalKey)(
      max
    ) })) {
      for (const { value } of rows) add(value);
    }
  }
  records.sort((a, b) => a.number - b.number);
  return { logicalNumbers: records.map(({ number }) => number), sequences: records.map(({
    nextSequence
  }) => nextSequence), items: records.reduce((sum, record) => sum + record.items, 0), bytes: records.reduce((sum, record) => sum + record.bytes, 0) };
}
function isRangeOfPrefix({
  min,
  max
}) {
  return max.length === min.length + 1 && max[min.length] === 255 && (0, import_hash.compareEpk)(min, max.subarray(0, min.length)) === 0;
}
function composeItem({ nowSeconds, etags, indexes, container }, { ref, epk, document, json, indexed }) {
  const timestamp = (0, import_chunk_4T7ZR3GH.timestampOf)(nowSeconds());
  const etag = etags.next();
  const {
    ttl
  } = document;
  const system = (0, import_chunk_4T7ZR3GH.systemProperties)(container, { ref, etag: (0, import_chunk_4T7ZR3GH.etagText)(etag, timestamp), timestamp });
  return import_chunk_4T7ZR3GH.StoredItem.encode(ref, { epk, timestamp, ttl: typeof ttl === "number" ? ttl : 0, etag, indexed, generation: indexes.current, document: json.length < import_chunk_4T7ZR3GH.LARGE_PIECE_BYTES ? (0, import_chunk_4T7ZR3GH.joined)(document, system) : void 0 }, (0, import_chunk_4T7ZR3GH.joinedJson)(json, system));
}
var SHORT_CHARACTERS = 32 * 1024;
var TextWrites = class {
  #kv;
  #space;
  #indexes;
  #work;
  words = import_chunk_4T7ZR3GH.NO_WORDS;
  #prepared = /* @__PURE__ */ new Map();
  constructor(kv, space, indexes, work) {
    this.#kv = kv;
    this.#space = space;
    this.#indexes = indexes;
    this.#work = work;
  }
  async prepare(...items) {
    for (const item of items) {
      for (const { index, text } of item ? this.#indexes.textsOf(item) : []) {
        if (text.length <= SHORT_CHARACTERS) continue;
        const steps = (0, import_chunk_4T7ZR3GH.textTermSteps)(text, index.identity.language);
        for (; ; ) {
          const { done, value } = steps.next();
          if (done) {
            this.#prepared.set(nameOf(
              { index, text }
            ), value);
            break;
          }
          await (0, import_promises.setImmediate)();
        }
      }
    }
  }
  change(before, after, isCounted = true) {
    if (!this.#indexes.hasTexts) return;
    const old = new Map(before && this.#indexes.textsOf(before).map((text) => [text.index.digest, text]));
    let words = import_chunk_4T7ZR3GH.NO_WORDS;
    for (const text of after ? this.#indexes.textsOf(after) : []) {
      const { digest } = text.index;
      const known = old.get(digest);
      old.delete(digest);
      if (known?.text !== text.text) words = (0, import_chunk_4T7ZR3GH.addWords)(words, this.#replace(after, known, text));
    }
    for (const gone of old.values()) words = (0, import_chunk_4T7ZR3GH.addWords)(
      words,
      this.#replace(before, gone, void 0)
    );
    if (isCounted) this.words = (0, import_chunk_4T7ZR3GH.addWords)(this.words, words);
  }
  #replace({ ref }, before, after) {
    const old = before && this.#termsOf(before);
    const next = after && this.#termsOf(after);
    const { prefix, digest } = (before ?? after).index;
    const gone = new Map((old ? textRows(prefix, ref, old) : []).map(({ key, value }) => [
      key.toString("latin1"),
      value
    ]));
    for (const { key, value } of next ? textRows(prefix, ref, next) : []) {
      if (gone.size > 0) {
        const name = key.toString("latin1");
        const known = gone.get(name);
        gone.delete(name);
        if (known?.equals(value)) continue;
      }
      this.#kv.put(this.#space, key, value);
      this.#work.termsAdded++;
    }
    for (const name of gone.keys()) this.#kv.delete(this.#space, Buffer.from(
      name,
      "latin1"
    ));
    this.#work.termsRemoved += gone.size;
    const words = (next?.length ?? 0) - (old?.length ?? 0);
    return words === 0 ? import_chunk_4T7ZR3GH.NO_WORDS : /* @__PURE__ */ new Map([[digest, words]]);
  }
  #termsOf(text) {
    const prepared = this.#prepared.size > 0 ? this.#prepared.get(nameOf(text)) : void 0;
    return prepared ?? (0, import_chunk_4T7ZR3GH.textTerms)(text.text, text.index.identity.language);
  }
};
function nameOf({
  index,
  text
}) {
  return `${index.identity.language} ${text}`;
}
var VectorWrites = class {
  #kv;
  #space;
  #vectors;
  #indexes;
  #placed = /* @__PURE__ */ new Map();
  constructor(kv, space, vectors, indexes) {
    this.#kv = kv;
    this.#space = space;
    this.#vectors = vectors;
    this.#indexes = indexes;
  }
  async change(before, after, work) {
    const old = this.#vectorsOf(before);
    for (const [path, { index, vector }] of this.#vectorsOf(after)) {
      const known = old.get(path);
      if (known !== void 0 && isSame(known.vector, vector)) {
        old.delete(path);
        continue;
      }
      if (known !== void 0) await this.#remove(index, after.ref);
      old.delete(path);
      this.#put(newVector(
        index,
        after.ref,
        vector,
        await this.#placeOf(index, vector)
      ));
      work.termsAdded++;
      if (known !== void 0) work.termsRemoved++;
    }
    for (const { index } of old.values()) {
      await this.#remove(
        index,
        before.ref
      );
      work.termsRemoved++;
    }
  }
  add(before, after) {
    const old = this.#vectorsOf(before);
    for (const [path, { index, vector }] of this.#vectorsOf(after)) {
      if (!old.has(
        path
      )) this.#put(newVector(index, after.ref, vector, import_chunk_4T7ZR3GH.UNASSIGNED));
    }
  }
  #vectorsOf(item) {
    const found = /* @__PURE__ */ new Map();
    for (const index of item ? this.#indexes.vectorsOf(item) : []) {
      const vector = index.vectorOf(item.document);
      if (vector !== void 0) found.set(index.path, { index, vector });
    }
    return found;
  }
  async move(index, refs) {
    const rows = await this.#kv.getMany(
      this.#space,
      refs.map((ref) => (0, import_chunk_4T7ZR3GH.fullKey)(index.prefix, ref))
    );
    const vector = new Float32Array(index.dimensions);
    const moved = [];
    for (const [i, full] of rows.entries()) {
      if (full === void 0) continue;
      (0, import_chunk_4T7ZR3GH.readFull)(full, vector);
      const place = await this.#vectors.placeOf(index, vector);
      if (place.set !== (0, import_chunk_4T7ZR3GH.placeOfFull)(full).set) moved.push({ index, ref: refs[i], full, place });
    }
    const keys = moved.map(({ ref, full }) => (0, import_chunk_4T7ZR3GH.quantizedKey)(index.prefix, (0, import_chunk_4T7ZR3GH.placeOfFull)(full), ref));
    const quantized = await this.#kv.getMany(this.#space, keys);
    for (const [i, row] of moved.entries()) {
      if (quantized[i] === void 0) throw new import_chunk_4T7ZR3GH.Corruption("A vector is not in the cell that it names.");
      this.#kv.delete(this.#space, keys[i]);
      this.#put({ ...row, quantized: quantized[i] });
    }
  }
  #put(row) {
    const { index, ref, full, quantized, place } = row;
    this.#kv.put(this.#space, (0, import_chunk_4T7ZR3GH.fullKey)(index.prefix, ref), (0, import_chunk_4T7ZR3GH.withPlace)(full, place));
    if (quantized === void 0) return;
    this.#kv.put(
      this.#space,
      (0, import_chunk_4T7ZR3GH.quantizedKey)(index.prefix, place, ref),
      quantized
    );
    if (this.#placed.size === 0) this.#kv.beforeCommit(() => this.#leaveClosedCells());
    this.#placed.set(
      `${index.path} ${ref}`,
      row
    );
  }
  #leaveClosedCells() {
    for (const row of this.#placed.values()) {
      if (this.#vectors.isOpen(row.index, row.place)) continue;
      this.#kv.delete(this.#space, (0, import_chunk_4T7ZR3GH.quantizedKey)(
        row.index.prefix,
        row.place,
        row.ref
      ));
      this.#put({ ...row, place: import_chunk_4T7ZR3GH.UNASSIGNED });
    }
  }
  async #placeOf(index, vector) {
    return index.isQuantized ? this.#vectors.placeOf(index, vector) : import_chunk_4T7ZR3GH.UNASSIGNED;
  }
  async #remove(index, ref) {
    const key = (0, import_chunk_4T7ZR3GH.fullKey)(index.prefix, ref);
    const row = await this.#kv.get(this.#space, key);
    if (row === void 0) return;
    this.#kv.delete(
      this.#space,
      key
    );
    this.#placed.delete(`${index.path} ${ref}`);
    if (index.isQuantized) this.#kv.delete(this.#space, (0, import_chunk_4T7ZR3GH.quantizedKey)(index.prefix, (0, import_chunk_4T7ZR3GH.placeOfFull)(row), ref));
  }
};
function newVector(index, ref, vector, place) {
  const quantized = index.isQuantized ? quantize(vector, index.metric) : void 0;
  return { index, ref, full: (0, import_chunk_4T7ZR3GH.encodeFull)(place, vector), quantized, place };
}
function isSame(a, b) {
  return a.every((component, i) => component === b[i]);
}
var DerivedRows = class {
  #keys;
  #texts;
  #vectors;
  #context;
  constructor(kv, { space, context, vectors }) {
    this.#context = context;
    this.#keys = new DerivedKeys(kv, space, context);
    this.#texts = new TextWrites(kv, space, context.indexes, this.#keys.work);
    this.#vectors = new VectorWrites(kv, space, vectors, context.indexes);
  }
  get work() {
    return this.#keys.work;
  }
  get words() {
    return this.#texts.words;
  }
  set words(words) {
    this.#texts.words = words;
  }
  pointersOf(item) {
    return this.#keys.pointersOf(item);
  }
  change(before, after, isCounted = true) {
    const { hasTexts, hasVectors } = this.#context.indexes;
    return hasTexts || hasVectors ? this.#changeAll(before, after, isCounted) : this.#inTurns(this.#keys.change(before, after));
  }
  async #changeAll(before, after, isCounted) {
    await this.#texts.prepare(before, after);
    await this.#inTurns(this.#keys.change(before, after));
    this.#texts.change(before, after, isCounted);
    await this.#vectors.change(
      before,
      after,
      this.work
    );
  }
  async reindex(before, after, isCounted) {
    await this.#texts.prepare(before, after);
    await this.#inTurns(this.#keys.changeEntries(before, after));
    this.#texts.change(before, after, isCounted);
    await this.#vectors.change(before, after, this.work);
  }
  reindexWritten(before, after) {
    (0, import_chunk_4T7ZR3GH.atOnce)(this.#keys.changeEntries(
      before,
      after
    ));
    this.#texts.change(before, after);
    this.#vectors.add(before, after);
  }
  #inTurns(pieces) {
    return (0, import_chunk_4T7ZR3GH.inTurns)(this.#context.scheduler, this.#context, pieces);
  }
  moveVectors(index, refs) {
    return this.#vectors.move(index, refs);
  }
};
function isPoint({ low, high }) {
  return low?.inclusive === true && high?.inclusive === true && (0, import_chunk_4T7ZR3GH.encodeValue)(low.value).equals((0, import_chunk_4T7ZR3GH.encodeValue)(high.value));
}
function boundsText({
  from,
  to
}) {
  return `${from.toString("latin1")} ${to.toString("latin1")}`;
}
function goOnAfter(ranges, position, reverse) {
  const next = Buffer.concat([position, Buffer.of(0)]);
  return ranges.map(({ from, to }) => reverse ? { from, to: Buffer.compare(position, to) < 0 ? position : to } : { from: Buffer.compare(next, from) > 0 ? next : from, to }).filter(({ from, to }) => Buffer.compare(
    from,
    to
  ) < 0);
}
function lowEnd(prefix, value, inclusive) {
  const key = Buffer.concat([prefix, (0, import_chunk_4T7ZR3GH.decodeValue)(value, 0).exact ? value : withoutDigest(value)]);
  return inclusive || key.length < prefix.length + value.length ? key : (0, import_chunk_4T7ZR3GH.afterPrefix)(key);
}
function highEnd(prefix, value, inclusive) {
  const key = Buffer.concat([prefix, (0, import_chunk_4T7ZR3GH.decodeValue)(value, 0).exact ? value : withoutDigest(value)]);
  return inclusive || key.length < prefix.length + value.length ? (0, import_chunk_4T7ZR3GH.afterPrefix)(key) : key;
}
function withoutDigest(value) {
  return value.subarray(0, value.length - import_chunk_4T7ZR3GH.DIGEST_BYTES);
}
async function keysInRanges(ranges, max, scan) {
  const found = ranges.map(() => []);
  let count2 = 0;
  let at = 0;
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for await (const keys of scan(
      { from: ranges[at].from, to: ranges.at(-1).to }
    )) {
      for (const key of keys) {
        while (Buffer.compare(key, ranges[at].to) >= 0) at++;
        if (Buffer.compare(key, ranges[at].from) < 0) continue;
        found[at].push(key);
        if (++count2 >= max) return { ranges: found.slice(0, at), count: count2 };
      }
      hasMore = Buffer.compare(keys.at(-1), ranges[at].from) < 0;
      if (hasMore) break;
    }
  }
  return {
    ranges: found,
    count: count2
  };
}
var ROWS = 32;
var ROWS_MAX = 1024;
async function* leapKeys(reader, space, { from, to, numbers, among, max = Number.POSITIVE_INFINITY }) {
  const members = new Set(numbers);
  let [
    start,
    size,
    left
  ] = [from, ROWS, max];
  for (; ; ) {
    const keys = [];
    const limit = Math.min(size, left);
    const options = { from: start, to, keysOnly: true, limit, ...among && { among } };
    for await (const rows of reader.scan(space, options)) {
      for (const { key } of rows) keys.push(key);
    }
    const wanted = keys.filter((key) => members.has((0, import_chunk_4T7ZR3GH.logicalNumberOf)((0, import_chunk_4T7ZR3GH.refAtEnd)(key))));
    if (wanted.length > 0) yield wanted;
    left -= wanted.length;
    const last = keys.at(-1);
    if (last === void 0 || keys.length < limit || left <= 0) return;
    const next = startAfter(last, numbers);
    if (next === void 0) return;
    start = next;
    size = wanted.length === keys.length ? Math.min(2 * size, ROWS_MAX) : ROWS;
  }
}
function startAfter(last, numbers) {
  const passed = (0, import_chunk_4T7ZR3GH.logicalNumberOf)((0, import_chunk_4T7ZR3GH.refAtEnd)(last));
  const next = numbers[firstFrom(
    numbers,
    passed
  )];
  if (next === void 0) return void 0;
  if (next === passed) return Buffer.concat([last, Buffer.of(0)]);
  return Buffer.concat([last.subarray(0, -import_chunk_4T7ZR3GH.REF_BYTES), Buffer.from((0, import_chunk_4T7ZR3GH.makeRef)(next, 0), "latin1")]);
}
function firstFrom(numbers, least) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = low + high >> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
var COUNTED_KEYS_MAX = 4096;
var COUNTED_CHUNK_ROWS = 256;
var IndexKeys = class {
  #reader;
  #space;
  #scopeKeys;
  #logicalNumbers;
  #entryCounts;
  #items;
  #counted = /* @__PURE__ */ new Map();
  #countedKeys = 0;
  constructor(reader, space, scopeKeys, {
    logicalNumbers = [],
    items,
    partitionItems = items
  }, entryCounts) {
    this.#reader = reader;
    this.#space = space;
    this.#scopeKeys = scopeKeys;
    this.#logicalNumbers = logicalNumbers;
    this.#entryCounts = entryCounts;
    this.#items = partitionItems;
  }
  async *read(options, leaps) {
    const counted = this.#counted.get(boundsText(options));
    if (counted !== void 0) {
      const keys = options.reverse ? counted.toReversed() : counted;
      const { chunkRows = COUNTED_CHUNK_ROWS } = options;
      for (let from = 0; from < keys.length; from += chunkRows) yield keys.slice(from, from + chunkRows);
      return;
    }
    yield* leaps ? this.#leap(options) : this.#scan(options);
  }
  async kept(range) {
    return this.#reader.kept?.(this.#space, range, this.#among(range));
  }
  async count(scan) {
    let count2 = 0;
    for (const range of this.#scopeKeys.ofIndex(scan)) {
      const kept = this.#scopeKeys.leaps(scan) ? void 0 : await this.kept(range);
      if (kept !== void 0) {
        count2 += kept.end - kept.first;
        continue;
      }
      const options = { ...range, keysOnly: true, valuesOnly: true, among: this.#among(range) };
      const chunks = this.#scopeKeys.leaps(scan) ? this.#leap(range) : this.#reader.scan(this.#space, options);
      for await (const { length } of chunks) count2 += length;
    }
    return count2;
  }
  async estimate(scans, max) {
    if (scans.length > 1 && this.#scopeKeys.isWhole) return this.#countTogether(
      scans,
      max
    );
    let count2 = 0;
    for (const scan of scans) {
      if (count2 >= max) break;
      count2 += await this.#estimate(scan, max - count2);
    }
    return count2;
  }
  async #estimate(scan, max) {
    const ranges = this.#scopeKeys.ofIndex(scan);
    const part = `${ranges.length} ${ranges.map(boundsText).join(" ")}`;
    const known = this.#entryCounts?.get(part, max);
    if (known !== void 0) return known;
    const count2 = await this.#countUpTo(
      ranges,
      scan,
      max
    );
    this.#entryCounts?.set(part, count2, max);
    return count2;
  }
  async #countUpTo(ranges, scan, max) {
    let count2 = 0;
    for (const range of ranges) {
      const keys = [];
      const limit = max - count2;
      const chunks = this.#scopeKeys.leaps(scan) ? this.#leap(range, limit) : this.#scan({ ...range, keysOnly: true, limit });
      for await (const more of chunks) keys.push(...more);
      count2 += keys.length;
      if (count2 >= max) return max;
      this.#keep(range, keys);
    }
    return count2;
  }
  async #countTogether(scans, max) {
    const ranges = scans.flatMap((scan) => this.#scopeKeys.ofIndex(scan));
    const found = await keysInRanges(ranges, max, (bounds) => this.#scan({ ...bounds, keysOnly: true }));
    for (const [i, keys] of found.ranges.entries()) this.#keep(
      ranges[i],
      keys
    );
    return found.count;
  }
  #keep(range, keys) {
    if (this.#countedKeys + keys.length > COUNTED_KEYS_MAX) return;
    this.#countedKeys += keys.length;
    this.#counted.set(boundsText(
      range
    ), keys);
  }
  async *#scan(options) {
    const among = this.#among(options);
    const chunks = this.#reader.scan(this.#space, { ...options, among });
    for await (const rows of chunks)
      yield rows.map(({ key }) => key);
  }
  #leap({ from, to }, max) {
    const numbers = this.#logicalNumbers;
    const among = this.#among({ from, to });
    return leapKeys(
      this.#reader,
      this.#space,
      { from, to, numbers, among, ...max !== void 0 && { max } }
    );
  }
  #among({ from }) {
    return { prefix: from.subarray(0, import_chunk_4T7ZR3GH.INDEX_PREFIX_BYTES), rows: this.#items, tailBytes: import_chunk_4T7ZR3GH.REF_BYTES };
  }
};
var PASSED_OVER_MIN = 48;
function alikeEntries(range, scan, read) {
  return scan.alike === "once" ? firstOfRuns(range, scan, read) : countedRuns(range, scan, read);
}
async function* countedRuns(range, {
  index
}, read) {
  for await (const keys of read(range)) yield indexRuns(keys, index);
}
async function* firstOfRuns(range, { index, reverse = false }, read) {
  let last;
  let rest = range;
  while (rest !== void 0) {
    const { from, to } = rest;
    rest = void 0;
    for await (const keys of read({ from, to })) {
      const runs = indexRuns(keys, index);
      const isKnown = last?.exact === true && runs[0]?.key === last.key;
      yield (isKnown ? runs.slice(1) : runs).map(({ times: _, ...entry }) => entry);
      last = runs.at(-1) ?? last;
      if (last === void 0 || runs.length === 0 || last.times < PASSED_OVER_MIN) continue;
      const passed = Buffer.concat([(0, import_chunk_4T7ZR3GH.indexPrefix)(index), Buffer.from(last.key, "latin1")]);
      rest = reverse ? { from, to: passed } : {
        from: (0, import_chunk_4T7ZR3GH.afterPrefix)(passed),
        to
      };
      break;
    }
  }
}
function indexRuns(keys, index) {
  const runs = [];
  for (let first = 0; first < keys.length; ) {
    const key = keys[first];
    const { text, ref } = (0, import_chunk_4T7ZR3GH.textAndRef)(key, import_chunk_4T7ZR3GH.INDEX_PREFIX_BYTES);
    const { value, values, exact } = decodedKey(key, text, index);
    let end = first + 1;
    if (exact) while (end < keys.length && hasSameValue(key, keys[end])) end++;
    const times = end - first;
    runs.push(values === void 0 ? { ref, key: text, value, exact, times } : { ref, key: text, values, exact, times });
    first = end;
  }
  return runs;
}
function decodedKey(key, text, index) {
  switch (index.kind) {
    case "path":
      return (0, import_chunk_4T7ZR3GH.decodeKey)(text);
    case "fullText":
    case "spatial":
      return { exact: false };
    case "composite": {
      const values = (0, import_chunk_4T7ZR3GH.decodeCompositeKey)(
        key,
        import_chunk_4T7ZR3GH.INDEX_PREFIX_BYTES,
        index.parts
      );
      return values === void 0 ? { exact: false } : { values, exact: true };
    }
  }
}
function hasSameValue(a, b) {
  if (a.length !== b.length) return false;
  const end = a.length - import_chunk_4T7ZR3GH.REF_BYTES;
  for (let at = end - 1; at >= import_chunk_4T7ZR3GH.INDEX_PREFIX_BYTES; at--) if (a[at] !== b[at]) return false;
  return true;
}
var FORGOTTEN_BYTES = 1024;
var ItemView = class {
  item;
  constructor(item) {
    this.item = item;
  }
  forget() {
    if (this.size >= FORGOTTEN_BYTES) this.item = this.item.withoutDocument();
  }
  get ref() {
    return this.item.ref;
  }
  get size() {
    return this.item.size;
  }
  parse() {
    return this.item.parse();
  }
  value() {
    return this.item.document;
  }
  bytes() {
    return this.item.json;
  }
};
var FIRST_RUNS = 64;
var RUNS_MAX = 1024;
var KeptEntry = class {
  value;
  values;
  exact;
  times;
  #part;
  #run;
  #place;
  constructor(part, run, place, { value, values, exact }, times) {
    this.#part = part;
    this.#run = run;
    this.#place = place;
    this.value = value;
    this.values = values;
    this.exact = exact;
    this.times = times;
  }
  get key() {
    return this.#part.heads.toString("latin1", this.#part.headStartOf(this.#run), this.#part.headEndOf(this.#run));
  }
  get ref() {
    const start = this.#part.tailStartOf(this.#place);
    return this.#part.tails.toString(
      "latin1",
      start,
      start + import_chunk_4T7ZR3GH.REF_BYTES
    );
  }
};
function keptEntries(part, scan) {
  const { index, together } = scan;
  return index.kind === "composite" && together !== void 0 ? togetherOfKept(
    part,
    index.parts,
    together
  ) : alikeOfKept(part, scan);
}
function* alikeOfKept(part, { index, alike, reverse = false }) {
  const { runCount } = part;
  const decode = decoderOf(index);
  let size = FIRST_RUNS;
  for (let at = 0; at < runCount; at += size, size = Math.min(2 * size, RUNS_MAX)) {
    const entries = [];
    for (let i = at; i < Math.min(at + size, runCount); i++) {
      const run = reverse ? runCount - 1 - i : i;
      const [first, end] = [
        part.placeOfRun(run),
        part.placeOfRun(run + 1)
      ];
      const decoded = decode(part, run);
      if (decoded.exact) {
        const place = reverse ? end - 1 : first;
        entries.push(new KeptEntry(
          part,
          run,
          place,
          decoded,
          alike === "once" ? 1 : end - first
        ));
      } else {
        entries.push(...entriesOfRun(part, run, decoded, reverse));
      }
    }
    yield entries;
  }
}
function* togetherOfKept(part, parts, together) {
  const { runCount } = part;
  const decoder = new import_chunk_4T7ZR3GH.CompositeDecoder(parts);
  for (let run = 0; run < runCount; ) {
    const entries = [];
    let group;
    for (const end = Math.min(run + RUNS_MAX, runCount); run < end; run++) {
      const place = part.placeOfRun(run);
      const times = part.placeOfRun(run + 1) - place;
      const alike = decoder.next(part.heads, part.headStartOf(run), part.headEndOf(run));
      if (alike === void 0) {
        group = void 0;
        entries.push(...entriesOfRun(part, run, { exact: false }, false));
      } else if (group !== void 0 && alike >= together) {
        group.add(decoder.values, times);
      } else {
        group = new KeptGroup(part, run, place, decoder.values, times);
        entries.push(group);
      }
    }
    yield entries;
  }
}
var KeptGroup = class extends KeptEntry {
  #values;
  #counts;
  #parts;
  constructor(part, run, place, values, times) {
    super(part, run, place, { values: [...values], exact: true }, times);
    this.#values = [...values];
    this.#counts = [times];
    this.#parts = values.length;
  }
  add(values, times) {
    for (let i = 0; i < this.#parts; i++) this.#values.push(values[i]);
    this.#counts.push(times);
    this.times += times;
  }
  each = (visit) => {
    const values = [];
    for (let run = 0, at = 0; run < this.#counts.length; run++) {
      for (let i = 0; i < this.#parts; i++) values[i] = this.#values[at++];
      visit(values, this.#counts[run]);
    }
  };
};
function* judgedOfKept(part, index, { passes, text }) {
  const { runCount } = part;
  const decode = decoderOf(index);
  const isCut = part.longestHeadBytes >= import_chunk_4T7ZR3GH.CUT_STRING_BYTES_MIN;
  const needle = text === void 0 || isCut ? void 0 : (0, import_chunk_4T7ZR3GH.encodeText)(text);
  const next = (run) => needle === void 0 ? run : part.runWith(needle, run);
  let seen = 0;
  for (let run = next(0); seen < runCount; ) {
    const entries = [];
    let passing = 0;
    const end = Math.min(run + RUNS_MAX, runCount);
    for (; run < end; run = next(run + 1)) {
      const decoded = decode(part, run);
      if (!passes(new KeptEntry(part, run, part.placeOfRun(run), decoded, 1))) continue;
      passing++;
      entries.push(...entriesOfRun(
        part,
        run,
        decoded,
        false
      ));
    }
    yield { entries, passedOver: run - seen - passing };
    seen = run;
  }
}
function entriesOfRun(part, run, decoded, reverse) {
  const first = part.placeOfRun(run);
  const count2 = part.placeOfRun(run + 1) - first;
  return Array.from({ length: count2 }, (_, i) => new KeptEntry(part, run, first + (reverse ? count2 - 1 - i : i), decoded, 1));
}
function decoderOf(index) {
  switch (index.kind) {
    case "path":
      return (part, run) => (0, import_chunk_4T7ZR3GH.decodeValue)(part.heads, part.headStartOf(run));
    case "fullText":
    case "spatial":
      return () => ({ exact: false });
    case "composite": {
      const decoder = new import_chunk_4T7ZR3GH.CompositeDecoder(
        index.parts
      );
      return (part, run) => {
        const values = decoder.decode(part.heads, part.headStartOf(run), part.headEndOf(run));
        return values === void 0 ? { exact: false } : { values, exact: true };
      };
    }
  }
}
var SEEKS_MAX = 64;
var FETCHED_MAX = 256;
var FETCHES_PER_ITEM = 2;
var EVERYTHING = { isLive: () => true, isDropped: () => false, hasDropped: false, mayExpire: false };
var ScopeKeys = class {
  #scope;
  #visibility;
  #members;
  constructor(scope, visibility) {
    this.#scope = scope;
    this.#visibility = visibility;
    this.#members = scope.logicalNumbers && new Set(scope.logicalNumbers);
  }
  get isWhole() {
    return this.#members === void 0;
  }
  get isTight() {
    return this.isWhole ? !this.#visibility.hasDropped : !this.isPickedOut;
  }
  get isPickedOut() {
    return (this.#scope.logicalNumbers?.length ?? 0) > SEEKS_MAX;
  }
  has(ref) {
    if (this.#members !== void 0) return this.#members.has((0, import_chunk_4T7ZR3GH.logicalNumberOf)(ref));
    return !this.#visibility.isDropped(ref);
  }
  leaps(scan) {
    return (this.#members?.size ?? 0) > 1 && !scan.reverse && isPoint(
      scan
    );
  }
  addresses({ after, reverse = false }) {
    const { logicalNumbers = [], sequences, items } = this.#scope;
    const count2 = sequences?.reduce((sum, next) => sum + next, 0);
    if (count2 === void 0 || count2 > FETCHED_MAX || count2 > items * FETCHES_PER_ITEM) return void 0;
    const keys = [];
    for (const [i, number] of logicalNumbers.entries()) {
      for (let sequence = 0; sequence < sequences[i]; sequence++)
        keys.push((0, import_chunk_4T7ZR3GH.itemKeyOf)(number, sequence));
    }
    if (reverse) keys.reverse();
    if (after === void 0) return keys;
    const position = (0, import_chunk_4T7ZR3GH.itemKey)(after);
    return keys.filter((key) => Buffer.compare(
      key,
      position
    ) * (reverse ? -1 : 1) > 0);
  }
  ofItems({ after, reverse = false }) {
    const ranges = this.#numberRanges(reverse).map(({ first, last }) => ({ from: first === void 0 ? Buffer.of(import_chunk_4T7ZR3GH.Kind.item) : (0, import_chunk_4T7ZR3GH.itemKey)((0, import_chunk_4T7ZR3GH.makeRef)(first, 0)), to: last === void 0 ? Buffer.of(import_chunk_4T7ZR3GH.Kind.item + 1) : (0, import_chunk_4T7ZR3GH.itemKey)((0, import_chunk_4T7ZR3GH.makeRef)(last + 1, 0)) }));
    return after === void 0 ? ranges : goOnAfter(
      ranges,
      (0, import_chunk_4T7ZR3GH.itemKey)(after),
      reverse
    );
  }
  ofIndex(scan) {
    const { after, reverse = false } = scan;
    const prefix = (0, import_chunk_4T7ZR3GH.indexPrefix)(scan.index);
    const ranges = this.#ofScan(scan, prefix);
    if (after === void 0) return ranges;
    const position = [Buffer.from(after.key, "latin1"), Buffer.from(after.ref, "latin1")];
    return goOnAfter(ranges, Buffer.concat([prefix, ...position]), reverse);
  }
  #ofScan(scan, prefix) {
    const { low, high, keys, reverse = false } = scan;
    const lowKey = low && (0, import_chunk_4T7ZR3GH.encodeValue)(low.value);
    const highKey = high && (0, import_chunk_4T7ZR3GH.encodeValue)(high.value);
    if (lowKey && isPoint(scan)) {
      const entry = Buffer.concat([prefix, lowKey]);
      return this.ofEntry(entry, { reverse, leaps: this.leaps(scan) });
    }
    if (keys !== void 0) {
      const from2 = Buffer.concat([prefix, Buffer.from(keys.from, "latin1")]);
      return [{ from: from2, to: Buffer.concat([prefix, Buffer.from(keys.to, "latin1")]) }];
    }
    const from = lowKey ? lowEnd(prefix, lowKey, low.inclusive) : prefix;
    return [{
      from,
      to: highKey ? highEnd(prefix, highKey, high.inclusive) : (0, import_chunk_4T7ZR3GH.afterPrefix)(prefix)
    }];
  }
  ofEntry(entry, { after, reverse = false, leaps = false }) {
    const ranges = this.#numberRanges(
      reverse,
      leaps
    ).map(({ first, last }) => ({ from: first === void 0 ? entry : Buffer.concat([entry, refBytes(first)]), to: last === void 0 ? (0, import_chunk_4T7ZR3GH.afterPrefix)(entry) : Buffer.concat([entry, refBytes(
      last + 1
    )]) }));
    if (after === void 0) return ranges;
    return goOnAfter(ranges, Buffer.concat([entry, Buffer.from(after, "latin1")]), reverse);
  }
  ofVectors({ prefix }) {
    const all = (0, import_chunk_4T7ZR3GH.rolePrefix)(
      prefix,
      import_chunk_4T7ZR3GH.VectorRole.full
    );
    return this.#numberRanges(false).map(({ first, last }) => ({ from: first === void 0 ? all : (0, import_chunk_4T7ZR3GH.fullKey)(prefix, (0, import_chunk_4T7ZR3GH.makeRef)(first, 0)), to: last === void 0 ? (0, import_chunk_4T7ZR3GH.afterPrefix)(
      all
    ) : (0, import_chunk_4T7ZR3GH.fullKey)(prefix, (0, import_chunk_4T7ZR3GH.makeRef)(last + 1, 0)) }));
  }
  #numberRanges(reverse, asOne = false) {
    const numbers = this.#scope.logicalNumbers;
    if (numbers === void 0) return [{}];
    if (numbers.length === 0) return [];
    if (asOne || this.isPickedOut) return [{ first: numbers[0], last: numbers.at(-1) }];
    const ranges = numbers.map((number) => ({ first: number, last: number }));
    return reverse ? ranges.reverse() : ranges;
  }
};
function refBytes(logicalNumber) {
  return Buffer.from((0, import_chunk_4T7ZR3GH.makeRef)(logicalNumber, 0), "latin1");
}
var EXPIRING_CHUNK_ROWS = 64;
var TERM_CHUNK_ROWS = 32;
var TextPostings = class {
  #reader;
  #space;
  #scope;
  constructor(reader, space, scope) {
    this.#reader = reader;
    this.#space = space;
    this.#scope = scope;
  }
  async *postings(scan) {
    const { inScope, live, mayExpire } = this.#scope;
    const { reverse = false } = scan;
    const options = { reverse, ...mayExpire && { chunkRows: EXPIRING_CHUNK_ROWS } };
    for (const range of this.#scope.ranges(entryOf(scan), scan)) {
      for await (const rows of this.#reader.scan(this.#space, { ...range, ...options })) {
        const postings = [];
        for (const {
          key,
          value
        } of rows) {
          const ref = (0, import_chunk_4T7ZR3GH.refAtEnd)(key);
          if (inScope(ref)) postings.push({ ref, ...decodePosting(value) });
        }
        yield mayExpire ? await live(postings) : postings;
      }
    }
  }
  async countPostings(scan) {
    if (!this.#scope.isTight || this.#scope.mayExpire) return void 0;
    let count2 = 0;
    for (const range of this.#scope.ranges(entryOf(scan), scan)) {
      const options = {
        ...range,
        keysOnly: true,
        valuesOnly: true
      };
      for await (const rows of this.#reader.scan(this.#space, options)) count2 += rows.length;
    }
    return count2;
  }
  async estimatePostings(scan, max) {
    let count2 = 0;
    for (const range of this.#scope.ranges(entryOf(scan), scan)) {
      const options = { ...range, keysOnly: true, valuesOnly: true, limit: max - count2 };
      for await (const rows of this.#reader.scan(this.#space, options)) count2 += rows.length;
      if (count2 >= max) return max;
    }
    return count2;
  }
  async nearTerms(index, word, edits) {
    const near = new import_chunk_4T7ZR3GH.NearWords(word, edits);
    const prefix = (0, import_chunk_4T7ZR3GH.indexPrefix)(
      index
    );
    const found = [];
    const range = { to: (0, import_chunk_4T7ZR3GH.afterPrefix)(prefix), keysOnly: true, limit: TERM_CHUNK_ROWS };
    let next = (0, import_chunk_4T7ZR3GH.afterPrefix)(termPrefix(prefix, LONG_TEXTS));
    for (let isEnd = false; !isEnd; ) {
      isEnd = true;
      for await (const rows of this.#reader.scan(this.#space, { ...range, from: next })) {
        isEnd = false;
        for (const { key } of rows) {
          if (Buffer.compare(key, next) < 0) continue;
          const term = termOfKey(key, import_chunk_4T7ZR3GH.INDEX_PREFIX_BYTES);
          const dead = near.deadPrefix(term);
          if (dead === void 0 && near.has(term)) found.push(term);
          const passed = dead === void 0 ? key.subarray(
            0,
            -import_chunk_4T7ZR3GH.REF_BYTES
          ) : beginning(prefix, dead);
          next = (0, import_chunk_4T7ZR3GH.afterPrefix)(passed);
        }
      }
    }
    return found;
  }
  async wordCount(index) {
    if (!this.#scope.isWhole || this.#scope.mayExpire) return void 0;
    const { words } = await (0, import_chunk_4T7ZR3GH.readSummary)(this.#reader, this.#space);
    return words.get((0, import_chunk_4T7ZR3GH.indexPrefix)(index).toString("latin1", 1)) ?? 0;
  }
};
function beginning(prefix, term) {
  return Buffer.concat([prefix, Buffer.from(term)]);
}
function entryOf({ index, of }) {
  const term = of.kind === "term" ? of.term : of.kind === "texts" ? EVERY_TEXT : LONG_TEXTS;
  return termPrefix((0, import_chunk_4T7ZR3GH.indexPrefix)(
    index
  ), term);
}
var ROUNDING = 2 ** -22;
var LENGTH_MIN = 1e-30;
var FullMeasure = class {
  query;
  #metric;
  #length;
  constructor(vector, metric) {
    this.#metric = metric;
    const length = Math.hypot(...vector);
    const unit = metric === "cosine" && length > 0 ? length : 1;
    this.query = Float64Array.from(vector, (component) => component / unit);
    this.#length = length / unit;
  }
  closeness(vector) {
    return this.#measure(
      vector
    ).closeness;
  }
  closenessMax(vector) {
    const { closeness, error } = this.#measure(vector);
    const most = closeness + error;
    return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
  }
  scoreOf(closeness) {
    return this.#metric === "euclidean" ? -closeness : closeness;
  }
  #measure(vector) {
    const { query } = this;
    let product2 = 0;
    let square = 0;
    let distanceSquare2 = 0;
    if (this.#metric === "euclidean") {
      for (let i = 0; i < query.length; i++) {
        const component = vector[i];
        const difference = query[i] - component;
        distanceSquare2 += difference * difference;
        square += component * component;
      }
      return { closeness: -Math.sqrt(distanceSquare2), error: ROUNDING * (Math.sqrt(square) + this.#length) };
    }
    for (let i = 0; i < query.length; i++) {
      const component = vector[i];
      product2 += query[i] * component;
      square += component * component;
    }
    const length = Math.sqrt(square);
    if (this.#metric === "dotproduct") return { closeness: product2, error: ROUNDING * length * this.#length };
    if (length < LENGTH_MIN) return { closeness: 0, error: Number.POSITIVE_INFINITY };
    return { closeness: product2 / length, error: ROUNDING };
  }
};
function compareNearness(a, b) {
  if (a.closeness !== b.closeness) return b.closeness - a.closeness;
  return a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0;
}
var SPARE = 16;
var GROWTH = 8;
var KEPT_MAX = 65536;
async function* searchExactly(source, { vector, metric, wanted }) {
  const measure = new FullMeasure(vector, metric);
  let last;
  for (let count2 = wanted + SPARE; count2 <= KEPT_MAX; count2 *= GROWTH) {
    const best = new BestVectors(count2, last);
    const vectorsRead = await pass(source, measure, best);
    const found = best.sorted();
    if (found.length > 0) {
      last = found.at(-1);
      yield { refs: found.map(({ ref }) => ref), bound: measure.scoreOf(last.closeness), vectorsRead, lookups: source.fullRanges.length };
    }
    if (!best.hasDropped)
      return;
  }
}
async function pass(source, measure, best) {
  const { reader, space, index, fullRanges } = source;
  const vector = new Float32Array(index.dimensions);
  let count2 = 0;
  for (const range of fullRanges) {
    for await (const rows of reader.scan(space, range)) {
      for (const { key, value } of rows) {
        (0, import_chunk_4T7ZR3GH.readFull)(value, vector);
        const closeness = measure.closenessMax(vector);
        count2++;
        if (closeness < best.least) continue;
        const ref = (0, import_chunk_4T7ZR3GH.refAtEnd)(key);
        if (source.inScope(ref)) best.add({ ref, closeness });
      }
    }
  }
  return count2;
}
var BestVectors = class {
  #count;
  #after;
  #kept = [];
  least = Number.NEGATIVE_INFINITY;
  hasDropped = false;
  constructor(count2, after) {
    this.#count = count2;
    this.#after = after;
  }
  add(vector) {
    if (this.#after !== void 0 && compareNearness(vector, this.#after) <= 0) return;
    this.#kept.push(vector);
    if (this.#kept.length >= 2 * this.#count) this.#cut();
  }
  sorted() {
    this.#cut();
    return this.#kept;
  }
  #cut() {
    this.#kept.sort(compareNearness);
    if (this.#kept.length <= this.#count) return;
    this.hasDropped = true;
    this.#kept = this.#kept.slice(0, this.#count);
    this.least = this.#kept.at(-1).closeness;
  }
};
var READ_PER_WANTED = 50;
var WANTED_MIN = 10;
var DEVIATIONS = 6;
var SAMPLE_MIN = 200;
var BATCH_PART = 0.05;
var CELLS_AT_ONCE = 16;
var READ_MAX = 2e5;
var CHUNK_MAX = 256;
async function* searchNearby(source, headers, search, usefulShare) {
  const { wanted, searchBreadth, refined } = search;
  const measure = new FullMeasure(search.vector, search.metric);
  const cells = await CellReader.open(source, headers, measure, search);
  const readMin = searchBreadth * READ_PER_WANTED * Math.max(wanted, WANTED_MIN);
  let undrawn = [];
  let drawn = [];
  let size = wanted;
  for (; ; ) {
    const share = usefulShare();
    const before = {
      vectors: cells.vectorsRead,
      lookups: cells.lookups
    };
    const measured = Math.ceil(refined * wanted / share);
    const read = await cells.readUntil(readMin / Math.sqrt(share), Math.ceil(
      wanted / share
    ));
    undrawn = undrawn.concat(read).sort(compareNearness);
    const count2 = Math.max(measured - drawn.length, 0);
    const more = await refine(source, undrawn.slice(
      0,
      count2
    ), measure);
    undrawn = undrawn.slice(count2);
    drawn = drawn.concat(more).sort(compareNearness);
    if (drawn.length === 0) return;
    yield {
      refs: drawn.slice(0, size).map(({ ref }) => ref),
      vectorsRead: cells.vectorsRead - before.vectors + more.length,
      lookups: cells.lookups - before.lookups
    };
    drawn = drawn.slice(size);
    size = Math.max(
      Math.min(2 * size, CHUNK_MAX),
      wanted
    );
    if (cells.vectorsRead > READ_MAX) return;
  }
}
function rankCells(sets, query, { metric }) {
  const vector = Float32Array.from(query);
  const ranked = [];
  for (const set of sets) {
    for (let cell = 0; cell < set.cells; cell++) {
      const closeness = metric === "euclidean" ? -(0, import_chunk_4T7ZR3GH.distanceSquare)(set.centroids, cell, vector) : product(set.centroids, cell, vector);
      ranked.push({ place: { set: set.header.id, cell }, closeness });
    }
  }
  ranked.sort((a, b) => b.closeness - a.closeness);
  return [{ place: import_chunk_4T7ZR3GH.UNASSIGNED, closeness: Number.POSITIVE_INFINITY }, ...ranked];
}
function product(list, number, vector) {
  const offset = number * vector.length;
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += list[offset + i] * vector[i];
  return sum;
}
var CellReader = class _CellReader {
  #source;
  #cells;
  #measure;
  #vectors;
  #at = 0;
  #inScope = 0;
  #best = [];
  #gains = new Gains();
  vectorsRead = 0;
  static async open(source, headers, {
    query
  }, search) {
    const { index, reader } = source;
    const sets = await Promise.all(headers.map((header) => source.vectors.set(reader, index, header)));
    const ranked = rankCells(
      sets,
      query,
      search
    );
    const vectors = headers.reduce((sum, { trainedOn }) => sum + trainedOn, 0);
    return new _CellReader(source, ranked, query, vectors);
  }
  constructor(source, cells, query, vectors) {
    this.#source = source;
    this.#cells = cells;
    this.#vectors = vectors;
    this.#measure = new QuantizedMeasure(query, source.index.metric);
  }
  get lookups() {
    return this.#at;
  }
  async readUntil(vectors, best) {
    const perCell = this.#vectors / this.#cells.length;
    const batch = Math.min(Math.ceil(vectors * BATCH_PART / perCell), CELLS_AT_ONCE);
    let found = [];
    do {
      const cells = this.#cells.slice(this.#at, this.#at + batch);
      this.#at += cells.length;
      const near = await Promise.all(cells.map(({ place }) => this.#readCell(place)));
      for (const [i, { closeness }] of cells.entries()) this.#gains.note(near[i], closeness);
      found = found.concat(near.flat());
      this.#noteBest(near.flat(), best);
    } while (this.#at < this.#cells.length && this.#inScope < vectors && this.#mayBeOfUse(best));
    return found;
  }
  #mayBeOfUse(best) {
    const least = this.#best[best - 1];
    if (least === void 0 || this.#gains.count < SAMPLE_MIN) return true;
    return this.#cells[this.#at].closeness + this.#gains.most > least;
  }
  #noteBest(near, best) {
    const least = this.#best[best - 1] ?? Number.NEGATIVE_INFINITY;
    const better = near.map(({ closeness }) => closeness).filter(
      (closeness) => closeness > least
    );
    this.#best = [...this.#best, ...better].sort((a, b) => b - a).slice(0, best);
  }
  async #readCell(place) {
    const { reader, space, index } = this.#source;
    const from = (0, import_chunk_4T7ZR3GH.cellPrefix)(
      index.prefix,
      place
    );
    const range = { from, to: (0, import_chunk_4T7ZR3GH.afterPrefix)(from) };
    const among = { prefix: (0, import_chunk_4T7ZR3GH.setPrefix)(index.prefix, place.set), rows: this.#vectors, tailBytes: import_chunk_4T7ZR3GH.REF_BYTES, valueBytes: quantizedBytes(
      index.dimensions
    ) };
    const kept = await reader.kept?.(space, range, among);
    const near = [];
    if (kept !== void 0) this.#lookAt(kept, near);
    else {
      for await (const rows of reader.scan(space, { ...range, among })) {
        for (const { key, value } of rows) {
          const ref = (0, import_chunk_4T7ZR3GH.refAtEnd)(key);
          if (this.#source.inScope(ref)) near.push({ ref, closeness: this.#measure.closeness(
            value
          ) });
        }
        this.vectorsRead += rows.length;
      }
    }
    this.#inScope += near.length;
    return near;
  }
  #lookAt(part, near) {
    const { first, end, tails } = part;
    for (let place = first; place < end; place++) {
      const start = part.tailStartOf(place);
      const valueAt2 = start + import_chunk_4T7ZR3GH.REF_BYTES;
      const ref = tails.toString("latin1", start, valueAt2);
      if (!this.#source.inScope(ref)) continue;
      near.push({ ref, closeness: this.#measure.closenessAt(tails, valueAt2) });
    }
    this.vectorsRead += end - first;
  }
};
var Gains = class {
  #sum = 0;
  #squares = 0;
  count = 0;
  note(vectors, centroid) {
    if (!Number.isFinite(centroid)) return;
    for (const { closeness } of vectors) {
      const gain = closeness - centroid;
      this.#sum += gain;
      this.#squares += gain * gain;
    }
    this.count += vectors.length;
  }
  get most() {
    const mean = this.#sum / this.count;
    return mean + DEVIATIONS * Math.sqrt(Math.max(this.#squares / this.count - mean * mean, 0));
  }
};
async function refine({ reader, space, index }, drawn, measure) {
  const keys = drawn.map(({ ref }) => (0, import_chunk_4T7ZR3GH.fullKey)(index.prefix, ref));
  const rows = await reader.getMany(space, keys);
  const vector = new Float32Array(index.dimensions);
  const near = [];
  for (const [i, row] of rows.entries()) {
    if (row === void 0) continue;
    (0, import_chunk_4T7ZR3GH.readFull)(row, vector);
    near.push({ ref: drawn[i].ref, closeness: measure.closenessMax(vector) });
  }
  return near.sort(compareNearness);
}
var QUANTIZED_ITEMS_MIN = 1e3;
var SCOPED_ITEMS_MAX = 5e3;
async function* searchVectors(source, scope, search, usefulShare) {
  const { index, reader, space } = source;
  const isSmall = scope.items < (scope.isPart ? SCOPED_ITEMS_MAX : QUANTIZED_ITEMS_MIN);
  if (!search.isExact && index.isQuantized && search.metric === index.metric && !isSmall) {
    const headers = await (0, import_chunk_4T7ZR3GH.readSetHeaders)(
      reader,
      space,
      index
    );
    if (headers.length > 0) {
      yield* searchNearby(source, headers, search, usefulShare);
      return;
    }
  }
  yield* searchExactly(source, search);
}
var EXPIRING_CHUNK_ROWS2 = 64;
var PartitionRows = class {
  #reader;
  #space;
  #scope;
  #visibility;
  #known;
  #scopeKeys;
  #indexKeys;
  #lastLoaded = /* @__PURE__ */ new Map();
  constructor(reader, space, scope, visibility, known = {}) {
    this.#known = known;
    this.#reader = reader;
    this.#space = space;
    this.#scope = scope;
    this.#visibility = visibility;
    this.#scopeKeys = new ScopeKeys(scope, visibility);
    this.#indexKeys = new IndexKeys(reader, space, this.#scopeKeys, scope, known.entryCounts);
  }
  itemCount() {
    return this.#scope.items;
  }
  itemBytes() {
    return this.#scope.bytes ?? 0;
  }
  indexedItemCount() {
    return this.#scope.partitionItems ?? this.#scope.items;
  }
  async exactCount() {
    if (this.#visibility.mayExpire) return void 0;
    const { logicalNumbers, sequences, items } = this.#scope;
    if (logicalNumbers !== void 0) return sequences === void 0 ? void 0 : items;
    return (await (0, import_chunk_4T7ZR3GH.readSummary)(this.#reader, this.#space)).items;
  }
  async *items(options) {
    const keys = this.#scopeKeys.addresses(options);
    if (keys !== void 0) {
      yield* this.#fetchInBatches(keys);
      return;
    }
    const valuesOnly = !this.#scopeKeys.isPickedOut;
    const { reverse = false } = options;
    for (const range of this.#scopeKeys.ofItems(options)) {
      for await (const rows of this.#reader.scan(this.#space, { ...range, reverse, valuesOnly })) {
        const views = [];
        for (const { key, value } of rows) {
          const item = import_chunk_4T7ZR3GH.StoredItem.decode(valuesOnly ? void 0 : (0, import_chunk_4T7ZR3GH.refAtEnd)(key), value);
          const isInScope = valuesOnly || this.#scopeKeys.has(item.ref);
          if (isInScope && this.#visibility.isLive(item)) views.push(new ItemView(
            item
          ));
        }
        yield views;
      }
    }
  }
  refs(options) {
    return this.#visibility.mayExpire ? void 0 : this.#scanRefs(options);
  }
  async *#scanRefs(options) {
    for (const range of this.#scopeKeys.ofItems(options)) {
      for await (const rows of this.#reader.scan(this.#space, { ...range, keysOnly: true })) {
        const refs = rows.map(({ key }) => (0, import_chunk_4T7ZR3GH.refAtEnd)(key));
        yield refs.filter(
          (ref) => this.#scopeKeys.has(ref) && !this.#visibility.isDropped(ref)
        );
      }
    }
  }
  async *lacking(path, options) {
    const names = namesOf(path);
    const refs = await this.#known.lackingItems?.among(this.#reader, path);
    const chunks = refs === void 0 ? this.items(options) : this.#readSome(refs, options);
    for await (const rows of chunks) {
      yield rows.filter((row) => (0, import_chunk_4T7ZR3GH.valueAt)(
        row.value(),
        names
      ) === void 0);
    }
  }
  async *#readSome(refs, { after, reverse = false }) {
    const wanted = refs.filter((ref) => (after === void 0 || (reverse ? ref < after : ref > after)) && this.#scopeKeys.has(ref));
    if (reverse) wanted.reverse();
    yield* this.#fetchInBatches(wanted.map(import_chunk_4T7ZR3GH.itemKey), wanted);
  }
  async *#fetchInBatches(keys, refs = []) {
    for (let from = 0, size = import_chunk_4T7ZR3GH.FIRST_BATCH; from < keys.length; ) {
      const views = await this.#fetch(keys.slice(from, from + size), refs.slice(from, from + size));
      from += size;
      size = (0, import_chunk_4T7ZR3GH.nextBatch)(size, views);
      yield views;
    }
  }
  async load(refs) {
    const known = refs.map((ref) => this.#lastLoaded.get(ref));
    return known.every((view) => view !== void 0) ? known : this.#read(refs);
  }
  #read(refs) {
    return this.#fetch(
      refs.map(import_chunk_4T7ZR3GH.itemKey),
      refs
    );
  }
  async #fetch(keys, refs = []) {
    const records = await this.#reader.getMany(this.#space, keys);
    const views = [];
    for (const [i, record] of records.entries()) {
      if (record === void 0)
        continue;
      const item = import_chunk_4T7ZR3GH.StoredItem.decode(refs[i], record);
      if (this.#visibility.isLive(item)) views.push(new ItemView(item));
    }
    return views;
  }
  async find(names) {
    const keys = names.map(({ epk, id }) => (0, import_chunk_4T7ZR3GH.idKey)((0, import_hash2.fromHex)(epk), id));
    const found = await this.#reader.getMany(this.#space, keys);
    const refs = found.flatMap((value) => value === void 0 ? [] : (0, import_chunk_4T7ZR3GH.refOfValue)(value));
    return refs.filter((ref) => this.#scopeKeys.has(ref));
  }
  get texts() {
    return new TextPostings(this.#reader, this.#space, {
      ranges: (entry, options) => this.#scopeKeys.ofEntry(
        entry,
        options
      ),
      inScope: (ref) => this.#scopeKeys.has(ref),
      live: (postings) => this.#ofLive(postings),
      mayExpire: this.#visibility.mayExpire,
      isTight: this.#scopeKeys.isTight,
      isWhole: this.#scopeKeys.isWhole
    });
  }
  async *index(scan) {
    if (scan.alike !== void 0 && !this.#visibility.mayExpire) {
      const read = (bounds) => this.#keysInScope({ ...bounds, reverse: scan.reverse ?? false, keysOnly: true }, this.#scopeKeys.leaps(scan));
      for (const range of this.#scopeKeys.ofIndex(scan)) {
        const kept = this.#isAll ? await this.#indexKeys.kept(range) : void 0;
        yield* kept === void 0 ? alikeEntries(range, scan, read) : keptEntries(kept, scan);
      }
      return;
    }
    const isComposite = scan.index.kind === "composite";
    let last = { ref: "", key: "", exact: false };
    for (const range of this.#scopeKeys.ofIndex(scan)) {
      const options = { ...range, reverse: scan.reverse ?? false, keysOnly: true, ...this.#visibility.mayExpire ? { chunkRows: EXPIRING_CHUNK_ROWS2 } : {} };
      for await (const keys of this.#indexKeys.read(options, this.#scopeKeys.leaps(scan))) {
        const entries = [];
        for (const key of keys) {
          const { text, ref } = (0, import_chunk_4T7ZR3GH.textAndRef)(key, import_chunk_4T7ZR3GH.INDEX_PREFIX_BYTES);
          if (!this.#scopeKeys.has(ref)) continue;
          if (isComposite) {
            entries.push({ ref, key: text, exact: false });
            continue;
          }
          const { value, exact } = text === last.key ? last : (0, import_chunk_4T7ZR3GH.decodeKey)(text);
          last = { ref, key: text, value, exact };
          entries.push(last);
        }
        yield this.#visibility.mayExpire ? await this.#ofLive(entries) : entries;
      }
    }
  }
  async *#keysInScope(options, leaps) {
    const isAll = this.#isAll;
    for await (const keys of this.#indexKeys.read(options, leaps)) {
      yield isAll ? keys : keys.filter((key) => this.#scopeKeys.has((0, import_chunk_4T7ZR3GH.refAtEnd)(key)));
    }
  }
  get #isAll() {
    return this.#scopeKeys.isWhole && !this.#visibility.hasDropped;
  }
  async judged(scan, judge) {
    if (!this.#isAll || this.#visibility.mayExpire) return void 0;
    const [range] = this.#scopeKeys.ofIndex(scan);
    const kept = range && await this.#indexKeys.kept(range);
    return kept && asynchronous(judgedOfKept(kept, scan.index, judge));
  }
  async count(scan) {
    const isWhole = this.#scopeKeys.isWhole ? !this.#visibility.hasDropped : isPoint(scan);
    if (!isWhole || this.#visibility.mayExpire) return void 0;
    return this.#indexKeys.count(scan);
  }
  async #ofLive(entries) {
    const live = await this.#read(entries.map(({ ref }) => ref));
    this.#lastLoaded = new Map(live.map((view) => [view.ref, view]));
    return entries.filter(({ ref }) => this.#lastLoaded.has(ref));
  }
  async *nearest(search, usefulShare) {
    const { vectors, vectorIndexes } = this.#known;
    const index = vectorIndexes?.find(({ path }) => path === search.path);
    if (vectors === void 0 || index === void 0) return;
    const source = { reader: this.#reader, space: this.#space, index, vectors, fullRanges: this.#scopeKeys.ofVectors(index), inScope: (ref) => this.#scopeKeys.has(ref) };
    const scope = { items: this.#scope.items, isPart: !this.#scopeKeys.isWhole };
    yield* searchVectors(source, scope, search, usefulShare);
  }
  estimate(scans, max) {
    return this.#indexKeys.estimate(scans, max);
  }
};
async function* asynchronous(chunks) {
  yield* chunks;
}
var LogicalTransaction = class {
  epk;
  #kv;
  #space;
  #key;
  #logical;
  #written = /* @__PURE__ */ new Map();
  #derived;
  #keepsVersions;
  #versions = [];
  #itemsDelta = 0;
  #bytesDelta = 0;
  #wordsBefore = import_chunk_4T7ZR3GH.NO_WORDS;
  #reindexed = false;
  constructor(space, kv, epk, key) {
    this.#space = space;
    this.#kv = kv;
    this.epk = epk;
    this.#key = key;
    this.#derived = new DerivedRows(kv, space);
    this.#keepsVersions = space.context.lifetimes.keepsVersions;
  }
  get space() {
    return this.#space.space;
  }
  get work() {
    return this.#derived.work;
  }
  get delta() {
    return { items: this.#itemsDelta, bytes: this.#bytesDelta, words: this.#derived.words };
  }
  read(id) {
    if (this.#written.has(id)) return this.#written.get(id);
    const cached = this.#kv.isAhead ? void 0 : this.#space.cached(this.epk, id);
    return cached ?? this.#space.readItem(
      this.#kv,
      this.epk,
      id
    );
  }
  async readByRef(ref) {
    if (this.#space.dropped.holds(ref)) return void 0;
    const item = await this.#load(ref);
    return item?.epk.equals(this.epk) ? item : void 0;
  }
  async #logicalNumber() {
    return (this.#logical ?? await this.#space.logicalPartition(this.epk, this.#kv))?.number;
  }
  async rows() {
    const number = await this.#logicalNumber();
    const scope = { logicalNumbers: number === void 0 ? [] : [number], items: 0 };
    const { vectors, context } = this.#space;
    const { mayExpire } = this.#space.visibility();
    const isLive = (item) => this.#space.isLive(item);
    return new PartitionRows(
      this.#kv,
      this.space,
      scope,
      { ...EVERYTHING, isLive, mayExpire },
      { vectors, vectorIndexes: context.indexes.vectorIndexes }
    );
  }
  create(id, document, options = {}) {
    const opened = this.#openLogical();
    const composed = (0, import_chunk_4T7ZR3GH.whenKnown)(opened, (logical) => this.#composeNew(logical, document, options));
    return (0, import_chunk_4T7ZR3GH.whenKnown)(composed, (item) => {
      const isClear = this.#mayBeInTheWay ? this.#clearWay(
        item
      ) : void 0;
      const changed = (0, import_chunk_4T7ZR3GH.whenKnown)(isClear, () => this.#derived.change(void 0, item));
      return (0, import_chunk_4T7ZR3GH.whenKnown)(changed, () => {
        this.#note({ operation: "create", current: item, expired: false });
        this.#write(id, item, 1, item.size);
        return item;
      });
    });
  }
  #composeNew(logical, document, options) {
    if (logical.nextSequence >= import_chunk_4T7ZR3GH.SEQUENCES) {
      throw new import_chunk_4T7ZR3GH.Failure("forbidden", "This logical partition has used up its resource ids. Move its items to a new container to go on.");
    }
    const ref = (0, import_chunk_4T7ZR3GH.makeRef)(logical.number, logical.nextSequence++);
    return this.#compose(
      ref,
      (0, import_chunk_4T7ZR3GH.withoutSystemProperties)(document),
      options
    );
  }
  async replace(existing, document, options = {}) {
    const own = (0, import_chunk_4T7ZR3GH.withoutSystemProperties)(document);
    await this.parse(existing);
    const item = await this.#compose(existing.ref, own, options);
    await this.#openLogical();
    if (this.#mayBeInTheWay) await this.#clearWay(item);
    await this.#derived.change(
      existing,
      item
    );
    if (item.id !== existing.id) this.#written.set(existing.id, void 0);
    this.#leaveLog(existing);
    this.#note({
      operation: "replace",
      current: item,
      previous: existing,
      expired: false
    });
    this.#write(item.id, item, 0, item.size - existing.size);
    return item;
  }
  #compose(ref, document, options) {
    const { context } = this.#space;
    const compose = (json) => {
      const item = composeItem(
        context,
        { ref, epk: this.epk, document, json, ...options }
      );
      return this.parse(item)?.then(() => item) ?? item;
    };
    const printed = (0, import_chunk_4T7ZR3GH.printInPieces)(document);
    const { done, value } = printed.next();
    return done ? compose(value) : (0, import_chunk_4T7ZR3GH.inPieces)(context.scheduler, context, printed).then(compose);
  }
  parse(item) {
    const { context } = this.#space;
    return item.size < import_chunk_4T7ZR3GH.LARGE_PIECE_BYTES ? void 0 : (0, import_chunk_4T7ZR3GH.inPieces)(context.scheduler, context, item.parse());
  }
  async delete(existing, { expired = false } = {}) {
    await this.parse(existing);
    await this.#openLogical();
    await this.#erase(
      existing,
      { expired }
    );
    this.#written.set(existing.id, void 0);
    this.#itemsDelta -= 1;
    this.#bytesDelta -= existing.size;
  }
  async deleteIfExpired(ref) {
    const item = await this.readByRef(
      ref
    );
    if (item === void 0 || this.#space.isLive(item)) return false;
    await this.delete(item, { expired: true });
    return true;
  }
  async drop() {
    import_strict2.default.equal(this.#written.size, 0);
    const { space, dropped, context } = this.#space;
    const logical = await this.#space.logicalPartition(this.epk, this.#kv);
    if (logical === void 0) return 0;
    this.#kv.delete(
      space,
      (0, import_chunk_4T7ZR3GH.logicalKey)(this.epk)
    );
    this.#kv.put(space, (0, import_chunk_4T7ZR3GH.droppedKey)(logical.number), this.epk);
    this.#itemsDelta -= logical.items;
    this.#bytesDelta -= logical.bytes;
    this.#derived.words = (0, import_chunk_4T7ZR3GH.negatedWords)(logical.words);
    this.#kv.beforeCommit(() => this.#advance());
    this.#kv.afterCommit(() => {
      dropped.add(logical.number, this.epk);
      this.#space.noteCommit();
      context.cache.delete(this.#space.cacheKey(this.epk));
    });
    return logical.items;
  }
  async eraseDropped(number, itemsMax) {
    const { space, dropped, context } = this.#space;
    const range = { from: (0, import_chunk_4T7ZR3GH.itemKey)(
      (0, import_chunk_4T7ZR3GH.makeRef)(number, 0)
    ), to: (0, import_chunk_4T7ZR3GH.itemKey)((0, import_chunk_4T7ZR3GH.makeRef)(number + 1, 0)) };
    let count2 = 0;
    for await (const rows of this.#kv.scan(space, { ...range, keysOnly: true, limit: itemsMax })) {
      for (const {
        key
      } of rows) await this.#eraseDroppedItem((0, import_chunk_4T7ZR3GH.refAtEnd)(key));
      count2 += rows.length;
    }
    if (count2 === 0) {
      this.#kv.delete(space, (0, import_chunk_4T7ZR3GH.droppedKey)(number));
      this.#kv.afterCommit(() => dropped.removed(number, context.nowSeconds()));
    }
    return count2;
  }
  async reindex(ref) {
    const { context, dropped } = this.#space;
    const existing = await this.#load(ref);
    if (existing === void 0 || existing.generation === context.indexes.current) return;
    const item = existing.withGeneration(context.indexes.current);
    await this.#derived.reindex(existing, item, !dropped.holds(ref));
    this.#reindexed = true;
    this.#kv.put(this.#space.space, (0, import_chunk_4T7ZR3GH.itemKey)(ref), item.record);
    const key = this.#space.cacheKey(this.epk, item.id);
    this.#kv.afterCommit(
      () => {
        this.#space.noteCommit();
        if (!dropped.holds(ref)) context.cache.set(key, item);
      }
    );
  }
  async moveVectors(index, refs) {
    await this.#derived.moveVectors(index, refs);
  }
  finish() {
    if (this.#written.size === 0 && this.#versions.length === 0) return this.#recount();
    if (this.#written.size > 0) {
      (0, import_strict2.default)(this.#logical !== void 0, "whoever writes an item opens its logical partition");
      this.#putLogical(this.#logical);
    }
    const { space, context } = this.#space;
    (0, import_chunk_4T7ZR3GH.timestampOf)(context.nowSeconds());
    this.#kv.beforeCommit(() => {
      const items = this.#inCurrentGeneration();
      const lsn = this.#advance();
      for (const [place2, version] of this.#versions.entries()) {
        this.#kv.put(space, (0, import_chunk_4T7ZR3GH.versionKey)(lsn, place2), (0, import_chunk_4T7ZR3GH.encodeVersion)(version, lsn, context.nowSeconds()));
      }
      let place = 0;
      for (const item of items) {
        item.placeInLog(lsn, place);
        this.#kv.put(space, (0, import_chunk_4T7ZR3GH.logKey)(lsn, place), Buffer.from(item.ref, "latin1"));
        place++;
      }
    });
    if (this.#mayPassOnEarly)
      this.#kv.passOnEarly();
    this.#kv.afterCommit(() => {
      if (this.#written.size > 0) this.#updateCache();
      if (this.#versions.length > 0) this.#space.noteVersions(true);
    });
    return void 0;
  }
  get #mayPassOnEarly() {
    const { context, dropped } = this.#space;
    return this.#written.size > 0 && dropped.isEmpty && !context.indexes.hasVectors;
  }
  #inCurrentGeneration() {
    const { space, context } = this.#space;
    const { current } = context.indexes;
    const items = [];
    for (const [id, written] of this.#written) {
      if (written === void 0) continue;
      const item = written.generation === current ? written : written.withGeneration(current);
      items.push(item);
      if (item === written) continue;
      this.#derived.reindexWritten(written, item);
      this.#kv.put(space, (0, import_chunk_4T7ZR3GH.itemKey)(item.ref), item.record);
      this.#written.set(id, item);
      this.#writeLogical(this.#logical);
    }
    return items;
  }
  async #recount() {
    if (!this.#reindexed || this.#derived.words.size === 0) return;
    const logical = await this.#openLogical();
    this.#writeLogical(logical);
    const key = this.#space.cacheKey(this.epk);
    this.#kv.beforeCommit(() => this.#space.recount(this.#kv, this.delta));
    this.#kv.afterCommit(() => this.#space.context.cache.set(key, logical));
  }
  #putLogical(logical) {
    logical.items += this.#itemsDelta;
    logical.bytes += this.#bytesDelta;
    if (this.#bytesDelta > 0) (0, import_chunk_4T7ZR3GH.checkRoom)(logical, this.#space.context.logicalBytesMax);
    this.#writeLogical(logical);
  }
  #writeLogical(logical) {
    const { space } = this.#space;
    logical.words = (0, import_chunk_4T7ZR3GH.addWords)(this.#wordsBefore, this.#derived.words);
    if (logical.items === 0) this.#kv.delete(space, (0, import_chunk_4T7ZR3GH.logicalKey)(this.epk));
    else this.#kv.put(space, (0, import_chunk_4T7ZR3GH.logicalKey)(this.epk), (0, import_chunk_4T7ZR3GH.encodeLogicalRecord)(logical));
  }
  #advance() {
    return this.#space.advance(this.#kv, this.delta, this.#keepsVersions);
  }
  #updateCache() {
    const { cache } = this.#space.context;
    this.#space.noteCommit();
    const logical = this.#logical;
    if (logical.items === 0) cache.delete(this.#space.cacheKey(this.epk));
    else cache.set(this.#space.cacheKey(this.epk), logical);
    for (const [id, item] of this.#written) {
      const key = this.#space.cacheKey(this.epk, id);
      if (item === void 0) cache.delete(key);
      else cache.set(key, item);
    }
  }
  #openLogical() {
    if (this.#logical !== void 0) return this.#logical;
    const known = this.#space.logicalPartition(this.epk, this.#kv);
    const opened = (0, import_chunk_4T7ZR3GH.whenKnown)(known, (record) => record === void 0 ? this.#newLogical() : { ...record });
    return (0, import_chunk_4T7ZR3GH.whenKnown)(opened, (logical) => {
      this.#wordsBefore = logical.words;
      return this.#logical = logical;
    });
  }
  async #newLogical() {
    (0, import_strict2.default)(this.#key !== void 0, "a first item needs the key value");
    const number = await this.#space.context.logicalNumbers.next();
    return { number, nextSequence: 0, items: 0, bytes: 0, key: this.#key, words: import_chunk_4T7ZR3GH.NO_WORDS };
  }
  async #load(ref) {
    const record = await this.#kv.get(
      this.#space.space,
      (0, import_chunk_4T7ZR3GH.itemKey)(ref)
    );
    return record && import_chunk_4T7ZR3GH.StoredItem.decode(ref, record);
  }
  get #mayBeInTheWay() {
    const { dropped, context } = this.#space;
    return !dropped.isEmpty || context.uniqueKeys.count > 0;
  }
  async #clearWay(item) {
    const { dropped, space } = this.#space;
    const holders = await this.#kv.getMany(space, this.#derived.pointersOf(item));
    const refs = new Set(holders.filter(
      (holder) => holder !== void 0
    ).map(import_chunk_4T7ZR3GH.refOfValue));
    refs.delete(item.ref);
    const work = { ...this.work };
    for (const ref of refs) {
      if (dropped.holds(ref)) await this.#eraseDroppedItem(
        ref
      );
      else await this.#deleteExpired(ref);
    }
    Object.assign(this.work, work);
  }
  async #eraseDroppedItem(ref) {
    (0, import_strict2.default)(this.#space.dropped.holds(ref));
    const item = await this.#load(
      ref
    );
    if (item === void 0) return;
    await this.#erase(item, { isCounted: false });
    const { cache } = this.#space.context;
    const key = this.#space.cacheKey(this.epk, item.id);
    this.#kv.afterCommit(() => {
      this.#space.noteCommit();
      if (cache.item(key)?.ref === ref) cache.delete(key);
    });
  }
  async #deleteExpired(ref) {
    const holder = await this.#load(ref);
    (0, import_strict2.default)(
      holder,
      "pointers lead to items"
    );
    if (this.#space.isLive(holder)) {
      throw new import_chunk_4T7ZR3GH.Failure("conflict", "Unique index constraint violation: another item of this logical partition has the same values at the container's unique key paths.");
    }
    await this.delete(holder, { expired: true });
  }
  async #erase(existing, { expired = false, isCounted = true }) {
    await this.#derived.change(existing, void 0, isCounted);
    this.#kv.delete(this.#space.space, (0, import_chunk_4T7ZR3GH.itemKey)(existing.ref));
    this.#leaveLog(existing);
    this.#note({
      operation: "delete",
      previous: existing,
      expired
    });
  }
  #note(version) {
    if (this.#keepsVersions) this.#versions.push(version);
  }
  #write(id, item, itemsDelta, bytesDelta) {
    this.#kv.put(
      this.#space.space,
      (0, import_chunk_4T7ZR3GH.itemKey)(item.ref),
      item.record
    );
    this.#written.delete(id);
    this.#written.set(id, item);
    this.#itemsDelta += itemsDelta;
    this.#bytesDelta += bytesDelta;
  }
  #leaveLog(existing) {
    if (existing.lsn > 0)
      this.#kv.delete(this.#space.space, (0, import_chunk_4T7ZR3GH.logKey)(existing.lsn, existing.place));
  }
};
var COUNTED_GROWTH = 1.25;
var PartitionVectors = class {
  #kv;
  #space;
  #cache;
  #headers = /* @__PURE__ */ new Map();
  #current = /* @__PURE__ */ new Map();
  #countedAt = /* @__PURE__ */ new Map();
  constructor(kv, space, cache) {
    this.#kv = kv;
    this.#space = space;
    this.#cache = cache;
  }
  headers(index) {
    let headers = this.#headers.get(index.path);
    if (headers === void 0) {
      headers = this.#readHeaders(index);
      headers.catch(
        () => this.#headers.delete(index.path)
      );
      this.#headers.set(index.path, headers);
    }
    return headers;
  }
  async #readHeaders(index) {
    const headers = await (0, import_chunk_4T7ZR3GH.readSetHeaders)(
      this.#kv,
      this.#space,
      index
    );
    this.#current.set(index.path, headers.at(-1)?.id ?? import_chunk_4T7ZR3GH.NO_SET);
    return headers;
  }
  change(transaction, { path }, headers) {
    transaction.beforeCommit(() => {
      const before = this.#current.get(path);
      this.#current.set(path, headers.at(-1).id);
      transaction.afterFailure(() => this.#current.set(path, before));
    });
    transaction.afterCommit(() => this.#headers.set(
      path,
      Promise.resolve(headers)
    ));
  }
  async set(reader, index, header) {
    const key = `vectors ${header.id}${index.prefix.toString("latin1")}`;
    const known = this.#cache.vectorSet(
      key
    );
    if (known !== void 0) return known;
    const set = await (0, import_chunk_4T7ZR3GH.readSet)(reader, this.#space, index, header);
    this.#cache.set(key, set);
    return set;
  }
  async placeOf(index, vector) {
    const current = (await this.headers(index)).at(-1);
    if (current === void 0) return import_chunk_4T7ZR3GH.UNASSIGNED;
    const set = await this.set(this.#kv, index, current);
    return { set: current.id, cell: set.cellOf((0, import_chunk_4T7ZR3GH.cellVector)(
      vector,
      index.metric
    )) };
  }
  mayHaveGrown({ path }, items) {
    return items >= COUNTED_GROWTH * (this.#countedAt.get(path) ?? 0);
  }
  noteCount({ path }, items) {
    this.#countedAt.set(path, items);
  }
  isOpen({
    path
  }, { set }) {
    return set === import_chunk_4T7ZR3GH.NO_SET || set === this.#current.get(path);
  }
};
var PartitionSpace = class _PartitionSpace {
  kv;
  space;
  context;
  dropped;
  vectors;
  #summary;
  #pending;
  #watchedBytes = Number.POSITIVE_INFINITY;
  #mayHaveVersions = true;
  #commits = 0;
  #isLeft = false;
  #lockPrefix;
  constructor(kv, space, context, known) {
    this.kv = kv;
    this.space = space;
    this.context = context;
    this.#summary = known.summary;
    this.#pending = known.summary;
    this.dropped = known.dropped;
    this.vectors = new PartitionVectors(
      kv,
      space,
      context.cache
    );
    this.#lockPrefix = (0, import_chunk_4T7ZR3GH.cachePrefix)(space);
  }
  static async open(kv, space, context) {
    const summary = await (0, import_chunk_4T7ZR3GH.readSummary)(kv, space);
    const dropped = await DroppedPartitions.load(kv, space);
    return new _PartitionSpace(kv, space, context, { summary, dropped });
  }
  get summary() {
    return this.#summary;
  }
  cached(epk, id) {
    const item = this.context.cache.item(
      this.cacheKey(epk, id)
    );
    return item !== void 0 && this.dropped.holds(item.ref) ? void 0 : item;
  }
  async get(epk, id) {
    const cached = this.cached(epk, id);
    if (cached !== void 0) return cached;
    const commits = this.#commits;
    const item = await this.readItem(this.kv, epk, id);
    if (item !== void 0 && commits === this.#commits && !this.#isLeft) this.context.cache.set(this.cacheKey(epk, id), item);
    return item;
  }
  leave() {
    this.#isLeft = true;
  }
  async getByRef(ref) {
    if (this.dropped.holds(ref)) return void 0;
    const record = await this.kv.get(
      this.space,
      (0, import_chunk_4T7ZR3GH.itemKey)(ref)
    );
    return record && import_chunk_4T7ZR3GH.StoredItem.decode(ref, record);
  }
  async readItem(reader, epk, id) {
    let missing;
    for (; ; ) {
      const address = await reader.get(this.space, (0, import_chunk_4T7ZR3GH.idKey)(
        epk,
        id
      ));
      const ref = address && (0, import_chunk_4T7ZR3GH.refOfValue)(address);
      if (ref === void 0 || this.dropped.holds(ref)) return void 0;
      if (ref === missing) throw new import_chunk_4T7ZR3GH.Corruption(`The id "${id}" leads to an item that is not there.`);
      const record = await reader.get(this.space, (0, import_chunk_4T7ZR3GH.itemKey)(ref));
      if (record !== void 0) return import_chunk_4T7ZR3GH.StoredItem.decode(ref, record);
      missing = ref;
    }
  }
  logicalPartition(epk, transaction) {
    const cached = transaction.isAhead ? void 0 : this.context.cache.logical(this.cacheKey(epk));
    return cached ?? transaction.get(this.space, (0, import_chunk_4T7ZR3GH.logicalKey)(epk)).then((bytes) => bytes && (0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(bytes));
  }
  isLive(item) {
    const { lifetimes, nowSeconds } = this.context;
    return lifetimes.isLive(item, nowSeconds);
  }
  visibility() {
    const { dropped } = this;
    return {
      isLive: (item) => this.isLive(item) && (dropped.isEmpty || !dropped.holds(item.ref)),
      isDropped: (ref) => dropped.holds(ref),
      hasDropped: !dropped.isEmpty,
      mayExpire: this.context.lifetimes.defaultTtl !== void 0
    };
  }
  advance(transaction, delta, keepsVersions) {
    const before = this.#pending;
    const lsn = before.lsn + 1;
    const versionsAfter = keepsVersions ? before.versionsAfter : lsn;
    this.#change(transaction, { ...(0, import_chunk_4T7ZR3GH.addTotals)(before, delta), lsn, versionsAfter });
    return lsn;
  }
  recount(transaction, delta) {
    this.#change(transaction, (0, import_chunk_4T7ZR3GH.addTotals)(
      this.#pending,
      delta
    ));
  }
  trimmed(transaction, lsn) {
    const versionsAfter = Math.max(this.#pending.versionsAfter, lsn);
    this.#change(transaction, { ...this.#pending, versionsAfter });
  }
  #change(transaction, after) {
    const before = this.#pending;
    this.#pending = after;
    transaction.put(this.space, import_chunk_4T7ZR3GH.SUMMARY_KEY, (0, import_chunk_4T7ZR3GH.encodeSummary)(after));
    transaction.afterFailure(() => {
      this.#pending = before;
    });
    transaction.afterCommit(() => {
      this.#summary = after;
      if (this.isTooLarge) this.context.grewTooLarge(this.space);
    });
  }
  noteCommit() {
    this.#commits++;
  }
  watchSize(bytesMax) {
    this.#watchedBytes = bytesMax;
  }
  get isTooLarge() {
    return this.#summary.bytes > this.#watchedBytes;
  }
  get mayHaveVersions() {
    return this.#mayHaveVersions;
  }
  noteVersions(mayExist) {
    this.#mayHaveVersions = mayExist;
  }
  cacheKey(epk, id) {
    const prefix = this.lockOf(epk);
    return id === void 0 ? prefix : `${prefix}/${id}`;
  }
  lockOf(epk) {
    return `${this.#lockPrefix}${epk.toString("latin1")}`;
  }
};
var RecordedTransaction = class {
  #transaction;
  #space;
  writes = /* @__PURE__ */ new Map();
  constructor(transaction, space) {
    this.#transaction = transaction;
    this.#space = space;
  }
  get isAhead() {
    return this.#transaction.isAhead;
  }
  passOnEarly() {
  }
  get(space, key) {
    return this.#transaction.get(space, key);
  }
  getMany(space, keys) {
    return this.#transaction.getMany(space, keys);
  }
  scan(space, options) {
    return this.#transaction.scan(space, options);
  }
  put(space, key, value) {
    this.#transaction.put(space, key, value);
    if (space === this.#space) this.#record(key, value);
  }
  delete(space, key) {
    this.#transaction.delete(space, key);
    if (space === this.#space) this.#record(key, null);
  }
  beforeCommit(assign) {
    this.#transaction.beforeCommit(assign);
  }
  afterCommit(notice) {
    this.#transaction.afterCommit(notice);
  }
  afterFailure(undo) {
    this.#transaction.afterFailure(undo);
  }
  #record(key, value) {
    const copy = Buffer.from(key);
    this.writes.set(copy.toString("latin1"), { key: copy, value });
  }
};
var BATCH_ITEMS = 100;
async function reindex(writer, { kv, space, context, summary }, progress) {
  const rows = new PartitionRows(kv, space, { items: summary.items }, EVERYTHING);
  let batch = [];
  for await (const chunk of rows.items({})) {
    for (const { item } of chunk) {
      if (item.generation === context.indexes.current) continue;
      if (batch.length >= BATCH_ITEMS || batch[0] && !batch[0].epk.equals(item.epk)) {
        if (progress.isStopped()) return false;
        await reindexBatch(writer, batch);
        await kv.caughtUp();
        batch = [];
      }
      batch.push(item);
    }
    progress.seen(
      chunk.length
    );
    if (progress.isStopped()) return false;
  }
  await reindexBatch(writer, batch);
  return true;
}
async function reindexBatch(writer, items) {
  const [first] = items;
  if (first === void 0) return;
  await writer.transactExisting(first.epk, async (transaction) => {
    for (const { ref } of items) await transaction.reindex(ref);
  });
}
var TRANSACTION_ITEMS = 100;
async function removeDropped(writer, own, itemsMax) {
  const { kv, dropped, context } = own;
  dropped.forget(context.nowSeconds());
  let removed = 0;
  for (const {
    number,
    epk
  } of dropped.pending) {
    for (; ; ) {
      if (removed >= itemsMax) return removed;
      const count2 = await removeSome(writer, own, number, epk);
      if (count2 === 0) break;
      removed += count2;
      await kv.caughtUp();
    }
  }
  return removed;
}
async function removeSome(writer, { space }, number, epk) {
  return writer.transactExisting(epk, async (transaction) => {
    if (transaction.space !== space) return 0;
    return transaction.eraseDropped(number, TRANSACTION_ITEMS);
  });
}
var TRANSACTION_ITEMS2 = 100;
async function removeExpired(writer, { context }, expiredItems, itemsMax) {
  const { defaultTtl } = context.lifetimes;
  if (defaultTtl === void 0) return 0;
  const now = context.nowSeconds();
  let removed = await remove(writer, await expiredItems.withOwnTime(now, itemsMax));
  if (defaultTtl > 0) {
    for await (const items of expiredItems.withDefaultTime(now - defaultTtl, itemsMax)) {
      removed += await remove(writer, items);
    }
  }
  return removed;
}
async function remove(writer, items) {
  let removed = 0;
  for (const group of byLogicalPartition(
    items
  )) {
    removed += await writer.transactExisting(group[0].epk, async (transaction) => {
      let count2 = 0;
      for (const { ref } of group) {
        if (await transaction.deleteIfExpired(ref)) count2++;
      }
      return count2;
    });
  }
  return removed;
}
function byLogicalPartition(items) {
  const open = /* @__PURE__ */ new Map();
  const groups = [];
  for (const item of items) {
    const key = item.epk.toString("latin1");
    let group = open.get(key);
    if (group === void 0 || group.length >= TRANSACTION_ITEMS2) {
      group = [];
      open.set(key, group);
      groups.push(group);
    }
    group.push(item);
  }
  return groups;
}
var TranslatedReader = class {
  inner;
  constructor(inner) {
    this.inner = inner;
  }
  get(space, key) {
    return this.inner.get(space, key).catch(fail);
  }
  getMany(space, keys) {
    return this.inner.getMany(space, keys).catch(fail);
  }
  scan(space, options) {
    const chunks = this.inner.scan(space, options);
    return { [Symbol.asyncIterator]: () => translatedChunks(chunks[Symbol.asyncIterator]()) };
  }
  async kept(space, range, among) {
    return this.inner.kept?.(space, range, among).catch(fail);
  }
};
var TranslatedSnapshot = class extends TranslatedReader {
  close() {
    this.inner.close();
  }
};
var TranslatedStore = class extends TranslatedReader {
  transact(lock, work, terms) {
    return this.inner.transact(lock, work, terms).catch(fail);
  }
  swap(space, key, from, to) {
    return this.inner.swap(space, key, from, to).catch(fail);
  }
  snapshot() {
    try {
      return new TranslatedSnapshot(this.inner.snapshot());
    } catch (error) {
      return fail(error);
    }
  }
  spaces() {
    return this.inner.spaces().catch(fail);
  }
  dropSpace(space) {
    return this.inner.dropSpace(space).catch(fail);
  }
  caughtUp() {
    return this.inner.caughtUp().catch(fail);
  }
  close() {
    return this.inner.close().catch(fail);
  }
};
function translatedChunks(iterator) {
  return { next: () => iterator.next().catch(fail), return: async (value) => await iterator.return?.(
    value
  ) ?? { done: true, value } };
}
function fail(error) {
  throw error instanceof import_chunk_7NBCW7XL.KeyValueError ? translated(error) : error;
}
function lockFailure(refusal) {
  const { message, retryAfterMs } = refusal;
  const code = refusal.code === "crowded" ? "serverBusy" : "writeContention";
  return new import_chunk_4T7ZR3GH.Failure(code, message, { cause: refusal, retryAfterMs, charge: 0 });
}
function translated(error) {
  const options = { cause: error };
  switch (error.code) {
    case "full":
      return new import_chunk_4T7ZR3GH.Failure("storageFull", "The disk is full: nothing was written. Free some space and repeat the request; reads go on meanwhile.", options);
    case "unavailable":
    case "locked":
    case "closed":
      return new import_chunk_4T7ZR3GH.Failure("unavailable", `The storage cannot be used now: ${error.message}`, options);
    case "crowded":
    case "contended":
      return lockFailure(error);
    case "corrupt":
      return new import_chunk_4T7ZR3GH.Corruption(error.message, options);
  }
}
var SHOWN_MAX = 200;
var ScriptTurns = class {
  #turns = new import_chunk_IH32K4DY.KeyedLock();
  async run(lock, key, work) {
    try {
      return await this.#turns.run(lock, work, { name: lockName(key) });
    } catch (error) {
      throw error instanceof import_chunk_IH32K4DY.LockRefusal ? lockFailure(error) : error;
    }
  }
};
function lockName(key) {
  return `the partition key ${key.length > SHOWN_MAX ? `${key.slice(0, SHOWN_MAX)}\u2026` : key}`;
}
var ITERATIONS = 8;
var WORK_PER_PIECE = 2e6;
async function trainCells(sample, dimensions, cells, pause) {
  const trainer = new Trainer(sample, dimensions, pause);
  const all = Array.from({ length: sample.length / dimensions }, (_, number) => number);
  const groups = await trainer.divide(all, Math.ceil(Math.sqrt(cells)));
  const groupStarts = [0];
  const centroids = [];
  for (const members of groups.members) {
    const share = Math.min(Math.max(Math.round(cells * members.length / all.length), 1), members.length);
    const { centres } = await trainer.divide(
      members,
      share
    );
    centroids.push(centres);
    groupStarts.push(groupStarts.at(-1) + centres.length / dimensions);
  }
  return { centroids: joined2(centroids), groupStarts };
}
var Trainer = class {
  #sample;
  #dimensions;
  #pause;
  #work = 0;
  constructor(sample, dimensions, pause) {
    this.#sample = sample;
    this.#dimensions = dimensions;
    this.#pause = pause;
  }
  async divide(vectors, count2) {
    let centres = joined2(Array.from({ length: count2 }, (_, i) => this.#vector(
      vectors[Math.floor(i * vectors.length / count2)]
    )));
    let members = [];
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const parts = Array.from({ length: centres.length / this.#dimensions }, () => []);
      for (const vector of vectors) parts[await this.#nearest(centres, vector)].push(vector);
      members = parts.filter((part) => part.length > 0);
      centres = joined2(members.map((part) => this.#mean(part)));
    }
    return { centres, members };
  }
  #vector(number) {
    return this.#sample.subarray(number * this.#dimensions, (number + 1) * this.#dimensions);
  }
  async #nearest(centres, number) {
    const vector = this.#vector(number);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let centre = 0; centre * this.#dimensions < centres.length; centre++) {
      const distance = (0, import_chunk_4T7ZR3GH.distanceSquare)(
        centres,
        centre,
        vector
      );
      if (distance < least) {
        least = distance;
        best = centre;
      }
    }
    this.#work += centres.length;
    if (this.#work > WORK_PER_PIECE) {
      this.#work = 0;
      await this.#pause();
    }
    return best;
  }
  #mean(vectors) {
    const sums = new Float64Array(this.#dimensions);
    for (const number of vectors) {
      const offset = number * this.#dimensions;
      for (let i = 0; i < sums.length; i++)
        sums[i] = sums[i] + this.#sample[offset + i];
    }
    return Float32Array.from(sums, (sum) => sum / vectors.length);
  }
};
function joined2(vectors) {
  const all = new Float32Array(vectors.reduce(
    (sum, { length }) => sum + length,
    0
  ));
  let at = 0;
  for (const vector of vectors) {
    all.set(vector, at);
    at += vector.length;
  }
  return all;
}
var GROWTH2 = 4;
var VECTORS_PER_CELL = 128;
var CELLS_MAX = 4096;
var CENTROID_BYTES_MAX = 16 * 1024 * 1024;
var SAMPLE_PER_CELL = 24;
var SAMPLE_BYTES_MAX = 64 * 1024 * 1024;
var CHUNK_ROWS2 = 256;
var KNOWN_EPKS_MAX = 1e4;
async function needsTending(own) {
  for (const index of quantizedIndexes(own)) {
    if (await mayNeedCells(own, index) || (await scatteredSets(own, index)).length > 0) return true;
  }
  return false;
}
async function tendVectors(partition, own, isStopped) {
  for (const index of quantizedIndexes(own)) {
    const work = new Tending(
      partition,
      own,
      index,
      isStopped
    );
    if (await mayNeedCells(own, index)) await work.makeCells();
    for (const set of await scatteredSets(own, index)) await work.moveAll(set);
    if (!isStopped())
      await work.removeEmptySets();
  }
}
function quantizedIndexes({ context }) {
  return context.indexes.vectorIndexes.filter(({ isQuantized }) => isQuantized);
}
async function mayNeedCells(own, index) {
  const { items } = own.summary;
  return items >= await cellsNeededFrom(own, index) && own.vectors.mayHaveGrown(index, items);
}
async function cellsNeededFrom({ vectors }, index) {
  const current = (await vectors.headers(index)).at(-1);
  return current === void 0 ? QUANTIZED_ITEMS_MIN : GROWTH2 * current.trainedOn;
}
async function scatteredSets(own, index) {
  const headers = await own.vectors.headers(index);
  if (headers.length === 0) return [];
  const others = headers.slice(0, -1).map(({ id }) => id);
  return await isEmpty(own, index, import_chunk_4T7ZR3GH.NO_SET) ? others : [import_chunk_4T7ZR3GH.NO_SET, ...others];
}
async function isEmpty({ kv, space }, index, set) {
  const range = vectorsOf(index, set);
  for await (const _ of kv.scan(space, { ...range, keysOnly: true, limit: 1 })) return false;
  return true;
}
function vectorsOf({ prefix }, set) {
  const from = (0, import_chunk_4T7ZR3GH.setPrefix)(prefix, set);
  return { from, to: (0, import_chunk_4T7ZR3GH.afterPrefix)(from) };
}
var Tending = class {
  #partition;
  #own;
  #index;
  #isStopped;
  #epks = new import_lru_cache3.LRUCache(
    { max: KNOWN_EPKS_MAX }
  );
  constructor(partition, own, index, isStopped) {
    this.#partition = partition;
    this.#own = own;
    this.#index = index;
    this.#isStopped = isStopped;
  }
  async makeCells() {
    const { vectors, summary, space } = this.#own;
    const count2 = await this.#count();
    vectors.noteCount(this.#index, summary.items);
    if (count2 < await cellsNeededFrom(this.#own, this.#index))
      return;
    const cells = cellsFor(count2, this.#index);
    const sample = await this.#sample(count2, cells);
    const trained = await this.#train(sample, cells);
    if (trained === void 0)
      return;
    const headers = await vectors.headers(this.#index);
    const number = Math.max(0, ...headers.map(({ id }) => (0, import_chunk_4T7ZR3GH.numberOfSet)(id))) + 1;
    const { groupStarts, centroids } = trained;
    await this.#publish([...headers, { id: (0, import_chunk_4T7ZR3GH.setId)(space, number), trainedOn: count2, groupStarts }], centroids);
  }
  async #train(sample, cells) {
    if (sample.length === 0) return void 0;
    return trainCells(
      sample,
      this.#index.dimensions,
      cells,
      async () => {
        await (0, import_promises2.setImmediate)();
        if (this.#isStopped()) throw new Stopped();
      }
    ).catch(unlessStopped);
  }
  async moveAll(set) {
    const { kv, space } = this.#own;
    const scan = { ...vectorsOf(this.#index, set), keysOnly: true, chunkRows: CHUNK_ROWS2 };
    for await (const rows of kv.scan(space, scan)) {
      if (this.#isStopped()) return;
      await this.#move(
        rows.map(({ key }) => (0, import_chunk_4T7ZR3GH.refAtEnd)(key))
      );
      await kv.caughtUp();
      await (0, import_promises2.setImmediate)();
    }
  }
  async removeEmptySets() {
    const { vectors } = this.#own;
    const headers = await vectors.headers(
      this.#index
    );
    const removed = [];
    for (const header of headers.slice(0, -1)) {
      if (await isEmpty(this.#own, this.#index, header.id)) removed.push(header);
    }
    if (removed.length > 0) await this.#remove(removed);
  }
  async #count() {
    const { kv, space } = this.#own;
    let count2 = 0;
    const options = { ...fullRows(this.#index), keysOnly: true, valuesOnly: true };
    for await (const rows of kv.scan(space, options)) count2 += rows.length;
    return count2;
  }
  async #sample(count2, cells) {
    const { dimensions, metric } = this.#index;
    const { kv, space } = this.#own;
    const most = Math.max(Math.floor(SAMPLE_BYTES_MAX / (4 * dimensions)), cells);
    const size = Math.min(count2, cells * SAMPLE_PER_CELL, most);
    const sample = new Float32Array(size * dimensions);
    let seen = 0;
    let found = 0;
    for await (const rows of kv.scan(space, { ...fullRows(this.#index), keysOnly: true })) {
      const chosen = rows.filter(() => {
        seen++;
        return Math.floor(seen * size / count2) > Math.floor((seen - 1) * size / count2);
      });
      for (const row of await kv.getMany(space, chosen.map(({ key }) => key))) {
        if (row === void 0 || found === size) continue;
        const vector = sample.subarray(found * dimensions, (found + 1) * dimensions);
        (0, import_chunk_4T7ZR3GH.readFull)(row, vector);
        if (metric === "cosine") (0, import_chunk_4T7ZR3GH.normalize)(vector);
        if (vector.every(Number.isFinite)) found++;
      }
    }
    return sample.subarray(0, found * dimensions);
  }
  async #publish(headers, centroids) {
    const { prefix, dimensions } = this.#index;
    const header = headers.at(-1);
    await this.#change(headers, (put) => {
      put((0, import_chunk_4T7ZR3GH.setKey)(prefix, header.id), (0, import_chunk_4T7ZR3GH.encodeSetHeader)(header));
      for (let cell = 0; cell * dimensions < centroids.length; cell++) {
        const centroid = centroids.subarray(
          cell * dimensions,
          (cell + 1) * dimensions
        );
        put((0, import_chunk_4T7ZR3GH.centroidKey)(prefix, { set: header.id, cell }), (0, import_chunk_4T7ZR3GH.encodeCentroid)(centroid));
      }
    });
  }
  async #remove(removed) {
    const { prefix } = this.#index;
    const headers = await this.#own.vectors.headers(this.#index);
    await this.#change(headers.filter((header) => !removed.includes(header)), (put) => {
      for (const { id, groupStarts } of removed) {
        put(
          (0, import_chunk_4T7ZR3GH.setKey)(prefix, id),
          void 0
        );
        for (let cell = 0; cell < groupStarts.at(-1); cell++) put((0, import_chunk_4T7ZR3GH.centroidKey)(prefix, { set: id, cell }), void 0);
      }
    });
  }
  async #change(headers, write) {
    const { kv, space, vectors } = this.#own;
    await this.#partition.maintain(() => kv.transact(`vectors:${space}`, (transaction) => {
      write((key, value) => {
        if (value === void 0) transaction.delete(space, key);
        else transaction.put(space, key, value);
      });
      vectors.change(transaction, this.#index, headers);
    }));
  }
  async #move(refs) {
    const byLogical = /* @__PURE__ */ new Map();
    for (const ref of refs) {
      const number = (0, import_chunk_4T7ZR3GH.logicalNumberOf)(
        ref
      );
      byLogical.set(number, [...byLogical.get(number) ?? [], ref]);
    }
    await this.#findEpks([...byLogical].map(([, [ref]]) => ref));
    await Promise.all([...byLogical].map(async ([
      number,
      own
    ]) => {
      const epk = this.#epks.get(number);
      if (epk === void 0) return;
      await this.#partition.transactExisting(epk, (transaction) => transaction.moveVectors(
        this.#index,
        own
      ));
    }));
  }
  async #findEpks(refs) {
    const { kv, space } = this.#own;
    const unknown = refs.filter((ref) => !this.#epks.has((0, import_chunk_4T7ZR3GH.logicalNumberOf)(ref)));
    const records = await kv.getMany(
      space,
      unknown.map(import_chunk_4T7ZR3GH.itemKey)
    );
    for (const [i, record] of records.entries()) {
      if (record === void 0) continue;
      const ref = unknown[i];
      this.#epks.set((0, import_chunk_4T7ZR3GH.logicalNumberOf)(ref), Buffer.from(
        import_chunk_4T7ZR3GH.StoredItem.decode(ref, record).epk
      ));
    }
  }
};
function fullRows({ prefix }) {
  const from = (0, import_chunk_4T7ZR3GH.rolePrefix)(prefix, import_chunk_4T7ZR3GH.VectorRole.full);
  return { from, to: (0, import_chunk_4T7ZR3GH.afterPrefix)(from) };
}
function cellsFor(vectors, {
  dimensions
}) {
  const most = Math.max(Math.floor(CENTROID_BYTES_MAX / (4 * dimensions)), 1);
  return Math.min(Math.ceil(vectors / VECTORS_PER_CELL), CELLS_MAX, most);
}
var Stopped = class extends Error {
};
function unlessStopped(error) {
  if (!(error instanceof Stopped)) throw error;
}
var WriterGate = class {
  #inside = 0;
  #opening;
  #failure;
  #whenEmpty = [];
  get isShut() {
    return this.#opening !== void 0 || this.#failure !== void 0;
  }
  async opened() {
    if (this.#failure === void 0) await this.#opening?.promise;
    if (this.#failure !== void 0) throw this.#failure();
  }
  enter() {
    (0, import_strict3.default)(!this.isShut, "a writer came through a shut gate");
    this.#inside++;
  }
  leave() {
    this.#inside--;
    if (this.#inside === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }
  async hold() {
    (0, import_strict3.default)(
      this.#opening === void 0,
      "the gate is held already"
    );
    let resolve = () => {
    };
    const promise = new Promise((open) => {
      resolve = open;
    });
    const opening = { promise, resolve };
    this.#opening = opening;
    await this.#empty();
    return () => {
      if (this.#opening !== opening) return;
      this.#opening = void 0;
      opening.resolve();
    };
  }
  async shutForGood(failure) {
    this.#failure = failure;
    this.#opening?.resolve();
    await this.#empty();
  }
  async #empty() {
    if (this.#inside === 0) return;
    await new Promise((resolve) => {
      this.#whenEmpty.push(resolve);
    });
  }
};
var PartitionStore = class _PartitionStore {
  #space;
  #expiredItems;
  #lackingItems;
  #entryCounts;
  #gate = new WriterGate();
  #scriptTurns = new ScriptTurns();
  #mirror;
  #successors = [];
  constructor(space) {
    this.#space = space;
    this.#expiredItems = new ExpiredItems(space);
    this.#lackingItems = new LackingItems(space.space);
    this.#entryCounts = new EntryCounts(() => space.summary.lsn);
  }
  static async open(kv, space, context) {
    return new _PartitionStore(await PartitionSpace.open(kv, space, context));
  }
  get space() {
    return this.#space.space;
  }
  get summary() {
    return this.#space.summary;
  }
  cached(epk, id) {
    return this.#space.cached(epk, id);
  }
  async get(epk, id) {
    return await this.#space.get(epk, id) ?? this.#successor(epk)?.get(
      epk,
      id
    );
  }
  async getByRef(ref) {
    const own = await this.#space.getByRef(ref);
    if (own !== void 0 || this.#successors.length === 0) return own;
    const found = await Promise.all(this.#successors.map(({ store }) => store.getByRef(ref)));
    return found.find((item) => item !== void 0);
  }
  async rows(ranges, moment) {
    const { kv, space, summary, vectors, context } = this.#space;
    const reader = Moment.reader(moment, kv);
    const scope = ranges === void 0 ? { items: summary.items, bytes: summary.bytes } : { ...await logicalScope(reader, space, ranges), partitionItems: summary.items };
    return new PartitionRows(reader, space, scope, this.#space.visibility(), {
      ...moment !== void 0 && { lackingItems: this.#lackingItems },
      entryCounts: this.#entryCounts,
      vectors,
      vectorIndexes: context.indexes.vectorIndexes
    });
  }
  logicalPartitions() {
    return readLogicalPartitions(this.#space.kv, this.space);
  }
  async changes({ range, accepts, ...request }, moment) {
    const { kv, space } = this.#space;
    const reader = Moment.reader(moment, kv);
    const { isLive } = this.#space.visibility();
    const scope = range && await logicalScope(reader, space, [range]);
    return (0, import_chunk_4T7ZR3GH.readChanges)(reader, space, { ...request, ...scope === void 0 ? {} : { logicalNumbers: new Set(scope.logicalNumbers) }, accepts: (item) => accepts(item) && isLive(item) });
  }
  versions(request, moment) {
    const { kv, space } = this.#space;
    return (0, import_chunk_4T7ZR3GH.readVersions)(Moment.reader(moment, kv), space, request);
  }
  transact(epk, key, work) {
    return this.#transact(epk, work, key);
  }
  transactExisting(epk, work) {
    return this.#transact(epk, work);
  }
  inScriptTurn(epk, key, work) {
    return this.#scriptTurns.run(this.#space.lockOf(epk), key, work);
  }
  async #transact(epk, work, key) {
    while (this.#gate.isShut) await this.#gate.opened();
    const successor = this.#successor(epk);
    if (successor !== void 0) return successor.#transact(epk, work, key);
    this.#gate.enter();
    try {
      const write = async (kv) => {
        const mirror = this.#mirror;
        const recorded = mirror && new RecordedTransaction(kv, this.space);
        const own = new LogicalTransaction(this.#space, recorded ?? kv, epk, key);
        const value = await work(
          own
        );
        const finished = own.finish();
        if (finished !== void 0) await finished;
        if (mirror !== void 0 && recorded !== void 0) {
          kv.beforeCommit(() => {
            kv.afterFailure(() => mirror.spoil());
            mirror.write(kv, epk, [...recorded.writes.values()], own.delta);
          });
        }
        return value;
      };
      const terms = key === void 0 ? { isPatient: true } : { name: lockName(key) };
      return await this.#space.kv.transact(this.#space.lockOf(epk), write, terms);
    } finally {
      this.#gate.leave();
    }
  }
  async maintain(work) {
    while (this.#gate.isShut) await this.#gate.opened();
    if (this.#successors.length > 0) return false;
    this.#gate.enter();
    try {
      await work();
      return true;
    } finally {
      this.#gate.leave();
    }
  }
  removeExpired(itemsMax) {
    return removeExpired(
      this,
      this.#space,
      this.#expiredItems,
      itemsMax
    );
  }
  removeDropped(itemsMax) {
    return removeDropped(this, this.#space, itemsMax);
  }
  trimVersions(beforeSeconds) {
    return (0, import_chunk_4T7ZR3GH.trimVersions)(
      this,
      this.#space,
      beforeSeconds
    );
  }
  get droppedPartitions() {
    return this.#space.dropped.counts;
  }
  reindex(progress) {
    return reindex(this, this.#space, progress);
  }
  async vectorsNeedTending() {
    return this.#successors.length === 0 && await needsTending(this.#space);
  }
  async tendVectors(isStopped) {
    (0, import_strict.default)(!this.isMirrored, "the partition is being copied");
    await tendVectors(
      this,
      this.#space,
      isStopped
    );
  }
  check(moment) {
    const { kv, space, context } = this.#space;
    return checkPartition(Moment.reader(moment, kv), space, context);
  }
  watchSize(bytesMax) {
    this.#space.watchSize(bytesMax);
  }
  get isTooLarge() {
    return this.#space.isTooLarge;
  }
  keepWritersOut() {
    return this.#gate.hold();
  }
  shutForGood(failure) {
    this.#space.leave();
    return this.#gate.shutForGood(failure);
  }
  mirrorTo(mirror) {
    (0, import_strict.default)(this.#gate.isShut, "writers may be under way");
    this.#mirror = mirror;
  }
  get isMirrored() {
    return this.#mirror !== void 0;
  }
  passOnTo(successors) {
    (0, import_strict.default)(this.#gate.isShut, "writers may be under way");
    this.#successors = successors;
  }
  #successor(epk) {
    if (this.#successors.length === 0) return void 0;
    const found = this.#successors.find(({ max }) => Buffer.compare(epk, max) < 0);
    (0, import_strict.default)(found, "the successors cover the range");
    return found.store;
  }
};
var BATCH_ITEMS2 = 100;
var BATCH_BYTES = 4 * 1024 * 1024;
async function rehashPartition(kv, space, context, observer) {
  const dropped = await DroppedPartitions.load(kv, space);
  const range = { from: Buffer.of(import_chunk_4T7ZR3GH.Kind.logical), to: Buffer.of(import_chunk_4T7ZR3GH.Kind.logical + 1) };
  for await (const rows of kv.scan(space, range)) {
    for (const { key, value } of rows) {
      const from = (0, import_chunk_4T7ZR3GH.epkOfLogicalKey)(
        key
      );
      const source = (0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(value);
      const to = context.epkOf(source.key);
      if (from.equals(to)) continue;
      const target = await kv.get(space, (0, import_chunk_4T7ZR3GH.logicalKey)(to));
      const move = new LogicalMove(
        { kv, space, context, dropped, observer },
        { epk: from, record: source },
        { epk: to, record: target ? (0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(target) : { ...source, items: 0, bytes: 0 } }
      );
      await move.run();
    }
  }
}
var LogicalMove = class {
  #around;
  #from;
  #to;
  #lost = { items: 0, bytes: 0 };
  constructor(around, from, to) {
    this.#around = around;
    this.#from = from;
    this.#to = to;
  }
  async run() {
    const {
      kv,
      space
    } = this.#around;
    const { number } = this.#from.record;
    const range = { from: (0, import_chunk_4T7ZR3GH.itemKey)((0, import_chunk_4T7ZR3GH.makeRef)(number, 0)), to: (0, import_chunk_4T7ZR3GH.itemKey)((0, import_chunk_4T7ZR3GH.makeRef)(number + 1, 0)) };
    let batch = [];
    let bytes = 0;
    for await (const rows of kv.scan(space, range)) {
      for (const { key, value } of rows) {
        const item = import_chunk_4T7ZR3GH.StoredItem.decode((0, import_chunk_4T7ZR3GH.refAtEnd)(key), value);
        if (!item.epk.equals(this.#from.epk)) continue;
        batch.push(item);
        bytes += item.size;
        if (batch.length < BATCH_ITEMS2 && bytes < BATCH_BYTES) continue;
        await this.#moveBatch(batch);
        batch = [];
        bytes = 0;
      }
    }
    await this.#moveBatch(batch);
  }
  async #moveBatch(items) {
    const { kv, space, context, observer } = this.#around;
    this.#lost = { items: 0, bytes: 0 };
    await kv.transact(`rehash:${space}`, async (transaction) => {
      const derived = new DerivedKeys(
        transaction,
        space,
        context
      );
      const refused = [];
      for (const item of items) {
        if (!await this.#moveItem(transaction, derived, item)) refused.push(item.json);
      }
      if (refused.length > 0) await observer.setAside(refused);
      this.#putLogical(transaction, this.#from);
      this.#putLogical(transaction, this.#to);
      await this.#putSummary(transaction);
    });
    observer.moved(items.length);
    await kv.caughtUp();
  }
  async #moveItem(transaction, derived, item) {
    const { space, context } = this.#around;
    const { record: source } = this.#from;
    const { record: target } = this.#to;
    source.items--;
    source.bytes -= item.size;
    const keepsAddress = source.number === target.number;
    const moved = this.#movedItem(item, keepsAddress ? item.ref : (0, import_chunk_4T7ZR3GH.makeRef)(
      target.number,
      target.nextSequence
    ));
    if (!await this.#clearWay(transaction, derived, moved)) {
      this.#erase(transaction, derived, item);
      count(this.#lost, item.size);
      return !context.lifetimes.isLive(item, context.nowSeconds);
    }
    if (!keepsAddress) target.nextSequence++;
    (0, import_chunk_4T7ZR3GH.atOnce)(derived.change(item, moved));
    transaction.delete(space, (0, import_chunk_4T7ZR3GH.idKey)(item.epk, item.id));
    transaction.delete(space, (0, import_chunk_4T7ZR3GH.itemKey)(item.ref));
    const address = Buffer.from(moved.ref, "latin1");
    transaction.put(space, (0, import_chunk_4T7ZR3GH.idKey)(moved.epk, moved.id), address);
    transaction.put(space, (0, import_chunk_4T7ZR3GH.itemKey)(
      moved.ref
    ), moved.record);
    transaction.put(space, (0, import_chunk_4T7ZR3GH.logKey)(moved.lsn, moved.place), address);
    count(target, moved.size);
    return true;
  }
  #movedItem(item, ref) {
    const {
      etag,
      timestamp,
      document
    } = item;
    const { container } = this.#around.context;
    return item.movedTo(ref, this.#to.epk, ref === item.ref ? document : (0, import_chunk_4T7ZR3GH.withSystemProperties)(document, container, {
      ref,
      etag,
      timestamp
    }));
  }
  async #clearWay(transaction, derived, moved) {
    const { space, context, dropped } = this.#around;
    const holders = await transaction.getMany(space, derived.pointersOf(
      moved
    ));
    const refs = new Set(holders.filter((holder) => holder !== void 0).map(import_chunk_4T7ZR3GH.refOfValue));
    for (const ref of refs) {
      const record = await transaction.get(space, (0, import_chunk_4T7ZR3GH.itemKey)(ref));
      if (record === void 0) continue;
      const holder = import_chunk_4T7ZR3GH.StoredItem.decode(ref, record);
      const isDropped = dropped.holds(ref);
      if (!isDropped && context.lifetimes.isLive(holder, context.nowSeconds)) return false;
      this.#erase(transaction, derived, holder);
      if (isDropped) continue;
      this.#to.record.items--;
      this.#to.record.bytes -= holder.size;
      count(
        this.#lost,
        holder.size
      );
    }
    return true;
  }
  #erase(transaction, derived, item) {
    const { space } = this.#around;
    (0, import_chunk_4T7ZR3GH.atOnce)(derived.change(item, void 0));
    transaction.delete(space, (0, import_chunk_4T7ZR3GH.itemKey)(item.ref));
    transaction.delete(space, (0, import_chunk_4T7ZR3GH.logKey)(item.lsn, item.place));
  }
  #putLogical(transaction, { epk, record }) {
    const { space } = this.#around;
    if (record.items <= 0) transaction.delete(
      space,
      (0, import_chunk_4T7ZR3GH.logicalKey)(epk)
    );
    else transaction.put(space, (0, import_chunk_4T7ZR3GH.logicalKey)(epk), (0, import_chunk_4T7ZR3GH.encodeLogicalRecord)(record));
  }
  async #putSummary(transaction) {
    const { space } = this.#around;
    const summary = await (0, import_chunk_4T7ZR3GH.readSummary)(
      transaction,
      space
    );
    const { lsn, items, bytes } = summary;
    const after = { ...summary, items: items - this.#lost.items, bytes: bytes - this.#lost.bytes, versionsAfter: lsn };
    transaction.put(space, import_chunk_4T7ZR3GH.SUMMARY_KEY, (0, import_chunk_4T7ZR3GH.encodeSummary)(after));
  }
};
function count(total, bytes) {
  total.items++;
  total.bytes += bytes;
}
var BATCH_ITEMS3 = 100;
var BATCH_BYTES2 = 4 * 1024 * 1024;
async function restorePartition(kv, space, context, source) {
  return new PartitionRestore(await PartitionSpace.open(
    kv,
    space,
    context
  ), source).run();
}
var PartitionRestore = class {
  #space;
  #source;
  #summary = import_chunk_4T7ZR3GH.EMPTY_SUMMARY;
  #numberMax = -1;
  #logical;
  constructor(space, source) {
    this.#space = space;
    this.#source = source;
  }
  async run() {
    let batch = [];
    let bytes = 0;
    for await (const item of this.#source.items) {
      batch.push(item);
      bytes += item.size;
      if (batch.length < BATCH_ITEMS3 && bytes < BATCH_BYTES2) continue;
      await this.#write(batch);
      batch = [];
      bytes = 0;
    }
    await this.#write(batch);
    return { items: this.#summary.items, numberMax: this.#numberMax };
  }
  async #write(items) {
    const { kv, space } = this.#space;
    await kv.transact(`restore:${space}`, async (transaction) => {
      for (const item of items) {
        if (!await this.#writeItem(transaction, item)) this.#source.refused(item);
      }
      this.#putLogical(transaction);
      const lsn = Math.max(this.#summary.lsn, this.#source.lsn);
      this.#summary = { ...this.#summary, lsn, versionsAfter: lsn };
      transaction.put(space, import_chunk_4T7ZR3GH.SUMMARY_KEY, (0, import_chunk_4T7ZR3GH.encodeSummary)(this.#summary));
    });
    await kv.caughtUp();
  }
  async #writeItem(transaction, item) {
    const { space } = this.#space;
    const number = (0, import_chunk_4T7ZR3GH.logicalNumberOf)(
      item.ref
    );
    if (this.#logical?.record.number !== number) {
      this.#putLogical(transaction);
      this.#logical = void 0;
      const other = await transaction.get(space, (0, import_chunk_4T7ZR3GH.logicalKey)(item.epk));
      if (other !== void 0 && (0, import_chunk_4T7ZR3GH.decodeLogicalRecord)(other).number !== number) return false;
    }
    const derived = new DerivedRows(transaction, this.#space);
    const place = (0, import_chunk_4T7ZR3GH.logKey)(item.lsn, item.place);
    const holders = await transaction.getMany(space, [place, ...derived.pointersOf(item)]);
    if (holders.some((holder) => holder !== void 0)) return false;
    this.#logical ??= { epk: Buffer.from(item.epk), record: { number, nextSequence: 0, items: 0, bytes: 0, key: this.#source.keyOf(item), words: import_chunk_4T7ZR3GH.NO_WORDS } };
    await derived.change(void 0, item);
    transaction.put(space, (0, import_chunk_4T7ZR3GH.itemKey)(item.ref), item.record);
    transaction.put(space, place, Buffer.from(item.ref, "latin1"));
    const { record } = this.#logical;
    record.items++;
    record.bytes += item.size;
    record.nextSequence = Math.max(record.nextSequence, (0, import_chunk_4T7ZR3GH.sequenceOf)(item.ref) + 1);
    record.words = (0, import_chunk_4T7ZR3GH.addWords)(record.words, derived.words);
    this.#numberMax = Math.max(
      this.#numberMax,
      number
    );
    this.#summary = { ...(0, import_chunk_4T7ZR3GH.addTotals)(this.#summary, { items: 1, bytes: item.size, words: derived.words }), lsn: Math.max(this.#summary.lsn, item.lsn) };
    return true;
  }
  #putLogical(transaction) {
    if (this.#logical === void 0) return;
    const { epk, record } = this.#logical;
    transaction.put(this.#space.space, (0, import_chunk_4T7ZR3GH.logicalKey)(epk), (0, import_chunk_4T7ZR3GH.encodeLogicalRecord)(record));
  }
};
var Storage = class {
  catalog;
  #kv;
  constructor(kv) {
    this.#kv = new TranslatedStore(kv);
    this.catalog = new CatalogStore(this.#kv);
  }
  checkFormat() {
    return checkFormat(this.#kv);
  }
  isUpToDate() {
    return isUpToDate(this.#kv);
  }
  needsRehash() {
    return needsRehash(this.#kv);
  }
  bringUpToDate(rehash) {
    return bringUpToDate(this.#kv, rehash);
  }
  rehashPartition(space, context, observer) {
    return rehashPartition(this.#kv, space, context, observer);
  }
  restorePartition(space, context, source) {
    return restorePartition(this.#kv, space, context, source);
  }
  async hasItem(space, ref) {
    return await this.#kv.get(space, (0, import_chunk_4T7ZR3GH.itemKey)(ref)) !== void 0;
  }
  summaryOf(space) {
    return (0, import_chunk_4T7ZR3GH.readSummary)(this.#kv, space);
  }
  openPartition(space, context) {
    return PartitionStore.open(
      this.#kv,
      space,
      context
    );
  }
  async partitionAt(moment, space, context, failure) {
    const store = await PartitionStore.open(
      new MomentStore(Moment.reader(moment, this.#kv)),
      space,
      context
    );
    await store.shutForGood(failure);
    return store;
  }
  catalogVersionAt(moment) {
    return this.catalog.version(Moment.reader(moment, this.#kv));
  }
  logicalNumbers(containerRid) {
    return new LogicalNumbers(this.#kv, containerRid);
  }
  moment() {
    return new Moment(this.#kv);
  }
  copy(sources, targets) {
    return import_chunk_4T7ZR3GH.PartitionCopy.start(this.#kv, sources, targets);
  }
  close() {
    return this.#kv.close();
  }
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  CATALOG_SPACE,
  CatalogKind,
  HELD_LIMITS,
  MemoryStore,
  PROCESS_SCHEDULER,
  Storage,
  swapAlone
});
