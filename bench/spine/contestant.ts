/** The servers that are compared, each in a process of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inheritedEnvironment } from "../../tests/harness/server-process.ts";
import { processorMs } from "../processor-ms.ts";
import type { BareAnswers } from "./bare-server.ts";

export interface Contestant {
  readonly name: string;
  /** Absent: Node. */
  readonly program?: string;
  /** Arguments, given a port and an empty folder. */
  command(port: number, folder: string): readonly string[];
}

/** What all of them take for the account key if nothing else is said. */
export const KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

export interface RunningContestant {
  readonly name: string;
  readonly endpoint: string;
  readonly pid: number;
  memoryMb(): number;
  stop(): Promise<void>;
}

/** How often a server that is starting is asked. */
const RETRY_MS = 2;
/** How long it is left alone before its memory is measured. */
const IDLE_MS = 1000;

const ORRERY = fileURLToPath(new URL("../../packages/orrery/dist/cli/main.cjs", import.meta.url));
const BARE = fileURLToPath(new URL("bare-server.ts", import.meta.url));
const RIVAL = fileURLToPath(new URL("rival-server.mjs", import.meta.url));

/** `build`: the `dist` folder of another build, which has `cli/main.cjs`. */
export function orrery(store: "disk" | "process" | "memory", build?: string): Contestant {
  return {
    name: build === undefined ? `Orrery, ${store}` : `Orrery before, ${store}`,
    command: (port, folder) => [
      build === undefined ? ORRERY : join(build, "cli/main.cjs"),
      "serve",
      ...["--port", String(port), "--log-level", "error"],
      ...(store === "memory" ? ["--memory"] : ["--data", folder, "--durability", store]),
    ],
  };
}

/** Undefined if `ORRERY_BENCH_COSMIUM` names no binary (in a checkout of its repository: `go build -o cosmium ./cmd/server`). */
export function cosmium(): Contestant | undefined {
  const program = process.env.ORRERY_BENCH_COSMIUM;
  if (program === undefined) {
    console.log("ORRERY_BENCH_COSMIUM names no binary, so that nothing is compared with Cosmium.");
    return undefined;
  }
  const options = ["-DisableTls", "-Host", "127.0.0.1", "-LogLevel", "error"];
  return { name: "Cosmium", program, command: (port) => [...options, "-Port", String(port)] };
}

const LISTEN = (port: number) =>
  `require("node:http").createServer((_, answer) => answer.end()).listen(${port}, "127.0.0.1")`;

/** What Node itself takes to start. */
export function plainNode(): Contestant {
  return { name: "Node alone", command: (port) => ["-e", LISTEN(port)] };
}

/** With a new LevelDB, opened before it listens: no server on one starts faster. */
export function nodeOnDisk(): Contestant {
  const level = JSON.stringify(createRequire(import.meta.url).resolve("classic-level"));
  const opened = (folder: string) =>
    `const { ClassicLevel } = require(${level}); new ClassicLevel(${JSON.stringify(folder)}).open()`;
  return {
    name: "Node with LevelDB",
    command: (port, folder) => ["-e", `${opened(folder)}.then(() => ${LISTEN(port)})`],
  };
}

export function bare(answers: BareAnswers): Contestant {
  return {
    name: "bare node:http",
    command: (port) => ["--import", "tsx", BARE, String(port), JSON.stringify(answers)],
  };
}

/** With what LevelDB takes for the rows of a create: no server on it can do more. */
export function bareOnDisk(answers: BareAnswers): Contestant {
  return {
    name: "bare node:http on LevelDB",
    command: (port, folder) => [...bare(answers).command(port, folder), folder],
  };
}

/** With what the sorted map takes for them. */
export function bareInMemory(answers: BareAnswers): Contestant {
  return {
    name: "bare node:http in memory",
    command: (port, folder) => [...bare(answers).command(port, folder), "memory"],
  };
}

export function rival(folder: string): Contestant {
  return { name: "cosmosdb-server", command: (port) => [RIVAL, folder, String(port)] };
}

export async function start(contestant: Contestant): Promise<RunningContestant> {
  const { child, folder, endpoint } = await firstAnswered(contestant, () => ({}));
  return {
    name: contestant.name,
    endpoint,
    pid: child.pid!,
    memoryMb: () => memoryMb(child.pid!),
    stop: () => stop(child, folder),
  };
}

/** From the start of the process to the end of the first answer. */
export async function firstAnswer(
  contestant: Contestant,
  headers: () => Record<string, string>,
): Promise<{ elapsedMs: number; processorMs: number; idleMb: number }> {
  const startMs = performance.now();
  const { child, folder } = await firstAnswered(contestant, headers);
  const elapsedMs = performance.now() - startMs;
  const usedMs = processorMs(child.pid!);
  await setTimeout(IDLE_MS);
  const idleMb = memoryMb(child.pid!);
  await stop(child, folder);
  return { elapsedMs, processorMs: usedMs, idleMb };
}

async function firstAnswered(contestant: Contestant, headers: () => Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "orrery-bench-"));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(contestant.program ?? process.execPath, contestant.command(port, folder), {
    stdio: ["ignore", "ignore", "inherit"],
    env: withoutCertificates(inheritedEnvironment()),
  });
  for (;;) {
    const response = await fetch(`${endpoint}/`, { headers: headers() }).catch(() => undefined);
    if (child.exitCode !== null) throw new Error(`${contestant.name} did not start`);
    if (response !== undefined) {
      await response.arrayBuffer();
      return { child, folder, endpoint };
    }
    await setTimeout(RETRY_MS);
  }
}

/**
 * Node 20 reads certificates that this variable names before anything else, which takes it longer than its whole start: a
 * machine that has it makes Node slow, and whatever is compared with it look fast.
 */
function withoutCertificates({ NODE_EXTRA_CA_CERTS: _, ...rest }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return rest;
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

/** What the process holds in memory. */
function memoryMb(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
