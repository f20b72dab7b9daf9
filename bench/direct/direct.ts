/**
 * Direct mode against gateway mode with the Java client, in one run and in turns: time, and the processor time of server
 * and client. Skipped with a word where there is no Java.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type ServerProcess, startProcess } from "../../tests/harness/server-process.ts";
import { type ProgramCommand, toolChain } from "../../tests/harness/tool-chains.ts";
import { median, printTable } from "../print-table.ts";
import { processorMs } from "../processor-ms.ts";

const OPERATIONS = Number(process.env.ORRERY_BENCH_OPERATIONS ?? 3_000);
const ROUNDS = Number(process.env.ORRERY_BENCH_ROUNDS ?? 7);

interface Line {
  readonly what: "begin" | "end";
  readonly round: number;
  readonly mode: "direct" | "gateway";
  readonly work: string;
  readonly wallMs: number;
  readonly clientCpuMs: number;
}

interface Turn extends Line {
  readonly serverCpuMs: number;
}

async function measure(command: ProgramCommand, server: ServerProcess): Promise<Turn[]> {
  const program = spawn(command.file, [...command.args], {
    env: {
      ...process.env,
      ...command.environment,
      ORRERY_ENDPOINT: `https://localhost:${server.port}/`,
      ORRERY_KEY: server.key,
      ORRERY_OPERATIONS: `${OPERATIONS}`,
      ORRERY_ROUNDS: `${ROUNDS}`,
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const turns: Turn[] = [];
  let before = 0;
  for await (const text of createInterface(program.stdout)) {
    const line = JSON.parse(text) as Line;
    const cpuMs = processorMs(server.pid);
    if (line.what === "begin") before = cpuMs;
    // The first round is to warm up.
    else if (line.round > 0) turns.push({ ...line, serverCpuMs: cpuMs - before });
    program.stdin.write("\n");
  }
  return turns;
}

type Figure = "wallMs" | "serverCpuMs" | "clientCpuMs";

function report(turns: readonly Turn[]): void {
  const works = [...new Set(turns.map(({ work }) => work))];
  const of = (work: string, mode: string, figure: Figure) =>
    turns.filter((turn) => turn.work === work && turn.mode === mode).map((turn) => turn[figure]);
  const perOperation = (values: readonly number[]) =>
    `${((median(values) / OPERATIONS) * 1000).toFixed(0)} µs`;
  const ratio = (work: string, figure: Figure) => {
    const direct = of(work, "direct", figure);
    const ratios = of(work, "gateway", figure).map((value, i) => direct[i]! / value);
    return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  };
  printTable([
    [
      "direct against gateway",
      "time",
      "server's processor",
      "client's processor",
      "server, direct",
      "server, gateway",
    ],
    ...works.map((work) => [
      work,
      ratio(work, "wallMs"),
      ratio(work, "serverCpuMs"),
      ratio(work, "clientCpuMs"),
      perOperation(of(work, "direct", "serverCpuMs")),
      perOperation(of(work, "gateway", "serverCpuMs")),
    ]),
  ]);
}

const java = await toolChain("java", "how direct mode compares with gateway mode");
if (java.kind === "ready") {
  const server = await startProcess(["--memory"]);
  const source = fileURLToPath(new URL("Load.java", import.meta.url));
  report(await measure(await java.build(source, ""), server));
  await server.end("SIGTERM");
}
