/**
 * A server that counts what its process does, from one message to the next: promises, ticks, timers and writes by async
 * hooks, turns of the loop by libuv, memory by the sampling heap profiler, buffers and calls of LevelDB by wrapping them.
 * The first argument is the entry of a build, so that an older one can be counted too; the second a folder, or none.
 */
import { createHook } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [entry, folder] = process.argv.slice(2);
const counts = {};
let isCounting = false;

function count(name, by = 1) {
  if (isCounting) counts[name] = (counts[name] ?? 0) + by;
}

const RESOURCES = {
  PROMISE: "promises",
  TickObject: "ticks",
  Timeout: "timers",
  Immediate: "immediates",
  WRITEWRAP: "writes to sockets",
  WriteWrap: "writes to sockets",
};
createHook({
  init(_id, type) {
    const name = RESOURCES[type];
    if (name !== undefined) count(name);
  },
}).enable();
subscribe("http.server.request.start", () => count("requests of node:http"));

for (const name of ["alloc", "allocUnsafe", "allocUnsafeSlow", "from", "concat"]) {
  const make = Buffer[name];
  Buffer[name] = (...args) => {
    const made = make.apply(Buffer, args);
    count("buffers made");
    if (name === "from" || name === "concat") count("bytes copied", made.length);
    return made;
  };
}
for (const name of ["copy", "set"]) {
  const copy = Buffer.prototype[name];
  Buffer.prototype[name] = function (...args) {
    count("bytes copied", name === "copy" ? 0 : args[0].length);
    const copied = copy.apply(this, args);
    if (name === "copy") count("bytes copied", copied);
    return copied;
  };
}
const writeText = Buffer.prototype.write;
Buffer.prototype.write = function (...args) {
  const written = writeText.apply(this, args);
  count("bytes copied", written);
  return written;
};

const { ClassicLevel } = createRequire(entry)("classic-level");
const { ChainedBatch } = createRequire(createRequire(entry).resolve("classic-level"))("./chained-batch");
wrap(ClassicLevel.prototype, "getSync", "LevelDB: gets");
wrap(ClassicLevel.prototype, "batch", "LevelDB: batches");
wrap(ChainedBatch.prototype, "_put", "LevelDB: rows");
wrap(ChainedBatch.prototype, "_del", "LevelDB: rows");

function wrap(prototype, name, words) {
  const call = prototype[name];
  prototype[name] = function (...args) {
    count(words);
    return call.apply(this, args);
  };
}

const session = new Session();
session.connect();

async function begin() {
  for (const name of Object.keys(counts)) delete counts[name];
  await session.post("HeapProfiler.startSampling", {
    samplingInterval: 1024,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  counts["turns of the loop"] = -loopCount();
  isCounting = true;
  return "begun";
}

async function end() {
  isCounting = false;
  counts["turns of the loop"] += loopCount();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  counts["bytes of heap"] = sizeOf(profile.head);
  return counts;
}

function loopCount() {
  return performance.nodeTiming.uvMetricsInfo.loopCount;
}

function sizeOf({ selfSize, children }) {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize);
}

const { startOrrery } = await import(pathToFileURL(entry).href);
const { endpoint, key } = await startOrrery({
  direct: false,
  ...(folder === undefined ? {} : { data: folder }),
});
process.on("message", (message) => {
  void (message === "begin" ? begin() : end()).then((answer) => process.send(answer));
});
process.send({ endpoint, key });
