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
  adviceIn: () => adviceIn,
  advise: () => advise,
  checkScale: () => checkScale,
  comparedKeys: () => comparedKeys,
  declaredLoad: () => declaredLoad,
  htmlReport: () => htmlReport,
  parseLocation: () => parseLocation,
  parseScale: () => parseScale,
  parseWorkload: () => parseWorkload,
  readContainer: () => readContainer,
  readDefinition: () => readDefinition,
  readItemFile: () => readItemFile,
  seededRandom: () => seededRandom,
  simulate: () => simulate,
  sizedItem: () => sizedItem,
  textReport: () => textReport,
  vehicleEvents: () => vehicleEvents
});
module.exports = __toCommonJS(stdin_exports);
var import_chunk_BWGLRA76 = require("../chunk-BWGLRA76.cjs");
var import_chunk_IH32K4DY = require("../chunk-IH32K4DY.cjs");
var import_chunk_4T7ZR3GH = require("../chunk-4T7ZR3GH.cjs");
var import_chunk_7NBCW7XL = require("../chunk-7NBCW7XL.cjs");
var import_keys = require("@orrerydb/keys");
var import_hash = require("@orrerydb/keys/hash");
var import_hash2 = require("@orrerydb/keys/hash");
var import_hash3 = require("@orrerydb/keys/hash");
var import_hash4 = require("@orrerydb/keys/hash");
var import_hash5 = require("@orrerydb/keys/hash");
var import_hash6 = require("@orrerydb/keys/hash");
var import_hash7 = require("@orrerydb/keys/hash");
var import_yaml = require("yaml");
var import_hash8 = require("@orrerydb/keys/hash");
var import_yaml2 = require("yaml");
var import_node_fs = require("node:fs");
var import_promises = require("node:fs/promises");
var import_node_path = require("node:path");
var import_node_stream = require("node:stream");
var import_node_zlib = require("node:zlib");
var QUERY_KEYS_MAX = 1e3;
function plainCandidate(paths) {
  const segments = paths.map(import_keys.parsePartitionKeyPath);
  const definition = { paths, kind: paths.length > 1 ? "MultiHash" : "Hash", version: 2 };
  const keyOf = (item) => segments.map((path) => {
    const value = (0, import_keys.valueAtSegments)(item, path);
    return (0, import_keys.isPartitionKeyComponent)(value) ? value : void 0;
  });
  return { name: paths.join(" > "), key: paths, strategy: null, definition, dependsOn: paths, complexity: paths.length - 1, added: 0, keyOf, apply: (item) => item, pointKeys: (item, knows) => {
    const unknown = knows === void 0 ? -1 : paths.findIndex((path) => !knows.has(path));
    const known = unknown < 0 ? keyOf(item) : keyOf(item).slice(0, unknown);
    return known.length === 0 ? "all" : [known];
  }, queryKeys: (query, parameters) => (0, import_chunk_4T7ZR3GH.partitionKeysOf)(
    query,
    definition,
    parameters
  ) };
}
function syntheticCandidate(name, description, complexity, random) {
  const strategy = (0, import_keys.parseStrategy)(description, { random });
  const definition = {
    paths: strategy.into,
    kind: strategy.into.length > 1 ? "MultiHash" : "Hash",
    version: 2
  };
  const dependsOn = [...new Set(strategy.dependsOn)];
  const into = new Set(strategy.into);
  return { name, key: strategy.into, strategy: strategy.toJSON(), definition, dependsOn, complexity, added: strategy.into.filter((path) => !dependsOn.includes(path)).length, keyOf: (item) => componentsOf(
    strategy.keyOf(item)
  ), apply: (item) => strategy.apply(item), pointKeys: (item, knows) => {
    if (knows !== void 0 && !dependsOn.every((path) => knows.has(path) || into.has(path))) return "all";
    const keys = strategy.pointKeysOf(item) ?? strategy.keysOf(item);
    return keys.map(componentsOf);
  }, queryKeys: (query, parameters) => {
    const natural = naturalKeys(
      query,
      parameters,
      dependsOn
    );
    if (natural === "all") return "all";
    if (!natural.every((known) => strategy.hasNaturalKey(known))) return "all";
    const keys = natural.flatMap((known) => strategy.keysOf(known).map(componentsOf));
    return keys.length > QUERY_KEYS_MAX ? "all" : keys;
  } };
}
function componentsOf(key) {
  return typeof key === "string" ? [key] : key;
}
function naturalKeys(query, parameters, paths) {
  let known = [{}];
  let isPinned = false;
  for (const path of paths) {
    const keys = (0, import_chunk_4T7ZR3GH.partitionKeysOf)(query, { paths: [path], kind: "Hash", version: 2 }, parameters);
    if (keys === "all") continue;
    isPinned = true;
    if (known.length * keys.length > QUERY_KEYS_MAX) return "all";
    const segments = (0, import_keys.parsePartitionKeyPath)(path);
    known = known.flatMap((object) => keys.map(([value]) => withValue(
      object,
      segments,
      value
    )));
  }
  return isPinned ? known : "all";
}
function withValue(object, [first, ...deeper], value) {
  if (value === void 0) return object;
  const inner = object[first];
  const isObject2 = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return { ...object, [first]: deeper.length === 0 ? value : withValue(
    isObject2 ? inner : {},
    deeper,
    value
  ) };
}
var HASH_START = 2 ** 30;
function partitionOf(key, definition, partitions) {
  const epk = (0, import_keys.effectivePartitionKey)(key, definition);
  const start = (epk[0] << 24 | epk[1] << 16 | epk[2] << 8 | epk[3]) >>> 0;
  return Math.min(partitions - 1, Math.floor(start / HASH_START * partitions));
}
function whole(value) {
  return Math.round(value).toLocaleString("en-US");
}
function percent(part) {
  const hundredths = part * 100;
  if (hundredths === 0 || hundredths >= 9.95) return `${Math.round(hundredths)} %`;
  return hundredths < 0.1 ? "under 0.1 %" : `${hundredths.toFixed(1)} %`;
}
function gigabytes(bytes) {
  const size = bytes / 2 ** 30;
  if (size >= 100) return `${whole(
    size
  )} GB`;
  if (size >= 0.1) return `${Number(size.toFixed(1))} GB`;
  const megabytes = bytes / 2 ** 20;
  return megabytes >= 0.1 ? `${Number(megabytes.toFixed(1))} MB` : `${whole(bytes / 1024)} KB`;
}
function counted(count, one, many = `${one}s`) {
  return `${whole(count)} ${Math.round(count) === 1 ? one : many}`;
}
function days(count) {
  if (count < 2) return `${whole(Math.max(1, count * 24))} hours`;
  return count > 730 ? `${Number((count / 365).toFixed(1))} years` : `${whole(count)} days`;
}
var ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
var YEAR_2000_S = 946684800;
var YEAR_2100_S = 4102444800;
var ROWS_LOOKED_AT = 1e4;
var PRESENT_MIN = 0.99;
var RUNS_PER_VALUE_MAX = 1.5;
function timeUnitOf(value) {
  if (typeof value === "string") return ISO.test(value) ? "iso" : void 0;
  if (typeof value !== "number" || !Number.isInteger(value)) return void 0;
  if (value > YEAR_2000_S && value < YEAR_2100_S) return "s";
  return value > YEAR_2000_S * 1e3 && value < YEAR_2100_S * 1e3 ? "ms" : void 0;
}
function timeOf(clock, item) {
  const value = (0, import_hash2.valueAtSegments)(item, clock.segments);
  if (clock.unit === "iso") return typeof value === "string" ? Date.parse(value) : Number.NaN;
  return typeof value === "number" ? value * (clock.unit === "s" ? 1e3 : 1) : Number.NaN;
}
function findClock(sample) {
  const rows = sample.rows.slice(0, ROWS_LOOKED_AT);
  const paths = sample.paths.map(({ path, segments }) => ({ path, segments }));
  const clocks = [...paths, { path: "/_ts", segments: ["_ts"] }].flatMap((path) => clockAt(path, rows));
  return clocks.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))[0];
}
function clockAt({ path, segments }, rows) {
  const unit = timeUnitOf(rows[0] && (0, import_hash2.valueAtSegments)(rows[0].item, segments));
  if (unit === void 0) return [];
  const timed = rows.map(({ item, order }) => ({ time: timeOf({ segments, unit }, item), order })).filter(({ time }) => !Number.isNaN(time));
  if (timed.length < PRESENT_MIN * rows.length) return [];
  const times = timed.map(({ time }) => time).sort((a, b) => a - b);
  const correlation = rankCorrelation(timed);
  return [{
    path,
    segments,
    unit,
    correlation,
    firstMs: times[0],
    lastMs: times.at(-1)
  }];
}
function rankCorrelation(points) {
  const byOrder = [...points].sort((a, b) => a.order - b.order);
  const ranked2 = byOrder.map(({ time }, rank) => ({ time, rank })).sort((a, b) => a.time - b.time);
  const n = ranked2.length;
  if (n < 3) return 0;
  let squares = 0;
  ranked2.forEach(({ rank }, i) => {
    squares += (rank - i) ** 2;
  });
  return 1 - 6 * squares / (n * (n * n - 1));
}
function findFollowers(sample, clock) {
  const rows = inTime(sample.rows.slice(0, ROWS_LOOKED_AT), clock);
  return sample.paths.filter(({ path }) => path !== clock.path).flatMap(
    ({ path, segments }) => {
      const values = rows.map(({ item }) => (0, import_hash2.valueAtSegments)(item, segments));
      const distinct2 = new Set(values);
      let runs = 1;
      for (let i = 1; i < values.length; i++)
        if (values[i] !== values[i - 1]) runs++;
      const isShared = distinct2.size > 1 && distinct2.size * 2 < values.length;
      return isShared && runs <= RUNS_PER_VALUE_MAX * distinct2.size ? [{
        path,
        segments,
        latest: values.at(-1)
      }] : [];
    }
  );
}
function inTime(rows, clock) {
  return rows.map((row2) => ({ row: row2, time: timeOf(clock, row2.item) })).filter(({ time }) => !Number.isNaN(
    time
  )).sort((a, b) => a.time - b.time || a.row.order - b.row.order).map(({ row: row2 }) => row2);
}
function timedRows(rows, clock) {
  if (clock === void 0) return { rows, clock, times: new Float64Array(
    rows.length
  ), ordered: [] };
  return { rows, clock, times: Float64Array.from(rows, ({ item }) => timeOf(clock, item)), ordered: inTime(rows, clock) };
}
var REGISTER_BITS = 12;
var REGISTERS = 1 << REGISTER_BITS;
var ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);
var HLL_ERROR = 2 * (1.04 / Math.sqrt(REGISTERS));
var HyperLogLog = class {
  #registers = new Uint8Array(
    REGISTERS
  );
  add(text) {
    let a = 2166136261;
    let b = 2538058380;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 16777619);
      b = Math.imul(
        b ^ code,
        1540483477
      );
      b ^= b >>> 15;
    }
    const register = mixed(a ^ text.length) >>> 32 - REGISTER_BITS;
    const rank = Math.clz32(mixed(b)) + 1;
    if (rank > this.#registers[register]) this.#registers[register] = rank;
  }
  count() {
    let sum = 0;
    let zeros = 0;
    for (const rank of this.#registers) {
      sum += 2 ** -rank;
      if (rank === 0) zeros++;
    }
    const raw = ALPHA * REGISTERS * REGISTERS / sum;
    return raw <= 2.5 * REGISTERS && zeros > 0 ? REGISTERS * Math.log(REGISTERS / zeros) : raw;
  }
};
function mixed(hash) {
  let h = hash ^ hash >>> 16;
  h = Math.imul(h, 2246822507);
  h ^= h >>> 13;
  h = Math.imul(h, 3266489909);
  return h ^ h >>> 16;
}
var SAMPLE_ROWS_MAX = 5e4;
var WHOLE_ITEMS_MAX = 2e3;
var WHOLE_ITEM_BYTES_MAX = 65536;
var PATHS_MAX = 64;
var DEPTH_MAX = 4;
var KEPT_CHARACTERS_MAX = 2100;
var PathCounts = class {
  path;
  segments;
  present = 0;
  nulls = 0;
  strings = 0;
  numbers = 0;
  booleans = 0;
  structures = 0;
  bytesMax = 0;
  characters = 0;
  distinct = new HyperLogLog();
  constructor(path, segments) {
    this.path = path;
    this.segments = segments;
  }
  add(value) {
    this.present++;
    switch (typeof value) {
      case "string":
        this.strings++;
        this.characters += value.length;
        if (value.length * 3 > this.bytesMax) this.bytesMax = Math.max(this.bytesMax, Buffer.byteLength(value));
        this.distinct.add(value);
        break;
      case "number":
        this.numbers++;
        this.distinct.add(`n${value}`);
        break;
      case "boolean":
        this.booleans++;
        this.distinct.add(value ? "bt" : "bf");
        break;
      default:
        if (value === null) this.nulls++;
        else this.structures++;
    }
  }
};
var SYSTEM_PROPERTIES = /* @__PURE__ */ new Set(
  ["_rid", "_self", "_etag", "_attachments", "_lsn", "_ts"]
);
var ItemSample = class {
  items = 0;
  bytes = 0;
  rows = [];
  #paths = [];
  #root = /* @__PURE__ */ new Map();
  #random;
  constructor(random) {
    this.#random = random;
  }
  get paths() {
    return this.#paths;
  }
  add({ item, bytes }) {
    const order = this.items++;
    this.bytes += bytes;
    this.#count(item, this.#root, "", [], 1);
    const slot = order < SAMPLE_ROWS_MAX ? order : Math.floor(this.#random() * this.items);
    if (slot >= SAMPLE_ROWS_MAX) return;
    const isWhole = slot < WHOLE_ITEMS_MAX && bytes <= WHOLE_ITEM_BYTES_MAX;
    const named = typeof item.id === "string" ? item : { ...item, id: `item-${order}` };
    this.rows[slot] = { item: scalarsOf(named, 1), bytes, terms: termsOf(named), order, ...isWhole ? { whole: JSON.stringify(withoutSystem(
      named
    )) } : {} };
  }
  #count(object, nodes, prefix, segments, depth) {
    for (const name in object) {
      if (depth === 1 && SYSTEM_PROPERTIES.has(name)) continue;
      let node = nodes.get(name);
      if (node === void 0) {
        if (this.#paths.length >= PATHS_MAX) continue;
        const counts = new PathCounts(`${prefix}/${segmentText(name)}`, [...segments, name]);
        node = { counts, children: /* @__PURE__ */ new Map() };
        nodes.set(name, node);
        this.#paths.push(counts);
      }
      const value = object[name];
      node.counts.add(value);
      if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < DEPTH_MAX) this.#count(value, node.children, node.counts.path, node.counts.segments, depth + 1);
    }
  }
};
function segmentText(name) {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(
    name
  );
}
function scalarsOf(object, depth) {
  const kept = {};
  for (const name in object) {
    const value = object[name];
    if (typeof value !== "object" || value === null) {
      kept[name] = typeof value === "string" && value.length > KEPT_CHARACTERS_MAX ? value.slice(0, KEPT_CHARACTERS_MAX) : value;
    } else if (!Array.isArray(value) && depth < DEPTH_MAX) kept[name] = scalarsOf(value, depth + 1);
  }
  return kept;
}
function withoutSystem(item) {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !SYSTEM_PROPERTIES.has(name)));
}
function termsOf(item) {
  const terms = /* @__PURE__ */ new Set();
  const visit = (value, path) => {
    if (typeof value !== "object" || value === null) terms.add(`${path} ${typeof value} ${value}`);
    else if (Array.isArray(value))
      for (const each of value) visit(each, `${path}/[]`);
    else for (const name in value) visit(value[name], `${path}/${name}`);
  };
  for (const name in item) if (!SYSTEM_PROPERTIES.has(name)) visit(item[name], name);
  return terms.size;
}
var MISSING_MAX = 0.01;
var MINOR_TYPE_MAX = 0.01;
var KEY_BYTES_MAX = 2048;
var AVERAGE_CHARACTERS_MAX = 128;
function pathFacts(sample, clock, followers) {
  const facts = [];
  const dropped = [];
  for (const counts of sample.paths) {
    if (counts.structures > 0.5 * counts.present) continue;
    const reason = unfit(counts, sample);
    if (reason !== void 0) {
      dropped.push({ name: counts.path, reason });
      continue;
    }
    facts.push({ path: counts.path, segments: counts.segments, distinct: distinctOf(counts, sample), time: clock?.path === counts.path ? clock.unit : timeUnit(
      counts,
      sample
    ), followsTime: followers.some(({ path }) => path === counts.path), missing: 1 - counts.present / sample.items });
  }
  return { facts, dropped };
}
function distinctOf(counts, sample) {
  if (sample.items <= SAMPLE_ROWS_MAX) {
    const values = new Set(sample.rows.map(({ item }) => (0, import_hash.valueAtSegments)(item, counts.segments)));
    return { estimate: values.size, low: values.size, high: values.size, method: "exact" };
  }
  const estimate = Math.min(sample.items, Math.round(counts.distinct.count()));
  const error = estimate * HLL_ERROR;
  return { estimate, low: Math.max(1, Math.floor(estimate - error)), high: Math.min(sample.items, Math.ceil(estimate + error)), method: "hyperloglog" };
}
function timeUnit(counts, sample) {
  const values = sample.rows.slice(0, 100).map(({ item }) => timeUnitOf((0, import_hash.valueAtSegments)(item, counts.segments)));
  return values.length > 0 && values.every((unit) => unit === values[0]) ? values[0] : void 0;
}
function unfit(counts, { items, rows }) {
  const of = `of ${whole(items)} items`;
  const { present, nulls, strings, numbers, booleans, structures } = counts;
  const missing = 1 - present / items;
  if (missing > MISSING_MAX) return `missing in ${percent(missing)} ${of}; those would all share one logical partition`;
  if (nulls / items > MISSING_MAX) return `null in ${percent(nulls / items)} ${of}; those would all share one logical partition`;
  const types = [strings, numbers, booleans, structures].filter((count) => count > MINOR_TYPE_MAX * items);
  if (types.length > 1) return `of mixed types: ${shares({ strings, numbers, booleans, structures }, items)} ${of}`;
  if (counts.bytesMax > KEY_BYTES_MAX) return `has texts of up to ${whole(counts.bytesMax)} bytes; a key has ${whole(KEY_BYTES_MAX)} at most`;
  if (strings > 0 && counts.characters / strings > AVERAGE_CHARACTERS_MAX) return `a text for people: ${whole(counts.characters / strings)} characters on average`;
  if (booleans > 0.5 * items) return "true or false: two values";
  const fractions = rows.slice(0, 1e3).filter(({ item }) => {
    const value = (0, import_hash.valueAtSegments)(item, counts.segments);
    return typeof value === "number" && !Number.isInteger(value);
  }).length;
  if (fractions > 100) return "a measurement: most values are fractions, and nobody asks for one of them exactly";
  return void 0;
}
function shares(counts, items) {
  return Object.entries(counts).filter(
    ([, count]) => count > 0
  ).map(([name, count]) => `${percent(count / items)} ${name}`).join(", ");
}
var SUFFIXES_MAX = 1e3;
var CANDIDATES_MAX = 120;
var POOL = 6;
var TRIPLE_POOL = 4;
var VALUES_MIN = 10;
var UNIQUE = 0.9;
var BUCKETS = ["month", "day", "hour"];
function searchCandidates(facts, specs, items, random) {
  const dropped = [];
  const interest = new Map(facts.map((fact2) => [fact2.path, interestOf(fact2.path, specs)]));
  const usable = facts.filter((fact2) => {
    const reason = fact2.time !== void 0 ? "a point in time: tried as its month, day and hour" : fact2.distinct.high < 2 ? "always the same value" : void 0;
    if (reason !== void 0) dropped.push({
      name: fact2.path,
      reason
    });
    return reason === void 0;
  });
  const isUnique = ({ distinct: distinct2 }) => distinct2.estimate > UNIQUE * items;
  const singles = usable.filter((fact2) => {
    const isFew = fact2.distinct.high < VALUES_MIN;
    if (isFew) dropped.push({ name: fact2.path, reason: `only ${counted(fact2.distinct.estimate, "value")} in ${whole(items)} items, so at most as many partitions have work` });
    return !isFew;
  });
  const pool = [...usable].sort((a, b) => interest.get(b.path) - interest.get(a.path) || Number(isUnique(a)) - Number(isUnique(b)) || b.distinct.estimate - a.distinct.estimate).slice(0, POOL);
  for (const fact2 of usable) if (!pool.includes(fact2)) dropped.push({ name: `${fact2.path} combined with others`, reason: `not among the ${POOL} properties that are asked for most` });
  const time = facts.find((fact2) => fact2.time !== void 0 && fact2.path !== "/_ts");
  const found = singles.map(({ path }) => plainCandidate(
    [path]
  ));
  const firsts = pool.filter((fact2) => {
    if (isUnique(fact2)) dropped.push({ name: `${fact2.path} > \u2026`, reason: `nearly every item has its own ${fact2.path} (${percent(
      Math.min(1, fact2.distinct.estimate / items)
    )}), so a second level divides nothing` });
    return !isUnique(fact2);
  });
  for (const first of firsts) for (const second of pool) if (second !== first) found.push(plainCandidate([first.path, second.path]));
  for (const [a, b, c] of triples(firsts.slice(0, TRIPLE_POOL), pool.slice(0, TRIPLE_POOL))) found.push(plainCandidate(
    [a.path, b.path, c.path]
  ));
  for (let i = 0; i < firsts.length; i++) for (let j = i + 1; j < firsts.length; j++) found.push(joined([firsts[i].path, firsts[j].path], random));
  if (time !== void 0) {
    for (const bucket of BUCKETS) found.push(bucketOf(void 0, time, bucket, random));
    for (const first of firsts.slice(0, TRIPLE_POOL)) for (const bucket of BUCKETS) found.push(bucketOf(first.path, time, bucket, random));
  }
  if (found.length > CANDIDATES_MAX) for (const { name } of found.splice(CANDIDATES_MAX)) dropped.push({ name, reason: `beyond the first ${CANDIDATES_MAX} candidates` });
  return { candidates: found, dropped, pool };
}
function interestOf(path, specs) {
  return specs.reduce((sum, {
    kind,
    text,
    perSecond,
    together,
    knows
  }) => {
    if (kind === "batch") return together?.includes(path) ? sum + 1e3 * perSecond : sum;
    if (kind === "query" && text !== void 0) {
      const names = new Set(text.match(/@\w+/g) ?? []);
      const keys = (0, import_chunk_4T7ZR3GH.partitionKeysOf)((0, import_chunk_4T7ZR3GH.cachedQuery)(text), { paths: [path], kind: "Hash", version: 2 }, new Map([...names].map((name) => [name, name])));
      return keys === "all" ? sum : sum + perSecond;
    }
    return knows?.has(path) ? sum + perSecond / 2 : sum;
  }, 0);
}
function* triples(firsts, pool) {
  for (const a of firsts) for (const b of firsts) for (const c of pool) if (a !== b && b !== c && a !== c) yield [a, b, c];
}
var COMMON = { format: 1, into: "/partitionKey", separator: "|", partitionKeyVersion: 2 };
function joined(paths, random) {
  return syntheticCandidate(paths.join(
    " + "
  ), { kind: "concat", from: paths, ...COMMON }, paths.length, random);
}
function bucketOf(first, time, bucket, random) {
  const part = timePart(time, bucket);
  const from = first === void 0 ? [part] : [first, part];
  const name = first === void 0 ? `${bucket} of ${time.path}` : `${first} + ${bucket} of ${time.path}`;
  return syntheticCandidate(name, { kind: "concat", from, ...COMMON }, from.length, random);
}
function timePart({ path, time }, bucket) {
  return time === "s" ? { path, bucket, unit: "s" } : { path, bucket };
}
function withSuffixes(base, of, suffixes, random) {
  const from = partsOf(base);
  if (from === void 0 || suffixes > SUFFIXES_MAX) return [];
  const hashed = of.filter((path) => !base.dependsOn.includes(path)).map((path) => syntheticCandidate(
    `${base.name} + ${suffixes} suffixes by ${path}`,
    { kind: "hashSuffix", from, of: [path], suffixes, ...COMMON },
    base.complexity + 2,
    random
  ));
  const byChance = syntheticCandidate(
    `${base.name} + ${suffixes} suffixes by chance`,
    { kind: "randomSuffix", from, suffixes, ...COMMON },
    base.complexity + 3,
    random
  );
  return [...hashed, byChance];
}
function partsOf({
  strategy,
  key
}) {
  if (strategy === null) return key.length === 1 ? key : void 0;
  return strategy.kind === "concat" ? strategy.from : void 0;
}
function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 1831565813 >>> 0;
    let t = Math.imul(state ^ state >>> 15, state | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return ((t ^ t >>> 14) >>> 0) / 4294967296;
  };
}
var PER_PARTITION_CHARGE = (0, import_chunk_4T7ZR3GH.queryCharge)({ ...(0, import_chunk_4T7ZR3GH.noWork)(), partitionsVisited: 1 }, 1);
var ASSUMED_QUERY_COST = findingOne(1e3);
function findingOne(bytes) {
  const lookup = {
    ...(0, import_chunk_4T7ZR3GH.noWork)(),
    partitionsVisited: 1,
    indexLookups: 1
  };
  const found = { indexEntries: 1, itemsLoaded: 1, bytesLoaded: bytes, rowsOut: 1, bytesOut: bytes };
  const perLookup = (0, import_chunk_4T7ZR3GH.queryCharge)(lookup, 1);
  return { perVisit: perLookup - PER_PARTITION_CHARGE, rows: (0, import_chunk_4T7ZR3GH.queryCharge)({ ...lookup, ...found }, 1) - perLookup };
}
function loadOf(candidate, traffic, partitions, price) {
  const byPartition = new Array(
    partitions
  ).fill(0);
  const byKey = /* @__PURE__ */ new Map();
  const specs = traffic.map(({ spec, perSecond, operations }) => {
    const each = perSecond / operations.length;
    const sum = {
      charge: 0,
      visits: 0,
      inOne: 0,
      torn: 0
    };
    for (const operation of operations) {
      const placed = place(candidate, spec, operation, partitions, price);
      sum.charge += placed.charge;
      sum.visits += placed.visits.length;
      if (placed.visits.length <= 1) sum.inOne++;
      if (placed.isTorn) sum.torn++;
      const perVisit = placed.charge * each / Math.max(1, placed.visits.length);
      for (const partition of placed.visits) byPartition[partition] += perVisit;
      for (const key of placed.keys === "all" ? [] : placed.keys) {
        if (key.length < candidate.key.length) continue;
        const text = JSON.stringify(
          key
        );
        byKey.set(text, (byKey.get(text) ?? 0) + placed.charge * each / placed.keys.length);
      }
    }
    const count = operations.length;
    return { name: spec.name, kind: spec.kind, perSecond, charge: sum.charge / count, visits: sum.visits / count, inOne: sum.inOne / count, torn: sum.torn / count };
  });
  let hottest = { key: "", ruPerSecond: 0 };
  for (const [key, ruPerSecond] of byKey) if (ruPerSecond > hottest.ruPerSecond) hottest = { key, ruPerSecond };
  return { partitions, ruPerSecond: byPartition.reduce((sum, ru) => sum + ru, 0), byPartition, hottest, specs };
}
function place(candidate, spec, operation, partitions, price) {
  switch (spec.kind) {
    case "query": {
      const keys = candidate.queryKeys((0, import_chunk_4T7ZR3GH.cachedQuery)(spec.text), operation.parameters ?? /* @__PURE__ */ new Map());
      return visiting(candidate, keys, partitions, price(
        spec,
        operation
      ));
    }
    case "create":
    case "upsert": {
      const keys = [candidate.keyOf(operation.item)];
      return { charge: pointCharge(spec.kind, operation, candidate.added), visits: visitsOf(
        candidate,
        keys,
        partitions
      ), keys };
    }
    case "batch":
      return placeBatch(candidate, spec, operation, partitions);
    default: {
      const keys = candidate.pointKeys(operation.item, spec.kind === "replace" ? void 0 : spec.knows);
      const charge = pointCharge(spec.kind, operation, candidate.added);
      if (keys !== "all" && keys.length === 1 && keys[0].length === candidate.key.length) return { charge, visits: visitsOf(candidate, keys, partitions), keys };
      const found = visiting(candidate, keys, partitions, findingOne(operation.bytes));
      return {
        ...found,
        charge: found.charge + (spec.kind === "read" ? 0 : charge)
      };
    }
  }
}
function visiting(candidate, keys, partitions, cost) {
  const visits = keys === "all" || keys.length > partitions ? [...Array(
    partitions
  ).keys()] : visitsOf(candidate, keys, partitions);
  const asked = candidate.strategy === null || keys === "all" ? visits.length : Math.min(keys.length, partitions);
  return {
    charge: asked * (PER_PARTITION_CHARGE + cost.perVisit) + cost.rows,
    visits,
    keys
  };
}
function visitsOf(candidate, keys, partitions) {
  return [...new Set(keys.map((key) => partitionOf(
    key,
    candidate.definition,
    partitions
  )))];
}
function placeBatch(candidate, spec, operation, partitions) {
  const items = [operation.item, ...operation.others ?? []];
  const keys = [
    ...new Map(items.map((item) => candidate.keyOf(item)).map((key) => [JSON.stringify(key), key])).values()
  ];
  const charge = operation.charge ?? items.length * pointCharge(
    "create",
    operation,
    candidate.added
  );
  const isTorn = keys.length > 1 || spec.together !== void 0 && !candidate.dependsOn.every((path) => spec.together.includes(path));
  return { charge, visits: visitsOf(
    candidate,
    keys,
    partitions
  ), keys, isTorn };
}
function pointCharge(kind, operation, added) {
  const { bytes, terms, charge } = operation;
  if (charge !== void 0) return charge;
  const all = terms + added;
  const changed = { bytesBefore: bytes, bytesAfter: bytes, termsRemoved: 1, termsAdded: 1 };
  switch (kind) {
    case "read":
      return (0, import_chunk_4T7ZR3GH.readCharge)(bytes, 1);
    case "replace":
    case "upsert":
      return (0, import_chunk_4T7ZR3GH.replaceCharge)(changed);
    case "patch":
      return (0, import_chunk_4T7ZR3GH.patchCharge)(changed, 1);
    case "delete":
      return (0, import_chunk_4T7ZR3GH.deleteCharge)(bytes, all);
    default:
      return (0, import_chunk_4T7ZR3GH.createCharge)(bytes, all);
  }
}
var LOGICAL_PARTITION_BYTES_MAX = 20 * 2 ** 30;
var PHYSICAL_PARTITION_BYTES_MAX = 50 * 2 ** 30;
var USE_OF_THROUGHPUT = 0.7;
var JUDGED_PARTITIONS_MIN = 5;
var ASSUMED_RETENTION_DAYS = 365;
var RU_STEP = 100;
var DAY_MS = 864e5;
function projectionOf(sample, clock, scale, leastRuPerSecond) {
  const assumptions = [];
  const itemBytes = sample.bytes / sample.items;
  const itemsPerDay = scale.itemsPerDay ?? rateOf(sample, clock);
  if (scale.itemsPerDay === void 0) assumptions.push(itemsPerDay === void 0 ? "How many items a day there are is not known, so nothing is projected (--scale itemsPerDay=\u2026)." : `${whole(itemsPerDay)} items a day, from the times of the items (--scale itemsPerDay=\u2026).`);
  const retentionDays = scale.retentionDays ?? ASSUMED_RETENTION_DAYS;
  if (scale.retentionDays === void 0 && itemsPerDay !== void 0) assumptions.push("Items are kept for a year (--scale retentionDays=\u2026).");
  const bytesThen = itemsPerDay === void 0 ? sample.bytes : Math.max(sample.bytes, itemsPerDay * retentionDays * itemBytes);
  const wanted = scale.budget ?? leastRuPerSecond / USE_OF_THROUGHPUT;
  const partitionsFor = (bytes) => Math.max(Math.ceil(bytes / PHYSICAL_PARTITION_BYTES_MAX), (0, import_chunk_4T7ZR3GH.initialPartitionCount)({ kind: "manual", ruPerSecond: Math.max(wanted, 1) }, "container"));
  const partitionsThen = partitionsFor(bytesThen);
  const partitions = Math.max(partitionsThen, JUDGED_PARTITIONS_MIN);
  if (partitions > partitionsThen) assumptions.push(
    `${gigabytes(bytesThen)} and ${whole(wanted)} RU/s need ${counted(partitionsThen, "physical partition")}; keys are judged at ${partitions}, since with so few any key would do.`
  );
  return {
    itemBytes,
    bytesNow: sample.bytes,
    itemsPerDay,
    spanDays: spanOf(clock),
    retentionDays,
    bytesThen,
    partitionsNow: partitionsFor(sample.bytes),
    partitionsThen,
    partitions,
    leastRuPerSecond,
    budget: scale.budget ?? inSteps(Math.max(wanted, partitions * 100)),
    isBudgetGiven: scale.budget !== void 0,
    assumptions
  };
}
function inSteps(ruPerSecond) {
  return Math.max(400, Math.ceil(ruPerSecond / RU_STEP) * RU_STEP);
}
function rateOf({ items }, clock) {
  const spanDays = spanOf(clock);
  return spanDays > 0 ? items / spanDays : void 0;
}
function spanOf(clock) {
  return clock === void 0 ? 0 : (clock.lastMs - clock.firstMs) / DAY_MS;
}
var KEY_BYTES_MAX2 = 2048;
function spreadOf(candidate, { rows, times, clock }, items, partitions) {
  const byKey = /* @__PURE__ */ new Map();
  let total = 0;
  let tooLong = 0;
  for (const [i, row2] of rows.entries()) {
    const key2 = candidate.keyOf(row2.item);
    const text = key2.length === 1 && typeof key2[0] === "string" ? key2[0] : JSON.stringify(key2);
    const time = times[i];
    let entry2 = byKey.get(text);
    if (entry2 === void 0) {
      if (text.length * 3 > KEY_BYTES_MAX2 && Buffer.byteLength(text) > KEY_BYTES_MAX2) tooLong++;
      entry2 = { bytes: 0, count: 0, first: time, last: time, partition: partitionOf(
        key2,
        candidate.definition,
        partitions
      ) };
      byKey.set(text, entry2);
    }
    entry2.bytes += row2.bytes;
    entry2.count++;
    if (time < entry2.first) entry2.first = time;
    if (time > entry2.last)
      entry2.last = time;
    total += row2.bytes;
  }
  const sorted = [...byKey].sort((a, b) => b[1].bytes - a[1].bytes);
  const byPartition = new Array(partitions).fill(0);
  for (const [, {
    bytes,
    partition
  }] of sorted) byPartition[partition] += bytes / total;
  const [key, top] = sorted[0];
  const span = clock === void 0 ? 0 : clock.lastMs - clock.firstMs;
  const byRank = [];
  for (let rank = 1; rank <= sorted.length; rank *= 2) byRank.push([rank, sorted[rank - 1][1].bytes / total]);
  return { rows: rows.length, distinct: distinctOf2(
    sorted.map(([, { count }]) => count),
    rows.length,
    items
  ), largest: { key, share: top.bytes / total, lifeShare: span > 0 ? (top.last - top.first) / span : 1 }, byRank, byPartition, tooLong };
}
function distinctOf2(counts, rows, items) {
  const seen = counts.length;
  if (rows >= items) return { estimate: seen, low: seen, high: seen, method: "exact" };
  const once = counts.filter((count) => count === 1).length;
  const times = items / rows;
  return { estimate: Math.round(seen - once + once * Math.sqrt(times)), low: seen, high: Math.round(seen - once + once * times), method: "sample" };
}
function evennessOf(shares2) {
  const total = shares2.reduce((sum, share) => sum + share, 0);
  if (total === 0) return { largestOverMean: 1, gini: 0 };
  const mean = total / shares2.length;
  const sorted = [...shares2].sort((a, b) => a - b);
  const weighted = sorted.reduce((sum, share, i) => sum + share * (2 * (i + 1) - shares2.length - 1), 0);
  return { largestOverMean: Math.max(...shares2) / mean, gini: weighted / (shares2.length * total) };
}
var WINDOW_ROWS = 50;
var WINDOWS_MAX = 100;
function timeHeatOf(candidate, { ordered, clock }) {
  if (clock === void 0) return void 0;
  const windows = Math.min(WINDOWS_MAX, Math.floor(ordered.length / WINDOW_ROWS));
  if (windows < 3) return void 0;
  const shares2 = Array.from({ length: windows }, (_, i) => {
    const part = ordered.slice(Math.floor(i * ordered.length / windows), Math.floor((i + 1) * ordered.length / windows));
    const counts = /* @__PURE__ */ new Map();
    for (const { item } of part) {
      const text = JSON.stringify(candidate.keyOf(item));
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return Math.max(
      ...counts.values()
    ) / part.length;
  }).sort((a, b) => a - b);
  return { windows, rows: ordered.length, topShare: shares2[windows >> 1], topShareMax: shares2.at(-1), correlation: clock.correlation };
}
function uniqueKeysOf(candidate, { key, uniqueKeys }, rows) {
  return uniqueKeys.map((paths) => {
    const known = /* @__PURE__ */ new Set([...key, ...paths]);
    const isByChance = candidate.strategy?.kind === "randomSuffix";
    const segments = paths.map(import_hash4.parsePartitionKeyPath);
    const seen = new Set(rows.map(({ item }) => JSON.stringify([candidate.keyOf(item), segments.map((path) => (0, import_hash4.valueAtSegments)(item, path) ?? null)])));
    return { paths, isKept: !isByChance && candidate.dependsOn.every((path) => known.has(path)), refused: rows.length - seen.size };
  });
}
var HOURS_PER_MONTH = 730;
var WHOLE_LIFE = 0.5;
function measure(candidate, grounds) {
  const { rows, items, projection, traffic } = grounds;
  const { partitions } = projection;
  const spread = spreadOf(
    candidate,
    grounds,
    items,
    partitions
  );
  const load = loadOf(candidate, traffic, partitions, grounds.price);
  const needed = neededOf(load);
  return {
    items,
    sample: rows.length,
    partitions,
    distinct: spread.distinct,
    largest: largestOf(spread, projection),
    storage: evennessOf(spread.byPartition),
    throughput: evennessOf(load.byPartition),
    hottest: {
      ...load.hottest,
      share: load.ruPerSecond > 0 ? load.hottest.ruPerSecond / load.ruPerSecond : 0
    },
    timeHeat: timeHeatOf(candidate, grounds),
    missing: missingOf(candidate, rows),
    tooLong: spread.tooLong / rows.length,
    torn: tornOf(load),
    changes: changesOf(candidate, grounds.changes),
    uniqueKeys: grounds.present === void 0 ? [] : uniqueKeysOf(candidate, grounds.present, rows),
    operations: load.specs,
    operationsNow: grounds.isScreening ? [] : loadOf(candidate, traffic, projection.partitionsNow, grounds.price).specs,
    ruPerSecond: load.ruPerSecond,
    neededRuPerSecond: needed,
    monthlyCost: costOf(needed, grounds),
    byRank: spread.byRank,
    byPartition: { storage: spread.byPartition, ru: load.byPartition }
  };
}
function neededOf({ byPartition, partitions }) {
  return inSteps(Math.max(...byPartition) * partitions);
}
function costOf(ruPerSecond, { scale, projection }) {
  const throughput = ruPerSecond / 100 * scale.pricePer100RuHour * HOURS_PER_MONTH;
  return throughput + projection.bytesThen / 2 ** 30 * scale.pricePerGbMonth;
}
function largestOf({ largest, rows }, projection) {
  const { itemsPerDay, itemBytes, retentionDays, bytesNow } = projection;
  const now = { key: largest.key, share: largest.share, bytesNow: largest.share * bytesNow };
  if (itemsPerDay === void 0) return { ...now, bytesThen: void 0, fullInDays: void 0 };
  if (largest.share * rows < 3) return { ...now, bytesThen: void 0, fullInDays: void 0 };
  const perDay = largest.share * itemsPerDay * itemBytes;
  if (largest.lifeShare < WHOLE_LIFE) {
    const lifeDays = Math.min(retentionDays, largest.lifeShare * projection.spanDays);
    const perDayOfLife = perDay / Math.max(largest.lifeShare, 1e-9);
    const full = LOGICAL_PARTITION_BYTES_MAX / perDayOfLife;
    return { ...now, bytesThen: perDayOfLife * lifeDays, fullInDays: full <= lifeDays ? full : void 0 };
  }
  const fullInDays = LOGICAL_PARTITION_BYTES_MAX / perDay;
  return { ...now, bytesThen: perDay * retentionDays, fullInDays: fullInDays <= retentionDays ? fullInDays : void 0 };
}
function missingOf(candidate, rows) {
  const paths = candidate.dependsOn.map((path) => path.slice(1).split("/"));
  const lacking = rows.filter(({ item }) => paths.some((segments) => (0, import_hash3.valueAtSegments)(item, segments) === void 0));
  return lacking.length / rows.length;
}
function tornOf({
  specs
}) {
  const batches = specs.filter(({ kind }) => kind === "batch");
  const rate = batches.reduce((sum, { perSecond }) => sum + perSecond, 0);
  if (rate === 0) return void 0;
  return batches.reduce((sum, { perSecond, torn }) => sum + perSecond * torn, 0) / rate;
}
function changesOf({ dependsOn }, changes) {
  if (changes === void 0 || changes.updates === 0) return void 0;
  const {
    updates,
    byPath
  } = changes;
  return { updates, share: Math.max(...dependsOn.map((path) => byPath.get(path) ?? 0)) / updates };
}
function isBeyondAnyKey(measures) {
  return measures.hottest.ruPerSecond > import_chunk_4T7ZR3GH.PARTITION_RU_PER_SECOND_MAX;
}
var TORN_MAX = 0.01;
var CHANGED_MAX = 0.01;
var MISSING_MAX2 = 1e-3;
var UNEVEN = 2;
var WASTE = 1.5;
var FAN_OUT = 0.5;
var ONE_PARTITION = 0.9;
function judge(measures, projection, hasReads) {
  const faults = faultsOf(measures, projection);
  const cautions = cautionsOf(measures, hasReads);
  return {
    tier: faults.length > 0 ? "bad" : cautions.length > 0 ? "careful" : "good",
    faults,
    cautions,
    strengths: strengthsOf(measures)
  };
}
function faultsOf(measures, projection) {
  const faults = [];
  const { torn, hottest, largest, neededRuPerSecond, throughput } = measures;
  if (torn !== void 0 && torn > TORN_MAX) faults.push(`tears ${percent(torn)} of the transactions apart, since they are no longer under one key`);
  if (isBeyondAnyKey(measures))
    faults.push(`sends ${whole(hottest.ruPerSecond)} RU/s to one key (${percent(hottest.share)} of the load), and no key can have more than 10,000`);
  if (largest.fullInDays !== void 0) faults.push(`passes 20 GB under one key in ${days(largest.fullInDays)} (${percent(largest.share)} of the data has the key ${shortKey(largest.key)})`);
  const {
    changes
  } = measures;
  if (changes !== void 0 && changes.share > CHANGED_MAX) faults.push(`has values that change, in ${percent(changes.share)} of ${counted(
    changes.updates,
    "recorded update"
  )}, and an item's key cannot`);
  for (const { paths, refused } of measures.uniqueKeys) if (refused > 0) faults.push(`puts ${counted(refused, "item")} under the unique key ${paths.join(", ")} of another`);
  if (measures.tooLong > 0) faults.push(`is longer than 2,048 bytes in ${percent(measures.tooLong)} of the items`);
  const isHot = throughput.largestOverMean > UNEVEN && neededRuPerSecond > 400;
  if (isHot && neededRuPerSecond > Math.max(projection.budget, WASTE * projection.leastRuPerSecond)) faults.push(hottest.share * measures.partitions > UNEVEN ? `puts ${percent(hottest.share)} of the RU on one key, so that ${whole(neededRuPerSecond)} RU/s would be needed instead of ${whole(projection.budget)}` : `puts ${percent(throughput.largestOverMean / measures.partitions)} of the RU on one of ${measures.partitions} partitions, so that ${whole(neededRuPerSecond)} RU/s would be needed instead of ${whole(projection.budget)}`);
  else if (projection.isBudgetGiven && neededRuPerSecond > projection.budget) faults.push(`needs ${whole(
    neededRuPerSecond
  )} RU/s, and the budget is ${whole(projection.budget)}`);
  return faults;
}
function cautionsOf(measures, hasReads) {
  const cautions = [];
  const {
    distinct: distinct2,
    items,
    throughput,
    storage,
    timeHeat,
    missing,
    operations,
    partitions,
    neededRuPerSecond
  } = measures;
  for (const { paths, isKept } of measures.uniqueKeys) if (!isKept) cautions.push(
    `the unique key ${paths.join(", ")} would hold within fewer items than now, under each new key`
  );
  if (missing > MISSING_MAX2) cautions.push(`${percent(missing)} of the items lack it`);
  if (distinct2.high < 10 * partitions && distinct2.estimate < items / 2) cautions.push(`has only ${counted(distinct2.estimate, "value")} for ${partitions} partitions`);
  if (throughput.largestOverMean > UNEVEN && neededRuPerSecond > 400) cautions.push(`the busiest partition has ${throughput.largestOverMean.toFixed(1)} times its part of the RU`);
  if (storage.largestOverMean > UNEVEN) cautions.push(`the fullest partition has ${storage.largestOverMean.toFixed(1)} times its part of the data`);
  if (timeHeat !== void 0 && timeHeat.topShare > 0.5) cautions.push(`at any time ${percent(timeHeat.topShare)} of the writes have one key (${timeHeat.windows} windows)`);
  if (!hasReads && distinct2.estimate > 0.9 * items) cautions.push("nearly every item has a key of its own: whatever is not read by it visits every partition, and no reads are known");
  const reads = operations.filter(({ kind }) => kind === "query" || kind === "read");
  const rate = reads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const everywhere = reads.reduce((sum, { perSecond, visits }) => sum + (visits > partitions / 2 ? perSecond : 0), 0);
  if (rate > 0 && everywhere / rate > FAN_OUT) cautions.push(`${percent(everywhere / rate)} of the reads visit most of the partitions`);
  return cautions;
}
function strengthsOf({ operations, hottest, throughput, torn }) {
  const strengths = [];
  const reads = operations.filter(
    ({ kind }) => kind === "query" || kind === "read"
  );
  const rate = reads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const inOne = reads.reduce((sum, { perSecond, inOne: inOne2 }) => sum + perSecond * inOne2, 0) / rate;
  if (rate > 0 && inOne >= ONE_PARTITION) strengths.push(`keeps ${percent(inOne)} of the reads in one partition`);
  else if (rate > 0 && inOne >= 0.3) strengths.push(`keeps ${percent(inOne)} of the reads in one partition`);
  if (torn === 0) strengths.push("keeps every transaction under one key");
  if (throughput.largestOverMean <= 1.5) strengths.push(hottest.share > 0 ? `spreads the load evenly (the busiest key has ${percent(hottest.share)} of it)` : "spreads the load evenly");
  return strengths;
}
var SAME_COST = 1.25;
function ranked(judged) {
  const cost = ({ measures }) => measures.neededRuPerSecond;
  const isBad = ({ judgement }) => Number(judgement.tier === "bad");
  const cautions = ({ judgement }) => judgement.cautions.length;
  const left = [...judged].sort((a, b) => isBad(a) - isBad(b) || cost(a) - cost(b));
  const result = [];
  while (left.length > 0) {
    const first = left[0];
    const end = left.findIndex(
      (each) => isBad(each) !== isBad(first) || cost(each) > SAME_COST * cost(first)
    );
    const alike = left.splice(0, end < 0 ? left.length : end);
    alike.sort((a, b) => cautions(a) - cautions(b) || a.candidate.complexity - b.candidate.complexity || cost(a) - cost(b));
    result.push(...alike);
  }
  return result;
}
function shortKey(key) {
  return key.length > 40 ? `${key.slice(0, 37)}...` : key;
}
var ASKED_MAX = 200;
var ASKED_TOGETHER_MAX = 4e3;
async function priceQueries(traffic, items, total, open2) {
  const queries = traffic.filter(({ spec }) => spec.kind === "query");
  if (items.length < 2 || queries.length === 0) return { price: () => ASSUMED_QUERY_COST, found: 0 };
  const askedMax = Math.min(ASKED_MAX, Math.ceil(ASKED_TOGETHER_MAX / queries.length));
  const asked = queries.flatMap(({ spec, operations }) => distinct(spec, operations, askedMax));
  const half = items.length >> 1;
  const [firstHalf, secondHalf] = [
    items.slice(0, half),
    items.slice(half)
  ];
  const sampled = new Set(items.map(({ id }) => id));
  const trials = [await open2(), await open2()];
  try {
    const fixed = /* @__PURE__ */ new Map();
    for (const { spec, operation } of asked)
      if (!fixed.has(spec)) fixed.set(spec, restOf(await ask(trials[0], spec, operation)));
    await trials[0].load(firstHalf);
    await trials[1].load(secondHalf);
    const before = [];
    for (const { spec, operation } of asked) before.push([await ask(trials[0], spec, operation), await ask(trials[1], spec, operation)]);
    await trials[0].load(secondHalf);
    const times = (total - items.length) / half;
    const costs = /* @__PURE__ */ new Map();
    let found = 0;
    for (const [i, { spec, operation, values }] of asked.entries()) {
      const whole2 = await ask(trials[0], spec, operation);
      found += whole2.rows;
      const perVisit = Math.min(fixed.get(spec), restOf(whole2));
      const rest = restOf(whole2) - perVisit;
      const itself = sampled.has(operation.item.id) ? rest / Math.max(
        1,
        whole2.entries
      ) : 0;
      const limit = limitOf((0, import_chunk_4T7ZR3GH.cachedQuery)(spec.text), operation);
      const grown = grownBy(before[i], whole2, { itself, times, limit });
      const ofSpec = costs.get(spec) ?? /* @__PURE__ */ new Map();
      costs.set(spec, ofSpec.set(values, { perVisit, rows: rest + grown }));
    }
    const others = new Map([...costs].map(([spec, ofSpec]) => [spec, averageOf([...ofSpec.values()])]));
    return { price: (spec, operation) => costs.get(spec)?.get(valuesOf(operation)) ?? others.get(spec) ?? ASSUMED_QUERY_COST, found };
  } finally {
    for (const trial of trials) await trial.close();
  }
}
var ROUTED_ITEMS = 500;
var ROUTED_ASKED = 10;
async function priceWithKeys(candidates, traffic, items, price, open2) {
  const some = items.slice(0, ROUTED_ITEMS);
  const asked = traffic.filter(({ spec }) => spec.kind === "query").flatMap(({ spec, operations }) => distinct(spec, operations, ROUTED_ASKED));
  const workOf = async (candidate) => {
    const trial = await open2(
      candidate
    );
    try {
      const half = some.length >> 1;
      const works = asked.map(() => 0);
      for (const [part, sign] of [[some.slice(0, half), -1], [some.slice(half), 1]]) {
        await trial.load(part);
        for (const [i, { spec, operation }] of asked.entries()) works[i] += sign * restOf(await ask(trial, spec, operation));
      }
      return works;
    } finally {
      await trial.close();
    }
  };
  const prices = /* @__PURE__ */ new Map();
  if (asked.length === 0) return prices;
  const without = await workOf(plainCandidate(["/id"]));
  for (const candidate of candidates) {
    const withKey = await workOf(candidate);
    const part = /* @__PURE__ */ new Map();
    for (const { spec } of traffic) {
      const sum = (works) => works.reduce((total, work, i) => total + (asked[i].spec === spec ? work : 0), 0);
      part.set(spec, sum(without) > 0 ? sum(withKey) / sum(without) : 1);
    }
    prices.set(candidate, (spec, operation) => {
      const { perVisit, rows } = price(spec, operation);
      return { perVisit, rows: rows * (part.get(spec) ?? 1) };
    });
  }
  return prices;
}
function distinct(spec, operations, max) {
  const byValues = /* @__PURE__ */ new Map();
  for (const operation of operations) {
    const values = valuesOf(operation);
    if (byValues.size < max && !byValues.has(values)) byValues.set(values, operation);
  }
  return [...byValues].map(([values, operation]) => ({ spec, operation, values }));
}
function valuesOf({ parameters = /* @__PURE__ */ new Map() }) {
  return JSON.stringify([...parameters.values()]);
}
function ask(trial, spec, { parameters = /* @__PURE__ */ new Map() }) {
  const { candidate } = trial;
  const keys = candidate.strategy === null ? "all" : candidate.queryKeys((0, import_chunk_4T7ZR3GH.cachedQuery)(spec.text), parameters);
  return trial.query(spec.text, parameters, keys === "all" ? void 0 : keys);
}
function restOf({ charge, visits }) {
  return Math.max(0, charge - visits * PER_PARTITION_CHARGE);
}
function grownBy([
  first,
  second
], whole2, more) {
  const charge = whole2.charge - (first.charge + second.charge) / 2 - more.itself / 2;
  const rows = (whole2.rows - (first.rows + second.rows) / 2) * more.times;
  const part = rows > 0 ? Math.min(1, (more.limit - whole2.rows) / rows) : 1;
  return Math.max(0, charge * more.times * part);
}
function limitOf({ select: { top }, limit = top }, { parameters }) {
  const value = limit === void 0 ? void 0 : "value" in limit ? limit.value : parameters?.get(limit.name);
  return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
}
function averageOf(costs) {
  const mean = (of) => costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return { perVisit: mean(({ perVisit }) => perVisit), rows: mean(({ rows }) => rows) };
}
var RECENT_PART = 0.02;
var ItemDraws = class {
  #rows;
  #clock;
  #followers;
  #number = 0;
  constructor(rows, clock, followers) {
    this.#rows = rows;
    this.#clock = clock;
    this.#followers = followers;
  }
  have(segments) {
    return this.#rows.some(({ item }) => (0, import_hash5.valueAtSegments)(item, segments) !== void 0);
  }
  draw(skew) {
    switch (skew.kind) {
      case "items":
        return (random) => oneOf(this.#rows, random);
      case "timeHot": {
        const recent = this.#recent();
        return (random) => oneOf(recent, random);
      }
      default:
        return this.#byValue(skew);
    }
  }
  existing({ item, bytes, terms, whole: whole2 }) {
    return {
      item,
      bytes,
      terms,
      ...whole2 === void 0 ? {} : { whole: whole2 }
    };
  }
  fresh(row2) {
    const fresh = [{ segments: ["id"], value: `orrery-advice-${++this.#number}` }, ...this.#followers.map(({
      segments,
      latest
    }) => ({ segments, value: latest }))];
    if (this.#clock !== void 0 && this.#clock.path !== "/_ts") fresh.push({ segments: this.#clock.segments, value: this.#now(this.#clock) });
    return { ...this.existing(row2), item: withFresh(row2.item, fresh), fresh };
  }
  alike(segments) {
    const textOf = (row2) => JSON.stringify(segments.map((path) => (0, import_hash5.valueAtSegments)(row2.item, path)));
    const groups = groupBy(this.#rows, textOf);
    return (row2, count) => groups.get(textOf(row2)).slice(0, count);
  }
  #now({ unit, lastMs }) {
    const ms = lastMs + this.#number;
    return unit === "iso" ? new Date(ms).toISOString() : unit === "s" ? Math.floor(ms / 1e3) : ms;
  }
  #recent() {
    const rows = this.#clock === void 0 ? this.#rows : inTime(this.#rows, this.#clock);
    return rows.slice(-Math.max(1, Math.ceil(rows.length * RECENT_PART)));
  }
  #byValue(skew) {
    const groups = [...groupBy(this.#rows, ({ item }) => String((0, import_hash5.valueAtSegments)(item, skew.segments))).values()].sort((a, b) => b.length - a.length);
    if (skew.kind === "uniform") return (random) => oneOf(oneOf(groups, random), random);
    let sum = 0;
    const upTo = groups.map(
      (_, rank) => sum += 1 / (rank + 1) ** skew.exponent
    );
    return (random) => {
      const point2 = random() * sum;
      let low = 0;
      for (let high = upTo.length - 1; low < high; ) {
        const middle = low + high >> 1;
        if (upTo[middle] < point2) low = middle + 1;
        else high = middle;
      }
      return oneOf(groups[low], random);
    };
  }
};
function withFresh(item, fresh) {
  let changed = item;
  for (const { segments, value } of fresh) changed = put(changed, segments, value);
  return changed;
}
function put(object, [first, ...deeper], value) {
  if (deeper.length === 0) return { ...object, [first]: value };
  const inner = object[first];
  const isObject2 = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  return { ...object, [first]: put(isObject2 ? inner : {}, deeper, value) };
}
function oneOf(list2, random) {
  return list2[Math.floor(random() * list2.length)];
}
function groupBy(rows, textOf) {
  const groups = /* @__PURE__ */ new Map();
  for (const row2 of rows) {
    const text = textOf(row2);
    const group = groups.get(text);
    if (group === void 0) groups.set(text, [row2]);
    else group.push(row2);
  }
  return groups;
}
var OPERATION_KINDS = ["create", "upsert", "replace", "patch", "delete", "read", "query", "batch"];
function isWrite(kind) {
  return kind !== "read" && kind !== "query";
}
var RETRIES_MAX = 9;
async function play(trial, options) {
  const { seconds, rates, random, signal, onSecond } = options;
  const startMs = trial.nowMs;
  const slots = new Array(seconds * 1e3);
  let operations = 0;
  for (const [spec, rate] of rates.entries()) {
    const step = 1e3 / rate.perSecond;
    for (let at = random() * step; at < slots.length; at += step * (0.5 + random())) {
      const ms = Math.floor(at);
      (slots[ms] ??= []).push({ spec, operation: rate.spec.draw(random), sentMs: ms, tries: 0 });
      operations++;
    }
  }
  const bySecond = Array.from({ length: seconds }, () => ({
    accepted: 0,
    refused: 0
  }));
  const charges = rates.map(({ spec }) => ({ name: spec.name, charge: 0, visits: 0, count: 0 }));
  const writes = { sent: 0, accepted: 0, done: 0 };
  let accepted = 0;
  let refused = 0;
  let done = 0;
  let waitedMs = 0;
  for (let ms = 0; ms < slots.length; ms++) {
    if (onSecond !== void 0 && ms > 0 && ms % 1e3 === 0) {
      trial.nowMs = startMs + ms;
      await onSecond(ms / 1e3);
    }
    const events = slots[ms];
    if (events === void 0) continue;
    slots[ms] = void 0;
    if (signal?.aborted) break;
    trial.nowMs = startMs + ms;
    for (const event2 of events) {
      const { spec } = rates[event2.spec];
      if (event2.tries === 0 && isWrite(spec.kind)) writes.sent++;
      const outcome = await run(trial, spec, event2.operation);
      if (typeof outcome === "number") {
        refused++;
        bySecond[Math.floor(ms / 1e3)].refused++;
        const next = ms + Math.max(1, outcome);
        if (++event2.tries <= RETRIES_MAX && next < slots.length) (slots[next] ??= []).push(event2);
        continue;
      }
      done++;
      waitedMs += ms - event2.sentMs;
      if (event2.tries === 0) accepted++;
      if (isWrite(spec.kind)) {
        writes.done++;
        if (event2.tries === 0) writes.accepted++;
      }
      bySecond[Math.floor(ms / 1e3)].accepted++;
      const sum = charges[event2.spec];
      sum.charge += outcome.charge;
      sum.visits += outcome.visits;
      sum.count++;
    }
  }
  trial.nowMs = startMs + seconds * 1e3;
  return {
    seconds,
    operations,
    accepted,
    refused,
    lost: operations - done,
    writes,
    waitMs: done > 0 ? waitedMs / done : 0,
    bySecond,
    partitions: await trial.history(seconds),
    charges: charges.map(({ name, charge, visits, count }) => ({
      name,
      charge: count > 0 ? charge / count : 0,
      visits: count > 0 ? visits / count : 0,
      count
    }))
  };
}
async function run(trial, spec, operation) {
  try {
    return await attempt(trial, spec, operation);
  } catch (error) {
    if (!(error instanceof import_chunk_4T7ZR3GH.Failure)) throw error;
    if (error.code === "tooManyRequests") return error.retryAfterMs ?? 1e3;
    if (error.code === "notFound" || error.code === "conflict")
      return { charge: error.charge ?? 1, visits: 1 };
    throw error;
  }
}
async function attempt(trial, spec, operation) {
  const { candidate } = trial;
  const one = ({ charge }) => ({ charge, visits: 1 });
  switch (spec.kind) {
    case "create":
    case "upsert":
      return one(await trial.write(documentOf(operation)));
    case "batch":
      return one(await trial.batch([
        documentOf(operation),
        ...operation.others ?? []
      ]));
    case "query": {
      const parameters = operation.parameters ?? /* @__PURE__ */ new Map();
      const keys = candidate.strategy === null ? "all" : candidate.queryKeys((0, import_chunk_4T7ZR3GH.cachedQuery)(
        spec.text
      ), parameters);
      return trial.query(spec.text, parameters, cheaper(keys, trial.partitions));
    }
    default: {
      const document = documentOf(operation);
      const id = String(document.id);
      const keys = candidate.pointKeys(document, spec.kind === "replace" ? void 0 : spec.knows);
      const [key] = keys === "all" ? [] : keys;
      if (keys === "all" || keys.length > 1 || key.length < candidate.key.length) {
        const found = await trial.query("SELECT * FROM c WHERE c.id = @id", /* @__PURE__ */ new Map([["@id", id]]), cheaper(keys, trial.partitions));
        if (spec.kind === "read") return found;
        const { charge } = await point(trial, spec.kind, id, document, trial.placeOf(document));
        return { charge: found.charge + charge, visits: found.visits };
      }
      return one(
        await point(trial, spec.kind, id, document, key)
      );
    }
  }
}
function point(trial, kind, id, document, key) {
  switch (kind) {
    case "read":
      return trial.read(id, key);
    case "delete":
      return trial.delete(id, key);
    case "patch":
      return trial.patch(id, key);
    default:
      return trial.write(document);
  }
}
function cheaper(keys, partitions) {
  return keys === "all" || keys.length > partitions ? void 0 : keys;
}
function documentOf({ whole: whole2, item, fresh }) {
  const document = whole2 === void 0 ? item : JSON.parse(whole2);
  return fresh === void 0 ? document : withFresh(
    document,
    fresh
  );
}
var ADDRESS = { database: "advice", container: "trial" };
var TERMS = { priority: "High", bucket: 0, readMultiplier: 1 };
var RU_PER_NEW_PARTITION = 6e3;
var CACHE_BYTES = 64 * 1024 * 1024;
var LOADED_PER_SECOND = 300;
var PAGES_MAX = 50;
var TrialContainer = class _TrialContainer {
  candidate;
  partitions;
  #engine;
  #ruPerSecond;
  #clock;
  #places = /* @__PURE__ */ new Map();
  constructor(engine, candidate, options, clock) {
    this.#engine = engine;
    this.candidate = candidate;
    this.partitions = options.partitions;
    this.#ruPerSecond = options.ruPerSecond;
    this.#clock = clock;
  }
  get nowMs() {
    return this.#clock.ms;
  }
  set nowMs(ms) {
    this.#clock.ms = ms;
  }
  static async open(candidate, options) {
    const { partitions, startMs, random } = options;
    const clock = { ms: Math.ceil(startMs / 1e3) * 1e3 };
    const engine = await import_chunk_4T7ZR3GH.Engine.open({ storage: new import_chunk_BWGLRA76.Storage(new import_chunk_BWGLRA76.MemoryStore()), environment: { now: () => clock.ms, random, log: () => {
    }, scheduler: import_chunk_BWGLRA76.PROCESS_SCHEDULER }, cacheBytes: CACHE_BYTES, throttle: "enforce" });
    await engine.databases.create({ id: ADDRESS.database });
    await engine.containers.create(ADDRESS.database, { id: ADDRESS.container, partitionKey: candidate.definition }, { ruPerSecond: partitions * RU_PER_NEW_PARTITION, knowsPartitionKeys: true });
    return new _TrialContainer(engine, candidate, options, clock);
  }
  async load(items) {
    await this.#engine.partitions.setThrottle(
      ADDRESS,
      "observe"
    );
    for (const [i, item] of items.entries()) {
      if (i % LOADED_PER_SECOND === 0) this.nowMs += 1e3;
      await this.write(item);
    }
    this.nowMs += 1e3;
  }
  async enforce() {
    await this.#engine.partitions.setThrottle(ADDRESS, "enforce");
    const [offer] = this.#engine.tree.catalog.list("offer");
    const content = { ...offer.body.content, offerThroughput: this.#ruPerSecond };
    await this.#engine.offers.replace(offer.id, { ...offer.body, content });
    this.nowMs = Math.ceil((this.nowMs + 1) / 1e3) * 1e3;
  }
  write(item) {
    const document = this.candidate.apply(
      item
    );
    const key = this.keyOf(document);
    if (this.candidate.strategy?.kind === "randomSuffix") this.#places.set(String(item.id), key);
    return this.#engine.items.upsert(
      ADDRESS,
      document,
      { terms: TERMS, key }
    );
  }
  placeOf(item) {
    return this.#places.get(String(item.id)) ?? this.keyOf(this.candidate.apply(item));
  }
  patch(id, key) {
    const body = [{ op: "set", path: "/orreryAdvice", value: this.nowMs }];
    return this.#engine.items.patch(ADDRESS, id, body, { terms: TERMS, key });
  }
  delete(id, key) {
    return this.#engine.items.delete(
      ADDRESS,
      id,
      { terms: TERMS, key }
    );
  }
  read(id, key) {
    return this.#engine.items.read(ADDRESS, id, { terms: TERMS, key });
  }
  async batch(items) {
    const documents = items.map((item) => this.candidate.apply(
      item
    ));
    const keys = documents.map((document) => this.keyOf(document));
    const isWhole = keys.every((key) => JSON.stringify(key) === JSON.stringify(keys[0]));
    if (isWhole) {
      const operations = documents.map((document) => ({ kind: "upsert", document }));
      const answer = await this.#engine.items.batch(ADDRESS, operations, { key: keys[0], terms: TERMS });
      return { charge: answer.charge };
    }
    let charge = 0;
    for (const item of items) charge += (await this.write(item)).charge;
    return { charge };
  }
  async query(text, parameters, keys) {
    const list2 = [...parameters].map(([
      name,
      value
    ]) => ({ name, value }));
    let charge = 0;
    let visits = 0;
    let rows = 0;
    let entries = 0;
    for (const key of keys ?? [void 0]) {
      let continuation;
      for (let page = 0; page < PAGES_MAX; page++) {
        const answer = await this.#engine.queries.run(ADDRESS, { text, parameters: list2 }, { terms: TERMS, key, continuation, mayCross: true, mergesQueries: false, followsSplits: true });
        charge += answer.charge;
        visits += answer.work.partitionsVisited;
        rows += answer.rows.length;
        entries += Math.max(answer.work.indexEntries, answer.work.itemsLoaded);
        continuation = answer.continuation;
        if (continuation === void 0) break;
      }
    }
    return { charge, visits, rows, entries };
  }
  keyOf(document) {
    return (0, import_hash6.extractPartitionKey)(document, this.candidate.definition);
  }
  async history(seconds) {
    const histories = await this.#engine.partitions.histories(ADDRESS, "seconds", seconds + 1);
    return histories.map(({ points }) => {
      const kept = points.slice(0, -1).slice(-seconds);
      return { ru: kept.map(({ ru }) => ru), refused: kept.map(({ throttled }) => throttled) };
    });
  }
  close() {
    return this.#engine.close();
  }
};
async function replayOf(candidate, { rates, items, partitions, ruPerSecond, random, seconds, operations, signal }) {
  const perSecond = rates.reduce(
    (sum, rate) => sum + rate.perSecond,
    0
  );
  const partOfRate = Math.min(1, operations / (perSecond * seconds));
  const budget = inSteps(Math.max(partitions * 60, ruPerSecond * partOfRate));
  const trial = await TrialContainer.open(candidate, { partitions, ruPerSecond: budget, startMs: Date.UTC(2026, 0), random });
  try {
    await trial.load(items);
    await trial.enforce();
    const thinned = rates.map(({
      spec,
      perSecond: rate
    }) => ({ spec, perSecond: rate * (budget / ruPerSecond) }));
    const played = await play(trial, { seconds, rates: thinned, random, signal });
    const created = played.charges.reduce((sum, { count }, i) => sum + (rates[i].spec.kind === "create" ? count : 0), 0);
    const growth = created / Math.max(1, items.length);
    return {
      ...played,
      growth,
      partOfRate: budget / ruPerSecond,
      budget: ruPerSecond
    };
  } finally {
    await trial.close();
  }
}
var WATCHED_ITEMS_MAX = 1e4;
var ChangeWatch = class {
  #items = /* @__PURE__ */ new Map();
  #byPath = /* @__PURE__ */ new Map();
  #updates = 0;
  note({
    do: verb,
    item,
    by
  }) {
    if (item === void 0 || by === void 0 || verb === "delete") return;
    const name = JSON.stringify(by.map((path) => (0, import_hash7.valueAtSegments)(item, path.slice(1).split("/")) ?? {}));
    const before = this.#items.get(name);
    if (before === void 0 && this.#items.size >= WATCHED_ITEMS_MAX) return;
    this.#items.set(name, item);
    if (before === void 0 || verb === "read" || verb === "create") return;
    this.#updates++;
    for (const path of changedPaths(before, item, "")) {
      this.#byPath.set(path, (this.#byPath.get(path) ?? 0) + 1);
    }
  }
  seen() {
    return {
      updates: this.#updates,
      byPath: this.#byPath
    };
  }
};
function changedPaths(before, after, prefix) {
  const names = /* @__PURE__ */ new Set([...Object.keys(before), ...Object.keys(after)]);
  return [
    ...names
  ].flatMap((name) => {
    const [one, other] = [before[name], after[name]];
    const path = `${prefix}/${name}`;
    if (isObject(one) && isObject(other)) return changedPaths(
      one,
      other,
      path
    );
    return one === other || isObject(one) && isObject(other) ? [] : [path];
  });
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var RECORDED_SHAPES_MAX = 100;
var RECORDED_SAMPLE_MAX = 2e3;
async function recordedTraffic(lines, container, random) {
  const shapes = /* @__PURE__ */ new Map();
  const containers = /* @__PURE__ */ new Set();
  const watch = new ChangeWatch();
  let [first, last, left, number] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for await (const { item } of lines) {
    number++;
    const operation = item;
    if (!OPERATION_KINDS.includes(operation.do) || typeof operation.at !== "number") throw new import_chunk_4T7ZR3GH.Failure("badRequest", `Line ${number} of the recording is no recorded operation.`);
    const name = operation.container.split(
      "/"
    ).at(-1);
    if (container !== void 0 && name !== container) continue;
    containers.add(operation.container);
    if (operation.status >= 400) continue;
    first = Math.min(first, operation.at);
    last = Math.max(last, operation.at);
    watch.note(operation);
    if (!add(shapes, operation, random)) left++;
  }
  if (containers.size > 1) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The recording has several containers: ${[...containers].join(", ")}. Say which is meant.`);
  }
  if (shapes.size === 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "The recording has no operation on these items.");
  const seconds = Math.max(1, (last - first) / 1e3);
  const invalid = [...shapes.values()].filter(({ text }) => text !== void 0 && !isQuery(text));
  const specs = [
    ...shapes.values()
  ].filter((shape) => !invalid.includes(shape)).map((shape) => specOf(shape, seconds));
  return { source: "recorded", specs, changes: watch.seen(), assumptions: [...left === 0 ? [] : [`${left} operations of rare shapes were left out of the recording.`], ...invalid.map(({ text }) => `The recorded query '${text}' could not be read.`)] };
}
function add(shapes, operation, random) {
  const { do: kind, text, by, range, procedure } = operation;
  const key = JSON.stringify([kind, text, by, procedure]);
  let shape = shapes.get(key);
  if (shape === void 0) {
    if (shapes.size === RECORDED_SHAPES_MAX) return false;
    shape = { kind, text, by, procedure, sample: [], ranges: /* @__PURE__ */ new Set(), count: 0 };
    shapes.set(key, shape);
  }
  if (range !== void 0) shape.ranges.add(range);
  const slot = shape.count < RECORDED_SAMPLE_MAX ? shape.count : Math.floor(random() * (shape.count + 1));
  shape.count++;
  if (slot < RECORDED_SAMPLE_MAX) shape.sample[slot] = operation;
  return true;
}
function isQuery(text) {
  try {
    (0, import_chunk_4T7ZR3GH.cachedQuery)(text);
    return true;
  } catch {
    return false;
  }
}
function specOf({ kind, text, by, procedure, sample, ranges, count }, seconds) {
  let fresh = 0;
  return { name: text?.replace(/\s+/g, " ").trim() ?? (procedure === void 0 ? kind : `procedure ${procedure}`), kind, perSecond: count / Math.max(1, ranges.size) / seconds, growth: 1, ...text === void 0 ? {} : { text }, ...by === void 0 ? {} : { knows: new Set(by) }, draw: (random) => {
    const operation = sample[Math.floor(random() * sample.length)];
    return operationOf(operation, kind === "create" ? `orrery-advice-${++fresh}` : void 0);
  } };
}
function operationOf(recorded, freshId) {
  const { item = {}, others, bytes = 0, parameters = {} } = recorded;
  const named = freshId === void 0 ? item : { ...item, id: freshId };
  return { item: named, bytes, terms: termsOf(named), ...freshId === void 0 ? {} : { fresh: [{ segments: ["id"], value: freshId }] }, ...others === void 0 ? {} : { others }, ...recorded.do === "query" ? {} : { charge: recorded.charge }, ...recorded.do === "query" ? { parameters: new Map(Object.entries(parameters)) } : {} };
}
var DEFAULT_SCALE = { peakFactor: 1, pricePer100RuHour: 8e-3, pricePerGbMonth: 0.25 };
var NAMES = ["itemsPerDay", "retentionDays", "peakFactor", "budget", "pricePer100RuHour", "pricePerGbMonth"];
function parseScale(text) {
  let given;
  try {
    given = /^\s*\w+=/.test(text) ? Object.fromEntries(text.split(",").map(pairOf)) : (0, import_yaml.parse)(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The scale is no YAML: ${error.message.split("\n")[0]}`);
  }
  if (typeof given !== "object" || given === null) throw new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    `The scale must say some of ${NAMES.join(", ")}.`
  );
  return checkScale(given);
}
function pairOf(text) {
  const [name, value = ""] = text.split("=");
  const number = Number(value);
  return [name.trim(), value.trim() === "" || Number.isNaN(number) ? `'${value}'` : number];
}
function checkScale(given) {
  for (const [name, value] of Object.entries(given)) {
    if (!NAMES.includes(name)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `The scale has '${name}', which is none of ${NAMES.join(", ")}.`);
    if (typeof value !== "number" || !(value > 0) || !Number.isFinite(value)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'${name}' of the scale must be a number above 0, not ${String(value)}.`);
  }
  return { ...DEFAULT_SCALE, ...given };
}
var WORKLOAD_OPERATIONS_MAX = 100;
var RATE_MAX = 1e7;
var BATCH_ITEMS_MAX = 100;
var KNOWN = /* @__PURE__ */ new Set(["do", "name", "perSecond", "growth", "skew", "text", "parameters", "by", "items"]);
function parseWorkload(text, file) {
  let document;
  try {
    document = (0, import_yaml2.parse)(text, { maxAliasCount: 0 });
  } catch (error) {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${file} is no YAML: ${error.message.split("\n")[0]}`);
  }
  const list2 = document?.operations;
  if (!Array.isArray(list2) || list2.length === 0 || list2.length > WORKLOAD_OPERATIONS_MAX) throw new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    `${file} must have a list of 1 to ${WORKLOAD_OPERATIONS_MAX} 'operations'.`
  );
  return list2.map((entry2, i) => parseOperation(entry2, `Operation ${i + 1} of ${file}`));
}
function parseOperation(entry2, where) {
  const fail = (what) => {
    throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${where} ${what}.`);
  };
  if (typeof entry2 !== "object" || entry2 === null) return fail("must be a map with 'do' and 'perSecond'");
  const given = entry2;
  const unknown = Object.keys(given).find((name) => !KNOWN.has(name));
  if (unknown !== void 0)
    fail(`has '${unknown}', which is none of ${[...KNOWN].join(", ")}`);
  const kind = given.do;
  if (!OPERATION_KINDS.includes(kind)) fail(`must have 'do', one of ${OPERATION_KINDS.join(", ")}`);
  const number = (name, otherwise, max) => {
    const value = given[name] ?? otherwise;
    return typeof value === "number" && value > 0 && value <= max ? value : fail(`must have '${name}', a number above 0 and at most ${max}`);
  };
  const text = given.text;
  if (kind === "query" !== (typeof text === "string")) fail("must have 'text' if it is a query, and only then");
  const by = given.by === void 0 ? void 0 : asPaths(given.by, fail);
  if (kind === "batch" && by === void 0) fail("must have 'by': the paths that the items of a batch have in common");
  const perSecond = number("perSecond", void 0, RATE_MAX);
  return { name: typeof given.name === "string" ? given.name : typeof text === "string" ? oneLine(text) : nameOf(
    kind,
    by
  ), kind, perSecond, growth: number("growth", 1, 1e4), skew: parseSkew(given.skew, fail), text: typeof text === "string" ? text : void 0, parameters: typeof text === "string" ? parametersOf(
    text,
    given.parameters ?? {},
    fail
  ) : [], by, items: Math.round(number("items", 2, BATCH_ITEMS_MAX)) };
}
function nameOf(kind, by) {
  return by === void 0 ? kind : `${kind} by ${by.join(
    ", "
  )}`;
}
function oneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}
function asPaths(value, fail) {
  const list2 = Array.isArray(value) ? value : [value];
  return list2.map(
    (path) => {
      if (typeof path !== "string" || !path.startsWith("/")) return fail(`has '${String(path)}' where a path such as /id belongs`);
      return path;
    }
  );
}
function parseSkew(value, fail) {
  if (value === void 0) return { kind: "items" };
  const words = String(value).trim().split(/\s+/);
  if (words.join(" ") === "time-hot") return { kind: "timeHot" };
  const path = words.at(
    -1
  );
  if (words.at(-2) === "on" && path.startsWith("/")) {
    const segments = (0, import_hash8.parsePartitionKeyPath)(path);
    if (words[0] === "uniform" && words.length === 3) return { kind: "uniform", segments };
    const exponent = words.length === 3 ? 1 : Number(words[1]);
    if (words[0] === "zipf" && words.length <= 4 && exponent > 0 && exponent <= 10) return { kind: "zipf", segments, exponent };
  }
  return fail(
    `has the skew '${String(value)}': write 'uniform on /path', 'zipf 1.1 on /path' or 'time-hot'`
  );
}
function parametersOf(text, given, fail) {
  try {
    (0, import_chunk_4T7ZR3GH.cachedQuery)(text);
  } catch (error) {
    if (error instanceof import_chunk_4T7ZR3GH.QueryError) fail(`has a query that is not valid: ${error.message}`);
    throw error;
  }
  const named = given;
  const names = new Set(text.match(/@\w+/g) ?? []);
  return [...names].map((name) => {
    const value = named[name] ?? named[name.slice(1)] ?? `/${name.slice(1)}`;
    const isPath = typeof value === "string" && value.startsWith("/");
    return [
      name,
      isPath ? { segments: (0, import_hash8.parsePartitionKeyPath)(value) } : { value }
    ];
  });
}
function specsOf(declared, draws) {
  return declared.map((operation) => {
    const {
      name,
      kind,
      perSecond,
      growth,
      text,
      by
    } = operation;
    const row2 = draws.draw(operation.skew);
    const common = { name, kind, perSecond, growth, ...text === void 0 ? {} : { text }, ...by === void 0 ? {} : kind === "batch" ? { together: by } : { knows: new Set(by) } };
    if (kind === "create") return { ...common, draw: (random) => draws.fresh(row2(random)) };
    if (kind === "query") {
      checkParameters(operation, draws);
      return {
        ...common,
        draw: (random) => {
          const about = row2(random);
          return { ...draws.existing(about), parameters: bind(operation, about) };
        }
      };
    }
    if (kind === "batch") {
      const alike = draws.alike(by.map(import_hash8.parsePartitionKeyPath));
      return { ...common, draw: (random) => {
        const first = row2(random);
        const others = alike(first, operation.items - 1).map((each) => draws.fresh(each).item);
        return {
          ...draws.fresh(first),
          others
        };
      } };
    }
    return { ...common, draw: (random) => draws.existing(row2(random)) };
  });
}
function bind({ parameters }, row2) {
  return new Map(parameters.map(([name, source]) => {
    if ("value" in source) return [name, source.value];
    const value = (0, import_hash8.valueAtSegments)(row2.item, source.segments);
    return [name, value ?? null];
  }));
}
function checkParameters({ name, parameters }, draws) {
  for (const [parameter, source] of parameters) {
    if ("value" in source || draws.have(source.segments)) continue;
    const path = `/${source.segments.join("/")}`;
    throw new import_chunk_4T7ZR3GH.Failure(
      "badRequest",
      `The parameter ${parameter} of '${name}' takes its values from ${path}, which no item has: give its path or value under 'parameters'.`
    );
  }
}
var ITEMS_MIN = 100;
var GROWTH_TOLD = 0.2;
function sentenceOf({ candidate, measures, judgement, replay }) {
  const parts = [];
  if (judgement.faults.length > 0) parts.push(judgement.faults.slice(0, 2).join(", and "));
  else parts.push([...judgement.strengths.slice(0, 2), `needs ${whole(measures.neededRuPerSecond)} RU/s`].join(", "));
  if (judgement.faults.length === 0 && judgement.cautions.length > 0) parts.push(`but ${judgement.cautions[0]}`);
  if (replay !== void 0 && replay.writes.sent > 0) {
    const { writes, growth } = replay;
    const isStrained = growth >= GROWTH_TOLD && writes.accepted < writes.sent;
    parts.push(`the replay let ${percent(writes.accepted / writes.sent)} of ${whole(writes.sent)} writes through at once${isStrained ? `, while its small sample grew by ${percent(growth)}, so that queries found and cost more` : ""}`);
  }
  return `${candidate.name} ${parts.join("; ")}.`;
}
function verdictOf(ranked2, traffic, projection, { command, isPart, present }) {
  const [best] = ranked2;
  const { items, sample } = best.measures;
  const unsure = [...projection.assumptions, ...traffic.assumptions];
  const sure = [items > sample ? `${whole(items)} items were read; shares rest on a uniform sample of ${whole(sample)}, and are within ${percent(1 / Math.sqrt(sample))} of the truth in 95 of 100 cases.` : `${isPart ? "" : "All "}${whole(items)} items were looked at.`, traffic.source === "declared" ? `The workload is what was declared: ${counted(traffic.specs.length, "operation")}.` : traffic.source === "recorded" ? `The traffic is what was recorded: ${counted(traffic.specs.length, "kind")} of operations.` : "No traffic was given: nothing is known of reads, updates and transactions."];
  if (isPart) unsure.push("The items that were not read: a part of each range was, the oldest first, so newer ones may differ and the whole is larger (--max-ru reads more).");
  const { changes } = best.measures;
  if (changes === void 0) unsure.push("Whether a value ever changes: items do not show it, and a key's must not.");
  else if (changes.share === 0) sure.push(`No value of ${best.candidate.name} changed in ${counted(changes.updates, "recorded update")}.`);
  const wouldChange = changesOf2(best, traffic, projection);
  if (items < ITEMS_MIN) return { isGood: false, headline: `No verdict: ${counted(items, "item")} of at least ${ITEMS_MIN} are too few to judge by.`, sure, unsure, wouldChange, next: [`Give more, then run ${command} again.`] };
  if (best.judgement.tier === "bad") return {
    isGood: false,
    headline: `No candidate is good. The least bad, ${best.candidate.name}, ${best.judgement.faults[0]}.`,
    sure,
    unsure,
    wouldChange,
    next: ["Change what rules the keys out: the rate, the retention, or the transactions that must stay together.", `Then run ${command} again.`]
  };
  return {
    isGood: true,
    headline: `Take ${best.candidate.name}.`,
    sure,
    unsure,
    wouldChange,
    next: nextOf(best.candidate, present)
  };
}
function changesOf2({ measures }, traffic, projection) {
  const changes = [];
  if (traffic.source === "assumed") changes.push("Reads: a key that most of them name in their filter may be worth more than an even one.");
  else if (!traffic.specs.some(({ kind }) => kind === "query")) changes.push("Queries: none are known.");
  if (!traffic.specs.some(({ kind }) => kind === "batch")) changes.push("Transactions over several items: they must share a key.");
  if (measures.largest.bytesThen !== void 0 && measures.largest.fullInDays === void 0) changes.push(`${whole(20 * 2 ** 30 / Math.max(1, measures.largest.bytesThen))} times as much data: then the largest key passes 20 GB.`);
  if (projection.partitionsThen < projection.partitions) changes.push("Nothing much, while the container stays as small as it is: any key without a fault would do.");
  return changes;
}
function nextOf({ key, strategy }, present) {
  if (strategy === null && JSON.stringify(
    key
  ) === JSON.stringify(present?.key)) return ["The container has this key already."];
  const fill = strategy === null ? [] : [`Let @orrerydb/keys fill the key: parseStrategy(${JSON.stringify(strategy)}).`];
  if (present?.location === void 0) {
    const kind = key.length > 1 ? "MultiHash" : "Hash";
    const definition = JSON.stringify({ paths: key, kind, version: 2 });
    return [`Create the container with "partitionKey": ${definition}.`, ...fill];
  }
  const to = `${present.location}-by-${(strategy === null ? key.at(-1) : "key").replace(
    /[^\w-]+/g,
    ""
  )}`;
  const by = strategy === null ? `--key ${key.join(",")}` : "--strategy key.json";
  const move = `orrery repartition --from ${present.location} --to ${to} ${by}`;
  return strategy === null ? [`Move it: ${move}`] : [`Write this to key.json: ${JSON.stringify(strategy)}`, `Move it: ${move}`, ...fill];
}
var SCREEN = { rows: 4e3, points: 1e3, queries: 50 };
var FINAL = { rows: 5e4, points: 5e3, queries: 1e3 };
var FINALISTS = 8;
var REPLAYS = 3;
var REPLAY_SECONDS = 60;
var REPLAY_OPERATIONS = 1e4;
var KEY_SHARE = 0.35;
async function advise(options) {
  const random = seededRandom(options.seed ?? 1);
  const progress = options.progress ?? (() => {
  });
  const scale = options.scale ?? DEFAULT_SCALE;
  const sample = await sampleOf(options, random);
  if (sample.items === 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", "There are no items to judge by.");
  const clock = findClock(
    sample
  );
  const followers = clock === void 0 ? [] : findFollowers(sample, clock);
  const { facts, dropped } = pathFacts(sample, clock, followers);
  const whole2 = sample.rows.filter((row2) => row2.whole !== void 0);
  const draws = new ItemDraws(whole2.length > 0 ? whole2 : sample.rows, clock, followers);
  const given = options.traffic === void 0 ? trafficOf(
    options,
    draws,
    scale,
    sample
  ) : await recordedTraffic(options.traffic.lines, options.traffic.container, random);
  const items = whole2.map((row2) => JSON.parse(row2.whole));
  progress("trying the queries out");
  const rates = given.specs.map((spec) => ({ spec, perSecond: spec.perSecond * scale.peakFactor * spec.growth }));
  const countOf = ({ kind }, { points, queries }) => kind === "query" ? queries : points;
  const drawn = rates.map(({ spec, perSecond }) => ({ spec, perSecond, operations: Array.from({ length: countOf(spec, FINAL) }, () => spec.draw(random)) }));
  const few = drawn.map(({ operations, ...each }) => ({ ...each, operations: operations.slice(0, countOf(each.spec, SCREEN)) }));
  const { price, found } = await priceQueries(
    drawn,
    items,
    sample.items,
    () => onePartition(plainCandidate(["/id"]), random)
  );
  const traffic = found > 0 || given.source !== "recorded" ? given : withoutRows(given);
  const leastRuPerSecond = loadOf(plainCandidate(
    ["/id"]
  ), few, 1, price).ruPerSecond;
  const projection = projectionOf(sample, clock, scale, leastRuPerSecond);
  const hasReads = traffic.specs.some(({ kind }) => kind === "query" || kind === "read");
  const common = { items: sample.items, projection, scale, price, changes: given.changes, present: options.present };
  const screenGrounds = { ...common, ...timedRows(
    sample.rows.slice(0, SCREEN.rows),
    clock
  ), traffic: few, isScreening: true };
  const judged = (candidate, grounds) => {
    const measures = measure(candidate, grounds);
    return {
      candidate,
      measures,
      judgement: judge(measures, projection, hasReads)
    };
  };
  const search = searchCandidates(facts, traffic.specs, sample.items, random);
  const screened = [];
  for (const candidate of search.candidates) {
    if (options.signal?.aborted) throw options.signal.reason;
    progress("measuring candidates", screened.length / search.candidates.length);
    screened.push(judged(
      candidate,
      screenGrounds
    ));
    await breath();
  }
  const others = search.pool.map(({ path }) => path);
  const ofPaths = [.../* @__PURE__ */ new Set(["/id", ...others])].slice(0, 3);
  for (const hot of screened.filter(({ measures }) => isTooMuch(measures, projection))) {
    const least = suffixesFor(hot.measures, projection);
    for (const suffixes of [least, 2 * least]) for (const candidate of withSuffixes(
      hot.candidate,
      ofPaths,
      suffixes,
      random
    )) {
      screened.push(judged(candidate, screenGrounds));
      await breath();
    }
  }
  const order = ranked(screened);
  const best = order.slice(0, FINALISTS);
  const allDropped = [...dropped, ...search.dropped, ...order.slice(FINALISTS).map(leftBehind(best[0]))];
  if (best.length === 0) throw noCandidate(allDropped);
  const finalGrounds = {
    ...common,
    ...timedRows(sample.rows.slice(0, FINAL.rows), clock),
    traffic: drawn
  };
  const keyed = await priceWithKeys(
    best.map(({ candidate }) => candidate),
    drawn,
    items,
    price,
    (candidate) => onePartition(candidate, random)
  );
  const measured = [];
  for (const { candidate } of best) {
    if (options.signal?.aborted) throw options.signal.reason;
    progress("measuring the best", measured.length / best.length);
    measured.push(judged(candidate, { ...finalGrounds, price: keyed.get(candidate) ?? price }));
    await breath();
  }
  const finalists = ranked(
    measured
  );
  const toReplay = tried(finalists, screened, options.replays ?? REPLAYS);
  const needed = finalists[0]?.measures.neededRuPerSecond ?? 0;
  const ruPerSecond = projection.isBudgetGiven ? projection.budget : Math.max(projection.budget, needed);
  const ranked2 = finalists.map((each) => ({ ...each, replay: void 0 }));
  const advised = /* @__PURE__ */ new Map();
  for (const [
    i,
    each
  ] of toReplay.entries()) {
    progress(`replaying ${each.candidate.name}`, i / toReplay.length);
    const replay = await replayOf(each.candidate, { rates, items, partitions: projection.partitions, ruPerSecond, random, seconds: options.replaySeconds ?? REPLAY_SECONDS, operations: options.replayOperations ?? REPLAY_OPERATIONS, signal: options.signal });
    advised.set(each.candidate, replay);
    const at = ranked2.findIndex(({ candidate }) => candidate === each.candidate);
    if (at >= 0) ranked2[at] = { ...each, replay };
    else ranked2.push({
      ...each,
      replay
    });
  }
  return {
    verdict: verdictOf(ranked2, traffic, projection, { command: options.command ?? "orrery advise", isPart: options.hasMore?.() ?? false, present: options.present }),
    candidates: ranked2.map((each) => ({
      name: each.candidate.name,
      key: each.candidate.key,
      strategy: each.candidate.strategy,
      tier: each.judgement.tier,
      verdict: sentenceOf(each),
      faults: each.judgement.faults,
      cautions: each.judgement.cautions,
      measures: each.measures,
      replay: advised.get(each.candidate) ?? null
    })),
    dropped: allDropped.filter(({ name }) => !ranked2.some(({ candidate }) => candidate.name === name)),
    items: { count: sample.items, bytes: sample.bytes, sample: sample.rows.length },
    clock: clock === void 0 ? null : { path: clock.path, correlation: clock.correlation },
    projection,
    scale,
    traffic: { source: traffic.source, operations: rates.map(({ spec: { name, kind, text }, perSecond }) => ({ name, kind, perSecond, ...text === void 0 ? {} : { text } })) }
  };
}
var ITEMS_PER_LOOK = 2e3;
async function sampleOf({ items, progress, signal }, random) {
  const sample = new ItemSample(random);
  for await (const item of items) {
    sample.add(item);
    if (sample.items % ITEMS_PER_LOOK === 0) {
      if (signal?.aborted) throw signal.reason;
      progress?.(`reading items: ${whole(sample.items)}`);
    }
  }
  return sample;
}
var DAY_SECONDS = 86400;
function trafficOf(options, draws, scale, sample) {
  const { workload } = options;
  if (workload !== void 0) {
    const specs = specsOf(parseWorkload(workload.text, workload.name), draws);
    return { source: "declared", specs, assumptions: [] };
  }
  const clock = findClock(sample);
  const days2 = clock === void 0 ? 0 : (clock.lastMs - clock.firstMs) / 1e3 / DAY_SECONDS;
  const perDay = scale.itemsPerDay ?? (days2 > 0 ? sample.items / days2 : DAY_SECONDS);
  const row2 = draws.draw({ kind: "items" });
  const create = {
    name: "create",
    kind: "create",
    perSecond: perDay / DAY_SECONDS,
    growth: 1,
    draw: (random) => draws.fresh(row2(random))
  };
  return { source: "assumed", specs: [create], assumptions: [`No traffic was given (--traffic, --workload): only that items are written, ${(perDay / DAY_SECONDS).toFixed(2)} a second, alike those that are there.`] };
}
function withoutRows(traffic) {
  if (!traffic.specs.some(({ kind }) => kind === "query")) return traffic;
  const sentence = "The recorded queries find none of the items, so what their rows cost is not known.";
  return { ...traffic, assumptions: [...traffic.assumptions, sentence] };
}
function onePartition(candidate, random) {
  return TrialContainer.open(candidate, { partitions: 1, ruPerSecond: 1e4, startMs: Date.UTC(2026, 0), random });
}
function isTooMuch({ hottest, largest, timeHeat }, { budget, partitions }) {
  const isTimeHot = timeHeat !== void 0 && timeHeat.topShare > 0.5 && hottest.ruPerSecond > KEY_SHARE * budget / partitions;
  return isTimeHot || hottest.ruPerSecond > budget / partitions * USE_OF_THROUGHPUT || largest.fullInDays !== void 0;
}
function suffixesFor({ hottest, largest }, {
  budget,
  partitions
}) {
  const byRu = hottest.ruPerSecond / (KEY_SHARE * budget / partitions);
  const bySize = (largest.bytesThen ?? 0) / (KEY_SHARE * LOGICAL_PARTITION_BYTES_MAX);
  return Math.max(2, Math.ceil(Math.max(byRu, bySize)));
}
function noCandidate(dropped) {
  const reasons = dropped.slice(0, 3).map(({ name, reason }) => `${name}: ${reason}`);
  return new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    `No property of these items can be a partition key. ${reasons.join("; ")}.`
  );
}
function leftBehind(best) {
  return ({ candidate, measures, judgement }) => ({ name: candidate.name, reason: `measured on ${counted(measures.sample, "item")}: ${judgement.faults[0] ?? `needs ${whole(measures.neededRuPerSecond)} RU/s, ${best?.candidate.name} ${whole(
    best?.measures.neededRuPerSecond ?? 0
  )}`}` });
}
function tried(finalists, screened, count) {
  if (count === 0) return [];
  const best = finalists.slice(0, count);
  const naive = screened.filter(({ candidate, judgement }) => judgement.tier === "bad" && candidate.complexity === 0).sort((a, b) => b.measures.hottest.share - a.measures.hottest.share)[0];
  return naive === void 0 || best.some(({ candidate }) => candidate === naive.candidate) ? best : [...best, naive];
}
function breath() {
  return new Promise((resolve) => setImmediate(resolve));
}
var SAMPLE_RU_MAX = 1e4;
var PAGE_ITEMS = 500;
function parseLocation(text) {
  if (!/^https?:\/\//.test(text)) return void 0;
  const { origin, pathname } = new URL(text);
  const [
    ,
    database,
    container,
    ...more
  ] = pathname.split("/").map(decodeURIComponent);
  if (!database || !container || more.some((part) => part !== "")) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `'${text}' must name a container as ${origin}/database/container.`);
  return { endpoint: origin, database, container };
}
async function readDefinition({ endpoint, key, database, container }) {
  const { CosmosClient } = await sdkOf();
  const client = new CosmosClient({ endpoint, key });
  try {
    const { resource } = await client.database(database).container(container).read();
    return { key: resource?.partitionKey?.paths ?? [], uniqueKeys: (resource?.uniqueKeyPolicy?.uniqueKeys ?? []).map(({ paths }) => paths) };
  } catch (error) {
    const { code } = error;
    if (code === 404) throw new import_chunk_4T7ZR3GH.Failure("notFound", `There is no container ${database}/${container} on ${endpoint}.`);
    if (code === 401) throw new import_chunk_4T7ZR3GH.Failure("unauthorized", `${endpoint} refused the key: give it with --account-key.`);
    throw error;
  } finally {
    client.dispose();
  }
}
function sdkOf() {
  return Promise.resolve().then(() => __toESM(require("@azure/cosmos"))).catch(() => {
    throw new import_chunk_4T7ZR3GH.Failure(
      "badRequest",
      "Reading a container needs the package @azure/cosmos: run `npm install @azure/cosmos`."
    );
  });
}
async function* readContainer(options) {
  const {
    endpoint,
    key,
    ruMax = SAMPLE_RU_MAX
  } = options;
  const sdk = await sdkOf();
  const client = new sdk.CosmosClient({ endpoint, key });
  const container = client.database(options.database).container(
    options.container
  );
  const ranges = await container.getFeedRanges();
  let open2 = ranges.map((range) => container.items.getChangeFeedIterator({ maxItemCount: PAGE_ITEMS, changeFeedStartFrom: sdk.ChangeFeedStartFrom.Beginning(range) }));
  let spent = 0;
  while (open2.length > 0 && spent < ruMax) {
    const more = [];
    for (const feed of open2) {
      const page = await feed.readNext();
      spent += page.requestCharge;
      for (const item of page.result ?? []) yield sizedItem(item);
      if (page.statusCode !== sdk.StatusCodes.NotModified) more.push(feed);
      if (spent >= ruMax) break;
    }
    open2 = spent >= ruMax ? open2 : more;
  }
  options.onEnd?.(spent, open2.length === 0);
}
function sizedItem(item) {
  return { item, bytes: Buffer.byteLength(JSON.stringify(withoutSystem2(
    item
  ))) };
}
function withoutSystem2(item) {
  const { _rid, _self, _etag, _attachments, _ts, _lsn, ...own } = item;
  return own;
}
var CELLS_MAX = 1e3;
var RECORD_CHARACTERS_MAX = 2097152;
var NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
async function* csvItems(chunks, name, refuse) {
  let names;
  let number = 0;
  for await (const cells of records(chunks, name)) {
    if (names === void 0) {
      names = cells.map((cell) => cell.replace(/^\uFEFF/, "").trim());
      continue;
    }
    number++;
    if (cells.length === 1 && cells[0] === "") continue;
    if (cells.length > names.length) {
      const why = `Row ${number} of ${name} has ${cells.length} cells, but there are ${names.length} names.`;
      if (refuse === void 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", why);
      refuse(cells.join(), why);
      continue;
    }
    const item = Object.fromEntries(cells.map((cell, i) => [names[i], cellValue(
      cell
    )]).filter(([, value]) => value !== void 0));
    yield { item, bytes: Buffer.byteLength(JSON.stringify(item)) };
  }
}
function cellValue(cell) {
  if (cell === "") return void 0;
  if (cell === "true" || cell === "false") return cell === "true";
  return NUMBER.test(cell) && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}
async function* records(chunks, name) {
  const decoder = new TextDecoder();
  let cells = [];
  let cell = "";
  let size = 0;
  let quoted = false;
  let wasQuote = false;
  for await (const chunk of chunks) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      if (++size > RECORD_CHARACTERS_MAX || cells.length > CELLS_MAX) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `A row of ${name} has more than 2 MB or ${CELLS_MAX} cells.`);
      if (quoted) {
        if (character !== '"') cell += character;
        else {
          quoted = false;
          wasQuote = true;
        }
        continue;
      }
      if (character === '"') {
        if (wasQuote) cell += '"';
        quoted = true;
      } else if (character === ",") {
        cells.push(cell);
        cell = "";
      } else if (character === "\n") {
        cells.push(cell.endsWith("\r") ? cell.slice(0, -1) : cell);
        yield cells;
        cells = [];
        cell = "";
        size = 0;
      } else cell += character;
      wasQuote = false;
    }
  }
  if (quoted) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} ends inside quotes.`);
  if (cell !== "" || cells.length > 0) yield [...cells, cell];
}
var ITEM_BYTES_MAX = 2097152;
var CHUNK_BYTES = 1024 * 1024;
async function* readItemFile(path, refuse) {
  const isCompressed = await startsWithGzipMark(path);
  const file = (0, import_node_fs.createReadStream)(
    path,
    { highWaterMark: CHUNK_BYTES }
  );
  const bytes = isCompressed ? (0, import_node_stream.pipeline)(file, (0, import_node_zlib.createGunzip)({ chunkSize: CHUNK_BYTES }), () => {
  }) : file;
  const name = (0, import_node_path.basename)(path);
  if (/\.csv(\.gz)?$/i.test(path)) yield* csvItems(bytes, name, refuse);
  else if (/\.(ndjson|jsonl)(\.gz)?$/i.test(path)) yield* lineItems(bytes, name, refuse);
  else yield* jsonItems(bytes, name, refuse);
}
async function* lineItems(chunks, name, refuse) {
  let rest = Buffer.alloc(0);
  let count = 0;
  const itemOf = (line) => {
    const trimmed = line.toString("utf8").replace(/^\uFEFF/, "").trim();
    return trimmed === "" ? void 0 : tryParse(Buffer.from(trimmed), name, ++count, refuse);
  };
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat(
      [rest, chunk]
    );
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      const item = itemOf(data.subarray(start, end));
      if (item !== void 0)
        yield item;
      start = end + 1;
    }
    rest = data.subarray(start);
    if (rest.length > ITEM_BYTES_MAX) throw tooLarge(name, count + 1);
  }
  const last = itemOf(rest);
  if (last !== void 0) yield last;
}
async function startsWithGzipMark(path) {
  const file = await (0, import_promises.open)(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 31 && buffer[1] === 139;
  } finally {
    await file.close();
  }
}
var NEWLINE = 10;
var QUOTE = 34;
var BACKSLASH = 92;
var OPEN = 123;
var CLOSE = 125;
var OPEN_ARRAY = 91;
var CLOSE_ARRAY = 93;
async function* jsonItems(chunks, name, refuse) {
  let rest = Buffer.alloc(0);
  let count = 0;
  let depth = 0;
  let arrays = 0;
  let inText = false;
  let start = -1;
  let i = 0;
  for await (const chunk of chunks) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (; i < data.length; i++) {
      const byte = data[i];
      if (inText) {
        if (byte === BACKSLASH) i++;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) {
        if (depth === 0) throw notItems(name, count);
        inText = true;
      } else if (byte === OPEN) {
        if (depth++ === 0) start = i;
      } else if (byte === CLOSE && --depth === 0) {
        const found = data.subarray(
          start,
          i + 1
        );
        const item = tryParse(found, name, ++count, refuse);
        if (item !== void 0) yield item;
        start = -1;
      } else if (depth === 0) {
        if (!isBetween(byte)) throw notItems(name, count);
        if (byte === OPEN_ARRAY) arrays++;
        else if (byte === CLOSE_ARRAY) arrays--;
      }
    }
    if (start < 0) {
      rest = Buffer.alloc(0);
      i -= data.length;
    } else {
      rest = data.subarray(start);
      if (rest.length > ITEM_BYTES_MAX) throw tooLarge(name, count + 1);
      i -= start;
      start = 0;
    }
  }
  if (depth > 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} ends in the middle of item ${count + 1}.`);
  if (arrays > 0) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} ends after item ${count}, and its array does not: it was cut off.`);
}
function isBetween(byte) {
  return byte <= 32 || byte === 44 || byte === OPEN_ARRAY || byte === CLOSE_ARRAY || byte === 239 || byte === 187 || byte === 191;
}
function tryParse(bytes, name, number, refuse) {
  if (refuse === void 0) return parsed(
    bytes,
    name,
    number
  );
  try {
    return parsed(bytes, name, number);
  } catch (error) {
    refuse(bytes.toString("utf8"), error.message);
    return void 0;
  }
}
function parsed(bytes, name, number) {
  if (bytes.length > ITEM_BYTES_MAX) throw tooLarge(name, number);
  const item = jsonOf(bytes);
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw new import_chunk_4T7ZR3GH.Failure("badRequest", `Item ${number} of ${name} is no valid JSON object.`);
  return { item, bytes: bytes.length };
}
function jsonOf(bytes) {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return void 0;
  }
}
function notItems(name, count) {
  return new import_chunk_4T7ZR3GH.Failure("badRequest", `${name} holds something else than JSON objects after item ${count}: give a JSON array of items, one item on each line, or CSV in a file that ends in .csv.`);
}
function tooLarge(name, number) {
  return new import_chunk_4T7ZR3GH.Failure("badRequest", `Item ${number} of ${name} has more than 2 MB, so no container can hold it.`);
}
function escaped(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
var LINE_COLOURS = ["#2f6fd0", "#d0632f", "#2b9a66", "#9a4fc0", "#b38600", "#b3261e"];
function costBars(bars) {
  const most = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, tier, value, note }) => `<div class="${tier}"><span>${escaped(name)} <small>${whole(value)} RU/s, ${escaped(note)}</small></span><i style="width:${(100 * value / most).toFixed(1)}%"></i></div>`);
  return `<div class="bars">${rows.join("\n")}</div>`;
}
function spreadPlot(lines) {
  const [width, height, left, bottom] = [720, 260, 56, 34];
  const points = lines.flatMap((line) => line.points);
  const rankMax = Math.max(2, ...points.map(([rank]) => rank));
  const lowest = Math.floor(Math.log10(Math.min(0.1, ...points.map(([, part]) => part))));
  const x = (rank) => left + Math.log2(rank) / Math.log2(rankMax) * (width - left - 8);
  const y = (part) => 8 + Math.log10(part) / lowest * (height - bottom - 8);
  const grid = [];
  for (let power = 0; power >= lowest; power--) {
    const at = y(10 ** power).toFixed(1);
    grid.push(`<line x1="${left}" x2="${width}" y1="${at}" y2="${at}" stroke="var(--line)"/><text x="${left - 8}" y="${at}" dy="4" text-anchor="end">${percentOf(power)}</text>`);
  }
  const steps = Math.max(1, Math.ceil(Math.log2(rankMax) / 6));
  for (let power = 0; 2 ** power <= rankMax; power += steps) grid.push(`<text x="${x(2 ** power).toFixed(1)}" y="${height - 12}" text-anchor="middle">${whole(2 ** power)}</text>`);
  const drawn = lines.map(({ points: line }, i) => {
    const path = line.map(([rank, part]) => `${x(rank).toFixed(1)},${y(part).toFixed(1)}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${colour(i)}" stroke-width="2"/>`;
  });
  const legend = lines.map(({ name }, i) => `<li><i style="background:${colour(i)}"></i>${escaped(name)}</li>`);
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Part of the data by rank of the key">${grid.join("")}${drawn.join("")}</svg><ul class="legend">${legend.join("")}</ul>`;
}
function colour(i) {
  return LINE_COLOURS[i % LINE_COLOURS.length];
}
function percentOf(power) {
  const value = 10 ** (power + 2);
  return value >= 1 ? `${value} %` : `${value.toFixed(-(power + 2))} %`;
}
function heatMap(partitions, hottest) {
  const seconds = Math.max(1, ...partitions.map(({ ru }) => ru.length));
  const [width, left] = [720, 34];
  const cell = (width - left) / seconds;
  const line = Math.max(5, Math.min(16, 320 / partitions.length));
  const height = partitions.length * line;
  const cells = partitions.flatMap(({ ru, refused }, row2) => ru.map((value, second) => {
    const heat = hottest > 0 ? Math.sqrt(
      value / hottest
    ) : 0;
    const at = `x="${(left + second * cell).toFixed(1)}" y="${(row2 * line).toFixed(1)}"`;
    const box = `<rect ${at} width="${(cell - 0.5).toFixed(1)}" height="${(line - 0.5).toFixed(1)}" fill="rgba(var(--heat),${Math.max(0.04, heat).toFixed(2)})"/>`;
    const isRefused = (refused[second] ?? 0) > 0;
    const mark = `<rect ${at} width="${(cell - 0.5).toFixed(1)}" height="${Math.max(1.5, line / 4).toFixed(1)}" fill="var(--bad)"/>`;
    return isRefused ? box + mark : box;
  }));
  const busiest = partitions.map(({ ru }) => ru.reduce((sum, value) => sum + value, 0));
  const total = busiest.reduce((sum, value) => sum + value, 0);
  const most = Math.max(...busiest);
  return `<svg viewBox="0 0 ${width} ${height + 22}" role="img" aria-label="RU by partition and second">${cells.join("")}<text x="${left}" y="${height + 16}">0 s</text><text x="${width}" y="${height + 16}" text-anchor="end">${seconds} s</text><text x="${width / 2}" y="${height + 16}" text-anchor="middle">busiest partition ${percent(total > 0 ? most / total : 0)} of the RU</text><text x="${left - 6}" y="10" text-anchor="end">0</text><text x="${left - 6}" y="${height}" text-anchor="end">${partitions.length - 1}</text></svg>`;
}
var WIDTH = 80;
var SHOWN = 5;
var BAR = 24;
function textReport(advice) {
  const { verdict, candidates, items, projection, traffic, dropped } = advice;
  const lines = [...wrap(
    verdict.headline,
    ""
  ), "", ...wrap(`${whole(items.count)} items, ${gigabytes(items.bytes)}; ${traffic.source === "assumed" ? "no traffic given" : `traffic ${traffic.source}, ${counted(traffic.operations.length, "operation")}`}; judged at ${counted(projection.partitions, "partition")}${projection.itemsPerDay === void 0 ? "" : ` and ${gigabytes(projection.bytesThen)}`}.`, ""), "", row("", "key", "RU/s", "a month", "hottest", "reads in 1")];
  const most = Math.max(...candidates.slice(0, SHOWN).map(({ measures }) => measures.neededRuPerSecond));
  for (const [i, candidate] of candidates.slice(0, SHOWN).entries()) lines.push(...candidateLines(candidate, i + 1, most));
  lines.push("");
  for (const [i, { verdict: sentence }] of candidates.slice(0, SHOWN).entries()) lines.push(...wrap(`${i + 1}. ${sentence}`, "   "));
  const replays = candidates.filter(({ replay }) => replay !== null);
  if (replays.length > 0) {
    const {
      seconds,
      partOfRate,
      budget
    } = replays[0].replay;
    const part = partOfRate < 0.995 ? `, ${percent(partOfRate)} of the operations with as much of the budget` : "";
    lines.push(
      "",
      ...wrap(`Replayed for ${seconds} s at ${whole(budget)} RU/s${part}; let through at once:`, "")
    );
    for (const { name, replay } of replays) {
      const share = replay.operations === 0 ? 1 : replay.accepted / replay.operations;
      lines.push(`  ${cut(name, 38).padEnd(38)} ${bar(share)} ${percent(share).padStart(5)}`);
    }
  }
  lines.push(...section("Sure", verdict.sure), ...section("Not sure", verdict.unsure));
  lines.push(...section("What would change it", verdict.wouldChange), ...section("Next", verdict.next));
  if (dropped.length > 0) lines.push("", ...wrap(`${counted(dropped.length, "other candidate")} dropped, each with its reason in --json and --report.`, ""));
  return `${lines.join("\n")}
`;
}
function candidateLines({ name, tier, measures }, place2, most) {
  const { neededRuPerSecond, monthlyCost, hottest } = measures;
  const mark = tier === "bad" ? "\u2717" : tier === "careful" ? "!" : "\u2713";
  return [
    row(`${place2} ${mark}`, name, whole(neededRuPerSecond), `$${whole(monthlyCost)}`, percent(hottest.share).replace("under ", "<"), readsInOne(measures)),
    `    ${bar(neededRuPerSecond / most, 40).trimEnd()}`
  ];
}
function readsInOne({ operations }) {
  const reads = operations.filter(({ kind }) => kind === "query" || kind === "read");
  const rate = reads.reduce((sum, { perSecond }) => sum + perSecond, 0);
  if (rate === 0) return "unknown";
  return percent(reads.reduce((sum, { perSecond, inOne }) => sum + perSecond * inOne, 0) / rate);
}
function row(place2, name, ...cells) {
  const [needed, cost, hottest, reads] = cells;
  return `${place2.padEnd(4)}${cut(name, 32).padEnd(32)}${needed.padStart(10)}${cost.padStart(11)}${hottest.padStart(11)}${reads.padStart(12)}`;
}
function section(title, sentences) {
  return sentences.length === 0 ? [] : ["", title, ...sentences.flatMap(entry)];
}
function entry(sentence) {
  const at = sentence.indexOf(": orrery ");
  if (at < 0) return wrap(`- ${sentence}`, "  ");
  const command = sentence.slice(at + 2).replaceAll(" --", " \\\n      --");
  return [`- ${sentence.slice(
    0,
    at + 1
  )}`, ...`    ${command}`.split("\n")];
}
function bar(part, width = BAR) {
  return "\u2588".repeat(Math.round(part * width)).padEnd(width);
}
function cut(text, width) {
  return text.length <= width ? text : `${text.slice(0, width - 1)}\u2026`;
}
function wrap(text, indent) {
  const lines = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
var SHOWN2 = 5;
function htmlReport(advice) {
  const { verdict, candidates, items, projection, traffic } = advice;
  const shown = candidates.slice(0, SHOWN2);
  const replayed = candidates.filter(({ replay }) => replay !== null);
  const compared = [...shown, ...replayed.filter((candidate) => !shown.includes(candidate))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partition key: ${escaped(verdict.headline)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="eyebrow">Orrery advises</p>
<h1>${escaped(verdict.headline)}</h1>
<dl class="facts">
${fact("items", `${whole(items.count)}, ${gigabytes(items.bytes)}`)}
${fact("sample", whole(items.sample))}
${fact("traffic", traffic.source === "assumed" ? "none given" : `${traffic.source}, ${counted(traffic.operations.length, "operation")}`)}
${fact("judged at", `${counted(projection.partitions, "partition")}, ${gigabytes(projection.bytesThen)}`)}
${fact("RU/s", whole(projection.budget))}
</dl>
</header>
<section>
<h2>The first ${shown.length}</h2>
<ol class="candidates">
${shown.map(candidateCard).join("\n")}
</ol>
</section>
<section>
<h2>What it takes</h2>
<p>RU/s to provision so that the busiest partition has enough, at the peak.</p>
${costBars(compared.map(({ name, tier, measures }) => ({ name, tier, value: measures.neededRuPerSecond, note: `$${whole(measures.monthlyCost)} a month` })))}
</section>
<section>
<h2>How the data spreads over keys</h2>
<p>The part of the bytes that the key of each rank holds, both axes by powers (${whole(items.sample)} items). A line that begins high has a key that is too large.</p>
${spreadPlot(compared.map(({ name, measures }) => ({ name, points: measures.byRank })))}
</section>
${replayed.length === 0 ? "" : replaySection(replayed)}
<section>
<h2>Operations</h2>
<div class="scroll">${operationsTable(shown)}</div>
</section>
<section class="columns">
${list("Sure", verdict.sure)}
${list("Not sure", verdict.unsure)}
${list("What would change it", verdict.wouldChange)}
${list("Next", verdict.next)}
</section>
<section>
<details>
<summary>${counted(advice.dropped.length, "candidate")} dropped, and why</summary>
<div class="scroll"><table><tbody>
${advice.dropped.map(({ name, reason }) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(reason)}</td></tr>`).join("\n")}
</tbody></table></div>
</details>
</section>
</main>
<script type="application/json" id="advice">${JSON.stringify(advice).replaceAll("<", "\\u003c")}</script>
</body>
</html>
`;
}
function adviceIn(text) {
  const [, json = text] = /<script type="application\/json" id="advice">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json);
}
function candidateCard({
  name,
  tier,
  verdict,
  cautions,
  measures,
  strategy
}) {
  const { distinct: distinct2, largest, storage, throughput, hottest } = measures;
  const others = tier === "careful" ? cautions.slice(
    1
  ) : cautions;
  const values = distinct2.method === "exact" ? whole(distinct2.estimate) : `${whole(distinct2.estimate)} (${whole(distinct2.low)} to ${whole(distinct2.high)})`;
  return `<li class="${tier}">
<h3><span class="mark" aria-hidden="true"></span>${escaped(name)} <small>${{ good: "good", careful: "with care", bad: "not this" }[tier]}</small></h3>
<p>${escaped(verdict)}</p>
<dl class="facts">
${fact("values", values)}
${fact("busiest key", `${percent(hottest.share)} of RU`)}
${fact("largest key", `${percent(largest.share)}, ${gigabytes(largest.bytesThen ?? largest.bytesNow)}`)}
${fact("RU, largest over mean", `${throughput.largestOverMean.toFixed(2)} (Gini ${throughput.gini.toFixed(2)})`)}
${fact("data, largest over mean", `${storage.largestOverMean.toFixed(2)} (Gini ${storage.gini.toFixed(2)})`)}
${fact("reads in one partition", readsInOne(measures))}
</dl>
${others.length === 0 ? "" : `<p class="caution">Take care: ${escaped(others.join("; "))}.</p>`}
${strategy === null ? "" : `<pre><code>${escaped(JSON.stringify(strategy))}</code></pre>`}
</li>`;
}
function replaySection(replayed) {
  const { seconds, partOfRate, budget } = replayed[0].replay;
  const part = partOfRate < 0.995 ? `, ${percent(partOfRate)} of the operations with as much of the budget` : "";
  const hottest = Math.max(...replayed.flatMap(({ replay }) => replay.partitions.flatMap(({ ru }) => ru)));
  const maps = replayed.map(({
    name,
    tier,
    replay
  }) => {
    const { accepted, operations, refused, waitMs, partitions, writes } = replay;
    const let1 = writes.sent === 0 ? "" : `, ${percent(writes.accepted / writes.sent)} of ${whole(
      writes.sent
    )} writes`;
    return `<figure class="${tier}">
<figcaption><b>${escaped(name)}</b>: ${percent(operations === 0 ? 1 : accepted / operations)} of ${whole(operations)} operations let through at once${let1}; ${whole(refused)} refusals, ${whole(waitMs)} ms waited on average.</figcaption>
${heatMap(partitions, hottest)}
</figure>`;
  });
  return `<section>
<h2>Replayed</h2>
<p>Real containers in memory, ${seconds} seconds of traffic at ${whole(budget)} RU/s${part}. A row is a physical partition, a column a second; the stronger its colour, the more RU. A red mark is a second in which requests were refused.</p>
${maps.join("\n")}
</section>`;
}
function operationsTable(shown) {
  const [first] = shown;
  const head = shown.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join("");
  const rows = first.measures.operations.map(({ name, perSecond }, i) => {
    const cells = shown.map(({ measures }) => {
      const { visits, charge } = measures.operations[i];
      return `<td>${visits.toFixed(visits < 10 ? 1 : 0)} of ${measures.partitions}<br><small>${charge.toFixed(1)} RU</small></td>`;
    });
    return `<tr><th scope="row">${escaped(name)}<br><small>${whole(perSecond)} a second</small></th>${cells.join("")}</tr>`;
  });
  return `<table><caption>Partitions that an operation visits, and what it costs, on average</caption><thead><tr><th scope="col">operation</th>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}
function fact(name, value) {
  return `<div><dt>${escaped(name)}</dt><dd>${escaped(
    value
  )}</dd></div>`;
}
function list(title, sentences) {
  if (sentences.length === 0) return "";
  return `<div><h2>${title}</h2><ul>${sentences.map((sentence) => `<li>${escaped(sentence)}</li>`).join("")}</ul></div>`;
}
var STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1d2330;--soft:#5c6474;--line:#dfdcd3;--good:#1f7a4d;--careful:#a86a00;--bad:#b3261e;--heat:31,79,160}
@media (prefers-color-scheme:dark){:root{--ground:#14171d;--card:#1c2028;--ink:#e8eaf0;--soft:#9aa3b2;--line:#323844;--good:#5bd092;--careful:#f0b44c;--bad:#ff7b72;--heat:110,168,255}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:clamp(1.5rem,4vw,2.25rem);line-height:1.2;margin:.25rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
h3{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}
p{margin:.25rem 0 .75rem;max-width:46rem}
small,.eyebrow,dt,figcaption,caption{color:var(--soft)}
.eyebrow{margin:0;letter-spacing:.04em}
.facts{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;margin:.5rem 0}
.facts div{min-width:0}
dt{font-size:.8rem}
dd{margin:0;font-variant-numeric:tabular-nums;font-weight:600}
.candidates{list-style:none;padding:0;margin:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
.candidates li{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--tier);border-radius:6px;padding:1rem}
.good{--tier:var(--good)}.careful{--tier:var(--careful)}.bad{--tier:var(--bad)}
h3 small{color:var(--tier);font-weight:600;margin-left:.35rem}
.caution{color:var(--careful)}
pre{overflow-x:auto;background:var(--ground);border:1px solid var(--line);border-radius:4px;padding:.5rem;font-size:.8rem;margin:.5rem 0 0}
td{white-space:nowrap}
details td{white-space:normal}
figure{margin:1rem 0 1.75rem}
figcaption{margin-bottom:.5rem;font-size:.9rem}
figcaption b{color:var(--ink)}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--soft);font:12px system-ui,sans-serif}
svg .name{fill:var(--ink)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;padding-bottom:.5rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th{font-weight:600}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 2rem}
.columns ul{padding-left:1.1rem;margin:0;overflow-wrap:anywhere}
summary{cursor:pointer;margin-top:2rem}
.bars{display:grid;gap:.6rem;margin:0}
.bars div{display:grid;gap:.15rem}
.bars i{display:block;height:.7rem;border-radius:2px;background:var(--tier);min-width:2px}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:.5rem 0 0;font-size:.85rem}
.legend i{display:inline-block;width:1.1rem;height:.2rem;vertical-align:middle;margin-right:.4rem}
.legend li{overflow-wrap:anywhere}
`;
async function declaredLoad(items, workload, random) {
  const sample = new ItemSample(random);
  for await (const item of items) sample.add(item);
  if (sample.items === 0) throw new import_chunk_4T7ZR3GH.Failure(
    "badRequest",
    "There are no items to simulate with."
  );
  const clock = findClock(sample);
  const followers = clock === void 0 ? [] : findFollowers(sample, clock);
  const rows = sample.rows.filter(({ whole: whole2 }) => whole2 !== void 0);
  const specs = specsOf(parseWorkload(workload.text, workload.name), new ItemDraws(
    rows.length > 0 ? rows : sample.rows,
    clock,
    followers
  ));
  return { items: rows.map(({ whole: whole2 }) => JSON.parse(whole2)), rates: specs.map((spec) => ({ spec, perSecond: spec.perSecond })) };
}
function comparedKeys({ key, of, suffixes }, random) {
  const plain = plainCandidate([key]);
  return [plain, ...withSuffixes(plain, [of], suffixes, random).reverse()];
}
async function simulate(candidate, {
  items,
  rates
}, options) {
  const { partitions, ruPerSecond, seconds, signal, onSecond } = options;
  const random = seededRandom(7);
  const trial = await TrialContainer.open(
    candidate,
    { partitions, ruPerSecond, startMs: Date.UTC(2018, 7, 9), random }
  );
  try {
    await trial.load(items);
    await trial.enforce();
    return await play(trial, {
      seconds,
      rates,
      random,
      signal,
      ...onSecond && { onSecond: async (second) => onSecond(await trial.history(second)) }
    });
  } finally {
    await trial.close();
  }
}
var VEHICLES = 2e4;
var DAY = "2018-08-09";
var KNOWN_EVENTS = 500;
var READ_SHARE = 0.02;
var TERMS2 = 6;
var EVENT_BYTES = 120;
function vehicleEvents(writesPerSecond) {
  const items = Array.from({ length: KNOWN_EVENTS }, (_, i) => event(`known-${i}`, i / KNOWN_EVENTS));
  let written = 0;
  const spec = (name, kind, draw) => ({ name, kind, perSecond: 1, growth: 1, draw });
  const operation = (item) => ({
    item,
    bytes: EVENT_BYTES,
    terms: TERMS2
  });
  return { items, rates: [{ spec: spec("write", "create", (random) => operation(event(`event-${++written}`, random()))), perSecond: writesPerSecond * (1 - READ_SHARE) }, { spec: spec("read", "read", (random) => operation(items[Math.floor(random() * items.length)])), perSecond: writesPerSecond * READ_SHARE }] };
}
function event(id, chance) {
  const vehicle = Math.floor(chance * VEHICLES);
  return {
    id,
    vin: `WVWZZZ1JZ${String(vehicle).padStart(8, "0")}`,
    day: DAY,
    kind: vehicle % 7 === 0 ? "stop" : "move",
    speed: vehicle % 131,
    odometer: 1e3 + vehicle
  };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  adviceIn,
  advise,
  checkScale,
  comparedKeys,
  declaredLoad,
  htmlReport,
  parseLocation,
  parseScale,
  parseWorkload,
  readContainer,
  readDefinition,
  readItemFile,
  seededRandom,
  simulate,
  sizedItem,
  textReport,
  vehicleEvents
});
