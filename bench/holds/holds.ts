/**
 * What one client's attack does to another: a prober with a request every 10 ms, and point reads as fast as they go,
 * beside each attack and on the same server when it is idle. Every attack has a server of its own, so that its peak of
 * memory is that of the attack. Peaks are read from /proc, where there is one.
 *
 * ORRERY_ATTACK picks the attacks whose names contain it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startProcess } from "../../tests/harness/server-process.ts";
import { printTable } from "../print-table.ts";
import type { AttackReport } from "./attacker.ts";
import { ATTACKS, type Attack } from "./attacks.ts";
import { makeData } from "./data.ts";
import type { Probed, ProbeOrder } from "./prober.ts";

const IDLE_MS = 3_000;
/** The prober watches until each of the attack's clients has had an answer, within these bounds. */
const ATTACK_MS_MIN = 5_000;
const ATTACK_MS_MAX = 30_000;
/** The attackers are on one core with the prober, which goes before them. */
const ATTACKER_PRIORITY = 5;

const P99_BEYOND_IDLE_MS = 50;
const LONGEST_BEYOND_IDLE_MS = 250;
const KEPT_MIN = 0.5;
const PEAK_MB_MAX = 1024;

const asked = ATTACKS.filter(({ name }) => name.includes(process.env.ORRERY_ATTACK ?? ""));
const folder = mkdtempSync(join(tmpdir(), "orrery-holds-"));
const rows: string[][] = [];
try {
  const data = join(folder, "data");
  await makeData(data);
  for (const attack of asked) {
    const copy = join(folder, "copy");
    cpSync(data, copy, { recursive: true });
    const row = await measure(attack, copy);
    console.log(row.join(" | "));
    rows.push(row);
    rmSync(copy, { recursive: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log();
printTable([
  [
    "attack",
    "p99 ms, idle",
    "p99 ms",
    "longest ms, idle",
    "longest ms",
    "reads/s, idle",
    "kept",
    "answers to the attack",
    "slowest s",
    "peak MB",
  ],
  ...rows,
]);

async function measure(attack: Attack, data: string): Promise<string[]> {
  const server = await startProcess(
    ["--data", data, "--log-level", "error"],
    attack.nodeOptions === undefined ? {} : { environment: { NODE_OPTIONS: attack.nodeOptions } },
  );
  const prober = await forkModule("prober.ts");
  const attacker = await forkModule("attacker.ts");
  setPriority(attacker.pid!, ATTACKER_PRIORITY);
  const { endpoint, key } = server;
  try {
    // Reads come first, and warm it up.
    const idleReads = await probe(prober, { kind: "read", endpoint, key }, setTimeout(IDLE_MS));
    const idle = await probe(prober, { kind: "probe", endpoint, key }, setTimeout(IDLE_MS));

    attacker.send({ attack: attack.name, endpoint, key });
    const allAnswered = Promise.race([once(attacker, "message"), setTimeout(ATTACK_MS_MAX)]);
    const watched = Promise.all([setTimeout(ATTACK_MS_MIN), allAnswered]);
    const beside = await probe(prober, { kind: "probe", endpoint, key }, watched);
    const besideReads = await probe(prober, { kind: "read", endpoint, key }, setTimeout(IDLE_MS));
    attacker.send("report");
    const [report] = (await once(attacker, "message")) as [AttackReport];
    const isAlive = isRunning(server);
    return rowOf(attack, { idle, beside, idleReads, besideReads, report, isAlive, peakMb: peakMb(server) });
  } finally {
    for (const child of [prober, attacker]) child.kill("SIGKILL");
    await server.end("SIGKILL");
  }
}

/** Started and ready: its start is not measured. */
async function forkModule(name: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)));
  await once(child, "message");
  return child;
}

async function probe(prober: ChildProcess, order: ProbeOrder, until: Promise<unknown>): Promise<Probed> {
  const probed = once(prober, "message") as Promise<[Probed]>;
  prober.send(order);
  await until;
  prober.send("end");
  return (await probed)[0];
}

interface Figures {
  readonly idle: Probed;
  readonly beside: Probed;
  readonly idleReads: Probed;
  readonly besideReads: Probed;
  readonly report: AttackReport;
  readonly peakMb: number | undefined;
  readonly isAlive: boolean;
}

function rowOf({ name }: Attack, figures: Figures): string[] {
  const { idle, beside, idleReads, besideReads, report, peakMb: peak, isAlive } = figures;
  const kept = besideReads.perSecond / idleReads.perSecond;
  const failures = beside.failures + besideReads.failures;
  const notes = [failures > 0 && `prober: ${failures} failures`, !isAlive && "the server died"].filter(
    Boolean,
  );
  const answers = report.statuses.map(([status, count]) => `${status}: ${count}`);
  if (report.connections > 0)
    answers.push(
      `new connections: ${report.connections}, slowest ${(report.slowestConnectionMs / 1000).toFixed(2)} s`,
    );
  return [
    [name, ...notes].join("; "),
    idle.p99Ms.toFixed(1),
    judged(beside.p99Ms, beside.p99Ms - idle.p99Ms <= P99_BEYOND_IDLE_MS),
    idle.longestMs.toFixed(0),
    judged(beside.longestMs, beside.longestMs - idle.longestMs <= LONGEST_BEYOND_IDLE_MS),
    idleReads.perSecond.toFixed(0),
    kept >= KEPT_MIN ? `${(kept * 100).toFixed(0)} %` : `${(kept * 100).toFixed(0)} % (!)`,
    answers.join(", ") || "none in time",
    (report.slowestMs / 1000).toFixed(1),
    peak === undefined ? "" : judged(peak, peak <= PEAK_MB_MAX),
  ];
}

/** What misses its aim has a mark. */
function judged(figure: number, isReached: boolean): string {
  return isReached ? figure.toFixed(0) : `${figure.toFixed(0)} (!)`;
}

function peakMb({ pid }: ServerProcess): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return undefined;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(path, "utf8"))?.[1]) / 1024;
}

function isRunning({ pid }: ServerProcess): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
