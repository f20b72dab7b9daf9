/**
 * Mixed load with faults, for as long as told, on a server in a process of its own. Memory, handles, descriptors, disk
 * and latency are watched: growth after the first third is a failure, and so is a 500, an error in the log, or an item
 * that is older than what was acknowledged.
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
import { type Footprint, SoakedServer } from "./soaked-server.ts";

const SAMPLES = 120;
const ROWS_SHOWN = 12;
/** Caches fill, pools grow, LevelDB finds its size. */
const WARM_UP_SHARE = 1 / 3;
const MEGABYTE = 1024 * 1024;

interface Sample extends Footprint {
  readonly minute: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** How much each may rise over the time after the warm-up. */
const BOUNDS: Readonly<Partial<Record<keyof Sample, Bound>>> = {
  heapBytes: { share: 0.1, floor: 8 * MEGABYTE },
  externalBytes: { share: 0.2, floor: 16 * MEGABYTE },
  residentBytes: { share: 0.15, floor: 48 * MEGABYTE },
  handles: { share: 0.1, floor: 25 },
  descriptors: { share: 0.1, floor: 20 },
  diskBytes: { share: 0.25, floor: 32 * MEGABYTE },
  p50Ms: { share: 0.5, floor: 5 },
  p99Ms: { share: 1, floor: 50 },
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
  startFaults(server, load);
  await watch();
  await load.stop();
  if (!(await server.stop())) load.fault("stop", "the server did not end by itself when it was told to");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(values.csv, csvOf(samples));
report();
// Clients of the SDK may keep timers.
process.exit(process.exitCode ?? 0);

async function watch(): Promise<void> {
  const intervalMs = (minutes * 60_000) / SAMPLES;
  const startMs = Date.now();
  let lastMs = startMs;
  for (let i = 1; i <= SAMPLES; i++) {
    await setTimeout(startMs + i * intervalMs - Date.now());
    if (server.hasEnded) throw new Error("The server has ended in the middle of the run.");
    const { done, readsMs } = load.takeFigures();
    const nowMs = Date.now();
    const at = (share: number) => readsMs[Math.floor((readsMs.length - 1) * share)] ?? 0;
    samples.push({
      minute: (nowMs - startMs) / 60_000,
      perSecond: (done * 1000) / (nowMs - lastMs),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      longestMs: at(1),
      ...(await server.footprint()),
    });
    lastMs = nowMs;
    // What has been seen so far is kept, should the run be cut off.
    writeFileSync(values.csv, csvOf(samples));
  }
}

function csvOf(rows: readonly Sample[]): string {
  const names = Object.keys(rows[0] ?? {}) as (keyof Sample)[];
  return [names.join(","), ...rows.map((row) => names.map((name) => row[name]).join(",")), ""].join("\n");
}

function report(): void {
  const step = Math.max(1, Math.floor(samples.length / ROWS_SHOWN));
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1);
  printTable([
    "minute,turns/s,heap MB,external MB,RSS MB,handles,fds,disk MB,p50 ms,p99 ms,longest ms".split(","),
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
        one.p50Ms.toFixed(1),
        one.p99Ms.toFixed(1),
        one.longestMs.toFixed(0),
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
