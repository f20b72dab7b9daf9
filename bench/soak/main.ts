/**
 * Mixed load with faults, for as long as told, on a server in a process of its own. Memory, handles, descriptors, disk,
 * processor time and latency are watched: growth after the first third is a failure, and so is a 500, an error in the log,
 * a request that is not answered, or an item that is older than what was acknowledged. Latency counts as far as the server
 * makes it: beyond a bare HTTP server's in the same moments, and by the part of the time in which the server had a processor
 * when it wanted one. So a machine that does other work as well can tell.
 *
 *     npm run soak -- --minutes 60 --csv soak.csv
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { printTable } from "../print-table.ts";
import { startClients } from "./clients.ts";
import { startFaults } from "./faults.ts";
import { type Bound, growthOf } from "./growth.ts";
import { Load } from "./load.ts";
import { Prober } from "./prober.ts";
import { type Footprint, SoakedServer } from "./soaked-server.ts";

const SAMPLES = 120;
const ROWS_SHOWN = 12;
/** Caches fill, pools grow, LevelDB finds its size. */
const WARM_UP_SHARE = 1 / 3;
const MEGABYTE = 1024 * 1024;

/** Nothing in the load takes so long, even on a machine that is busy with other work. */
const WAITING_MS_MAX = 45_000;

interface Sample extends Omit<Footprint, "processorMs" | "runMs" | "readyMs"> {
  readonly minute: number;
  readonly perSecond: number;
  /** Of the server's processor time. */
  readonly turnMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
  /** In the same moments, of a bare HTTP server. */
  readonly bareP50Ms: number;
  readonly bareP99Ms: number;
  /** How many times longer everything takes in the server because others have the processors. */
  readonly slowdown: number;
  /** What the server itself adds to an answer. */
  readonly p50OwnMs: number;
  readonly p99OwnMs: number;
}

/** How much each may rise over the time after the warm-up. */
const BOUNDS: Readonly<Partial<Record<keyof Sample, Bound>>> = {
  heapBytes: { share: 0.1, floor: 8 * MEGABYTE },
  externalBytes: { share: 0.2, floor: 16 * MEGABYTE },
  residentBytes: { share: 0.15, floor: 48 * MEGABYTE },
  handles: { share: 0.1, floor: 25 },
  descriptors: { share: 0.1, floor: 20 },
  diskBytes: { share: 0.25, floor: 32 * MEGABYTE },
  turnMs: { share: 0.5, floor: 0.5 },
  p50OwnMs: { share: 0.5, floor: 1 },
  p99OwnMs: { share: 1, floor: 10 },
};

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, csv: { type: "string", default: "soak.csv" } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be a number of minutes, not '${values.minutes}'.`);

const folder = mkdtempSync(join(tmpdir(), "orrery-soak-"));
const server = await SoakedServer.start(folder);
const load = new Load();
const samples: Sample[] = [];
try {
  await startClients(server, load);
  const prober = await Prober.start(server, load);
  startFaults(server, load);
  await watch(prober);
  await load.stop();
  if (!(await server.stop())) load.fault("stop", "the server did not end by itself when it was told to");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(values.csv, csvOf(samples));
report();
// Clients of the SDK may keep timers.
process.exit(process.exitCode ?? 0);

async function watch(prober: Prober): Promise<void> {
  const intervalMs = (minutes * 60_000) / SAMPLES;
  const startMs = Date.now();
  let last = { ms: startMs, ...(await server.footprint()).footprint };
  for (let i = 1; i <= SAMPLES; i++) {
    await setTimeout(startMs + i * intervalMs - Date.now());
    if (server.hasEnded) throw new Error("The server has ended in the middle of the run.");
    const done = load.takeDone();
    const { own, bare } = prober.take();
    const nowMs = Date.now();
    const { footprint, waiting } = await server.footprint();
    for (const { what, ms, ...more } of waiting)
      if (ms > WAITING_MS_MAX) load.fault("waiting", `${what}, for ${ms} ms: ${JSON.stringify(more)}`);
    const { processorMs, runMs, readyMs, ...rest } = footprint;
    const slowdown = 1 + (readyMs - last.readyMs) / (runMs - last.runMs);
    samples.push({
      minute: (nowMs - startMs) / 60_000,
      perSecond: (done * 1000) / (nowMs - last.ms),
      turnMs: (processorMs - last.processorMs) / Math.max(1, done),
      p50Ms: at(own, 0.5),
      p99Ms: at(own, 0.99),
      longestMs: at(own, 1),
      bareP50Ms: at(bare, 0.5),
      bareP99Ms: at(bare, 0.99),
      slowdown,
      p50OwnMs: (at(own, 0.5) - at(bare, 0.5)) / slowdown,
      p99OwnMs: (at(own, 0.99) - at(bare, 0.99)) / slowdown,
      ...rest,
    });
    last = { ms: nowMs, ...footprint };
    // What has been seen so far is kept, should the run be cut off.
    writeFileSync(values.csv, csvOf(samples));
  }
}

/** Of sorted values. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

function csvOf(rows: readonly Sample[]): string {
  const names = Object.keys(rows[0] ?? {}) as (keyof Sample)[];
  return [names.join(","), ...rows.map((row) => names.map((name) => row[name]).join(",")), ""].join("\n");
}

function report(): void {
  const step = Math.max(1, Math.floor(samples.length / ROWS_SHOWN));
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1);
  printTable([
    "minute,turns/s,heap MB,external MB,RSS MB,handles,fds,disk MB,CPU ms/turn,p50 ms,p99 ms,longest ms,bare p50,bare p99,slowdown,own p50,own p99".split(
      ",",
    ),
    ...samples
      .filter((_, i) => i % step === step - 1)
      .map((one) => [
        one.minute.toFixed(1),
        one.perSecond.toFixed(0),
        megabytes(one.heapBytes),
        megabytes(one.externalBytes),
        megabytes(one.residentBytes),
        String(one.handles),
        String(one.descriptors),
        megabytes(one.diskBytes),
        one.turnMs.toFixed(2),
        one.p50Ms.toFixed(1),
        one.p99Ms.toFixed(1),
        one.longestMs.toFixed(0),
        one.bareP50Ms.toFixed(1),
        one.bareP99Ms.toFixed(1),
        one.slowdown.toFixed(1),
        one.p50OwnMs.toFixed(1),
        one.p99OwnMs.toFixed(1),
      ]),
  ]);
  console.log();
  reportGrowth();
  console.log(`\nAnswers: ${load.statuses.map(([name, count]) => `${name}: ${count}`).join(", ")}.`);
  const faults = [...load.faults, ...server.complaints.map((line) => `log: ${line}`)];
  for (const fault of faults) console.log(`FAULT ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function reportGrowth(): void {
  const watched = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const rows = Object.entries(BOUNDS).map(([name, bound]) => {
    const growth = growthOf(
      watched.map((sample) => sample[name as keyof Sample]),
      bound,
    );
    if (growth.isTooMuch) process.exitCode = 1;
    const shown = (value: number) =>
      name.endsWith("Bytes") ? `${(value / MEGABYTE).toFixed(1)} MB` : value.toFixed(1);
    return [
      name,
      shown(growth.median),
      shown(growth.rise),
      shown(growth.allowed),
      growth.isTooMuch ? "GROWS" : "holds",
    ];
  });
  printTable([["after the warm-up", "median", "rise", "allowed", ""], ...rows]);
}
