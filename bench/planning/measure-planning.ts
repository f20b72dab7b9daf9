/**
 * What queries that are long take before an item is read: processor time of the event loop's thread, and heap.
 *
 * First each form at n, 2n and 4n terms: one that takes more than 2.5 times as much for twice the terms is named. Then random
 * filters of up to 512 KB (ORRERY_FUZZ_CASES, 10,000 by default, from ORRERY_TEST_SEED): the longest slice, and the most heap
 * that was taken by one. Ends with 1 where a bound is passed.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { LONG_FORMS, type LongQuery } from "../../packages/orrery/src/sql/exec/long-query.fixture.ts";
import { planText } from "../../packages/orrery/src/sql/exec/plan-text.fixture.ts";
import { randomFilter } from "../../packages/orrery/src/sql/exec/random-filter.fixture.ts";
import { Random } from "../../packages/orrery/src/sql/exec/random-query.fixture.ts";
import { caseSeeds } from "../../tests/harness/seeded-random.ts";
import { printTable } from "../print-table.ts";

const GROWTH_MAX = 2.5;
/** Less than this is noise. */
const MEASURED_MS = 20;
const MEASURED_MB = 8;
/** What a turn of the event loop may take, less what tasks have of it before. */
const SLICE_MS_MAX = 45;
const HEAP_MB_MAX = 64;
const TEXT_CHARACTERS_MAX = 512 * 1024;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

interface Taken {
  readonly ms: number;
  readonly sliceMs: number;
  readonly heapMb: number;
  readonly refusal: string | undefined;
}

/** Of this thread alone, with the time that its garbage collector stops it: that of the others is not in it. */
function threadMs(): number {
  const [ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(ns) / 1e6;
}

function heapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** `isWeighed`: garbage is collected after every 16 slices, to see what is left; the times are not of use then. */
function take(query: LongQuery, isWeighed: boolean): Taken {
  const slices = planText(query);
  const before = isWeighed ? heapMb() : 0;
  let [ms, sliceMs, heap] = [0, 0, 0];
  for (let i = 0; ; i++) {
    const began = threadMs();
    const { done, value } = slices.next();
    const used = threadMs() - began;
    ms += used;
    sliceMs = Math.max(sliceMs, used);
    if (isWeighed && (done || i % 16 === 0)) heap = Math.max(heap, heapMb() - before);
    if (done) return { ms, sliceMs, heapMb: heap, refusal: value };
  }
}

function grows([first, second]: readonly number[], least: number): boolean {
  return second! > least && second! > GROWTH_MAX * Math.max(first!, least / GROWTH_MAX);
}

function measureGrowth(): number {
  const rows: string[][] = [];
  let count = 0;
  for (const { name, build } of LONG_FORMS) {
    const sizes = [1, 2, 4].map((factor) => build(1_000 * factor));
    take(sizes[0]!, false);
    const times = sizes.map((query) => Math.min(...[1, 2, 3].map(() => take(query, false).ms)));
    const heaps = sizes.map((query) => take(query, true).heapMb);
    count++;
    const isSuspect =
      grows(times.slice(0, 2), MEASURED_MS) ||
      grows(times.slice(1), MEASURED_MS) ||
      grows(heaps.slice(0, 2), MEASURED_MB) ||
      grows(heaps.slice(1), MEASURED_MB);
    if (!isSuspect) continue;
    rows.push([
      name,
      times.map((ms) => ms.toFixed(0)).join(", "),
      heaps.map((mb) => mb.toFixed(1)).join(", "),
    ]);
  }
  console.log(
    `${count} forms at 1,000, 2,000 and 4,000 terms; growing by more than ${GROWTH_MAX}: ${rows.length}`,
  );
  if (rows.length > 0) printTable([["form", "ms", "MB"], ...rows]);
  return rows.length;
}

function fuzz(): number {
  const seeds = caseSeeds(1, 10_000);
  let [worst, heaviest] = [
    { seed: 0, ms: 0 },
    { seed: 0, mb: 0 },
  ];
  let [refused, bytes, slow, heavy] = [0, 0, 0, 0];
  for (const seed of seeds) {
    const random = new Random(seed);
    const characters = random.chance(0.5)
      ? random.integer(100, 20_000)
      : random.integer(20_000, TEXT_CHARACTERS_MAX);
    const text = `SELECT * FROM c WHERE ${randomFilter(random, characters - 25)}`;
    const query = { text, parameters: [{ name: "@p", value: "p" }] };
    const { sliceMs, refusal } = take(query, false);
    bytes += text.length;
    if (refusal !== undefined) refused++;
    if (sliceMs > SLICE_MS_MAX) slow++;
    if (sliceMs > worst.ms) worst = { seed, ms: sliceMs };
    // Collecting garbage takes longer than planning: a tenth of the filters is weighed.
    if (seed % 10 !== 0) continue;
    const { heapMb: mb } = take(query, true);
    if (mb > HEAP_MB_MAX) heavy++;
    if (mb > heaviest.mb) heaviest = { seed, mb };
  }
  console.log(
    `${seeds.length} random filters, ${(bytes / 2 ** 20).toFixed(0)} MB in all; refused: ${refused}`,
  );
  printTable([
    ["of one filter", "most", "seed", "too many"],
    ["slice, ms of the processor", worst.ms.toFixed(1), `${worst.seed}`, `${slow}`],
    ["heap, MB", heaviest.mb.toFixed(1), `${heaviest.seed}`, `${heavy}`],
  ]);
  return slow + heavy;
}

if (measureGrowth() + fuzz() > 0) process.exitCode = 1;
