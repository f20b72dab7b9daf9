/** What a fork of a whole account costs: time until it can be used, the first read, bytes. In memory and on a disk. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOrrery } from "orrerydb";
import { median, printTable } from "../print-table.ts";

const COUNT = process.env.ORRERY_BENCH_MILLION ? 1_000_000 : 50_000;
const FORKS = 9;

const items = Array.from({ length: COUNT }, (_, i) => ({ id: `${i}`, pk: `k${i % 5_000}`, n: i }));
const seed = { db: { c: { partitionKey: "/pk", throughput: 30_000, items } } };
const rows = [["where", "items", "fork ms", "first read ms", "memory KB", "disk KB"]];
for (const where of ["memory", "disk"]) {
  const data = where === "disk" ? mkdtempSync(join(tmpdir(), "orrery-forks-")) : undefined;
  const orrery = await startOrrery({ seed, ...(data === undefined ? {} : { data }) });
  const used = () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    const onDisk =
      data === undefined ? 0 : Number(execFileSync("du", ["-sk", data]).toString().split("\t")[0]);
    return { memory: (heapUsed + external) / 1024, onDisk };
  };
  const took: number[] = [];
  const firstRead: number[] = [];
  const before = used();
  const forks = [];
  for (let i = 0; i < FORKS; i++) {
    const start = performance.now();
    const fork = await orrery.fork();
    took.push(performance.now() - start);
    await fork.client().database("db").container("c").item("7", "k7").read();
    firstRead.push(performance.now() - start - took.at(-1)!);
    forks.push(fork);
  }
  const after = used();
  const each = (of: "memory" | "onDisk") => ((after[of] - before[of]) / FORKS).toFixed(0);
  rows.push([
    where,
    String(COUNT),
    median(took).toFixed(1),
    median(firstRead).toFixed(1),
    each("memory"),
    each("onDisk"),
  ]);
  for (const fork of forks) await fork.stop();
  await orrery.stop();
  if (data !== undefined) rmSync(data, { recursive: true });
}
printTable(rows);
