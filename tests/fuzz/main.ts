/**
 * The fuzzer for hours: rounds from a seed on, with counts, and every request that was answered wrongly or took
 * long. It goes on after a fault, and ends with 1 if there was one.
 *
 *     npm run fuzz -- --seed 1 --requests 1000000
 */
import { parseArgs } from "node:util";
import { type FuzzCase, fuzzRound } from "./fuzz-round.ts";

const ROUND = 5_000;
const SHOWN_MAX = 2_000;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "100000" },
    "slow-ms": { type: "string", default: "5000" },
  },
});
const first = Number(values.seed);
const rounds = Math.ceil(Number(values.requests) / ROUND);
const slowMs = Number(values["slow-ms"]);

const statuses = new Map<number, number>();
let faults = 0;
let sent = 0;
const startMs = performance.now();
// Most requests are refused: a whole stack for each costs more than the rest of the refusal.
Error.stackTraceLimit = 4;

for (let round = 0; round < rounds; round++) {
  await fuzzRound(first + round, ROUND, see);
  if ((round + 1) % 10 === 0 || round + 1 === rounds) progress(first + round);
}
process.exit(faults > 0 ? 1 : 0);

function see({ seed, request, answer: { status, fault, elapsedMs } }: FuzzCase): void {
  sent++;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (fault !== undefined) faults++;
  const isSlow = elapsedMs > slowMs;
  if (fault === undefined && !isSlow) return;
  const kind = fault === undefined ? `SLOW ${elapsedMs.toFixed(0)} ms` : `FAULT ${fault}`;
  console.log(`${kind} seed ${seed} ${JSON.stringify(request).slice(0, SHOWN_MAX)}`);
}

function progress(seed: number): void {
  const seconds = (performance.now() - startMs) / 1000;
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  console.log(
    `${sent} requests up to seed ${seed}, ${(sent / seconds).toFixed(0)}/s, ${faults} faults; ${counts.join(", ")}`,
  );
}
