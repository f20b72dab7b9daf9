/**
 * Point reads and durable creates with one process and with HTTP in two processes before it, in turns, and reads over TLS. Beside the throughput stands
 * where the processor's time goes: on two cores the client takes its share, and what the thread of the engine needs for a request
 * is what bounds a server with more cores. Of Linux, which counts the time of threads.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startProcess } from "../../tests/harness/server-process.ts";
import { SignedClient } from "../../tests/harness/signed-client.ts";
import { median, printTable } from "../print-table.ts";
import { parentOf } from "../processor-ms.ts";
import type { Job, Measured } from "./load.ts";

const ROUNDS = 3;
const REQUESTS = 5_000;
/** Before each measurement, of the same kind. */
const WARM_UP = 2_000;
const WORKERS = [1, 2];

const SHAPES = [
  { name: "creates", kind: "create", scheme: "http" },
  { name: "reads", kind: "read", scheme: "http" },
  { name: "reads over TLS", kind: "read", scheme: "https" },
] as const;
type Shape = (typeof SHAPES)[number];

interface Result extends Measured {
  /** Of the thread of the engine, of the other threads of its process, of all fronts: for each request. */
  readonly engineUs: number;
  readonly besideUs: number;
  readonly frontsUs: number;
}

const load = fork(fileURLToPath(new URL("load.ts", import.meta.url)));

const loadFailed = once(load, "exit").then(() => {
  throw new Error("the load generator failed");
});
loadFailed.catch(() => undefined);

async function run(job: Job): Promise<Measured> {
  load.send(job);
  const [measured] = (await Promise.race([once(load, "message"), loadFailed])) as [Measured];
  return measured;
}

/** What a process has used, in microseconds: its first thread, and the others. */
function usedUs(pid: number): [first: number, others: number] {
  const used: [number, number] = [0, 0];
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    used[Number(thread) === pid ? 0 : 1] += Number(nanoseconds) / 1000;
  }
  return used;
}

function frontsOf(server: ServerProcess): number[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((pid) => {
    try {
      return parentOf(pid) === server.pid;
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

async function measure(server: ServerProcess, { kind, scheme }: Shape): Promise<Result> {
  const { port, key } = server;
  const job = { kind, scheme, port, key };
  await run({ ...job, first: 0, requests: WARM_UP });
  const fronts = frontsOf(server);
  const now = () => {
    const [engine, beside] = usedUs(server.pid);
    return { engine, beside, fronts: fronts.flatMap(usedUs).reduce((sum, each) => sum + each, 0) };
  };
  const before = now();
  const measured = await run({ ...job, first: WARM_UP, requests: REQUESTS });
  const after = now();
  return {
    ...measured,
    engineUs: (after.engine - before.engine) / REQUESTS,
    besideUs: (after.beside - before.beside) / REQUESTS,
    frontsUs: (after.fronts - before.fronts) / REQUESTS,
  };
}

const results = new Map<string, Result[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const workers of round % 2 === 0 ? WORKERS : WORKERS.toReversed()) {
    const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
    const server = await startProcess([
      "--data",
      folder,
      "--workers",
      String(workers),
      "--log-level",
      "error",
    ]);
    const client = new SignedClient(server.endpoint, server.key);
    await client.createContainer("bench", "c");
    client.close();
    for (const shape of SHAPES) {
      const name = `${shape.name}, ${workers}`;
      results.set(name, [...(results.get(name) ?? []), await measure(server, shape)]);
    }
    await server.end("SIGTERM");
    rmSync(folder, { recursive: true });
  }
}
load.disconnect();

/** What the thread of the engine could do in a second, if there were cores enough for all else. */
function threadBound({ engineUs }: Result): number {
  return 1_000_000 / engineUs;
}

/** What two cores could do if they were never idle, with the client on them; of one process no more than its thread. */
function coresBound(result: Result): number {
  const { engineUs, besideUs, frontsUs, clientUs } = result;
  return Math.min(threadBound(result), 2_000_000 / (engineUs + besideUs + frontsUs + clientUs));
}

const figure = (name: string, of: (result: Result) => number) => median(results.get(name)!.map(of));
printTable([
  [
    "",
    "a second",
    "engine's thread, µs",
    "its other threads",
    "fronts",
    "client",
    "the thread could, a second",
    "two cores could",
  ],
  ...SHAPES.flatMap((shape) =>
    WORKERS.map((workers) => {
      const name = `${shape.name}, ${workers}`;
      const text = (of: (result: Result) => number) => figure(name, of).toFixed(0);
      return [
        `${shape.name}, ${workers === 1 ? "one process" : `${workers} workers`}`,
        text(({ perSecond }) => perSecond),
        text(({ engineUs }) => engineUs),
        text(({ besideUs }) => besideUs),
        text(({ frontsUs }) => frontsUs),
        text(({ clientUs }) => clientUs),
        text(threadBound),
        text(coresBound),
      ];
    }),
  ),
]);
for (const { name } of SHAPES) {
  const [one, two] = WORKERS.map((workers) => results.get(`${name}, ${workers}`)!);
  const ratios = one!.map(({ perSecond }, round) => two![round]!.perSecond / perSecond);
  const threads = one!.map(({ engineUs }, round) => engineUs / two![round]!.engineUs);
  const cores = one!.map((result, round) => coresBound(two![round]!) / coresBound(result));
  console.log(
    `${name} with two workers: ${median(ratios).toFixed(2)} times one process (rounds ${ratios.map((each) => each.toFixed(2)).join(", ")}); two cores that the client shares allow ${median(cores).toFixed(2)} times, the engine's thread ${median(threads).toFixed(2)} times.`,
  );
}
